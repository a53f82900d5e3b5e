import ALSADevice
import CPacedCard
import Synchronization
import Testing

/// A sound server whose devices come and go as the test says.
private final class TestServer: Sendable {
    private struct State {
        var present: Set<String> = []
        var bells: [String: (controls: TestControls, volume: CInt)] = [:]
        var isRunning = true
    }

    private let state = Mutex(State())

    /// Looks every millisecond for what is there, and for a server that has ended.
    var source: SinkSource {
        SinkSource(
            isPresent: { name in self.state.withLock { $0.isRunning && $0.present.contains(name) } },
            open: { name in
                self.state.withLock { state in
                    guard state.isRunning else { return nil }
                    if state.bells[name] == nil {
                        let controls = TestControls()
                        state.bells[name] = (controls, controls.addVolume("Master Playback Volume"))
                    }
                    return state.bells[name]?.controls.open()
                }
            }, interval: (present: 1, withoutServer: 1))
    }

    /// As a server tells whoever holds the control device of the name.
    func add(_ name: String) {
        state.withLock { state in
            state.present.insert(name)
            guard let (controls, volume) = state.bells[name] else { return }
            controls.turn(volume, to: controls.value(volume) + 1)
        }
    }

    /// Nobody is told.
    func remove(_ name: String) { _ = state.withLock { $0.present.remove(name) } }

    func end() {
        state.withLock { state in
            state.isRunning = false
            for bell in state.bells.values { bell.controls.disconnect() }
            state.bells = [:]
        }
    }

    func begin() { state.withLock { $0.isRunning = true } }
}

@Suite(.timeLimit(.minutes(1))) struct SinkMonitorTests {
    private func watch(_ names: [String], _ server: TestServer) throws -> (SinkMonitor, Told<SinkMonitor.Event>) {
        let monitor = SinkMonitor(names, source: server.source)
        let told = Told<SinkMonitor.Event>()
        try monitor.start { [continuation = told.continuation] in continuation.yield($0) }
        return (monitor, told)
    }

    @Test func whatIsThereIsToldFirst() async throws {
        let server = TestServer()
        server.add("pulse:headset")
        let (monitor, told) = try watch(["pulse:speaker", "pulse:headset"], server)
        #expect(await told.next() == .appeared("pulse:headset"))
        monitor.stop()
        told.continuation.finish()
        #expect(await told.next() == nil)
    }

    @Test func aDeviceIsFollowedInAndOut() async throws {
        let server = TestServer()
        let (monitor, told) = try watch(["pulse:headset"], server)
        for _ in 1...3 {
            server.add("pulse:headset")
            #expect(await told.next() == .appeared("pulse:headset"))
            server.remove("pulse:headset")
            #expect(await told.next() == .gone("pulse:headset"))
        }
        monitor.stop()
    }

    /// What goes is told before what comes.
    @Test func oneDeviceForAnother() async throws {
        let server = TestServer()
        server.add("pulse:b")
        let (monitor, told) = try watch(["pulse:a", "pulse:b"], server)
        #expect(await told.next() == .appeared("pulse:b"))
        server.remove("pulse:b")
        #expect(await told.next() == .gone("pulse:b"))
        server.add("pulse:a")
        #expect(await told.next() == .appeared("pulse:a"))
        monitor.stop()
    }

    @Test func aServerThatEndsTakesItsDevicesAlong() async throws {
        let server = TestServer()
        server.add("pulse:headset")
        let (monitor, told) = try watch(["pulse:headset"], server)
        #expect(await told.next() == .appeared("pulse:headset"))
        server.end()
        #expect(await told.next() == .gone("pulse:headset"))
        server.begin()
        #expect(await told.next() == .appeared("pulse:headset"))
        monitor.stop()
    }

    @Test func withoutNamesThereIsNoThread() throws {
        let monitor = SinkMonitor([], source: TestServer().source)
        try monitor.start { _ in }
        monitor.stop()
        #expect(monitor.names.isEmpty)
    }
}
