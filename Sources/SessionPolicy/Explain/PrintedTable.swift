/// One table of a rule book as it is printed, whatever the format.
struct PrintedTable: Hashable, Sendable {
    let table: RuleBook.Table
    let title: String
    /// How to read it.
    let note: String
    let columns: [Column]
    let rows: [[Cell]]
    /// The column that may differ between books while the others name and explain the row; nil where rows are whole.
    var valueColumn: Int?

    /// The columns that tell a row from the others.
    var keyColumns: [Int] {
        switch table {
        case .refusals, .silencing: [1, 2]
        case .coexistence, .interruptions: [0, 1]
        default: [0]
        }
    }

    /// Whether two rows of such a table are one that says something else, and no two.
    func isSame(_ one: [Cell], _ other: [Cell]) -> Bool {
        func cells(_ row: [Cell]) -> WrittenRow {
            WrittenRow(zip(columns, row).map { (key: $0.key, value: $1.written) })
        }
        return RuleBook.isSame(cells(one), cells(other), in: table)
    }

    /// One column.
    struct Column: Hashable, Sendable {
        /// The key in JSON.
        let key: String
        let heading: String
    }

    /// One value: what people read, and what programs read.
    enum Cell: Hashable, Sendable {
        case text(String)
        /// An identifier of the vocabulary and, where it differs, how people are shown it.
        case name(String, shown: String? = nil)
        case list([String])
        case flag(Bool, shown: String? = nil)
        case number(Double)
        case whole(Int64)
        case rule(RuleID)
        case rules([RuleID])
        /// A dash.
        case nothing

        var text: String {
            switch self {
            case .text(let text): text
            case .name(let name, let shown): shown ?? name
            case .list(let names): names.isEmpty ? "–" : names.joined(separator: ", ")
            case .flag(let flag, let shown): shown ?? (flag ? "Yes" : "No")
            case .number(let number): "\(number)"
            case .whole(let number): "\(number)"
            case .rule(let rule): rule.id
            case .rules(let rules): rules.isEmpty ? "–" : rules.map { $0.id }.joined(separator: ", ")
            case .nothing: "–"
            }
        }

        var json: JSONText {
            switch self {
            case .text(let text): .string(text)
            case .name(let name, _): .string(name)
            case .list(let names): .array(names.map(JSONText.string))
            case .flag(let flag, _): .bool(flag)
            case .number(let number): .number("\(number)")
            case .whole(let number): .number("\(number)")
            case .rule(let rule): .string(rule.id)
            case .rules(let rules): .array(rules.map { .string($0.id) })
            case .nothing: .null
            }
        }
    }

    /// The headings and the rows as people read them.
    var headings: [String] { columns.map { $0.heading } }
    var texts: [[String]] { rows.map { $0.map { $0.text } } }
}
