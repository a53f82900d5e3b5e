import Glibc
import SessionPhone
import SessionPolicy
import SessionWire
import SessionWorld
import SystemSupport
import Testing

@testable import SessionDesktop

/// Acts on the phone, of what logind tells: a service of the test's own stands on a bus of its own.
@Suite(.timeLimit(.minutes(5))) struct LoginManagerTests {
    private let bench: DesktopBench
    private let manager: LoginManager

    init() throws {
        bench = try DesktopBench(follows: false)
        manager = try LoginManager(bench.arbiter, on: bench.loop, BusAddress(bench.address))
    }

    /// A connection that has a service's name.
    private func service(_ name: String) throws -> SessionBus {
        let bus = try bench.connect()
        var isThere = false
        bus.request(name) { isThere = $0 == .isOurs }
        try bench.until { isThere }
        return bus
    }

    private var state: PolicyState { bench.arbiter.world.state }

    private func suspend(_ sleeps: Bool, _ logind: SessionBus) throws {
        logind.emit("/org/freedesktop/login1", "org.freedesktop.login1.Manager.PrepareForSleep", [.flag(sleeps)])
        try bench.until { state.isAsleep == sleeps }
    }

    @Test("The lock of the person's session locks the phone, that of another's does not; sleep and waking are the same")
    func logind() throws {
        let logind = try service("org.freedesktop.login1")
        let session = "/org/freedesktop/login1/session/"
        let own = String(cString: getpwuid(geteuid()).pointee.pw_name)
        var asked: [String] = []
        for (id, name) in [("own", own), ("other", own + "2")] {
            logind.serve(session + id) { call in
                asked.append(id)
                return [.variant(.text(name))]
            }
        }
        func hint(_ isLocked: Bool, of id: String) {
            logind.emit(
                session + id, "org.freedesktop.DBus.Properties.PropertiesChanged",
                [.text("org.freedesktop.login1.Session"), .dictionary(["LockedHint": .flag(isLocked)]), .texts([])])
        }
        hint(true, of: "other")
        hint(true, of: "own")
        try bench.until { state.isLocked }
        hint(true, of: "other")
        hint(false, of: "own")
        try bench.until { !state.isLocked }
        // The bus keeps the order: the answer about the other session came before.
        #expect(asked == ["other", "own", "other", "own"])
        hint(false, of: "other")
        try suspend(true, logind)
        #expect(state.isLocked)
        // This desktop has not locked itself; the phone that it is has.
        try suspend(false, logind)
        #expect(!state.isLocked)
        hint(true, of: "own")
        try bench.until { asked.count == 6 }
        try suspend(true, logind)
        try suspend(false, logind)
        #expect(state.isLocked)
    }

    @Test("A signal that is not whole, and one of another connection in the service's stead, changes nothing")
    func strangers() throws {
        let logind = try service("org.freedesktop.login1")
        let (path, manager) = ("/org/freedesktop/login1", "org.freedesktop.login1.Manager")
        let own = String(cString: getpwuid(geteuid()).pointee.pw_name)
        logind.serve(path) { _ in [.variant(.text(own))] }
        let stranger = try bench.connect()
        stranger.emit(path, "\(manager).PrepareForSleep", [.flag(true)])
        var isSent = false
        stranger.ask("GetId") { _ in isSent = true }
        try bench.until { isSent }
        func change(_ body: [BusValue]) {
            logind.emit(path, "org.freedesktop.DBus.Properties.PropertiesChanged", body)
        }
        let session = BusValue.text("org.freedesktop.login1.Session")
        for body: [BusValue] in [[], [.text("true")], [.signed(1)], [session], [session, .dictionary([:])]] {
            logind.emit(path, "\(manager).PrepareForSleep", body)
            change(body)
        }
        #expect(!state.isLocked)
        change([session, .dictionary(["LockedHint": .flag(true)]), .texts([])])
        try bench.until { state.isLocked }
        #expect(!state.isAsleep)
    }

    @Test("The service of the next system bus at the same address is followed, each time that the bus ends")
    func comesBack() throws {
        manager.close()
        let bench = bench
        let lasting = try ReconnectingFront(on: bench.loop, BusAddress(bench.address), pauses: [1]) {
            () throws(BusError) in
            try LoginManager(bench.arbiter, on: bench.loop, BusAddress(bench.address))
        }
        for _ in 1...3 {
            try bench.until { !lasting.isLost && lasting.front?.hasFollowed == true }
            let logind = try service("org.freedesktop.login1")
            try suspend(true, logind)
            try suspend(false, logind)
            bench.endBus()
            try bench.until { lasting.waitsForSocket }
            try bench.startBus()
        }
        lasting.close()
    }
}
