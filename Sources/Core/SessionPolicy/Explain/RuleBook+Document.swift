extension RuleBook {
    /// `Docs/Generated/Rules.md`: every row that any system has, with the systems that have it, and the catalogue.
    ///
    /// - Returns: The whole document; a test keeps the file equal to it.
    public static func document() -> String {
        var blocks = [
            "# The rules",
            """
            Every table of the rule books, with every row that any of them has. A book is the rows that hold in its system:
            *since* is the first system that has a row, *until* the first that has it no longer; a row without either holds
            in all. To see what changed in iOS 10, follow the two columns for iOS 10. The order of rows is that of every
            book. `audiosession rules --rules iOS6` prints one book; what changed from each to the next is in
            [RuleBooks.md](RuleBooks.md).

            This file is generated from the tables in `Sources/Core/SessionPolicy/Rules`; a test keeps it equal to them.
            How sure each rule is, and what is not emulated, is in [Fidelity.md](Fidelity.md).
            """,
        ]
        for table in RuleBook(.history).printedTables.map({ $0.unmarked }) {
            blocks += ["## \(table.title)", table.note, Markdown.table(table.headings, table.texts)]
        }
        blocks.append("## The catalogue")
        blocks += Markdown.rules { rule in
            guard let difference = rule.difference else { return [] }
            return ["`iPhoneOS3`: " + difference.iPhoneOS3, "`modern`: " + difference.modern]
        }
        return Markdown.document(blocks)
    }
}

extension PrintedTable {
    /// The table without the columns that say whether a book's system has what a row is about.
    fileprivate var unmarked: PrintedTable {
        let kept = columns.indices.filter { !columns[$0].role.contains(.marks) }
        return PrintedTable(
            table: table, title: title, note: note, columns: kept.map { columns[$0] },
            rows: rows.map { row in kept.map { row[$0] } }, rules: rules)
    }
}
