import SessionScenario

@testable import SessionPolicy

/// A rule book with one row or one cell of a table turned into its opposite.
struct Flip {
    /// What was turned, such as `coexistence: newcomer mixes, incumbent does not: verdict`.
    let name: String
    let book: RuleBook
    /// The rule of the row, where it names one: the cases that cite it are asked first.
    var rule: RuleID?

    /// Every flip of one table.
    static func flips(of table: RuleBook.Table, in book: RuleBook) -> [Flip] {
        let flips: [Flip] =
            switch table {
            case .vocabulary: vocabulary(book)
            case .words: words(book)
            case .categories: categories(book)
            case .directions: directions(book)
            case .options: options(book)
            case .modes: modes(book)
            case .coexistence: coexistence(book)
            case .interruptions: interruptions(book)
            case .refusals: refusals(book)
            case .silencing: silencing(book)
            case .levels: levels(book)
            case .accessories: accessories(book)
            case .buttons: buttons(book)
            case .vibration: vibration(book)
            case .settings: settings(book)
            case .numbers: numbers(book)
            // How long a change takes does not show in a reply: replies tell how it is once all ramps have settled.
            // Neither does by which kind of change: SessionHostTests hears both.
            case .changes, .ramps: []
            }
        return flips.map { Flip(name: "\(table): \($0.name)", book: $0.book, rule: $0.rule) }
    }

    /// The flips of one table that turn a row which neither of the whole books has: the others' rows are turned round there.
    /// Of a whole book, all.
    static func own(of table: RuleBook.Table, in book: RuleBook) -> [Flip] {
        if RuleBook.whole.contains(book) { return flips(of: table, in: book) }
        let told = RuleBook.whole.flatMap { $0.printed(table).rows }
        let own = book.printed(table).rows.filter { !told.contains($0) }
        guard !own.isEmpty else { return [] }
        return flips(of: table, in: book).filter { flip in
            let rows = flip.book.printed(table).rows
            return own.contains { !rows.contains($0) }
        }
    }

    init(_ name: String, by rule: RuleID? = nil, _ book: RuleBook, _ change: (inout RuleBook) -> Void) {
        var changed = book
        change(&changed)
        self.init(name: name, book: changed, rule: rule)
    }

    init(name: String, book: RuleBook, rule: RuleID?) {
        self.name = name
        self.book = book
        self.rule = rule
    }

    // MARK: Table 4-1

    private static func vocabulary(_ book: RuleBook) -> [Flip] {
        book.features.indices.map { place in
            let row = book.features[place]
            return Flip("\(row.feature): known", book) {
                $0.features[place] = FeatureRule(feature: row.feature, since: row.since, isKnown: !row.isKnown)
            }
        }
    }

    private static func words(_ book: RuleBook) -> [Flip] {
        book.words.indices.map { place in
            let row = book.words[place]
            return Flip("\(row.word.name): taken", book) {
                $0.words[place] = WordRule(
                    word: row.word, since: row.since, isKnown: !row.isKnown, source: row.source)
            }
        }
    }

    private static func categories(_ book: RuleBook) -> [Flip] {
        book.categories.indices.flatMap { place in
            let row = book.categories[place]
            func flip(_ cell: String, _ changed: CategoryRule) -> Flip {
                Flip("\(row.category.name): \(cell)", book) { $0.categories[place] = changed }
            }
            let mixings: [CategoryRule.Mixing] = [.no, .yes, .whenAdded].filter { $0 != row.mixes }
            return [
                Flip("\(row.category.name): row", book) { $0.categories.remove(at: place) },
                flip("silenced", row.with(silenced: row.silenced != true)),
            ] + mixings.map { flip("mixes \($0)", row.with(mixes: $0)) }
        }
    }

    private static func directions(_ book: RuleBook) -> [Flip] {
        book.categories.indices.flatMap { place in
            let row = book.categories[place]
            func flip(_ cell: String, _ changed: CategoryRule) -> Flip {
                Flip("\(row.category.name): \(cell)", book) { $0.categories[place] = changed }
            }
            return [
                flip("output", row.with(hasOutput: !row.hasOutput)),
                flip("input", row.with(hasInput: !row.hasInput)),
                flip("background", row.with(background: !row.background)),
            ]
        }
    }

    private static func options(_ book: RuleBook) -> [Flip] {
        book.options.indices.flatMap { place in
            let row = book.options[place]
            let name = CategoryOptions.named.first { $0.option == row.option }?.name ?? "interruptSpokenAudio"
            func flip(_ cell: String, effective: Members<Category>, refused: Bool) -> Flip {
                Flip("\(name): \(cell)", by: row.rule, book) {
                    $0.options[place] = OptionRule(
                        option: row.option, effective: effective, refusedElsewhere: refused, rule: row.rule)
                }
            }
            return [
                Flip("\(name): row", by: row.rule, book) { $0.options.remove(at: place) },
                flip("refused elsewhere", effective: row.effective, refused: !row.refusedElsewhere),
            ]
                + book.categories.map {
                    flip($0.category.name, effective: row.effective.toggled($0.category), refused: row.refusedElsewhere)
                }
        }
    }

    private static func modes(_ book: RuleBook) -> [Flip] {
        book.modes.indices.flatMap { place in
            let row = book.modes[place]
            let options = CategoryOptions.named.filter { row.switchesOn.contains($0.option) }
            let governs = Flip("\(row.mode.name): volume", book) {
                $0.modes[place] = ModeRule(
                    mode: row.mode, category: row.category, switchesOn: row.switchesOn,
                    volume: row.volume == .call ? .media : .call)
            }
            return [Flip("\(row.mode.name): row", book) { $0.modes.remove(at: place) }, governs]
                + options.map { option in
                    Flip("\(row.mode.name): \(option.name)", book) {
                        $0.modes[place] = ModeRule(
                            mode: row.mode, category: row.category,
                            switchesOn: row.switchesOn.subtracting(option.option), volume: row.volume)
                    }
                }
        }
    }

    private static func accessories(_ book: RuleBook) -> [Flip] {
        book.accessories.indices.flatMap { place in
            let row = book.accessories[place]
            func flip(_ cell: String, _ always: Members<Category>, _ with: CategoryOptions?) -> Flip {
                Flip("\(row.kind.name): \(cell)", by: row.rule, book) {
                    $0.accessories[place] = AccessoryRule(kind: row.kind, always: always, with: with, rule: row.rule)
                }
            }
            // Only who has an output has a route of his own.
            let categories = book.categories.filter(\.hasOutput).map(\.category)
            return [Flip("\(row.kind.name): row", by: row.rule, book) { $0.accessories.remove(at: place) }]
                + categories.map { flip($0.name, row.always.toggled($0), row.with) }
                + (row.with == nil ? [] : [flip("with", row.always, nil)])
        }
    }
}

// MARK: Rows with rules

extension Flip {
    private static func coexistence(_ book: RuleBook) -> [Flip] {
        book.coexistence.indices.map { place in
            let row = book.coexistence[place]
            return Flip(
                "newcomer mixes \(row.newcomerMixes), incumbent mixes \(row.incumbentMixes)", by: row.rule, book
            ) {
                $0.coexistence[place] = CoexistenceRule(
                    newcomerMixes: row.newcomerMixes, incumbentMixes: row.incumbentMixes,
                    verdict: row.verdict == .isHeardToo ? .isInterrupted : .isHeardToo, rule: row.rule)
            }
        }
    }

    private static func interruptions(_ book: RuleBook) -> [Flip] {
        book.interruptions.indices.flatMap { place in
            let row = book.interruptions[place]
            let name = "\(row.cause), \(row.session)"
            return [
                Flip("\(name): row", by: row.rule, book) { $0.interruptions.remove(at: place) },
                Flip("\(name): verdict", by: row.rule, book) {
                    $0.interruptions[place] = row.with(row.verdict == .isHeardToo ? .isInterrupted : .isHeardToo)
                },
            ]
        }
    }

    private static func refusals(_ book: RuleBook) -> [Flip] {
        book.refusals.indices.flatMap { place in
            let row = book.refusals[place]
            let name = "\(row.rule.id), \(row.condition)"
            return [Flip("\(name): row", by: row.rule, book) { $0.refusals.remove(at: place) }]
                + row.requests.cases.map { request in
                    Flip("\(name): \(request)", by: row.rule, book) {
                        $0.refusals[place] = RefusalRule(
                            rule: row.rule, requests: row.requests.toggled(request), condition: row.condition,
                            error: row.error, remedy: row.remedy)
                    }
                }
        }
    }

    private static func silencing(_ book: RuleBook) -> [Flip] {
        book.silencing.indices.flatMap { place in
            let row = book.silencing[place]
            let name = "\(row.rule.id), \(row.condition)"
            return [Flip("\(name): row", by: row.rule, book) { $0.silencing.remove(at: place) }]
                + row.kinds.cases.map { kind in
                    Flip("\(name): \(kind.name)", by: row.rule, book) {
                        $0.silencing[place] = SilencingRule(
                            rule: row.rule, kinds: row.kinds.toggled(kind), condition: row.condition)
                    }
                }
        }
    }

    private static func levels(_ book: RuleBook) -> [Flip] {
        book.levels.indices.flatMap { place in
            let row = book.levels[place]
            func flip(
                _ cell: String, volume: LevelRule.Volume? = nil, outputs: LevelRule.Outputs? = nil, ducks: Bool? = nil
            ) -> Flip {
                Flip("\(row.kind.name): \(cell)", by: row.rule, book) {
                    $0.levels[place] = LevelRule(
                        kind: row.kind, volume: volume ?? row.volume, outputs: outputs ?? row.outputs,
                        ducks: ducks ?? row.ducks, rule: row.rule)
                }
            }
            let volumes: [LevelRule.Volume] = [.media, .ringer, .call].filter { $0 != row.volume }
            let outputs: [LevelRule.Outputs] = [.media, .mediaButAirPlay, .speakerAndHeadphones, .call]
                .filter { $0 != row.outputs }
            return [
                Flip("\(row.kind.name): row", by: row.rule, book) { $0.levels.remove(at: place) },
                flip("ducks", ducks: !row.ducks),
            ] + volumes.map { flip("volume \($0)", volume: $0) } + outputs.map { flip("outputs \($0)", outputs: $0) }
        }
    }

    private static func buttons(_ book: RuleBook) -> [Flip] {
        book.buttons.indices.flatMap { place in
            let row = book.buttons[place]
            let volumes: [LevelRule.Volume] = [.media, .ringer, .call].filter { $0 != row.moves }
            return [Flip("\(row.condition): row", by: row.rule, book) { $0.buttons.remove(at: place) }]
                + volumes.map { volume in
                    Flip("\(row.condition): moves \(volume)", by: row.rule, book) {
                        $0.buttons[place] = ButtonRule(condition: row.condition, moves: volume, rule: row.rule)
                    }
                }
        }
    }

    private static func vibration(_ book: RuleBook) -> [Flip] {
        book.vibration.indices.flatMap { place in
            let row = book.vibration[place]
            return [
                Flip("\(row.occasion): row", by: row.rule, book) { $0.vibration.remove(at: place) },
                Flip("\(row.occasion): except while own session records", by: row.rule, book) {
                    $0.vibration[place] = VibrationRule(
                        occasion: row.occasion, exceptWhileOwnSessionRecords: !row.exceptWhileOwnSessionRecords,
                        exceptWhileInputRuns: row.exceptWhileInputRuns, rule: row.rule)
                },
                Flip("\(row.occasion): except while input runs", by: row.rule, book) {
                    $0.vibration[place] = VibrationRule(
                        occasion: row.occasion, exceptWhileOwnSessionRecords: row.exceptWhileOwnSessionRecords,
                        exceptWhileInputRuns: !row.exceptWhileInputRuns, rule: row.rule)
                },
            ]
        }
    }

    private static func settings(_ book: RuleBook) -> [Flip] {
        let settings: [(String, WritableKeyPath<RuleBook.Settings, Bool>)] = [
            ("leavingForegroundEndsApp", \.leavingForegroundEndsApp), ("answeredCallEndsApp", \.answeredCallEndsApp),
            ("busySessionIsDeactivated", \.busySessionIsDeactivated), ("hasResumeFlag", \.hasResumeFlag),
            ("endOfAppIsSilent", \.endOfAppIsSilent), ("hasSecondaryAudioHint", \.hasSecondaryAudioHint),
            ("alertDucksMedia", \.alertDucksMedia),
            ("a2dpHasVolume", \.a2dpHasVolume), ("silentAppliesToHeadphones", \.silentAppliesToHeadphones),
            ("pausesWhenOutputGoes", \.pausesWhenOutputGoes), ("alertSoundDucksMedia", \.alertSoundDucksMedia),
            ("mediaStartsWhileRinging", \.mediaStartsWhileRinging), ("resetNeedsCategory", \.resetNeedsCategory),
            ("disconnectInterrupts", \.disconnectInterrupts),
            ("mixingAndDuckingTakeTurns", \.mixingAndDuckingTakeTurns),
            ("tellsEndWithoutLeave", \.tellsEndWithoutLeave), ("defaultToSpeakerAlways", \.defaultToSpeakerAlways),
            ("tellsOfSuspensionLater", \.tellsOfSuspensionLater),
        ]
        return settings.map { name, path in Flip(name, book) { $0.settings[keyPath: path].toggle() } }
    }

    private static func numbers(_ book: RuleBook) -> [Flip] {
        let numbers: [(String, WritableKeyPath<RuleBook.Numbers, Double>)] = [
            ("duckGain", \.duckGain), ("volumeStep", \.volumeStep), ("ringerFloor", \.ringerFloor),
            ("callFloor", \.callFloor), ("mediaVolume", \.mediaVolume), ("ringerVolume", \.ringerVolume),
            ("callVolume", \.callVolume),
        ]
        let lengths: [(String, WritableKeyPath<RuleBook.Numbers, Length>)] = [
            ("systemSoundLimit", \.systemSoundLimit), ("keyClickLength", \.keyClickLength),
        ]
        return numbers.flatMap { name, path in
            [0.5, 1.25].map { factor in
                Flip("\(name) × \(factor)", book) { $0.numbers[keyPath: path] *= factor }
            }
        }
            + lengths.flatMap { name, path in
                [-1, 1].map { sign in
                    Flip("\(name) \(sign < 0 ? "shorter" : "longer") by a hundredth", book) {
                        let length = $0.numbers[keyPath: path].nanoseconds
                        $0.numbers[keyPath: path] = Length(nanoseconds: length + Int64(sign) * length / 100)
                    }
                }
            }
    }
}

extension Members {
    /// The set with this case in if it was out, and out if it was in.
    func toggled(_ member: Case) -> Members {
        contains(member) ? Members(cases.filter { $0 != member }) : union([member])
    }
}

extension CategoryRule {
    fileprivate func with(
        silenced: Bool?? = nil, mixes: Mixing? = nil, hasOutput: Bool? = nil, hasInput: Bool? = nil,
        background: Bool? = nil
    ) -> CategoryRule {
        CategoryRule(
            category: category, silenced: silenced ?? self.silenced, mixes: mixes ?? self.mixes,
            hasOutput: hasOutput ?? self.hasOutput, hasInput: hasInput ?? self.hasInput,
            background: background ?? self.background)
    }
}
