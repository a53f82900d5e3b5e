/// One row of Table 4-1, with the columns that Apple's later guides add (output, input, background).
public struct CategoryRule: DatedRow, Hashable {
    public var category: Category
    /// "Silenced by Ring/Silent switch and locking", or nil if the table has a dash.
    public var silenced: Bool?
    /// "Mixes with other audio".
    public var mixes: Mixing
    public var hasOutput: Bool
    public var hasInput: Bool
    /// Whether it may sound in the background (R-BG-2).
    public var background: Bool
    public var since: SystemVersion?
    public var until: SystemVersion?

    /// The answers of the column "Mixes with other audio".
    public enum Mixing: String, CaseIterable, Hashable, Sendable {
        case no = "No"
        case yes = "Yes"
        case whenAdded = "No (default); Yes (when the MixWithOthers property is added)"
    }
}

extension CategoryRule {
    /// Table 4-1: "Audio session categories you can use to define sound behavior in your application".
    // swift-format-ignore
    static let history: [CategoryRule] = [
        //    category                     silenced by switch and lock  mixes with other audio  output             input            background
        .init(category: .soloAmbient,      silenced: true,              mixes: .no,             hasOutput: true,   hasInput: false, background: false),
        .init(category: .ambient,          silenced: true,              mixes: .yes,            hasOutput: true,   hasInput: false, background: false),
        .init(category: .playback,         silenced: false,             mixes: .whenAdded,      hasOutput: true,   hasInput: false, background: true),
        .init(category: .record,           silenced: false,             mixes: .no,             hasOutput: false,  hasInput: true,  background: true),
        .init(category: .playAndRecord,    silenced: false,             mixes: .whenAdded,      hasOutput: true,   hasInput: true,  background: true),
        .init(category: .audioProcessing,  silenced: nil,               mixes: .no,             hasOutput: false,  hasInput: false, background: false),
        .init(category: .multiRoute,       silenced: false,             mixes: .whenAdded,      hasOutput: true,   hasInput: true,  background: true,  since: .iOS(6)),
    ]
}

extension Category {
    var title: String { name.prefix(1).uppercased() + name.dropFirst() }

    /// The column "Meaning" of Table 4-1, in our words.
    var meaning: String {
        switch self {
        case .soloAmbient: "Sound adds to the app, and other audio should be silent meanwhile"
        case .ambient: "Sound adds to the app, and other audio may go on"
        case .playback: "Sound is what the app is for; it may mix with other audio"
        case .record: "The person records"
        case .playAndRecord: "Sound goes out and in, by turns or at once"
        case .audioProcessing: "Hardware encodes audio; nothing is played or recorded"
        case .multiRoute: "Sound goes to several outputs at once (a row of iOS 6)"
        }
    }
}

/// The categories in which an option may be set (contested point C7).
public struct OptionRule: DatedRow, Hashable {
    public var option: CategoryOptions
    /// The categories in which it has its effect.
    public var effective: Members<Category>
    /// Whether setting it elsewhere is refused; otherwise it is kept and does nothing.
    public var refusedElsewhere: Bool
    public var rule: RuleID
    public var since: SystemVersion?
    public var until: SystemVersion?
}

extension OptionRule {
    // swift-format-ignore
    static let history: [OptionRule] = [
        //    option                         has its effect in                                     refused elsewhere         rule
        .init(option: .mixWithOthers,        effective: [.playback, .playAndRecord, .multiRoute],           refusedElsewhere: false, rule: .act4),
        .init(option: .duckOthers,           effective: [.ambient, .playback, .playAndRecord, .multiRoute], refusedElsewhere: false, rule: .dk1),
        .init(option: .interruptSpokenAudio, effective: [.playback, .playAndRecord, .multiRoute],           refusedElsewhere: false, rule: .sp1),
        .init(option: .allowBluetooth,       effective: [.playAndRecord, .record],                          refusedElsewhere: true,  rule: .err4, until: .iOS(26, 2)),
        .init(option: .allowBluetooth,       effective: [.playAndRecord, .record, .multiRoute],             refusedElsewhere: true,  rule: .err4, since: .iOS(26, 2)),
        .init(option: .defaultToSpeaker,     effective: [.playAndRecord],                                   refusedElsewhere: true,  rule: .err4),
        .init(option: .allowBluetoothA2DP,   effective: [.playAndRecord],                                   refusedElsewhere: true,  rule: .err4),
        .init(option: .allowAirPlay,         effective: [.playAndRecord],                                   refusedElsewhere: true,  rule: .err4),
        .init(option: .overrideMutedMicrophoneInterruption,
                                             effective: [.playAndRecord, .record, .multiRoute],             refusedElsewhere: true,  rule: .err4),
        .init(option: .bluetoothHighQualityRecording,
                                             effective: [.playAndRecord, .record],                          refusedElsewhere: true,  rule: .bt9, since: .iOS(26)),
        .init(option: .farFieldInput,        effective: [.playAndRecord, .record],                          refusedElsewhere: true,  rule: .ff1, since: .iOS(26, 2)),
    ]
}

extension OptionRule {
    /// The sentence about options that do not fit a category: which they are, and where each of them is allowed.
    /// - Parameters:
    ///   - rows: The rows of the options; at least one.
    static func objection(to rows: [OptionRule], in category: Category) -> String {
        func list(_ words: [String], _ last: String) -> String {
            words.count < 2
                ? words.joined() : words.dropLast().joined(separator: ", ") + " \(last) " + words[words.count - 1]
        }
        let names = rows.map { row in
            row.option.names.first ?? ""
        }
        let places = zip(rows, names).map { row, name in
            "\(name) is for \(list(Category.allCases.filter(row.effective.contains).map { $0.title }, "and"))"
        }
        let isOne = rows.count == 1
        return "\(list(names, "and")) \(isOne ? "does" : "do") not fit {app}'s category \(category.title): "
            + "\(list(places, "and")); leave \(isOne ? "it" : "them") out, or set another category"
    }
}

/// The effects of a mode that it does not show: options that it switches on (contested point C10), the level that
/// governs media while a session of the mode is active, and what happens when the output in use goes.
public struct ModeRule: DatedRow, Hashable {
    public var mode: Mode
    /// The category in which the mode means something.
    public var category: Category
    public var switchesOn: CategoryOptions
    public var volume: LevelRule.Volume
    /// Whether sound and recording continue on another route when the one in use goes; others pause (R-RTE-5).
    public var outlastsRoute = false
    public var since: SystemVersion?
    public var until: SystemVersion?

    var rules: [RuleID] {
        (switchesOn.contains(.allowBluetooth) ? [.rte9] : []) + (switchesOn.contains(.defaultToSpeaker) ? [.rte8] : [])
            + (volume == .call ? [.vol13] : []) + (outlastsRoute ? [.rte5] : [])
    }
}

extension ModeRule {
    // swift-format-ignore
    static let history: [ModeRule] = [
        //    mode              category                  switches on                                       volume          outlasts its route
        .init(mode: .voiceChat, category: .playAndRecord, switchesOn: [.allowBluetooth],                    volume: .media, until: .iOS(4)),
        .init(mode: .videoChat, category: .playAndRecord, switchesOn: [.allowBluetooth, .defaultToSpeaker], volume: .media, until: .iOS(4)),
        .init(mode: .voiceChat, category: .playAndRecord, switchesOn: [.allowBluetooth],                    volume: .media, outlastsRoute: true, since: .iOS(5), until: .iOS(7)),
        // The oldest report of a chat with the level of calls is of iOS 7 (R-VOL-13); so is the mode for video chats.
        .init(mode: .voiceChat, category: .playAndRecord, switchesOn: [.allowBluetooth],                    volume: .call,  outlastsRoute: true, since: .iOS(7)),
        .init(mode: .videoChat, category: .playAndRecord, switchesOn: [.allowBluetooth, .defaultToSpeaker], volume: .call,  outlastsRoute: true, since: .iOS(7)),
        .init(mode: .gameChat,  category: .playAndRecord, switchesOn: [],                                   volume: .media, outlastsRoute: true, since: .iOS(5), until: .iOS(7)),
        .init(mode: .gameChat,  category: .playAndRecord, switchesOn: [],                                   volume: .call,  outlastsRoute: true, since: .iOS(7)),
    ]
}

/// The use that a category can make of an accessory.
public struct AccessoryRule: DatedRow, Hashable {
    public var kind: Accessory.Kind
    /// The categories whose output may go to it without further ado.
    public var always: Members<Category>
    /// The category whose output may go to it with the option.
    public var with: CategoryOptions?
    public var rule: RuleID
    public var since: SystemVersion?
    public var until: SystemVersion?
}

extension AccessoryRule {
    private static let withOutput: Members<Category> = [.ambient, .soloAmbient, .playback, .playAndRecord, .multiRoute]
    private static let oneOutput: Members<Category> = [.ambient, .soloAmbient, .playback, .playAndRecord]
    private static let playbackLike: Members<Category> = [.ambient, .soloAmbient, .playback]

    // swift-format-ignore
    static let history: [AccessoryRule] = [
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
