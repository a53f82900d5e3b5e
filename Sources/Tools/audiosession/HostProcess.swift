import ArgumentParser
import CommandSupport
import SessionDesktop
import SessionPhone
import SessionPolicy
import SessionWire
import SystemSupport

/// A running phone in this process: the policy, its loop, the emulated sounds, and the sockets for programs.
struct HostProcess {
    let loop: EventLoop
    let server: HostServer
    let home: RunningPhone
    let complaints: Complaints
    let desktop: Desktop?
    /// The lock, sleep and calls of this machine, or nil without a desktop.
    let services: ReconnectingFront<SystemServices>?

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
            home = try RunningPhone(options, loop: loop, complaints)
            let phone = home.phone
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
            services = desktop == nil ? nil : Self.followSystem(phone.arbiter, on: loop)
            server = try HostServer(
                loop: loop, arbiter: phone.arbiter, place: held, launch: launch, termination: termination)
            programs.server = server
            server.apps = { [arbiter = phone.arbiter, weak desktop, programs] in
                let joined = programs.joined.map { ($0.app, DesktopApp.properties(of: $0)) }
                return GovernedApps.line(of: arbiter, desktop?.apps ?? Dictionary(joined) { first, _ in first })
            }
            server.whenProgramsChange = { [weak desktop] in desktop?.programsHaveChanged() }
            server.decide = { phone.perform($0) }
            home.begin()
        } catch let error as WireError {
            throw CommandFailure("\(error)")
        }
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

    /// Follows the services of the system bus; nil if descriptors are exhausted.
    private static func followSystem(_ arbiter: Arbiter, on loop: EventLoop) -> ReconnectingFront<SystemServices>? {
        try? ReconnectingFront(on: loop, .system) { () throws(BusError) in try SystemServices(arbiter, on: loop) }
    }

    /// Ends the service, and prints pending messages.
    /// - Returns: Whether all recordings of emulated apps were kept.
    @discardableResult
    func close() -> Bool {
        desktop?.close()
        services?.close()
        server.close()
        return home.close()
    }
}
