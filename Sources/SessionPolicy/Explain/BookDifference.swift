/// What one rule book has otherwise than another, row by row, each with its sources.
public struct BookDifference: Sendable {
    /// The titles of the two books.
    let from: String
    let to: String
    /// The rows that differ, in the order of the tables.
    let rows: [Row]

    /// One row of a table that differs.
    struct Row: Sendable {
        let table: PrintedTable
        /// What it was, as people read it; nil for a row that the second book adds.
        let before: [PrintedTable.Cell]?
        /// What it is; nil for a row that the second book lacks.
        let after: [PrintedTable.Cell]?
        /// Where it stands in the second book, counted from 1, and where it stood; nil where reading the rows that differ
        /// without it leads there.
        var place: (before: Int?, after: Int)?
        let rules: [RuleID]

        /// The row that stands for both.
        var cells: [PrintedTable.Cell] { after ?? before ?? [] }

        /// What tells the row from the others of its table.
        var key: String { table.keyColumns.map { cells[$0].text }.joined(separator: ", ") }
    }

    /// Compares two books.
    public init(from one: RuleBook, to other: RuleBook) {
        (from, to) = (one.title, other.title)
        rows = zip(one.printedTables, other.printedTables).flatMap { Self.rows(from: $0, to: $1) }
    }

    private static func rows(from one: PrintedTable, to other: PrintedTable) -> [Row] {
        // Of the rows of the second table: which rows of the first they are.
        var origins = [Int?](repeating: nil, count: other.rows.count)
        func isFree(_ place: Int) -> Bool { !origins.contains(place) }
        for (place, row) in other.rows.enumerated() {
            origins[place] = one.rows.indices.first { one.rows[$0] == row && isFree($0) }
        }
        for (place, before) in one.rows.enumerated() where isFree(place) {
            let after = origins.indices.first { origins[$0] == nil && one.isSame(before, other.rows[$0]) }
            if let after { origins[after] = place }
        }
        let staying = RuleBook.isOpen(one.table) ? longestRise(origins) : Set(origins.indices)
        func row(_ place: Int) -> Row? {
            let (after, origin) = (other.rows[place], origins[place])
            let before = origin.map { one.rows[$0] }
            guard before != after || !staying.contains(place) else { return nil }
            let rules = rules(behind: before, after, in: one)
            let standing = staying.contains(place) ? nil : (before: origin.map { $0 + 1 }, after: place + 1)
            return Row(table: one, before: before, after: after, place: standing, rules: rules)
        }
        // What was there in the order in which it was there, then what is new.
        let there = one.rows.indices.compactMap { place -> Row? in
            if let after = origins.firstIndex(of: place) { return row(after) }
            let before = one.rows[place]
            return Row(table: one, before: before, after: nil, rules: rules(behind: before, nil, in: one))
        }
        return there + origins.indices.filter { origins[$0] == nil }.compactMap(row)
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

    /// The rules that a row cites, and those behind a row of a table that cites none.
    private static func rules(
        behind before: [PrintedTable.Cell]?, _ after: [PrintedTable.Cell]?, in table: PrintedTable
    ) -> [RuleID] {
        var rules: [RuleID] = []
        for cell in (before ?? []) + (after ?? []) {
            switch cell {
            case .rule(let rule): rules.append(rule)
            case .rules(let cited): rules += cited
            case .name("multiRoute", _): rules.append(.rte12)
            case .name("call", _) where table.table == .modes: rules.append(.vol13)
            case .list(let options) where table.table == .modes:
                if options.contains("allowBluetooth") { rules.append(.rte9) }
                if options.contains("defaultToSpeaker") { rules.append(.rte8) }
            default: continue
            }
        }
        // The rows name the rule of vibrating; what keeps it away is another one.
        if table.table == .vibration { rules.append(.al11) }
        if table.table == .vocabulary {
            rules += Feature.allCases.filter { after?[0] == .name("\($0)", shown: $0.words) }.map { $0.rule }
        }
        return rules.enumerated().filter { rules.firstIndex(of: $0.element) == $0.offset }.map { $0.element }
    }
}

extension BookDifference.Row {
    /// The cells that differ, such as `isKnown: No -> Yes`; the whole row where it is new or gone.
    var change: String {
        switch (before, after) {
        case (let before?, let after?):
            (zip(table.columns, zip(before, after)).filter { $1.0 != $1.1 }
                .map { "\($0.heading): \($1.0.text) → \($1.1.text)" } + moved).joined(separator: "; ")
        case (nil, let row?): "new: " + whole(row)
        case (let row?, nil): "gone: " + whole(row)
        case (nil, nil): ""
        }
    }

    /// That a row stands elsewhere, where it was there before; empty where it is new, or where it was.
    private var moved: [String] {
        guard let place, let before = place.before else { return [] }
        return ["Place: \(before) → \(place.after)"]
    }

    private func whole(_ row: [PrintedTable.Cell]) -> String {
        table.columns.indices.filter { !table.keyColumns.contains($0) }
            .map { "\(table.columns[$0].heading): \(row[$0].text)" }.joined(separator: "; ")
    }

    /// Who says so: the rules with their sources, and what a row says of its own source.
    var sources: [String] {
        let own = table.columns.firstIndex { $0.key == "source" }.map { [cells[$0].text] } ?? []
        return own + rules.map { "\($0.id): \($0.rule.source)" }
    }
}

extension BookDifference {
    private var title: String { "What \(to) has otherwise than \(from)" }
    private static let none = "Nothing: both books have the same rows."

    /// As plain text for a terminal: lines of at most 118 characters, each ended by a line feed.
    public var text: String {
        var lines = PlainText.heading(title, "=")
        if rows.isEmpty { lines += ["", Self.none] }
        var table: RuleBook.Table?
        for row in rows {
            if row.table.table != table { lines += [""] + PlainText.heading(row.table.title, "-") }
            table = row.table.table
            lines += [""] + PlainText.hanging("", row.key)
            lines += PlainText.hanging("    ", row.change)
            for source in row.sources { lines += PlainText.hanging("    Source: ", source) }
        }
        return lines.map { $0 + "\n" }.joined()
    }

    /// As Markdown: a heading, and a table of the rows; the last line ended by a line feed.
    public var markdown: String { Markdown.document(blocks(level: "#")) }

    /// The blocks of a document about it.
    ///
    /// - Parameter level: The marks before its heading.
    func blocks(level: String) -> [String] {
        guard !rows.isEmpty else { return ["\(level) \(title)", Self.none] }
        return [
            "\(level) \(title)",
            Markdown.table(
                ["Table", "Row", "What changed", "Source"],
                rows.map { [$0.table.title, $0.key, $0.change, $0.sources.joined(separator: "; ")] }),
        ]
    }

    /// As one JSON object: `from`, `to`, and `rows`, each with `table`, `before`, `after` (null where there is none),
    /// `rules` and `sources`. A row that is new or stands elsewhere has `place`, too.
    public var json: String {
        let rows = rows.map { row -> JSONText in
            func object(_ cells: [PrintedTable.Cell]?, _ place: Int?) -> JSONText {
                guard let cells else { return .null }
                let members = zip(row.table.columns, cells).map { JSONText.Member(key: $0.key, value: $1.json) }
                return .object(
                    members + (place.map { [JSONText.Member(key: "place", value: .number("\($0)"))] } ?? []))
            }
            return .members([
                "table": .string(row.table.table.rawValue), "before": object(row.before, row.place?.before),
                "after": object(row.after, row.place?.after),
                "rules": .array(row.rules.map { .string($0.id) }), "sources": .array(row.sources.map { .string($0) }),
            ])
        }
        let difference: JSONText = .members(["from": .string(from), "to": .string(to), "rows": .array(rows)])
        return difference.written(depth: 2) + "\n"
    }
}
