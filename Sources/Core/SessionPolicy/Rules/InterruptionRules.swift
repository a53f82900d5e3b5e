/// The effect on a session when something of the device interrupts: cause by session. The first row that fits wins, and
/// a session that no row fits is let be.
///
/// What another app's session does is read from the mixing column on both sides (`CoexistenceRule`), its prompt over spoken
/// audio excepted.
public struct InterruptionRule: DatedRow, Hashable {
    public var cause: Interrupter
    public var session: Condition
    public var verdict: CoexistenceRule.Verdict
    public var rule: RuleID
    public var since: SystemVersion?
    public var until: SystemVersion?

    /// A cause of interruptions.
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
        /// Siri reads a message aloud.
        case announcement
    }

    /// A condition of the session that must hold for the row to fit, as the table prints it.
    public enum Condition: String, CaseIterable, Hashable, Sendable {
        case callIsOn = "any, while a call is on already"
        case ownsTheCall = "that of an app whose call is on, or on hold"
        case prefersNoAlerts =
            "its app prefers no interruptions by alerts of the system, and calls come in as banners"
        case longFormOnAirPlay = "its policy is long-form, and its output AirPlay"
        case recordsFromPhone = "it records from that microphone, without overrideMutedMicrophoneInterruption"
        case mixes = "it mixes"
        case speaks = "its mode is spokenAudio"
        case any = "any"
    }
}

extension InterruptionRule {
    // swift-format-ignore
    static let history: [InterruptionRule] = [
        //    cause               session                      becomes of it            rule
        .init(cause: .ring,       session: .callIsOn,          verdict: .isHeardToo,    rule: .int20),
        .init(cause: .ring,       session: .prefersNoAlerts,   verdict: .isHeardToo,    rule: .int7,  since: .iOS(14)),
        .init(cause: .ring,       session: .longFormOnAirPlay, verdict: .isHeardToo,    rule: .int14, since: .iOS(11)),
        .init(cause: .ring,       session: .mixes,             verdict: .isInterrupted, rule: .int11),
        .init(cause: .ring,       session: .any,               verdict: .isInterrupted, rule: .int7),
        .init(cause: .call,       session: .ownsTheCall,       verdict: .isHeardToo,    rule: .int17, since: .iOS(10)),
        .init(cause: .call,       session: .longFormOnAirPlay, verdict: .isHeardToo,    rule: .int14, since: .iOS(11)),
        .init(cause: .call,       session: .mixes,             verdict: .isInterrupted, rule: .int11),
        .init(cause: .call,       session: .any,               verdict: .isInterrupted, rule: .int8),
        .init(cause: .alarm,      session: .ownsTheCall,       verdict: .isHeardToo,    rule: .int17, since: .iOS(10)),
        .init(cause: .alarm,      session: .mixes,             verdict: .isInterrupted, rule: .int11),
        .init(cause: .alarm,      session: .any,               verdict: .isInterrupted, rule: .int9),
        .init(cause: .siri,       session: .ownsTheCall,       verdict: .isHeardToo,    rule: .int17, since: .iOS(10)),
        .init(cause: .siri,       session: .mixes,             verdict: .isInterrupted, rule: .int11, since: .iOS(5)),
        .init(cause: .siri,       session: .any,               verdict: .isInterrupted, rule: .int16, since: .iOS(5)),
        .init(cause: .hold,       session: .any,               verdict: .isInterrupted, rule: .int17, since: .iOS(10)),
        .init(cause: .microphone, session: .recordsFromPhone,  verdict: .isInterrupted, rule: .int21, since: .iOS(14)),
        .init(cause: .prompt,     session: .speaks,            verdict: .isInterrupted, rule: .sp1,   since: .iOS(9)),
        .init(cause: .announcement, session: .speaks,          verdict: .isInterrupted, rule: .siri2, since: .iOS(13)),
    ]
}

/// The effect on the whole device of something that interrupts, and its end. Another app's session has no row: it holds
/// nothing back, and gives the leave that its app gives (R-ACT-10). Decision 37 says why these are rows.
public struct CauseRule: DatedRow, Hashable {
    public var cause: InterruptionRule.Interrupter
    /// Whether it holds the device: what asks for that is refused, and what sounds outside of sessions is silent (R-INT-2).
    public var holdsDevice: Bool
    /// Whether a system sound, an alert or a click that sounds when it begins is cut.
    public var cutsShortSounds: Bool
    /// Whether its end gives the apps that it interrupted leave to resume.
    public var resumption: Resumption
    /// Whether it also interrupts a session that becomes active while it lasts (R-INT-16).
    public var interruptsStarts = false
    public var rule: RuleID
    public var since: SystemVersion?
    public var until: SystemVersion?

    /// The leave to resume at the end of an interruption, as the table prints it.
    public enum Resumption: String, CaseIterable, Hashable, Sendable {
        case given = "given"
        case whenTakenUp = "given if the call resumes, withheld if it ends on hold"
        case withheld = "withheld"
    }
}

extension CauseRule {
    // swift-format-ignore
    static let history: [CauseRule] = [
        //    cause               holds the device    cuts short sounds       resumption at its end      rule
        .init(cause: .ring,       holdsDevice: true,  cutsShortSounds: true,  resumption: .given,        rule: .int7),
        .init(cause: .call,       holdsDevice: true,  cutsShortSounds: true,  resumption: .given,        rule: .int8),
        .init(cause: .alarm,      holdsDevice: true,  cutsShortSounds: true,  resumption: .given,        rule: .int9),
        .init(cause: .siri,       holdsDevice: true,  cutsShortSounds: true,  resumption: .given,        interruptsStarts: true, rule: .int16, since: .iOS(5)),
        .init(cause: .hold,       holdsDevice: false, cutsShortSounds: false, resumption: .whenTakenUp,  rule: .int17, since: .iOS(10)),
        .init(cause: .microphone, holdsDevice: false, cutsShortSounds: false, resumption: .given,        rule: .int21, since: .iOS(14)),
        .init(cause: .announcement, holdsDevice: false, cutsShortSounds: false, resumption: .given,      rule: .siri2, since: .iOS(13)),
    ]
}

extension InterruptionRule.Interrupter {
    /// The cause for which an interrupted session waits, or nil for an act of another app.
    var awaited: Cause? {
        switch self {
        case .ring, .call: .call
        case .alarm: .alarm
        case .siri: .siri
        case .hold: .hold
        case .microphone: .microphone
        case .announcement: .announcement
        case .prompt: nil
        }
    }
}

extension InterruptionRule {
    /// The sentence of the row about an active session, beside that it is interrupted, or nil if there is nothing to
    /// add.
    ///
    /// It follows from the row, so that one that a person writes says the same as one that is here already.
    public var says: String? {
        switch (session, verdict) {
        case (.mixes, .isInterrupted): "{app} mixes, but is interrupted anyway"
        case (_, .isInterrupted): nil
        case (.callIsOn, .isHeardToo) where cause == .ring:
            "a call is on: a second call does not interrupt {app}"
        case (.ownsTheCall, .isHeardToo):
            cause == .call ? nil : "{app} has a call and continues"
        case (.prefersNoAlerts, .isHeardToo) where cause == .ring:
            "{app} prefers not to be interrupted before a call is answered"
        case (.longFormOnAirPlay, .isHeardToo) where cause.awaited == .call:
            "{app}'s session is long-form on AirPlay and continues during the call"
        case (.mixes, .isHeardToo) where cause.awaited == .call: "{app} mixes and continues during the call"
        case (.mixes, .isHeardToo): "{app} mixes and continues"
        // Nothing is decided while it rings where a call takes the floor once it is answered.
        case (.any, .isHeardToo) where cause == .ring: nil
        case (_, .isHeardToo): "{app} continues"
        }
    }

    /// A call interrupts no session until it is answered (contested point C4).
    static let ringSparesAll = InterruptionRule(
        cause: .ring, session: .any, verdict: .isHeardToo, rule: .int7)

    /// A prompt interrupts spoken audio (R-SP-1).
    static let promptOverSpeech = InterruptionRule(
        cause: .prompt, session: .speaks, verdict: .isInterrupted, rule: .sp1)
}

extension InterruptionRule.Interrupter {
    var words: String {
        switch self {
        case .ring: "a call comes in"
        case .call: "a call is answered or made"
        case .alarm: "an alarm fires"
        case .siri: "Siri listens"
        case .hold: "the app's own call is put on hold"
        case .microphone: "the phone's own microphone is muted by its hardware"
        case .prompt: "another session that interrupts spoken audio becomes active"
        case .announcement: "Siri reads a message aloud"
        }
    }
}
