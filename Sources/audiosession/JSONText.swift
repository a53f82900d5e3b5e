/// A value that is written as JSON.
enum JSONText: ExpressibleByStringLiteral {
    case null
    case boolean(Bool)
    case number(Double)
    case string(String)
    case array([JSONText])
    /// In this order.
    case object([(String, JSONText)])

    init(stringLiteral value: String) { self = .string(value) }
    init(_ value: Int) { self = .number(Double(value)) }
    init(_ value: String?) { self = value.map { .string($0) } ?? .null }
    init(_ range: ClosedRange<Int>) { self = .array([JSONText(range.lowerBound), JSONText(range.upperBound)]) }

    /// Two spaces for each level; a list of plain values stands on one line.
    func text(indent: String = "") -> String {
        let deeper = indent + "  "
        switch self {
        case .null: return "null"
        case .boolean(let value): return value ? "true" : "false"
        case .number(let value):
            // JSON has no word for infinity.
            guard value.isFinite else { return "null" }
            return value == value.rounded() && abs(value) < 1e15 ? String(Int(value)) : String(value)
        case .string(let value): return Self.quoted(value)
        case .array(let values) where values.allSatisfy(\.isPlain):
            return "[" + values.map { $0.text() }.joined(separator: ", ") + "]"
        case .array(let values):
            return "[\n" + values.map { deeper + $0.text(indent: deeper) }.joined(separator: ",\n") + "\n\(indent)]"
        case .object(let fields):
            let lines = fields.map { deeper + Self.quoted($0) + ": " + $1.text(indent: deeper) }
            return "{\n" + lines.joined(separator: ",\n") + "\n\(indent)}"
        }
    }

    private var isPlain: Bool {
        switch self {
        case .array, .object: false
        default: true
        }
    }

    private static func quoted(_ text: String) -> String {
        var quoted = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": quoted += "\\\""
            case "\\": quoted += "\\\\"
            case _ where scalar.value < 0x20:
                let digits = String(scalar.value, radix: 16)
                quoted += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: quoted.unicodeScalars.append(scalar)
            }
        }
        return quoted + "\""
    }
}
