/// An app's description of what it plays, with the meanings of MPNowPlayingInfoCenter.
public struct NowPlayingInfo: Hashable, Sendable {
    /// Whether the app plays, as it says itself.
    public enum PlaybackState: UInt8, VocabularyWord {
        case unknown, playing, paused, stopped, interrupted

        public static let names = ["unknown", "playing", "paused", "stopped", "interrupted"]
    }

    /// The title, or nil if the app names none.
    public var title: String?
    /// The artist, or nil if the app names none.
    public var artist: String?
    /// The album, or nil if the app names none.
    public var album: String?
    /// The length of the piece, in seconds, 0 or more, or nil if the app does not say.
    public var duration: Double?
    /// The position when the app said so, in seconds, 0 or more, or nil if the app does not say.
    public var elapsed: Double?
    /// The speed of playing, or nil if the app does not say.
    public var rate: Double?
    /// Whether it plays.
    public var state: PlaybackState

    /// Describes what is played.
    ///
    /// - Parameters:
    ///   - duration: Seconds; what is no number of them from 0 to 1,000,000,000 is none.
    ///   - elapsed: Seconds likewise.
    ///   - rate: From -1,000 to 1,000; another number is none.
    public init(
        title: String? = nil, artist: String? = nil, album: String? = nil, duration: Double? = nil,
        elapsed: Double? = nil, rate: Double? = nil, state: PlaybackState = .unknown
    ) {
        (self.title, self.artist, self.album, self.state) = (title, artist, album, state)
        self.duration = duration.flatMap { Self.seconds.contains($0) ? $0 : nil }
        self.elapsed = elapsed.flatMap { Self.seconds.contains($0) ? $0 : nil }
        self.rate = rate.flatMap { Self.rates.contains($0) ? $0 : nil }
    }

    /// The seconds that a length or a place may have.
    public static let seconds = 0.0...1e9
    /// The rates that there are.
    public static let rates = -1000.0...1000.0
}
