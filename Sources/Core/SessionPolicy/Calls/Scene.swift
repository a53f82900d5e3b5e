/// The sounds that a process plays from a time on: its part of the picture.
///
/// A scene is complete: other sounds end. Apply every scene, because each names the sounds that start with it.
public struct Scene: Hashable, Sendable {
    /// When the scene takes effect; a past time means immediately.
    public var at: MachineTime
    /// The levels of the process's sounds, without paused ones. Its names are numbers that only distinguish the sounds.
    public var picture: Picture
    /// The names of the picture's sounds, in order.
    public var names: [SceneName]
    /// The sounds that start from their beginning, by index in the picture.
    public var started: [Int]
    /// The sounds that have just ended, whose last frames are not cut off.
    public var finished: [SceneName]
    /// When sounds that no program plays end, by index in the picture.
    public var ends: [Int: MachineTime] = [:]
    /// How long a change of an app's own level takes, if the app says so; otherwise as in the picture.
    public var gainOver: GainOver?
    /// The output of the sounds.
    public var output: SceneOutput
    /// The input to capture from, or nil.
    public var input: SceneInput?
    /// Whether the device vibrates now.
    public var vibrates: Bool

    /// Returns the scene without one sound, or without any.
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

/// The name of a sound, equal in every process.
public struct SceneName: Hashable, Sendable {
    public let kind: SoundKind
    /// The app's name, or nil for a device sound, which has no name either.
    public let app: String?
    public let sound: String?

    /// Names a sound.
    public init(_ kind: SoundKind, app: String? = nil, sound: String? = nil) {
        (self.kind, self.app, self.sound) = (kind, app, sound)
    }
}

/// The port and the PCM on which a scene is heard.
public struct SceneOutput: Hashable, Sendable {
    /// The output chosen by the policy.
    public let port: Port
    /// The PCM to open, or nil to play by the clock.
    public let pcm: String?
    /// The hardware control that the process sets to the scene's volume, or nil to use the mixer. At most one process
    /// has it.
    public let volume: VolumeControlName?

    /// Describes an output.
    public init(port: Port, pcm: String?, volume: VolumeControlName? = nil) {
        (self.port, self.pcm, self.volume) = (port, pcm, volume)
    }

    /// The output without its volume control.
    public var withoutControl: SceneOutput { SceneOutput(port: port, pcm: pcm) }
}

/// A volume control of a sound card.
public struct VolumeControlName: Hashable, Sendable {
    /// The card's short name or number, or the name of a control device such as `pulse`.
    public let card: String
    /// The control's name, or nil for the card's overall volume.
    public let control: String?

    /// Names a volume control.
    public init(card: String, control: String?) { (self.card, self.control) = (card, control) }
}

/// The input from which a process captures, and the apps for which it does.
public struct SceneInput: Hashable, Sendable {
    public let port: Port
    /// The PCM to capture from, or nil for silence.
    public let pcm: String?
    /// The names of the process's apps whose recording runs.
    public let apps: [String]

    /// Describes an input.
    public init(port: Port, pcm: String?, apps: [String]) { (self.port, self.pcm, self.apps) = (port, pcm, apps) }
}
