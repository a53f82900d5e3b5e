import Foundation
import SessionDevice
import SoundFiles

/// Measures the cost of Apple's names by a program written for the phone, `BenchmarkApple`.
enum AppleBenchmark {
    static let all = [
        Benchmark(
            name: "apple.session",
            about:
                "setCategory and setActive(true) of AVAudioSession, 5,000 times each, in a program that has the device within "
                + "itself, and in one on a host; the median", measure: session),
        Benchmark(
            name: "apple.play",
            about:
                "frames of the device's time from play() of a prepared sound, as an AVAudioPlayer has one, to its first "
                + "sample; the worst of 20, begun at different moments of a period",
            measure: play),
        Benchmark(
            name: "apple.players",
            about: "making, playing and dropping 1,000 players of a file, and 32 at once after them",
            measure: players),
        Benchmark(
            name: "apple.compile",
            about: "type-checking a client of some 300 lines against the built modules, the best of three rounds",
            measure: compile),
    ]

    @Sendable
    static func session(_ setup: Setup) throws -> [Figure] {
        let alone = try numbers(setup, ["session", "5000"])
        let hosted = try numbers(setup, ["session", "5000"], on: ["run", "--silent", "--rules", "modern", "--"])
        func figure(_ name: String, _ value: Double, _ limit: Double) -> Figure {
            Figure(name: "apple." + name, value: value, unit: "µs, median", better: .lower, limit: limit)
        }
        return [
            figure("setCategory.inProcess", alone[0], 10), figure("setActive.inProcess", alone[1], 10),
            figure("setCategory.onHost", hosted[0], 30), figure("setActive.onHost", hosted[1], 30),
        ]
    }

    @Sendable
    static func play(_ setup: Setup) throws -> [Figure] {
        let path = setup.scratch + "/apple-play.wav"
        let writer = try WAVWriter(path: path, rate: 48_000, channels: 2)
        let samples = [Float](repeating: 0.25, count: 2 * 48_000)
        try samples.withUnsafeBufferPointer { samples in
            guard let base = samples.baseAddress else { return }
            try writer.write(base, count: samples.count / 2)
        }
        try writer.finish()
        let device = try PrivateDevice(.virtual)
        let app = device.open("player")
        try app.setCategory(.playback)
        var worst = 0
        for round in 0..<20 {
            let sound = try app.sound(file: path)
            try sound.prepare()
            // Not always at the same moment of a period.
            try device.advance(by: 1 + Double(53 * round) / 48_000)
            try sound.play()
            let heard = try device.listen(for: 0.5)
            guard let first = heard.firstIndex(where: { $0 != 0 }) else {
                throw BenchmarkError("The prepared sound was not heard within half a second.")
            }
            worst = max(worst, first / 2)
            try sound.stop()
        }
        return [
            Figure(
                name: "apple.play.frames", value: Double(worst), unit: "frames to the first sample, worst",
                better: .lower, limit: 2 * 1_024)
        ]
    }

    @Sendable
    static func players(_ setup: Setup) throws -> [Figure] {
        let found = try numbers(setup, ["players", "1000", song(setup)])
        return [
            Figure(
                name: "apple.players.lost", value: found[0], unit: "of 1,132 players that did not play", better: .lower),
            Figure(
                name: "apple.players.bytes", value: found[1], unit: "bytes that a dropped player leaves behind",
                better: .lower, limit: 1024),
        ]
    }

    @Sendable
    static func compile(_ setup: Setup) throws -> [Figure] {
        let modules = URL(filePath: Setup.sibling("BenchmarkApple")).deletingLastPathComponent().appending(
            path: "Modules")
        let client = try String(contentsOfFile: "Docs/Examples/apple/MusicPlayer.swift", encoding: .utf8)
        // The same class under other names, as often as it takes, and its imports once.
        let body = client.split(separator: "\n", omittingEmptySubsequences: false)
            .prefix { !$0.hasPrefix("@main") }.filter { !$0.hasPrefix("import") }.joined(separator: "\n")
        var text = "import AVFoundation\nimport MediaPlayer\n"
        var copies = 0
        while text.count(where: \.isNewline) < 300 {
            copies += 1
            text += body.replacing("MusicPlayer", with: "MusicPlayer\(copies)")
        }
        let file = setup.scratch + "/client.swift"
        try text.write(toFile: file, atomically: true, encoding: .utf8)
        var times: [Double] = []
        for _ in 0..<3 {
            let usage = try Child(
                "/usr/bin/env",
                ["swiftc", "-typecheck", "-parse-as-library", "-suppress-warnings", "-I", modules.path, file]
            ).wait()
            times.append(usage.wallSeconds)
        }
        return [
            Figure(
                name: "apple.compile.seconds", value: times.min() ?? .nan,
                unit: "s for \(text.count(where: \.isNewline)) lines", better: .lower, limit: 2)
        ]
    }

    private static func song(_ setup: Setup) -> String { "\(setup.scenarios)/Sounds/game-run.flac" }

    /// The output of the program, run by itself or under another command; ALSA takes its sound and throws it away.
    private static func numbers(_ setup: Setup, _ words: [String], on command: [String] = []) throws -> [Double] {
        let folder = setup.scratch + "/apple"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try "pcm.!default { type null }\n".write(toFile: folder + "/asound.conf", atomically: true, encoding: .utf8)
        let program = Process()
        program.executableURL = URL(filePath: command.isEmpty ? Setup.sibling("BenchmarkApple") : setup.program)
        program.arguments = command + (command.isEmpty ? [] : [Setup.sibling("BenchmarkApple")]) + words
        var environment = ProcessInfo.processInfo.environment
        environment["ALSA_CONFIG_PATH"] = folder + "/asound.conf"
        // Where no host is.
        environment["XDG_RUNTIME_DIR"] = folder
        environment["AUDIOSESSION_SOCKET"] = nil
        program.environment = environment
        let output = Foundation.Pipe()
        program.standardOutput = output
        try program.run()
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        program.waitUntilExit()
        let numbers = text.split(whereSeparator: \.isWhitespace).compactMap { Double($0) }
        guard program.terminationStatus == 0, numbers.count == 2 else {
            throw BenchmarkError("BenchmarkApple \(words.joined(separator: " ")) printed: \(text)")
        }
        return numbers
    }
}
