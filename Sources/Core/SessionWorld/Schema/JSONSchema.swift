import SessionPolicy

/// The JSON Schemas (draft 2020-12) of what the oracle takes and of what it says.
///
/// They are made of the tables by which steps are read and of the vocabulary of the replies, so that they cannot say
/// anything else. The schema of a step accepts what the oracle does not answer with `badStep`, except that it sees one
/// step at a time: that time never runs backwards is beyond it. The schema of a reply leaves its objects open, because
/// later versions may add keys.
public enum JSONSchema: String, CaseIterable, Sendable {
    case steps, replies

    /// The schema as JSON, ended by a line feed; always the same bytes. May be asked for on any thread.
    public var text: String {
        switch self {
        case .steps: Self.step.written(width: 110) + "\n"
        case .replies: Self.reply.written(width: 110) + "\n"
        }
    }

    static let dialect = JSONText.string("https://json-schema.org/draft/2020-12/schema")
}

// The few shapes of which both schemas are made.
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

    /// The members of an object; none where this is no object.
    var members: [Member] {
        if case .object(let members) = self { members } else { [] }
    }

    /// An object with these keys, of which all but the named ones must be there.
    static func record(
        _ members: KeyValuePairs<String, JSONText>, optional: [String] = [], _ more: [Member] = []
    ) -> JSONText {
        let keys = members.map { $0.key }.filter { !optional.contains($0) }
        return .object(
            [
                Member(key: "type", value: .string("object")),
                .properties(members.map { Member(key: $0.key, value: $0.value) }), .required(keys),
            ] + more)
    }
}

extension JSONText.Member {
    init(_ key: String, _ value: JSONText) { self.init(key: key, value: value) }

    static func required(_ keys: [String]) -> Self { Self("required", .array(keys.map(JSONText.string))) }

    static func properties(_ members: [Self]) -> Self { Self("properties", .object(members)) }

    static func description(_ sentence: String) -> Self { Self("description", .string(sentence)) }
}
