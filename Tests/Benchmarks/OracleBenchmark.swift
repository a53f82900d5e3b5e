import Foundation
import Glibc

/// Measures how many steps a second the oracle answers through a pipe.
enum OracleBenchmark {
    private static let steps = 300_000
    private static let runs = 3
    private static let pieceBytes = 64 * 1024

    static func stepsPerSecond(_ setup: Setup) throws -> [Figure] {
        let input = "\(setup.scratch)/steps.jsonl"
        let count = try writeSteps(to: input)
        let measured = try (0..<runs).map { _ in try feed(input, count: count, to: setup.program) }
        return [
            Figure(
                name: "oracle.stepsPerSecond", value: measured.max() ?? .nan, unit: "steps/s, ten apps",
                better: .higher,
                limit: 100_000)
        ]
    }

    /// Writes them to a file, because what this program held in memory would be counted as its children's.
    private static func writeSteps(to path: String) throws -> Int {
        guard FileManager.default.createFile(atPath: path, contents: nil), let file = FileHandle(forWritingAtPath: path)
        else { throw BenchmarkError("\(path) cannot be written.") }
        defer { try? file.close() }
        var stream = StepStream()
        var text = stream.opening()
        while stream.count < steps {
            text += stream.nextRound()
            if text.utf8.count >= pieceBytes {
                try file.write(contentsOf: Data(text.utf8))
                text = ""
            }
        }
        try file.write(contentsOf: Data(text.utf8))
        return stream.count
    }

    /// Returns the steps a second.
    private static func feed(_ input: String, count: Int, to program: String) throws -> Double {
        let steps = try Pipe()
        let replies = try Pipe()
        // Strict, so that a step it does not understand ends it with an error and is not counted as answered.
        let child = try Child(
            program, ["oracle", "--rules", "iPhoneOS3", "--strict"], input: steps.reader, output: replies.writer)
        close(steps.reader)
        close(replies.writer)
        defer { close(replies.reader) }
        let started = Clock.monotonic.seconds
        let feeder = Thread { copy(input, to: steps.writer) }
        feeder.start()

        // The input stays open until the last reply: all must come without its end.
        var counter = ReplyCounter()
        var wall = Double.nan
        do {
            try counter.read(from: replies.reader) { soFar in
                guard soFar >= count else { return true }
                wall = Clock.monotonic.seconds - started
                return false
            }
        } catch {
            child.kill()
            close(steps.writer)
            _ = try? child.wait()
            throw error
        }
        close(steps.writer)
        _ = try child.wait()
        guard counter.count == count else {
            throw BenchmarkError("The oracle answered \(counter.count) of \(count) steps.")
        }
        return Double(count) / wall
    }

    /// Copies the file into the pipe; a reader that died shows in what it has answered.
    private static func copy(_ path: String, to descriptor: CInt) {
        guard let file = FileHandle(forReadingAtPath: path) else { return }
        let pipe = FileHandle(fileDescriptor: descriptor)
        while let piece = try? file.read(upToCount: pieceBytes), !piece.isEmpty {
            guard (try? pipe.write(contentsOf: piece)) != nil else { return }
        }
    }

}

/// Counts the lines that come through a pipe.
private struct ReplyCounter {
    private(set) var count = 0

    /// Silence of this length is a failure, in milliseconds.
    private static let patience: CInt = 30_000

    /// Reads to the end or until `goesOn`, which hears the count after every piece, says that it is enough.
    mutating func read(from descriptor: CInt, goesOn: (Int) -> Bool) throws {
        let capacity = 256 * 1024
        let buffer = UnsafeMutableRawPointer.allocate(byteCount: capacity, alignment: 64)
        defer { buffer.deallocate() }
        while true {
            var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            guard poll(&waiting, 1, Self.patience) != 0 else {
                throw BenchmarkError("After \(count) replies the oracle said nothing for \(Self.patience / 1000) s.")
            }
            let got = Glibc.read(descriptor, buffer, capacity)
            if got == 0 { return }
            guard got > 0 else {
                if errno == EINTR { continue }
                throw BenchmarkError("The oracle's replies cannot be read: \(String(cString: strerror(errno))).")
            }
            var line = buffer
            while let end = memchr(line, CInt(UInt8(ascii: "\n")), got - (line - buffer)) {
                count += 1
                line = end + 1
            }
            guard goesOn(count) else { return }
        }
    }
}
