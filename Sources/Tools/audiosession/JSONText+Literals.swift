import SessionPolicy

/// Shorthands for writing a device survey.
extension JSONText: ExpressibleByStringLiteral {
    public init(stringLiteral value: String) { self = .string(value) }

    init(_ value: Int) { self = .number(String(value)) }
    init(_ value: String?) { self = value.map { .string($0) } ?? .null }
    init(_ range: ClosedRange<Int>) { self = .array([JSONText(range.lowerBound), JSONText(range.upperBound)]) }
    init(_ value: Double) { self = value.isFinite ? .number("\(value)") : .null }

    static func fields(_ fields: [(String, JSONText)]) -> JSONText {
        .object(fields.map { Member(key: $0.0, value: $0.1) })
    }
}
