import SessionPolicy

/// Lines of text no wider than a page; what comes from outside cannot break them.
package enum TextColumn {
    /// The width of a page in characters.
    package static let width = 100

    /// A text after a lead; lines that do not fit go on under its beginning.
    ///
    /// - Parameters:
    ///   - lead: What stands before the first line.
    ///   - text: The text, broken at spaces; what cannot be printed stands as its escape.
    package static func hanging(_ lead: String, _ text: String) -> String {
        PlainText.hanging(lead, text.printable, width: width).map { $0 + "\n" }.joined()
    }

    /// A text filled up with spaces on its right, or cut with an ellipsis.
    package static func filled(_ text: String, to width: Int) -> String {
        text.count <= width ? PlainText.padded(text, width) : text.prefix(width - 1) + "…"
    }
}
