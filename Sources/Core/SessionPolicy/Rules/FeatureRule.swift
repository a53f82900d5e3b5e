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

extension Feature {
    // swift-format-ignore
    private static let table: [(feature: Feature, since: SystemVersion, rule: RuleID, words: String)] = [
        (.backgroundLaunch,        .iOS(4),     .bg4,   "launch with inBackground"),
        (.nowPlaying,              .iOS(4),     .act6,  "nowPlaying"),
        (.siri,                    .iOS(5),     .int16, "siri"),
        (.hapticsDuringRecording,  .iOS(13),    .al11,  "allowHapticsAndSystemSoundsDuringRecording"),
        (.promptStyleQuestion,     .iOS(13),    .ps1,   "the question promptStyle"),
        (.announcement,            .iOS(13),    .siri2, "announce"),
        (.suspensionDelay,         .iOS(4),     .bg8,   "launch with suspensionDelay"),
        (.preferredInput,          .iOS(7),     .rte15, "setPreferredInput"),
        (.routeConfiguration,      .iOS(7),     .rte6,  "routeConfigurationChange"),
        (.callsOfApps,             .iOS(10),    .int17, "call with app"),
        (.routeSharingPolicy,      .iOS(11),    .err5,  "setCategory with policy"),
        (.systemAlertPreference,   .iOS(14),    .int7,  "prefersNoInterruptionsFromSystemAlerts"),
        (.mutedMicrophone,         .iOS(14),    .int21, "builtInMicMuted"),
        (.disconnectPreference,    .iOS(17),    .rte13, "prefersInterruptionOnRouteDisconnect"),
        (.inputMute,               .iOS(17),    .prm3,  "setInputMuted"),
        (.availableInputsQuestion, .iOS(7),     .rte15, "the question availableInputs"),
        (.preferredInputQuestion,  .iOS(7),     .rte15, "the question preferredInput"),
        (.inputMutedQuestion,      .iOS(17),    .prm3,  "the question inputMuted"),
        (.callBanners,             .iOS(14),    .int7,  "the setting callBanners"),
        (.echoCancellation,        .iOS(18, 2), .ec1,   "prefersEchoCancelledInput"),
        (.outputMute,              .iOS(26),    .om1,   "setOutputMuted"),
        (.outputMutedQuestion,     .iOS(26),    .om1,   "the question outputMuted"),
        (.voiceProcessing,         .iOS(5),     .rte17, "voiceProcessing"),
        (.changeWithButtons,       .iOS(5),     .vol10, "the setting changeWithButtons"),
        (.siriByAirPods,           .iOS(10),    .siri1, "siri by airPods"),
    ]

    private static let rows = ByCase<Feature, (rule: RuleID, words: String)> { feature in
        table.first { $0.feature == feature }.map { ($0.rule, $0.words) }!
    }

    var rule: RuleID { Feature.rows[self].rule }

    /// The step that uses it.
    var words: String { Feature.rows[self].words }

    /// A row for each, since when there is such a thing.
    static var history: [FeatureRule] { table.map { FeatureRule(feature: $0.feature, since: $0.since) } }
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
