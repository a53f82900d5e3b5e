extension RuleBook {
    /// One thing that is to be otherwise than a rule book has it: a contested point by its number, a setting or a number
    /// by its name.
    public struct Change: Hashable, Sendable {
        /// Such as `C3`, `silentAppliesToHeadphones` or `duckGain`.
        public let name: String
        public let value: Value

        /// What it is to be.
        public enum Value: Hashable, Sendable {
            /// One of the words of a contested point.
            case word(String)
            case flag(Bool)
            case number(Double)

            /// As it stands in JSON, and in a scenario's header.
            package var json: String {
                switch self {
                case .word(let word): "\"\(word)\""
                case .flag(let flag): "\(flag)"
                case .number(let number): "\(number)"
                }
            }
        }

        /// Describes a change.
        public init(_ name: String, _ value: Value) { (self.name, self.value) = (name, value) }

        /// Reads `NAME=VALUE`, as it stands on a command line.
        ///
        /// - Parameter text: Such as `C3=headphones` or `duckGain=0.1`; nil where it has no equals sign.
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

        /// As it stands on a command line, such as `C3=headphones`.
        public var text: String {
            switch value {
            case .word(let word): "\(name)=\(word)"
            case .flag(let flag): "\(name)=\(flag)"
            case .number(let number): "\(name)=\(number)"
            }
        }

        /// What a setting may be.
        public enum Domain: Hashable, Sendable {
            case words([String])
            case flag
            case number(ClosedRange<Double>)
        }

        /// What the setting with a name may be; nil where there is none.
        public static func domain(_ name: String) -> Domain? {
            if let point = Switch.point(name) { return .words(point.words) }
            if Switch.flags[name] != nil || Switch.rows[name] != nil { return .flag }
            return Switch.levels[name].map { .number($0.range) }
        }

        /// What is wrong with it, and what would be right; nil for a change that can be made.
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

        /// Everything that can be otherwise.
        public static let names: [String] =
            Switch.points.map { "C\($0.number)" } + (Array(Switch.flags.keys) + Switch.rows.keys).sorted()
            + Switch.levels.keys.sorted()
    }

    /// The same book with some things otherwise; what cannot be made so is left as it is.
    ///
    /// - Parameter changes: In the order in which they are made.
    public func with(_ changes: [Change]) -> RuleBook {
        var book = self
        for change in changes where change.objection == nil {
            book.change { tables in
                tables.switched.removeAll { $0.name == change.name }
                tables.switched.append(change)
            }
            switch change.value {
            case .word(let word):
                guard let point = Switch.point(change.name), let place = point.words.firstIndex(of: word) else { break }
                point.change(&book, place == 1)
            case .flag(let flag):
                Switch.flags[change.name]?(&book, flag)
                Switch.rows[change.name]?(&book, flag)
            case .number(let number):
                Switch.levels[change.name]?.set(&book, number)
            }
        }
        return book
    }
}

/// How a contested point is switched: by one of two words.
struct Switch: Sendable {
    let number: Int
    /// Two words, each of which is the answer under some rule book.
    let words: [String]
    /// Makes the book answer by the second word, or by the first.
    let change: @Sendable (inout RuleBook, Bool) -> Void

    static func point(_ name: String) -> Switch? { points.first { "C\($0.number)" == name } }

    private init(
        _ number: Int, _ first: String, _ second: String,
        _ change: @escaping @Sendable (inout RuleBook, Bool) -> Void
    ) {
        (self.number, words, self.change) = (number, [first, second], change)
    }

    /// Every contested point that can be switched.
    static let points: [Switch] = [
        Switch(1, "receiver", "always") { $0.settings.defaultToSpeakerAlways = $1 },
        Switch(2, "silent", "told") { $0.settings.tellsEndWithoutLeave = $1 },
        Switch(3, "speaker", "headphones") { $0.settings.silentAppliesToHeadphones = $1 },
        Switch(4, "answer", "ring", rows["callInterruptsAtRing"]!),
        Switch(5, "ringer", "media") { book, isMedia in
            book.levels = book.levels.map { $0.isSystemSound ? $0.with(isMedia ? .media : .ringer) : $0 }
        },
        Switch(7, "accepted", "refused") { book, isRefused in
            let strict: CategoryOptions = [.allowBluetooth, .defaultToSpeaker, .allowBluetoothA2DP, .allowAirPlay]
            book.options = book.options.map {
                OptionRule(
                    option: $0.option, effective: $0.effective,
                    refusedElsewhere: strict.contains($0.option) ? isRefused : $0.refusedElsewhere, rule: $0.rule)
            }
        },
        Switch(8, "mixes", "ducks") { book, ducks in
            book.options = book.options.map { row in
                guard row.option == .duckOthers else { return row }
                let others = row.effective.cases.filter { $0 != .ambient }
                return OptionRule(
                    option: row.option, effective: Members(others + (ducks ? [.ambient] : [])),
                    refusedElsewhere: row.refusedElsewhere, rule: row.rule)
            }
        },
        Switch(10, "handsFree", "both") { book, isBoth in
            book.modes = book.modes.map { row in
                guard row.mode == .videoChat else { return row }
                return ModeRule(
                    mode: row.mode, category: row.category,
                    switchesOn: isBoth ? [.allowBluetooth, .defaultToSpeaker] : .allowBluetooth, volume: row.volume)
            }
        },
        Switch(15, "told", "silent") { $0.settings.endOfAppIsSilent = $1 },
        Switch(17, "mixes", "ducks") { $0.settings.alertDucksMedia = $1 },
        Switch(23, "goOn", "interrupted") { book, isInterrupted in
            book.interruptions = book.interruptions.map { row in
                guard row.session == .mixes, row.cause == .ring || row.cause == .alarm else { return row }
                return row.with(isInterrupted ? .isInterrupted : .isHeardToo)
            }
        },
        Switch(28, "ringer", "media") { book, isMedia in
            book.buttons.removeAll { $0.condition == .sessionIsActive }
            if isMedia {
                book.buttons.insert(
                    ButtonRule(condition: .sessionIsActive, moves: .media, rule: .vol2), at: book.buttons.count - 1)
            }
        },
        Switch(29, "vibrates", "silent") { book, isSilent in
            book.vibration = book.vibration.map { row in
                VibrationRule(
                    occasion: row.occasion, exceptWhileOwnSessionRecords: row.exceptWhileOwnSessionRecords,
                    exceptWhileInputRuns: isSilent && row.occasion.isOfApps, rule: row.rule)
            }
        },
        Switch(30, "mixes", "ducks") { $0.settings.alertSoundDucksMedia = $1 },
        Switch(31, "refused", "starts") { $0.settings.mediaStartsWhileRinging = $1 },
        Switch(32, "goesOn", "interrupted", rows["callInterruptsMixing"]!),
        Switch(33, "works", "fails") { $0.settings.resetNeedsCategory = $1 },
        Switch(34, "independent", "takeTurns") { $0.settings.mixingAndDuckingTakeTurns = $1 },
    ]

    /// Gives a book another answer.
    typealias Setter<Value> = @Sendable (inout RuleBook, Value) -> Void

    /// The settings by their names.
    static let flags: [String: Setter<Bool>] = [
        "leavingForegroundEndsApp": { $0.settings.leavingForegroundEndsApp = $1 },
        "answeredCallEndsApp": { $0.settings.answeredCallEndsApp = $1 },
        "busySessionIsDeactivated": { $0.settings.busySessionIsDeactivated = $1 },
        "hasResumeFlag": { $0.settings.hasResumeFlag = $1 },
        "endOfAppIsSilent": { $0.settings.endOfAppIsSilent = $1 },
        "hasSecondaryAudioHint": { $0.settings.hasSecondaryAudioHint = $1 },
        "tellsOfSuspensionLater": { $0.settings.tellsOfSuspensionLater = $1 },
        "alertDucksMedia": { $0.settings.alertDucksMedia = $1 },
        "a2dpHasVolume": { $0.settings.a2dpHasVolume = $1 },
        "silentAppliesToHeadphones": { $0.settings.silentAppliesToHeadphones = $1 },
        "pausesWhenOutputGoes": { $0.settings.pausesWhenOutputGoes = $1 },
        "alertSoundDucksMedia": { $0.settings.alertSoundDucksMedia = $1 },
        "mediaStartsWhileRinging": { $0.settings.mediaStartsWhileRinging = $1 },
        "resetNeedsCategory": { $0.settings.resetNeedsCategory = $1 },
        "tellsEndWithoutLeave": { $0.settings.tellsEndWithoutLeave = $1 },
        "defaultToSpeakerAlways": { $0.settings.defaultToSpeakerAlways = $1 },
        "disconnectInterrupts": { $0.settings.disconnectInterrupts = $1 },
        "mixingAndDuckingTakeTurns": { $0.settings.mixingAndDuckingTakeTurns = $1 },
    ]

    /// What is switched by its name and stands in rows of the table of interruptions.
    static let rows: [String: Setter<Bool>] = [
        "interruptsSpokenAudio": { book, isOn in
            book.interruptions.removeAll { $0.cause == .prompt }
            if isOn { book.interruptions.append(.promptOverSpeech) }
        },
        "callInterruptsAtRing": { book, isOn in
            book.interruptions.removeAll { $0 == .ringSparesAll }
            if !isOn { book.interruptions.insert(.ringSparesAll, at: 0) }
        },
        "callInterruptsMixing": { book, isOn in
            book.interruptions = book.interruptions.map { row in
                guard row.session == .mixes, row.cause == .ring || row.cause == .call else { return row }
                return row.with(isOn ? .isInterrupted : .isHeardToo)
            }
        },
    ]

    /// The numbers by their names, each with its range, linear.
    static let levels: [String: (set: Setter<Double>, range: ClosedRange<Double>)] = [
        "duckGain": ({ $0.numbers.duckGain = $1 }, 0...1),
        "volumeStep": ({ $0.numbers.volumeStep = $1 }, 0.001...1),
        "ringerFloor": ({ $0.numbers.ringerFloor = $1 }, 0...1),
        "callFloor": ({ $0.numbers.callFloor = $1 }, 0...1),
        "mediaVolume": ({ $0.numbers.mediaVolume = $1 }, 0...1),
        "ringerVolume": ({ $0.numbers.ringerVolume = $1 }, 0...1),
        "callVolume": ({ $0.numbers.callVolume = $1 }, 0...1),
    ]
}

extension LevelRule {
    fileprivate var isSystemSound: Bool { kind == .systemSound || kind == .alertSound }

    fileprivate func with(_ volume: Volume) -> LevelRule {
        LevelRule(kind: kind, volume: volume, outputs: outputs, ducks: ducks, rule: rule)
    }
}

extension VibrationRule.Occasion {
    /// Whether it is no call and no alarm, which a recording does not keep silent.
    fileprivate var isOfApps: Bool { self == .alertArrives || self == .alertSound || self == .vibrate }
}

extension ContestedPoint {
    /// The words by which it is switched, such as `C3=speaker` or `C3=headphones`; empty where it cannot be.
    public var words: [String] { Switch.point(id)?.words ?? [] }
}
