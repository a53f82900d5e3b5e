import SessionPolicy

/// Lines of limited width, safe for text from outside.
package enum TextColumn {
    /// The width of a page in characters.
    package static let width = 100

    /// A text after a lead, wrapped with a hanging indent.
    /// - Parameters:
    ///   - text: The text, wrapped at spaces; unprintable characters are escaped.
    ///   - width: The maximum width of a line, including the lead.
    package static func hanging(_ lead: String, _ text: String, width: Int = width) -> String {
        PlainText.hanging(lead, text.printable, width: width).map { $0 + "\n" }.joined()
    }

    /// A text padded on the left.
    package static func rightAligned(_ text: String, _ width: Int) -> String {
        String(repeating: " ", count: max(0, width - text.columns)) + text
    }
}

extension String {
    /// The number of terminal columns of the text; East Asian wide characters have two.
    package var columns: Int { reduce(0) { $0 + $1.columns } }

    /// Padded on the right, or truncated with an ellipsis.
    package func filled(to width: Int) -> String {
        let text = cut(to: width)
        return text + String(repeating: " ", count: max(0, width - text.columns))
    }

    /// Returns the text, truncated with an ellipsis if it does not fit.
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
