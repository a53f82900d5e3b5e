import Glibc
import SessionPolicy
import SessionWire

/// The messages that a host writes to standard error while its loop runs, whose thread must not block.
final class Complaints {
    private let output: LoopOutput
    /// The number of lines lost since the last one written.
    private var lost = 0

    /// The capacity of a pipe; older unread lines are dropped.
    private static let mostWaiting = 65_536

    init(on loop: EventLoop) throws(WireError) {
        output = try LoopOutput(STDERR_FILENO, on: loop)
        output.onRoom = { [unowned self] in self.tellOfLoss() }
    }

    /// Writes a line now, or when standard error is read again. If too much is queued, the line is dropped, and the
    /// next one reports that.
    /// - Parameters:
    ///   - line: The line, without its end.
    ///   - program: The prefix, or nil for a line that begins with a file and a location.
    func add(_ line: String, of program: String? = "audiosession") {
        guard output.waiting < Self.mostWaiting else {
            lost += 1
            return
        }
        tellOfLoss()
        write(program.map { "\($0): \(line)" } ?? line)
    }

    private func tellOfLoss() {
        guard lost > 0 else { return }
        let lines = lost == 1 ? "1 line is" : "\(lost) lines are"
        lost = 0
        write("audiosession: \(lines) missing here: standard error was not read")
    }

    private func write(_ line: String) { output.write("\(line.printable)\n".utf8) }
}
