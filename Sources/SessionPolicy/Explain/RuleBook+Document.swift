extension RuleBook {
    /// `Docs/Rules.md`: both rule books, side by side where they differ.
    ///
    /// - Returns: The whole document; a test keeps the file equal to it.
    public static func document() -> String {
        var blocks = [
            "# The rules",
            """
            What `audiosession rules` prints, for the two rule books that are written down whole: `iPhoneOS3`, the rules of
            the iPhone Human Interface Guidelines of 2009 and the default, and `modern`, those of today. The books between
            them are in [RuleBooks.md](RuleBooks.md). A table that is printed once is the same in both. Where the order of rows counts, the two columns give the number of a row in each book.

            This file is generated from the tables in `Sources/SessionPolicy/Rules`; a test keeps it equal to them.
            How sure each rule is, and what is not emulated, is in [Fidelity.md](Fidelity.md).
            """,
        ]
        for (old, new) in zip(RuleBook.iPhoneOS3.printedTables, RuleBook.modern.printedTables) {
            blocks += ["## \(old.title)", old.note]
            blocks += PrintedTable.sideBySide(old, new)
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
    /// One table where the books agree; else values, rows that one adds, or the numbers of rows beside each other.
    fileprivate static func sideBySide(_ old: PrintedTable, _ new: PrintedTable) -> [String] {
        if old.rows == new.rows { return [Markdown.table(old.headings, old.texts)] }
        if let column = old.valueColumn { return [valuesBesideEachOther(old, new, column)] }
        if new.rows.starts(with: old.rows) {
            let added = Array(new.texts.dropFirst(old.rows.count))
            return [
                Markdown.table(old.headings, old.texts), "In `modern` besides:", Markdown.table(old.headings, added),
            ]
        }
        return [rowsBesideEachOther(old, new)]
    }

    private static func valuesBesideEachOther(_ old: PrintedTable, _ new: PrintedTable, _ column: Int) -> String {
        var headings = old.headings
        headings.replaceSubrange(column...column, with: ["iPhoneOS3", "modern"])
        let rows = zip(old.texts, new.texts).map { oldRow, newRow in
            var row = oldRow
            row.insert(newRow[column], at: column + 1)
            return row
        }
        return Markdown.table(headings, rows)
    }

    /// The rows of both books in one order that keeps the order of each.
    private static func rowsBesideEachOther(_ old: PrintedTable, _ new: PrintedTable) -> String {
        var rows: [[String]] = []
        var (i, j) = (0, 0)
        while i < old.rows.count || j < new.rows.count {
            let isInOld = i < old.rows.count
            let isInNew = j < new.rows.count
            if isInOld && isInNew && old.rows[i] == new.rows[j] {
                rows.append(["\(i + 1)", "\(j + 1)"] + old.texts[i])
                (i, j) = (i + 1, j + 1)
            } else if isInOld && (!isInNew || !new.rows[j...].contains(old.rows[i])) {
                rows.append(["\(i + 1)", "–"] + old.texts[i])
                i += 1
            } else {
                rows.append(["–", "\(j + 1)"] + new.texts[j])
                j += 1
            }
        }
        return Markdown.table(["iPhoneOS3", "modern"] + old.headings, rows)
    }
}
