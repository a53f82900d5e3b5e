/// A call: the phone's own, or one of an app's by CallKit.
public struct Call: Hashable, Sendable {
    /// The app, or nil for the phone's own call.
    public package(set) var app: AppID?
    /// The identifier of the call within its owner's, or nil if none was given.
    public let uid: Name?
    public package(set) var phase: Phase
    /// Whether the call is muted for the other side.
    public package(set) var isMuted = false
    /// Whether it is on hold, and taking it up will not activate its app's session (contested point C44).
    public package(set) var staysSilent = false

    /// The phase of a call.
    public enum Phase: UInt8, VocabularyWord {
        case incoming, outgoing, answered, held

        public static let names = ["incoming", "outgoing", "answered", "held"]
    }

    /// How the call interrupts: ringing, or active. A held call counts as active for all but its own app.
    var cause: InterruptionRule.Interrupter { phase == .incoming ? .ring : .call }

    /// Whether the call is answered or outgoing.
    public var isOn: Bool { phase == .answered || phase == .outgoing }

    /// Whether it needs a description beyond "rings" or "answered".
    public var isOutOfTheOrdinary: Bool {
        app != nil || uid != nil || isMuted || phase == .held || phase == .outgoing
    }

    func matches(_ name: CallName) -> Bool { app == name.app && (name.uid == nil || uid == name.uid) }
}

/// All calls in one word.
public enum CallState: UInt8, VocabularyWord {
    case none, incoming, answered, outgoing

    public static let names = ["none", "incoming", "answered", "outgoing"]
}

extension PolicyState {
    /// The maximum number of simultaneous calls.
    public static let callLimit = 8
    /// The maximum number of simultaneous alarms.
    public static let alarmLimit = 8

    /// The combined state of all calls: answered (even on hold), otherwise outgoing, otherwise incoming.
    public var call: CallState {
        if calls.isEmpty { return .none }
        if calls.contains(where: { $0.phase == .answered || $0.phase == .held }) { return .answered }
        return calls.contains { $0.phase == .outgoing } ? .outgoing : .incoming
    }

    /// The active call; at most one is not on hold.
    public var callOn: Call? { calls.first(where: { $0.isOn }) }

    /// Whether a call rings.
    public var rings: Bool { calls.contains { $0.phase == .incoming } }

    /// Whether a call rings aloud. Beside an active call it only knocks (R-INT-20).
    public var ringsAloud: Bool { !calls.isEmpty && rings && callOn == nil }

    /// Whether the app has a call in any phase.
    public func hasCall(_ app: AppID) -> Bool { calls.contains { $0.app == app } }

    func hasAcceptedCall(_ app: AppID) -> Bool { calls.contains { $0.app == app && $0.phase != .incoming } }

    /// Whether the active call belongs to the app.
    public func isOnCall(_ app: AppID) -> Bool { !calls.isEmpty && callOn?.app == app }

    /// The causes that interrupt sessions now, without a knocking call.
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
