import Glibc
import SessionPolicy
import SessionWire

/// The complaints that a host writes to standard error while its loop runs; the loop's thread must not wait for a
/// reader.
final class Complaints {
    private let output: LoopOutput
    /// The number of lines that found no room since the last one that did.
    private var lost = 0

    /// The capacity of a pipe: lines that have not been read for longer are old.
    private static let mostWaiting = 65_536

    /// Begins without a complaint.
    init(on loop: EventLoop) throws(WireError) {
        output = try LoopOutput(STDERR_FILENO, on: loop)
        output.onRoom = { [unowned self] in self.tellOfLoss() }
    }

    /// Writes a line, at once or when standard error is read again. Where more waits than is worth reading, the line is lost,
    /// and the next one says so.
    /// - Parameters:
    ///   - line: The line, without an end.
    ///   - program: The name before it, or nil for a line that begins with a file and a place in it.
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
