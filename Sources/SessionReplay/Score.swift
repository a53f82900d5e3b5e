public import SessionHost
public import SessionPolicy
public import SessionScenario

/// A replay as it is to be heard: what changes when, what each sound sounds like, and when it is over.
public struct Score {
    /// The rule book whose ramps shape the changes.
    public let book: RuleBook
    /// What changes, in the order of time.
    public let moments: [Moment]
    /// When the replay is over, ramps aside.
    public let end: Instant
    /// Whether ramps that begin at the end are still heard out.
    public let endsWithRamps: Bool
    /// What a sound sounds like; nil for a sound that is real in the policy only.
    public let source: (SoundReference) -> VoiceSource?
    /// The name of a sound's own file, without its ending.
    public let stemName: (SoundReference) -> String

    /// Describes a replay.
    public init(
        book: RuleBook, moments: [Moment], end: Instant, endsWithRamps: Bool,
        source: @escaping (SoundReference) -> VoiceSource?, stemName: @escaping (SoundReference) -> String
    ) {
        self.book = book
        self.moments = moments
        self.end = end
        self.endsWithRamps = endsWithRamps
        self.source = source
        self.stemName = stemName
    }

    /// Every sound that is heard through the mixer, in the order of its first start.
    var voicedSounds: [SoundReference] {
        var seen: Set<SoundReference> = []
        return moments.flatMap(\.started).filter { source($0) != nil && seen.insert($0).inserted }
    }
}
