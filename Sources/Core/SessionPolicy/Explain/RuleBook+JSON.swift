extension RuleBook {
    /// The rule book as one JSON object: `ruleBook`, `covers`, `tables` (by name, each an array of rows), `rules`, `contested`.
    ///
    /// - Returns: One row of a table a line, the last line ended by a line feed; the same book gives the same bytes.
    public func json() -> String {
        let tables = printedTables.map { JSONText.Member(key: $0.table.rawValue, value: $0.json) }
        let book: JSONText = .members([
            "ruleBook": .string(name), "covers": Self.versions(coveredBy: name).map(JSONText.string) ?? .null,
            "tables": .object(tables),
            "rules": .array(Rule.catalog.map { $0.json(in: self) }),
            "contested": .array(ContestedPoint.catalog.map { $0.json }),
        ])
        return book.written(depth: 3) + "\n"
    }
}

extension PrintedTable {
    fileprivate var json: JSONText {
        .array(
            rows.map { row in
                .object(zip(columns, row).map { JSONText.Member(key: $0.key, value: $1.value.json) })
            })
    }
}

extension Rule {
    fileprivate func json(in book: RuleBook) -> JSONText {
        .members([
            "id": .string(id.id), "title": .string(title), "statement": .string(statement),
            "here": difference.map { .string($0.words(for: book)) } ?? .null,
            "limits": limits.map(JSONText.string) ?? .null,
            "era": .string(era), "evidence": .array(evidence.map { .string($0.name) }), "source": .string(source),
            "standing": standing.json,
        ])
    }
}
