import SessionPolicy

/// The values behind the keys of one step, checked against their rules.
struct Arguments {
    private var values: [(key: StepKey, value: Argument)] = []

    enum Argument {
        /// The place of the word in its rule's list.
        case word(UInt8)
        /// One bit per word of the list.
        case words(UInt32)
        case number(Double)
        /// A length from outside the step.
        case length(Length)
        case whole(Int)
        case flag(Bool)
        /// The index of the member with the text, which gets a name once the whole step is valid.
        case text(Int)
        case name(Name)
        case book(RuleBook)
        case settings([RuleBook.Change])
    }

    subscript(key: StepKey) -> Argument? {
        get { values.first { $0.key == key }?.value }
        set {
            values.removeAll { $0.key == key }
            if let newValue { values.append((key, newValue)) }
        }
    }

    func word(_ key: StepKey) -> Int? {
        if case .word(let index) = self[key] { Int(index) } else { nil }
    }

    func words(_ key: StepKey) -> UInt32 {
        if case .words(let bits) = self[key] { bits } else { 0 }
    }

    /// The case of a word of `ValueRule.word(of:)`, or the first case if the key is absent.
    func choice<Choice: VocabularyWord>(_ key: StepKey, of type: Choice.Type = Choice.self) -> Choice {
        Choice(rawValue: UInt8(word(key) ?? 0))!
    }

    func number(_ key: StepKey) -> Double? {
        if case .number(let number) = self[key] { number } else { nil }
    }

    func whole(_ key: StepKey) -> Int? {
        if case .whole(let number) = self[key] { number } else { nil }
    }

    func flag(_ key: StepKey) -> Bool? {
        if case .flag(let flag) = self[key] { flag } else { nil }
    }

    func name(_ key: StepKey) -> Name? {
        if case .name(let name) = self[key] { name } else { nil }
    }

    func book(_ key: StepKey) -> RuleBook? {
        if case .book(let book) = self[key] { book } else { nil }
    }

    var settings: [RuleBook.Change] {
        if case .settings(let changes) = self[.set] { changes } else { [] }
    }

    /// Whether something is so from now on, by the key `to`.
    var isOn: Bool { flag(.to)! }

    var app: AppID? { name(.app).map { AppID($0) } }

    func sound(_ key: StepKey = .sound) -> SoundID? { name(key).map { SoundID($0) } }

    func length(_ key: StepKey = .seconds) -> Length? {
        if case .length(let length) = self[key] { length } else { number(key).map { Length(seconds: $0) } }
    }
}

extension ValueRule {
    /// The cases of an enumeration, by their names; their raw values count from zero.
    static func word(of type: (some VocabularyWord).Type) -> ValueRule { .word(type.names) }
}
