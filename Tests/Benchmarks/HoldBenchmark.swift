import Foundation
import Glibc

/// Measures how soon a program that links the library is lowered for a held command, and how soon it comes back.
enum HoldBenchmark {
    static let all = [
        Benchmark(
            name: "hold",
            about:
                "`hold --duck` beside a program that links libaudiosession and plays in periods of 256 frames by the clock, 30 times: "
                + "from the start of the command to the first sample that is lower, and from the command's end to the first that is "
                + "higher; ten commands end with their input, ten are killed, and of ten the `hold` is killed",
            measure: measure)
    ]

    private static let period = 256.0 / 48_000
    private static let rounds = 30

    @Sendable
    private static func measure(_ setup: Setup) throws -> [Figure] {
        let peer = try Peer.hold().build(setup)
        let host = try BenchmarkHost(setup)
        defer { host.end() }
        let told = try Pipe()
        let music = try Child(peer, ["music"], onOneCore: false, output: told.writer)
        close(told.writer)
        defer { _ = music.end(by: SIGKILL) }
        let moments = try Moments(told.reader)
        _ = try moments.next("steady")
        var (downs, backs): ([Double], [Double]) = ([], [])
        for round in 0..<rounds {
            let (input, output) = (try Pipe(), try Pipe())
            let hold = try Child(
                setup.program, ["hold", "--duck", "--", peer, "command"], onOneCore: false, input: input.reader,
                output: output.writer)
            for end in [input.reader, output.writer] { close(end) }
            let (command, start) = try Moments(output.reader).start()
            downs.append((try moments.next("down") - start) / period)
            _ = try moments.next("steady")
            // No moment of a period is left out: `steady` is told where one begins.
            usleep(UInt32(Double(round * 7 % rounds) / Double(rounds) * period * 1e6))
            let end = Clock.monotonic.seconds
            if round % 3 == 1 { kill(command, SIGKILL) }
            if round % 3 == 2 { hold.kill() }
            if round % 3 == 0 { close(input.writer) }
            backs.append((try moments.next("up") - end) / period)
            if round % 3 != 0 { close(input.writer) }
            _ = try moments.next("steady")
            _ = hold.end(by: SIGTERM)
        }
        return [("hold.down", downs), ("hold.back", backs)].map { name, times in
            Figure(
                name: name, value: times.median, unit: "periods of 256 frames, median", better: .lower, limit: 1,
                peers: ["worst": times.max() ?? .nan])
        }
    }
}

/// The lines of `Peers/hold.c`.
private final class Moments {
    private let file: UnsafeMutablePointer<FILE>

    /// Reads from a descriptor, which it closes at its end.
    init(_ descriptor: CInt) throws {
        guard let file = fdopen(descriptor, "r") else { throw BenchmarkError("No stream of a pipe.") }
        self.file = file
    }

    deinit { fclose(file) }

    private func words() throws -> [Substring] {
        var line = [CChar](repeating: 0, count: 128)
        guard fgets(&line, CInt(line.count), file) != nil else {
            throw BenchmarkError("A program beside hold has ended.")
        }
        return String(decoding: line.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
            .split { $0 == " " || $0 == "\n" }
    }

    /// The number of the command's process and the time of its start.
    func start() throws -> (command: pid_t, start: Double) {
        let words = try words()
        guard words.count == 2, let command = pid_t(words[0]), let start = Double(words[1]) else {
            throw BenchmarkError("The command does not tell its start.")
        }
        return (command, start)
    }

    /// The time of what happens next to the music.
    func next(_ what: String) throws -> Double {
        let words = try words()
        guard words.count == 2, words[0] == what, let moment = Double(words[1]) else {
            throw BenchmarkError("The music should be \(what), and is \(words.first ?? "nothing").")
        }
        return moment
    }
}
