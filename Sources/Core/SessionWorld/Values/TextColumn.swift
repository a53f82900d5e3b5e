import SessionPolicy

/// Lines of text no wider than a page; what comes from outside cannot break them.
package enum TextColumn {
    /// The width of a page in characters.
    package static let width = 100

    /// A text after a lead; lines that do not fit continue under its beginning.
    /// - Parameters:
    ///   - lead: What stands before the first line.
    ///   - text: The text, broken at spaces; what cannot be printed stands as its escape.
    ///   - width: How many characters a line has at most, the lead included.
    package static func hanging(_ lead: String, _ text: String, width: Int = width) -> String {
        PlainText.hanging(lead, text.printable, width: width).map { $0 + "\n" }.joined()
    }

    /// A text with spaces on its left; a wider one stays as it is.
    package static func rightAligned(_ text: String, _ width: Int) -> String {
        String(repeating: " ", count: max(0, width - text.columns)) + text
    }
}

extension String {
    /// The number of columns of a terminal that the text takes; a character that is wide in the scripts of East Asia
    /// takes two.
    package var columns: Int { reduce(0) { $0 + $1.columns } }

    /// Filled up with spaces on its right, or cut with an ellipsis.
    package func filled(to width: Int) -> String {
        let text = cut(to: width)
        return text + String(repeating: " ", count: max(0, width - text.columns))
    }

    /// Returns the text where it fits, else the text cut with an ellipsis.
    package func cut(to width: Int) -> String {
        guard columns > width else { return self }
        var (text, used) = ("", 0)
        for character in self {
            guard used + character.columns < width else { break }
            text.append(character)
            used += character.columns
        }
        return text + "…"
    }

    /// Without the spaces at its end.
    package var trimmedAtEnd: String {
        guard let last = lastIndex(where: { $0 != " " }) else { return "" }
        return String(self[...last])
    }
}

extension Character {
    fileprivate var columns: Int {
        switch unicodeScalars.first?.value ?? 0 {
        case 0x1100...0x115F, 0x2E80...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60,
            0xFFE0...0xFFE6, 0x1F300...0x1FAFF, 0x20000...0x3FFFD:
            2
        default: 1
        }
    }
}
