import Foundation
import Glibc

/// How many steps a second the oracle answers through a pipe, and whether a long history makes it slower.
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
                name: "oracle.stepsPerSecond", value: measured.map(\.stepsPerSecond).max() ?? .nan,
                unit: "steps/s, ten apps", better: .higher, limit: 100_000),
            Figure(
                name: "oracle.growth", value: measured.map(\.growth).median, unit: "last ÷ first quarter, per step",
                better: .lower, limit: 1.1),
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

    private static func feed(
        _ input: String, count: Int, to program: String
    ) throws -> (stepsPerSecond: Double, growth: Double) {
        let (childInput, ourOutput) = try pipe()
        let (ourInput, childOutput) = try pipe()
        defer { close(ourInput) }
        let child: Child
        do {
            defer { (close(childInput), close(childOutput)) }
            child = try Child(program, ["oracle"], input: childInput, output: childOutput)
        } catch {
            close(ourOutput)
            throw error
        }
        let feeder = Thread { copy(input, to: ourOutput) }
        feeder.start()

        // Processor time at the first reply and after each of the quarters but the last, whose end is the child's.
        let marks = [1, count / 4, count * 3 / 4]
        var replies = ReplyCounter()
        var times: [Double] = []
        let started = Clock.monotonic.seconds
        try replies.read(from: ourInput) { soFar in
            while times.count < marks.count, soFar >= marks[times.count] { times.append(child.cpuSeconds) }
        }
        let wall = Clock.monotonic.seconds - started
        let usage = try child.wait()
        guard replies.count == count else {
            throw BenchmarkError("The oracle answered \(replies.count) of \(count) steps.")
        }
        guard !replies.refusedStep else { throw BenchmarkError("The oracle took a step for a bad one.") }
        return (Double(count) / wall, (usage.cpuSeconds - times[2]) / (times[1] - times[0]))
    }

    /// Copies the file into the pipe and closes it; a reader that died shows in what it has answered.
    private static func copy(_ path: String, to descriptor: CInt) {
        defer { close(descriptor) }
        guard let file = FileHandle(forReadingAtPath: path) else { return }
        let pipe = FileHandle(fileDescriptor: descriptor)
        while let piece = try? file.read(upToCount: pieceBytes), !piece.isEmpty {
            guard (try? pipe.write(contentsOf: piece)) != nil else { return }
        }
    }

    /// A pipe whose ends other children do not inherit.
    private static func pipe() throws -> (read: CInt, write: CInt) {
        var ends: [CInt] = [0, 0]
        guard pipe2(&ends, O_CLOEXEC) == 0 else {
            throw BenchmarkError("No pipe: \(String(cString: strerror(errno))).")
        }
        return (ends[0], ends[1])
    }
}

/// Counts the lines that come through a pipe.
private struct ReplyCounter {
    private(set) var count = 0
    private(set) var refusedStep = false

    /// Reads to the end; `afterPiece` hears the count so far.
    mutating func read(from descriptor: CInt, afterPiece: (Int) -> Void) throws {
        let capacity = 256 * 1024
        let buffer = UnsafeMutableRawPointer.allocate(byteCount: capacity, alignment: 64)
        defer { buffer.deallocate() }
        let bad = Array(#""badStep""#.utf8)
        while true {
            let got = Glibc.read(descriptor, buffer, capacity)
            if got == 0 { return }
            guard got > 0 else {
                if errno == EINTR { continue }
                throw BenchmarkError("The oracle's replies cannot be read: \(String(cString: strerror(errno))).")
            }
            // A reply that a read cuts in two just there would be missed; the same step comes again in every round.
            if memmem(buffer, got, bad, bad.count) != nil { refusedStep = true }
            var line = buffer
            while let end = memchr(line, CInt(UInt8(ascii: "\n")), got - (line - buffer)) {
                count += 1
                line = end + 1
            }
            afterPiece(count)
        }
    }
}
