import ArgumentParser
import CommandSupport
import FoundationEssentials
import SessionPolicy
import SessionScenario
import SessionWire
import SystemSupport

/// The program behind `audiosession device`, separate so that no other command loads a web server.
@main
struct DevicePage: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "audiosession device", abstract: DeviceArguments.abstract, discussion: DeviceArguments.discussion)

    @OptionGroup var arguments: DeviceArguments

    func run() async throws {
        Output.prepare()
        OpenFiles.allowMost()
        do {
            if let export = arguments.export { return try write(to: export) }
            if arguments.join { try await showHost() } else { try await showTable() }
        } catch let refusal as CommandFailure {
            throw refusal.say()
        }
    }

    /// The scenario of the command line, under the book of --rules, or nil.
    private func story(wholePaths: Bool) throws -> OpenedScenario? {
        guard let file = arguments.file else { return nil }
        do throws(ScenarioError) {
            return try OpenedScenario(file: file, arguments.bookOptions, wholePaths: wholePaths)
        } catch {
            throw CommandFailure(lines: [error.description])
        }
    }

    private func write(to folder: String) throws {
        let policy = try policyForBrowsers()
        let story = try story(wholePaths: false)
        try PageExport(
            policy: policy, book: arguments.bookOptions.book ?? story?.scenario.book ?? .default,
            sounds: PageSounds().with(story?.files ?? [:]),
            story: story.map { PageExport.Story($0.scenario, text: $0.text) }
        ).write(to: folder)
        try Output.write("Open \(folder)/index.html\n")
    }

    /// The policy compiled for browsers: the file that the person has named, or the installed one, beside this program or
    /// where `make install` puts it.
    private func policyForBrowsers() throws -> [UInt8] {
        let installed = ["\(ProgramFile.folder)/policy.wasm", Installation.file("policy.wasm")].compactMap { $0 }
        for path in arguments.policy.map({ [$0] }) ?? installed {
            if let policy = FileManager.default.contents(atPath: path) { return Array(policy) }
        }
        let lack = arguments.policy ?? "The policy for browsers"
        throw CommandFailure(
            "\(lack) cannot be read. In the sources of this version, make page-policy compiles it: name it with --policy "
                + ".build/page/policy.wasm, or repeat make install, which then brings it along.")
    }

    private func showTable() async throws {
        let story = try story(wholePaths: true)
        let options = arguments.bookOptions
        let bookFile = options.rules?.file.map(FilePath.whole)
        let sounds = PageSounds().with(story?.files ?? [:])
        let now = MachineClock().now
        let conversation =
            if let story {
                PageConversation(
                    story.scenario, bookFile: bookFile, sounds: sounds.all, duration: { sounds.files[$0]?.seconds },
                    at: now)
            } else {
                PageConversation(
                    options.book ?? .default.with(options.changes), bookFile: bookFile, sounds: sounds.all, at: now)
            }
        try await Self.serve(
            TrialDevice(conversation), sounds.with(story?.scenario.sounds ?? []), at: arguments.port)
    }

    private func showHost() async throws {
        let host: HostDevice
        do {
            host = HostDevice(try arguments.socket.map { SocketPlace(given: $0) } ?? .init(SocketPlace.environment))
        } catch {
            throw CommandFailure("\(error)", .noHost)
        }
        let port = arguments.port
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await Self.serve(host, PageSounds(), at: port) }
            group.addTask { do { try await host.watch() } catch { throw CommandFailure("\(error)", .noHost) } }
            defer { group.cancelAll() }
            try await group.next()
        }
    }

    private static func serve(_ device: any PageDevice, _ sounds: PageSounds, at port: UInt16) async throws {
        let server = PageServer(device, sounds: sounds, port: port, token: Gate.freshToken())
        try await server.run { try Output.write("Open \($0)\n") }
    }
}
