/// The constants of every replay.
enum Replay {
    /// The rate of everything that is replayed, in frames per second.
    static let sampleRate = 48_000
    /// The most sounds that one replay can hold apart.
    static let soundLimit = 4_096
    /// The most commands that may be on their way to the mixer at once.
    static let commandLimit = 1 << 20
}
