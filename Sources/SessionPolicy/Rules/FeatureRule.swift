/// Whether steps may say something under a book: part of the system came later than others.
public struct FeatureRule: Hashable, Sendable {
    public let feature: Feature
    /// The first system that has it, such as `iOS 13`.
    public let since: String
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
}

extension FeatureRule {
    // swift-format-ignore
    private static func table(modern: Bool) -> [FeatureRule] {
        [
        .init(feature: .backgroundLaunch,       since: "iOS 4",  isKnown: modern),
        .init(feature: .nowPlaying,             since: "iOS 4",  isKnown: modern),
        .init(feature: .siri,                   since: "iOS 5",  isKnown: modern),
        .init(feature: .hapticsDuringRecording, since: "iOS 13", isKnown: modern),
        ]
    }

    static let iPhoneOS3 = table(modern: false)
    static let modern = table(modern: true)

    /// The features of a system: what came later is refused.
    static func table(of system: SystemVersion) -> [FeatureRule] {
        modern.map { row in
            FeatureRule(feature: row.feature, since: row.since, isKnown: SystemVersion(row.since) <= system)
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
        }
    }
}

extension Event {
    /// What the book must have for this to happen; nil for what every system has.
    var feature: Feature? {
        switch self {
        case .siri: .siri
        case .app(_, .launched(let launch)) where launch.isInBackground: .backgroundLaunch
        case .app(_, .registeredNowPlaying): .nowPlaying
        case .app(_, .allowedHapticsWhileRecording): .hapticsDuringRecording
        default: nil
        }
    }
}
