/// A row of a table as a person writes it: some cells, by the keys of their columns.
package struct WrittenRow: Sendable {
    /// The values that a person can write into a cell.
    package enum Cell: Hashable, Sendable {
        case text(String)
        case flag(Bool)
        case number(Double)
        case list([String])
        case nothing

        var text: String? { if case .text(let text) = self { text } else { nil } }
        var flag: Bool? { if case .flag(let flag) = self { flag } else { nil } }

        func number(in range: ClosedRange<Double>) -> Double? {
            if case .number(let number) = self, range.contains(number) { number } else { nil }
        }

        /// The names of a list, of which one may stand alone, or nil if it is none.
        var texts: [String]? {
            switch self {
            case .text(let text): [text]
            case .list(let texts): texts
            case .nothing: []
            case .flag, .number: nil
            }
        }
    }

    package let cells: [(key: String, value: Cell)]

    package init(_ cells: [(key: String, value: Cell)]) { self.cells = cells }

    package subscript(key: String) -> Cell? { cells.first { $0.key == key }?.value }
}

/// The reason for which a row cannot be; the key is that of the cell at fault, nil if it is the row.
package struct RowProblem: Error, Hashable, Sendable {
    package let key: String?
    package let says: String
}

extension Array {
    /// Returns all elements turned into values, or nil if one cannot be.
    func all<Value>(_ turn: (Element) -> Value?) -> [Value]? {
        let values = compactMap(turn)
        return values.count == count ? values : nil
    }
}
