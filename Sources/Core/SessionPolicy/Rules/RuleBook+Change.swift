extension RuleBook {
    /// One thing that is to be otherwise than a rule book has it: a contested point by its number, a setting or a number
    /// by its name.
    public struct Change: Hashable, Sendable {
        /// Such as `C3`, `silentAppliesToHeadphones` or `duckGain`.
        public let name: String
        public let value: Value

        /// The new value of a setting.
        public enum Value: Hashable, Sendable {
            /// One of the words of a contested point.
            case word(String)
            case flag(Bool)
            case number(Double)

            /// The value as JSON, and as in a scenario's header.
            package var json: String {
                if case .word(let word) = self { "\"\(word)\"" } else { text }
            }

            var text: String {
                switch self {
                case .word(let word): word
                case .flag(let flag): "\(flag)"
                case .number(let number): "\(number)"
                }
            }
        }

        /// Describes a change.
        public init(_ name: String, _ value: Value) { (self.name, self.value) = (name, value) }

        /// Reads `NAME=VALUE`, as it stands on a command line.
        ///
        /// - Parameter text: Such as `C3=headphones` or `duckGain=0.1`, or nil if it has no equals sign.
        public init?(_ text: String) {
            guard let equals = text.utf8.firstIndex(of: UInt8(ascii: "=")) else { return nil }
            let value = String(text[text.index(after: equals)...])
            name = String(text[..<equals])
            switch value {
            case "true": self.value = .flag(true)
            case "false": self.value = .flag(false)
            default: self.value = Double(value).map { .number($0) } ?? .word(value)
            }
        }

        /// The change as on a command line, such as `C3=headphones`.
        public var text: String { "\(name)=\(value.text)" }

        /// The values that a setting may have.
        public enum Domain: Hashable, Sendable {
            case words([String])
            case flag
            case number(ClosedRange<Double>)
        }

        /// Returns the values that the setting with a name may have, or nil if there is none.
        public static func domain(_ name: String) -> Domain? {
            if let point = Switch.points.first(where: { $0.name == name }) { return .words(point.words) }
            if Settings.fields.contains(where: { $0.name == name }) || Switch.flags[name] != nil { return .flag }
            return levels.first { $0.name == name }?.range.map { .number($0) }
        }

        /// A sentence that says what is wrong with the change, and what would be right, or nil for a change that can be
        /// made.
        public var objection: String? {
            switch (Change.domain(name), value) {
            case (.words(let words), .word(let word)) where words.contains(word): nil
            case (.flag, .flag): nil
            case (.number(let range), .number(let number)) where range.contains(number): nil
            case (.words(let words), _): "\(name) must be one of \(words.joined(separator: ", "))"
            case (.flag, _): "\(name) must be true or false"
            case (.number(let range), _): "\(name) must be a number from \(range.lowerBound) to \(range.upperBound)"
            case (nil, _): "there is no such setting; there are \(Change.names.joined(separator: ", "))"
            }
        }

        public static let names: [String] =
            Switch.points.map { $0.name } + (Settings.fields.map { $0.name } + Switch.flags.keys).sorted()
            + levels.map { $0.name }.sorted()

        /// The numbers that can be otherwise.
        private static let levels = Numbers.fields.filter { $0.range != nil }

        /// Makes the change; one that cannot be made leaves all as it is.
        func make(in tables: inout Tables) {
            switch value {
            case .word(let word):
                guard let point = Switch.points.first(where: { $0.name == name }) else { return }
                if let place = point.words.firstIndex(of: word) { point.change(&tables, place == 1) }
            case .flag(let flag):
                Switch.flags[name]?(&tables, flag)
                tables.settings.edit { if $0.name == name { $0.value = flag } }
            case .number(let number): tables.numbers.edit { if $0.name == name { $0.value = number } }
            }
        }
    }

    /// Returns the book with some changes; a change that cannot be made is left out.
    ///
    /// - Parameter changes: In the order in which they are made.
    public func with(_ changes: [Change]) -> RuleBook {
        // A book takes about a millisecond to make.
        guard !changes.isEmpty else { return self }
        var tables = lookup.tables
        for change in changes where change.objection == nil {
            tables.switched.removeAll { $0.name == change.name }
            tables.switched.append(change)
            change.make(in: &tables)
        }
        return RuleBook(tables)
    }
}

extension RuleBook.Change.Value {
    /// Creates the value of a cell, or nil for a list and for nothing.
    init?(_ cell: WrittenRow.Cell) {
        switch cell {
        case .text(let word): self = .word(word)
        case .flag(let flag): self = .flag(flag)
        case .number(let number): self = .number(number)
        case .list, .nothing: return nil
        }
    }
}

/// The two words by which a contested point is switched.
struct Switch: Sendable {
    /// Makes the tables answer by the second word, or by the first.
    typealias Setter = @Sendable (inout RuleBook.Tables, Bool) -> Void

    let number: Int
    /// The two words, each of which is the answer under some rule book.
    let words: [String]
    let change: Setter

    var name: String { "C\(number)" }

    private init(_ number: Int, _ words: String..., change: @escaping Setter) {
        (self.number, self.words, self.change) = (number, words, change)
    }

    /// Every contested point that can be switched: those that a setting settles, and those that rows do.
    static let points: [Switch] = (rows + RuleBook.Settings.fields.compactMap(Switch.init)).sorted {
        $0.number < $1.number
    }

    private init?(_ setting: Field<RuleBook.Settings>) {
        guard let point = setting.point else { return nil }
        (number, words) = (point, setting.words)
        change = { RuleBook.Change(setting.name, .flag($1)).make(in: &$0) }
    }

    private static let rows: [Switch] = [
        Switch(4, "answer", "ring", change: callInterruptsAtRing),
        Switch(5, "ringer", "media") { tables, isMedia in
            tables.levels.edit {
                if $0.kind == .systemSound || $0.kind == .alertSound { $0.volume = isMedia ? .media : .ringer }
            }
        },
        Switch(7, "accepted", "refused") { tables, isRefused in
            let strict: CategoryOptions = [.allowBluetooth, .defaultToSpeaker, .allowBluetoothA2DP, .allowAirPlay]
            tables.options.edit { if strict.contains($0.option) { $0.refusedElsewhere = isRefused } }
        },
        Switch(8, "mixes", "ducks") { tables, ducks in
            tables.options.edit { row in
                guard row.option == .duckOthers else { return }
                row.effective = Members(row.effective.cases.filter { $0 != .ambient } + (ducks ? [.ambient] : []))
            }
        },
        Switch(10, "handsFree", "both") { tables, isBoth in
            tables.modes.edit {
                guard $0.mode == .videoChat else { return }
                $0.switchesOn = isBoth ? [.allowBluetooth, .defaultToSpeaker] : .allowBluetooth
            }
        },
        Switch(23, "goOn", "interrupted") { tables, isInterrupted in
            interrupt(isInterrupted, whereMixing: [.ring, .alarm], in: &tables)
        },
        Switch(28, "ringer", "media") { tables, isMedia in
            tables.buttons.removeAll { $0.condition == .sessionIsActive }
            if isMedia {
                tables.buttons.insert(
                    ButtonRule(condition: .sessionIsActive, moves: .media, rule: .vol2), at: tables.buttons.count - 1)
            }
        },
        Switch(29, "vibrates", "silent") { tables, isSilent in
            tables.vibration.edit { row in
                // A recording keeps neither a call nor an alarm silent.
                row.exceptWhileInputRuns = isSilent && row.occasion != .callComesIn && row.occasion != .alarmFires
            }
        },
        Switch(32, "goesOn", "interrupted", change: callInterruptsMixing),
        Switch(45, "goesOn", "interrupted") { interrupt($1, whereMixing: [.siri], in: &$0) },
    ]

    /// The changes by a name that are in rows of the table of interruptions.
    static let flags: [String: Setter] = [
        "interruptsSpokenAudio": { tables, isOn in
            tables.interruptions.removeAll { $0.cause == .prompt }
            if isOn { tables.interruptions.append(.promptOverSpeech) }
        },
        "callInterruptsAtRing": callInterruptsAtRing,
        "callInterruptsMixing": callInterruptsMixing,
    ]

    private static let callInterruptsAtRing: Setter = { tables, isOn in
        tables.interruptions.removeAll { $0 == .ringSparesAll }
        if !isOn { tables.interruptions.insert(.ringSparesAll, at: 0) }
        tables.causes.edit { if $0.cause == .ring { ($0.holdsDevice, $0.cutsShortSounds) = (isOn, isOn) } }
    }

    private static let callInterruptsMixing: Setter = { interrupt($1, whereMixing: [.ring, .call], in: &$0) }

    private static func interrupt(
        _ isInterrupted: Bool, whereMixing causes: [InterruptionRule.Interrupter], in tables: inout RuleBook.Tables
    ) {
        tables.interruptions.edit {
            guard $0.session == .mixes, causes.contains($0.cause) else { return }
            $0.verdict = isInterrupted ? .isInterrupted : .isHeardToo
        }
    }
}

extension Array where Element: DatedRow & Equatable {
    /// Changes rows in their places; those that are then other rows have no dates.
    mutating func edit(_ change: (inout Element) -> Void) {
        for place in indices {
            let before = self[place]
            change(&self[place])
            if self[place] != before { (self[place].since, self[place].until) = (nil, nil) }
        }
    }
}

extension ContestedPoint {
    /// The words by which it is switched, such as `C3=speaker` or `C3=headphones`; empty if it cannot be.
    public var words: [String] { Switch.points.first { $0.number == number }?.words ?? [] }
}
