extension RuleBook {
    package func named(_ name: String) -> RuleBook {
        var tables = lookup.tables
        tables.name = name
        tables.switched = []
        return RuleBook(tables)
    }

    /// Puts rows into a table: each in the place of the row with the same keys, or, if there is none, before all
    /// others, since the first that fits wins; several new ones stand as they are written. What a row does not say
    /// stays as it is. A row with `absent: true` is taken out. One with `place` stands there in the end, counted from
    /// 1.
    /// - Returns: What is wrong, with the number of the row at fault.
    package mutating func put(_ rows: [WrittenRow], into table: Table) -> [(row: Int, problem: RowProblem)] {
        var edit = TableEdit(lookup.tables, table)
        var problems: [(row: Int, problem: RowProblem)] = []
        for (number, row) in rows.enumerated() {
            do throws(RowProblem) {
                guard !rows[..<number].contains(where: { table.definition.isSame($0, row) }) else {
                    let says = "this row of \(table.rawValue) stands here twice and holds at once; leave one out"
                    throw RowProblem(key: nil, says: says)
                }
                try edit.put(row, number)
            } catch {
                problems.append((number, error))
            }
        }
        if problems.isEmpty, let problem = edit.arrange(as: rows) { problems.append(problem) }
        self = RuleBook(edit.tables)
        return problems
    }
}

extension TableDefinition {
    /// Whether two rows mean the same row of the table: their keys agree, and what tells rows apart that nothing else does
    /// has a word in common.
    func isSame(_ one: WrittenRow, _ other: WrittenRow) -> Bool {
        columns.allSatisfy { column in
            let (first, second) = (one[column.key], other[column.key])
            if column.role.contains(.tells) { return first == second }
            guard column.role.contains(.parts), let first, let second else { return true }
            return first == second || !Set(first.texts ?? []).isDisjoint(with: second.texts ?? [])
        }
    }

    fileprivate func keys(_ role: PrintedTable.Role) -> [String] {
        columns.filter { $0.role.contains(role) }.map { $0.key }
    }
}

/// A table while rows are put into it.
private struct TableEdit {
    var tables: RuleBook.Tables
    let definition: TableDefinition
    /// The number of the written row from which each row of the table comes, or nil for a row of the base.
    var origins: [Int?]
    /// The number of new rows, which stand before all others.
    var fresh = 0

    init(_ tables: RuleBook.Tables, _ table: RuleBook.Table) {
        (self.tables, definition) = (tables, table.definition)
        origins = Array(repeating: nil, count: definition.rows(tables).count)
    }

    private var name: String { definition.table.rawValue }

    mutating func put(_ row: WrittenRow, _ number: Int) throws(RowProblem) {
        let columns = definition.columns.map { $0.key }
        let extra = definition.isOpen ? ["absent", "place"] : ["absent"]
        for cell in row.cells where !columns.contains(cell.key) && !extra.contains(cell.key) {
            throw RowProblem(
                key: cell.key, says: "\(name) has no column \"\(cell.key)\"; it has \(columns.joined(separator: ", "))")
        }
        for key in definition.keys(.tells) where row[key] == nil {
            throw RowProblem(key: nil, says: "the row lacks \"\(key)\", by which it is told from others")
        }
        let place = try place(of: row)
        if let absent = row["absent"] { return try remove(place, absent) }
        if place == nil && !definition.isOpen { return try putElsewhere(row) }
        try definition.put(&tables, row, place, fresh)
        if let place {
            origins[place] = number
        } else {
            origins.insert(number, at: fresh)
            fresh += 1
        }
    }

    /// The place of the row that is meant: the one with the same keys, and where several have them, the one that shares what
    /// tells these apart.
    private func place(of row: WrittenRow) throws(RowProblem) -> Int? {
        let rows = definition.rows(tables).map { definition.written($0.cells) }
        let places = rows.indices.filter { place in definition.keys(.tells).allSatisfy { rows[place][$0] == row[$0] } }
        guard let second = definition.keys(.parts).first else { return places.first }
        guard let told = row[second] else {
            guard places.count > 1 else { return places.first }
            let choices = places.map { "[\((rows[$0][second]?.texts ?? []).joined(separator: ", "))]" }
            throw RowProblem(
                key: nil,
                says: "\(name) has \(places.count) such rows; say which by \"\(second)\": "
                    + choices.joined(separator: " or "))
        }
        return places.first { rows[$0][second] == told } ?? places.first { definition.isSame(rows[$0], row) }
    }

    private mutating func remove(_ place: Int?, _ absent: WrittenRow.Cell) throws(RowProblem) {
        guard let isAbsent = absent.flag else { throw RowProblem(key: "absent", says: "\"absent\" is true or false") }
        // A category that is taken out is taken out of both of its tables; the other may say so, too.
        if isAbsent && place == nil && definition.table == .directions { return }
        guard isAbsent, let place else {
            throw RowProblem(key: "absent", says: "there is no such row that could be absent")
        }
        guard definition.isOpen, place != origins.count - 1 || !definition.endsThere(tables) else {
            throw RowProblem(key: "absent", says: "each row of \(name) is needed; change it in its place")
        }
        definition.keep(&tables, origins.indices.filter { $0 != place })
        origins.remove(at: place)
        if place < fresh { fresh -= 1 }
    }

    /// A table that has a row for everything there is takes no new ones; but among the settings what is switched by another
    /// name may stand, such as a contested point.
    private mutating func putElsewhere(_ row: WrittenRow) throws(RowProblem) {
        let key = definition.keys(.tells)[0]
        guard definition.table == .settings, let name = row[key]?.text else {
            let column = definition.columns.firstIndex { $0.key == key } ?? 0
            let names = definition.rows(tables).map { $0.cells[column].value.json.written(depth: 0) }
            throw RowProblem(
                key: key, says: "\(self.name) has no such row; the rows are \(names.joined(separator: ", "))")
        }
        guard let value = row["value"].flatMap({ RuleBook.Change.Value($0) }) else {
            throw RowProblem(key: nil, says: "the row lacks \"value\"")
        }
        let change = RuleBook.Change(name, value)
        if let objection = change.objection {
            throw RowProblem(key: RuleBook.Change.domain(name) == nil ? key : "value", says: objection)
        }
        change.make(in: &tables)
    }

    /// Lets rows stand where they ask to.
    /// - Returns: What is wrong, with the number of the row at fault.
    mutating func arrange(as written: [WrittenRow]) -> (row: Int, problem: RowProblem)? {
        guard let asking = written.firstIndex(where: { $0["place"] != nil }) else { return nil }
        var order: [Int] = []
        var asked: [(row: Int, place: Int)] = []
        for (row, origin) in origins.enumerated() {
            guard let origin, let cell = written[origin]["place"] else {
                order.append(row)
                continue
            }
            guard let place = CellKind.wholeNumber(1...Double(origins.count)).value(cell) else {
                let says = "\"place\" is a whole number from 1 to \(origins.count)"
                return (origin, RowProblem(key: "place", says: says))
            }
            asked.append((row, Int(place)))
        }
        for one in asked.sorted(by: { $0.place < $1.place }) {
            order.insert(one.row, at: min(one.place - 1, order.count))
        }
        guard order.last == origins.count - 1 || !definition.endsThere(tables) else {
            return (asking, RowProblem(key: "place", says: "\"otherwise\" fits always, so it stands last"))
        }
        definition.keep(&tables, order)
        return nil
    }
}
