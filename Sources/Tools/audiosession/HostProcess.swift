import ArgumentParser
import CommandSupport
import SessionDesktop
import SessionPhone
import SessionPolicy
import SessionWire
import SoundFiles
import Sounder
import SystemSupport

/// A running phone in this process: the policy, its loop, the emulated sounds, and the sockets for programs.
struct HostProcess {
    let loop: EventLoop
    let server: HostServer
    let phone: Phone
    /// The recordings of emulated apps.
    let recording: LiveRecording
    let complaints: Complaints
    /// The events of other threads, until the loop's thread handles them.
    private let news: WakingList<@Sendable (Complaints) -> Void>
    let desktop: Desktop?
    /// The lock and sleep of this machine, or nil without a desktop.
    let loginManager: ReconnectingFront<LoginManager>?

    /// Opens the phone, and serves programs if there is an address for them.
    /// - Parameters:
    ///   - place: The address of the sockets, or nil for a phone that no program can join.
    ///   - termination: What happens to an app's process when the device terminates the app.
    ///   - desktop: How the desktop is used, or nil.
    init(
        _ options: PhoneOptions, at place: SocketPlace? = nil, launch: LaunchOptions = LaunchOptions(),
        termination: HostServer.Termination = .ofAppOnly, desktop: DesktopUse? = nil
    ) throws {
        OpenFiles.allowMost()
        do {
            loop = try EventLoop()
            complaints = try Complaints(on: loop)
            let held = try place.map { try HostPlace($0, inherited: HostPlace.inherited()) }
            news = try WakingList()
            let (phone, recording) = try Self.phone(options, news)
            (self.phone, self.recording) = (phone, recording)
            try loop.watch(news.wakeSignal.descriptor) { [news, complaints] _ in
                news.wakeSignal.wait()
                Self.handle(news, complaints)
            }
            let programs = ProgramList()
            let desktop = try place.flatMap { [loop, complaints] place throws in
                try desktop.flatMap { use throws in
                    let journal = place.path + ".streams"
                    return try Self.follow(use, phone.arbiter, on: loop, programs, journal: journal, complaints)
                }
            }
            // Players and streams that are already playing come first.
            while desktop?.isReady == false { loop.turn(waits: true) }
            self.desktop = desktop
            loginManager = desktop == nil ? nil : Self.followLogin(phone.arbiter, on: loop)
            server = try HostServer(
                loop: loop, arbiter: phone.arbiter, place: held, launch: launch, termination: termination)
            programs.server = server
            server.apps = { [arbiter = phone.arbiter, weak desktop, programs] in
                let joined = programs.joined.map { ($0.app, DesktopApp.properties(of: $0)) }
                return GovernedApps.line(of: arbiter, desktop?.apps ?? Dictionary(joined) { first, _ in first })
            }
            server.whenProgramsChange = { [weak desktop] in desktop?.programsHaveChanged() }
            server.decide = { phone.perform($0) }
            do throws(Shortage) { try phone.watchMachine() } catch {
                complaints.add("\(error) What is plugged in is not noticed.")
            }
        } catch let error as WireError {
            throw CommandFailure("\(error)")
        }
    }

    /// Opens the phone, whose decisions and events of other threads are passed to the loop's thread by `news`.
    private static func phone(
        _ options: PhoneOptions, _ news: WakingList<@Sendable (Complaints) -> Void>
    ) throws -> (Phone, LiveRecording) {
        let bindings = options.silent ? nil : try options.ports
        let scenario = try options.sounds.flatMap { try ScenarioFiles.read([$0]).first }
        try options.requireRecordable(inputs: scenario?.inputs ?? [], bindings)
        let microphone = try options.microphoneFile(of: scenario)
        let say: @Sendable (String) -> Void = { line in news.add { $0.add(line) } }
        let sounds = try SoundLibrary(scenario, isHeard: bindings != nil, say: say)
        let file = try options.recordTo.map { try WAVRecording(path: $0, rate: Capture.rate) }
        if let remark = file?.remark { say(remark) }
        // If no device is opened, silence is recorded, which matters only if a recording is kept.
        let isWorthAWord = bindings != nil || file != nil
        let recording = LiveRecording(into: file) { if isWorthAWord { say($0) } }
        // The loop checks the next deadline in each round.
        let phone = try Phone(
            options.bookOptions.named, bindings: bindings, microphone: microphone, deadlines: .caller({}),
            sounds: sounds, recordings: recording, post: { act in news.add { _ in act() } }, say: say)
        return (phone, recording)
    }

    /// Handles the events of other threads.
    private static func handle(_ news: WakingList<@Sendable (Complaints) -> Void>, _ complaints: Complaints) {
        for act in news.collect() { act(complaints) }
    }

    private final class ProgramList {
        weak var server: HostServer?
        var processes: [Int32] { server?.processes ?? [] }
        var joined: [JoinedProgram] { server?.joined ?? [] }
    }

    private static func follow(
        _ use: DesktopUse, _ arbiter: Arbiter, on loop: EventLoop, _ programs: ProgramList, journal: String,
        _ complaints: Complaints
    ) throws -> Desktop {
        try Desktop(
            arbiter, on: loop, needsBus: use == .desktop,
            server: { SoundServers(on: loop, journal: journal) { complaints.add($0) } },
            programs: { programs.processes }, joined: { programs.joined }, rows: AppRow.ofThisProcess(),
            say: { complaints.add($0) })
    }

    /// Follows logind; nil if descriptors are exhausted.
    private static func followLogin(_ arbiter: Arbiter, on loop: EventLoop) -> ReconnectingFront<LoginManager>? {
        try? ReconnectingFront(on: loop, .system) { () throws(BusError) in try LoginManager(arbiter, on: loop) }
    }

    /// Ends the service, and prints pending messages.
    /// - Returns: Whether all recordings of emulated apps were kept.
    @discardableResult
    func close() -> Bool {
        desktop?.close()
        loginManager?.close()
        server.close()
        phone.close()
        Self.handle(news, complaints)
        return !recording.hasLost
    }
}
