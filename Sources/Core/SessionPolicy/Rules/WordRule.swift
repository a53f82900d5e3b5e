/// Whether a step may use a word under a book: modes, options, questions and accessories came one by one.
public struct WordRule: DatedRow, Hashable {
    public var word: Word
    /// The first system that has it.
    public var since: SystemVersion?
    /// Whether the book takes it; if it does not, the step is refused.
    public var isKnown = true
    /// The source that says since when there is such a word.
    public var source: String
    public var until: SystemVersion?

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
    static let history: [WordRule] = [
        .init(word: .mode(.voiceChat),              since: .iOS(5),     source: "iOS SDK 18, AVAudioSessionTypes.h"),
        .init(word: .mode(.gameChat),               since: .iOS(5),     source: "iOS SDK 18, AVAudioSessionTypes.h"),
        .init(word: .mode(.videoRecording),         since: .iOS(5),     source: "iOS SDK 18, AVAudioSessionTypes.h"),
        .init(word: .mode(.measurement),            since: .iOS(5),     source: "iOS SDK 18, AVAudioSessionTypes.h"),
        .init(word: .mode(.moviePlayback),          since: .iOS(6),     source: "iOS SDK 18, AVAudioSessionTypes.h"),
        .init(word: .mode(.videoChat),              since: .iOS(7),     source: "iOS SDK 18, AVAudioSessionTypes.h"),
        .init(word: .permission,                    since: .iOS(7),     source: "iOS SDK 18, AVAudioSession.h"),
        .init(word: .accessory(.carAudio),          since: .iOS(7),     source: "iOS SDK 18, AVAudioSessionTypes.h"),
        .init(word: .question(.secondaryAudioShouldBeSilencedHint), since: .iOS(8),     source: "iOS SDK 18, AVAudioSession.h"),
        .init(word: .mode(.spokenAudio),            since: .iOS(9),     source: "iOS SDK 18, AVAudioSessionTypes.h"),
        .init(word: .option(.interruptSpokenAudio), since: .iOS(9),     source: "iOS SDK 18, AVAudioSessionTypes.h"),
        .init(word: .option(.allowBluetoothA2DP),   since: .iOS(10),    source: "iOS SDK 18, AVAudioSessionTypes.h"),
        .init(word: .option(.allowAirPlay),         since: .iOS(10),    source: "iOS SDK 18, AVAudioSessionTypes.h"),
        .init(word: .mode(.voicePrompt),            since: .iOS(12),    source: "iOS SDK 18, AVAudioSessionTypes.h"),
        .init(word: .option(.overrideMutedMicrophoneInterruption), since: .iOS(14, 5), source: "iOS SDK 18, AVAudioSessionTypes.h"),
        .init(word: .mode(.shortFormVideo),         since: .iOS(26),    source: "iOS SDK 27, AVAudioSessionTypes.h"),
        .init(word: .mode(.dualRoute),              since: .iOS(26, 2), source: "iOS SDK 27, AVAudioSessionTypes.h"),
    ]
}

extension RuleBook {
    /// Returns the reason for which a step with the word is refused, or nil if the book takes it.
    func objection(to word: WordRule.Word) -> String? {
        guard let row = words.first(where: { $0.word == word && !$0.isKnown }), let since = row.since else {
            return nil
        }
        return "\(word.name) came with \(since.name); leave it out, or choose the rule book modern"
    }

    /// Returns the reason for which a step with this mode or these options is refused, or nil if the book takes them
    /// all.
    func objection(to mode: Mode, _ options: CategoryOptions) -> String? {
        if let objection = objection(to: .mode(mode)) { return objection }
        let row = words.first { row in
            if case .option(let option) = row.word { !row.isKnown && options.contains(option) } else { false }
        }
        return row.flatMap { objection(to: $0.word) }
    }
}

extension WordRule.Word {
    /// The kind and the name in the vocabulary, such as `the mode spokenAudio`.
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
