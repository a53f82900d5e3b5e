/// Whether steps may say something under a book: part of the system came later than others.
public struct FeatureRule: Hashable, Sendable {
    public let feature: Feature
    /// The first system that has it.
    public let since: SystemVersion
    /// Whether the book's system has it; where it has not, the step is refused.
    public let isKnown: Bool
}

/// What not every system has.
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
    /// `setPreferredInput`, and questions about inputs.
    case preferredInput
    /// A route that changes its configuration and keeps its ports.
    case routeConfiguration
    /// Calls of apps, by CallKit.
    case callsOfApps
    case routeSharingPolicy
    /// `prefersNoInterruptionsFromSystemAlerts`, and calls that come in as banners.
    case systemAlertPreference
    /// A microphone that the hardware mutes.
    case mutedMicrophone
    /// `prefersInterruptionOnRouteDisconnect`.
    case disconnectPreference
    /// `setInputMuted`.
    case inputMute
}

extension FeatureRule {
    // swift-format-ignore
    private static func table(modern: Bool) -> [FeatureRule] {
        [
        .init(feature: .backgroundLaunch,       since: .iOS(4),  isKnown: modern),
        .init(feature: .nowPlaying,             since: .iOS(4),  isKnown: modern),
        .init(feature: .siri,                   since: .iOS(5),  isKnown: modern),
        .init(feature: .hapticsDuringRecording, since: .iOS(13), isKnown: modern),
        .init(feature: .suspensionDelay,        since: .iOS(4),  isKnown: modern),
        .init(feature: .preferredInput,         since: .iOS(7),  isKnown: modern),
        .init(feature: .routeConfiguration,     since: .iOS(7),  isKnown: modern),
        .init(feature: .callsOfApps,            since: .iOS(10), isKnown: modern),
        .init(feature: .routeSharingPolicy,     since: .iOS(11), isKnown: modern),
        .init(feature: .systemAlertPreference,  since: .iOS(14), isKnown: modern),
        .init(feature: .mutedMicrophone,        since: .iOS(14), isKnown: modern),
        .init(feature: .disconnectPreference,   since: .iOS(17), isKnown: modern),
        .init(feature: .inputMute,              since: .iOS(17), isKnown: modern),
        ]
    }

    static let iPhoneOS3 = table(modern: false)
    static let modern = table(modern: true)

    /// The features of a system: what came later is refused.
    static func table(of system: SystemVersion) -> [FeatureRule] {
        modern.map { row in
            FeatureRule(feature: row.feature, since: row.since, isKnown: row.since <= system)
        }
    }
}

extension Feature {
    /// The rule that tells of it.
    var rule: RuleID {
        switch self {
        case .backgroundLaunch: .bg4
        case .nowPlaying: .act6
        case .siri: .int16
        case .hapticsDuringRecording: .al11
        case .suspensionDelay: .bg8
        case .preferredInput: .rte15
        case .routeConfiguration: .rte6
        case .callsOfApps: .int17
        case .routeSharingPolicy: .err5
        case .systemAlertPreference: .int7
        case .mutedMicrophone: .int21
        case .disconnectPreference: .rte13
        case .inputMute: .prm3
        }
    }
}

extension Event {
    /// What the book must have for this to happen; nil for what every system has.
    var feature: Feature? {
        switch self {
        case .siri: .siri
        case .call(_, let name) where name.app != nil: .callsOfApps
        case .settingChanged(.callBanners, _): .systemAlertPreference
        case .microphoneMuted: .mutedMicrophone
        case .routeConfigurationChanged: .routeConfiguration
        case .app(_, let event): event.feature
        default: nil
        }
    }
}

extension AppEvent {
    fileprivate var feature: Feature? {
        switch self {
        case .launched(let launch) where launch.isInBackground: .backgroundLaunch
        case .launched(let launch) where launch.suspensionDelay != nil: .suspensionDelay
        case .registeredNowPlaying: .nowPlaying
        case .allowedHapticsWhileRecording: .hapticsDuringRecording
        case .setCategory(_, _, _, let policy) where policy != .default: .routeSharingPolicy
        case .setPreferredInput, .ask(.availableInputs), .ask(.preferredInput): .preferredInput
        case .preferred(.noInterruptionsFromSystemAlerts, _): .systemAlertPreference
        case .preferred(.interruptionOnRouteDisconnect, _): .disconnectPreference
        case .setInputMuted, .ask(.inputMuted): .inputMute
        default: nil
        }
    }
}
