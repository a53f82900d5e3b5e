import SessionPolicy

/// A place in a text: line and column from 1, columns counted in Unicode scalars.
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

/// A problem of a text: what is wrong, where, and what would be right.
public struct StepError: Error, Hashable, Sendable {
    public let position: SourcePosition
    /// A sentence that says what is wrong, and what would be right.
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
    /// The errors of a text on lines of a terminal: the first hundred, and a line that counts the rest. A reader who corrects
    /// the first sees the next.
    /// - Parameters:
    ///   - file: The path of the text; an empty one stands as `""`.
    ///   - others: How many more there are.
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

    /// The greatest number of errors of a text that are told.
    package static var told: Int { 100 }
}
