/// A cause that interrupts a session.
public enum Cause: Hashable, Sendable {
    case call
    case alarm
    case siri
    /// The app's own call is on hold.
    case hold
    /// The phone's own microphone is muted by its hardware.
    case microphone
    /// Siri reads a message aloud (R-SIRI-2).
    case announcement
    /// Another app's non-mixable session (R-ACT-3).
    case app(AppID)
    /// Another app's session that interrupts spoken audio (R-SP-1).
    case spoken(AppID)

    /// The interrupting app, or nil for the device.
    public var app: AppID? {
        switch self {
        case .app(let app), .spoken(let app): app
        case .call, .alarm, .siri, .hold, .microphone, .announcement: nil
        }
    }

    /// Its rank among the causes of a session; lower ranks first.
    package var rank: Int { row.rank }

    /// The rule that stands behind it.
    public var rule: RuleID { row.rule }

    /// Its rank and rule, the part of the level of a sound that it halts, and what an app that waits for it waits for.
    // swift-format-ignore
    var row: (rank: Int, rule: RuleID, halts: ChangeRule.Part, awaited: String) {
        switch self {
        case .call:         (0, .int2,  .haltedByCall,  "{other}'s call")
        case .alarm:        (1, .int2,  .haltedByAlarm, "the alarm")
        case .siri:         (2, .int2,  .haltedByAlarm, "Siri")
        case .hold:         (3, .int17, .haltedByCall,  "its own call on hold")
        case .microphone:   (4, .int21, .haltedByAlarm, "the phone's microphone")
        case .announcement: (5, .siri2, .haltedByApp,   "the message that Siri reads")
        case .app:          (6, .act3,  .haltedByApp,   "{other}")
        case .spoken:       (7, .sp1,   .haltedByApp,   "{other}")
        }
    }
}
