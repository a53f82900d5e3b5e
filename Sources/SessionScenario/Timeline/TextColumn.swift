/// Lines of text no wider than a page.
enum TextColumn {
    /// The width of a page in characters.
    static let width = 100

    /// A text after a lead; lines that do not fit go on under its beginning.
    ///
    /// - Parameters:
    ///   - lead: What stands before the first line.
    ///   - text: The text, broken at spaces.
    static func hanging(_ lead: String, _ text: String) -> String {
        let indent = String(repeating: " ", count: lead.count)
        var lines: [String] = []
        var line = lead
        var isFresh = true
        for word in text.split(separator: " ", omittingEmptySubsequences: true) {
            if !isFresh, line.count + 1 + word.count > width {
                lines.append(line)
                line = indent
                isFresh = true
            }
            line += isFresh ? String(word) : " " + word
            isFresh = false
        }
        return (lines + [line]).map { $0 + "\n" }.joined()
    }

    /// A text filled up with spaces on its right, or cut with an ellipsis.
    static func filled(_ text: String, to width: Int) -> String {
        text.count <= width
            ? text + String(repeating: " ", count: width - text.count)
            : text.prefix(width - 1) + "…"
    }
}
