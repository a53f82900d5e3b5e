import Glibc
import Scratch
import SessionPhone
import SessionPolicy
import SessionWire
import SessionWorld
import SystemSupport
import Testing

@testable import SessionDesktop

/// A session bus that is late, does not answer, answers with errors, or gives the host's name to another program first.
@Suite(.timeLimit(.minutes(5))) struct BusFaultTests {
    private let bench: DesktopBench
    private let scratch = Scratch()

    init() throws { bench = try DesktopBench(follows: false) }

    /// Lets the host govern a player, to show that it has joined the bus.
    private func expectGoverned(_ name: String = "tune") throws {
        let player = try TestPlayer(name, bench)
        player.press("Playing")
        try bench.until { bench.heard == [name] }
        try bench.perform(.call(.incoming))
        try bench.until { player.status == "Paused" }
        try bench.perform(.call(.declined))
        try bench.until { bench.heard == [name] && player.status == "Playing" }
    }

    @Test("A bus that was stopped for three seconds while the host asked for its name is joined when it goes on")
    func stopped() throws {
        bench.signalBus(SIGSTOP)
        try bench.follow()
        let end = EventLoop.now + 3_000_000_000
        let timer = try #require(LoopTimer(on: bench.loop))
        timer.set(at: end)
        try bench.until { EventLoop.now >= end }
        #expect(bench.desktop?.hasFollowed == false)
        bench.signalBus(SIGCONT)
        try bench.until { bench.desktop?.hasFollowed == true }
        #expect(bench.complaints.count == 1 && bench.complaints[0].hasPrefix("The session bus does not answer."))
        try expectGoverned()
    }

    @Test(
        "A bus that ends before it has answered, and one that ends while the host asks, is joined when it is there again"
    )
    func killed() throws {
        for _ in 0..<3 {
            bench.signalBus(SIGSTOP)
            try bench.follow()
            bench.endBus()
            try bench.startBus()
            try bench.until { bench.desktop?.hasFollowed == true }
            try expectGoverned()
            bench.leave()
        }
        #expect(!bench.complaints.contains { $0.contains("another program") })
    }

    @Test(
        "A call that the bus loses, or answers with an error, is no answer: the host tries again, and blames no other program",
        arguments: [
            ("RequestName", FaultyBus.Fate.isLost), ("RequestName", .isSpoilt), ("Hello", .isLost),
            ("ListNames", .isLost),
            ("ListNames", .isSpoilt),
        ])
    func faulty(method: String, fate: FaultyBus.Fate) throws {
        let faulty = try FaultyBus(on: bench.loop, at: scratch.file("faulty"), before: bench.socket)
        faulty.fate = { $0 == method && $1 <= 2 ? fate : .passes }
        var said: [String] = []
        let desktop = try Desktop(bench.arbiter, on: bench.loop, BusAddress(faulty.address), pauses: [1]) {
            said.append($0)
        }
        try bench.until { faulty.connections == 3 && desktop.hasFollowed }
        #expect(!said.isEmpty && !said.contains { $0.contains("another program") }, "\(said)")
        try expectGoverned()
        desktop.close()
    }

    @Test("The system bus that does not answer is joined when it does")
    func systemBus() throws {
        let faulty = try FaultyBus(on: bench.loop, at: scratch.file("faulty"), before: bench.socket)
        faulty.fate = { $0 == "GetId" && $1 <= 2 ? .isLost : .passes }
        let lasting = try ReconnectingFront(on: bench.loop, BusAddress(faulty.address), pauses: [1]) {
            () throws(BusError) in
            try LoginManager(bench.arbiter, on: bench.loop, BusAddress(faulty.address))
        }
        try bench.until { lasting.front?.hasFollowed == true && !lasting.isLost }
        #expect(faulty.connections == 3)
        lasting.close()
    }

    @Test(
        "A host that finds its name taken takes over when the other host ends, and its players are governed by one host at a time"
    )
    func takesOver() throws {
        try bench.follow()
        try bench.until { bench.desktop?.hasFollowed == true }
        let second = Arbiter(World(.modern), clock: DesktopBench.Clock())
        var said: [String] = []
        let desktop = try Desktop(second, on: bench.loop, BusAddress(bench.address)) { said.append($0) }
        try bench.until { !said.isEmpty }
        #expect(said[0].contains("takes over when that program ends"))
        let player = try TestPlayer("tune", bench)
        player.press("Playing")
        try bench.until { bench.heard == ["tune"] }
        #expect(desktop.playerCount == 0 && second.world.state.apps.isEmpty)
        bench.leave()
        try bench.until { HostPicture(second.deviceFacts).heard == ["tune"] }
        #expect(said.count == 1)
        desktop.close()
    }

    @Test("A name that any other program holds is taken when it gives the name back")
    func squatter() throws {
        let squatter = try bench.connect()
        var isTaken = false
        squatter.request(HostObject.name) { isTaken = $0 == .isOurs }
        try bench.until { isTaken }
        try bench.follow()
        try bench.until { !bench.complaints.isEmpty }
        squatter.release(HostObject.name)
        try expectGoverned()
    }

    @Test("Without a bus the streams are governed, and go on being so when a bus comes, is joined, and ends")
    func streamsWithoutBus() throws {
        bench.endBus()
        unlink(bench.socket)
        let server = TestServer()
        var now: Int64 = 0
        server.clock = { now }
        let connection = server.connect()
        var said: [String] = []
        let desktop = try Desktop(
            bench.arbiter, on: bench.loop, BusAddress(bench.address), pauses: [1],
            server: { StreamVolumes(connection) },
            say: { said.append($0) })
        connection.begin()
        func until(_ isSo: () -> Bool) throws {
            try bench.until {
                now += 1_000_000
                server.run()
                return isSo()
            }
        }
        server.start(
            ServerStream(index: 1, client: 1, volumes: [65_536], process: 2_000_001, program: "song", role: "music"))
        try until { bench.heard == ["song"] }
        func expectMuted() throws {
            try bench.perform(.call(.incoming))
            try until { server.streams[1]?.isMuted == true }
            try bench.perform(.call(.declined))
            try until { server.streams[1]?.isMuted == false && bench.heard == ["song"] }
        }
        try expectMuted()
        #expect(said.count == 1 && said[0].contains("no bus answers") && !server.isClosed)
        try bench.startBus()
        try until { desktop.hasFollowed }
        try expectMuted()
        let client = try bench.connect()
        var apps: [String: BusValue]?
        client.call(HostObject.name, HostObject.path, "\(HostObject.name).Apps") {
            apps = (try? $0.get())?.first?.dictionary
        }
        try until { apps != nil }
        #expect(apps?.keys.sorted() == ["song"])
        bench.endBus()
        try until { said.count == 2 }
        try expectMuted()
        #expect(!server.isClosed)
        desktop.close()
        #expect(server.isClosed)
    }

    @Test("More players than are followed take no place of a program, and one of them is followed when another ends")
    func crowd() throws {
        try bench.follow()
        try bench.until { bench.desktop?.hasFollowed == true }
        var crowd = try (0..<DesktopBus.mostPlayers).map { try TestPlayer("crowd\($0)", bench, status: "Playing") }
        try bench.until { bench.desktop?.playerCount == crowd.count }
        let tune = try TestPlayer("tune", bench, status: "Playing")
        try bench.until { !bench.complaints.isEmpty }
        #expect(bench.arbiter.world.state.apps.count <= crowd.count && !bench.heard.contains("tune"))
        crowd.removeLast().bus.close()
        try bench.until { bench.heard.contains("tune") || tune.status == "Paused" }
        #expect(bench.complaints.count == 1)
    }
}
