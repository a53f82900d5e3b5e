import ALSADevice
import Glibc
import Scratch
import SystemSupport
import Testing

@Suite(.timeLimit(.minutes(5))) struct RealtimeKitTests {
    /// The reaction of a RealtimeKit to requests.
    enum Mood { case willing, denying, busy, lost, silent, wordless }

    /// A call of RealtimeKit.
    private struct Asked: Equatable {
        let method: String
        let body: [BusValue]
    }

    private func raise(
        _ mood: Mood, _ asked: inout [Asked], limit: (UInt64) -> CInt = { _ in 0 }
    ) throws(RealtimeKit.Denial) -> Int {
        var calls: [Asked] = []
        defer { asked = calls }
        return try RealtimeKit.raise(thread: 4711, to: 20, limit: limit) {
            (method, body) throws(BusFailure) in
            calls.append(Asked(method: method, body: body))
            let errors = "org.freedesktop.DBus.Error."
            switch (method.split(separator: ".").last, mood) {
            case (_, .silent): throw BusFailure(ETIMEDOUT)
            case (_, .wordless): return []
            case ("Get", _): return [body.last == .text("RTTimeUSecMax") ? .long(200_000) : .signed(15)]
            // The words are RealtimeKit's own.
            case (_, .denying): throw BusFailure(name: errors + "AccessDenied", message: "Operation not permitted")
            case (_, .busy): throw BusFailure(name: errors + "AccessDenied", message: "Device or resource busy")
            case (_, .lost): throw BusFailure(name: errors + "Failed", message: "No such file or directory")
            default: return []
            }
        }
    }

    @Test("A thread is raised as far as is allowed")
    func raisedThread() throws {
        var limits: [UInt64] = []
        var asked: [Asked] = []
        let given = try raise(.willing, &asked) {
            limits.append($0)
            return 0
        }
        #expect(given == 15)
        #expect(limits == [200_000])
        let service = "org.freedesktop.RealtimeKit1"
        let get = "org.freedesktop.DBus.Properties.Get"
        #expect(
            asked == [
                Asked(method: get, body: [.text(service), .text("MaxRealtimePriority")]),
                Asked(method: get, body: [.text(service), .text("RTTimeUSecMax")]),
                Asked(method: service + ".MakeThreadRealtime", body: [.unsignedLong(4711), .unsigned(15)]),
            ])
    }

    @Test(
        "A refusal says what refused",
        arguments: [
            (
                Mood.denying, RealtimeKit.Denial.Kind.denied,
                "MakeThreadRealtime: org.freedesktop.DBus.Error.AccessDenied (Operation not permitted)"
            ),
            (.busy, .busy, "AccessDenied (Device or resource busy)"), (.lost, .failed, "(No such file or directory)"),
            (.silent, .failed, "timed out"), (.wordless, .failed, "did not tell its MaxRealtimePriority"),
        ])
    func aRefusalSaysWho(mood: Mood, kind: RealtimeKit.Denial.Kind, reason: String) throws {
        var asked: [Asked] = []
        let refusal = #expect(throws: RealtimeKit.Denial.self) { try raise(mood, &asked) }
        #expect(refusal?.kind == kind)
        #expect(refusal?.reason.contains(reason) == true, "\(refusal?.reason ?? "")")
    }

    @Test("A limit that cannot be set is a refusal")
    func refusedLimit() throws {
        var asked: [Asked] = []
        let refusal = #expect(throws: RealtimeKit.Denial.self) { try raise(.willing, &asked) { _ in EPERM } }
        #expect(refusal?.reason == "RLIMIT_RTTIME: Operation not permitted")
    }

    @Test("Without a bus there is none")
    func withoutABusThereIsNone() {
        let refusal = #expect(throws: RealtimeKit.Denial.self) {
            try RealtimeKit.raise(thread: 1, to: 20, on: "unix:path=/nowhere/bus")
        }
        #expect(refusal?.reason == "no bus at unix:path=/nowhere/bus: No such file or directory")
        #expect(refusal?.kind == .absent)
    }

    @Test("A bus that never answers is waited for as long as is allowed, and no longer")
    func aSilentBus() throws {
        let path = Scratch.shared.fresh("bus")
        let listening = socket(AF_UNIX, CInt(SOCK_STREAM.rawValue), 0)
        defer { close(listening) }
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        let bound = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(listening, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        try #require(bound == 0 && listen(listening, 1) == 0)
        let begun = SteadyClock.now
        let refusal = #expect(throws: RealtimeKit.Denial.self) {
            try RealtimeKit.raise(thread: 1, to: 20, on: "unix:path=\(path)", patienceInMilliseconds: 200)
        }
        #expect(refusal?.kind == .failed)
        #expect((200_000_000..<5_000_000_000).contains(SteadyClock.now - begun))
    }

    // MARK: Threads

    /// Runs a thread that ends immediately, and answers how it was scheduled.
    private func priority(
        isWithinLimits: Bool = false, _ raise: (Int32, Int) throws(RealtimeKit.Denial) -> Int
    ) throws -> (ThreadPriority, raised: Int32, own: Int32) {
        let own = UnsafeMutablePointer<Int32>.allocate(capacity: 1)
        defer { own.deallocate() }
        var raised: Int32 = 0
        let body: RealTimeThread.Body = { context in
            context?.assumingMemoryBound(to: Int32.self).pointee = RealTimeThread.current
            return nil
        }
        let started = try RealTimeThread.start(own, body, mayAskSystem: false, isWithinLimits: isWithinLimits) {
            thread, priority throws(RealtimeKit.Denial) in
            raised = thread
            return try raise(thread, priority)
        }
        started.thread.join()
        return (started.priority, raised, own.pointee)
    }

    @Test("Where the system refuses, RealtimeKit is asked")
    func refusedBySystem() throws {
        let (priority, raised, own) = try priority { _, priority in priority - 1 }
        #expect(priority == .realtimeKit(19))
        #expect(priority.isRealTime)
        #expect(raised == own)
        #expect(priority.sentence.contains("19, given by RealtimeKit"))
    }

    /// No remedy tells the reader to install a library that is there, or to raise a limit that is high enough.
    @Test(
        "Where both refuse the reason and what helps are told",
        arguments: [
            (RealtimeKit.Denial.Kind.absent, "Allow it with an rtprio of 20 in", "or install rtkit."),
            (.denied, "Allow it with an rtprio of 20 in", "acquire-real-time by a rule of polkit."),
            (.busy, "Allow it with an rtprio of 20 in", "or start again in a minute."),
            (.failed, "Allow it with an rtprio of 20 in", "and log in again."),
        ])
    func refusedByBoth(
        kind: RealtimeKit.Denial.Kind, limits: String, other: String
    ) throws {
        let refuse = { (_: Int32, _: Int) throws(RealtimeKit.Denial) -> Int in
            throw RealtimeKit.Denial(kind, reason: "it will not")
        }
        let (priority, _, _) = try priority(refuse)
        #expect(!priority.isRealTime)
        #expect(priority.sentence.contains("SCHED_FIFO: Operation not permitted; it will not. \(limits)"))
        #expect(priority.sentence.hasSuffix(other))
        #expect(priority.sentence.contains("install") == (kind == .absent))
        let inContainer = try self.priority(isWithinLimits: true, refuse).0
        #expect(inContainer.sentence.contains("the capability SYS_NICE"))
        #expect(!inContainer.sentence.contains("limits.d"))
    }

    @Test("An output tells its priority")
    func anOutputTellsItsPriority() throws {
        let card = try TestCard()
        #expect(card.output.priority == nil)
        let source = SteadySource(0, 0)
        try card.output.start(source.renderer)
        #expect(card.output.priority != nil)
        card.output.stop(.drop)
    }
}
