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

/// The progress of a long command on the terminal, at most ten times a second.
struct ProgressBar {
    private var status = StatusLines()
    private var shown: ContinuousClock.Instant?

    /// Shows the progress.
    /// - Parameters:
    ///   - part: The fraction done, 0 to 1, or nil if unknown.
    ///   - what: The name of the task.
    mutating func show(_ part: Double?, _ what: String) {
        let now = ContinuousClock.now
        guard status.isShown, shown.map({ now - $0 >= .milliseconds(100) }) ?? true else { return }
        shown = now
        let done = part.map { "\(Int(max(0, min(1, $0)) * 100)) %  " } ?? ""
        status.show([String((done + what.printable).prefix(Terminal.complaints.width - 1))])
    }

    mutating func clear() {
        status.clear()
        shown = nil
    }
}
