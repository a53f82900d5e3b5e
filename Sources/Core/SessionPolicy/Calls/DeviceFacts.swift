/// The sounds of a device that a person hears, once all ramps have settled.
public struct DeviceFacts: Hashable, Sendable {
    /// Every sound that is heard, by kind, app and name.
    public let heard: [HeardSound]
    /// Every started sound that is not, likewise.
    public let unheard: [UnheardSound]
    public let route: RouteFacts
    /// The media volume in force, 0 to 1.
    public let outputVolume: Double
    /// The app that is Now Playing, or nil if no app is.
    package var nowPlaying: NowPlayingFacts?

    /// Describes a device.
    public init(heard: [HeardSound], unheard: [UnheardSound], route: RouteFacts, outputVolume: Double) {
        (self.heard, self.unheard, self.route, self.outputVolume) = (heard, unheard, route, outputVolume)
    }
}

/// A sound that is heard.
public struct HeardSound: Hashable, Sendable {
    public let name: SceneName
    /// The level in decibels, -144 to 0, rounded to a tenth.
    public let decibels: Double
    public let isDucked: Bool
    public let outputs: PortSet

    /// Describes a sound.
    public init(name: SceneName, decibels: Double, isDucked: Bool, outputs: PortSet) {
        (self.name, self.decibels, self.isDucked, self.outputs) = (name, decibels, isDucked, outputs)
    }
}

/// A started sound that is not heard, and the one rule that outranks the others for it.
public struct UnheardSound: Hashable, Sendable {
    public let name: SceneName
    public let rule: RuleID

    /// Describes a sound.
    public init(name: SceneName, rule: RuleID) { (self.name, self.rule) = (name, rule) }
}
