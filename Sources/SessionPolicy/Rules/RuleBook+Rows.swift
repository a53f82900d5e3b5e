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

    /// The column that tells rows apart whose keys are the same: no two of them share a word of it.
    private static func second(of table: Table) -> String? { table == .refusals ? "requests" : nil }

    /// Whether rows can be added to a table and taken out, and the order of its rows means something.
    static func isOpen(_ table: Table) -> Bool {
        switch table {
        case .categories, .options, .modes, .interruptions, .refusals, .silencing, .accessories, .buttons, .vibration:
            true
        case .vocabulary, .words, .directions, .coexistence, .levels, .changes, .ramps, .settings, .numbers: false
        }
    }

    /// Puts rows into a table: each in the place of the row with the same keys, or, where there is none, before all others,
    /// since the first that fits wins; several new ones stand as they are written. What a row does not say stays as it is.
    /// A row with `absent: true` is taken out. One with `place` stands there in the end, counted from 1.
    ///
    /// - Returns: What is wrong, with the number of the row at fault.
    package mutating func put(_ rows: [WrittenRow], into table: Table) -> [(row: Int, problem: RowProblem)] {
        var problems: [(row: Int, problem: RowProblem)] = []
        var places = Places(count: printed(table).rows.count)
        for (number, row) in rows.enumerated() {
            do throws(RowProblem) {
                guard !rows[..<number].contains(where: { RuleBook.isSame($0, row, in: table) }) else {
                    throw RowProblem(key: nil, says: "this row of \(table.rawValue) stands here twice; leave one out")
                }
                try put(row, number, into: table, &places)
            } catch {
                problems.append((number, error))
            }
        }
        guard problems.isEmpty, let asking = rows.firstIndex(where: { $0["place"] != nil }) else { return problems }
        if let stray = places.stray(of: rows) {
            let says = "\"place\" is a whole number from 1 to \(places.rows.count)"
            return [(stray, RowProblem(key: "place", says: says))]
        }
        guard arrange(table, places.order(as: rows)) else {
            return [(asking, RowProblem(key: "place", says: "\"otherwise\" fits always, so it stands last"))]
        }
        return []
    }

    /// Whether two rows mean the same row of a table.
    static func isSame(_ one: WrittenRow, _ other: WrittenRow, in table: Table) -> Bool {
        guard keys(of: table).allSatisfy({ one[$0] == other[$0] }) else { return false }
        guard let second = second(of: table), let first = one[second], let last = other[second] else { return true }
        return overlap(first, last)
    }

    private static func overlap(_ one: WrittenRow.Cell, _ other: WrittenRow.Cell) -> Bool {
        one == other || !Set(one.texts).isDisjoint(with: other.texts)
    }

    private mutating func put(
        _ row: WrittenRow, _ number: Int, into table: Table, _ places: inout Places
    ) throws(RowProblem) {
        let printed = printed(table)
        let columns = printed.columns.map { $0.key }
        let extra = RuleBook.isOpen(table) ? ["absent", "place"] : ["absent"]
        for cell in row.cells where !columns.contains(cell.key) && !extra.contains(cell.key) {
            throw RowProblem(
                key: cell.key,
                says: "\(table.rawValue) has no column \"\(cell.key)\"; it has \(columns.joined(separator: ", "))")
        }
        for key in RuleBook.keys(of: table) where row[key] == nil {
            throw RowProblem(key: nil, says: "the row lacks \"\(key)\", by which it is told from others")
        }
        let written = printed.rows.map { Dictionary(uniqueKeysWithValues: zip(columns, $0.map { $0.written })) }
        let place = try place(of: row, among: written, in: table)
        let reader = RowReader(written: row, standing: place.map { written[$0] } ?? [:])
        if row["absent"] != nil {
            let isAbsent = try reader.flag("absent")
            // Who takes out a category takes out both of its rows; the other table may say so, too.
            if isAbsent && place == nil && table == .directions { return }
            guard isAbsent, let place else {
                throw RowProblem(key: "absent", says: "there is no such row that could be absent")
            }
            try remove(place, from: table)
            return places.remove(place)
        }
        try put(reader, at: Spot(place: place, fresh: places.fresh), into: table)
        if let place { places.rows[place].number = number } else if RuleBook.isOpen(table) { places.add(number) }
    }

    /// The place of the row that is meant: the one with the same keys, and where several have them, the one that shares what
    /// tells these apart.
    private func place(
        of row: WrittenRow, among rows: [[String: WrittenRow.Cell]], in table: Table
    ) throws(RowProblem) -> Int? {
        let places = rows.indices.filter { place in
            RuleBook.keys(of: table).allSatisfy { rows[place][$0] == row[$0] }
        }
        guard let second = RuleBook.second(of: table) else { return places.first }
        guard let told = row[second] else {
            guard places.count > 1 else { return places.first }
            let choices = places.map { "[\((rows[$0][second]?.texts ?? []).joined(separator: ", "))]" }
            throw RowProblem(
                key: nil,
                says: "\(table.rawValue) has \(places.count) such rows; say which by \"\(second)\": "
                    + choices.joined(separator: " or "))
        }
        return places.first { rows[$0][second] == told }
            ?? places.first { rows[$0][second].map { RuleBook.overlap($0, told) } == true }
    }

    /// Brings the rows of a table into an order, in which each is named by the place where it stands; false where a row
    /// would stand behind one that fits always.
    private mutating func arrange(_ table: Table, _ order: [Int]) -> Bool {
        switch table {
        case .categories: categories = order.map { categories[$0] }
        case .options: options = order.map { options[$0] }
        case .modes: modes = order.map { modes[$0] }
        case .interruptions: interruptions = order.map { interruptions[$0] }
        case .refusals: refusals = order.map { refusals[$0] }
        case .silencing: silencing = order.map { silencing[$0] }
        case .accessories: accessories = order.map { accessories[$0] }
        case .buttons:
            guard order.last.map({ buttons[$0].condition }) == .otherwise else { return false }
            buttons = order.map { buttons[$0] }
        case .vibration: vibration = order.map { vibration[$0] }
        case .vocabulary, .words, .directions, .coexistence, .levels, .changes, .ramps, .settings, .numbers: break
        }
        return true
    }

    private mutating func remove(_ place: Int, from table: Table) throws(RowProblem) {
        switch table {
        case .options: options.remove(at: place)
        case .modes: modes.remove(at: place)
        case .interruptions: interruptions.remove(at: place)
        case .refusals: refusals.remove(at: place)
        case .silencing: silencing.remove(at: place)
        case .accessories: accessories.remove(at: place)
        case .buttons where buttons[place].condition != .otherwise: buttons.remove(at: place)
        case .vibration: vibration.remove(at: place)
        case .categories: categories.remove(at: place)
        default:
            throw RowProblem(key: "absent", says: "each row of \(table.rawValue) is needed; change it in its place")
        }
    }

    private mutating func put(_ reader: RowReader, at spot: Spot, into table: Table) throws(RowProblem) {
        let place = spot.place
        switch table {
        case .categories, .directions: try putCategory(reader, spot, table)
        case .options: options.put(try optionRow(reader), at: spot)
        case .modes: modes.put(try modeRow(reader), at: spot)
        case .coexistence: coexistence[try there(place, table)] = try coexistenceRow(reader)
        case .interruptions: interruptions.put(try interruptionRow(reader), at: spot)
        case .refusals: refusals.put(try refusalRow(reader), at: spot)
        case .silencing: silencing.put(try silencingRow(reader), at: spot)
        case .levels: levels[try there(place, table)] = try levelRow(reader)
        case .accessories: accessories.put(try accessoryRow(reader), at: spot)
        case .buttons: buttons.put(try buttonRow(reader), at: spot)
        case .vibration: vibration.put(try vibrationRow(reader), at: spot)
        case .changes: changes[try there(place, table)] = try changeRow(reader)
        case .ramps: ramps[try there(place, table)] = try rampRow(reader)
        case .vocabulary: try putFeature(reader, try there(place, table))
        case .words: try putWord(reader, try there(place, table))
        case .settings: try putSetting(reader, "setting")
        case .numbers: try putNumber(reader, try there(place, table))
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

    private mutating func putCategory(_ reader: RowReader, _ spot: Spot, _ table: Table) throws(RowProblem) {
        let category = try reader.word("category", as: Category.self)
        let was = spot.place.map { categories[$0] }
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
                background: isFirst ? was?.background ?? false : try reader.flag("background")), at: spot)
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

    /// A number by its name; of the lengths among them a whole one, in milliseconds.
    private mutating func putNumber(_ reader: RowReader, _ place: Int) throws(RowProblem) {
        func length(_ most: Double) throws(RowProblem) -> Length {
            let number = try reader.number("value", in: 1...most)
            guard number == number.rounded() else {
                throw RowProblem(key: "value", says: "\"value\" is a whole number of milliseconds")
            }
            return .milliseconds(Int64(number))
        }
        switch try reader.text("number") {
        case "systemSoundLimit": numbers.systemSoundLimit = try length(600_000)
        case "keyClickLength": numbers.keyClickLength = try length(10_000)
        default: try putSetting(reader, "number")
        }
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
        let isKnown = Change.domain(name) != nil
        if let objection = change.objection { throw RowProblem(key: isKnown ? "value" : key, says: objection) }
        let bookName = self.name
        self = with([change]).named(bookName)
    }
}

/// Where a row goes: in the place of one, or behind those that are as new.
private struct Spot {
    let place: Int?
    let fresh: Int
}

extension Array {
    fileprivate mutating func put(_ element: Element, at spot: Spot) {
        if let place = spot.place { self[place] = element } else { insert(element, at: spot.fresh) }
    }
}

/// Which rows of a table come from which rows of a file, while these are put in.
private struct Places {
    /// The number of the written row that a row of the table comes from, nil where it is the base's.
    var rows: [(number: Int?, isNew: Bool)]
    /// How many rows are new; they stand before all others.
    private(set) var fresh = 0

    init(count: Int) { rows = Array(repeating: (nil, false), count: count) }

    mutating func add(_ number: Int) {
        rows.insert((number, true), at: fresh)
        fresh += 1
    }

    mutating func remove(_ place: Int) {
        if rows.remove(at: place).isNew { fresh -= 1 }
    }

    /// The number of a row of the file that asks for a place that there is not; nil where none does.
    func stray(of written: [WrittenRow]) -> Int? {
        rows.compactMap { $0.number }.first { number in
            guard let cell = written[number]["place"] else { return false }
            guard case .number(let place) = cell else { return true }
            return place != place.rounded() || !(1...Double(rows.count)).contains(place)
        }
    }

    /// The order in which the rows stand once each that asks for a place has it.
    func order(as written: [WrittenRow]) -> [Int] {
        var order: [Int] = []
        var asking: [(row: Int, place: Int)] = []
        for (row, origin) in rows.enumerated() {
            if let number = origin.number, case .number(let place)? = written[number]["place"] {
                asking.append((row, Int(place)))
            } else {
                order.append(row)
            }
        }
        for one in asking.sorted(by: { $0.place < $1.place }) {
            order.insert(one.row, at: min(one.place - 1, order.count))
        }
        return order
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

    private func interruptionRow(_ reader: RowReader) throws(RowProblem) -> InterruptionRule {
        InterruptionRule(
            cause: try reader.word("cause", as: InterruptionRule.Interrupter.self),
            session: try reader.word("session", as: InterruptionRule.Condition.self),
            verdict: try reader.word("verdict", as: CoexistenceRule.Verdict.self), rule: try reader.rule())
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
