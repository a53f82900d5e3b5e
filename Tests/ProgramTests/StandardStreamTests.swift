import Foundation
import Testing

/// The program itself, started by a shell with standard streams that are closed or full.
@Suite(.timeLimit(.minutes(1))) struct StandardStreamTests {
    private let folder: URL

    init() throws {
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("audiosession-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try "ports: {builtInSpeaker: {pcm: 'null'}}".write(to: file("ports.yaml"), atomically: true, encoding: .utf8)
    }

    private func file(_ name: String) -> URL { folder.appendingPathComponent(name) }

    /// Runs a line of shell in which `$0` is the program; answers its status and what it complained of.
    private func run(_ line: String) throws -> (status: Int32, complaints: String) {
        defer { try? FileManager.default.removeItem(at: file("complaints")) }
        // The program lies beside the tests' own bundle.
        let bundle = try #require(CommandLine.arguments.first { $0.hasSuffix(".xctest") })
        let program = URL(fileURLWithPath: bundle).deletingLastPathComponent().appendingPathComponent("audiosession")
        let shell = Process()
        shell.executableURL = URL(fileURLWithPath: "/bin/sh")
        shell.arguments = ["-c", line, program.path]
        shell.currentDirectoryURL = folder
        try shell.run()
        shell.waitUntilExit()
        return (shell.terminationStatus, (try? String(contentsOf: file("complaints"), encoding: .utf8)) ?? "")
    }

    /// Its number must not become that of the first file that is opened, for which nobody ever writes a step.
    @Test(arguments: ["oracle", "live --config ports.yaml"]) func aClosedInputIsSaid(command: String) throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let (status, complaints) = try run("exec \"$0\" \(command) <&- >/dev/null 2>complaints")
        #expect(status == 2)
        #expect(complaints.contains("cannot read the input"))
    }

    @Test func whatWasRecordedOutlivesTheRepliesReader() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let step = #"{"do": "lock"}"#
        let (status, complaints) = try run(
            "echo '\(step)' | \"$0\" live --config ports.yaml --record-to kept.wav >/dev/full 2>complaints")
        #expect(status == 2)
        #expect(complaints.contains("cannot write the output"))
        #expect(FileManager.default.fileExists(atPath: file("kept.wav").path))
    }
}
