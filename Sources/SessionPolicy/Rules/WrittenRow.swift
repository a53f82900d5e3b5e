/// A row of a table as a person writes it: some cells, by the keys of their columns.
package struct WrittenRow: Sendable {
    /// What a person can write into a cell.
    package enum Cell: Hashable, Sendable {
        case text(String)
        case flag(Bool)
        case number(Double)
        case list([String])
        case nothing

        /// The names in it, of which one may stand for a list.
        var texts: [String] {
            switch self {
            case .text(let text): [text]
            case .list(let texts): texts
            case .flag, .number, .nothing: []
            }
        }
    }

    package let cells: [(key: String, value: Cell)]

    /// Describes a row.
    package init(_ cells: [(key: String, value: Cell)]) { self.cells = cells }

    package subscript(key: String) -> Cell? { cells.first { $0.key == key }?.value }
}

/// Why a row cannot be; the key is that of the cell at fault, nil where it is the row.
package struct RowProblem: Error, Hashable, Sendable {
    package let key: String?
    package let says: String
}

/// Reads the cells of one row: what is written, else what stands in the row that it takes the place of.
struct RowReader {
    let written: WrittenRow
    /// The cells of the row that is there, by key; empty for a new one.
    let standing: [String: WrittenRow.Cell]

    private func cell(_ key: String) throws(RowProblem) -> WrittenRow.Cell {
        guard let cell = written[key] ?? standing[key] else {
            throw RowProblem(key: nil, says: "a new row needs \"\(key)\"")
        }
        return cell
    }

    /// A case of an enumeration, by its name.
    func word<Case: RawRepresentable<UInt8>>(_ key: String, as type: Case.Type) throws(RowProblem) -> Case {
        try Self.word(cell(key), key, type)
    }

    private static func word<Case: RawRepresentable<UInt8>>(
        _ cell: WrittenRow.Cell, _ key: String, _ type: Case.Type
    ) throws(RowProblem) -> Case {
        let cases = (UInt8.min...UInt8.max).compactMap { Case(rawValue: $0) }
        if case .text(let text) = cell, let one = cases.first(where: { "\($0)" == text }) { return one }
        throw RowProblem(
            key: key, says: "\"\(key)\" is one of \(cases.map { "\($0)" }.joined(separator: ", "))")
    }

    /// A set of cases, by their names; one name stands for a list of it.
    func words<Case: RawRepresentable<UInt8> & CaseIterable & Hashable & Sendable>(
        _ key: String, as type: Case.Type
    ) throws(RowProblem) -> Members<Case> {
        var members: [Case] = []
        for text in try texts(key) { members.append(try Self.word(.text(text), key, type)) }
        return Members(members)
    }

    func texts(_ key: String) throws(RowProblem) -> [String] {
        switch try cell(key) {
        case .list(let texts): return texts
        case .text(let text): return [text]
        case .nothing: return []
        case .flag, .number: throw RowProblem(key: key, says: "\"\(key)\" is a list of names")
        }
    }

    func text(_ key: String) throws(RowProblem) -> String {
        if case .text(let text) = try cell(key) { return text }
        throw RowProblem(key: key, says: "\"\(key)\" is a text")
    }

    func flag(_ key: String) throws(RowProblem) -> Bool {
        if case .flag(let flag) = try cell(key) { return flag }
        throw RowProblem(key: key, says: "\"\(key)\" is true or false")
    }

    /// A flag, or nothing where the table has a dash.
    func flagOrNothing(_ key: String) throws(RowProblem) -> Bool? {
        try cell(key) == .nothing ? nil : flag(key)
    }

    func number(_ key: String, in range: ClosedRange<Double>) throws(RowProblem) -> Double {
        if case .number(let number) = try cell(key), range.contains(number) { return number }
        throw RowProblem(key: key, says: "\"\(key)\" is a number from \(range.lowerBound) to \(range.upperBound)")
    }

    func rule(_ key: String = "rule") throws(RowProblem) -> RuleID {
        let text = try text(key)
        guard let rule = RuleID.allCases.first(where: { $0.id == text }) else {
            throw RowProblem(key: key, says: "there is no rule \(text); rules are named such as R-DK-1")
        }
        return rule
    }

    /// Options by their names; the bit of interrupting spoken audio alone bears the name of both.
    func options(_ key: String) throws(RowProblem) -> CategoryOptions {
        var options: CategoryOptions = []
        for text in try texts(key) { options.formUnion(try Self.option(text, key)) }
        return options
    }

    static func option(_ text: String, _ key: String) throws(RowProblem) -> CategoryOptions {
        guard let option = CategoryOptions.words.first(where: { $0.name == text })?.option, !option.isEmpty else {
            let names = CategoryOptions.named.map { $0.name }.joined(separator: ", ")
            throw RowProblem(key: key, says: "\"\(key)\" is one of \(names)")
        }
        return option == .interruptSpokenAudioAndMixWithOthers ? .interruptSpokenAudio : option
    }

    func error(_ key: String) throws(RowProblem) -> SessionError {
        let text = try text(key)
        guard let error = SessionError.allCases.first(where: { $0.name == text }) else {
            throw RowProblem(
                key: key,
                says: "\"\(key)\" is one of \(SessionError.allCases.map { $0.name }.joined(separator: ", "))")
        }
        return error
    }
}

extension PrintedTable.Cell {
    /// The cell as a person would write it.
    var written: WrittenRow.Cell {
        switch self {
        case .text(let text), .name(let text, _): .text(text)
        case .list(let texts): .list(texts)
        case .flag(let flag, _): .flag(flag)
        case .number(let number): .number(number)
        case .whole(let number): .number(Double(number))
        case .rule(let rule): .text(rule.id)
        case .rules(let rules): .list(rules.map { $0.id })
        case .nothing: .nothing
        }
    }
}
