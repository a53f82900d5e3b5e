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
    /// What the row says of an active session, beside that it is interrupted; nil where there is nothing to add.
    public let says: String?

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
    private static let exemptsNobody = "mixing exempts nobody from the phone and the alarm"
    private static let knocks = "a call is on: another that comes in leaves {app} alone"
    private static let isPrivate = "{app}'s call is on, which the device interrupts by nothing"
    private static let isSpared = "{app} prefers not to be interrupted before a call is answered"
    private static let isElsewhere = "{app} plays long-form audio on AirPlay, and goes on beside the call"

    // swift-format-ignore
    private static func table(modern: Bool) -> [InterruptionRule] {
        [
        //    cause               session                      becomes of it            rule          besides
        .init(cause: .ring,       session: .callIsOn,          verdict: .isHeardToo,    rule: .int20, says: knocks),
        ] + (modern ? [
        .init(cause: .ring,       session: .prefersNoAlerts,   verdict: .isHeardToo,    rule: .int7,  says: isSpared),
        .init(cause: .ring,       session: .longFormOnAirPlay, verdict: .isHeardToo,    rule: .int14, says: isElsewhere),
        ] : []) + [
        .init(cause: .ring,       session: .mixes,             verdict: .isInterrupted, rule: .int11, says: exemptsNobody),
        .init(cause: .ring,       session: .any,               verdict: .isInterrupted, rule: .int7,  says: nil),
        ] + (modern ? [
        .init(cause: .call,       session: .ownsTheCall,       verdict: .isHeardToo,    rule: .int17, says: nil),
        .init(cause: .call,       session: .longFormOnAirPlay, verdict: .isHeardToo,    rule: .int14, says: isElsewhere),
        ] : []) + [
        .init(cause: .call,       session: .mixes,             verdict: .isInterrupted, rule: .int11, says: exemptsNobody),
        .init(cause: .call,       session: .any,               verdict: .isInterrupted, rule: .int8,  says: nil),
        ] + (modern ? [
        .init(cause: .alarm,      session: .ownsTheCall,       verdict: .isHeardToo,    rule: .int17, says: isPrivate),
        ] : []) + [
        .init(cause: .alarm,      session: .mixes,             verdict: .isInterrupted, rule: .int11, says: exemptsNobody),
        .init(cause: .alarm,      session: .any,               verdict: .isInterrupted, rule: .int9,  says: nil),
        ] + (modern ? [
        .init(cause: .siri,       session: .ownsTheCall,       verdict: .isHeardToo,    rule: .int17, says: isPrivate),
        .init(cause: .siri,       session: .mixes,             verdict: .isInterrupted, rule: .int11, says: exemptsNobody),
        .init(cause: .siri,       session: .any,               verdict: .isInterrupted, rule: .int16, says: nil),
        .init(cause: .hold,       session: .any,               verdict: .isInterrupted, rule: .int17, says: nil),
        .init(cause: .microphone, session: .recordsFromPhone,  verdict: .isInterrupted, rule: .int21, says: nil),
        .init(cause: .prompt,     session: .speaks,            verdict: .isInterrupted, rule: .sp1,   says: nil),
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
    /// The same with another verdict, and with words that fit it.
    func with(_ verdict: CoexistenceRule.Verdict) -> InterruptionRule {
        guard verdict != self.verdict else { return self }
        let says: String? =
            switch (session, verdict) {
            case (.mixes, .isInterrupted): InterruptionRule.exemptsNobody
            case (.mixes, .isHeardToo) where cause.deviceCause == .call: "{app} mixes, and goes on beside the call"
            case (.mixes, .isHeardToo): "{app} mixes, and goes on"
            case (_, .isHeardToo): "{app} goes on"
            default: nil
            }
        return InterruptionRule(cause: cause, session: session, verdict: verdict, rule: rule, says: says)
    }

    /// A call lets everybody be until it is answered (contested point C4).
    static let ringSparesAll = InterruptionRule(
        cause: .ring, session: .any, verdict: .isHeardToo, rule: .int7, says: nil)

    /// A prompt interrupts spoken audio (R-SP-1).
    static let promptOverSpeech = InterruptionRule(
        cause: .prompt, session: .speaks, verdict: .isInterrupted, rule: .sp1, says: nil)
}
