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
    package var rank: Int {
        switch self {
        case .call: 0
        case .alarm: 1
        case .siri: 2
        case .hold: 3
        case .microphone: 4
        case .announcement: 5
        case .app: 6
        case .spoken: 7
        }
    }

    /// The rule that stands behind it.
    public var rule: RuleID {
        switch self {
        case .call, .alarm, .siri: .int2
        case .hold: .int17
        case .microphone: .int21
        case .announcement: .siri2
        case .app: .act3
        case .spoken: .sp1
        }
    }
}
