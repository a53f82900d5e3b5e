import Foundation
import Glibc
import Scratch
import Synchronization
import Testing

/// The program itself, and a folder of its own that it runs in.
final class TestProgram {
    private let scratch = Scratch()
    var folder: URL { scratch.url }
    private let executable: URL

    init() throws {
        // The program lies beside the tests' own bundle.
        let bundle = try #require(CommandLine.arguments.first { $0.hasSuffix(".xctest") })
        executable = URL(fileURLWithPath: bundle).deletingLastPathComponent().appendingPathComponent("audiosession")
        try write(
            "ports: {builtInSpeaker: {pcm: 'null'}, builtInMic: {pcm: 'null'}}", to: "ports.yaml")
    }

    func write(_ text: String, to name: String) throws {
        try text.write(to: folder.appendingPathComponent(name), atomically: true, encoding: .utf8)
    }

    func write(_ bytes: Data, to name: String) throws { try bytes.write(to: folder.appendingPathComponent(name)) }

    /// The bytes of a file, or nil if there is none.
    func bytes(of name: String) -> Data? { try? Data(contentsOf: folder.appendingPathComponent(name)) }

    /// The text of a file; empty if there is none.
    func text(of name: String) -> String { bytes(of: name).map { String(decoding: $0, as: UTF8.self) } ?? "" }

    /// The names of all files, sorted, or of those in a folder.
    var names: [String] { names(in: ".") }

    func names(in name: String) -> [String] {
        let path = folder.appendingPathComponent(name).path
        return ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted()
    }

    /// Waits until there is a file, which may still be empty, or gives up after 20 seconds.
    func wait(for name: String) throws { try awaited { names.contains(name) ? name : nil } }

    /// The first line of a file, once it is there as a whole: a shell makes the file of `>` before it writes.
    func firstLine(of name: String) throws -> String {
        try awaited {
            let text = text(of: name)
            return text.firstIndex(of: "\n").map { String(text[..<$0]) }
        }
    }

    /// Asks every 10 ms until there is an answer; the last time after 20 seconds.
    @discardableResult
    func awaited<Answer>(_ answer: () throws -> Answer?) throws -> Answer {
        for _ in 0..<2_000 {
            if let answer = try answer() { return answer }
            poll(nil, 0, 10)
        }
        return try #require(try answer())
    }

    /// The complaints of lines that write standard error into the file `complaints`.
    var complaints: String { text(of: "complaints") }

    /// Runs a line of shell in which `$0` is the program; answers its status and what it complained of.
    func run(_ line: String) throws -> (status: Int32, complaints: String) {
        let shell = shell(line)
        try Self.starting.withLock { _ in try shell.run() }
        shell.waitUntilExit()
        return (shell.terminationStatus, complaints)
    }

    /// Starts a line of shell that ends in the program, `exec "$0" …`, to be talked to.
    func start(_ line: String) throws -> Conversation { try Conversation(shell(line)) }

    /// Held while a program is started: it must not inherit the pipes that are just made for another, whose end would
    /// then never come.
    fileprivate static let starting = Mutex(())

    /// A program takes over which signals are ignored, and a shell cannot change it. Here programs meet signals as in the
    /// foreground of a terminal, whatever has started the tests, and whatever other tests have this process ignore.
    private func shell(_ line: String) -> Process {
        let shell = Process()
        shell.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        // The players and the streams of this machine are no test's, and nor is the job that runs it.
        let nowhere = [
            "DBUS_SESSION_BUS_ADDRESS=unix:path=nowhere/bus", "DBUS_SYSTEM_BUS_ADDRESS=unix:path=nowhere/bus",
            "PULSE_SERVER=unix:nowhere/server", "GITHUB_ACTIONS=",
        ]
        shell.arguments =
            ["--default-signal=HUP,INT,QUIT,PIPE,XFSZ"] + nowhere + ["/bin/sh", "-c", line, executable.path]
        shell.currentDirectoryURL = folder
        // Output that a line does not send into a file is no part of the tests' own output.
        (shell.standardOutput, shell.standardError) = (FileHandle.nullDevice, FileHandle.nullDevice)
        return shell
    }

    /// A program that runs, its input and its output.
    final class Conversation {
        private let process: Process
        private let (input, output): (Pipe, Pipe)
        private var unread = Data()

        init(_ process: Process) throws {
            self.process = process
            (input, output) = try TestProgram.starting.withLock { _ in
                let (input, output) = (Pipe(), Pipe())
                (process.standardInput, process.standardOutput) = (input, output)
                try process.run()
                return (input, output)
            }
        }

        deinit {
            // What a killed program has started may still wait for the input; while it lives the program is not reaped,
            // and Swift Testing waits for no exit test behind a child that is not.
            try? input.fileHandleForWriting.close()
            if process.isRunning { process.terminate() }
        }

        /// Writes a line, and waits for one.
        func ask(_ line: String) throws -> String? {
            try say(line)
            return next()
        }

        /// Writes a line; if it is not read any more that is an error, and not a signal that ends the tests.
        func say(_ line: String) throws {
            var (pipes, before) = (sigset_t(), sigset_t())
            sigemptyset(&pipes)
            sigaddset(&pipes, SIGPIPE)
            pthread_sigmask(SIG_BLOCK, &pipes, &before)
            defer {
                var noTime = timespec()
                sigtimedwait(&pipes, nil, &noTime)
                pthread_sigmask(SIG_SETMASK, &before, nil)
            }
            try input.fileHandleForWriting.write(contentsOf: Data((line + "\n").utf8))
        }

        /// The next line that the program writes; nil at the end.
        func next() -> String? {
            while true {
                if let end = unread.firstIndex(of: UInt8(ascii: "\n")) {
                    defer { unread = unread[(end + 1)...] }
                    return String(decoding: unread[..<end], as: UTF8.self)
                }
                let more = output.fileHandleForReading.availableData
                if more.isEmpty { return nil }
                unread += more
            }
        }

        /// Ends its input.
        func finish() throws { try input.fileHandleForWriting.close() }

        /// Its number, as the system counts processes.
        var number: Int32 { process.processIdentifier }

        func send(_ signal: CInt) { kill(number, signal) }

        /// Waits for its end.
        func end() -> (reason: Process.TerminationReason, status: Int32) {
            process.waitUntilExit()
            return (process.terminationReason, process.terminationStatus)
        }
    }
}
