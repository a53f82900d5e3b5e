import ALSADevice
import Glibc
import Scratch
import System
import Testing

/// A bus with a RealtimeKit on it, for one caller.
private final class TestBus {
    /// The reaction of the service to a request.
    enum Mood { case willing, withoutService, denying, busy, lost, silent, garbled, strange }

    let path: String
    private let listening: CInt
    private let service: Service
    private var thread = pthread_t()

    init(_ mood: Mood) throws {
        path = Scratch.shared.fresh("bus")
        listening = socket(AF_UNIX, CInt(SOCK_STREAM.rawValue), 0)
        service = Service(listening, mood)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        let bound = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(listening, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        try #require(bound == 0 && listen(listening, 1) == 0)
        // On a thread of its own: the caller blocks, and tasks have few threads between them.
        pthread_create(
            &thread, nil,
            { context in
                guard let context else { return nil }
                let service = Unmanaged<Service>.fromOpaque(context).takeUnretainedValue()
                service.asked = TestBus.serve(service.listening, service.mood)
                return nil
            }, Unmanaged.passUnretained(service).toOpaque())
    }

    private final class Service {
        let listening: CInt
        let mood: Mood
        var asked: [BusMessage] = []
        init(_ listening: CInt, _ mood: Mood) { (self.listening, self.mood) = (listening, mood) }
    }

    deinit {
        // A caller that never called keeps it waiting.
        shutdown(listening, CInt(SHUT_RDWR))
        if !isOver { pthread_join(thread, nil) }
        close(listening)
        unlink(path)
    }

    private var isOver = false

    /// The requests that it got; to be looked at once, after its caller has gone.
    var asked: [BusMessage] {
        if !isOver { pthread_join(thread, nil) }
        isOver = true
        return service.asked
    }

    private static func serve(_ listening: CInt, _ mood: Mood) -> [BusMessage] {
        let caller = accept(listening, nil, nil)
        defer { close(caller) }
        let hello = read(caller, untilEnd: "\r\n")
        let user = String(getuid()).utf8.map { String($0, radix: 16) }.joined()
        guard hello == "\0AUTH EXTERNAL \(user)\r\n", mood != .strange else {
            send("REJECTED KERBEROS\r\n", to: caller)
            return []
        }
        send("OK 1234deadbeef\r\n", to: caller)
        guard read(caller, untilEnd: "\r\n") == "BEGIN\r\n" else { return [] }
        var asked: [BusMessage] = []
        while let message = message(from: caller) {
            asked.append(message)
            if mood == .garbled {
                send([UInt8](repeating: 0x42, count: 64), to: caller)
                continue
            }
            // A bus also sends messages that were not asked for.
            let news = BusMessage(
                .signal, serial: 7, fields: [1: "/", 2: "a.b", 3: "NameAcquired"], body: [.text("x")])
            if let answer = answer(to: message, mood) { send(news.bytes + answer.bytes, to: caller) }
        }
        return asked
    }

    private static func answer(to message: BusMessage, _ mood: Mood) -> BusMessage? {
        func say(_ body: [BusMessage.Value]) -> BusMessage {
            BusMessage(.answer, serial: 9, answered: message.serial, body: body)
        }
        func fail(_ name: String, _ text: String) -> BusMessage {
            BusMessage(.failure, serial: 9, fields: [4: name], answered: message.serial, body: [.text(text)])
        }
        switch (message.fields[3], mood) {
        case ("Hello", _): return say([.text(":1.42")])
        case (_, .silent): return nil
        case (_, .withoutService):
            return fail("org.freedesktop.DBus.Error.ServiceUnknown", "The name is not activatable")
        case ("Get", _):
            let isLimit = message.body.last == .text("RTTimeUSecMax")
            return say([.variant(isLimit ? .signed64(200_000) : .signed32(15))])
        // The words are RealtimeKit's own.
        case (_, .denying): return fail("org.freedesktop.DBus.Error.AccessDenied", "Operation not permitted")
        case (_, .busy): return fail("org.freedesktop.DBus.Error.AccessDenied", "Device or resource busy")
        case (_, .lost): return fail("org.freedesktop.DBus.Error.Failed", "No such file or directory")
        default: return say([])
        }
    }

    private static func message(from caller: CInt) -> BusMessage? {
        var bytes = [UInt8](repeating: 0, count: 16)
        guard recv(caller, &bytes, 16, CInt(MSG_WAITALL)) == 16, let length = BusMessage.length(of: bytes)
        else { return nil }
        var rest = [UInt8](repeating: 0, count: length - 16)
        guard rest.isEmpty || recv(caller, &rest, rest.count, CInt(MSG_WAITALL)) == rest.count else {
            return nil
        }
        return BusMessage(bytes + rest)
    }

    private static func read(_ caller: CInt, untilEnd end: String) -> String {
        var text = ""
        var byte: UInt8 = 0
        while !text.utf8.reversed().starts(with: end.utf8.reversed()), recv(caller, &byte, 1, 0) == 1 {
            text.unicodeScalars.append(Unicode.Scalar(byte))
        }
        return text
    }

    private static func send(_ text: String, to caller: CInt) { send(Array(text.utf8), to: caller) }
    private static func send(_ bytes: [UInt8], to caller: CInt) {
        _ = Glibc.send(caller, bytes, bytes.count, CInt(MSG_NOSIGNAL))
    }
}

@Suite(.timeLimit(.minutes(5))) struct RealtimeKitTests {
    private func raise(
        _ bus: TestBus, patienceInMilliseconds: Int64 = 10_000, limit: (UInt64) -> CInt = { _ in 0 }
    ) throws(RealtimeKit.Refusal) -> Int {
        try RealtimeKit.raise(
            thread: 4711, to: 20, on: "tcp:host=x;unix:path=\(bus.path),guid=1",
            patienceInMilliseconds: patienceInMilliseconds, limit: limit)
    }

    @Test("A thread is raised as far as is allowed")
    func aThreadIsRaisedAsFarAsIsAllowed() throws {
        let bus = try TestBus(.willing)
        var limits: [UInt64] = []
        let given = try raise(bus) {
            limits.append($0)
            return 0
        }
        #expect(given == 15)
        #expect(limits == [200_000])
        let asked = bus.asked
        #expect(asked.map { $0.fields[3] } == ["Hello", "Get", "Get", "MakeThreadRealtime"])
        #expect(asked.last?.body == [.unsigned64(4711), .unsigned32(15)])
        #expect(asked.last?.fields[6] == "org.freedesktop.RealtimeKit1")
    }

    @Test(
        "A refusal says what refused",
        arguments: [
            (
                TestBus.Mood.withoutService, RealtimeKit.Refusal.Kind.absent,
                "ServiceUnknown (The name is not activatable)"
            ),
            (
                .denying, .denied,
                "MakeThreadRealtime: org.freedesktop.DBus.Error.AccessDenied (Operation not permitted)"
            ),
            (.busy, .busy, "AccessDenied (Device or resource busy)"), (.lost, .failed, "(No such file or directory)"),
            (.silent, .failed, "did not answer in time"), (.garbled, .failed, "something else than a message"),
            (.strange, .failed, "refused us: REJECTED KERBEROS"),
        ]) fileprivate func aRefusalSaysWho(mood: TestBus.Mood, kind: RealtimeKit.Refusal.Kind, reason: String) throws
    {
        let bus = try TestBus(mood)
        // The service that never answers is the only one for which the wait ends by the clock.
        let refusal = #expect(throws: RealtimeKit.Refusal.self) {
            try raise(bus, patienceInMilliseconds: mood == .silent ? 200 : 10_000)
        }
        #expect(refusal?.kind == kind)
        #expect(refusal?.reason.contains(reason) == true, "\(refusal?.reason ?? "")")
    }

    @Test("A limit that cannot be set is a refusal")
    func aLimitThatCannotBeSetIsARefusal() throws {
        let bus = try TestBus(.willing)
        let refusal = #expect(throws: RealtimeKit.Refusal.self) { try raise(bus) { _ in EPERM } }
        #expect(refusal?.reason == "RLIMIT_RTTIME: Operation not permitted")
    }

    @Test("Without a bus there is none")
    func withoutABusThereIsNone() {
        let refusal = #expect(throws: RealtimeKit.Refusal.self) {
            try RealtimeKit.raise(thread: 1, to: 20, on: "unix:path=/nowhere/bus") { _ in 0 }
        }
        #expect(refusal?.reason == "no system bus at /nowhere/bus: No such file or directory")
        #expect(refusal?.kind == .absent)
        let other = #expect(throws: RealtimeKit.Refusal.self) {
            try RealtimeKit.raise(thread: 1, to: 20, on: "tcp:host=localhost") { _ in 0 }
        }
        #expect(other?.reason.contains("names no path") == true)
    }

    /// A call as another implementation writes it: `dbus-send` of D-Bus 1.14.
    @Test("A call is written as others write it")
    func aCallIsWrittenAsOthersWriteIt() {
        let call = BusMessage.call("a.b", "/o", "c.d", "Do", [.unsigned64(3), .unsigned32(2), .text("é")], serial: 2)
        var expected: [UInt8] = [0x6C, 1, 0, 1, 19, 0, 0, 0, 2, 0, 0, 0, 73, 0, 0, 0]
        expected += [1, 1, 0x6F, 0, 2, 0, 0, 0, 0x2F, 0x6F, 0, 0, 0, 0, 0, 0]
        expected += [2, 1, 0x73, 0, 3, 0, 0, 0, 0x63, 0x2E, 0x64, 0, 0, 0, 0, 0]
        expected += [3, 1, 0x73, 0, 2, 0, 0, 0, 0x44, 0x6F, 0, 0, 0, 0, 0, 0]
        expected += [6, 1, 0x73, 0, 3, 0, 0, 0, 0x61, 0x2E, 0x62, 0, 0, 0, 0, 0]
        expected += [8, 1, 0x67, 0, 3, 0x74, 0x75, 0x73, 0, 0, 0, 0, 0, 0, 0, 0]
        expected += [3, 0, 0, 0, 0, 0, 0, 0, 2, 0, 0, 0, 2, 0, 0, 0, 0xC3, 0xA9, 0]
        #expect(call.bytes == expected)
        #expect(BusMessage(expected) == call)
    }

    /// However a message is cut or changed, it is read or refused.
    @Test("No answer of the bus is too strange")
    func noBytesAreTooStrange() {
        let whole = BusMessage(.failure, serial: 3, fields: [4: "a.b"], answered: 2, body: [.variant(.text("no"))])
            .bytes
        for length in 0...whole.count {
            let message = BusMessage(Array(whole.prefix(length)))
            #expect((message != nil) == (length == whole.count))
        }
        for index in whole.indices {
            for value: UInt8 in [0, 1, 0x7F, 0xFF] {
                var changed = whole
                changed[index] = value
                if let message = BusMessage(changed) { #expect(message.bytes.count <= 2 * whole.count + 64) }
            }
        }
    }

    // MARK: Threads

    /// Runs a thread that ends at once, and answers how it was scheduled.
    private func priority(
        isWithinLimits: Bool = false, _ raise: (Int32, Int) throws(RealtimeKit.Refusal) -> Int
    ) throws -> (ThreadPriority, raised: Int32, own: Int32) {
        let own = UnsafeMutablePointer<Int32>.allocate(capacity: 1)
        defer { own.deallocate() }
        var raised: Int32 = 0
        let body: RealTimeThread.Body = { context in
            context?.assumingMemoryBound(to: Int32.self).pointee = RealTimeThread.current
            return nil
        }
        let started = try RealTimeThread.start(own, body, mayAskSystem: false, isWithinLimits: isWithinLimits) {
            thread, priority throws(RealtimeKit.Refusal) in
            raised = thread
            return try raise(thread, priority)
        }
        started.thread.join()
        return (started.priority, raised, own.pointee)
    }

    @Test("Where the system refuses, RealtimeKit is asked")
    func whereTheSystemRefusesRealtimeKitIsAsked() throws {
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
            (RealtimeKit.Refusal.Kind.absent, "Allow it with an rtprio of 20 in", "or install rtkit."),
            (.denied, "Allow it with an rtprio of 20 in", "acquire-real-time by a rule of polkit."),
            (.busy, "Allow it with an rtprio of 20 in", "or start again in a minute."),
            (.failed, "Allow it with an rtprio of 20 in", "and log in again."),
        ])
    func whereBothRefuseTheReasonAndWhatHelpsAreTold(
        kind: RealtimeKit.Refusal.Kind, limits: String, other: String
    ) throws {
        let refuse = { (_: Int32, _: Int) throws(RealtimeKit.Refusal) -> Int in
            throw RealtimeKit.Refusal(kind, reason: "it will not")
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
