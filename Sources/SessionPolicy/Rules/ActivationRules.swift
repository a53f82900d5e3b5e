/// Whether a newcomer's activation lets an incumbent be: the mixing column of Table 4-1 read from both sides.
public struct CoexistenceRule: Hashable, Sendable {
    public let newcomerMixes: Bool
    public let incumbentMixes: Bool
    public let verdict: Verdict
    public let rule: RuleID

    /// What becomes of the incumbent.
    public enum Verdict: UInt8, Hashable, Sendable { case isInterrupted, isHeardToo }
}

extension CoexistenceRule {
    // swift-format-ignore
    static let all: [CoexistenceRule] = [
        //    newcomer mixes        incumbent mixes        the incumbent            rule
        .init(newcomerMixes: false, incumbentMixes: false, verdict: .isInterrupted, rule: .act3),
        .init(newcomerMixes: false, incumbentMixes: true,  verdict: .isHeardToo,    rule: .act5),
        .init(newcomerMixes: true,  incumbentMixes: false, verdict: .isHeardToo,    rule: .act4),
        .init(newcomerMixes: true,  incumbentMixes: true,  verdict: .isHeardToo,    rule: .act4),
    ]
}

/// When an app's request is refused.
public struct RefusalRule: Hashable, Sendable {
    public let rule: RuleID
    public let requests: Members<Request>
    public let condition: Condition
    public let error: SessionError
    public let remedy: String

    /// What an app asks for.
    public enum Request: UInt8, CaseIterable, Hashable, Sendable {
        case setCategory, activate, deactivate, overrideOutput, play, record, systemSound, preferInput
    }

    /// What must be so for the row to fit.
    public enum Condition: UInt8, CaseIterable, Hashable, Sendable {
        case mediaServicesAreLost
        case categoryHasNoOutput, categoryHasNoInput, categoryIsNotPlayAndRecord
        case deviceIsHeld, deviceIsHeldAndCategoryHasInput
        /// Siri listens, and the category has input.
        case siriListensAndCategoryHasInput
        /// The phone rings, and nothing may start meanwhile (contested point C31).
        case phoneRings
        /// Another app's call is on (contested point C31).
        case appCallIsOn
        /// The hardware mutes the microphone that it would record from, and it has not asked to go on all the same.
        case microphoneIsMuted
        case policyIsTheSystems
        /// A long-form policy without the category, mode and options that it goes with.
        case longFormDoesNotFit
        /// The media server was reset, and the app has set no category since (contested point C33).
        case categoryIsNotSetSinceReset
        /// A third-party app that was launched in the background and has never been in front.
        case launchedInBackground
        /// A third-party app in the background without the right to sound there.
        case backgroundWithoutAudio
        /// The same because the category never sounds in the background.
        case backgroundWithForegroundCategory
        case backgroundAndMixes
        /// A third-party app in the background, non-mixable, and neither registered as Now Playing nor told that it may
        /// resume; for a recording and a category without output neither counts.
        case backgroundAndNonMixable
    }
}

extension RefusalRule {
    private static let held = "the phone or an alarm holds the device; try again when it is over"

    // swift-format-ignore
    private static let always: [RefusalRule] = [
        .init(rule: .ms1,  requests: [.setCategory, .activate, .deactivate, .overrideOutput, .play, .record, .systemSound, .preferInput],
              condition: .mediaServicesAreLost, error: .mediaServicesFailed,
              remedy: "the media server is lost; set up the session again after its reset"),
        .init(rule: .ms1,  requests: [.activate, .play, .record], condition: .categoryIsNotSetSinceReset, error: .mediaServicesFailed,
              remedy: "the media server was reset; set the category again first"),
        .init(rule: .cat1, requests: [.play],           condition: .categoryHasNoOutput, error: .incompatibleCategory,
              remedy: "the category has no output; set a category that plays first"),
        .init(rule: .cat1, requests: [.record, .preferInput],         condition: .categoryHasNoInput, error: .incompatibleCategory,
              remedy: "the category has no input; set Record or PlayAndRecord first"),
        .init(rule: .rte7, requests: [.overrideOutput], condition: .categoryIsNotPlayAndRecord, error: .badParam,
              remedy: "only PlayAndRecord can be overridden to the speaker; set that category first"),
    ]

    // swift-format-ignore
    static let iPhoneOS3: [RefusalRule] = always + [
        .init(rule: .act14, requests: [.activate, .play, .record], condition: .deviceIsHeld, error: .insufficientPriority, remedy: held),
    ]

    // swift-format-ignore
    static let modern: [RefusalRule] = always + [
        .init(rule: .err5, requests: [.setCategory], condition: .policyIsTheSystems, error: .badParam,
              remedy: "the policy independent is the system's to set; take another"),
        .init(rule: .err5, requests: [.setCategory], condition: .longFormDoesNotFit, error: .badParam,
              remedy: "a long-form policy goes with Playback, the modes default, moviePlayback and spokenAudio, and no options"),
        .init(rule: .act7, requests: [.activate, .play, .record], condition: .appCallIsOn, error: .insufficientPriority,
              remedy: "a call of another app is on; try again when it is over"),
        .init(rule: .act7, requests: [.activate, .play, .record], condition: .phoneRings, error: .insufficientPriority,
              remedy: "the phone rings; try again when it is over"),
        .init(rule: .act7, requests: [.setCategory, .activate, .play, .record],
              condition: .siriListensAndCategoryHasInput, error: .siriIsRecording,
              remedy: "Siri listens, and the microphone is hers; try again when she is done"),
        .init(rule: .act7, requests: [.setCategory, .activate, .play, .record],
              condition: .deviceIsHeldAndCategoryHasInput,  error: .insufficientPriority,  remedy: held),
        .init(rule: .int21, requests: [.record], condition: .microphoneIsMuted, error: .cannotStartRecording,
              remedy: "the phone's own microphone is muted; open the folio or plug in another"),
        .init(rule: .bg4,  requests: [.activate, .play], condition: .launchedInBackground, error: .cannotStartPlaying,
              remedy: "an app that was launched in the background may not start, not even mixing; come to the foreground"),
        .init(rule: .bg4,  requests: [.record],   condition: .launchedInBackground, error: .cannotStartRecording,
              remedy: "an app that was launched in the background may not start, not even mixing; come to the foreground"),
        .init(rule: .bg3,  requests: [.play],     condition: .backgroundWithForegroundCategory, error: .cannotStartPlaying,
              remedy: "Ambient and SoloAmbient never play in the background; set Playback or come to the foreground"),
        .init(rule: .bg2,  requests: [.play],     condition: .backgroundWithoutAudio, error: .cannotStartPlaying,
              remedy: "playing in the background needs background audio; come to the foreground or launch with it"),
        .init(rule: .bg4,  requests: [.record],   condition: .backgroundWithoutAudio, error: .cannotStartRecording,
              remedy: "recording in the background needs background audio; come to the foreground or launch with it"),
        .init(rule: .bg4,  requests: [.record],   condition: .backgroundAndMixes, error: .cannotStartRecording,
              remedy: "a session that mixes cannot start recording in the background; come to the foreground"),
        .init(rule: .act6, requests: [.setCategory, .activate, .play, .record], condition: .backgroundAndNonMixable, error: .cannotInterruptOthers,
              remedy: "an app in the background cannot interrupt others; mix with others or come to the foreground"),
        .init(rule: .bg3,  requests: [.activate], condition: .backgroundWithForegroundCategory, error: .cannotStartPlaying,
              remedy: "Ambient and SoloAmbient never play in the background; set Playback or come to the foreground"),
        .init(rule: .bg2,  requests: [.activate], condition: .backgroundWithoutAudio, error: .cannotStartPlaying,
              remedy: "a suspended app cannot activate; come to the foreground or launch with background audio"),
    ]
}
