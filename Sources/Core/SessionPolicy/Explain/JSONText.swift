/// A JSON value that writes itself; the policy imports nothing that could.
package indirect enum JSONText: Hashable, Sendable {
    case string(String)
    case number(String)
    case bool(Bool)
    case null
    case array([JSONText])
    /// The members in the order in which they are written.
    case object([Member])

    package struct Member: Hashable, Sendable {
        package let key: String
        package let value: JSONText

        package init(key: String, value: JSONText) {
            self.key = key
            self.value = value
        }
    }

    package static func members(_ members: KeyValuePairs<String, JSONText>) -> JSONText {
        .object(members.map { Member(key: $0.key, value: $0.value) })
    }

    /// One element a line down to `depth` levels, below that on one line.
    package func written(depth: Int, indent: String = "") -> String {
        let inner = indent + "  "
        switch self {
        case .string(let text): return text.quoted
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
                $0.key.quoted + ": " + $0.value.written(depth: depth - 1, indent: inner)
            }
            guard depth > 0, !members.isEmpty else { return "{" + texts.joined(separator: ", ") + "}" }
            return "{\n" + texts.map { inner + $0 }.joined(separator: ",\n") + "\n" + indent + "}"
        }
    }

    /// Returns the text on one line where it fits into the width, else with one element a line.
    package func written(width: Int, indent: String = "") -> String {
        let short = written(depth: 0)
        guard indent.count + short.count > width else { return short }
        let inner = indent + "  "
        switch self {
        case .string, .number, .bool, .null: return short
        case .array(let values):
            let lines = values.map { inner + $0.written(width: width, indent: inner) }
            return "[\n" + lines.joined(separator: ",\n") + "\n" + indent + "]"
        case .object(let members):
            let lines = members.map {
                inner + $0.key.quoted + ": " + $0.value.written(width: width, indent: inner)
            }
            return "{\n" + lines.joined(separator: ",\n") + "\n" + indent + "}"
        }
    }
}
