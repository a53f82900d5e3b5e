import CommandSupport
import SessionPolicy
import SessionWorld

/// The progress of a long command: a line at the bottom of the terminal behind standard error that is redrawn at most ten
/// times a second. Nothing is written if that is no terminal or has no cursor (TERM=dumb), so that logs have complete lines
/// only.
struct ProgressBar {
    private let isShown = Terminal.canDraw
    /// When the line was drawn, or nil if it is not there.
    private var drawn: ContinuousClock.Instant?

    /// Shows the progress.
    /// - Parameters:
    ///   - part: The fraction done, 0 to 1, or nil if unknown.
    ///   - what: The name of the task.
    mutating func show(_ part: Double?, _ what: String) {
        let now = ContinuousClock.now
        guard isShown, drawn.map({ now - $0 >= .milliseconds(100) }) ?? true else { return }
        drawn = now
        let done = part.map { "\(Int(max(0, min(1, $0)) * 100)) %  " } ?? ""
        Output.draw(Self.erasure + (done + what.printable).prefix(Terminal.complaints.width - 1))
    }

    /// Clears the line, so that other output can be written.
    mutating func clear() {
        if drawn != nil { Output.draw(Self.erasure) }
        drawn = nil
    }

    private static let erasure = "\r\u{1B}[2K"
}
