import Foundation
import Glibc
import SoundFiles

/// Measures the memory that a replay takes for sounds that no step plays.
enum UnplayedBenchmark {
    private static let hours = 4

    /// The peak of a replay of a second beside four hours of WAV, an hour in each file.
    static func megabytes(_ setup: Setup) throws -> [Figure] {
        let files = try (0..<hours).map { try hour("\(setup.scratch)/hour-\($0).wav") }
        defer { for file in files { unlink(file) } }
        let scenario = "\(setup.scratch)/unplayed.yaml"
        let sounds = files.enumerated().map { "  unplayed\($0): {file: \($1)}" }.joined(separator: "\n")
        let text = """
            scenario: Hours that no step plays
            rules: iPhoneOS3
            sounds:
              played: {tone: 440, seconds: 1}
            \(sounds)
            steps:
              - {at: 0, do: play, app: ipod, sound: played}
            """
        try text.write(toFile: scenario, atomically: false, encoding: .utf8)
        let arguments = ["replay", scenario, "--wav", "\(setup.scratch)/unplayed.wav", "--quiet"]
        let usage = try Child.run(setup.program, arguments)
        return [
            Figure(
                name: "replay.unplayed", value: Double(usage.peakBytes) / 1e6,
                unit: "MB at most beside four unplayed hours", better: .lower, limit: 50)
        ]
    }

    /// An hour of silence that takes no room on the disk: a header that promises it, and a hole.
    static func hour(_ path: String) throws -> String {
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
}
