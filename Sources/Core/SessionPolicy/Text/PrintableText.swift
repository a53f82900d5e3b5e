// What comes from outside never moves a cursor, forges a line or turns the direction of writing: not on a terminal, nor in a
// file that one is shown. Every writer of this package asks `isPrintable` which scalars it may write as they are.
extension String {
    /// The text on one line of a terminal: whatever is no printable character stands as its escape, such as `\n` or
    /// `\u001b`. A backslash that was there stays as it is.
    package var printable: String { escaped { $0.isPrintable } }

    /// The text with its ends of lines, and all else printable.
    package var printableLines: String { escaped { $0.isPrintable || $0 == "\n" } }

    /// The text in double quotes, for JSON, YAML and Python, without a character that cannot be printed.
    package var quoted: String { "\"" + escaped { $0.isPrintable && $0 != "\"" && $0 != "\\" } + "\"" }

    package var quotedForSwift: String {
        "\"" + escaped(in: ("\\u{", "}")) { $0.isPrintable && $0 != "\"" && $0 != "\\" } + "\""
    }

    /// At most forty scalars of the text, printable, for an error.
    package var shortened: String {
        // Counted in scalars: a single character may have any number of them.
        let scalars = unicodeScalars.prefix(41)
        guard scalars.count > 40 else { return printable }
        return String(String.UnicodeScalarView(scalars.prefix(39))).printable + "…"
    }

    /// The text with an escape for each scalar that does not stay.
    /// - Parameters:
    ///   - marks: What stands before and behind the four digits of a scalar that has no shorter escape.
    ///   - stays: Whether a scalar stays; all beyond 16 bits do.
    private func escaped(
        in marks: (before: String, behind: String) = ("\\u", ""), except stays: (Unicode.Scalar) -> Bool
    ) -> String {
        guard !unicodeScalars.allSatisfy(stays) else { return self }
        var text = ""
        for scalar in unicodeScalars {
            switch scalar {
            case _ where stays(scalar): text.unicodeScalars.append(scalar)
            case "\"": text += "\\\""
            case "\\": text += "\\\\"
            case "\n": text += "\\n"
            case "\r": text += "\\r"
            case "\t": text += "\\t"
            default:
                text += marks.before + String(String(scalar.value + 0x10000, radix: 16).dropFirst()) + marks.behind
            }
        }
        return text
    }
}

extension Unicode.Scalar {
    /// Whether whatever shows it shows it and does nothing else. Those that are not lie below 2^16.
    package var isPrintable: Bool {
        switch value {
        // Control characters.
        case 0..<0x20, 0x7F..<0xA0: false
        // Ends of lines and of paragraphs, and what turns the direction of writing.
        case 0x2028, 0x2029, 0x61C, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069: false
        // Invisible: the byte order mark and the marks of annotations; and two that are no characters, which no XML has.
        case 0xFEFF, 0xFFF9...0xFFFB, 0xFFFE, 0xFFFF: false
        default: true
        }
    }
}
