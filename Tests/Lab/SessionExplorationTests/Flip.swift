import SessionScenario

@testable import SessionPolicy

/// A rule book with one row or one cell of a table turned into another, as the columns of the table have it.
struct Flip {
    /// The name of the cell that was turned, such as `coexistence: true, false: verdict`.
    let name: String
    let book: RuleBook
    /// The rule of the row, where it names one: the cases that cite it are asked first.
    let rule: RuleID?

    /// Every flip of one table that a case should notice: cells and rows that are there.
    ///
    /// How long a change takes does not show in a reply: replies tell how it is once all ramps have settled. Neither does by
    /// which kind of change: SounderTests hears both.
    static func flips(of table: RuleBook.Table, in book: RuleBook) -> [Flip] {
        if table == .changes || table == .ramps { return [] }
        let silent = book.categories.filter { !$0.hasOutput }.map { "always with \($0.category)" }
        return removed(from: table, in: book)
            + turned(table, in: book).filter { flip in
                switch table {
                case .refusals: !flip.name.contains(": error ")
                case .modes: !flip.name.contains(": switchesOn with ")
                case .accessories:
                    (!flip.name.contains(": with ") || flip.name.hasSuffix(": with nothing"))
                        && !silent.contains { flip.name.hasSuffix($0) }
                default: true
                }
            }
    }

    /// Every way to turn one cell or one row of a book, or to add one row to it.
    static func everything(in book: RuleBook) -> [Flip] {
        RuleBook.Table.allCases.flatMap { removed(from: $0, in: book) + turned($0, in: book) + added(to: $0, in: book) }
    }

    /// The flips of one table that turn a row which neither the first nor the last book has: the others' rows are turned
    /// round there. Of those two books, all.
    static func own(of table: RuleBook.Table, in book: RuleBook) -> [Flip] {
        if RuleBook.whole.contains(book) { return flips(of: table, in: book) }
        func says(_ book: RuleBook) -> [[PrintedTable.Cell]] {
            let table = book.printed(table)
            return table.rows.indices.map(table.undated)
        }
        let told = RuleBook.whole.flatMap(says)
        let own = says(book).filter { !told.contains($0) }
        return own.isEmpty
            ? [] : flips(of: table, in: book).filter { flip in own.contains { !says(flip.book).contains($0) } }
    }

    private static func name(_ table: RuleBook.Table, _ place: Int, in book: RuleBook) -> String {
        let keys = zip(table.definition.columns, table.definition.rows(book.lookup.tables)[place].cells).filter {
            $0.0.role.contains(.tells)
        }
        return "\(table): " + keys.map { $0.1.value.shown }.joined(separator: ", ")
    }

    private static func removed(from table: RuleBook.Table, in book: RuleBook) -> [Flip] {
        let rows = table.definition.rows(book.lookup.tables)
        guard table.definition.isOpen || table == .levels else { return [] }
        return rows.indices.map { place in
            var tables = book.lookup.tables
            table.definition.keep(&tables, rows.indices.filter { $0 != place })
            return Flip(
                name: name(table, place, in: book) + ": row", book: RuleBook(tables), rule: rows[place].rules.first)
        }
    }

    private static func turned(_ table: RuleBook.Table, in book: RuleBook) -> [Flip] {
        let rows = table.definition.rows(book.lookup.tables)
        // A category that the book lacks has no column; a thing that a row would refuse or silence besides is a row
        // that is not there; and of the errors one other is as good as all.
        let absent = Category.allCases.filter { book.rule(for: $0) == nil }.map { "\($0)" }
        let besides = ["requests with ", "kinds with "]
        var errors: Set<Int> = []
        return others(of: table, in: book).filter { other in
            !absent.contains { other.name.hasSuffix($0) } && !besides.contains { other.name.hasPrefix($0) }
                && (!other.name.hasPrefix("error ") || errors.insert(other.place).inserted)
        }.map { other in
            Flip(
                name: name(table, other.place, in: book) + ": " + other.name, book: RuleBook(other.tables),
                rule: rows[other.place].rules.first)
        }
    }

    /// The tables that differ from a book's in one cell alone that is no key, by as little as possible: the place of the
    /// row, what differs, and the tables.
    private static func others(
        of table: RuleBook.Table, in book: RuleBook
    ) -> [(place: Int, name: String, tables: RuleBook.Tables)] {
        let (definition, tables) = (table.definition, book.lookup.tables)
        /// The tables with another cell, or what is wrong with that.
        func put(_ cell: WrittenRow.Cell, _ key: String, _ place: Int) -> Result<RuleBook.Tables, RowProblem> {
            Result { () throws(RowProblem) in
                var tables = tables
                try definition.put(&tables, WrittenRow([(key, cell)]), place, 0)
                return tables
            }
        }
        return definition.rows(tables).enumerated().flatMap { place, row in
            zip(definition.columns, row.cells).filter { $0.0.role.isDisjoint(with: [.tells, .dates]) }.flatMap {
                column, cell -> [(place: Int, name: String, tables: RuleBook.Tables)] in
                // A cell of no kind says which there are; one that takes any text, or follows from others, has none.
                guard case .failure(let problem) = put(.text("?"), column.key, place) else { return [] }
                return others(of: cell.value, problem.says).map { name, other in
                    guard case .success(let tables) = put(other, column.key, place) else {
                        preconditionFailure("\(table) takes no \(other) for \(column.key)")
                    }
                    return (place, name.isEmpty ? column.key : column.key + " " + name, tables)
                }
            }
        }
    }

    /// The cells that differ from one by as little as possible, each with its name; without where there is one alone.
    /// - Parameter wanted: The sentence about a cell that is of no kind, which lists the words that there are.
    private static func others(
        of cell: WrittenRow.Cell, _ wanted: String
    ) -> [(name: String, cell: WrittenRow.Cell)] {
        let words = wanted.firstRange(of: "one of ").map {
            wanted[$0.upperBound...].split(separator: ", ").map(String.init)
        }
        switch (cell, words) {
        case (.flag(let flag), _): return [("", .flag(!flag))]
        case (.number(let number), _):
            if wanted.hasSuffix("from 0.0 to 60000.0") { return [("twice as long", .number(2 * number))] }
            return wanted.contains("whole number")
                ? [
                    ("× 0.99", .number((number * 0.99).rounded(.down))),
                    ("× 1.01", .number((number * 1.01).rounded(.up))),
                ]
                : [0.5, 1.25].map { ("× \($0)", .number(number * $0)) }
        case (.list(let names), let words?):
            return words.map { word in
                if names.contains(word) { return ("without \(word)", .list(names.filter { $0 != word })) }
                // In a table its word stands for the bit of interrupting spoken audio alone.
                let mixes = word == CategoryOptions.interruptSpokenAudioAndMixWithOthers.name
                return ("with \(word)", .list(names + [word] + (mixes ? ["mixWithOthers"] : [])))
            }
        case (.text(let text), let words?):
            let others = words.filter { $0 != text }
            let nothing: [(String, WrittenRow.Cell)] = wanted.contains("\"with\"") ? [("nothing", .nothing)] : []
            return nothing + others.map { (others.count == 1 ? "" : $0, .text($0)) }
        case (.nothing, let words?): return words.map { ($0, .text($0)) }
        case (.nothing, nil): return [("", .flag(true))]
        case (.list, nil), (.text, nil): return []
        }
    }

    // MARK: New rows

    /// Rows that a book does not have: each is told by some keys, before all others.
    private static func added(to table: RuleBook.Table, in book: RuleBook) -> [Flip] {
        switch table {
        case .modes:
            product(book.categories.map(\.category), Mode.allCases).filter { category, mode in
                !book.modes.contains { $0.mode == mode && $0.category == category }
            }.map {
                new(table, ["category": $0, "mode": $1], [("switchesOn", .list([])), ("volume", .text("call"))], book)
            }
        case .interruptions:
            product(InterruptionRule.Interrupter.allCases, InterruptionRule.Condition.allCases).filter {
                cause, session in
                !book.interruptions.contains { $0.cause == cause && $0.session == session }
            }.flatMap { cause, session in
                CoexistenceRule.Verdict.allCases.map {
                    new(table, ["cause": cause, "session": session, "verdict": $0], [("rule", .text("R-INT-2"))], book)
                }
            }
        case .refusals:
            product(RefusalRule.Condition.allCases, RefusalRule.Request.allCases).compactMap { condition, request in
                let rows = book.refusals.filter { $0.condition == condition }
                if rows.contains(where: { $0.requests.contains(request) }) { return nil }
                let error = rows.first?.error ?? .insufficientPriority
                return new(
                    table, ["condition": condition, "requests": request],
                    [
                        ("rule", .text((rows.first?.rule ?? .step1).id)), ("error", .text(error.name)),
                        ("remedy", .text("no")),
                    ], book)
            }
        case .silencing:
            product(SilencingRule.Condition.allCases, SoundKind.allCases).compactMap { condition, kind in
                let rows = book.silencing.filter { $0.condition == condition }
                if rows.contains(where: { $0.kinds.contains(kind) }) { return nil }
                return new(
                    table, ["condition": condition, "kinds": kind], [("rule", .text((rows.first?.rule ?? .step1).id))],
                    book)
            }
        case .buttons:
            product(ButtonRule.Condition.allCases, LevelRule.Volume.allCases).filter { condition, _ in
                !book.buttons.contains { $0.condition == condition }
            }.map { new(table, ["condition": $0, "moves": $1], [("rule", .text("R-VOL-2"))], book) }
        case .numbers:
            [0, 1].map { gain in
                var changed = book
                changed.numbers.duckGain = gain
                return Flip(name: "numbers: duckGain: \(Int(gain))", book: changed, rule: nil)
            }
        default: []
        }
    }

    private static func product<One, Other>(_ ones: [One], _ others: [Other]) -> [(One, Other)] {
        ones.flatMap { one in others.map { (one, $0) } }
    }

    private static func new(
        _ table: RuleBook.Table, _ words: KeyValuePairs<String, Any>, _ rest: [(key: String, value: WrittenRow.Cell)],
        _ book: RuleBook
    ) -> Flip {
        var tables = book.lookup.tables
        let cells = words.map { (key: $0.key, value: WrittenRow.Cell.text("\($0.value)")) }
        do throws(RowProblem) {
            try table.definition.put(&tables, WrittenRow(cells + rest), nil, 0)
        } catch {
            preconditionFailure("\(table) takes no such row: \(error.says)")
        }
        return Flip(
            name: "\(table): " + words.map { "\($0.value)" }.joined(separator: ", ") + ": new", book: RuleBook(tables),
            rule: table.definition.rows(tables)[0].rules.first)
    }
}
