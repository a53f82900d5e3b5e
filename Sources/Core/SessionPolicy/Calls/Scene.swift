/// The sounds that one process must make audible from a moment on: its own part of the picture.
///
/// A scene is complete: what it does not name does not sound. Of two scenes the later one counts; none may be left out,
/// because each says what begins again with it.
public struct Scene: Hashable, Sendable {
    /// The time at which the scene takes effect; a moment that is past means at once.
    public var at: MachineTime
    /// The levels of the process's started sounds, without paused ones. The numbers that stand for names in it have a
    /// meaning only for the maker of the scene, but tell the sounds apart.
    public var picture: Picture
    /// The names of the picture's sounds, in its order.
    public var names: [SceneName]
    /// The sounds that begin from their beginning, by their places in the picture.
    public var started: [Int]
    /// The sounds that ran to their end at this moment: what is left of their last frames is not cut off.
    public var finished: [SceneName]
    /// The times at which sounds end by themselves that no program plays, by their places in the picture.
    public var ends: [Int: MachineTime] = [:]
    /// The time in which the app's own level of a sound is reached, where the app says so; else the picture's length
    /// for a change of volume.
    public var gainOver: GainOver?
    /// The output of the sounds.
    public var output: SceneOutput
    /// Whether the process captures, and from where, or nil if it does not.
    public var input: SceneInput?
    /// Whether the device vibrates now.
    public var vibrates: Bool

    /// Returns the scene from a moment on without a sound, or without any.
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

/// The name of a sound, which is alike for every process.
public struct SceneName: Hashable, Sendable {
    public let kind: SoundKind
    /// The app's name, or nil for one of the device's own sounds, which have no name either.
    public let app: String?
    public let sound: String?

    /// Names a sound.
    public init(_ kind: SoundKind, app: String? = nil, sound: String? = nil) {
        (self.kind, self.app, self.sound) = (kind, app, sound)
    }
}

/// The port and the PCM on which a scene is heard.
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

    /// The output without its volume control, for a process that moves none.
    public var withoutControl: SceneOutput { SceneOutput(port: port, pcm: pcm) }
}

/// A volume control of a sound card.
public struct VolumeControlName: Hashable, Sendable {
    /// The card's short name or number, or the name of a control device such as `pulse`.
    public let card: String
    /// The control's name, or nil for the one that changes all that the card plays.
    public let control: String?

    /// Names a volume control.
    public init(card: String, control: String?) { (self.card, self.control) = (card, control) }
}

/// The input from which a process captures, and the apps for which it does.
public struct SceneInput: Hashable, Sendable {
    public let port: Port
    /// The PCM to capture from; nil captures silence by the clock.
    public let pcm: String?
    /// The names of the process's apps whose recording runs.
    public let apps: [String]

    /// Describes an input.
    public init(port: Port, pcm: String?, apps: [String]) { (self.port, self.pcm, self.apps) = (port, pcm, apps) }
}
