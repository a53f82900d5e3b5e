extension RuleBook {
    /// The tables in the order in which they are printed.
    var printedTables: [PrintedTable] { Table.allCases.map(printed) }

    func printed(_ table: Table) -> PrintedTable {
        switch table {
        case .vocabulary: printedVocabulary
        case .words: printedWords
        case .categories: printedCategories
        case .directions: printedDirections
        case .options: printedOptions
        case .modes: printedModes
        case .coexistence: printedCoexistence
        case .interruptions: printedInterruptions
        case .refusals: printedRefusals
        case .silencing: printedSilencing
        case .levels: printedLevels
        case .accessories: printedAccessories
        case .buttons: printedButtons
        case .vibration: printedVibration
        case .changes: printedChanges
        case .ramps: printedRamps
        case .settings: printedSettings
        case .numbers: printedNumbers
        }
    }

    private func make(
        _ table: Table, _ title: String, _ note: String, _ columns: KeyValuePairs<String, String>,
        _ rows: [[PrintedTable.Cell]]
    ) -> PrintedTable {
        PrintedTable(
            table: table, title: title, note: note,
            columns: columns.map { PrintedTable.Column(key: $0.key, heading: $0.value) }, rows: rows)
    }

    private func name(_ category: Category) -> PrintedTable.Cell { .name(category.name, shown: category.title) }

    private var printedVocabulary: PrintedTable {
        make(
            .vocabulary, "Vocabulary",
            "What steps may say besides that which every system has; where the book does not know it, they are refused.",
            ["feature": "What", "since": "Since", "isKnown": "Known"],
            features.map {
                [.name("\($0.feature)", shown: $0.feature.words), .name($0.since.name), .flag($0.isKnown)]
            })
    }

    private var printedWords: PrintedTable {
        make(
            .words, "Words",
            "Words of the vocabulary that are younger than iPhone OS 3; what the book does not take is refused.",
            ["word": "Word", "since": "Since", "isKnown": "Taken", "source": "Source"],
            words.map { [.name($0.word.name), .name($0.since.name), .flag($0.isKnown), .text($0.source)] })
    }

    private var printedCategories: PrintedTable {
        make(
            .categories, "Table 4-1. Audio session categories",
            """
            iPhone Human Interface Guidelines 2009, "Using Sound"; the meanings in our own words (R-SW-1, R-LK-1, \
            R-ACT-5).
            """,
            [
                "category": "Category", "meaning": "Meaning",
                "silenced": "Silenced by Ring/Silent switch and locking", "mixes": "Mixes with other audio",
            ],
            categories.map {
                [
                    name($0.category), .text($0.category.meaning), $0.silenced.map { .flag($0) } ?? .nothing,
                    $0.mixes.cell,
                ]
            })
    }

    private var printedDirections: PrintedTable {
        make(
            .directions, "What the later guides add to Table 4-1",
            "Which way sound goes (R-CAT-1), and whether it may sound in the background (R-BG-2, R-BG-3).",
            ["category": "Category", "output": "Output", "input": "Input", "background": "Background"],
            categories.map {
                [name($0.category), .flag($0.hasOutput), .flag($0.hasInput), .flag($0.background)]
            })
    }

    private var printedOptions: PrintedTable {
        make(
            .options, "Options", "Where an option has its effect, and what happens elsewhere.",
            [
                "option": "Option", "effective": "Has its effect in", "refusedElsewhere": "Elsewhere",
                "rule": "Rule",
            ],
            options.map {
                [
                    .name($0.option.name), .list($0.effective.cases.map(\.name)),
                    .flag($0.refusedElsewhere, shown: $0.refusedElsewhere ? "refused" : "accepted, without effect"),
                    .rule($0.rule),
                ]
            })
    }

    private var printedModes: PrintedTable {
        make(
            .modes, "Modes",
            "What a mode switches on besides, without showing it (C10). Every other mode switches on nothing.",
            ["mode": "Mode", "category": "In category", "switchesOn": "Switches on", "volume": "Volume"],
            modes.map {
                [.name($0.mode.name), name($0.category), .list($0.switchesOn.names), .name("\($0.volume)")]
            })
    }

    private var printedCoexistence: PrintedTable {
        make(
            .coexistence, "Coexistence", "The mixing column of Table 4-1 read from both sides.",
            [
                "newcomerMixes": "The newcomer mixes", "incumbentMixes": "The incumbent mixes",
                "verdict": "The incumbent", "rule": "Rule",
            ],
            coexistence.map {
                [
                    .flag($0.newcomerMixes), .flag($0.incumbentMixes),
                    .name("\($0.verdict)", shown: $0.verdict == .isInterrupted ? "is interrupted" : "is heard too"),
                    .rule($0.rule),
                ]
            })
    }

    private var printedInterruptions: PrintedTable {
        make(
            .interruptions, "Interruptions",
            """
            What becomes of a session when something of the device takes the floor; the first row that fits wins. An app's \
            own session takes it by the rows of Coexistence.
            """,
            ["cause": "Cause", "session": "Session", "verdict": "The session", "rule": "Rule"],
            interruptions.map {
                [
                    .name("\($0.cause)", shown: $0.cause.words), .name("\($0.session)", shown: $0.session.words),
                    .name("\($0.verdict)", shown: $0.verdict == .isInterrupted ? "is interrupted" : "goes on"),
                    .rule($0.rule),
                ]
            })
    }

    private var printedRefusals: PrintedTable {
        make(
            .refusals, "Refusals", "What is refused; the first row that fits wins.",
            ["rule": "Rule", "requests": "Request", "condition": "When", "error": "Error", "remedy": "Remedy"],
            refusals.map {
                [
                    .rule($0.rule), .list($0.requests.cases.map { "\($0)" }),
                    .name("\($0.condition)", shown: $0.condition.words), .name($0.error.name), .text($0.remedy),
                ]
            })
    }

    private var printedSilencing: PrintedTable {
        make(
            .silencing, "Silencing",
            """
            What keeps a started sound from being heard; the first row that fits wins. An interruption comes before \
            all.
            """,
            ["rule": "Rule", "kinds": "What", "condition": "When"],
            silencing.map {
                [
                    .rule($0.rule), .list($0.kinds.cases.map(\.name)),
                    .name("\($0.condition)", shown: $0.condition.words),
                ]
            })
    }

    private var printedLevels: PrintedTable {
        make(
            .levels, "Levels", "At which volume each kind of sound is heard, and on what.",
            ["kind": "Sound", "volume": "Volume", "outputs": "On", "ducks": "Sessions duck it", "rule": "Rule"],
            levels.map {
                [
                    .name($0.kind.name), .name("\($0.volume)"), .name("\($0.outputs)", shown: $0.outputs.words),
                    .flag($0.ducks), .rule($0.rule),
                ]
            })
    }

    private var printedAccessories: PrintedTable {
        make(
            .accessories, "Accessories",
            "Which category's output may go where; of what may be used the last gesture wins.",
            ["accessory": "Accessory", "always": "Output of", "with": "PlayAndRecord needs", "rule": "Rule"],
            accessories.map {
                [
                    .name($0.kind.name), .list($0.always.cases.map(\.name)),
                    $0.with.map { .name($0.name) } ?? .nothing, .rule($0.rule),
                ]
            })
    }

    private var printedButtons: PrintedTable {
        make(
            .buttons, "Volume buttons", "What the buttons move; the first row that fits wins.",
            ["condition": "When", "moves": "They move", "rule": "Rule"],
            buttons.map {
                [.name("\($0.condition)", shown: $0.condition.words), .name("\($0.moves)"), .rule($0.rule)]
            })
    }

    private var printedVibration: PrintedTable {
        make(
            .vibration, "Vibration",
            "When the device vibrates, if the setting for the switch's position lets it (R-SW-7).",
            [
                "occasion": "When", "exceptWhileOwnSessionRecords": "Not while",
                "exceptWhileInputRuns": "Nor while", "rule": "Rule",
            ],
            vibration.map {
                [
                    .name("\($0.occasion)", shown: $0.occasion.words),
                    .flag(
                        $0.exceptWhileOwnSessionRecords,
                        shown: $0.exceptWhileOwnSessionRecords
                            ? "the app's own category is Record or PlayAndRecord" : "–"),
                    .flag(
                        $0.exceptWhileInputRuns,
                        shown: $0.exceptWhileInputRuns ? "an app records that does not allow it" : "–"),
                    .rule($0.rule),
                ]
            })
    }

    private var printedChanges: PrintedTable {
        make(
            .changes, "Kinds of change", "By which kind of change each part of a sound's level is reached (C18).",
            ["part": "When", "change": "Its level changes as when"],
            changes.map {
                [.name("\($0.part)", shown: $0.part.words), .name("\($0.change)", shown: $0.change.words)]
            })
    }

    private var printedRamps: PrintedTable {
        make(
            .ramps, "Ramps", "How long a change of level takes (C18).",
            ["change": "When", "milliseconds": "Milliseconds"],
            ramps.map {
                [.name("\($0.change)", shown: $0.change.words), .whole($0.length.milliseconds)]
            })
    }
}
