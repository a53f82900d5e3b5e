import CommandSupport
import SessionPolicy
import SessionWorld

/// Lines at the bottom of the terminal behind standard error that are redrawn. Nothing is written if that is no
/// terminal or has no cursor (TERM=dumb), so that logs have complete lines only.
struct StatusLines {
    let isShown = Terminal.canDraw
    private var count = 0

    /// Replaces the lines that were drawn last.
    /// - Parameter lines: Printable lines with colours, none wider than the terminal.
    mutating func show(_ lines: [String]) {
        guard isShown else { return }
        Output.draw(Self.erased(count) + lines.joined(separator: "\n"))
        count = lines.count
    }

    /// Clears the lines, so that other output can be written.
    mutating func clear() {
        guard isShown, count > 0 else { return }
        Output.draw(Self.erased(count))
        count = 0
    }

    /// Returns the escape sequence that clears lines and moves to the beginning of the first.
    private static func erased(_ count: Int) -> String {
        "\r\u{1B}[2K" + String(repeating: "\u{1B}[1A\u{1B}[2K", count: max(0, count - 1))
    }
}

/// A progress line on a terminal with the remaining time.
struct ProgressBar {
    private var status = StatusLines()
    private let start = ContinuousClock.now
    private var shown: ContinuousClock.Instant?

    /// Shows the progress, at most ten times a second.
    /// - Parameters:
    ///   - part: The fraction done, 0 to 1, or nil if unknown.
    ///   - what: The name of the task.
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

    /// Returns the line.
    /// - Parameters:
    ///   - part: The fraction done, or nil if unknown.
    ///   - what: The name of the task, printable.
    ///   - elapsed: The time since the start.
    ///   - width: The width of the terminal.
    static func line(_ part: Double?, _ what: String, after elapsed: Duration, width: Int) -> String {
        guard let part, part.isFinite else { return String(what.prefix(width - 1)) }
        let done = max(0, min(1, part))
        let filled = Int(done * 20)
        let bar = String(repeating: "=", count: filled) + String(repeating: " ", count: 20 - filled)
        let line = "[\(bar)] \(Int(done * 100)) %  \(remaining(done, after: elapsed))\(what)"
        return String(line.prefix(width - 1))
    }

    /// Estimates the remaining time, once there is enough progress.
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
