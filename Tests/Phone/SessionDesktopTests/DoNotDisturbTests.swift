import Foundation
import Glibc
import Scratch
import SessionPhone
import SessionPolicy
import SessionWire
import SessionWorld
import SystemSupport
import Testing

@testable import SessionDesktop

/// The Ring/Silent switch by what a desktop says of do-not-disturb: a service of notifications and a `gsettings` of the
/// test's own.
@Suite(.timeLimit(.minutes(5))) struct DoNotDisturbTests {
    private let bench: DesktopBench
    private let scratch = Scratch()
    /// The end of the pipe that the test's `gsettings` reads.
    private let settings: CInt

    init() throws {
        bench = try DesktopBench(follows: false)
        let script = """
            #!/bin/sh
            [ "$2 $3" = "org.gnome.desktop.notifications show-banners" ] || exit 1
            case $1 in
            get) cat '\(scratch.file("value"))' ;;
            monitor) exec cat '\(scratch.file("changes"))' ;;
            esac
            """
        try script.write(toFile: scratch.file("gsettings"), atomically: false, encoding: .utf8)
        #expect(chmod(scratch.file("gsettings"), 0o700) == 0 && mkfifo(scratch.file("changes"), 0o600) == 0)
        settings = open(scratch.file("changes"), O_RDWR | O_CLOEXEC)
        try #require(settings >= 0)
    }

    /// Lets the switch follow.
    ///
    /// - Parameter banners: The value in GNOME's settings, or nil if there is no such program.
    private func follow(banners: String? = nil) throws -> DoNotDisturb {
        try banners?.write(toFile: scratch.file("value"), atomically: false, encoding: .utf8)
        let program = scratch.file(banners == nil ? "nothing" : "gsettings")
        return try DoNotDisturb(bench.arbiter, on: bench.loop, BusAddress(bench.address), program: program)
    }

    private func set(banners: Bool) {
        let line = Array("show-banners: \(banners)\n".utf8)
        #expect(write(settings, line, line.count) == line.count)
    }

    private var isSilent: Bool { bench.arbiter.world.state.ringSwitch == .silent }

    /// A service of notifications.
    private final class Service {
        let bus: SessionBus
        var isInhibited: Bool
        private(set) var questions = 0

        init(_ bench: DesktopBench, isInhibited: Bool) throws {
            bus = try bench.connect()
            self.isInhibited = isInhibited
            var isThere = false
            bus.serve("/org/freedesktop/Notifications") { [unowned self] (_) throws(BusFailure) in
                questions += 1
                return [.variant(.flag(self.isInhibited))]
            }
            bus.request("org.freedesktop.Notifications") { isThere = $0 == .isOurs }
            try bench.until { isThere }
        }

        func change(to new: Bool, tells: Bool = true) {
            isInhibited = new
            bus.emit(
                "/org/freedesktop/Notifications", "org.freedesktop.DBus.Properties.PropertiesChanged",
                [
                    .text("org.freedesktop.Notifications"), .dictionary(tells ? ["Inhibited": .flag(new)] : [:]),
                    .texts(tells ? [] : ["Inhibited"]),
                ])
        }
    }

    @Test("The switch follows a service that is there before the host, one that comes later, and its end")
    func service() throws {
        var service: Service? = try Service(bench, isInhibited: true)
        let front = try follow()
        try bench.until { isSilent }
        service?.change(to: false)
        try bench.until { !isSilent }
        service?.change(to: true, tells: false)
        try bench.until { isSilent }
        service = nil
        try bench.until { !isSilent }
        service = try Service(bench, isInhibited: true)
        try bench.until { isSilent }
        front.close()
        #expect(isSilent)
    }

    @Test("A person who moves the switch overrules the desktop until that says something else")
    func person() throws {
        let service = try Service(bench, isInhibited: true)
        let front = try follow()
        try bench.until { isSilent }
        try bench.perform(.ringSwitchMoved(to: .ring))
        let questions = service.questions
        service.change(to: true, tells: false)
        try bench.until { service.questions > questions }
        var isAnswered = false
        // The answer to the question is before this one's.
        service.bus.call(SessionBus.daemon.name, SessionBus.daemon.path, "org.freedesktop.DBus.GetId") { _ in
            isAnswered = true
        }
        try bench.until { isAnswered }
        bench.loop.turn(waits: false)
        #expect(!isSilent)
        service.change(to: false)
        service.change(to: true)
        try bench.until { isSilent }
        front.close()
    }

    @Test("The switch follows GNOME's settings, and is back only when neither they nor a service want silence")
    func settingsOfGNOME() throws {
        let front = try follow(banners: "false\n")
        try bench.until { isSilent }
        set(banners: true)
        try bench.until { !isSilent }
        let service = try Service(bench, isInhibited: true)
        try bench.until { isSilent }
        set(banners: false)
        service.change(to: false)
        set(banners: true)
        try bench.until { !isSilent }
        front.close()
    }

    @Test("A desktop that says nothing of the kind leaves the switch alone", arguments: [nil, "no such key\n"])
    func nothing(banners: String?) throws {
        try bench.perform(.ringSwitchMoved(to: .silent))
        let front = try follow(banners: banners)
        try bench.until { front.hasFollowed }
        #expect(isSilent)
        front.close()
    }

    @Test("The end of the bus ends the child process, and the next bus is followed")
    func busEnds() throws {
        let bench = bench
        try "true\n".write(toFile: scratch.file("value"), atomically: false, encoding: .utf8)
        let lasting = try ReconnectingFront(on: bench.loop, BusAddress(bench.address), pauses: [1]) {
            () throws(BusError) in
            try DoNotDisturb(
                bench.arbiter, on: bench.loop, BusAddress(bench.address), program: scratch.file("gsettings"))
        }
        for _ in 0..<2 {
            try bench.until { !lasting.isLost && lasting.front?.hasFollowed == true }
            let service = try Service(bench, isInhibited: true)
            try bench.until { isSilent }
            service.change(to: false)
            try bench.until { !isSilent }
            bench.endBus()
            try bench.until { lasting.waitsForSocket }
            try bench.startBus()
        }
        lasting.close()
    }
}
