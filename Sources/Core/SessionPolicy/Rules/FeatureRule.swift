/// Whether steps may say something under a book: part of the system came later than others.
public struct FeatureRule: DatedRow, Hashable {
    public var feature: Feature
    /// The first system that has it.
    public var since: SystemVersion?
    /// Whether the book's system has it; if it has not, the step is refused.
    public var isKnown = true
    public var until: SystemVersion?
}

/// A feature that not every system has. Raw values cross the wire: a new feature stands at the end.
public enum Feature: UInt8, CaseIterable, Hashable, Sendable {
    /// An app launched or woken in the background.
    case backgroundLaunch
    /// Registering as Now Playing, by remote commands.
    case nowPlaying
    case siri
    /// `allowHapticsAndSystemSoundsDuringRecording`.
    case hapticsDuringRecording
    /// A while between leaving the foreground and being suspended.
    case suspensionDelay
    /// `setPreferredInput`.
    case preferredInput
    /// A route that changes its configuration and keeps its ports.
    case routeConfiguration
    /// Calls of apps, by CallKit.
    case callsOfApps
    case routeSharingPolicy
    /// `prefersNoInterruptionsFromSystemAlerts`.
    case systemAlertPreference
    /// A microphone that the hardware mutes.
    case mutedMicrophone
    /// `prefersInterruptionOnRouteDisconnect`.
    case disconnectPreference
    /// `setInputMuted`.
    case inputMute
    case availableInputsQuestion, preferredInputQuestion, inputMutedQuestion
    /// The setting that calls come in as banners.
    case callBanners
    /// A mode that processing of voice brings a session into.
    case voiceProcessing
    /// `setOutputMuted`.
    case outputMute
    /// `prefersEchoCancelledInput`.
    case echoCancellation
    case outputMutedQuestion, promptStyleQuestion
    /// The setting that the volume buttons move the ringer.
    case changeWithButtons
    /// Siri listens by AirPods.
    case siriByAirPods
    /// Siri reads a message aloud.
    case announcement
}

extension FeatureRule {
    // swift-format-ignore
    static let history: [FeatureRule] = [
        .init(feature: .backgroundLaunch,        since: .iOS(4)),
        .init(feature: .nowPlaying,              since: .iOS(4)),
        .init(feature: .siri,                    since: .iOS(5)),
        .init(feature: .hapticsDuringRecording,  since: .iOS(13)),
        .init(feature: .promptStyleQuestion,     since: .iOS(13)),
        .init(feature: .announcement,            since: .iOS(13)),
        .init(feature: .suspensionDelay,         since: .iOS(4)),
        .init(feature: .preferredInput,          since: .iOS(7)),
        .init(feature: .routeConfiguration,      since: .iOS(7)),
        .init(feature: .callsOfApps,             since: .iOS(10)),
        .init(feature: .routeSharingPolicy,      since: .iOS(11)),
        .init(feature: .systemAlertPreference,   since: .iOS(14)),
        .init(feature: .mutedMicrophone,         since: .iOS(14)),
        .init(feature: .disconnectPreference,    since: .iOS(17)),
        .init(feature: .inputMute,               since: .iOS(17)),
        .init(feature: .availableInputsQuestion, since: .iOS(7)),
        .init(feature: .preferredInputQuestion,  since: .iOS(7)),
        .init(feature: .inputMutedQuestion,      since: .iOS(17)),
        .init(feature: .callBanners,             since: .iOS(14)),
        .init(feature: .echoCancellation,        since: .iOS(18, 2)),
        .init(feature: .outputMute,              since: .iOS(26)),
        .init(feature: .outputMutedQuestion,     since: .iOS(26)),
        .init(feature: .voiceProcessing,         since: .iOS(5)),
        .init(feature: .changeWithButtons,       since: .iOS(5)),
        .init(feature: .siriByAirPods,           since: .iOS(10)),
    ]
}

extension Feature {
    var rule: RuleID {
        switch self {
        case .backgroundLaunch: .bg4
        case .nowPlaying: .act6
        case .siri: .int16
        case .hapticsDuringRecording: .al11
        case .suspensionDelay: .bg8
        case .preferredInput, .availableInputsQuestion, .preferredInputQuestion: .rte15
        case .routeConfiguration: .rte6
        case .callsOfApps: .int17
        case .routeSharingPolicy: .err5
        case .systemAlertPreference, .callBanners: .int7
        case .mutedMicrophone: .int21
        case .disconnectPreference: .rte13
        case .inputMute, .inputMutedQuestion: .prm3
        case .outputMute, .outputMutedQuestion: .om1
        case .echoCancellation: .ec1
        case .promptStyleQuestion: .ps1
        case .voiceProcessing: .rte17
        case .changeWithButtons: .vol10
        case .siriByAirPods: .siri1
        case .announcement: .siri2
        }
    }
}

extension Event {
    /// The feature that the book must have for this event, or nil for an event of every system.
    var feature: Feature? {
        switch self {
        case .siri(.began, by: .airPods): .siriByAirPods
        case .siri: .siri
        case .messageAnnounced: .announcement
        case .settingChanged(.changeWithButtons, _): .changeWithButtons
        case .call(_, let name) where name.app != nil: .callsOfApps
        case .settingChanged(.callBanners, _): .callBanners
        case .microphoneMuted: .mutedMicrophone
        case .routeConfigurationChanged: .routeConfiguration
        case .remoteCommand, .headsetButtonPressed: .nowPlaying
        case .app(_, let event): event.feature
        default: nil
        }
    }
}

extension AppAct {
    /// The feature that the book must have for this act, or nil for an act of every system.
    package var feature: Feature? {
        switch self {
        case .launched(let launch) where launch.isInBackground: .backgroundLaunch
        case .launched(let launch) where launch.suspensionDelay != nil: .suspensionDelay
        case .registeredNowPlaying, .answeredRemoteCommand: .nowPlaying
        case .allowedHapticsWhileRecording: .hapticsDuringRecording
        case .setCategory(_, _, _, let policy) where policy != .default: .routeSharingPolicy
        case .changeCategory(_, _, _, let policy?) where policy != .default: .routeSharingPolicy
        case .call: .callsOfApps
        case .setPreferredInput: .preferredInput
        case .ask(.availableInputs): .availableInputsQuestion
        case .ask(.preferredInput): .preferredInputQuestion
        case .preferred(.noInterruptionsFromSystemAlerts, _): .systemAlertPreference
        case .preferred(.interruptionOnRouteDisconnect, _): .disconnectPreference
        case .setInputMuted: .inputMute
        case .startedVoiceProcessing: .voiceProcessing
        case .ask(.inputMuted): .inputMutedQuestion
        case .setOutputMuted: .outputMute
        case .ask(.outputMuted): .outputMutedQuestion
        case .preferred(.echoCancelledInput, _): .echoCancellation
        case .ask(.promptStyle): .promptStyleQuestion
        default: nil
        }
    }
}

extension Feature {
    var words: String {
        switch self {
        case .backgroundLaunch: "launch with inBackground"
        case .nowPlaying: "nowPlaying"
        case .siri: "siri"
        case .hapticsDuringRecording: "allowHapticsAndSystemSoundsDuringRecording"
        case .suspensionDelay: "launch with suspensionDelay"
        case .preferredInput: "setPreferredInput"
        case .routeConfiguration: "routeConfigurationChange"
        case .callsOfApps: "call with app"
        case .routeSharingPolicy: "setCategory with policy"
        case .systemAlertPreference: "prefersNoInterruptionsFromSystemAlerts"
        case .mutedMicrophone: "builtInMicMuted"
        case .disconnectPreference: "prefersInterruptionOnRouteDisconnect"
        case .inputMute: "setInputMuted"
        case .availableInputsQuestion: "the question availableInputs"
        case .preferredInputQuestion: "the question preferredInput"
        case .inputMutedQuestion: "the question inputMuted"
        case .outputMute: "setOutputMuted"
        case .outputMutedQuestion: "the question outputMuted"
        case .echoCancellation: "prefersEchoCancelledInput"
        case .promptStyleQuestion: "the question promptStyle"
        case .callBanners: "the setting callBanners"
        case .voiceProcessing: "voiceProcessing"
        case .changeWithButtons: "the setting changeWithButtons"
        case .siriByAirPods: "siri by airPods"
        case .announcement: "announce"
        }
    }
}
