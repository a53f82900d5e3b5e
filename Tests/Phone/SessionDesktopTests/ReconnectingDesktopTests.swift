import SessionPhone
import SessionPolicy
import SessionWire
import SessionWorld
import SystemSupport
import Testing

@testable import SessionDesktop

/// A session bus that goes away and comes back.
@Suite(.timeLimit(.minutes(5))) struct ReconnectingDesktopTests {
    private let bench: DesktopBench

    init() throws { bench = try DesktopBench(follows: false) }

    private func follow(_ said: @escaping (String) -> Void) throws -> Desktop {
        // One pause, so that the desktop soon waits for the socket and for nothing else.
        try Desktop(bench.arbiter, on: bench.loop, BusAddress(bench.address), pauses: [1], say: said)
    }

    @Test("The host governs the players of the next bus at the same address, and is on it, each time that the bus ends")
    func comesBack() throws {
        var said: [String] = []
        let desktop = try follow { said.append($0) }
        for round in 1...3 {
            let player = try TestPlayer("tune", bench)
            player.press("Playing")
            try bench.until { bench.heard == ["tune"] }
            try bench.perform(.call(.incoming))
            try bench.until { player.status == "Paused" }
            try bench.perform(.call(.declined))
            try bench.until { bench.heard == ["tune"] }
            let client = try bench.connect()
            #expect(try bench.ask(client, "\(HostObject.name).Apps").get().first?.dictionary?.keys.sorted() == ["tune"])
            bench.endBus()
            try bench.until { desktop.waitsForSocket }
            #expect(bench.heard.isEmpty && bench.arbiter.world.state.apps.isEmpty && said.count == round)
            #expect(said.last?.hasSuffix("a bus that comes at that address is joined.") == true)
            try bench.startBus()
        }
        desktop.close()
    }

    @Test("A wait for the end of all work ends with the bus")
    func finish() throws {
        let desktop = try follow { _ in }
        let player = try TestPlayer("tune", bench)
        player.press("Playing")
        try bench.until { bench.heard == ["tune"] }
        bench.endBus()
        try bench.until { desktop.waitsForSocket }
        var isFinished = false
        desktop.finish { isFinished = true }
        #expect(isFinished)
        desktop.close()
    }

    @Test("The bus that was closed by its desktop is not waited for")
    func closed() throws {
        var said: [String] = []
        let desktop = try follow { said.append($0) }
        let player = try TestPlayer("tune", bench)
        player.press("Playing")
        try bench.until { bench.heard == ["tune"] }
        desktop.close()
        #expect(bench.heard.isEmpty && !desktop.waitsForSocket && said.isEmpty)
    }

    @Test(
        "The socket of a bus stands in its address",
        arguments: [
            ("unix:path=/run/user/1000/bus", "/run/user/1000/bus"),
            ("unix:path=/run/bus,guid=0123;tcp:host=a", "/run/bus"), ("unix:abstract=/run/bus", nil),
            ("unix:path=/tmp/a%20b", nil), ("unix:path=", nil), ("", nil),
        ])
    func address(address: String, path: String?) {
        #expect(BusAddress(address).socket == path && BusAddress(address).text?.contains("guid") == false)
    }
}
