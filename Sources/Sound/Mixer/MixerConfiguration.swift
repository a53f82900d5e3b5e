/// The sizes of a mixer; every limit is fixed for its life.
public struct MixerConfiguration: Sendable {
    /// Output frames per second, 8,000 to 384,000.
    public var sampleRate = 48_000
    /// The number of voices, and of their names, 1 to 65,536; further starts are refused.
    public var maxVoices = 4_096
    /// The number of buses, 1 to 4,096; all exist from the start, at gain 1.
    public var maxBuses = 256
    /// The number of pending commands, 2 to 1,048,576, rounded up to a power of two.
    public var commandCapacity = 16_384
    /// The number of unread reports, 2 to 1,048,576, rounded up to a power of two.
    public var reportCapacity = 16_384
    /// The limiter at the output, or `nil` to pass the mix unchanged, without latency.
    public var limiter: LimiterConfiguration? = LimiterConfiguration()

    /// The defaults: 48 kHz, 4,096 voices, 256 buses, limiter at full scale.
    public init() {}
}

/// The settings of the look-ahead limiter, which does not change a mix below its ceiling.
public struct LimiterConfiguration: Sendable {
    /// The largest magnitude that leaves the mixer, above 0 and at most 16; 1 is full scale.
    public var ceiling: Float
    /// How far ahead the limiter sees a peak, in frames, 1 to 48,000; this is the mixer's latency.
    public var lookAheadInFrames: Int
    /// About how many frames the gain takes to recover by two thirds after a peak, 1 to 1,000,000.
    public var releaseInFrames: Int

    /// Creates the settings; the defaults suit 48 kHz (5 ms ahead, 100 ms release).
    public init(ceiling: Float = 1, lookAheadInFrames: Int = 240, releaseInFrames: Int = 4_800) {
        self.ceiling = ceiling
        self.lookAheadInFrames = lookAheadInFrames
        self.releaseInFrames = releaseInFrames
    }
}

/// Why a mixer could not be created.
public struct MixerError: Error, Equatable, CustomStringConvertible {
    /// The invalid field of the configuration, its value and its valid range.
    public let description: String
}

extension MixerConfiguration {
    /// Throws an error for the first invalid field.
    func validate() throws(MixerError) {
        try Self.check("sampleRate", sampleRate, 8_000...384_000)
        try Self.check("maxVoices", maxVoices, 1...65_536)
        try Self.check("maxBuses", maxBuses, 1...4_096)
        try Self.check("commandCapacity", commandCapacity, 2...1_048_576)
        try Self.check("reportCapacity", reportCapacity, 2...1_048_576)
        guard let limiter else { return }
        try Self.check("limiter.lookAheadInFrames", limiter.lookAheadInFrames, 1...48_000)
        try Self.check("limiter.releaseInFrames", limiter.releaseInFrames, 1...1_000_000)
        guard limiter.ceiling > 0, limiter.ceiling <= 16 else {
            throw MixerError(description: "limiter.ceiling is \(limiter.ceiling); it must be above 0 and at most 16")
        }
    }

    private static func check(_ field: String, _ value: Int, _ range: ClosedRange<Int>) throws(MixerError) {
        guard range.contains(value) else {
            throw MixerError(
                description: "\(field) is \(value); it must be from \(range.lowerBound) to \(range.upperBound)")
        }
    }
}
