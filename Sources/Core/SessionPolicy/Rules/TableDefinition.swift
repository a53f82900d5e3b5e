/// One table of a rule book: its title, its columns, and how its rows are printed, written and ordered. Everything that
/// has to do with tables goes by it: what `rules` prints, the differences of two books, books of one's own and the
/// catalogue. A column is described once, in `RuleBook+Tables.swift`.
struct TableDefinition: Sendable {
    let table: RuleBook.Table
    let title: String
    /// A note on how to read the table.
    let note: String
    let columns: [PrintedTable.Heading]
    /// Whether rows can be added to the table and taken out, and the order of its rows means something.
    let isOpen: Bool
    let rows: @Sendable (RuleBook.Tables) -> [(cells: [PrintedTable.Cell], rules: [RuleID])]
    /// Whether the last row has to stand there, since it always fits.
    let endsThere: @Sendable (RuleBook.Tables) -> Bool
    /// Keeps the rows at some places, in this order.
    let keep: @Sendable (inout RuleBook.Tables, [Int]) -> Void
    /// Puts what is written into the row at a place; without a place into a new row, which is inserted at `fresh`.
    let put: @Sendable (inout RuleBook.Tables, WrittenRow, _ place: Int?, _ fresh: Int) throws(RowProblem) -> Void
    let hold: @Sendable (inout RuleBook.Tables, SystemVersion) -> Void

    /// Describes a table.
    /// - Parameters:
    ///   - new: What a row that is added says in the columns that it may leave out, or nil if none can be added.
    ///   - isLast: Whether a row has to stand last, since it always fits.
    ///   - mark: Says in a row whether it holds, where rows that do not hold stay, or nil if they go.
    ///   - rules: The rules that a row rests on.
    ///   - lens: Where a book holds the rows: calls its second argument with them in their place.
    init<Row: DatedRow>(
        _ table: RuleBook.Table, _ title: String, _ note: String, new: Row? = nil,
        isLast: @escaping @Sendable (Row) -> Bool = { _ in false },
        mark: (@Sendable (inout Row, Bool) -> Void)? = nil,
        rules: @escaping @Sendable (Row) -> [RuleID] = { _ in [] },
        at lens: @escaping @Sendable (inout RuleBook.Tables, (inout [Row]) -> Void) -> Void, columns own: [Column<Row>]
    ) {
        let columns = own + Column.dates.filter { date in !own.contains { $0.heading.key == date.heading.key } }
        (self.table, self.title, self.note) = (table, title, note)
        self.columns = columns.map { $0.heading }
        isOpen = new != nil
        @Sendable func typed(_ tables: RuleBook.Tables) -> [Row] {
            var (tables, rows) = (tables, [Row]())
            lens(&tables) { rows = $0 }
            return rows
        }
        rows = { typed($0).map { row in (columns.map { $0.cell(row) }, rules(row)) } }
        endsThere = { typed($0).last.map(isLast) ?? false }
        keep = { tables, places in lens(&tables) { rows in rows = places.map { rows[$0] } } }
        put = { tables, written, place, fresh throws(RowProblem) in
            guard var row = place.map({ typed(tables)[$0] }) ?? new else {
                throw RowProblem(key: nil, says: "\(table.rawValue) takes no new rows")
            }
            // What a person has made otherwise has the dates that the person gives it.
            var isOther = false
            for column in columns {
                guard let put = column.put else { continue }
                let isDate = column.heading.role.contains(.dates)
                if isDate && isOther && mark == nil { try put(&row, .nothing) }
                if let cell = written[column.heading.key] {
                    let before = column.cell(row)
                    try put(&row, cell)
                    isOther = isOther || !isDate && column.cell(row) != before
                } else if place == nil && !isDate && !column.heading.role.contains(.optional) {
                    throw RowProblem(key: nil, says: "a new row needs \"\(column.heading.key)\"")
                }
            }
            if mark == nil, let problem = row.problem(in: tables) { throw problem }
            lens(&tables) { rows in
                if let place { rows[place] = row } else { rows.insert(row, at: fresh) }
            }
        }
        hold = { tables, system in
            lens(&tables) { rows in
                guard let mark else { return rows.removeAll { !$0.holds(in: system) } }
                for place in rows.indices { mark(&rows[place], rows[place].holds(in: system)) }
            }
        }
    }
}

extension Column where Row: DatedRow {
    fileprivate static var dates: [Column] {
        [
            Column("since", "Since", .system, .dates) { $1(&$0.since) },
            Column("until", "Until", .system, .dates) { $1(&$0.until) },
        ]
    }
}

extension DatedRow {
    /// Returns the reason for which no book like this one can have the row, or nil if one can.
    fileprivate func problem(in book: RuleBook.Tables) -> RowProblem? {
        if let since, let until, until <= since {
            return RowProblem(
                key: "until",
                says: "\"until\" is \(until.name), and \"since\" \(since.name): the row would never hold; "
                    + "\"until\" is the first system that has the row no longer, so let it be a later one")
        }
        if holds(in: book.system) { return nil }
        let isEarly = since.map { $0 > book.system } ?? false
        let system = book.system == RuleBook.editions.last?.system ? "the newest system" : book.system.name
        let span = isEarly ? "since \(since?.name ?? "–")" : "until \(until?.name ?? "–")"
        return RowProblem(
            key: isEarly ? "since" : "until",
            says: "the row never holds: this book is about \(system), and the row holds \(span); leave that out, or "
                + "base the book on \(isEarly ? "a later" : "an earlier") one")
    }
}

extension RuleBook.Table {
    var definition: TableDefinition { RuleBook.Table.definitions[self]! }

    private static let definitions = Dictionary(
        uniqueKeysWithValues: TableDefinition.all.map { ($0.table, $0) })
}
