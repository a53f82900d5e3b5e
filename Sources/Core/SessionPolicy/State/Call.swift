/// A call: the phone's own, or one of an app's by CallKit.
public struct Call: Hashable, Sendable {
    /// Whose it is, or nil for the phone's own.
    public package(set) var app: AppID?
    /// The identifier that tells the call from another one of its owner, or nil if the person gave none.
    public let uid: Name?
    public package(set) var phase: Phase
    /// Whether the other side hears nothing; no sound here changes for it.
    public package(set) var isMuted = false
    /// Whether it waits on hold, and the system will not activate its app's session when it is taken up (contested point C44).
    public package(set) var staysSilent = false

    /// The phase of a call.
    public enum Phase: UInt8, CaseIterable, Hashable, Sendable {
        case incoming, outgoing, answered, held

        /// The name in a reply.
        public var name: String {
            switch self {
            case .incoming: "incoming"
            case .outgoing: "outgoing"
            case .answered: "answered"
            case .held: "held"
            }
        }
    }

    /// The way in which it interrupts: it rings, or it is on; one on hold is on still, for all but its own app.
    var cause: InterruptionRule.Interrupter { phase == .incoming ? .ring : .call }

    /// Whether its two sides hear each other, or wait for the other to answer.
    public var isOn: Bool { phase == .answered || phase == .outgoing }

    /// Whether more is to be said of it than that the phone rings or was answered.
    public var isOutOfTheOrdinary: Bool {
        app != nil || uid != nil || isMuted || phase == .held || phase == .outgoing
    }

    func matches(_ name: CallName) -> Bool { app == name.app && (name.uid == nil || uid == name.uid) }
}

/// All calls in one word.
public enum CallState: UInt8, CaseIterable, Hashable, Sendable { case none, incoming, answered, outgoing }

extension PolicyState {
    /// The greatest number of calls at once.
    public static let callLimit = 8
    /// The greatest number of alarms that fire at once.
    public static let alarmLimit = 8

    /// The state of all calls together: one is answered (be it on hold), else one is made, else one comes in.
    public var call: CallState {
        if calls.isEmpty { return .none }
        if calls.contains(where: { $0.phase == .answered || $0.phase == .held }) { return .answered }
        return calls.contains { $0.phase == .outgoing } ? .outgoing : .incoming
    }

    /// The call that is on: at most one is not on hold.
    public var callOn: Call? { calls.first(where: { $0.isOn }) }

    /// Whether a call rings.
    public var rings: Bool { calls.contains { $0.phase == .incoming } }

    /// Whether a call rings aloud: no other is on, though one may be on hold. Beside a call that is on it knocks (R-INT-20).
    public var ringsAloud: Bool { !calls.isEmpty && rings && callOn == nil }

    /// Whether the app has a call, wherever that stands.
    public func hasCall(_ app: AppID) -> Bool { calls.contains { $0.app == app } }

    /// Whether the app has a call that is on, or on hold.
    func hasAcceptedCall(_ app: AppID) -> Bool { calls.contains { $0.app == app && $0.phase != .incoming } }

    /// Whether the call that is on is the app's.
    public func isOnCall(_ app: AppID) -> Bool { !calls.isEmpty && callOn?.app == app }

    /// All that has the floor: what interrupts sessions now. A call that knocks beside another has it not yet.
    var floor: Members<InterruptionRule.Interrupter> {
        var floor: Members<InterruptionRule.Interrupter> = []
        if siriListens && !siriLowers { floor.insert(.siri) }
        if announcementEnds != nil { floor.insert(.announcement) }
        if microphoneIsMuted { floor.insert(.microphone) }
        if alarmFires { floor.insert(.alarm) }
        if calls.isEmpty { return floor }
        if ringsAloud { floor.insert(.ring) }
        for call in calls where call.phase != .incoming {
            floor.insert(.call)
            if call.app != nil && call.phase == .held { floor.insert(.hold) }
        }
        return floor
    }

    public var alarmFires: Bool { !alarms.isEmpty }
}
