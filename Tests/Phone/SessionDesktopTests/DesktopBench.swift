import Foundation
import Glibc
import Scratch
import SessionPhone
import SessionPolicy
import SessionWire
import SessionWorld
import Synchronization
import SystemSupport
import Testing

@testable import SessionDesktop

/// A session bus of its own, and a phone whose desktop it is, all on one loop that the test turns.
final class DesktopBench {
    /// Time that stands still.
    final class Clock: ArbiterClock {
        let now = MachineTime(nanoseconds: 0)
    }

    let loop: EventLoop
    let arbiter: Arbiter
    private var daemon = Process()
    private let scratch = Scratch()
    private(set) var address = ""
    private(set) var desktop: Desktop?
    /// The complaints of the desktop.
    private(set) var complaints: [String] = []
    private var isLate = false
    private let alarm: LoopTimer

    /// The socket of the bus.
    var socket: String { scratch.file("bus") }

    /// Starts the bus.
    ///
    /// - Parameters:
    ///   - book: The rules of the phone.
    ///   - follows: Whether the desktop is there from the beginning.
    init(_ book: RuleBook = .modern, follows: Bool = true) throws {
        arbiter = Arbiter(World(book), clock: Clock())
        loop = try EventLoop()
        alarm = try #require(LoopTimer(on: loop))
        try startBus()
        alarm.whenRung = { [unowned self] in self.isLate = true }
        if follows { try follow() }
    }

    deinit {
        desktop?.close()
        endBus()
    }

    /// Lets the phone follow the bus.
    ///
    /// - Parameters:
    ///   - rows: The rows that give programs their sessions.
    ///   - joined: Returns the programs that have joined the host.
    func follow(rows: [AppRow] = AppRow.builtIn, joined: @escaping () -> [JoinedProgram] = { [] }) throws {
        desktop = try Desktop(arbiter, on: loop, BusAddress(address), joined: joined, rows: rows) { [unowned self] in
            self.complaints.append($0)
        }
    }

    /// Ends the desktop.
    func leave() {
        desktop?.close()
        desktop = nil
    }

    /// Sends a signal to the bus.
    func signalBus(_ signal: CInt) { kill(daemon.processIdentifier, signal) }

    /// Starts a bus at the place of the last one, and waits until it listens.
    func startBus() throws {
        daemon = Process()
        let output = Pipe()
        daemon.executableURL = URL(filePath: "/usr/bin/env")
        daemon.arguments = [
            "dbus-daemon", "--session", "--nofork", "--nopidfile", "--print-address",
            "--address=unix:path=\(socket)",
        ]
        daemon.standardOutput = output
        // Root is told that it may not have more open files.
        daemon.standardError = FileHandle.nullDevice
        try daemon.run()
        // It is printed once the bus listens.
        let line = output.fileHandleForReading.availableData
        address = String(decoding: line, as: UTF8.self).trimmingCharacters(in: .newlines)
        try #require(!address.isEmpty, "install the package dbus: its dbus-daemon does not start")
    }

    func endBus() {
        // It has inherited that this thread takes no signals.
        kill(daemon.processIdentifier, SIGKILL)
        daemon.waitUntilExit()
    }

    /// Connects one more program to the bus.
    func connect(on other: EventLoop? = nil) throws -> SessionBus { try SessionBus(address, on: other ?? loop) }

    /// Turns the loop until something is so; a test whose event does not come within a minute fails.
    func until(_ isSo: () -> Bool, _ place: SourceLocation = #_sourceLocation) throws {
        isLate = false
        alarm.set(at: EventLoop.now + 60_000_000_000)
        while !isSo() {
            try #require(!isLate, "it does not come: heard \(heard), complaints \(complaints)", sourceLocation: place)
            loop.turn(waits: true)
        }
        alarm.set(at: nil)
    }

    /// Asks the host and waits for its answer.
    @discardableResult
    func ask(
        _ bus: SessionBus, _ method: String, _ body: [BusValue] = []
    ) throws -> Result<[BusValue], BusFailure> {
        var answer: Result<[BusValue], BusFailure>?
        bus.call(HostObject.name, HostObject.path, method, body) { answer = $0 }
        try until { answer != nil }
        return try #require(answer)
    }

    /// Lets all that a connection has caused happen: the bus keeps the order of what goes between two of its connections, and
    /// each round lets one decision follow from another.
    func settle(_ buses: SessionBus...) throws {
        for _ in 0..<4 { for bus in buses { try ask(bus, "org.freedesktop.DBus.Introspectable.Introspect") } }
    }

    /// The apps that are heard.
    var heard: [String] { HostPicture(arbiter.deviceFacts).heard }

    func perform(_ event: Event) throws { #expect(arbiter.perform(event, by: .step).isAccepted) }
}

/// A media player, by the same interface as real ones.
final class TestPlayer {
    /// The way in which a player takes `Pause` and `Play`.
    enum Manner {
        case obedient
        /// The player answers, and continues as before.
        case deaf
        /// The player answers with an error.
        case unwilling
    }

    let bus: SessionBus
    let name: String
    var manner = Manner.obedient
    /// The name of its desktop entry, or nil if it tells of none.
    var entry: String?
    /// Whether it tells its status with `tellLate` only, as players do that tell ten times a second at most.
    var isLate = false
    /// Whether there is a change of which it has not told.
    private(set) var hasNews = false
    /// The methods that have been called.
    private(set) var calls: [String] = []
    /// The offsets by which it was told to seek, in microseconds.
    private(set) var seeks: [Int64] = []
    /// Whether it answers to `Seek` with an error.
    var seeksAreRefused = false
    private(set) var status = "Stopped"

    init(_ name: String, _ bench: DesktopBench, status: String = "Stopped", on loop: EventLoop? = nil) throws {
        (self.name, self.status) = (name, status)
        bus = try bench.connect(on: loop)
        bus.serve(MPRISPlayer.path) { [unowned self] (call) throws(BusFailure) in try self.answer(call) }
        bus.request("org.mpris.MediaPlayer2.\(name)") { #expect($0 == .isOurs, "\(name) is taken") }
    }

    private func answer(_ call: ReceivedMessage) throws(BusFailure) -> [BusValue] {
        switch call.member {
        case "Get" where call.body.last?.text == "DesktopEntry":
            guard let entry else { throw BusFailure(name: "org.test.NoEntry", message: "it has no entry") }
            return [.variant(.text(entry))]
        case "Get": return [.variant(.text(status))]
        case "Seek":
            calls.append(call.member)
            if seeksAreRefused { throw BusFailure(name: "org.test.Unwilling", message: "not today") }
            if case .long(let offset)? = call.body.first { seeks.append(offset) }
            return []
        case "Play", "Pause", "Stop", "Next", "Previous":
            calls.append(call.member)
            switch (manner, call.member) {
            case (.unwilling, _): throw BusFailure(name: "org.test.Unwilling", message: "not today")
            case (.obedient, "Play"): press("Playing")
            case (.obedient, "Pause"): if status == "Playing" { press("Paused") }
            case (.obedient, "Stop"): press("Stopped")
            default: break
            }
            return []
        default: throw BusFailure(name: "org.freedesktop.DBus.Error.UnknownMethod", message: call.member)
        }
    }

    /// A person presses a button of the player, or it does by itself what it was told.
    ///
    /// - Parameter tells: Whether the bus learns of it.
    func press(_ new: String, tells: Bool = true) {
        status = new
        if isLate { hasNews = true } else if tells { tell(["PlaybackStatus": .text(new)]) }
    }

    /// Tells the last of the statuses since it has told one.
    func tellLate() {
        guard hasNews else { return }
        hasNews = false
        tell(["PlaybackStatus": .text(status)])
    }

    func tell(_ properties: [String: BusValue], invalidated: [String] = []) {
        bus.emit(
            MPRISPlayer.path, "org.freedesktop.DBus.Properties.PropertiesChanged",
            [.text(MPRISPlayer.interface), .dictionary(properties), .texts(invalidated)])
    }
}
