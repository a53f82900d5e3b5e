import SessionPhone
import SessionPolicy
import SessionWorld
import Testing

@testable import SessionDesktop

/// A sound server whose streams programs start, and a person moves: PulseAudio as its module `stream-restore` has it,
/// in the time of a bench.
final class TestServer {
    /// The streams by their numbers.
    private(set) var streams: [UInt32: ServerStream] = [:]
    /// The volumes that the server starts the next streams with, by their names.
    private(set) var kept: [String: KeptVolume] = [:]
    /// The volumes of the first channel that hosts have set, in order.
    private(set) var told: [UInt32] = []
    /// Whether the server keeps volumes.
    var keeps = true
    /// The time in nanoseconds for a message to the server, and for one of it.
    var transit: Int64 = 50_000
    /// The time in nanoseconds.
    var clock: () -> Int64 = { 0 }
    private(set) var cookie: UInt32 = 1
    private(set) var isClosed = false
    private var connection: TestConnection?
    private var requests: [(at: Int64, TestConnection, () -> Void)] = []
    private var answers: [(at: Int64, TestConnection, () -> Void)] = []
    /// The streams whose person's volume a host has replaced before it could see it: if it is killed then, that volume
    /// is lost.
    private var overtaken: Set<UInt32> = []
    /// Streams that a person has changed and no host has been told of yet.
    private var unseen: [UInt32: ServerStream] = [:]
    /// Streams that hosts have muted.
    private var silenced: Set<UInt32> = []
    /// Streams of which a host has been told that they have changed since a person did that.
    private var announced: Set<UInt32> = []
    /// The streams that the host has been told of.
    private var known: Set<UInt32> = []
    /// The names for which only the kept volume tells what a person has set last: the stream is gone, or no host has
    /// ever seen it.
    private var untold: Set<String> = []
    /// The names for which a host has replaced what a person has set before any host could know: nobody can bring that
    /// back.
    private(set) var lost: Set<String> = []
    /// The streams of which that is so.
    private(set) var lostStreams: Set<UInt32> = []

    /// Connects a host, in place of the last one.
    func connect() -> TestConnection {
        known = []
        untold.formUnion(unseen.values.compactMap(\.restoreID))
        let new = TestConnection(self)
        connection = new
        return new
    }

    fileprivate func request(_ connection: TestConnection, _ body: @escaping () -> Void) {
        requests.append((clock() + transit, connection, body))
    }

    fileprivate func answer(_ connection: TestConnection, _ body: @escaping () -> Void) {
        let moment = clock() + transit
        answers.insert((moment, connection, body), at: answers.firstIndex { $0.at > moment } ?? answers.endIndex)
    }

    /// The time of the next message, in nanoseconds.
    var nextMessage: Int64? { [requests.first?.at, answers.first?.at].compactMap(\.self).min() }

    /// Handles the messages that have come by now.
    func run() {
        while let next = nextMessage, next <= clock() {
            if requests.first?.at == next {
                let (_, connection, body) = requests.removeFirst()
                if connection === self.connection || connection.isDead { body() }
            } else {
                let (_, connection, body) = answers.removeFirst()
                if connection === self.connection, !connection.isDead { body() }
            }
        }
    }

    /// Loses with a killed host the volumes that it has replaced unseen.
    fileprivate func loseOvertaken() {
        lost.formUnion(overtaken.compactMap { streams[$0]?.restoreID })
        lostStreams.formUnion(overtaken)
        for index in overtaken { unseen[index] = nil }
        overtaken = []
    }

    fileprivate func close() {
        while nextMessage != nil {
            let waiting = requests
            requests = []
            for (_, connection, body) in waiting where connection === self.connection { body() }
            let given = answers
            answers = []
            for (_, connection, body) in given where connection === self.connection { body() }
        }
        isClosed = true
    }

    /// A host is told of a stream.
    fileprivate func deliver(_ stream: ServerStream?) {
        guard let stream else { return }
        known.insert(stream.index)
        guard let person = unseen[stream.index] else { return }
        guard person.volumes == stream.volumes, person.isMuted == stream.isMuted else { return }
        unseen[stream.index] = nil
        overtaken.remove(stream.index)
    }

    fileprivate func set(
        _ index: UInt32, by connection: TestConnection, _ body: (inout ServerStream) -> Void
    ) {
        if unseen[index] != nil { overtaken.insert(index) }
        if connection.isDead { loseOvertaken() }
        if let name = streams[index]?.restoreID, untold.remove(name) != nil { lost.insert(name) }
        change(index, byPerson: false, body)
        if let volume = streams[index]?.volumes.first, told.last != volume { told.append(volume) }
    }

    /// Writes what the next streams begin with.
    fileprivate func mend(_ volumes: [KeptVolume]) {
        for volume in volumes {
            if untold.remove(volume.name) != nil { lost.insert(volume.name) }
            kept[volume.name] = volume
        }
    }

    /// A host reads what the server keeps.
    fileprivate func read() -> [KeptVolume] {
        untold = []
        return keeps ? kept.values.sorted { $0.name < $1.name } : []
    }

    private func tell(_ news: VolumeNews, then: @escaping () -> Void = {}) {
        guard let connection else { return }
        answer(connection) {
            connection.whenNews(news)
            then()
        }
    }

    // MARK: Programs and people

    /// A program starts a stream.
    ///
    /// - Parameters:
    ///   - stream: The stream, whose volumes the server replaces by those that it has kept.
    ///   - isExplicit: Whether the program has said the volumes.
    func start(_ stream: ServerStream, isExplicit: Bool = false) {
        var stream = stream
        if keeps, let name = stream.restoreID {
            if let last = kept[name] {
                if !isExplicit { stream.volumes = last.volumes }
                stream.isMuted = last.isMuted
            } else {
                kept[name] = KeptVolume(name: name, volumes: stream.volumes, isMuted: stream.isMuted)
            }
        } else {
            stream.restoreID = nil
        }
        streams[stream.index] = stream
        tell(.changed(stream.index))
    }

    func change(_ index: UInt32, _ body: (inout ServerStream) -> Void) { change(index, byPerson: true, body) }

    private func change(_ index: UInt32, byPerson: Bool, _ body: (inout ServerStream) -> Void) {
        guard var stream = streams[index] else { return }
        let before = stream
        body(&stream)
        streams[index] = stream
        if byPerson, before.volumes != stream.volumes || before.isMuted != stream.isMuted {
            unseen[index] = stream
            overtaken.remove(index)
            announced.remove(index)
            if let name = stream.restoreID {
                lost.remove(name)
                if known.contains(index) { untold.remove(name) } else { untold.insert(name) }
            }
        }
        if before.isMuted != stream.isMuted {
            silenced.remove(index)
            if !byPerson, stream.isMuted { silenced.insert(index) }
        }
        // What a stream was set to last is kept.
        if let name = stream.restoreID, before.volumes != stream.volumes || before.isMuted != stream.isMuted {
            kept[name] = KeptVolume(name: name, volumes: stream.volumes, isMuted: stream.isMuted)
        }
        tell(.changed(index)) { if byPerson { self.announced.insert(index) } }
    }

    func end(_ index: UInt32) {
        if unseen[index] != nil, !overtaken.contains(index), let name = streams[index]?.restoreID {
            untold.insert(name)
        }
        streams[index] = nil
        unseen[index] = nil
        overtaken.remove(index)
        tell(.removed(index))
    }

    /// Ends the server, and starts it again without a stream. It keeps the volumes.
    func restart() {
        loseOvertaken()
        untold.formUnion(unseen.values.compactMap(\.restoreID))
        // Of several streams that the host has muted nobody knows which one a person has moved if none was announced.
        for (index, stream) in unseen where silenced.contains(index) && !announced.contains(index) {
            guard let name = stream.restoreID, streams.values.count(where: { $0.restoreID == name }) > 1 else {
                continue
            }
            lost.insert(name)
        }
        (streams, requests, answers, unseen, lostStreams) = ([:], [], [], [:], [])
        known = []
        cookie += 1
        connection?.whenNews(.lost)
        connect(connection)
    }

    fileprivate func connect(_ connection: TestConnection?) {
        connection?.whenNews(.connected(ServerIdentity(cookie: cookie, isPipeWire: false)))
    }
}

/// The connection of a host to a `TestServer`.
final class TestConnection: VolumeServer {
    private let server: TestServer
    /// Whether its host was killed.
    private(set) var isDead = false
    var whenNews: (VolumeNews) -> Void = { _ in }
    var whenSounding: (UInt32, Bool) -> Void = { _, _ in }
    /// The streams that are measured, and how often each was begun.
    private(set) var measured: [UInt32: Int] = [:]

    fileprivate init(_ server: TestServer) { self.server = server }

    /// Connects for the first time.
    func begin() { server.connect(self) }

    /// Ends the host as SIGKILL does: what it has sent still comes, and nothing comes back.
    func kill() {
        isDead = true
        server.loseOvertaken()
    }

    func measure(_ index: UInt32, isOn: Bool) { measured[index] = isOn ? measured[index, default: 0] + 1 : nil }

    func look(at index: UInt32, _ answer: @escaping (ServerStream?) -> Void) {
        request { [server] in
            let stream = server.streams[index]
            return {
                server.deliver(stream)
                answer(stream)
            }
        }
    }

    func lookAtAll(_ answer: @escaping ([ServerStream]) -> Void) {
        request { [server] in
            let streams = server.streams.values.sorted { $0.index < $1.index }
            return {
                for stream in streams { server.deliver(stream) }
                answer(streams)
            }
        }
    }

    func set(volumes: [UInt32], of index: UInt32) {
        request { [server, self] in
            server.set(index, by: self) { $0.volumes = volumes }
            return {}
        }
    }

    func set(isMuted: Bool, of index: UInt32) {
        request { [server, self] in
            server.set(index, by: self) { $0.isMuted = isMuted }
            return {}
        }
    }

    func readKept(_ answer: @escaping ([KeptVolume]) -> Void) {
        request { [server] in
            let kept = server.read()
            return { answer(kept) }
        }
    }

    func write(_ volumes: [KeptVolume]) {
        request { [server] in
            server.mend(volumes)
            return {}
        }
    }

    private func request(_ body: @escaping () -> () -> Void) {
        guard !isDead else { return }
        server.request(self) { [weak self] in
            let answer = body()
            if let self { server.answer(self, answer) }
        }
    }

    func close() { server.close() }
}

/// A phone that governs the streams of a `TestServer`, in time that the bench advances.
final class StreamsBench {
    /// The time of the phone.
    final class Clock: ArbiterClock {
        nonisolated(unsafe) var nanoseconds: Int64 = 0
        var now: MachineTime { MachineTime(nanoseconds: nanoseconds) }
    }

    let clock: Clock
    let arbiter: Arbiter
    let server: TestServer
    let connection: TestConnection
    /// The processes that are joined to the host.
    var programs: [Int32] = []
    /// The apps of media players, by their processes.
    var players: [Int32: String] = [:]
    private(set) var streams: ServerStreams?
    private let news: DesktopNews
    private let process: ProcessID
    private var alarm: Int64?

    /// Begins with a server; `journal` is the path of the file of lowered streams, and `clock` the time of an earlier
    /// bench.
    init(
        _ book: RuleBook = .modern, rows: [AppRow] = AppRow.builtIn, server: TestServer = TestServer(),
        journal: String? = nil, clock: Clock = Clock()
    ) throws {
        self.server = server
        self.clock = clock
        server.clock = { clock.nanoseconds }
        let arbiter = Arbiter(World(book), clock: clock)
        let news = try DesktopNews()
        let process = arbiter.attach(scenes: DesktopLevels(news), isHome: false)
        (self.arbiter, self.news, self.process) = (arbiter, news, process)
        connection = server.connect()
        let volumes = StreamVolumes(connection, journal: journal.flatMap { StreamJournal($0) })
        streams = ServerStreams(
            on: volumes, rows: rows,
            programs: { [unowned self] in programs },
            player: { [unowned self] in players[$0] },
            open: { DesktopApp($0, by: $1, arbiter, in: process, news: news) },
            clock: { clock.nanoseconds }, setAlarm: { [weak self] in self?.alarm = $0 })
        _ = arbiter.watchFacts { news.add(HostPicture($0)) }
        streams?.begin()
        connection.begin()
        settle()
    }

    /// Lets happen all that follows from what has been done, however long it takes.
    func settle() {
        for _ in 0..<1_000_000 where !turn() { return }
        Issue.record("it does not settle")
    }

    /// Lets a time pass.
    func pass(milliseconds: Int64) {
        let end = clock.nanoseconds + milliseconds * 1_000_000
        while turn(until: end) {}
        clock.nanoseconds = max(clock.nanoseconds, end)
        while turn(until: end) {}
    }

    /// Lets the next thing happen.
    ///
    /// - Returns: Whether there was one, before `end`.
    private func turn(until end: Int64 = .max) -> Bool {
        let waiting = news.collect()
        for (inbox, message) in waiting.notices { inbox.whenTold(message) }
        if let levels = waiting.levels { streams?.apply(levels) }
        if !waiting.notices.isEmpty || waiting.levels != nil || waiting.picture != nil { return true }
        let next = min(alarm ?? .max, server.nextMessage ?? .max)
        guard next < .max, next <= end else { return false }
        clock.nanoseconds = max(clock.nanoseconds, next)
        server.run()
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

    /// Ends the host as SIGKILL does.
    func kill() { connection.kill() }

    deinit { if !connection.isDead { streams?.close() } }

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

    /// The server's meter tells whether a stream sounds.
    func sound(_ index: UInt32, _ isSounding: Bool) {
        connection.whenSounding(index, isSounding)
        settle()
    }

    /// Another app lowers the others, until the closure that is returned is called.
    func duck(_ name: String = "assistant") -> () -> Void { hold(name, [.mixWithOthers, .duckOthers]) }

    /// Begins a hold with other options than to duck.
    func hold(_ name: String, _ options: CategoryOptions) -> () -> Void {
        let calls: [AppCall] = [
            .changeCategory(.playback, mode: .default, options: options),
            .setActive(true, notifyOthers: false),
        ]
        let (seat, _) = arbiter.open(name, in: process, notices: DesktopInbox(news))
        for call in calls { _ = arbiter.perform(call, of: seat) }
        return { [arbiter] in
            _ = arbiter.perform(.setActive(false, notifyOthers: true), of: seat)
            arbiter.close(seat)
        }
    }

    @discardableResult
    func perform(_ event: Event) -> Bool { arbiter.perform(event, by: .step).isAccepted }

    func volume(_ index: UInt32) -> UInt32? { server.streams[index]?.volumes.first }
    func isMuted(_ index: UInt32) -> Bool? { server.streams[index]?.isMuted }

    /// The apps that are heard.
    var heard: [String] { HostPicture(arbiter.deviceFacts).heard }
}
