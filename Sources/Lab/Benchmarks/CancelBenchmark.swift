import Foundation
import Glibc
import SoundFiles

/// Measures how long every slow command takes to end after the first ^C, at several moments of its work.
enum CancelBenchmark {
    /// The moments of the signal, in milliseconds after the start.
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
        let hour = try hour("\(setup.scratch)/hour.wav")
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
        let crowd = try write(crowd, "crowd.yaml", setup)
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

    /// 250 apps that play, and interrupt each other 200 times in turn.
    private static var crowd: String {
        let apps = 250
        var text = "scenario: A crowd\nrules: iPhoneOS3\nsteps:\n"
        for app in 0..<apps {
            text += "  - {at: 0, do: setCategory, app: a\(app), category: playback}\n"
            text += "  - {at: 0, do: play, app: a\(app), sound: s}\n"
            text += "  - {at: 0, do: setActive, app: a\(app), to: true}\n"
        }
        for _ in 0..<200 {
            for app in 0..<apps { text += "  - {at: 1, do: setActive, app: a\(app), to: true}\n" }
            for app in 0..<apps { text += "  - {at: 1, do: setActive, app: a\(app), to: false}\n" }
        }
        return text
    }

    /// An hour of silence that takes no room on the disk: a header that promises it, and a hole.
    private static func hour(_ path: String) throws -> String {
        let (bytesPerSecond, header) = (48_000 * 8, 58)
        let writer = try WAVWriter(path: path)
        try writer.finish()
        let data = 3_600 * bytesPerSecond
        guard truncate(path, off_t(header + data)) == 0 else { throw BenchmarkError("\(path) cannot be made.") }
        let file = try FileHandle(forUpdating: URL(filePath: path))
        for (place, value) in [(4, header - 8 + data), (46, data / 8), (54, data)] {
            try file.seek(toOffset: UInt64(place))
            try file.write(contentsOf: withUnsafeBytes(of: UInt32(value).littleEndian) { Data($0) })
        }
        try file.close()
        return path
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
