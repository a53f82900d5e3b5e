import CYAML
import SessionPolicy
import SessionWorld

/// Reads a YAML document and keeps the position of each value. Plain scalars follow the core schema of YAML 1.2: only
/// `true` and `false` are Booleans, so `on` is a word. An alias has its anchor's position, so that an error points at
/// the value to correct.
enum YAMLReader {
    static let depthLimit = 64
    /// The largest number of values in a document; anchors can make a short text stand for a vast one.
    static let valueLimit = 1_000_000
    /// The largest size of a document and of its file, in bytes of UTF-8.
    static let textLimit = 16 << 20

    /// Reads a document.
    /// - Parameter text: The document; an empty one is null.
    static func read(_ text: String) throws(StepError) -> PositionedValue {
        guard !text.isEmpty else { return nothing }
        var text = text
        return try text.withUTF8 { bytes in
            Result { () throws(StepError) in
                var composer = try YAMLComposer(bytes)
                return try composer.document()
            }
        }.get()
    }

    /// The value of an empty text.
    fileprivate static var nothing: PositionedValue { PositionedValue(.null, at: SourcePosition(line: 1, column: 1)) }

    fileprivate static func content(of scalar: YAMLEvent) throws(StepError) -> PositionedValue.Content {
        let content = plain(scalar.text)
        guard let tag = scalar.tag else { return scalar.isPlain ? content : .string(scalar.text) }
        guard tag != YAMLTag.nonSpecific else { return .string(scalar.text) }
        switch (YAMLTag(tag), content) {
        case (.str, _): return .string(scalar.text)
        case (.null, .null), (.bool, .bool), (.float, .number): return content
        case (.int, .number(let number)) where number.rounded() == number: return content
        case (.null, _), (.bool, _), (.int, _), (.float, _):
            throw StepError(
                scalar.position,
                "\"\(scalar.text.shortened)\" is not what its tag \(YAMLTag.written(tag)) says; leave it out")
        case (.seq, _), (.map, _), (nil, _): throw YAMLTag.meaningless(tag, at: scalar.position)
        }
    }

    static func plain(_ text: String) -> PositionedValue.Content {
        switch text {
        case "", "~", "null", "Null", "NULL": .null
        case "true", "True", "TRUE": .bool(true)
        case "false", "False", "FALSE": .bool(false)
        case ".inf", ".Inf", ".INF", "+.inf", "+.Inf", "+.INF": .number(.infinity)
        case "-.inf", "-.Inf", "-.INF": .number(-.infinity)
        case ".nan", ".NaN", ".NAN": .number(.nan)
        default: number(text).map { .number($0) } ?? .string(text)
        }
    }

    private static func number(_ text: String) -> Double? {
        if text.hasPrefix("0o") { return UInt64(text.dropFirst(2), radix: 8).map { Double($0) } }
        if text.hasPrefix("0x") { return UInt64(text.dropFirst(2), radix: 16).map { Double($0) } }
        // The standard library accepts more than the schema, always with letters: "inf", "nan", "0x1p3".
        guard text.utf8.contains(where: { (0x30...0x39).contains($0) }),
            text.utf8.allSatisfy({ (0x30...0x39).contains($0) || "+-.eE".utf8.contains($0) })
        else { return nil }
        return Double(text)
    }
}

private enum YAMLTag: String {
    case str, null, bool, int, float, seq, map

    private static let prefix = "tag:yaml.org,2002:"

    /// The tag that makes a scalar a word.
    static let nonSpecific = "!"

    init?(_ tag: String) {
        guard tag.hasPrefix(Self.prefix) else { return nil }
        self.init(rawValue: String(tag.dropFirst(Self.prefix.count)))
    }

    static func written(_ tag: String) -> String {
        (tag.hasPrefix(prefix) ? "!!" + tag.dropFirst(prefix.count) : tag).shortened
    }

    static func meaningless(_ tag: String, at position: SourcePosition) -> StepError {
        StepError(position, "the tag \(written(tag)) means nothing here; leave it out")
    }
}

/// Composes the values of a document from events.
private struct YAMLComposer: ~Copyable {
    private var events: YAMLEvents
    private var anchored: [ByteText: Node] = [:]
    /// The remaining number of values and of bytes of text; the contents of an alias count each time.
    private var (valuesLeft, textLeft) = (YAMLReader.valueLimit, YAMLReader.textLimit)

    private struct Node {
        var value: PositionedValue
        var text: String?
        var count = 1
        /// The number of bytes of text in the value.
        var size = 0
        var height = 0

        mutating func add(_ item: Node, key: String = "") {
            count += item.count
            size += key.utf8.count + item.size
            height = max(height, item.height + 1)
        }
    }

    init(_ text: UnsafeBufferPointer<UInt8>) throws(StepError) {
        events = try YAMLEvents(text)
    }

    mutating func document() throws(StepError) -> PositionedValue {
        _ = try events.next()
        guard try events.next().kind == YAML_DOCUMENT_START_EVENT else { return YAMLReader.nothing }
        let value = try node(try events.next(), depth: 0).value
        _ = try events.next()
        let after = try events.next()
        guard after.kind == YAML_STREAM_END_EVENT else {
            throw StepError(after.position, "a second document begins here; put each scenario into a file of its own")
        }
        return value
    }

    private mutating func node(_ event: YAMLEvent, depth: Int) throws(StepError) -> Node {
        var node: Node
        switch event.kind {
        case YAML_SCALAR_EVENT:
            node = try scalar(event)
            try spend(1, node.size, depth: depth, at: event.position)
        case YAML_ALIAS_EVENT:
            node = try self.node(behind: event)
            try spend(node.count, node.size, depth: depth + node.height, at: event.position)
        default:
            // libyaml ends only what it has begun: it is a sequence or a mapping.
            try spend(1, 0, depth: depth, at: event.position)
            node = Node(value: YAMLReader.nothing)
            let isSequence = event.kind == YAML_SEQUENCE_START_EVENT
            try check(event, is: isSequence ? .seq : .map)
            let content = isSequence ? try items(of: &node, depth: depth) : try members(of: &node, depth: depth)
            node.value = PositionedValue(content, at: event.position)
            keep(node, as: event.anchor)
        }
        return node
    }

    private mutating func scalar(_ event: YAMLEvent) throws(StepError) -> Node {
        let value = PositionedValue(try YAMLReader.content(of: event), at: event.position)
        let node = Node(value: value, text: event.text, size: event.text.utf8.count)
        keep(node, as: event.anchor)
        return node
    }

    private mutating func items(of node: inout Node, depth: Int) throws(StepError) -> PositionedValue.Content {
        var values: [PositionedValue] = []
        while case let event = try events.next(), event.kind != YAML_SEQUENCE_END_EVENT {
            let item = try self.node(event, depth: depth + 1)
            values.append(item.value)
            node.add(item)
        }
        return .array(values)
    }

    private mutating func members(of node: inout Node, depth: Int) throws(StepError) -> PositionedValue.Content {
        var members: [PositionedValue.Member] = []
        var seen = SeenKeys()
        while case let event = try events.next(), event.kind != YAML_MAPPING_END_EVENT {
            let key = try key(event)
            try spend(0, key.utf8.count, depth: depth, at: event.position)
            guard seen.insert(key, after: members) else {
                throw StepError(event.position, "the key \"\(key.shortened)\" stands twice; keep one of them")
            }
            let item = try self.node(try events.next(), depth: depth + 1)
            members.append(.init(key: key, keyPosition: event.position, value: item.value))
            node.add(item, key: key)
        }
        return .object(members)
    }

    private mutating func key(_ event: YAMLEvent) throws(StepError) -> String {
        let text: String? =
            switch event.kind {
            case YAML_SCALAR_EVENT: try scalar(event).text
            case YAML_ALIAS_EVENT: try node(behind: event).text
            default: nil
            }
        guard let text else { throw StepError(event.position, "a key must be a word; found a list or an object") }
        return text
    }

    /// Deducts values and bytes of text from the remaining limits.
    private mutating func spend(_ values: Int, _ bytes: Int, depth: Int, at position: SourcePosition) throws(StepError)
    {
        valuesLeft -= values
        textLeft -= bytes
        guard depth < YAMLReader.depthLimit else {
            throw StepError(
                position,
                "lists and objects are nested more than \(YAMLReader.depthLimit) deep here; write them flatter")
        }
        guard valuesLeft > 0, textLeft >= 0 else {
            throw StepError(
                position,
                "the document has more than \(YAMLReader.valueLimit) values or \(YAMLReader.textLimit >> 20) MiB of text up "
                    + "to here, with what stands behind its aliases; write several smaller files")
        }
    }

    private func check(_ event: YAMLEvent, is wanted: YAMLTag) throws(StepError) {
        guard let tag = event.tag, tag != YAMLTag.nonSpecific, YAMLTag(tag) != wanted else { return }
        throw YAMLTag.meaningless(tag, at: event.position)
    }

    /// An anchor may be redefined; later aliases mean the latest.
    private mutating func keep(_ node: Node, as anchor: String?) {
        guard let anchor else { return }
        anchored[ByteText(anchor)] = node
    }

    private func node(behind alias: YAMLEvent) throws(StepError) -> Node {
        let name = alias.anchor ?? ""
        guard let node = anchored[ByteText(name)] else {
            throw StepError(
                alias.position, "the alias *\(name.shortened) stands for nothing; define its anchor first")
        }
        return node
    }
}
