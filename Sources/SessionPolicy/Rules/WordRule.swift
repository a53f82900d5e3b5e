/// Whether a step may use a word under a book: modes, options, questions and accessories came one by one.
public struct WordRule: Hashable, Sendable {
    public let word: Word
    /// The first system that has it.
    public let since: SystemVersion
    /// Whether the book takes it; where it does not, the step is refused.
    public let isKnown: Bool
    /// Who says since when there is such a word.
    public let source: String

    /// A word that not every system has.
    public enum Word: Hashable, Sendable {
        case mode(Mode)
        /// One bit.
        case option(CategoryOptions)
        case question(Question)
        case accessory(Accessory.Kind)
        /// The person's answer to an app's question for the microphone.
        case permission
    }
}

extension WordRule {
    /// The words that are younger than iPhone OS 3, the oldest first.
    // swift-format-ignore
    private static let history: [(word: Word, since: SystemVersion, source: String)] = [
        (.mode(.voiceChat),              .iOS(5),  "iOS SDK 18, AVAudioSessionTypes.h"),
        (.mode(.gameChat),               .iOS(5),  "iOS SDK 18, AVAudioSessionTypes.h"),
        (.mode(.videoRecording),         .iOS(5),  "iOS SDK 18, AVAudioSessionTypes.h"),
        (.mode(.measurement),            .iOS(5),  "iOS SDK 18, AVAudioSessionTypes.h"),
        (.mode(.moviePlayback),          .iOS(6),  "iOS SDK 18, AVAudioSessionTypes.h"),
        (.mode(.videoChat),              .iOS(7),  "iOS SDK 18, AVAudioSessionTypes.h"),
        (.permission,                    .iOS(7),  "iOS SDK 18, AVAudioSession.h"),
        (.accessory(.carAudio),          .iOS(7),  "iOS SDK 18, AVAudioSessionTypes.h"),
        (.question(.secondaryAudioShouldBeSilencedHint), .iOS(8), "iOS SDK 18, AVAudioSession.h"),
        (.mode(.spokenAudio),            .iOS(9),  "iOS SDK 18, AVAudioSessionTypes.h"),
        (.option(.interruptSpokenAudio), .iOS(9),  "iOS SDK 18, AVAudioSessionTypes.h"),
        (.option(.allowBluetoothA2DP),   .iOS(10), "iOS SDK 18, AVAudioSessionTypes.h"),
        (.option(.allowAirPlay),         .iOS(10), "iOS SDK 18, AVAudioSessionTypes.h"),
        (.mode(.voicePrompt),            .iOS(12), "iOS SDK 18, AVAudioSessionTypes.h"),
        (.option(.overrideMutedMicrophoneInterruption), .iOS(14, 5), "iOS SDK 18, AVAudioSessionTypes.h"),
    ]

    /// The words of a system: what came later is refused.
    static func table(of system: SystemVersion) -> [WordRule] {
        history.map { WordRule(word: $0.word, since: $0.since, isKnown: $0.since <= system, source: $0.source) }
    }

    /// Those of iPhone OS 3, which takes them all and gives each the meaning that it can have there.
    static let iPhoneOS3 = history.map {
        WordRule(word: $0.word, since: $0.since, isKnown: true, source: $0.source)
    }
}

/// The words that a book does not take, each kind in place.
struct UnknownWords: Sendable {
    private(set) var modes: Members<Mode> = []
    private(set) var options: CategoryOptions = []
    private(set) var questions: Members<Question> = []
    private(set) var accessories: Members<Accessory.Kind> = []
    private(set) var hasPermission = false

    init(_ rules: [WordRule]) {
        for rule in rules where !rule.isKnown {
            switch rule.word {
            case .mode(let mode): modes = modes.union([mode])
            case .option(let option): options.formUnion(option)
            case .question(let question): questions = questions.union([question])
            case .accessory(let kind): accessories = accessories.union([kind])
            case .permission: hasPermission = true
            }
        }
    }
}

extension RuleBook {
    /// Why a step with this mode or these options is refused; nil where the book takes them all.
    func objection(to mode: Mode, _ options: CategoryOptions) -> String? {
        if lookup.unknown.modes.contains(mode) { return objection(to: .mode(mode)) }
        let unknown = options.intersection(lookup.unknown.options)
        if unknown.isEmpty { return nil }
        for row in words {
            if case .option(let option) = row.word, unknown.contains(option) { return objection(to: row.word) }
        }
        return nil
    }

    /// Why the question is refused; nil where the book takes it.
    func objection(to question: Question) -> String? {
        lookup.unknown.questions.contains(question) ? objection(to: .question(question)) : nil
    }

    /// Why the accessory is refused; nil where the book takes it.
    func objection(to kind: Accessory.Kind) -> String? {
        lookup.unknown.accessories.contains(kind) ? objection(to: .accessory(kind)) : nil
    }

    /// Why the person's answer about the microphone is refused; nil where the system asks.
    var objectionToPermission: String? { lookup.unknown.hasPermission ? objection(to: .permission) : nil }

    private func objection(to word: WordRule.Word) -> String? {
        guard let rule = words.first(where: { $0.word == word }) else { return nil }
        return "\(word.name) came with \(rule.since.name); leave it out, or choose the rule book modern"
    }
}

extension WordRule.Word {
    /// What it is and its name in the vocabulary, such as `the mode spokenAudio`.
    var name: String {
        switch self {
        case .mode(let mode): "the mode \(mode.name)"
        case .option(let option): "the option \(option.name)"
        case .question(let question): "the question \(question)"
        case .accessory(let kind): "the accessory \(kind.name)"
        case .permission: "the question for the microphone"
        }
    }
}

extension CategoryOptions {
    /// The name that the vocabulary has for one option; the bit of interrupting alone has none of its own.
    var name: String {
        CategoryOptions.named.first { $0.option == self || $0.option == withImpliedMixing }?.name ?? "–"
    }
}
