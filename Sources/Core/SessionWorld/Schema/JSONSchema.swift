import SessionPolicy

/// The JSON Schemas (draft 2020-12) of steps and replies.
///
/// Generated from the parser's tables and the vocabulary of replies. The schema of a step accepts what the oracle does
/// not answer with `badStep`, except for the order of times. The schema of a reply leaves objects open, because later
/// versions may add keys.
public enum JSONSchema: String, CaseIterable, Sendable {
    case steps, replies

    /// The schema as JSON, ending with a line feed. Any thread.
    public var text: String {
        switch self {
        case .steps: Self.step.written(width: 110) + "\n"
        case .replies: Self.reply.written(width: 110) + "\n"
        }
    }

    static let dialect = JSONText.string("https://json-schema.org/draft/2020-12/schema")
}

// The building blocks of both schemas.
extension JSONText {
    static let text = type("string")
    static let flag = type("boolean")
    static let level = number(in: 0...1)
    static let time = number(in: 0...Instant.latest.seconds)

    static func type(_ name: String) -> JSONText { .members(["type": .string(name)]) }

    static func const(_ word: String) -> JSONText { .members(["const": .string(word)]) }

    static func words(_ words: [String]) -> JSONText { .members(["enum": .array(words.map(JSONText.string))]) }

    static func number(in range: ClosedRange<Double>) -> JSONText {
        .members([
            "type": .string("number"), "minimum": .number(plainText(range.lowerBound)),
            "maximum": .number(plainText(range.upperBound)),
        ])
    }

    static func list(of items: JSONText) -> JSONText {
        .members(["type": .string("array"), "items": items])
    }

    static func definition(_ name: String) -> JSONText { .members(["$ref": .string("#/$defs/" + name)]) }

    /// The members of an object; empty for other values.
    var members: [Member] {
        if case .object(let members) = self { members } else { [] }
    }

    /// An object schema with these keys, required except for the named ones.
    static func record(
        _ members: KeyValuePairs<String, JSONText>, optional: [String] = [], _ more: [Member] = []
    ) -> JSONText {
        record(members: members.map { Member($0.key, $0.value) }, optional: optional, more)
    }

    static func record(members: [Member], optional: [String] = [], _ more: [Member] = []) -> JSONText {
        let keys = members.map { $0.key }.filter { !optional.contains($0) }
        return .object([Member("type", .string("object")), .properties(members), .required(keys)] + more)
    }
}

extension JSONText.Member {
    init(_ key: String, _ value: JSONText) { self.init(key: key, value: value) }

    static func required(_ keys: [String]) -> Self { Self("required", .array(keys.map(JSONText.string))) }

    static func properties(_ members: [Self]) -> Self { Self("properties", .object(members)) }

    static func description(_ sentence: String) -> Self { Self("description", .string(sentence)) }
}
