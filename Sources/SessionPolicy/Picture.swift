/// Who is heard, how loud, on what, and by which rule not: computed from the state, never stored in it.
public struct Picture: Hashable, Sendable {
    /// Every started sound, sorted by kind only; whoever prints names sorts by them.
    public internal(set) var sounds: [Level]
    public internal(set) var route: Route
    /// The media volume in force, 0 to 1.
    public internal(set) var mediaVolume: Double

    /// One started sound as it stands.
    public struct Level: Hashable, Sendable {
        public let reference: SoundReference
        /// Whether it runs; a sound that an interruption halted does not.
        public let isRunning: Bool
        /// The one rule by which it is not heard; nil for a sound that is heard.
        public let unheardBy: RuleID?
        /// The app's own level, 0 to 1, linear.
        public let gain: Double
        /// The volume in force, 0 to 1, linear.
        public let volume: Double
        /// The rule by which it is ducked, if it is.
        public let duckedBy: RuleID?
        /// The app whose session ducks it; nil where no session does.
        public let ducker: AppID?
        /// The factor of the duck, 1 where there is none, linear.
        public let duck: Double
        public let outputs: PortSet

        /// The product of all gains, linear.
        public var totalGain: Double { gain * volume * duck }
    }
}
