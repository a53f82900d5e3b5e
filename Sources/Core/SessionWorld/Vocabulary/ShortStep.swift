import SessionPolicy

/// Steps in short form: the verb and the values of its keys, such as `ringSwitch silent`.
public enum ShortStep {
    /// Converts a command's arguments to lines for `StepLines`.
    ///
    /// An argument of one word that is not a verb belongs to the previous step. Any other is a step: a verb with its
    /// words, or a JSON object.
    ///
    /// - Parameter arguments: The arguments, each with one step or with a word of one.
    /// - Returns: A line for each step as typed; invalid ones are kept for an error reply.
    public static func lines(_ arguments: [String]) -> [String] {
        var steps: [String] = []
        var takesWords = false
        for argument in arguments {
            let text = onOneLine(argument)
            let words = text.split { $0 == " " || $0 == "\t" }
            let isObject = words.first?.hasPrefix("{") == true
            if takesWords, words.count == 1, !isObject, Verb(rawValue: String(words[0])) == nil {
                steps[steps.count - 1] += " " + words[0]
            } else {
                steps.append(text)
                takesWords = !words.isEmpty && !isObject
            }
        }
        return steps.map(answerable)
    }

    /// Joins a step typed on several lines. A tab equals a line end between words, and is as invalid within a JSON
    /// string.
    private static func onOneLine(_ text: String) -> String {
        String(decoding: text.utf8.map { $0 == 0x0A || $0 == 0x0D ? 0x09 : $0 }, as: UTF8.self)
    }

    /// The line, or for a blank line or a comment a step that gets a reply.
    private static func answerable(_ line: String) -> String {
        if Array(line.utf8).withUnsafeBufferPointer({ StepLines.read($0, number: 1) }) != nil { return line }
        var buffer = ByteBuffer(capacity: 64)
        buffer.append("{\"do\": ")
        buffer.append(quoting: line)
        buffer.append("}")
        return buffer.text
    }
}

extension ShortStep {
    /// Reads a line that begins with a letter.
    /// - Parameters:
    ///   - bytes: The line without its end.
    ///   - line: Its number, from 1.
    /// - Returns: The step as an object, each part of which stands where its word does, or nil if the line is JSON.
    static func read(_ bytes: UnsafeBufferPointer<UInt8>, line: Int) throws(StepError) -> PositionedValue? {
        var words = words(bytes, line: line)[...]
        guard let verb = words.popFirst(), case let text = try verb.text(), !["true", "false", "null"].contains(text)
        else { return nil }
        let name = PositionedValue(.string(text), at: verb.position)
        guard let row = VerbRule.row(text) else { throw VerbRule.isMissing(name) }
        var members = [PositionedValue.Member(key: "do", keyPosition: verb.position, value: name)]
        for (key, value, presence) in keys(of: row) {
            // A key of only some of the verb's steps is skipped in the others.
            if case .onlyWith(let other, let word) = presence,
                !members.contains(where: { $0.key == other.text && $0.value.string == word })
            {
                continue
            }
            guard let word = words.popFirst() else { break }
            members.append(.init(key: key, keyPosition: word.position, value: try word.value(as: value)))
        }
        if let word = words.first {
            let keys = keys(of: row).map { $0.key }.joined(separator: ", ")
            throw StepError(
                word.position,
                "\(row.verb.name) takes \(keys.isEmpty ? "no words" : "the words \(keys)"); found "
                    + "\"\(try word.text().shortened)\" behind them")
        }
        return PositionedValue(.object(members), at: verb.position)
    }

    /// The keys of the words after a verb, in order: those of every step first.
    private static func keys(of row: VerbRule) -> [(key: String, value: ValueRule, presence: KeyRule.Presence)] {
        // `wait` has only a time.
        if row.verb == .wait { return [("at", .number(0...0), .required)] }
        let required = row.keys.filter { $0.isRequired }
        return (required + row.keys.filter { !$0.isRequired }).map { ($0.key.text, $0.value, $0.presence) }
    }

    private static func words(_ bytes: UnsafeBufferPointer<UInt8>, line: Int) -> [Word] {
        var words: [Word] = []
        var column = 1
        var begin: (offset: Int, column: Int)?
        for offset in 0...bytes.count {
            if offset < bytes.count, !StepLines.isBlank(bytes[offset]) {
                if begin == nil { begin = (offset, column) }
            } else if let word = begin {
                words.append(
                    Word(bytes: bytes[word.offset..<offset], position: SourcePosition(line: line, column: word.column)))
                begin = nil
            }
            // UTF-8 continuation bytes are not columns.
            if offset < bytes.count, bytes[offset] & 0xC0 != 0x80 { column += 1 }
        }
        return words
    }

    /// A word of a line, and where it begins.
    private struct Word {
        let bytes: Slice<UnsafeBufferPointer<UInt8>>
        let position: SourcePosition

        func text() throws(StepError) -> String {
            guard bytes.isValidUTF8 else { throw StepError(position, "the word is not UTF-8; save the input as UTF-8") }
            return String(decoding: bytes, as: UTF8.self)
        }

        /// The word as a value. A word that does not fit the rule stays a text, for the step reader's error.
        func value(as rule: ValueRule) throws(StepError) -> PositionedValue {
            let text = try text()
            let content: PositionedValue.Content =
                switch rule {
                case .number, .whole, .book: number(text).map { .number($0) } ?? .string(text)
                case .flag: text == "true" ? .bool(true) : text == "false" ? .bool(false) : .string(text)
                case .words: .array(parts(text))
                case .word, .name, .settings: .string(text)
                }
            return PositionedValue(content, at: position)
        }

        private func number(_ text: String) -> Double? {
            let isDecimal = text.utf8.allSatisfy { (0x2B...0x39).contains($0) || $0 | 0x20 == UInt8(ascii: "e") }
            return isDecimal ? Double(text).flatMap { $0.isFinite ? $0 : nil } : nil
        }

        private func parts(_ text: String) -> [PositionedValue] {
            var column = position.column
            return text.split(separator: ",", omittingEmptySubsequences: false).compactMap { part in
                defer { column += part.unicodeScalars.count + 1 }
                let place = SourcePosition(line: position.line, column: column)
                return part.isEmpty ? nil : PositionedValue(.string(String(part)), at: place)
            }
        }
    }
}

extension KeyRule {
    fileprivate var isRequired: Bool { if case .required = presence { true } else { false } }
}
