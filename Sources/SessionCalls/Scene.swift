public import SessionPolicy

/// What one process must make audible from a moment on: the picture, restricted to the sounds that are its own.
///
/// A scene is complete: what it does not name does not sound. Of two scenes the later one counts; none may be left out,
/// because each says what begins anew with it.
public struct Scene: Hashable, Sendable {
    /// When it takes effect. A moment that is past means at once, with everything that has a length shortened by nothing.
    public var at: MachineTime
    /// The process's started sounds; one that is paused is not among them.
    public var sounds: [SceneSound]
    /// Those of `sounds` that begin from their beginning, by their places.
    public var started: [Int]
    /// The sounds that ran to their end at this moment: what is left of their last frames is not cut off.
    public var finished: [SceneName]
    /// Where the sounds are to be heard.
    public var output: SceneOutput
    /// Whether the process captures, and from where; nil where it does not.
    public var input: SceneInput?
    /// Whether the device vibrates now.
    public var vibrates: Bool

    /// Describes a scene.
    public init(
        at: MachineTime, sounds: [SceneSound] = [], started: [Int] = [], finished: [SceneName] = [],
        output: SceneOutput, input: SceneInput? = nil, vibrates: Bool = false
    ) {
        (self.at, self.sounds, self.started, self.finished) = (at, sounds, started, finished)
        (self.output, self.input, self.vibrates) = (output, input, vibrates)
    }
}

/// Which sound is meant, for every process alike.
public struct SceneName: Hashable, Sendable {
    public let kind: SoundKind
    /// The app's name; nil for one of the device's own sounds, which have no name either.
    public let app: String?
    public let sound: String?

    /// Names a sound.
    public init(_ kind: SoundKind, app: String? = nil, sound: String? = nil) {
        (self.kind, self.app, self.sound) = (kind, app, sound)
    }
}

/// One sound of a scene.
public struct SceneSound: Hashable, Sendable {
    public let name: SceneName
    /// How it stands. The numbers in `level.reference` mean something in the process that made the scene only.
    public let level: Picture.Level
    /// How long the app's own level takes to where it is now; nil is the rule book's length for a change of volume.
    public let gainOver: Length?

    /// Describes a sound.
    public init(name: SceneName, level: Picture.Level, gainOver: Length? = nil) {
        (self.name, self.level, self.gainOver) = (name, level, gainOver)
    }
}

/// Where a scene is heard.
public struct SceneOutput: Hashable, Sendable {
    /// The output of the policy that decides.
    public let port: Port
    /// The PCM to open; nil opens none, and the sounds play by the clock.
    public let pcm: String?
    /// The hardware's volume control, which the process moves to the scene's volume; nil leaves it to the mixer. At most
    /// one process has it.
    public let volume: VolumeControlName?

    /// Describes an output.
    public init(port: Port, pcm: String?, volume: VolumeControlName? = nil) {
        (self.port, self.pcm, self.volume) = (port, pcm, volume)
    }
}

/// A volume control of a sound card.
public struct VolumeControlName: Hashable, Sendable {
    /// The card's short name or number, or the name of a control device such as `pulse`.
    public let card: String
    /// The control's name; nil for the one that changes all that the card plays.
    public let control: String?

    /// Names a volume control.
    public init(card: String, control: String?) { (self.card, self.control) = (card, control) }
}

/// Where a process captures from, and for whom.
public struct SceneInput: Hashable, Sendable {
    public let port: Port
    /// The PCM to capture from; nil captures silence by the clock.
    public let pcm: String?
    /// The names of the process's apps whose recording runs.
    public let apps: [String]

    /// Describes an input.
    public init(port: Port, pcm: String?, apps: [String]) { (self.port, self.pcm, self.apps) = (port, pcm, apps) }
}
