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
    package func written(depth: Int) -> String { written(at: 0) { _, level in level < depth } }

    /// Returns the text on one line where it fits into the width, else with one element a line.
    package func written(width: Int) -> String {
        written(at: 0) { value, level in 2 * level + value.written(depth: 0).count > width }
    }

    /// - Parameter isBroken: Whether the elements of a list or an object at a level have lines of their own.
    private func written(at level: Int, isBroken: (JSONText, Int) -> Bool) -> String {
        let (parts, open, close): ([String], String, String)
        switch self {
        case .string(let text): return text.quoted
        case .number(let text): return text
        case .bool(let flag): return flag ? "true" : "false"
        case .null: return "null"
        case .array(let values):
            (parts, open, close) = (values.map { $0.written(at: level + 1, isBroken: isBroken) }, "[", "]")
        case .object(let members):
            let written = members.map { $0.key.quoted + ": " + $0.value.written(at: level + 1, isBroken: isBroken) }
            (parts, open, close) = (written, "{", "}")
        }
        guard !parts.isEmpty, isBroken(self, level) else { return open + parts.joined(separator: ", ") + close }
        let indent = String(repeating: "  ", count: level)
        return open + "\n" + parts.map { indent + "  " + $0 }.joined(separator: ",\n") + "\n" + indent + close
    }
}
