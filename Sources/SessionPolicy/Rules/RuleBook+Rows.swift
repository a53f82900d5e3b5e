extension RuleBook {
    /// The same book under a name of its own.
    package func named(_ name: String) -> RuleBook {
        var tables = lookup.tables
        tables.name = name
        tables.switched = []
        return RuleBook(tables)
    }

    /// The columns of a table by which its rows are told apart.
    package static func keys(of table: Table) -> [String] {
        switch table {
        case .vocabulary: ["feature"]
        case .words: ["word"]
        case .categories, .directions: ["category"]
        case .options: ["option"]
        case .modes: ["mode", "category"]
        case .coexistence: ["newcomerMixes", "incumbentMixes"]
        case .interruptions: ["cause", "session"]
        case .refusals: ["condition", "rule"]
        case .silencing: ["condition", "rule"]
        case .levels: ["kind"]
        case .accessories: ["accessory"]
        case .buttons: ["condition"]
        case .vibration: ["occasion"]
        case .changes: ["part"]
        case .ramps: ["change"]
        case .settings: ["setting"]
        case .numbers: ["number"]
        }
    }

    /// Puts a row into a table: in the place of the row with the same keys, or, where there is none, before all others,
    /// since the first that fits wins. What the row does not say stays as it is. A row with `absent: true` is taken out.
    ///
    /// - Throws: What is wrong with it.
    package mutating func put(_ row: WrittenRow, into table: Table) throws(RowProblem) {
        let printed = printed(table)
        let columns = printed.columns.map { $0.key }
        for cell in row.cells where !columns.contains(cell.key) && cell.key != "absent" {
            throw RowProblem(
                key: cell.key,
                says: "\(table.rawValue) has no column \"\(cell.key)\"; it has \(columns.joined(separator: ", "))")
        }
        let keys = RuleBook.keys(of: table)
        for key in keys where row[key] == nil {
            throw RowProblem(key: nil, says: "the row lacks \"\(key)\", by which it is told from others")
        }
        let place = printed.rows.firstIndex { cells in
            keys.allSatisfy { key in columns.firstIndex(of: key).map { cells[$0].written } == row[key] }
        }
        let standing = place.map { Dictionary(uniqueKeysWithValues: zip(columns, printed.rows[$0].map { $0.written })) }
        let reader = RowReader(written: row, standing: standing ?? [:])
        if row["absent"] != nil {
            guard try reader.flag("absent"), let place else {
                throw RowProblem(key: "absent", says: "there is no such row that could be absent")
            }
            return try remove(place, from: table)
        }
        try put(reader, at: place, into: table)
    }

    private mutating func remove(_ place: Int, from table: Table) throws(RowProblem) {
        switch table {
        case .options: options.remove(at: place)
        case .modes: modes.remove(at: place)
        case .interruptions: interruptions.remove(at: place)
        case .refusals: refusals.remove(at: place)
        case .silencing: silencing.remove(at: place)
        case .accessories: accessories.remove(at: place)
        case .buttons where place < buttons.count - 1: buttons.remove(at: place)
        case .vibration: vibration.remove(at: place)
        case .categories: categories.remove(at: place)
        default:
            throw RowProblem(key: "absent", says: "each row of \(table.rawValue) is needed; change it in its place")
        }
    }

    private mutating func put(_ reader: RowReader, at place: Int?, into table: Table) throws(RowProblem) {
        switch table {
        case .categories, .directions: try putCategory(reader, place, table)
        case .options: options.put(try optionRow(reader), at: place)
        case .modes: modes.put(try modeRow(reader), at: place)
        case .coexistence: coexistence.put(try coexistenceRow(reader), at: try there(place, table))
        case .interruptions:
            interruptions.put(try interruptionRow(reader, place.map { interruptions[$0] }), at: place)
        case .refusals: refusals.put(try refusalRow(reader), at: place)
        case .silencing: silencing.put(try silencingRow(reader), at: place)
        case .levels: levels.put(try levelRow(reader), at: try there(place, table))
        case .accessories: accessories.put(try accessoryRow(reader), at: place)
        case .buttons: buttons.put(try buttonRow(reader), at: place)
        case .vibration: vibration.put(try vibrationRow(reader), at: place)
        case .changes: changes.put(try changeRow(reader), at: try there(place, table))
        case .ramps: ramps.put(try rampRow(reader), at: try there(place, table))
        case .vocabulary: try putFeature(reader, try there(place, table))
        case .words: try putWord(reader, try there(place, table))
        case .settings, .numbers: try putSetting(reader, RuleBook.keys(of: table)[0])
        }
    }

    /// A table that has a row for everything there is takes no new ones.
    private func there(_ place: Int?, _ table: Table) throws(RowProblem) -> Int {
        guard let place else {
            let key = RuleBook.keys(of: table)[0]
            let printed = printed(table)
            let column = printed.columns.firstIndex { $0.key == key } ?? 0
            let names = printed.rows.map { "\($0[column].json.written(depth: 0))" }.joined(separator: ", ")
            throw RowProblem(key: key, says: "\(table.rawValue) has no such row; the rows are \(names)")
        }
        return place
    }

    private mutating func putCategory(_ reader: RowReader, _ place: Int?, _ table: Table) throws(RowProblem) {
        let category = try reader.word("category", as: Category.self)
        let was = place.map { categories[$0] }
        guard table == .categories || was != nil else {
            throw RowProblem(key: "category", says: "the book has no such category; add it to \"categories\" first")
        }
        func mixing() throws(RowProblem) -> CategoryRule.Mixing {
            switch try reader.text("mixes") {
            case "no": return .no
            case "yes": return .yes
            case "whenAdded": return .whenAdded
            default: throw RowProblem(key: "mixes", says: "\"mixes\" is one of no, yes, whenAdded")
            }
        }
        let isFirst = table == .categories
        categories.put(
            CategoryRule(
                category: category, silenced: isFirst ? try reader.flagOrNothing("silenced") : was?.silenced,
                mixes: isFirst ? try mixing() : was?.mixes ?? .no,
                hasOutput: isFirst ? was?.hasOutput ?? true : try reader.flag("output"),
                hasInput: isFirst ? was?.hasInput ?? false : try reader.flag("input"),
                background: isFirst ? was?.background ?? false : try reader.flag("background")), at: place)
    }

    private mutating func putFeature(_ reader: RowReader, _ place: Int) throws(RowProblem) {
        let was = features[place]
        features[place] = FeatureRule(feature: was.feature, since: was.since, isKnown: try reader.flag("isKnown"))
    }

    private mutating func putWord(_ reader: RowReader, _ place: Int) throws(RowProblem) {
        let was = words[place]
        words[place] = WordRule(
            word: was.word, since: was.since, isKnown: try reader.flag("isKnown"), source: was.source)
    }

    private mutating func putSetting(_ reader: RowReader, _ key: String) throws(RowProblem) {
        let name = try reader.text(key)
        let value: Change.Value
        switch reader.written["value"] {
        case .flag(let flag): value = .flag(flag)
        case .number(let number): value = .number(number)
        case .text(let word): value = .word(word)
        default: throw RowProblem(key: nil, says: "the row lacks \"value\"")
        }
        let change = Change(name, value)
        if let objection = change.objection { throw RowProblem(key: "value", says: objection) }
        let bookName = self.name
        self = with([change]).named(bookName)
    }
}

extension Array {
    /// Puts an element in the place of one, or before all.
    fileprivate mutating func put(_ element: Element, at place: Int?) {
        if let place { self[place] = element } else { insert(element, at: 0) }
    }
}

extension RuleBook {
    private func optionRow(_ reader: RowReader) throws(RowProblem) -> OptionRule {
        OptionRule(
            option: try RowReader.option(try reader.text("option"), "option"),
            effective: try reader.words("effective", as: Category.self),
            refusedElsewhere: try reader.flag("refusedElsewhere"), rule: try reader.rule())
    }

    private func modeRow(_ reader: RowReader) throws(RowProblem) -> ModeRule {
        ModeRule(
            mode: try reader.word("mode", as: Mode.self), category: try reader.word("category", as: Category.self),
            switchesOn: try reader.options("switchesOn"), volume: try reader.word("volume", as: LevelRule.Volume.self))
    }

    private func coexistenceRow(_ reader: RowReader) throws(RowProblem) -> CoexistenceRule {
        CoexistenceRule(
            newcomerMixes: try reader.flag("newcomerMixes"), incumbentMixes: try reader.flag("incumbentMixes"),
            verdict: try reader.word("verdict", as: CoexistenceRule.Verdict.self), rule: try reader.rule())
    }

    /// A row that takes the place of another says what that one said, unless it turns the verdict round.
    private func interruptionRow(
        _ reader: RowReader, _ replaced: InterruptionRule?
    ) throws(RowProblem) -> InterruptionRule {
        let verdict = try reader.word("verdict", as: CoexistenceRule.Verdict.self)
        return InterruptionRule(
            cause: try reader.word("cause", as: InterruptionRule.Interrupter.self),
            session: try reader.word("session", as: InterruptionRule.Condition.self), verdict: verdict,
            rule: try reader.rule(), says: replaced?.with(verdict).says)
    }

    private func refusalRow(_ reader: RowReader) throws(RowProblem) -> RefusalRule {
        RefusalRule(
            rule: try reader.rule(), requests: try reader.words("requests", as: RefusalRule.Request.self),
            condition: try reader.word("condition", as: RefusalRule.Condition.self), error: try reader.error("error"),
            remedy: try reader.text("remedy"))
    }

    private func silencingRow(_ reader: RowReader) throws(RowProblem) -> SilencingRule {
        SilencingRule(
            rule: try reader.rule(), kinds: try reader.words("kinds", as: SoundKind.self),
            condition: try reader.word("condition", as: SilencingRule.Condition.self))
    }

    private func levelRow(_ reader: RowReader) throws(RowProblem) -> LevelRule {
        LevelRule(
            kind: try reader.word("kind", as: SoundKind.self),
            volume: try reader.word("volume", as: LevelRule.Volume.self),
            outputs: try reader.word("outputs", as: LevelRule.Outputs.self), ducks: try reader.flag("ducks"),
            rule: try reader.rule())
    }

    private func accessoryRow(_ reader: RowReader) throws(RowProblem) -> AccessoryRule {
        let with = try reader.options("with")
        return AccessoryRule(
            kind: try reader.word("accessory", as: Accessory.Kind.self),
            always: try reader.words("always", as: Category.self), with: with.isEmpty ? nil : with,
            rule: try reader.rule())
    }

    private func buttonRow(_ reader: RowReader) throws(RowProblem) -> ButtonRule {
        ButtonRule(
            condition: try reader.word("condition", as: ButtonRule.Condition.self),
            moves: try reader.word("moves", as: LevelRule.Volume.self), rule: try reader.rule())
    }

    private func vibrationRow(_ reader: RowReader) throws(RowProblem) -> VibrationRule {
        VibrationRule(
            occasion: try reader.word("occasion", as: VibrationRule.Occasion.self),
            exceptWhileOwnSessionRecords: try reader.flag("exceptWhileOwnSessionRecords"),
            exceptWhileInputRuns: try reader.flag("exceptWhileInputRuns"), rule: try reader.rule())
    }

    private func changeRow(_ reader: RowReader) throws(RowProblem) -> ChangeRule {
        ChangeRule(
            part: try reader.word("part", as: ChangeRule.Part.self),
            change: try reader.word("change", as: RampRule.Change.self))
    }

    private func rampRow(_ reader: RowReader) throws(RowProblem) -> RampRule {
        RampRule(
            change: try reader.word("change", as: RampRule.Change.self),
            length: .milliseconds(Int64(try reader.number("milliseconds", in: 0...60_000))))
    }
}
