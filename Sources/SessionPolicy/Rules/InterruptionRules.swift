/// What becomes of a session when something of the device takes the floor: cause by session. The first row that fits wins,
/// and a session that no row fits is let be.
///
/// What another app's session does is read from the mixing column on both sides (`CoexistenceRule`), its prompt over spoken
/// audio excepted.
public struct InterruptionRule: Hashable, Sendable {
    public let cause: Interrupter
    public let session: Condition
    public let verdict: CoexistenceRule.Verdict
    public let rule: RuleID
    /// What takes the floor.
    public enum Interrupter: UInt8, CaseIterable, Hashable, Sendable {
        /// A call comes in.
        case ring
        /// A call is answered, or made.
        case call
        case alarm, siri
        /// The app's own call is put on hold.
        case hold
        /// The phone's own microphone is muted by its hardware.
        case microphone
        /// Another app's session that interrupts spoken audio.
        case prompt
    }

    /// What must be so of the session for the row to fit.
    public enum Condition: UInt8, CaseIterable, Hashable, Sendable {
        /// A call is on already, whosever.
        case callIsOn
        /// Its app has a call that is on, or on hold.
        case ownsTheCall
        /// Its app prefers no interruptions by alerts of the system, and calls come in as banners.
        case prefersNoAlerts
        /// Its policy is long-form, and its output AirPlay.
        case longFormOnAirPlay
        /// It records from the microphone that the phone has itself, and has not asked to go on when that is muted.
        case recordsFromPhone
        case mixes
        case speaks
        case any
    }
}

extension InterruptionRule {
    // swift-format-ignore
    private static func table(modern: Bool) -> [InterruptionRule] {
        [
        //    cause               session                      becomes of it            rule
        .init(cause: .ring,       session: .callIsOn,          verdict: .isHeardToo,    rule: .int20),
        ] + (modern ? [
        .init(cause: .ring,       session: .prefersNoAlerts,   verdict: .isHeardToo,    rule: .int7),
        .init(cause: .ring,       session: .longFormOnAirPlay, verdict: .isHeardToo,    rule: .int14),
        ] : []) + [
        .init(cause: .ring,       session: .mixes,             verdict: .isInterrupted, rule: .int11),
        .init(cause: .ring,       session: .any,               verdict: .isInterrupted, rule: .int7),
        ] + (modern ? [
        .init(cause: .call,       session: .ownsTheCall,       verdict: .isHeardToo,    rule: .int17),
        .init(cause: .call,       session: .longFormOnAirPlay, verdict: .isHeardToo,    rule: .int14),
        ] : []) + [
        .init(cause: .call,       session: .mixes,             verdict: .isInterrupted, rule: .int11),
        .init(cause: .call,       session: .any,               verdict: .isInterrupted, rule: .int8),
        ] + (modern ? [
        .init(cause: .alarm,      session: .ownsTheCall,       verdict: .isHeardToo,    rule: .int17),
        ] : []) + [
        .init(cause: .alarm,      session: .mixes,             verdict: .isInterrupted, rule: .int11),
        .init(cause: .alarm,      session: .any,               verdict: .isInterrupted, rule: .int9),
        ] + (modern ? [
        .init(cause: .siri,       session: .ownsTheCall,       verdict: .isHeardToo,    rule: .int17),
        .init(cause: .siri,       session: .mixes,             verdict: .isInterrupted, rule: .int11),
        .init(cause: .siri,       session: .any,               verdict: .isInterrupted, rule: .int16),
        .init(cause: .hold,       session: .any,               verdict: .isInterrupted, rule: .int17),
        .init(cause: .microphone, session: .recordsFromPhone,  verdict: .isInterrupted, rule: .int21),
        .init(cause: .prompt,     session: .speaks,            verdict: .isInterrupted, rule: .sp1),
        ] : [])
    }

    static let iPhoneOS3 = table(modern: false)
    static let modern = table(modern: true)
}

extension InterruptionRule.Interrupter {
    /// What a session waits for that it interrupts; nil for what another app does.
    var deviceCause: DeviceCause? {
        switch self {
        case .ring, .call: .call
        case .alarm: .alarm
        case .siri: .siri
        case .hold: .hold
        case .microphone: .microphone
        case .prompt: nil
        }
    }
}

extension InterruptionRule {
    /// What the row says of an active session, beside that it is interrupted; nil where there is nothing to add.
    ///
    /// It follows from the row, so that one that a person writes says the same as one that is here already.
    public var says: String? {
        switch (session, verdict) {
        case (.mixes, .isInterrupted): "mixing exempts nobody from the phone and the alarm"
        case (_, .isInterrupted): nil
        case (.callIsOn, .isHeardToo) where cause == .ring:
            "a call is on: another that comes in leaves {app} alone"
        case (.ownsTheCall, .isHeardToo):
            cause == .call ? nil : "{app}'s call is on, which the device interrupts by nothing"
        case (.prefersNoAlerts, .isHeardToo) where cause == .ring:
            "{app} prefers not to be interrupted before a call is answered"
        case (.longFormOnAirPlay, .isHeardToo) where cause.deviceCause == .call:
            "{app} plays long-form audio on AirPlay, and goes on beside the call"
        case (.mixes, .isHeardToo) where cause.deviceCause == .call: "{app} mixes, and goes on beside the call"
        case (.mixes, .isHeardToo): "{app} mixes, and goes on"
        // Nothing is decided while it rings where a call takes the floor once it is answered.
        case (.any, .isHeardToo) where cause == .ring: nil
        case (_, .isHeardToo): "{app} goes on"
        }
    }

    /// The same with another verdict.
    func with(_ verdict: CoexistenceRule.Verdict) -> InterruptionRule {
        InterruptionRule(cause: cause, session: session, verdict: verdict, rule: rule)
    }

    /// A call lets everybody be until it is answered (contested point C4).
    static let ringSparesAll = InterruptionRule(
        cause: .ring, session: .any, verdict: .isHeardToo, rule: .int7)

    /// A prompt interrupts spoken audio (R-SP-1).
    static let promptOverSpeech = InterruptionRule(
        cause: .prompt, session: .speaks, verdict: .isInterrupted, rule: .sp1)
}
