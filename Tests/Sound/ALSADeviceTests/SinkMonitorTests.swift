import Glibc
import Synchronization
import Testing

@testable import ALSADevice

/// A server's news, as the test has them told.
final class TestNews: SinkNews {
    private let ends: (reading: CInt, writing: CInt)
    private let isRunning = Atomic(true)

    init() {
        var ends: [CInt] = [0, 0]
        pipe(&ends)
        self.ends = (ends[0], ends[1])
    }

    deinit {
        close(ends.reading)
        close(ends.writing)
    }

    var descriptor: CInt { ends.reading }

    func tell() {
        var byte: UInt8 = 1
        #expect(write(ends.writing, &byte, 1) == 1)
    }

    func end() {
        isRunning.store(false, ordering: .releasing)
        tell()
    }

    func read() -> Bool {
        var byte: UInt8 = 0
        #expect(Glibc.read(ends.reading, &byte, 1) == 1)
        return isRunning.load(ordering: .acquiring)
    }
}

/// A sound server whose devices come and go as the test says, which it tells to its only subscriber.
private final class TestServer: Sendable {
    private struct State {
        var present: Set<String> = []
        var news: TestNews?
        var isRunning = true
    }

    private let state = Mutex(State())

    /// Looks every millisecond for a server that has ended, and otherwise only when it is told to.
    var source: SinkSource {
        SinkSource(
            isPresent: { name in self.state.withLock { $0.isRunning && $0.present.contains(name) } },
            subscribe: {
                self.state.withLock { state in
                    guard state.isRunning else { return nil }
                    let news = TestNews()
                    state.news = news
                    return news
                }
            }, retryInMilliseconds: 1)
    }

    func add(_ name: String) {
        state.withLock { state in
            state.present.insert(name)
            state.news?.tell()
        }
    }

    func remove(_ name: String) {
        state.withLock { state in
            state.present.remove(name)
            state.news?.tell()
        }
    }

    func end() {
        state.withLock { state in
            state.isRunning = false
            state.news?.end()
            state.news = nil
        }
    }

    func begin() { state.withLock { $0.isRunning = true } }
}

@Suite(.timeLimit(.minutes(5))) struct SinkMonitorTests {
    private func watch(_ names: [String], _ server: TestServer) throws -> (SinkMonitor, Told<SinkMonitor.SinkEvent>) {
        let monitor = SinkMonitor(names, source: server.source)
        let told = Told<SinkMonitor.SinkEvent>()
        try monitor.start { [continuation = told.continuation] in continuation.yield($0) }
        return (monitor, told)
    }

    @Test("What is there is told first")
    func whatIsThereIsToldFirst() async throws {
        let server = TestServer()
        server.add("pulse:headset")
        let (monitor, told) = try watch(["pulse:speaker", "pulse:headset"], server)
        #expect(await told.next() == .appeared("pulse:headset"))
        monitor.stop()
        told.continuation.finish()
        #expect(await told.next() == nil)
    }

    @Test("A device is followed in and out")
    func aDeviceIsFollowedInAndOut() async throws {
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

    /// A device that goes is told before one that comes.
    @Test("A device that goes is told before the one that comes")
    func oneDeviceForAnother() async throws {
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

    @Test("A server that ends takes its devices along")
    func endedServer() async throws {
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

    @Test("Without names there is no thread")
    func withoutNamesThereIsNoThread() throws {
        let monitor = SinkMonitor([], source: TestServer().source)
        try monitor.start { _ in }
        monitor.stop()
        #expect(monitor.names.isEmpty)
    }
}
