/// The meaning of an app's sound; the first axis of an audio session.
///
/// Source: iPhone Human Interface Guidelines 2009, "Using Sound", Table 4-1; `multiRoute` from iOS 6.
public enum Category: UInt8, VocabularyWord {
    case ambient, soloAmbient, playback, record, playAndRecord, audioProcessing, multiRoute

    public static let names = [
        "ambient", "soloAmbient", "playback", "record", "playAndRecord", "audioProcessing", "multiRoute",
    ]
}

/// A refinement of the category for a kind of content.
///
/// A mode that does not fit the category has no effect. Source: `AVAudioSession.Mode`.
public enum Mode: UInt8, VocabularyWord {
    case `default`, voiceChat, gameChat, videoRecording, measurement, moviePlayback, videoChat, spokenAudio, voicePrompt
    case shortFormVideo, dualRoute

    public static let names = [
        "default", "voiceChat", "gameChat", "videoRecording", "measurement", "moviePlayback", "videoChat",
        "spokenAudio", "voicePrompt", "shortFormVideo", "dualRoute",
    ]
}

/// The policy by which an app shares routes with the system, with AVAudioSession's names.
public enum RouteSharingPolicy: UInt8, VocabularyWord {
    case `default`, longFormAudio, independent, longFormVideo

    public static let names = ["default", "longFormAudio", "independent", "longFormVideo"]

    /// Whether it is for what people listen to or watch at length.
    public var isLongForm: Bool { self == .longFormAudio || self == .longFormVideo }
}

/// The options of a category, with AVAudioSession's bits.
///
/// Two options contain `mixWithOthers`: ducking and interrupting spoken audio both imply mixing (R-DK-4).
public struct CategoryOptions: OptionSet, Hashable, Sendable {
    public let rawValue: UInt32

    /// Creates a set from AVAudioSession's bits.
    public init(rawValue: UInt32) { self.rawValue = rawValue }

    public static let mixWithOthers = CategoryOptions(rawValue: 0x1)
    public static let duckOthers = CategoryOptions(rawValue: 0x2)
    public static let allowBluetooth = CategoryOptions(rawValue: 0x4)
    /// Today's spelling of `allowBluetooth`.
    public static let allowBluetoothHFP = allowBluetooth
    public static let defaultToSpeaker = CategoryOptions(rawValue: 0x8)
    /// The bit of `interruptSpokenAudioAndMixWithOthers` without the mix bit that its raw value contains.
    public static let interruptSpokenAudio = CategoryOptions(rawValue: 0x10)
    public static let interruptSpokenAudioAndMixWithOthers = CategoryOptions(rawValue: 0x11)
    public static let allowBluetoothA2DP = CategoryOptions(rawValue: 0x20)
    public static let allowAirPlay = CategoryOptions(rawValue: 0x40)
    public static let overrideMutedMicrophoneInterruption = CategoryOptions(rawValue: 0x80)
    public static let farFieldInput = CategoryOptions(rawValue: 0x40000)
    public static let bluetoothHighQualityRecording = CategoryOptions(rawValue: 0x80000)

    /// Every option with its name in the step vocabulary, sorted by name.
    public static let named: [(name: String, option: CategoryOptions)] = [
        ("allowAirPlay", .allowAirPlay),
        ("allowBluetooth", .allowBluetooth),
        ("allowBluetoothA2DP", .allowBluetoothA2DP),
        ("bluetoothHighQualityRecording", .bluetoothHighQualityRecording),
        ("defaultToSpeaker", .defaultToSpeaker),
        ("duckOthers", .duckOthers),
        ("farFieldInput", .farFieldInput),
        ("interruptSpokenAudioAndMixWithOthers", .interruptSpokenAudioAndMixWithOthers),
        ("mixWithOthers", .mixWithOthers),
        ("overrideMutedMicrophoneInterruption", .overrideMutedMicrophoneInterruption),
    ]

    /// Every word that names an option: besides `named`, today's spelling of an old one.
    public static let words: [(name: String, option: CategoryOptions)] =
        named + [("allowBluetoothHFP", .allowBluetooth)]

    /// The options that steps may name under every book, since the protocol took them before any book had them; a book
    /// without a row of theirs drops them.
    static let takenEarly: CategoryOptions = [.farFieldInput, .bluetoothHighQualityRecording]

    /// The set with the mix bit added where an option implies it (R-DK-4).
    public var withImpliedMixing: CategoryOptions {
        isDisjoint(with: [.duckOthers, .interruptSpokenAudio]) ? self : union(.mixWithOthers)
    }

    /// The names of the options in the set, sorted.
    public var names: [String] {
        CategoryOptions.named.filter { contains($0.option) }.map { $0.name }
    }
}
