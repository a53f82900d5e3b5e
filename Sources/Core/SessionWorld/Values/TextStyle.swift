/// The layout of text: the width of a line, and whether it has colours.
package struct TextStyle: Hashable, Sendable {
    /// The maximum number of columns of a line.
    package let width: Int
    package let hasColours: Bool

    /// Describes a style.
    /// - Parameters:
    ///   - width: How many columns a line has at most; at least 40 are used.
    ///   - hasColours: Whether the reader sees colours.
    package init(width: Int, hasColours: Bool) { (self.width, self.hasColours) = (max(40, width), hasColours) }

    /// The style for a file or a pipe.
    package static let plain = TextStyle(width: TextColumn.width, hasColours: false)

    /// The colours of text, with a contrast of at least 3 on black and on white.
    package enum Ink: CaseIterable, Sendable {
        case heard, ducked, quiet, good, bad

        /// The number among the 256 terminal colours, of which those from 16 on are fixed.
        package var number: Int {
            switch self {
            case .heard: 32
            case .ducked: 166
            case .quiet: 244
            case .good: 28
            case .bad: 196
            }
        }
    }

    /// A text in a colour.
    /// - Parameters:
    ///   - text: Printable characters.
    ///   - ink: The colour, or nil for the terminal's own.
    package func paint(_ text: String, _ ink: Ink?) -> String {
        guard hasColours, !text.isEmpty, let ink else { return text }
        return "\u{1B}[38;5;\(ink.number)m\(text)\u{1B}[0m"
    }

    /// A text in bold letters.
    package func strong(_ text: String) -> String { hasColours ? "\u{1B}[1m\(text)\u{1B}[0m" : text }

    /// White on blue, legible whatever the terminal's own colours are.
    package func block(_ text: String) -> String { hasColours ? "\u{1B}[48;5;24;38;5;231m\(text)\u{1B}[0m" : text }
}
