public import SessionPolicy

/// What one process must make audible from a moment on: the picture, restricted to the sounds that are its own.
///
/// A scene is complete: what it does not name does not sound. Of two scenes the later one counts; none may be left out,
/// because each says what begins anew with it.
public struct Scene: Hashable, Sendable {
    /// When it takes effect; a moment that is past means at once.
    public var at: MachineTime
    /// How the process's started sounds stand; one that is paused is not among them. The numbers that stand for names in
    /// it mean something to whoever made the scene only, but tell the sounds apart.
    public var picture: Picture
    /// The names of the picture's sounds, in its order.
    public var names: [SceneName]
    /// Those sounds that begin from their beginning, by their places in the picture.
    public var started: [Int]
    /// The sounds that ran to their end at this moment: what is left of their last frames is not cut off.
    public var finished: [SceneName]
    /// When sounds end by themselves that would go on, by their places in the picture: those that no program plays.
    public var ends: [Int: MachineTime] = [:]
    /// How long the app's own level of a sound takes to where it is now, where the app says so; else the picture's length
    /// for a change of volume.
    public var gainOver: GainOver?
    /// Where the sounds are to be heard.
    public var output: SceneOutput
    /// Whether the process captures, and from where; nil where it does not.
    public var input: SceneInput?
    /// Whether the device vibrates now.
    public var vibrates: Bool

    /// The same from a moment on without a sound, or without any.
    public func without(_ sound: String?, at moment: MachineTime) -> Scene {
        let kept = names.indices.filter { names[$0].kind != .sound || sound != nil && names[$0].sound != sound }
        var scene = self
        (scene.at, scene.started, scene.finished, scene.gainOver) = (moment, [], [], nil)
        scene.names = kept.map { names[$0] }
        scene.picture = picture.keeping(at: kept)
        let places = Dictionary(uniqueKeysWithValues: kept.enumerated().map { ($1, $0) })
        scene.ends = Dictionary(uniqueKeysWithValues: ends.compactMap { place, end in places[place].map { ($0, end) } })
        return scene
    }

    /// The length of a change of one sound's own level.
    public struct GainOver: Hashable, Sendable {
        /// The sound's place in the picture.
        public let place: Int
        public let length: Length

        /// Describes a change.
        public init(place: Int, length: Length) { (self.place, self.length) = (place, length) }
    }

    /// Describes a scene.
    public init(
        at: MachineTime, picture: Picture, names: [SceneName], started: [Int] = [], finished: [SceneName] = [],
        gainOver: GainOver? = nil, output: SceneOutput, input: SceneInput? = nil, vibrates: Bool = false
    ) {
        (self.at, self.picture, self.names, self.started) = (at, picture, names, started)
        (self.finished, self.gainOver, self.output) = (finished, gainOver, output)
        (self.input, self.vibrates) = (input, vibrates)
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

    /// The same for a process that moves no control.
    public var withoutControl: SceneOutput { SceneOutput(port: port, pcm: pcm) }
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
