/// One row of Table 4-1, with the columns that Apple's later guides add (output, input, background).
public struct CategoryRule: Hashable, Sendable {
    public let category: Category
    /// "Silenced by Ring/Silent switch and locking"; nil where the table has a dash.
    public let silenced: Bool?
    /// "Mixes with other audio".
    public let mixes: Mixing
    public let hasOutput: Bool
    public let hasInput: Bool
    /// Whether it may sound in the background (R-BG-2).
    public let background: Bool

    /// The answers of the column "Mixes with other audio".
    public enum Mixing: Hashable, Sendable {
        case no, yes
        /// "No (default); Yes (when the MixWithOthers property is added)".
        case whenAdded
    }
}

extension CategoryRule {
    /// Table 4-1: "Audio session categories you can use to define sound behavior in your application".
    // swift-format-ignore
    static let table4_1: [CategoryRule] = [
        //    category                     silenced by switch and lock  mixes with other audio  output             input            background
        .init(category: .soloAmbient,      silenced: true,              mixes: .no,             hasOutput: true,   hasInput: false, background: false),
        .init(category: .ambient,          silenced: true,              mixes: .yes,            hasOutput: true,   hasInput: false, background: false),
        .init(category: .playback,         silenced: false,             mixes: .whenAdded,      hasOutput: true,   hasInput: false, background: true),
        .init(category: .record,           silenced: false,             mixes: .no,             hasOutput: false,  hasInput: true,  background: true),
        .init(category: .playAndRecord,    silenced: false,             mixes: .whenAdded,      hasOutput: true,   hasInput: true,  background: true),
        .init(category: .audioProcessing,  silenced: nil,               mixes: .no,             hasOutput: false,  hasInput: false, background: false),
    ]

    /// The row that iOS 6 added.
    // swift-format-ignore
    static let multiRoute: CategoryRule =
        .init(category: .multiRoute,       silenced: false,             mixes: .whenAdded,      hasOutput: true,   hasInput: true,  background: true)
}

/// Where an option may be set (contested point C7).
public struct OptionRule: Hashable, Sendable {
    public let option: CategoryOptions
    /// The categories in which it has its effect.
    public let effective: Members<Category>
    /// Whether setting it elsewhere is refused; otherwise it is kept and does nothing.
    public let refusedElsewhere: Bool
    public let rule: RuleID
}

extension OptionRule {
    // swift-format-ignore
    static let all: [OptionRule] = [
        //    option                         has its effect in                                     refused elsewhere         rule
        .init(option: .mixWithOthers,        effective: [.playback, .playAndRecord, .multiRoute],           refusedElsewhere: false, rule: .act4),
        .init(option: .duckOthers,           effective: [.ambient, .playback, .playAndRecord, .multiRoute], refusedElsewhere: false, rule: .dk1),
        .init(option: .interruptSpokenAudio, effective: [.playback, .playAndRecord, .multiRoute],           refusedElsewhere: false, rule: .sp1),
        .init(option: .allowBluetooth,       effective: [.playAndRecord, .record],                          refusedElsewhere: true,  rule: .err4),
        .init(option: .defaultToSpeaker,     effective: [.playAndRecord],                                   refusedElsewhere: true,  rule: .err4),
        .init(option: .allowBluetoothA2DP,   effective: [.playAndRecord],                                   refusedElsewhere: true,  rule: .err4),
        .init(option: .allowAirPlay,         effective: [.playAndRecord],                                   refusedElsewhere: true,  rule: .err4),
        .init(option: .overrideMutedMicrophoneInterruption,
                                             effective: [.playAndRecord, .record, .multiRoute],             refusedElsewhere: true,  rule: .err4),
    ]
}

/// What a mode brings along without showing it: options that it switches on (contested point C10), and the level that
/// governs media while a session of the mode is active.
public struct ModeRule: Hashable, Sendable {
    public let mode: Mode
    /// The category in which the mode means something.
    public let category: Category
    public let switchesOn: CategoryOptions
    public let volume: LevelRule.Volume
}

extension ModeRule {
    // swift-format-ignore
    static let iPhoneOS3: [ModeRule] = [
        .init(mode: .voiceChat, category: .playAndRecord, switchesOn: [.allowBluetooth],                    volume: .media),
        .init(mode: .videoChat, category: .playAndRecord, switchesOn: [.allowBluetooth, .defaultToSpeaker], volume: .media),
    ]

    // swift-format-ignore
    static let modern: [ModeRule] = [
        .init(mode: .voiceChat, category: .playAndRecord, switchesOn: [.allowBluetooth],                    volume: .call),
        .init(mode: .videoChat, category: .playAndRecord, switchesOn: [.allowBluetooth, .defaultToSpeaker], volume: .call),
        .init(mode: .gameChat,  category: .playAndRecord, switchesOn: [],                                   volume: .call),
    ]
}

/// How a category comes by an accessory.
public struct AccessoryRule: Hashable, Sendable {
    public let kind: Accessory.Kind
    /// The categories whose output may go to it without further ado.
    public let always: Members<Category>
    /// The category whose output may go to it with the option.
    public let with: CategoryOptions?
    public let rule: RuleID
}

extension AccessoryRule {
    private static let withOutput: Members<Category> = [.ambient, .soloAmbient, .playback, .playAndRecord, .multiRoute]
    private static let oneOutput: Members<Category> = [.ambient, .soloAmbient, .playback, .playAndRecord]
    private static let playbackLike: Members<Category> = [.ambient, .soloAmbient, .playback]

    // swift-format-ignore
    static let all: [AccessoryRule] = [
        //    accessory                output of                 PlayAndRecord needs        rule
        .init(kind: .headphones,       always: withOutput,       with: nil,                 rule: .rte2),
        .init(kind: .headset,          always: withOutput,       with: nil,                 rule: .rte2),
        .init(kind: .lineOut,          always: withOutput,       with: nil,                 rule: .rte2),
        .init(kind: .usbAudio,         always: withOutput,       with: nil,                 rule: .rte2),
        .init(kind: .hdmi,             always: withOutput,       with: nil,                 rule: .rte2),
        .init(kind: .bluetoothA2DP,    always: playbackLike,     with: .allowBluetoothA2DP, rule: .rte10),
        .init(kind: .bluetoothHFP,     always: [],               with: .allowBluetooth,     rule: .rte9),
        .init(kind: .airPlay,          always: playbackLike,     with: .allowAirPlay,       rule: .rte10),
        .init(kind: .carAudio,         always: oneOutput,        with: nil,                 rule: .rte2),
    ]
}
