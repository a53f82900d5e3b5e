/// Whether steps may say something under a book: part of the system came later than others.
public struct FeatureRule: DatedRow, Hashable {
    public var feature: Feature
    /// The first system that has it.
    public var since: SystemVersion?
    let rule: RuleID
    /// The step that uses it.
    let words: String
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
    /// Every feature once.
    // swift-format-ignore
    static let history: [FeatureRule] = [
        .init(feature: .backgroundLaunch,        since: .iOS(4),      rule: .bg4,   words: "launch with inBackground"),
        .init(feature: .nowPlaying,              since: .iOS(4),      rule: .act6,  words: "nowPlaying"),
        .init(feature: .siri,                    since: .iOS(5),      rule: .int16, words: "siri"),
        .init(feature: .hapticsDuringRecording,  since: .iOS(13),     rule: .al11,  words: "allowHapticsAndSystemSoundsDuringRecording"),
        .init(feature: .promptStyleQuestion,     since: .iOS(13),     rule: .ps1,   words: "the question promptStyle"),
        .init(feature: .announcement,            since: .iOS(13),     rule: .siri2, words: "announce"),
        .init(feature: .suspensionDelay,         since: .iOS(4),      rule: .bg8,   words: "launch with suspensionDelay"),
        .init(feature: .preferredInput,          since: .iOS(7),      rule: .rte15, words: "setPreferredInput"),
        .init(feature: .routeConfiguration,      since: .iOS(7),      rule: .rte6,  words: "routeConfigurationChange"),
        .init(feature: .callsOfApps,             since: .iOS(10),     rule: .int17, words: "call with app"),
        .init(feature: .routeSharingPolicy,      since: .iOS(11),     rule: .err5,  words: "setCategory with policy"),
        .init(feature: .systemAlertPreference,   since: .iOS(14),     rule: .int7,  words: "prefersNoInterruptionsFromSystemAlerts"),
        .init(feature: .mutedMicrophone,         since: .iOS(14),     rule: .int21, words: "builtInMicMuted"),
        .init(feature: .disconnectPreference,    since: .iOS(17),     rule: .rte13, words: "prefersInterruptionOnRouteDisconnect"),
        .init(feature: .inputMute,               since: .iOS(17),     rule: .prm3,  words: "setInputMuted"),
        .init(feature: .availableInputsQuestion, since: .iOS(7),      rule: .rte15, words: "the question availableInputs"),
        .init(feature: .preferredInputQuestion,  since: .iOS(7),      rule: .rte15, words: "the question preferredInput"),
        .init(feature: .inputMutedQuestion,      since: .iOS(17),     rule: .prm3,  words: "the question inputMuted"),
        .init(feature: .callBanners,             since: .iOS(14),     rule: .int7,  words: "the setting callBanners"),
        .init(feature: .echoCancellation,        since: .iOS(18, 2),  rule: .ec1,   words: "prefersEchoCancelledInput"),
        .init(feature: .outputMute,              since: .iOS(26),     rule: .om1,   words: "setOutputMuted"),
        .init(feature: .outputMutedQuestion,     since: .iOS(26),     rule: .om1,   words: "the question outputMuted"),
        .init(feature: .voiceProcessing,         since: .iOS(5),      rule: .rte17, words: "voiceProcessing"),
        .init(feature: .changeWithButtons,       since: .iOS(5),      rule: .vol10, words: "the setting changeWithButtons"),
        .init(feature: .siriByAirPods,           since: .iOS(10),     rule: .siri1, words: "siri by airPods"),
    ]
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
