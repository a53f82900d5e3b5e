import Glibc
import SessionPhone
import SessionPolicy
import SessionWire
import SessionWorld
import SystemSupport
import Testing

@testable import SessionDesktop

/// Acts on the phone, of what logind, ModemManager and oFono tell: services of the test's own stand on a bus of its own.
@Suite(.timeLimit(.minutes(5))) struct SystemServicesTests {
    private let bench: DesktopBench
    private let services: SystemServices

    init() throws {
        bench = try DesktopBench(follows: false)
        services = try SystemServices(bench.arbiter, on: bench.loop, BusAddress(bench.address))
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
    /// The phases of the calls, in the order in which they came.
    private var phases: [Call.Phase] { state.calls.map(\.phase) }

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

    @Test("A call of ModemManager rings, is answered, held, taken up and over; one that is dialled is on at once")
    func modemManager() throws {
        let name = "org.freedesktop.ModemManager1"
        let manager = try service(name)
        let (modem, path) = ("/org/freedesktop/ModemManager1/Modem/0", "/org/freedesktop/ModemManager1/Call/")
        func add(_ number: Int, _ state: Int32) {
            manager.serve(path + "\(number)") { _ in [.variant(.signed(state))] }
            manager.emit(modem, "\(name).Modem.Voice.CallAdded", [.path(path + "\(number)")])
        }
        func change(_ number: Int, _ before: Int32, _ state: Int32) {
            manager.emit(
                path + "\(number)", "\(name).Call.StateChanged", [.signed(before), .signed(state), .unsigned(0)])
        }
        add(1, 3)
        try bench.until { phases == [.incoming] }
        #expect(bench.arbiter.deviceFacts.heard.map(\.name.kind) == [.ringtone])
        change(1, 3, 4)
        try bench.until { phases == [.answered] }
        change(1, 4, 5)
        try bench.until { phases == [.held] }
        change(1, 5, 4)
        try bench.until { phases == [.answered] }
        // A second one waits, and is answered: the first is held.
        add(2, 6)
        try bench.until { phases == [.answered, .incoming] }
        change(1, 4, 5)
        change(2, 6, 4)
        try bench.until { phases == [.held, .answered] }
        change(2, 4, 7)
        manager.emit(modem, "\(name).Modem.Voice.CallDeleted", [.path(path + "2")])
        try bench.until { phases == [.held] }
        manager.emit(modem, "\(name).Modem.Voice.CallDeleted", [.path(path + "1")])
        try bench.until { phases == [] }
        add(3, 1)
        try bench.until { phases == [.outgoing] }
        change(3, 1, 2)
        change(3, 2, 4)
        try bench.until { phases == [.answered] }
        change(3, 4, 7)
        try bench.until { phases == [] }
    }

    @Test("A call of oFono that is not answered is over when it goes; and all are over when their service ends")
    func ofono() throws {
        let ofono = try service("org.ofono")
        func add(_ number: Int, _ word: String) {
            ofono.emit(
                "/ril_0", "org.ofono.VoiceCallManager.CallAdded",
                [
                    .path("/ril_0/voicecall\(number)"),
                    .dictionary(["State": .text(word), "LineIdentification": .text("1")]),
                ])
        }
        func change(_ number: Int, _ word: String) {
            ofono.emit(
                "/ril_0/voicecall\(number)", "org.ofono.VoiceCall.PropertyChanged",
                [.text("State"), .variant(.text(word))])
        }
        add(1, "incoming")
        try bench.until { phases == [.incoming] }
        ofono.emit("/ril_0", "org.ofono.VoiceCallManager.CallRemoved", [.path("/ril_0/voicecall1")])
        try bench.until { phases == [] }
        add(2, "dialing")
        try bench.until { phases == [.outgoing] }
        change(2, "active")
        try bench.until { phases == [.answered] }
        add(3, "waiting")
        try bench.until { phases == [.answered, .incoming] }
        ofono.close()
        try bench.until { phases == [] }
    }

    @Test("A signal that is not whole, and one of another connection in a service's stead, changes nothing")
    func strangers() throws {
        let ofono = try service("org.ofono")
        let stranger = try bench.connect()
        stranger.emit(
            "/ril_0", "org.ofono.VoiceCallManager.CallAdded",
            [.path("/ril_0/voicecall1"), .dictionary(["State": .text("incoming")])])
        for body: [BusValue] in [
            [], [.text("State")], [.path("/a")], [.path("/a"), .dictionary([:])],
            [.path("/a"), .dictionary(["State": .signed(4)])], [.path("/a"), .dictionary(["State": .text("on fire")])],
            [.path("/a"), .dictionary(["State": .text("active")])],
        ] {
            ofono.emit("/ril_0", "org.ofono.VoiceCallManager.CallAdded", body)
            ofono.emit("/a", "org.ofono.VoiceCall.PropertyChanged", body)
            ofono.emit("/ril_0", "org.ofono.VoiceCallManager.CallRemoved", body)
        }
        ofono.emit(
            "/ril_0", "org.ofono.VoiceCallManager.CallAdded",
            [.path("/ril_0/voicecall2"), .dictionary(["State": .text("incoming")])])
        try bench.until { !phases.isEmpty }
        #expect(phases == [.incoming])
    }

    @Test("The services of the next system bus at the same address are followed, each time that the bus ends")
    func comesBack() throws {
        services.close()
        let bench = bench
        let lasting = try ReconnectingFront(on: bench.loop, BusAddress(bench.address), pauses: [1]) {
            () throws(BusError) in
            try SystemServices(bench.arbiter, on: bench.loop, BusAddress(bench.address))
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

    @Test("A bus that ends takes its calls with it")
    func busEnds() throws {
        let ofono = try service("org.ofono")
        ofono.emit(
            "/ril_0", "org.ofono.VoiceCallManager.CallAdded",
            [.path("/ril_0/voicecall1"), .dictionary(["State": .text("incoming")])])
        try bench.until { phases == [.incoming] }
        bench.endBus()
        try bench.until { phases == [] }
    }
}
