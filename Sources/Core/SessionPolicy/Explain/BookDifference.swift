/// The rows that one rule book has otherwise than another, each with its sources.
public struct BookDifference: Sendable {
    let from: String
    let to: String
    /// The rows that differ, in the order of the tables.
    let rows: [Row]

    struct Row: Sendable {
        let table: PrintedTable
        /// The row before, as people read it, or nil for a row that the second book adds.
        let before: [PrintedTable.Cell]?
        let after: [PrintedTable.Cell]?
        /// The place in the second book, counted from 1, and the place before, or nil if reading the rows that differ
        /// without it leads there.
        var place: (before: Int?, after: Int)?
        let rules: [RuleID]

        var cells: [PrintedTable.Cell] { after ?? before ?? [] }

        /// The text that tells the row from the others of its table.
        var key: String { named(.names).map { $0.cell.text }.joined(separator: ", ") }

        func named(_ role: PrintedTable.Role) -> [(column: PrintedTable.Heading, cell: PrintedTable.Cell)] {
            zip(table.columns, cells).filter { $0.0.role.contains(role) }.map { ($0.0, $0.1) }
        }
    }

    /// Compares two books.
    public init(from one: RuleBook, to other: RuleBook) {
        (from, to) = (one.title, other.title)
        rows = zip(one.printedTables, other.printedTables).flatMap { Self.rows(from: $0, to: $1) }
    }

    private static func rows(from one: PrintedTable, to other: PrintedTable) -> [Row] {
        let definition = one.table.definition
        func isEqual(_ before: Int, _ after: Int) -> Bool { one.undated(before) == other.undated(after) }
        func isSame(_ before: Int, _ after: Int) -> Bool {
            definition.isSame(definition.written(one.rows[before]), definition.written(other.rows[after]))
        }
        // Of the rows of the second table: which rows of the first they are.
        var origins = [Int?](repeating: nil, count: other.rows.count)
        for fits in [isEqual, isSame] {
            for before in one.rows.indices where !origins.contains(before) {
                if let after = origins.indices.first(where: { origins[$0] == nil && fits(before, $0) }) {
                    origins[after] = before
                }
            }
        }
        let staying = definition.isOpen ? longestRise(origins) : Set(origins.indices)
        func row(_ before: Int?, _ after: Int?) -> Row {
            let rules = (before.map { one.rules[$0] } ?? []) + (after.map { other.rules[$0] } ?? [])
            var row = Row(
                table: one, before: before.map { one.rows[$0] }, after: after.map { other.rows[$0] },
                rules: rules.enumerated().filter { rules.firstIndex(of: $0.element) == $0.offset }.map { $0.element })
            if let after, !staying.contains(after) { row.place = (before.map { $0 + 1 }, after + 1) }
            return row
        }
        // What was there in the order in which it was there, then what is new.
        let there = one.rows.indices.compactMap { before -> Row? in
            guard let after = origins.firstIndex(of: before) else { return row(before, nil) }
            return isEqual(before, after) && staying.contains(after) ? nil : row(before, after)
        }
        return there + origins.indices.filter { origins[$0] == nil }.map { row(nil, $0) }
    }

    /// The places of as many numbers as possible that rise from each to the next: the rows that may stay where they are.
    private static func longestRise(_ numbers: [Int?]) -> Set<Int> {
        var rises: [[Int]] = []
        for (place, number) in numbers.enumerated() {
            guard let number else {
                rises.append([])
                continue
            }
            let before = rises.filter { $0.last.flatMap { numbers[$0] }.map { $0 < number } == true }
            rises.append((before.max { $0.count < $1.count } ?? []) + [place])
        }
        return Set(rises.max { $0.count < $1.count } ?? [])
    }
}

extension BookDifference.Row {
    /// The cells that differ, such as `isKnown: No -> Yes`; the whole row where it is new or gone; and its dates.
    var change: String {
        var parts: [String] = []
        if let before, let after {
            for (column, cells) in zip(table.columns, zip(before, after))
            where cells.0 != cells.1 && !column.role.contains(.dates) {
                parts.append("\(column.heading): \(cells.0.text) → \(cells.1.text)")
            }
            if let place, let before = place.before { parts.append("Place: \(before) → \(place.after)") }
        } else {
            for (column, cell) in zip(table.columns, cells) where column.role.isDisjoint(with: [.names, .dates]) {
                parts.append("\(column.heading): \(cell.text)")
            }
        }
        let dates = named(.dates).filter { $0.cell.value != .nothing }.map { "\($0.column.heading): \($0.cell.text)" }
        return (after == nil ? "gone: " : before == nil ? "new: " : "") + (parts + dates).joined(separator: "; ")
    }

    /// The sources: those of the rules, and the row's own.
    var sources: [String] {
        let own = zip(table.columns, cells).filter { $0.0.key == "source" }.map { $0.1.text }
        return own + rules.map { "\($0.id): \($0.rule.source)" }
    }
}

extension BookDifference {
    private var title: String { "What \(to) has otherwise than \(from)" }

    /// The difference as plain text: lines of at most 118 characters, each ended by a line feed.
    public var text: String { text(width: PlainText.width) }

    /// Returns the difference as plain text for a terminal.
    ///
    /// - Parameter width: How many characters a line has, from 40; more only where a word has.
    /// - Returns: Lines, each ended by a line feed.
    public func text(width: Int) -> String {
        var lines = PlainText.heading(title, "=")
        if rows.isEmpty { lines += ["", "Nothing: both books have the same rows."] }
        var table: RuleBook.Table?
        for row in rows {
            if row.table.table != table { lines += [""] + PlainText.heading(row.table.title, "-") }
            table = row.table.table
            lines += [""] + PlainText.hanging("", row.key, width: width)
            lines += PlainText.hanging("    ", row.change, width: width)
            for source in row.sources { lines += PlainText.hanging("    Source: ", source, width: width) }
        }
        return lines.map { $0 + "\n" }.joined()
    }

    /// The difference as one JSON object: `from`, `to`, and `rows`, each with `table`, `before`, `after` (null if there
    /// is none), `rules` and `sources`, and with `since` and `until`, the systems that have it. A row that is new or
    /// stands elsewhere has `place`, too.
    public var json: String {
        let rows = rows.map { row -> JSONText in
            func object(_ cells: [PrintedTable.Cell]?, _ place: Int?) -> JSONText {
                guard let cells else { return .null }
                let members = zip(row.table.columns, cells).filter { !$0.0.role.contains(.dates) }.map {
                    JSONText.Member(key: $0.key, value: $1.value.json)
                }
                return .object(
                    members + (place.map { [JSONText.Member(key: "place", value: .number("\($0)"))] } ?? []))
            }
            let members: [(String, JSONText)] =
                [
                    ("table", .string(row.table.table.rawValue)), ("before", object(row.before, row.place?.before)),
                    ("after", object(row.after, row.place?.after)),
                    ("rules", .array(row.rules.map { .string($0.id) })),
                    ("sources", .array(row.sources.map { .string($0) })),
                ] + row.named(.dates).map { ($0.column.key, $0.cell.value.json) }
            return .object(members.map { JSONText.Member(key: $0.0, value: $0.1) })
        }
        let difference: JSONText = .members(["from": .string(from), "to": .string(to), "rows": .array(rows)])
        return difference.written(depth: 2) + "\n"
    }
}
