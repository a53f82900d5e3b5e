import CommandSupport
import Glibc
import SessionPolicy
import SessionWorld

/// Width and colours of the terminal: its own width, or 100 columns without one; colours on a terminal, unless NO_COLOR
/// or TERM=dumb disables them.
enum Terminal {
    static var output: TextStyle { style(of: STDOUT_FILENO) }

    static var complaints: TextStyle { style(of: STDERR_FILENO) }

    /// Whether lines on standard error can be redrawn: on a terminal with a cursor.
    static var canDraw: Bool { isatty(STDERR_FILENO) != 0 && variable("TERM") != "dumb" }

    private static func style(of descriptor: CInt) -> TextStyle {
        guard isatty(descriptor) != 0 else {
            // A pipe usually ends on the terminal.
            return width(of: STDERR_FILENO).map { TextStyle(width: $0, hasColours: false) } ?? .plain
        }
        let hasColours = variable("NO_COLOR").isEmpty && variable("TERM") != "dumb"
        return TextStyle(width: width(of: descriptor) ?? TextStyle.plain.width, hasColours: hasColours)
    }

    private static func width(of descriptor: CInt) -> Int? {
        var size = winsize()
        guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0 else { return nil }
        return Int(size.ws_col)
    }

    private static func variable(_ name: String) -> String { getenv(name).map { String(cString: $0) } ?? "" }

    /// The width of documents: the terminal's, and 80 columns if there is none.
    static var documentWidth: Int {
        isatty(STDOUT_FILENO) == 0 && width(of: STDERR_FILENO) == nil ? 80 : min(output.width, PlainText.width)
    }

    /// Returns a document with weight and colour, if standard output shows them: headings strong, identifiers of rules and
    /// names of commands in a colour, sources quiet.
    /// - Parameter text: Lines of printable characters.
    static func painted(_ text: String) -> String {
        let style = output
        guard style.hasColours else { return text }
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        // How far in a paragraph about a source begins; nil outside of one.
        var source: Int?
        return lines.indices.map { place in
            let line = lines[place]
            let below = lines.indices.contains(place + 1) ? lines[place + 1] : ""
            let indent = line.prefix { $0 == " " }.count
            if line.dropFirst(indent).starts(with: #/(Source|Not emulated): /#) {
                source = indent
            } else if indent <= source ?? 0 {
                source = nil
            }
            if source != nil { return style.paint(String(line), .quiet) }
            let isUnderlined = below.count > 1 && below.allSatisfy { "=-".contains($0) }
            let isRule = line.count > 1 && line.allSatisfy { "=- ".contains($0) }
            if isRule { return style.paint(String(line), .quiet) }
            if place == 0 || isUnderlined || line.starts(with: #/(Step \d|The rules$|[A-Z ]+:( |$))/#) {
                return style.strong(String(line))
            }
            if let label = line.prefixMatch(of: #/ *R-[A-Z]+-\d+|  [a-z][a-z-]*(?=   )| *(heard|not heard|told) +/#) {
                let ink: TextStyle.Ink =
                    label.output.0.contains("not heard") || label.output.0.contains("told") ? .quiet : .heard
                return style.paint(String(label.output.0), ink) + line[label.range.upperBound...]
            }
            return String(line)
        }.joined(separator: "\n")
    }

    /// Wraps a text for standard output's terminal. Lines are broken between words and continue below their second
    /// column, or at their indentation. Without a terminal the text is unchanged.
    /// - Parameter text: Lines, with two spaces before a second column.
    static func folded(_ text: String) -> String {
        guard isatty(STDOUT_FILENO) != 0 else { return text }
        let width = output.width
        return text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
            guard line.count > width else { return String(line) }
            let words = line.drop { $0 == " " }
            let column = words.firstRange(of: "  ")?.upperBound ?? words.startIndex
            let label = line[..<column].count < width / 2 ? line[..<column] : line[..<words.startIndex]
            return PlainText.hanging(String(label), String(line.dropFirst(label.count)), width: width)
                .joined(separator: "\n")
        }.joined(separator: "\n")
    }

    /// Prints a document.
    /// - Parameter text: Lines of printable characters.
    static func show(_ text: String) throws { try Output.write(styled: painted(text.printableLines)) }
}
