/// A call of the device, for apps that follow calls.
public struct CallFacts: Hashable, Sendable {
    /// The unique number of the call, from 1.
    public let number: UInt64
    /// The identifier of one of the app's own calls, if it has one.
    public let uid: String?
    /// Whether the call is the app's own.
    public let isOwn: Bool
    /// Whether the call is outgoing.
    public let isOutgoing: Bool
    /// The phase of the call, or nil once it has ended.
    public let phase: Call.Phase?
    /// Whether the call is muted for the other side.
    public let isMuted: Bool

    /// Describes a call.
    public init(
        number: UInt64, uid: String? = nil, isOwn: Bool, isOutgoing: Bool, phase: Call.Phase?, isMuted: Bool = false
    ) {
        (self.number, self.uid, self.isOwn, self.isOutgoing) = (number, uid, isOwn, isOutgoing)
        (self.phase, self.isMuted) = (phase, isMuted)
    }
}

/// The person's act on an app's call in the system's interface, which the app has to follow.
public enum CallAction: UInt8, CaseIterable, Hashable, Sendable { case start, answer, end, hold, unhold, mute, unmute }
