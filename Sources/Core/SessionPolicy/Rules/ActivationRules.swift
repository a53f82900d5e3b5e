/// Whether a newcomer's activation lets an incumbent be: the mixing column of Table 4-1 read from both sides.
public struct CoexistenceRule: DatedRow, Hashable {
    public var newcomerMixes: Bool
    public var incumbentMixes: Bool
    public var verdict: Verdict
    public var rule: RuleID
    public var since: SystemVersion?
    public var until: SystemVersion?

    /// The fate of the incumbent.
    public enum Verdict: UInt8, CaseIterable, Hashable, Sendable { case isInterrupted, isHeardToo }
}

extension CoexistenceRule {
    // swift-format-ignore
    static let history: [CoexistenceRule] = [
        //    newcomer mixes        incumbent mixes        the incumbent            rule
        .init(newcomerMixes: false, incumbentMixes: false, verdict: .isInterrupted, rule: .act3),
        .init(newcomerMixes: false, incumbentMixes: true,  verdict: .isHeardToo,    rule: .act5),
        .init(newcomerMixes: true,  incumbentMixes: false, verdict: .isHeardToo,    rule: .act4),
        .init(newcomerMixes: true,  incumbentMixes: true,  verdict: .isHeardToo,    rule: .act4),
    ]
}

/// A condition under which an app's request is refused.
public struct RefusalRule: DatedRow, Hashable {
    public var rule: RuleID
    public var requests: Members<Request>
    public var condition: Condition
    public var error: SessionError
    public var remedy: String
    public var since: SystemVersion?
    public var until: SystemVersion?

    /// A request of an app.
    public enum Request: UInt8, CaseIterable, Hashable, Sendable {
        case setCategory, activate, deactivate, overrideOutput, play, record, systemSound, preferInput
        case muteOutput, unmuteOutput, preferEchoCancellation
    }

    /// A condition that must hold for the row to fit, as the table prints it.
    // swift-format-ignore
    public enum Condition: String, CaseIterable, Hashable, Sendable {
        case mediaServicesAreLost = "the media server is lost"
        case categoryHasNoOutput = "the category has no output"
        case categoryHasNoInput = "the category has no input"
        case categoryIsNotPlayAndRecord = "the category is not PlayAndRecord"
        case deviceIsHeld = "a call or an alarm holds the device"
        case deviceIsHeldAndCategoryHasInput = "a call or an alarm holds the device, and the category has input"
        case siriListensAndCategoryHasInput = "Siri listens, and the category has input"
        case phoneRings = "the phone rings (C31)"
        case appCallIsOn = "another app's call is on (C31)"
        /// It has not asked to continue all the same, either.
        case microphoneIsMuted = "the phone's own microphone, which it would record from, is muted by its hardware"
        case policyIsTheSystems = "the policy is one that the system sets"
        case longFormDoesNotFit = "the policy is long-form, without Playback in the mode default, moviePlayback or spokenAudio and without options"
        case categoryIsNotSetSinceReset = "no category was set since the media server's reset (C33)"
        case launchedInBackground = "a third-party app that was launched in the background and never was in front"
        case backgroundWithoutAudio = "a third-party app in the background, without background audio"
        case backgroundWithForegroundCategory = "a third-party app in the background, with background audio but a category that never sounds there"
        case backgroundAndMixes = "a third-party app in the background whose session mixes"
        /// For a category without output neither exception counts.
        case backgroundAndNonMixable = """
            a third-party app in the background, neither registered as Now Playing nor told that it may resume, whose session is \
            inactive and does not mix; a recording all the same
            """
        case backgroundAndCannotRecord = "a third-party app in the background whose session is inactive and does not mix (C41)"
        case ownCallRingsInBackground = "a third-party app in the background whose own call rings, and whose session does not mix (C40)"
        case alarmIsNear = "an alarm fires or has just ended, and the session is inactive and does not mix (C43)"
        case outputMuteDoesNotFit = "the category is PlayAndRecord, and the mode is not default"
        case shortFormVideoDoesNotFit = "the mode is shortFormVideo, without Playback or with a long-form policy"
        case dualRouteDoesNotFit = "the mode is dualRoute, without MultiRoute or without allowBluetoothHFP"
        case handsFreeWithoutDualRoute = "MultiRoute with allowBluetoothHFP, in a mode other than dualRoute"
        case multiRouteOptionsDoNotFit = "MultiRoute with an option to mix, to duck or to interrupt spoken audio, in a mode other than default"
        case highQualityRecordingDoesNotFit = "high quality over Bluetooth, in a mode other than default"
        case farFieldWithoutHandsFree = "farFieldInput without allowBluetoothHFP"
        case echoCancellationDoesNotFit = "neither PlayAndRecord in the mode default nor MultiRoute in the mode dualRoute"
    }
}

extension RefusalRule {
    private static let held = "a call or an alarm holds the device; try again when it is over"

    // swift-format-ignore
    static let history: [RefusalRule] = [
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
        .init(rule: .act14, requests: [.activate, .play, .record], condition: .deviceIsHeld, error: .insufficientPriority, remedy: held,
              until: .iOS(4)),
        .init(rule: .err5, requests: [.setCategory], condition: .policyIsTheSystems, error: .badParam,
              remedy: "only the system sets the policy independent; choose another", since: .iOS(11)),
        .init(rule: .err5, requests: [.setCategory], condition: .longFormDoesNotFit, error: .badParam,
              remedy: """
                  a long-form policy requires Playback, one of the modes default, moviePlayback and spokenAudio, and \
                  no options
                  """,
              since: .iOS(11)),
        .init(rule: .sfv1, requests: [.setCategory], condition: .shortFormVideoDoesNotFit, error: .badParam,
              remedy: "the mode shortFormVideo requires Playback without a long-form policy", since: .iOS(26)),
        .init(rule: .dr1,  requests: [.setCategory], condition: .dualRouteDoesNotFit, error: .badParam,
              remedy: "the mode dualRoute requires MultiRoute and the option allowBluetoothHFP", since: .iOS(26, 2)),
        .init(rule: .dr1,  requests: [.setCategory], condition: .handsFreeWithoutDualRoute, error: .badParam,
              remedy: "MultiRoute accepts allowBluetoothHFP in the mode dualRoute only", since: .iOS(26, 2)),
        .init(rule: .mr5,  requests: [.setCategory], condition: .multiRouteOptionsDoNotFit, error: .badParam,
              remedy: "MultiRoute mixes, ducks and interrupts spoken audio in the mode default only; leave the option out", since: .iOS(26)),
        .init(rule: .bt9,  requests: [.setCategory], condition: .highQualityRecordingDoesNotFit, error: .badParam,
              remedy: "bluetoothHighQualityRecording requires the mode default; set that", since: .iOS(26)),
        .init(rule: .ff1,  requests: [.setCategory], condition: .farFieldWithoutHandsFree, error: .badParam,
              remedy: "farFieldInput requires allowBluetoothHFP as well", since: .iOS(26, 2)),
        .init(rule: .ms1,  requests: [.preferEchoCancellation], condition: .mediaServicesAreLost, error: .mediaServicesFailed,
              remedy: "the media server is lost; set up the session again after its reset", since: .iOS(18, 2)),
        .init(rule: .ms1,  requests: [.muteOutput, .unmuteOutput], condition: .mediaServicesAreLost, error: .mediaServicesFailed,
              remedy: "the media server is lost; set up the session again after its reset", since: .iOS(26)),
        .init(rule: .ec1,  requests: [.preferEchoCancellation], condition: .echoCancellationDoesNotFit, error: .badParam,
              remedy: "echo cancellation is for PlayAndRecord in the mode default; set that first", since: .iOS(18, 2)),
        .init(rule: .om1,  requests: [.muteOutput], condition: .outputMuteDoesNotFit, error: .badParam,
              remedy: "PlayAndRecord mutes its output in the mode default only; set that first", since: .iOS(26)),
        .init(rule: .act6, requests: [.unmuteOutput], condition: .backgroundAndNonMixable, error: .cannotInterruptOthers,
              remedy: "an app in the background cannot interrupt others; come to the foreground and unmute there", since: .iOS(26)),
        .init(rule: .act7, requests: [.activate, .play, .record], condition: .appCallIsOn, error: .insufficientPriority,
              remedy: "a call of another app is on; try again when it is over", since: .iOS(10)),
        .init(rule: .act7, requests: [.activate, .play, .record], condition: .alarmIsNear, error: .cannotInterruptOthers,
              remedy: "an alarm has not released the device yet; try again some seconds after it", since: .iOS(4)),
        .init(rule: .act7, requests: [.activate, .play, .record], condition: .ownCallRingsInBackground, error: .cannotInterruptOthers,
              remedy: "{app}'s own call rings, and the system activates its session once it is on; wait for didActivate", since: .iOS(10)),
        .init(rule: .act7, requests: [.activate, .play, .record], condition: .phoneRings, error: .insufficientPriority,
              remedy: "the phone rings; try again when it is over", since: .iOS(4)),
        .init(rule: .act7, requests: [.setCategory, .activate, .play, .record],
              condition: .siriListensAndCategoryHasInput, error: .siriIsRecording,
              remedy: "Siri is using the microphone; try again when Siri is done", since: .iOS(5)),
        .init(rule: .act7, requests: [.setCategory, .activate, .play, .record],
              condition: .deviceIsHeldAndCategoryHasInput,  error: .insufficientPriority,  remedy: held, since: .iOS(4)),
        .init(rule: .int21, requests: [.record], condition: .microphoneIsMuted, error: .cannotStartRecording,
              remedy: "the phone's own microphone is muted; open the folio or plug in another", since: .iOS(14)),
        .init(rule: .bg4,  requests: [.activate, .play], condition: .launchedInBackground, error: .cannotStartPlaying,
              remedy: "an app that was launched in the background may not start, not even mixing; come to the foreground", since: .iOS(4)),
        .init(rule: .bg4,  requests: [.record],   condition: .launchedInBackground, error: .cannotStartRecording,
              remedy: "an app that was launched in the background may not start, not even mixing; come to the foreground", since: .iOS(4)),
        .init(rule: .bg3,  requests: [.play],     condition: .backgroundWithForegroundCategory, error: .cannotStartPlaying,
              remedy: "Ambient and SoloAmbient never play in the background; set Playback or come to the foreground", since: .iOS(4)),
        .init(rule: .bg2,  requests: [.play],     condition: .backgroundWithoutAudio, error: .cannotStartPlaying,
              remedy: "playing in the background needs background audio; come to the foreground or launch with it", since: .iOS(4)),
        .init(rule: .bg4,  requests: [.record],   condition: .backgroundWithoutAudio, error: .cannotStartRecording,
              remedy: "recording in the background needs background audio; come to the foreground or launch with it", since: .iOS(4)),
        .init(rule: .bg4,  requests: [.record],   condition: .backgroundAndMixes, error: .cannotStartRecording,
              remedy: "a session that mixes cannot start recording in the background; come to the foreground", since: .iOS(4)),
        .init(rule: .act6, requests: [.record],   condition: .backgroundAndCannotRecord, error: .cannotStartRecording,
              remedy: "an app in the background cannot interrupt others to record; come to the foreground", since: .iOS(4)),
        .init(rule: .act6, requests: [.setCategory, .activate, .play, .record], condition: .backgroundAndNonMixable, error: .cannotInterruptOthers,
              remedy: "an app in the background cannot interrupt others; mix with others or come to the foreground", since: .iOS(4)),
        .init(rule: .bg3,  requests: [.activate], condition: .backgroundWithForegroundCategory, error: .cannotStartPlaying,
              remedy: "Ambient and SoloAmbient never play in the background; set Playback or come to the foreground", since: .iOS(4)),
        .init(rule: .bg2,  requests: [.activate], condition: .backgroundWithoutAudio, error: .cannotStartPlaying,
              remedy: "a suspended app cannot activate; come to the foreground or launch with background audio", since: .iOS(4)),
    ]
}
