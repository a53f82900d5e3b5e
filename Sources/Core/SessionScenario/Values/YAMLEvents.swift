import CYAML
import SessionWorld

/// libyaml's events as values. The text must stay in place while events are requested.
struct YAMLEvents: ~Copyable {
    private let parser: UnsafeMutablePointer<yaml_parser_t>
    private let text: UnsafeBufferPointer<UInt8>

    /// Starts before the first event.
    /// - Parameter text: UTF-8, at least one byte.
    init(_ text: UnsafeBufferPointer<UInt8>) throws(StepError) {
        let parser = UnsafeMutablePointer<yaml_parser_t>.allocate(capacity: 1)
        guard yaml_parser_initialize(parser) == 1 else {
            parser.deallocate()
            throw Self.outOfMemory
        }
        yaml_parser_set_input_string(parser, text.baseAddress, text.count)
        self.parser = parser
        self.text = text
    }

    deinit {
        yaml_parser_delete(parser)
        parser.deallocate()
    }

    /// Returns the next event. Must not be called after the end of the stream.
    mutating func next() throws(StepError) -> YAMLEvent {
        var event = yaml_event_t()
        guard yaml_parser_parse(parser, &event) == 1 else { throw error() }
        defer { yaml_event_delete(&event) }
        return YAMLEvent(event)
    }

    private func error() -> StepError {
        let parser = parser.pointee
        let problem = parser.problem.map { String(cString: $0) } ?? "it cannot be read"
        switch parser.error {
        case YAML_MEMORY_ERROR: return Self.outOfMemory
        case YAML_READER_ERROR:
            return StepError(
                position(at: parser.problem_offset), "this is not YAML: \(problem); remove the character")
        default:
            let context = parser.context.map { String(cString: $0) + ", " } ?? ""
            return StepError(
                SourcePosition(parser.problem_mark),
                "this is not YAML: \(context)\(problem); correct it at or before this place")
        }
    }

    private static var outOfMemory: StepError {
        StepError(SourcePosition(line: 1, column: 1), "no memory is left to read the document; free some")
    }

    /// The position of a byte, which libyaml's reader reports instead of a line and a column.
    private func position(at offset: Int) -> SourcePosition {
        let before = String(decoding: text.prefix(offset), as: UTF8.self)
        // "\r\n" is one character, and one line break.
        let lastLine = before.reversed().prefix { !$0.isNewline }
        return SourcePosition(
            line: before.count { $0.isNewline } + 1,
            column: lastLine.reduce(1) { $0 + $1.unicodeScalars.count })
    }
}

struct YAMLEvent {
    let kind: yaml_event_type_t
    /// Where the event begins, including its tag and its anchor.
    let position: SourcePosition
    /// The tag of a value, resolved, such as `tag:yaml.org,2002:str` for `!!str`, or nil.
    var tag: String?
    /// The anchor of a value, or the one that an alias refers to, or nil.
    var anchor: String?
    /// The text of a scalar.
    var text = ""
    /// Whether a scalar is unquoted, so that it may be a number or a Boolean.
    var isPlain = false

    fileprivate init(_ event: yaml_event_t) {
        (kind, position) = (event.type, SourcePosition(event.start_mark))
        let data = event.data
        func string(_ text: UnsafePointer<UInt8>?) -> String? { text.map { String(cString: $0) } }
        switch kind {
        case YAML_SEQUENCE_START_EVENT:
            (tag, anchor) = (string(data.sequence_start.tag), string(data.sequence_start.anchor))
        case YAML_MAPPING_START_EVENT:
            (tag, anchor) = (string(data.mapping_start.tag), string(data.mapping_start.anchor))
        case YAML_SCALAR_EVENT:
            (tag, anchor) = (string(data.scalar.tag), string(data.scalar.anchor))
            // A scalar may contain a zero byte, so it has a length.
            text = String(
                decoding: UnsafeBufferPointer(start: data.scalar.value, count: data.scalar.length), as: UTF8.self)
            isPlain = data.scalar.style == YAML_PLAIN_SCALAR_STYLE
        case YAML_ALIAS_EVENT: anchor = string(data.alias.anchor)
        default: break
        }
    }
}

extension SourcePosition {
    /// libyaml counts from 0, and columns in Unicode scalars.
    fileprivate init(_ mark: yaml_mark_t) {
        self.init(line: mark.line + 1, column: mark.column + 1)
    }
}
