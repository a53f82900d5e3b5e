import SessionPolicy

/// The keys of the step vocabulary besides `do`, `at`, `expect` and `note`.
enum StepKey: String, CaseIterable, Sendable {
    case app, to, press, times, port, name, uid, because, phase, kind, seconds, backgroundAudio, resumes, category
    case mode, options, notifyOthers, sound, gain, `for`, uiSound, set, resumesWithoutLeave, pausesAtUnplug
    case inBackground, suspensionDelay, only, policy, version, option, command, position, rate, duckGain, duckSeconds
    case wantsRecommendation, suspendsWhenIdle, by

    var text: String { rawValue }
}

enum ValueRule: Sendable {
    case word([String])
    /// A list of these words, each at most once.
    case words([String])
    case number(ClosedRange<Double>)
    case whole(ClosedRange<Int>)
    case flag
    /// Any text.
    case name
    /// A rule book, by its name or by a version that it covers.
    case book
    /// An object of settings of a rule book, each with its value.
    case settings

    var wanted: String {
        switch self {
        case .word(let words):
            words.count == 1 ? "must be \(words[0])" : "must be one of \(words.joined(separator: ", "))"
        case .words(let words): "must be a list of any of \(words.joined(separator: ", "))"
        case .number(let range):
            "must be a number from \(plainText(range.lowerBound)) to \(plainText(range.upperBound))"
        case .whole(let range): "must be a whole number from \(range.lowerBound) to \(range.upperBound)"
        case .flag: "must be true or false"
        case .name: "must be a string"
        case .book: "must be a rule book, or a version that one covers: \(RuleBook.choices)"
        case .settings: "must be an object of settings, such as {\"C3\": \"headphones\"}"
        }
    }
}

struct KeyRule: Sendable {
    let key: StepKey
    let value: ValueRule
    let presence: Presence

    enum Presence: Sendable {
        case required
        case optional
        /// Required if another key has this word, otherwise not allowed.
        case onlyWith(StepKey, word: String)
    }

    static func required(_ key: StepKey, _ value: ValueRule) -> KeyRule {
        KeyRule(key: key, value: value, presence: .required)
    }

    static func optional(_ key: StepKey, _ value: ValueRule) -> KeyRule {
        KeyRule(key: key, value: value, presence: .optional)
    }

    static func only(_ key: StepKey, with other: StepKey, _ word: String, _ value: ValueRule) -> KeyRule {
        KeyRule(key: key, value: value, presence: .onlyWith(other, word: word))
    }
}

// Values shared by several rows. The limits are ours and prevent absurd lengths.
extension ValueRule {
    static let level = ValueRule.number(0...1)
    static let seconds = ValueRule.number(0...1e9)
    static let wired = ValueRule.word(Accessory.Kind.wired.map { $0.word })
    static let wireless = ValueRule.word(Accessory.Kind.wireless.map { $0.word })
    static let input = ValueRule.word(Port.inputs.map { $0.name } + ["none"])
}

extension Accessory.Kind {
    typealias Named = (word: String, kind: Accessory.Kind)

    // Besides the contract's own words, AVAudioSession's spelling of a port.
    static let wired: [Named] =
        allCases.filter { $0.isWired }.map { ($0.name, $0) } + [(Port.hdmi.name, .hdmi)]
    static let wireless: [Named] = allCases.filter { !$0.isWired }.map { ($0.name, $0) }
}

extension Port {
    static let inputs: [Port] = [.builtInMic, .headsetMic, .usbAudio, .bluetoothHFP, .carAudio]
}
