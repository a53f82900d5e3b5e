/// One table of a rule book as it is printed, whatever the format.
struct PrintedTable: Hashable, Sendable {
    let table: RuleBook.Table
    let title: String
    let note: String
    let columns: [Heading]
    let rows: [[Cell]]
    let rules: [[RuleID]]

    struct Heading: Hashable, Sendable {
        let key: String
        let heading: String
        let role: Role
    }

    struct Role: OptionSet, Hashable, Sendable {
        let rawValue: UInt8

        static let tells = Role(rawValue: 1)
        static let names = Role(rawValue: 2)
        static let key: Role = [.tells, .names]
        /// Tells rows apart that nothing else does: no two of them share a word of it.
        static let parts = Role(rawValue: 4)
        /// Says which systems have the row, and nothing of what it says.
        static let dates = Role(rawValue: 8)
        /// A new row may leave it out: the column is younger than the books that people have written.
        static let optional = Role(rawValue: 32)
    }

    /// One value: what programs read, and what people read where that differs.
    struct Cell: Hashable, Sendable {
        let value: WrittenRow.Cell
        let shown: String?

        init(_ value: WrittenRow.Cell, shown: String? = nil) { (self.value, self.shown) = (value, shown) }

        static func text(_ text: String) -> Cell { Cell(.text(text)) }
        static func rules(_ rules: [RuleID]) -> Cell { Cell(.list(rules.map { $0.id })) }

        var text: String { shown ?? value.shown }
    }

    /// The headings and the rows as people read them: without dates if no row has one.
    var headings: [String] { shown.map { columns[$0].heading } }
    var texts: [[String]] { rows.map { row in shown.map { row[$0].text } } }

    /// Returns the cells of a row without its dates.
    func undated(_ row: Int) -> [Cell] {
        zip(columns, rows[row]).filter { !$0.0.role.contains(.dates) }.map { $0.1 }
    }

    private var shown: [Int] {
        columns.indices.filter { column in
            !columns[column].role.contains(.dates) || rows.contains { $0[column].value != .nothing }
        }
    }
}

extension TableDefinition {
    func written(_ cells: [PrintedTable.Cell]) -> WrittenRow {
        WrittenRow(zip(columns, cells).map { (key: $0.key, value: $1.value) })
    }
}

extension WrittenRow.Cell {
    /// The cell as people read it; a dash if there is nothing.
    var shown: String {
        switch self {
        case .text(let text): text
        case .flag(let flag): flag ? "Yes" : "No"
        case .number(let number): WrittenRow.Cell.shown(number)
        case .list(let names): names.isEmpty ? "–" : names.joined(separator: ", ")
        case .nothing: "–"
        }
    }

    var json: JSONText {
        switch self {
        case .text(let text): .string(text)
        case .flag(let flag): .bool(flag)
        case .number(let number): .number(WrittenRow.Cell.shown(number))
        case .list(let names): .array(names.map(JSONText.string))
        case .nothing: .null
        }
    }

    /// A whole number without a point.
    private static func shown(_ number: Double) -> String { Int64(exactly: number).map { "\($0)" } ?? "\(number)" }
}

extension RuleBook {
    var printedTables: [PrintedTable] { Table.allCases.map(printed) }

    func printed(_ table: Table) -> PrintedTable {
        let (definition, rows) = (table.definition, table.definition.rows(lookup.tables))
        return PrintedTable(
            table: table, title: definition.title, note: definition.note, columns: definition.columns,
            rows: rows.map { $0.cells }, rules: rows.map { $0.rules })
    }
}
