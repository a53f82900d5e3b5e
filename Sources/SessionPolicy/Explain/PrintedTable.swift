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
            case .rules(let rules): rules.isEmpty ? "–" : rules.map(\.id).joined(separator: ", ")
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
    var headings: [String] { columns.map(\.heading) }
    var texts: [[String]] { rows.map { $0.map(\.text) } }
}

/// A JSON value that writes itself; the policy imports nothing that could.
indirect enum JSONText: Hashable, Sendable {
    case string(String)
    case number(String)
    case bool(Bool)
    case null
    case array([JSONText])
    /// The members in the order in which they are written.
    case object([Member])

    struct Member: Hashable, Sendable {
        let key: String
        let value: JSONText
    }

    static func members(_ members: KeyValuePairs<String, JSONText>) -> JSONText {
        .object(members.map { Member(key: $0.key, value: $0.value) })
    }

    /// One element a line down to `depth` levels, below that on one line.
    func written(depth: Int, indent: String = "") -> String {
        let inner = indent + "  "
        switch self {
        case .string(let text): return JSONText.quoted(text)
        case .number(let text): return text
        case .bool(let flag): return flag ? "true" : "false"
        case .null: return "null"
        case .array(let values):
            guard depth > 0, !values.isEmpty else {
                return "[" + values.map { $0.written(depth: 0) }.joined(separator: ", ") + "]"
            }
            let lines = values.map { inner + $0.written(depth: depth - 1, indent: inner) }
            return "[\n" + lines.joined(separator: ",\n") + "\n" + indent + "]"
        case .object(let members):
            let texts = members.map {
                JSONText.quoted($0.key) + ": " + $0.value.written(depth: depth - 1, indent: inner)
            }
            guard depth > 0, !members.isEmpty else { return "{" + texts.joined(separator: ", ") + "}" }
            return "{\n" + texts.map { inner + $0 }.joined(separator: ",\n") + "\n" + indent + "}"
        }
    }

    private static func quoted(_ text: String) -> String {
        var quoted = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": quoted += "\\\""
            case "\\": quoted += "\\\\"
            case "\n": quoted += "\\n"
            case let control where control.value < 0x20:
                let digits = String(control.value, radix: 16)
                quoted += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: quoted.unicodeScalars.append(scalar)
            }
        }
        return quoted + "\""
    }
}
