import Dispatch
import SessionDevice
import Synchronization
import Testing

@testable import SessionDevice

/// Notices to apps: in order, none left out, and none before the call that caused it has returned.
struct NoticeTests {
    /// Takes so many notices of a stream.
    private func first(_ count: Int, of stream: AsyncStream<AppNotice>) async -> [AppNotice] {
        var notices: [AppNotice] = []
        for await notice in stream {
            notices.append(notice)
            if notices.count == count { break }
        }
        return notices
    }

    @Test("An interruption is told when it begins and when it ends, with leave to resume")
    func interruption() async throws {
        let device = try PrivateDevice(.virtual)
        let app = device.open("player")
        let stream = app.noticeStream
        try app.setCategory(.playback)
        try app.setActive(true)
        try device.controls.call(.incoming)
        #expect(try app.facts().phase == .interrupted)
        try device.controls.call(.missed)
        let notices = await first(5, of: stream)
        #expect(
            notices.map(\.message) == [
                .becameActive, .interruptionBegan(), .becameInactive(.system(because: .default)),
                .interruptionEnded(shouldResume: true), .resumptionRecommended(true),
            ])
        #expect(notices.map(\.number) == [1, 2, 3, 4, 5])
    }

    @Test("In the book without the flag a client finds it set, so that it resumes")
    func flagOfTheOldBook() async throws {
        let device = try PrivateDevice(DeviceConfiguration(.virtual, book: .iPhoneOS3))
        let app = device.open("player")
        let stream = app.noticeStream
        try app.setActive(true)
        try device.controls.call(.incoming)
        try device.controls.call(.declined)
        #expect(
            await first(2, of: stream).map(\.message) == [.interruptionBegan(), .interruptionEnded(shouldResume: true)])
    }

    @Test("A change of route tells the route before, with the names that it had")
    func previousRoute() async throws {
        let device = try PrivateDevice(.virtual)
        let app = device.open("player")
        let stream = app.noticeStream
        try app.setCategory(.playback)
        try device.controls.connect(.headphones, uid: "h", name: "Blue ones")
        try device.controls.disconnect(.headphones)
        let notices = await first(2, of: stream)
        let speaker = PortFacts(port: .builtInSpeaker, uid: "builtInSpeaker", name: "Speaker")
        let headphones = PortFacts(port: .headphones, uid: "h", name: "Blue ones")
        #expect(
            notices.map(\.message) == [
                .routeChanged(.newDeviceAvailable, previous: RouteFacts(outputs: [speaker], inputs: [])),
                .routeChanged(.oldDeviceUnavailable, previous: RouteFacts(outputs: [headphones], inputs: [])),
            ])
    }

    @Test("A notice waits for every call that was under way when it was decided, and for no later one")
    func callsUnderWay() {
        let queue = NoticeQueue()
        let told = Mutex<[UInt64]>([])
        _ = queue.add(tell: { notice in told.withLock { $0.append(notice.number) } })
        func notice(_ number: UInt64) -> AppNotice {
            AppNotice(number: number, at: MachineTime(nanoseconds: 0), message: .interruptionBegan())
        }
        queue.receive(notice(1))
        #expect(told.withLock { $0 } == [1])
        let first = queue.beginCall()
        let second = queue.beginCall()
        queue.receive(notice(2))
        queue.endCall(second)
        let third = queue.beginCall()
        #expect(told.withLock { $0 } == [1])
        queue.receive(notice(3))
        queue.endCall(first)
        #expect(told.withLock { $0 } == [1, 2], "the third waits for the call that began before it")
        queue.endCall(third)
        #expect(told.withLock { $0 } == [1, 2, 3])
    }

    @Test("From inside a notice everything may be called, and what that brings about is told after it")
    func callsFromInside() async throws {
        let device = try PrivateDevice(.virtual)
        let app = device.open("player")
        let queue = DispatchQueue(label: "test")
        let rounds = 50
        let told = Mutex<[AppNotice.Message]>([])
        let (done, finish) = AsyncStream.makeStream(of: Void.self)
        try app.setCategory(.playAndRecord)
        let subscription = app.onNotice(queue: queue) { notice in
            guard case .routeChanged = notice.message else { return }
            let count = told.withLock { told in
                told.append(notice.message)
                return told.count
            }
            guard count < rounds else { return finish.finish() }
            // Each override changes the route, which is told once this closure is through.
            #expect(throws: Never.self) {
                try app.overrideOutput(toSpeaker: count % 2 == 1)
                _ = try app.facts()
            }
            #expect(told.withLock { $0.count } == count)
        }
        try app.setActive(true)
        for await _ in done {}
        subscription.cancel()
        #expect(told.withLock { $0.count } == rounds)
    }

    @Test("Many threads call, the person acts, and every listener is told everything once and in order")
    func manyThreads() async throws {
        let device = try PrivateDevice(.virtual)
        let apps = (0..<6).map { device.open("app\($0)") }
        let logs = apps.map { _ in Log() }
        for (app, log) in zip(apps, logs) {
            app.onNotice(queue: .global()) { log.add($0) }
        }
        let streams = apps.map(\.noticeStream)
        await withTaskGroup(of: Void.self) { group in
            for app in apps {
                group.addTask {
                    for round in 0..<200 {
                        _ = try? app.setCategory(.playback, options: round % 3 == 0 ? [] : [.mixWithOthers])
                        _ = try? app.setActive(round % 2 == 0, notifyingOthers: round % 4 == 1)
                    }
                }
            }
            group.addTask {
                for round in 0..<100 {
                    _ = try? device.controls.call(round % 2 == 0 ? .incoming : .missed)
                    _ = try? device.controls.press(.up)
                }
            }
        }
        // A notice to all apps marks the end.
        try device.controls.connect(.headphones)
        for (stream, log) in zip(streams, logs) {
            var heard: [AppNotice] = []
            for await notice in stream {
                heard.append(notice)
                if notice.isOfRoute { break }
            }
            #expect(heard.map(\.number) == Array(1...UInt64(heard.count)))
            await log.isComplete()
            #expect(log.notices == heard, "the closure on a concurrent queue was told the same")
        }
    }

    /// The notices that a closure was called with.
    private final class Log: Sendable {
        private let state = Mutex<[AppNotice]>([])
        private let end = AsyncStream.makeStream(of: Void.self)

        var notices: [AppNotice] { state.withLock { $0 } }

        func add(_ notice: AppNotice) {
            state.withLock { $0.append(notice) }
            if notice.isOfRoute { end.continuation.finish() }
        }

        func isComplete() async { for await _ in end.stream {} }
    }

    @Test("An app that is gone ends the streams of its notices")
    func end() async throws {
        let device = try PrivateDevice(.virtual)
        let stream = device.open("player").noticeStream
        #expect(await first(1, of: stream).isEmpty)
    }
}

extension AppNotice {
    fileprivate var isOfRoute: Bool {
        if case .routeChanged = message { true } else { false }
    }
}
