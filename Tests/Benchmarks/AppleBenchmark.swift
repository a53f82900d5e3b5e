import Foundation

/// Measures the cost of Apple's names by a program written for the phone, `BenchmarkApple`.
enum AppleBenchmark {
    static let all = [
        Benchmark(
            name: "apple.setActive.onHost",
            about:
                "setActive(true) of AVAudioSession in a program on a host, 5,000 times; setCategory, and both in a program that "
                + "has the device within itself, beside it; the medians, held against a packet to another thread and back",
            measure: session)
    ]

    @Sendable
    static func session(_ setup: Setup) throws -> [Figure] {
        let alone = try numbers(setup, ["5000"])
        let hosted = try numbers(setup, ["5000"], on: ["run", "--silent", "--rules", "modern", "--"])
        return [
            Figure(
                name: "apple.setActive.onHost", value: hosted[1], unit: "µs, median", better: .lower,
                limit: try BusBenchmark.rawPackets().percentile(0.5), reach: 1.5,
                peers: ["setCategory": hosted[0], "in process": alone[1], "setCategory in process": alone[0]])
        ]
    }

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
