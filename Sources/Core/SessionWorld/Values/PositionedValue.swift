import SessionPolicy

/// A value of JSON or YAML with its position, for error messages.
public struct PositionedValue: Sendable {
    public let content: Content
    public let position: SourcePosition

    /// Creates a value.
    public init(_ content: Content, at position: SourcePosition) {
        self.content = content
        self.position = position
    }

    /// The content of a value.
    public enum Content: Sendable {
        case null
        case bool(Bool)
        /// May be infinite or NaN from YAML; finite from JSON.
        case number(Double)
        case string(String)
        case array([PositionedValue])
        /// The members in the order of the text, with unique keys.
        case object([Member])
    }

    /// One key of an object with its value.
    public struct Member: Sendable {
        public let key: String
        public let keyPosition: SourcePosition
        public let value: PositionedValue

        /// Creates a member.
        public init(key: String, keyPosition: SourcePosition, value: PositionedValue) {
            self.key = key
            self.keyPosition = keyPosition
            self.value = value
        }
    }

    /// The value of a key, or nil if this is no object or has no such key.
    public subscript(key: String) -> PositionedValue? {
        guard case .object(let members) = content else { return nil }
        return members.first { $0.key.hasBytes(of: key) }?.value
    }

    /// The text, or nil if this is no string.
    public var string: String? {
        if case .string(let text) = content { text } else { nil }
    }

    /// The kind of the value, for an error: "a number", "a list".
    public var kind: String {
        switch content {
        case .null: "nothing"
        case .bool(let flag): flag ? "true" : "false"
        case .number(let number): "the number \(number)"
        case .string(let text): "\"\(text.shortened)\""
        case .array: "a list"
        case .object: "an object"
        }
    }
}

extension PositionedValue {
    /// Whether both are equal, regardless of positions and the order of keys.
    package func says(theSameAs other: PositionedValue) -> Bool {
        switch (content, other.content) {
        case (.null, .null): true
        case (.bool(let one), .bool(let two)): one == two
        case (.number(let one), .number(let two)): one == two
        case (.string(let one), .string(let two)): one.hasBytes(of: two)
        case (.array(let one), .array(let two)):
            one.count == two.count && zip(one, two).allSatisfy { $0.says(theSameAs: $1) }
        case (.object(let one), .object(let two)):
            one.count == two.count
                && one.allSatisfy { member in other[member.key].map { member.value.says(theSameAs: $0) } ?? false }
        default: false
        }
    }
}

/// The keys of an object so far. Few keys are compared linearly; a line may have a hundred thousand.
package struct SeenKeys {
    private var many: Set<ByteText> = []

    /// Creates the keys of an object that has none yet.
    package init() {}

    /// Whether the key is a new one.
    package mutating func insert(_ key: String, after members: [PositionedValue.Member]) -> Bool {
        guard members.count >= 16 else { return !members.contains { $0.key.hasBytes(of: key) } }
        if many.isEmpty { many = Set(members.map { ByteText($0.key) }) }
        return many.insert(ByteText(key)).inserted
    }
}
