import Yams

/// Reads one YAML document and keeps where each value stands.
///
/// Plain scalars are what the core schema of YAML 1.2 says: only `true` and `false` are flags, so that `on` is a word.
enum YAMLReader {
    static let depthLimit = 64
    /// Anchors can make a short text stand for a vast document; it ends here.
    static let valueLimit = 1_000_000

    /// Reads a document.
    ///
    /// - Parameter text: The document; an empty one is null.
    static func read(_ text: String) throws(StepError) -> PositionedValue {
        let root: Node?
        do {
            // The parser keeps a pointer into the text, and only a long text has a place of its own in memory.
            // The basic resolver has no rules and leaves the plain scalars to us.
            root = try compose(yaml: text + String(repeating: "\n", count: 16), .basic)
        } catch let error as YamlError {
            throw stepError(error, text)
        } catch {
            throw StepError(SourcePosition(line: 1, column: 1), "\(error)")
        }
        guard let root else { return PositionedValue(.null, at: SourcePosition(line: 1, column: 1)) }
        var left = valueLimit
        return try value(root, depth: 0, left: &left)
    }

    private static func position(_ mark: Mark?) -> SourcePosition {
        SourcePosition(line: mark?.line ?? 1, column: mark?.column ?? 1)
    }

    private static func value(_ node: Node, depth: Int, left: inout Int) throws(StepError) -> PositionedValue {
        let position = position(node.mark)
        left -= 1
        guard depth < depthLimit, left > 0 else {
            throw StepError(
                position, "the document is nested too deep or too large; a scenario is a list of flat steps")
        }
        switch node {
        case .scalar(let scalar): return PositionedValue(try content(of: scalar, at: position), at: position)
        case .sequence(let sequence):
            var values: [PositionedValue] = []
            for item in sequence { values.append(try value(item, depth: depth + 1, left: &left)) }
            return PositionedValue(.array(values), at: position)
        case .mapping(let mapping):
            var members: [PositionedValue.Member] = []
            for (key, item) in mapping {
                guard case .scalar(let name) = key else {
                    throw StepError(self.position(key.mark), "a key must be a word; found a list or an object")
                }
                members.append(
                    .init(
                        key: name.string, keyPosition: self.position(name.mark),
                        value: try value(item, depth: depth + 1, left: &left)))
            }
            return PositionedValue(.object(members), at: position)
        case .alias:
            throw StepError(position, "the alias stands for nothing; define its anchor first")
        }
    }

    private static func content(
        of scalar: Node.Scalar, at position: SourcePosition
    ) throws(StepError) -> PositionedValue.Content {
        switch scalar.tag.rawValue {
        case "tag:yaml.org,2002:str": return .string(scalar.string)
        case "", "!", "tag:yaml.org,2002:null", "tag:yaml.org,2002:bool", "tag:yaml.org,2002:int",
            "tag:yaml.org,2002:float":
            return scalar.style == .plain ? plain(scalar.string) : .string(scalar.string)
        default:
            throw StepError(position, "the tag \(scalar.tag.rawValue) means nothing here; leave it out")
        }
    }

    /// What a plain scalar means in the core schema.
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
        // What the standard library reads beyond the schema has letters: "inf", "nan", "0x1p3".
        guard text.utf8.contains(where: { (0x30...0x39).contains($0) }),
            text.utf8.allSatisfy({ (0x30...0x39).contains($0) || "+-.eE".utf8.contains($0) })
        else { return nil }
        return Double(text)
    }

    private static func stepError(_ error: YamlError, _ text: String) -> StepError {
        switch error {
        case .scanner(let context, let problem, let mark, _), .parser(let context, let problem, let mark, _),
            .composer(let context, let problem, let mark, _):
            let reason = [context?.text, problem].compactMap { $0 }.joined(separator: ", ")
            return StepError(position(mark), "this is not YAML: \(reason); correct it at or before this place")
        case .reader(let problem, let offset, _, _):
            let before = text.prefix(offset ?? 0)
            let line = before.reduce(1) { $1.isNewline ? $0 + 1 : $0 }
            let column = before.reversed().prefix { !$0.isNewline }.count + 1
            return StepError(
                SourcePosition(line: line, column: column), "this is not YAML: \(problem); remove the character")
        case .duplicatedKeysInMapping(let keys, let context):
            let names = keys.map { "\"\($0)\"" }.joined(separator: ", ")
            return StepError(position(context.mark), "the key \(names) stands twice; keep one of them")
        default:
            return StepError(SourcePosition(line: 1, column: 1), "this is not YAML: \(error)")
        }
    }
}
