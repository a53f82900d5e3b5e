import CommandSupport
import Glibc
import SessionPolicy
import SessionWorld

/// The one place that knows how wide a terminal is and which colours it shows: the width that the terminal tells, and
/// 100 columns if there is none; colours on a terminal, unless NO_COLOR or TERM=dumb asks for none.
enum Terminal {
    static var output: TextStyle { style(of: STDOUT_FILENO) }

    static var complaints: TextStyle { style(of: STDERR_FILENO) }

    /// Whether lines on standard error can be drawn over: on a terminal that knows a cursor.
    static var canDraw: Bool { isatty(STDERR_FILENO) != 0 && variable("TERM") != "dumb" }

    /// The number of lines of the terminal behind standard error.
    static var height: Int { size(of: STDERR_FILENO)?.lines ?? 24 }

    private static func style(of descriptor: CInt) -> TextStyle {
        guard isatty(descriptor) != 0 else {
            // A pipe ends on the terminal in most cases.
            return size(of: STDERR_FILENO).map { TextStyle(width: $0.columns, hasColours: false) } ?? .plain
        }
        let hasColours = variable("NO_COLOR").isEmpty && variable("TERM") != "dumb"
        return TextStyle(width: size(of: descriptor)?.columns ?? TextStyle.plain.width, hasColours: hasColours)
    }

    private static func size(of descriptor: CInt) -> (columns: Int, lines: Int)? {
        var size = winsize()
        guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0 else { return nil }
        return (Int(size.ws_col), Int(size.ws_row))
    }

    private static func variable(_ name: String) -> String { getenv(name).map { String(cString: $0) } ?? "" }

    /// The width of tables: the terminal's up to that of a file, which has its own.
    static var tableWidth: Int {
        isatty(STDOUT_FILENO) == 0 && size(of: STDERR_FILENO) == nil
            ? PlainText.width : min(output.width, PlainText.width)
    }

    /// Returns a text as the terminal of standard output shows it: lines that are too wide are broken between words,
    /// and continue below their second column or as far in as they begin. Without a terminal the text stays as it is.
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

    /// Shows a text on standard output: on a terminal that is too low for it through the pager that PAGER names, or `less`.
    /// - Parameter text: Lines of printable characters.
    static func page(_ text: String) throws {
        let lines = text.utf8.count(where: { $0 == UInt8(ascii: "\n") })
        guard isatty(STDIN_FILENO) != 0, isatty(STDOUT_FILENO) != 0, let size = size(of: STDOUT_FILENO),
            lines >= size.lines, variable("TERM") != "dumb"
        else { return try Output.write(text) }
        let named = variable("PAGER")
        guard let pager = popen(named.isEmpty ? "less -FRX" : named, "we") else { return try Output.write(text) }
        // A pager that is left early reads no further, which is no error.
        fputs(text.printableLines, pager)
        // The shell says so if there is no such program.
        if pclose(pager) == 127 << 8 { try Output.write(text) }
    }
}
