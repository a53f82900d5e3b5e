import ArgumentParser
import CommandOptions
import Glibc
import SessionPolicy
import SessionScenario
import SessionWire
import System

/// The program behind `audiosession device`: a program of its own, so that no other command loads a web server.
@main
struct DevicePage: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "audiosession device", abstract: DeviceArguments.abstract, discussion: DeviceArguments.discussion)

    @OptionGroup var arguments: DeviceArguments

    func run() async throws {
        SignalGuard.ignoreForGood()
        OpenFiles.allowMost()
        if let export = arguments.export { return try write(to: export) }
        if arguments.join { try await showHost() } else { try await showTable() }
    }

    /// The scenario of the command line, under the book that --rules names; nil for none.
    private func story(wholePaths: Bool) throws -> OpenedScenario? {
        guard let file = arguments.file else { return nil }
        do throws(ScenarioError) {
            return try OpenedScenario(file: file, arguments.bookOptions, wholePaths: wholePaths)
        } catch {
            throw Self.refusal(lines: error.description, 2)
        }
    }

    /// Writes the page as files.
    private func write(to folder: String) throws {
        let policy = try policyForBrowsers()
        let story = try story(wholePaths: false)
        do throws(PageExport.Problem) {
            try PageExport(
                policy: policy, book: arguments.bookOptions.book ?? story?.scenario.book ?? .default,
                sounds: PageSounds().with(story?.files ?? [:]),
                story: story.map { PageExport.Story($0.scenario, text: $0.text) }
            ).write(to: folder)
        } catch {
            throw Self.refusal(error.description, 2)
        }
        Self.write("Open \(folder)/index.html\n")
    }

    /// The policy as browsers run it: the file that the person has named, or the one that was installed.
    private func policyForBrowsers() throws -> [UInt8] {
        if let path = arguments.policy {
            guard let policy = FilePath.bytes(of: path) else {
                throw Self.refusal(
                    "\(path) cannot be read: \(String(cString: strerror(errno))). \(Self.howToCompile)", 2)
            }
            return policy
        }
        for path in Self.policyPlaces { if let policy = FilePath.bytes(of: path) { return policy } }
        throw Self.refusal(
            "The policy for browsers is neither \(Self.policyPlaces.joined(separator: " nor ")). \(Self.howToCompile)",
            2)
    }

    private static let howToCompile =
        "In the sources of this version, make page-policy compiles it: name it with --policy .build/page/policy.wasm, or "
        + "repeat make install, which then brings it along."

    /// Beside this program, and where `make install` puts it.
    private static var policyPlaces: [String] {
        let folders = (FilePath.real("/proc/self/exe") ?? "").split(separator: "/").dropLast()
        let places = [Array(folders), folders.dropLast() + ["share", "audiosession"]]
        return places.map { "/" + ($0 + ["policy.wasm"]).joined(separator: "/") }
    }

    private func showTable() async throws {
        let story = try story(wholePaths: true)
        let options = arguments.bookOptions
        let bookFile = options.rules?.file.map(FilePath.whole)
        let sounds = PageSounds().with(story?.files ?? [:])
        var output: MachineOutput?
        if !arguments.silent {
            do {
                output = try MachineOutput(pcm: arguments.device, sounds: sounds) { Self.complain($0) }
            } catch {
                Self.complain("\(error) It sounds in the page only.")
            }
        }
        let table =
            story.map { TrialDevice($0.scenario, bookFile: bookFile, sounds: sounds, output: output) }
            ?? TrialDevice(
                options.book ?? .default.with(options.changes), bookFile: bookFile, sounds: sounds, output: output)
        try await Self.serve(table, sounds.with(story?.scenario.sounds ?? []), at: arguments.port)
    }

    private func showHost() async throws {
        let place: SocketPlace
        do {
            place = try arguments.socket.map { SocketPlace(given: $0) } ?? SocketPlace(SocketPlace.environment)
        } catch {
            throw Self.refusal("\(error)", 3)
        }
        let (host, port) = (HostDevice(place), arguments.port)
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                do { try await Self.serve(host, PageSounds(), at: port) } catch let status as ExitCode {
                    // The group would wait for the other task, which ends with the host only.
                    Glibc.exit(status.rawValue)
                }
            }
            group.addTask {
                do {
                    try await host.watch()
                } catch {
                    throw Self.refusal("\(error)", 3)
                }
            }
            defer { group.cancelAll() }
            try await group.next()
        }
    }

    /// Serves a device until the task is cancelled.
    private static func serve(_ device: any PageDevice, _ sounds: PageSounds, at port: UInt16) async throws {
        do {
            let server = PageServer(device, sounds: sounds, port: port, token: Gate.freshToken())
            try await server.run { write("Open \($0)\n") }
        } catch let problem as PageServer.Problem {
            throw refusal(problem.description, 2)
        }
    }

    /// Says what is wrong, and how the program ends for it.
    private static func refusal(_ sentence: String, _ status: Int32) -> ExitCode {
        complain(sentence)
        return ExitCode(status)
    }

    /// Writes sentences that name their places themselves, and returns the exit status.
    private static func refusal(lines: String, _ status: Int32) -> ExitCode {
        write(lines + "\n", to: STDERR_FILENO)
        return ExitCode(status)
    }

    /// Writes a text. Where standard output cannot take it, the program ends: the address of its page is all that it says
    /// there.
    private static func write(_ text: String, to file: Int32 = STDOUT_FILENO) {
        let bytes = Array(text.utf8)
        let count = bytes.withUnsafeBytes { SignalGuard.write($0, to: file) }
        let number = errno
        guard count < bytes.count, file == STDOUT_FILENO else { return }
        if number == EPIPE { Glibc.exit(128 + SIGPIPE) }
        complain("cannot write the output: \(String(cString: strerror(number))); write it elsewhere")
        Glibc.exit(2)
    }

    private static func complain(_ sentence: String) {
        write("audiosession: \(sentence)\n", to: STDERR_FILENO)
    }
}
