import ALSADevice
import ArgumentParser
import DeviceArguments
import SessionArbiter
import SessionCalls
import SessionDesktop
import SessionPhone
import SessionPolicy
import SessionSound
import SessionWire
import SoundFiles
import Threads

/// The options of a host's device, and of the launch of programs on it.
struct HostOptions: ParsableArguments {
    @OptionGroup var bindings: BindingsOption

    @Option(
        help: "The PCM that everything is played on, in place of those that the ports are bound to.",
        transform: PlaceName.read)
    var device: String?

    @Flag(help: "Open no device: sounds play by the clock.")
    var silent = false

    @Option(help: "A scenario file whose sounds the steps may play.")
    var sounds: String?

    @Option(
        help: """
            Write what emulated apps record into this WAV file; without it only how long and how loud it was is said.
            """)
    var recordTo: String?

    @OptionGroup var bookOptions: BookOptions

    @Option(help: "Whether programs are a third party's apps or the system's own.")
    var kind = Kind.app

    @Option(help: "Whether programs may sound in the background, as on a desktop, which suspends none.")
    var backgroundAudio = Answer.yes

    enum Kind: String, ExpressibleByArgument, CaseIterable {
        case app, system
    }

    enum Answer: String, ExpressibleByArgument, CaseIterable {
        case yes, no
    }

    /// The devices that the ports stand for.
    var ports: Bindings {
        get throws {
            guard let device else { return try bindings.bindingsOrRefusal(.take()) }
            return Bindings(Port.allCases.map { Bindings.Entry(port: $0, pcm: device) })
        }
    }

    /// Refuses to record over a file that is read.
    ///
    /// - Parameters:
    ///   - inputs: The files of the scenario.
    ///   - bindings: The devices that the ports stand for; nil where none is opened.
    func requireRecordable(inputs: [String], _ bindings: Bindings?) throws {
        guard let recordTo else { return }
        var inputs = inputs + bookOptions.files
        if case .file(let file) = bindings?.origin { inputs.append(file) }
        _ = try OutputPlan([recordTo], inputs: inputs)
    }

    /// The manner in which programs are launched.
    var manner: AppManner {
        AppManner(kind: kind == .app ? .app : .system, backgroundAudio: backgroundAudio == .yes)
    }
}

/// A host of this process: the policy, its sockets, its loop, and the sounds that are no program's.
struct HostProcess {
    let loop: EventLoop
    let server: HostServer
    let home: HomeStage
    let complaints: Complaints
    let desktop: LastingDesktop?
    /// The lock, sleep and calls of this machine; nil without a desktop, or where there is no system bus.
    let services: LastingFront<SystemServices>?
    /// The switch by the desktop's do-not-disturb; nil where the person has not asked for that, or there is no session bus.
    let doNotDisturb: LastingFront<DoNotDisturb>?

    /// Takes a place and begins to serve there.
    ///
    /// - Throws: Exit status 2 after a word on standard error.
    init(
        _ options: HostOptions, at place: SocketPlace, termination: HostServer.Termination, desktop: DesktopUse? = nil,
        followsDoNotDisturb: Bool = false
    ) throws {
        OpenFiles.allowMost()
        do {
            loop = try EventLoop()
            complaints = try Complaints(on: loop)
            let journal = place.path + ".streams"
            let place = try HostPlace(place, inherited: HostPlace.inherited())
            home = try HomeStage(options, loop: loop, complaints)
            let phone = home.phone
            let programs = ProgramList()
            let desktop = try desktop.flatMap { [loop, complaints] use throws in
                try Self.follow(use, phone.arbiter, on: loop, programs, journal: journal, complaints)
            }
            // The players and streams that play already come first.
            while desktop?.isReady == false { loop.turn(waits: true) }
            self.desktop = desktop
            services = desktop == nil ? nil : Self.followSystem(phone.arbiter, on: loop)
            doNotDisturb =
                desktop == nil || !followsDoNotDisturb ? nil : Self.followDoNotDisturb(phone.arbiter, on: loop)
            server = try HostServer(
                loop: loop, arbiter: phone.arbiter, place: place, manner: options.manner, termination: termination)
            programs.server = server
            server.whenProgramsChange = { [weak desktop] in desktop?.programsHaveChanged() }
            server.take = { phone.take($0) }
            home.begin()
        } catch let said as ExitCode {
            // Why has been said where it was thrown.
            throw said
        } catch {
            Output.complain("audiosession: \(error)")
            throw ExitCode.refused
        }
    }

    /// The programs of a server that is made later.
    private final class ProgramList {
        weak var server: HostServer?
        var processes: [Int32] { server?.processes ?? [] }
        var joined: [JoinedProgram] { server?.joined ?? [] }
    }

    /// Follows the session bus and the sound server.
    ///
    /// - Returns: Nil where there is no bus and none is asked for.
    private static func follow(
        _ use: DesktopUse, _ arbiter: Arbiter, on loop: EventLoop, _ programs: ProgramList, journal: String,
        _ complaints: Complaints
    ) throws -> LastingDesktop? {
        let rows = try AppRow.ofThisProcess()
        do throws(BusError) {
            return try LastingDesktop(on: loop, socket: SessionBus.socketOfLogin) { () throws(BusError) in
                try Desktop(
                    arbiter, on: loop, needsName: use == .desktop, server: { PulseServer(on: loop) },
                    programs: { programs.processes }, joined: { programs.joined }, journal: journal, rows: rows,
                    say: { complaints.add($0) })
            }
        } catch {
            if use == .desktopIfAny { return nil }
            throw error
        }
    }

    /// Follows the services of the system bus; nil where there is no such bus.
    private static func followSystem(_ arbiter: Arbiter, on loop: EventLoop) -> LastingFront<SystemServices>? {
        try? LastingFront(on: loop, socket: SessionBus.socket(in: SessionBus.addressOfSystem)) {
            () throws(BusError) in try SystemServices(arbiter, on: loop)
        }
    }

    /// Lets the switch follow the desktop; nil where there is no session bus.
    private static func followDoNotDisturb(_ arbiter: Arbiter, on loop: EventLoop) -> LastingFront<DoNotDisturb>? {
        try? LastingFront(on: loop, socket: SessionBus.socketOfLogin) { () throws(BusError) in
            try DoNotDisturb(arbiter, on: loop)
        }
    }

    /// Ends the service, and says what there is still to say.
    ///
    /// - Returns: Whether all that emulated apps have recorded has been kept.
    @discardableResult
    func close() -> Bool {
        desktop?.close()
        services?.close()
        doNotDisturb?.close()
        server.close()
        return home.close()
    }
}
