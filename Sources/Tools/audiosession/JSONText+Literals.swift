import SessionPolicy

extension JSONText {
    init(_ value: String?) { self = value.map { .string($0) } ?? .null }

    static func fields(_ fields: [(String, JSONText)]) -> JSONText {
        .object(fields.map { Member(key: $0.0, value: $0.1) })
    }
}
