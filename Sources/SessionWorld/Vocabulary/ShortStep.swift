/// Steps as a person types them: the verb, and then the values of its keys.
public enum ShortStep {
    /// The steps of some arguments as lines of JSON.
    ///
    /// An argument that begins with a brace is a step as it stands. Any other is a verb with its words, or words of the verb
    /// before it.
    ///
    /// - Parameter arguments: The arguments, each with one step or with words of one.
    /// - Returns: A line for each step; one that is none is passed on, to be answered as such.
    public static func lines(_ arguments: [String]) -> [String] {
        var lines: [String] = []
        var words: [Substring] = []
        func finish() {
            if !words.isEmpty { lines.append(line(words)) }
            words = []
        }
        for argument in arguments {
            let parts = argument.split(separator: " ", omittingEmptySubsequences: true)
            if argument.first(where: { !$0.isWhitespace }) == "{" {
                finish()
                lines.append(onOneLine(argument))
            } else if let first = parts.first {
                if words.isEmpty || parts.count > 1 || Verb(rawValue: String(first)) != nil { finish() }
                words += parts
            } else {
                // A blank line is no step, and nobody answers it; a step without a verb is answered.
                finish()
                words = [""]
                finish()
            }
        }
        finish()
        return lines
    }

    /// An object of JSON that may stand on several lines. A tab is as good as a line's end between words, and as wrong as one
    /// within them.
    private static func onOneLine(_ object: String) -> String {
        String(decoding: object.utf8.map { $0 == 0x0A || $0 == 0x0D ? 0x09 : $0 }, as: UTF8.self)
    }

    private static func line(_ words: [Substring]) -> String {
        let verb = String(words[0])
        var buffer = ByteBuffer(capacity: 256)
        buffer.append("{\"do\": ")
        buffer.append(quoting: verb)
        var keys =
            VerbRule.row(verb).map { row in
                row.keys.filter { $0.isRequired } + row.keys.filter { !$0.isRequired }
            } ?? []
        for word in words.dropFirst() {
            // What the verb has no key for is said by whoever reads the step.
            let rule = keys.isEmpty ? nil : keys.removeFirst()
            buffer.append(", ")
            buffer.append(quoting: rule?.key.text ?? String(word))
            buffer.append(": ")
            buffer.append(word, as: rule?.value)
        }
        buffer.append("}")
        return buffer.text
    }
}

extension KeyRule {
    fileprivate var isRequired: Bool { if case .required = presence { true } else { false } }
}

extension ByteBuffer {
    fileprivate mutating func append(_ word: Substring, as rule: ValueRule?) {
        switch rule {
        case .number, .whole:
            if Double(word)?.isFinite == true { append(plain: String(word)) } else { append(quoting: String(word)) }
        case .flag:
            if ["true", "false"].contains(word) { append(plain: String(word)) } else { append(quoting: String(word)) }
        case .words:
            append("[")
            for (place, part) in word.split(separator: ",").enumerated() {
                if place > 0 { append(", ") }
                append(quoting: String(part))
            }
            append("]")
        case .word, .name, .book, .settings, nil: append(quoting: String(word))
        }
    }
}
