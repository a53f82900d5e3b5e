import SessionArbiter
import SessionCalls
import SessionPolicy
import SessionWorld
import Testing

@testable import SessionDesktop

/// A sound server whose streams a test starts, moves and ends; it answers when the test lets it.
final class TestServer: StreamServer {
    /// The streams by their numbers.
    private(set) var streams: [UInt32: ServerStream] = [:]
    /// The volume and the mute that the server starts the next stream with, by restore ids.
    private(set) var kept: [String: (volumes: [UInt32], isMuted: Bool)] = [:]
    /// The volumes of the first channel that were set, in order.
    private(set) var told: [UInt32] = []
    private(set) var isClosed = false
    /// The time in milliseconds after which a look shows what was set, as PipeWire shows it late.
    var lag: Int64 = 0
    /// The time in nanoseconds.
    var clock: () -> Int64 = { 0 }
    private var history: [UInt32: [(at: Int64, stream: ServerStream)]] = [:]
    private var waiting: [() -> Void] = []
    private var news: [(at: Int64, StreamNews)] = []
    var whenNews: (StreamNews) -> Void = { _ in }

    func look(at index: UInt32, _ answer: @escaping (ServerStream?) -> Void) {
        waiting.append { [unowned self] in
            guard let now = streams[index] else { return answer(nil) }
            let moment = clock() - lag * 1_000_000
            answer(history[index]?.last { $0.at <= moment }?.stream ?? history[index]?.first?.stream ?? now)
        }
    }

    func lookAtAll(_ answer: @escaping ([ServerStream]) -> Void) {
        waiting.append { [unowned self] in answer(streams.values.sorted { $0.index < $1.index }) }
    }

    func set(volumes: [UInt32], of index: UInt32) {
        told.append(volumes.first ?? 0)
        change(index) { $0.volumes = volumes }
    }

    func set(isMuted: Bool, of index: UInt32) { change(index) { $0.isMuted = isMuted } }

    func keep(volumes: [UInt32], isMuted: Bool, as restoreID: String, insteadOf sent: [UInt32]?) {
        guard let last = kept[restoreID], sent.map({ StreamLevel.isSame(last.volumes, $0) }) ?? true else { return }
        kept[restoreID] = (volumes, isMuted)
    }

    func close() {
        answer()
        isClosed = true
    }

    /// Gives the answers that wait.
    func answer() {
        let answers = waiting
        waiting = []
        for answer in answers { answer() }
    }

    var hasWork: Bool { !waiting.isEmpty }

    /// The moment at which the server tells what it has to tell next, in nanoseconds.
    var nextNews: Int64? { news.first?.at }

    /// Tells what is to be told by now.
    func tell() {
        while let first = news.first, first.at <= clock() {
            news.removeFirst()
            whenNews(first.1)
        }
    }

    // MARK: Programs and people

    /// A program starts a stream.
    func start(_ stream: ServerStream) {
        var stream = stream
        if let id = stream.restoreID, let last = kept[id] { (stream.volumes, stream.isMuted) = last }
        streams[stream.index] = stream
        history[stream.index] = nil
        note(stream)
        whenNews(.changed(stream.index))
    }

    func change(_ index: UInt32, _ body: (inout ServerStream) -> Void) {
        guard var stream = streams[index] else { return }
        body(&stream)
        streams[index] = stream
        note(stream)
        news.append((clock() + lag * 1_000_000, .changed(index)))
    }

    /// A server keeps what a stream was set to last.
    private func note(_ stream: ServerStream) {
        history[stream.index, default: []].append((clock(), stream))
        if let id = stream.restoreID { kept[id] = (stream.volumes, stream.isMuted) }
    }

    func end(_ index: UInt32) {
        streams[index] = nil
        whenNews(.removed(index))
    }

    /// Starts the next streams at full volume, as a server does that brings volumes back later.
    func forget() { kept = [:] }

    /// Ends the server, and starts it again without a stream. Streams keep their volumes in its database.
    func restart() {
        (streams, history, waiting, news) = ([:], [:], [], [])
        whenNews(.lost)
        whenNews(.connected)
    }
}

/// A phone that governs the streams of a `TestServer`, in time that the bench advances.
final class StreamsBench {
    /// The time of the phone.
    final class Clock: ArbiterClock {
        nonisolated(unsafe) var nanoseconds: Int64 = 0
        var now: MachineTime { MachineTime(nanoseconds: nanoseconds) }
    }

    let clock = Clock()
    let arbiter: Arbiter
    let server: TestServer
    /// The processes that are joined to the host.
    var programs: [Int32] = []
    /// The apps of media players, by their processes.
    var players: [Int32: String] = [:]
    private(set) var streams: ServerStreams?
    private let news: DesktopNews
    private let process: ProcessID
    private var alarm: Int64?
    private var lastNumber: UInt64 = 0

    /// Begins with a server; `journal` is the path of the file of lowered streams.
    init(
        _ book: RuleBook = .modern, rows: [AppRow] = AppRow.builtIn, server: TestServer = TestServer(),
        journal: String? = nil
    ) throws {
        self.server = server
        let arbiter = Arbiter(World(book), clock: clock)
        let news = try DesktopNews()
        let process = arbiter.attach(scenes: DesktopLevels(news), isHome: false)
        (self.arbiter, self.news, self.process) = (arbiter, news, process)
        streams = ServerStreams(
            on: server, journal: journal.flatMap { StreamJournal($0) }, rows: rows,
            programs: { [unowned self] in programs },
            player: { [unowned self] in players[$0] },
            open: { [unowned self] name, row in
                lastNumber += 2
                let inbox = DesktopInbox(app: lastNumber, news: news)
                return (DesktopApp(name, by: row, arbiter, in: process, inbox: inbox), lastNumber)
            },
            clock: { [clock] in clock.nanoseconds }, setAlarm: { [weak self] in self?.alarm = $0 })
        let last = LastPicture(HostPicture(arbiter.deviceFacts))
        _ = arbiter.watchFacts { facts in
            if let picture = last.replace(by: HostPicture(facts)) { news.add(picture) }
        }
        server.clock = { [clock] in clock.nanoseconds }
        server.whenNews(.connected)
        settle()
    }

    /// Lets happen all that follows from what has been done, however long it takes.
    func settle() {
        for _ in 0..<100_000 where !turn() { return }
        Issue.record("it does not settle")
    }

    /// Lets a time pass.
    func pass(milliseconds: Int64) {
        let end = clock.nanoseconds + milliseconds * 1_000_000
        while turn(until: end) {}
        clock.nanoseconds = end
        while turn(until: end) {}
    }

    /// Lets the next thing happen.
    ///
    /// - Returns: Whether there was one, before `end`.
    private func turn(until end: Int64 = .max) -> Bool {
        let waiting = news.collect()
        for (number, message) in waiting.notices { _ = streams?.take(message, of: number) }
        if let levels = waiting.levels { streams?.take(levels) }
        if server.hasWork {
            // An answer takes a while.
            clock.nanoseconds += 100_000
            server.answer()
            return true
        }
        if !waiting.notices.isEmpty || waiting.levels != nil || waiting.picture != nil { return true }
        let next = min(alarm ?? .max, server.nextNews ?? .max)
        guard next < .max, next <= end else { return false }
        clock.nanoseconds = max(clock.nanoseconds, next)
        server.tell()
        if let alarm, alarm <= clock.nanoseconds {
            self.alarm = nil
            streams?.ring()
        }
        return true
    }

    /// Ends the front, as the end of the host does.
    func close() {
        streams?.close()
        streams = nil
    }

    deinit { streams?.close() }

    // MARK: Acts

    /// A program plays; returns the number of its stream.
    @discardableResult
    func play(
        _ index: UInt32, _ program: String = "song", role: String? = "music", process: Int32? = nil,
        volumes: [UInt32] = [65_536, 65_536]
    ) -> UInt32 {
        server.start(
            ServerStream(
                index: index, client: index, volumes: volumes, process: process ?? Int32(2_000_000 + index),
                program: program, role: role, restoreID: "sink-input-by-application-name:\(program)"))
        settle()
        return index
    }

    /// Another app lowers the others, until the closure that is returned is called.
    func duck(_ name: String = "assistant") -> () -> Void {
        let calls: [AppCall] = [
            .setCategory(.playback, mode: .default, options: [.mixWithOthers, .duckOthers]),
            .setActive(true, notifyOthers: false),
        ]
        let (seat, _) = arbiter.open(name, in: process, notices: DesktopInbox(app: 1, news: news))
        for call in calls { _ = arbiter.perform(call, of: seat) }
        return { [arbiter] in
            _ = arbiter.perform(.setActive(false, notifyOthers: true), of: seat)
            arbiter.close(seat)
        }
    }

    @discardableResult
    func perform(_ call: ControlCall) -> Bool { arbiter.perform(call, by: .step).isAccepted }

    func volume(_ index: UInt32) -> UInt32? { server.streams[index]?.volumes.first }
    func isMuted(_ index: UInt32) -> Bool? { server.streams[index]?.isMuted }

    /// The apps that are heard.
    var heard: [String] { HostPicture(arbiter.deviceFacts).heard }
}
