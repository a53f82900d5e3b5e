import Foundation
import Glibc

/// Measures how long every slow command takes to end after the first ^C, at several moments of its work.
enum CancelBenchmark {
    /// When the signal comes, in milliseconds after the start.
    private static let moments = [60, 150, 400, 900]

    private struct Case {
        let name: String
        let arguments: [String]
        /// Whether its output goes into a pipe that is not read.
        var isStalled = false
        /// Its input, which then stays open.
        var input: String?
    }

    static func milliseconds(_ setup: Setup) throws -> [Figure] {
        var worst: [String: Double] = [:]
        for work in try cases(setup) {
            for moment in moments {
                let taken = try end(work, after: moment, setup) * 1000
                worst[work.name] = max(worst[work.name] ?? 0, taken)
            }
        }
        return [
            Figure(
                name: "cancel.milliseconds", value: worst.values.max() ?? .nan, unit: "ms to the end, the worst",
                better: .lower, limit: 200, peers: worst)
        ]
    }

    private static func cases(_ setup: Setup) throws -> [Case] {
        let hour = try UnplayedBenchmark.hour("\(setup.scratch)/hour.wav")
        let rendered = try write(
            """
            scenario: An hour
            rules: iPhoneOS3
            sounds: {hour: {file: \(hour)}, odd: {tone: 440.5}, rain: {noise: pink}}
            steps:
              - {at: 0, do: play, app: ipod, sound: hour}
              - {at: 0, do: play, app: a, sound: odd}
              - {at: 0, do: play, app: a, sound: rain}
            """, "rendered.yaml", setup)
        let crowd = try write(CrowdBenchmark.story(apps: 250, rounds: 200), "crowd.yaml", setup)
        let many = try write(
            "scenario: Many steps\nrules: iPhoneOS3\nsteps:\n"
                + String(repeating: "  - {at: 0, do: lock}\n", count: 20_000), "many.yaml",
            setup)
        let ports = try write(
            "ports: {builtInSpeaker: {pcm: 'null'}, builtInMic: {pcm: 'null'}}\n", "ports.yaml", setup)
        let steps = String(repeating: "{\"do\": \"lock\"}\n", count: 2_000)
        let plays = (0..<200).map { "{\"do\": \"play\", \"app\": \"a\($0)\", \"sound\": \"\(hour)\"}\n" }.joined()
        return [
            Case(name: "replay renders", arguments: ["replay", rendered, "--wav", "\(setup.scratch)/cancelled.wav"]),
            Case(name: "replay decides", arguments: ["replay", crowd, "--quiet", "--device", "null"]),
            Case(name: "replay stalls", arguments: ["replay", many, "--device", "null"], isStalled: true),
            Case(name: "check", arguments: ["check", crowd]),
            Case(name: "explain", arguments: ["explain", many], isStalled: true),
            Case(name: "oracle stalls", arguments: ["oracle", "--rules", "iPhoneOS3"], isStalled: true, input: steps),
            Case(name: "live", arguments: ["live", "--rules", "iPhoneOS3", "--config", ports], input: steps),
            Case(name: "live reads", arguments: ["live", "--rules", "iPhoneOS3", "--config", ports], input: plays),
            Case(
                name: "live stalls",
                arguments: [
                    "live", "--rules", "iPhoneOS3", "--config", ports, "--record-to", "\(setup.scratch)/recorded.wav",
                ],
                isStalled: true, input: steps),
            Case(name: "conform waits", arguments: ["conform", setup.documented[0], "--impl", "cat >/dev/null"]),
            Case(name: "explore", arguments: ["explore", "--rules", "iPhoneOS3", "--seconds", "60"]),
            Case(
                name: "explore promises",
                arguments: ["explore", "--rules", "iPhoneOS3", "--slice", "deadlines", "--promises"]),
        ]
    }

    private static func write(_ text: String, _ name: String, _ setup: Setup) throws -> String {
        let path = "\(setup.scratch)/\(name)"
        try text.write(toFile: path, atomically: false, encoding: .utf8)
        return path
    }

    /// Seconds from the signal to the end of the process.
    private static func end(_ work: Case, after moment: Int, _ setup: Setup) throws -> Double {
        let input = try Pipe()
        let output = try Pipe()
        defer { for end in [input.reader, input.writer, output.reader, output.writer] { close(end) } }
        for end in [input.writer, output.reader] { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        let child = try Child(
            setup.program, work.arguments, onOneCore: false, input: work.input == nil ? nil : input.reader,
            output: work.isStalled ? output.writer : nil)
        // As much as a pipe holds without a reader.
        if let text = work.input { _ = text.withCString { Glibc.write(input.writer, $0, min(strlen($0), 60_000)) } }
        usleep(UInt32(moment) * 1000)
        return child.end(by: SIGINT)
    }
}
