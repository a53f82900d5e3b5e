import SessionPolicy

/// A position in a text: line and column from 1, in Unicode scalars.
public struct SourcePosition: Hashable, Comparable, Sendable {
    public let line: Int
    public let column: Int

    /// Creates a place.
    public init(line: Int, column: Int) {
        self.line = line
        self.column = column
    }

    /// The place of what is in no text.
    package static let nowhere = SourcePosition(line: 0, column: 0)

    public static func < (earlier: SourcePosition, later: SourcePosition) -> Bool {
        (earlier.line, earlier.column) < (later.line, later.column)
    }
}

/// A problem in a text, with its position and the remedy.
public struct StepError: Error, Hashable, Sendable {
    public let position: SourcePosition
    /// The problem and the remedy, as a sentence.
    public let says: String

    /// Creates an error.
    public init(_ position: SourcePosition, _ says: String) {
        self.position = position
        self.says = says
    }

    /// The error on one line of a terminal: `file:line:column: what is wrong; what would be right`.
    /// - Parameter file: The path of the text; an empty one stands as `""`.
    package func line(in file: String) -> String {
        "\(file.isEmpty ? "\"\"" : file):\(position.line):\(position.column): \(says)".printable
    }
}

extension [StepError] {
    /// The errors of a text as lines: the first hundred, and a line with the number of the rest.
    /// - Parameters:
    ///   - file: The path of the text; an empty one stands as `""`.
    ///   - others: The number of further errors.
    package func lines(in file: String, others: Int = 0) -> String {
        let rest = Swift.max(0, count - Self.told) + others
        let counted =
            rest == 0 ? [] : ["\(file.isEmpty ? "\"\"" : file): \(rest) more like these; correct them first".printable]
        // A long remedy, such as a list of words, is told once.
        var remedies: Set<Substring> = []
        let lines = prefix(Self.told).map { error -> String in
            guard let end = error.says.places(of: "; ").first?.lowerBound, error.says[end...].utf8.count > 120,
                !remedies.insert(error.says[end...]).inserted
            else { return error.line(in: file) }
            return StepError(error.position, String(error.says[..<end])).line(in: file)
        }
        return (lines + counted).joined(separator: "\n")
    }

    /// The maximum number of printed errors.
    package static var told: Int { 100 }
}
