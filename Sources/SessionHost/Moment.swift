public import SessionPolicy

/// What is heard from one moment on: the policy's picture, and what began anew.
public struct Moment: Sendable {
    public let at: Instant
    public let picture: Picture
    /// The sounds that begin from their beginning at this moment.
    public let started: [SoundReference]
    /// The phone line, which decides how fast a halted sound gives way.
    public let call: CallState

    /// Describes a moment.
    ///
    /// - Parameters:
    ///   - at: When it begins.
    ///   - picture: The policy's picture from then on.
    ///   - started: What begins from its beginning.
    ///   - call: The phone line.
    public init(at: Instant, picture: Picture, started: [SoundReference] = [], call: CallState = .none) {
        self.at = at
        self.picture = picture
        self.started = started
        self.call = call
    }
}
