/// One call of the device, as an app that follows calls sees it.
public struct CallFacts: Hashable, Sendable {
    /// Tells the call from every other call of the device; 1 or more.
    public let number: UInt64
    /// The identifier of one of the app's own calls, or nil if the call was given none, and for calls of others.
    public let uid: String?
    /// Whether the call is the app's own.
    public let isOwn: Bool
    /// Whether the call was made here, rather than by its other side.
    public let isOutgoing: Bool
    /// The phase of the call; nil once it is over.
    public let phase: Call.Phase?
    /// Whether the other side hears nothing.
    public let isMuted: Bool

    /// Describes a call.
    public init(
        number: UInt64, uid: String? = nil, isOwn: Bool, isOutgoing: Bool, phase: Call.Phase?, isMuted: Bool = false
    ) {
        (self.number, self.uid, self.isOwn, self.isOutgoing) = (number, uid, isOwn, isOutgoing)
        (self.phase, self.isMuted) = (phase, isMuted)
    }
}

/// The person's act on an app's call at the system's screen, which the app has to follow.
public enum CallAction: UInt8, CaseIterable, Hashable, Sendable { case start, answer, end, hold, unhold, mute, unmute }
