import CommandSupport
import SessionPolicy
import SessionWorld

/// Lines at the bottom of the terminal behind standard error that are drawn again and again. If that is no terminal, or
/// one without a cursor (TERM=dumb), nothing of it comes out: a log holds whole lines only.
struct StatusLines {
    let isShown = Terminal.canDraw
    private var count = 0

    /// Draws lines over those that were drawn last.
    /// - Parameter lines: The lines, none of them wider than the terminal, made of printable characters and colours.
    mutating func show(_ lines: [String]) {
        guard isShown else { return }
        Output.draw(Self.erased(count) + lines.joined(separator: "\n"))
        count = lines.count
    }

    /// Takes them away, so that other lines can be written.
    mutating func clear() {
        guard isShown, count > 0 else { return }
        Output.draw(Self.erased(count))
        count = 0
    }

    /// Returns the way from the end of the last line to the beginning of the first, with nothing left on it.
    private static func erased(_ count: Int) -> String {
        "\r\u{1B}[2K" + String(repeating: "\u{1B}[1A\u{1B}[2K", count: max(0, count - 1))
    }
}

/// A line on a terminal that says how far a long work is, and how long it still takes.
struct ProgressBar {
    private var status = StatusLines()
    private let start = ContinuousClock.now
    private var shown: ContinuousClock.Instant?

    /// Shows the progress, not more often than ten times in a second.
    /// - Parameters:
    ///   - part: The part that is done, 0 to 1, or nil if it is not known.
    ///   - what: The name of the work.
    mutating func show(_ part: Double?, _ what: String) {
        let now = ContinuousClock.now
        guard status.isShown, shown.map({ now - $0 >= .milliseconds(100) }) ?? true else { return }
        shown = now
        let line = Self.line(part, what.printable, after: now - start, width: Terminal.complaints.width)
        status.show([line])
    }

    mutating func clear() {
        status.clear()
        shown = nil
    }

    /// The line.
    /// - Parameters:
    ///   - part: The part that is done, or nil if it is not known.
    ///   - what: The name of the work, printable.
    ///   - elapsed: The time since the beginning.
    ///   - width: The width of the terminal.
    static func line(_ part: Double?, _ what: String, after elapsed: Duration, width: Int) -> String {
        guard let part, part.isFinite else { return String(what.prefix(width - 1)) }
        let done = max(0, min(1, part))
        let filled = Int(done * 20)
        let bar = String(repeating: "=", count: filled) + String(repeating: " ", count: 20 - filled)
        let line = "[\(bar)] \(Int(done * 100)) %  \(remaining(done, after: elapsed))\(what)"
        return String(line.prefix(width - 1))
    }

    /// The remaining time at the present speed, once that can be told.
    private static func remaining(_ done: Double, after elapsed: Duration) -> String {
        let seconds = Double(elapsed.components.seconds) + Double(elapsed.components.attoseconds) * 1e-18
        guard done > 0.01, seconds > 0.5, done < 1 else { return "" }
        let left = Int((seconds * (1 - done) / done).rounded(.up))
        switch left {
        case ..<100: return "\(left) s left  "
        case ..<6_000: return "\((left + 59) / 60) min left  "
        default: return "\((left + 3_599) / 3_600) h left  "
        }
    }
}
