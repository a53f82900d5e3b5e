import Glibc
package import SessionPhone
package import SessionWire
import Sounder
package import SystemSupport

/// A desktop as a front of a phone: streams of the sound server, and media players of the session bus while there is
/// one, belong to apps of the policy. It translates, and decides nothing: which program may be heard follows from the
/// policy. It runs on the thread of the loop, and all members are used there.
package final class Desktop {
    let arbiter: Arbiter
    let loop: EventLoop
    let news: DesktopNews
    let process: ProcessID
    let rows: [AppRow]
    let joined: () -> [JoinedProgram]
    let say: (String) -> Void
    private let needsBus: Bool
    private let server: () -> (any StreamServer)?
    private let programs: () -> [Int32]
    private var connection: ReconnectingFront<DesktopBus>?
    private var streams: ServerStreams?
    private var timer: LoopTimer?
    private var isOpen = true
    /// Whether the streams are not all known yet that were there at first.
    private var looksForStreams = false
    private var patience: LoopTimer?
    private var isPatient = true
    private var whenAtRest: (() -> Void)?
    private var lastNumber: UInt64 = 0
    /// The levels of all apps that the policy has told last, by their names.
    private var levels: [String: AppLevel] = [:]
    /// Whether the loss of the bus, or its absence, has been told since it last answered.
    private var hasToldOfLoss = false

    /// Connects to the bus, and governs its players and the server's streams from now on. Without a bus the streams are
    /// governed all the same, and a bus that comes is joined.
    /// - Parameters:
    ///   - arbiter: The policy.
    ///   - address: The place of the bus.
    ///   - pauses: The times before each attempt to connect again, in nanoseconds.
    ///   - needsBus: Whether `say` gets a sentence if there is no bus, or another host has the name of the host.
    ///   - server: Makes the sound server, unless another host of the bus governs it, or nil if there is none.
    ///   - programs: Returns the processes that are joined to the host.
    ///   - joined: Returns the programs that have joined the host, for those that ask which programs are governed.
    ///   - rows: The rows that give programs their sessions, the first that fits.
    ///   - say: Gets sentences about players that do not do as they are told, and about the bus.
    /// - Throws: `BusError.system` if the process may open no more files.
    package init(
        _ arbiter: Arbiter, on loop: EventLoop, _ address: BusAddress = .login,
        pauses: [Int64] = ReconnectingFront<DesktopBus>.usualPauses, needsBus: Bool = true,
        server: @escaping () -> (any StreamServer)? = { nil }, programs: @escaping () -> [Int32] = { [] },
        joined: @escaping () -> [JoinedProgram] = { [] }, rows: [AppRow] = AppRow.builtIn,
        say: @escaping (String) -> Void
    ) throws(BusError) {
        (self.arbiter, self.loop, self.rows, self.joined, self.say) = (arbiter, loop, rows, joined, say)
        (self.needsBus, self.server, self.programs) = (needsBus, server, programs)
        let news: DesktopNews
        do throws(Shortage) { news = try DesktopNews() } catch {
            throw .system("cannot follow the desktop", error.errno)
        }
        self.news = news
        process = arbiter.attach(scenes: DesktopLevels(news), isHome: false)
        do {
            try loop.watch(news.wakeSignal.descriptor) { [unowned self] _ in
                self.news.wakeSignal.wait()
                self.hearNews()
            }
        } catch {
            close()
            throw .system("cannot follow the desktop", EMFILE)
        }
        patience = LoopTimer(on: loop)
        patience?.whenRung = { [unowned self] in isPatient = false }
        patience?.set(at: EventLoop.now + Self.longestWait)
        do throws(BusError) {
            connection = try ReconnectingFront(on: loop, address, pauses: pauses) {
                [unowned self] () throws(BusError) in
                try DesktopBus(of: self, address)
            }
        } catch {
            close()
            throw error
        }
        if let obstacle = connection?.obstacle { busIsMissing("\(obstacle)") }
    }

    deinit { close() }

    /// Ends the apps of players, streams and holds, and the connection. Players stay as they are.
    package func close() {
        guard isOpen else { return }
        isOpen = false
        patience?.close()
        loop.forget(news.wakeSignal.descriptor)
        connection?.close()
        leaveStreams()
        arbiter.detach(process)
    }

    var bus: DesktopBus? { connection?.isLost == false ? connection?.front : nil }

    /// Whether the bus has answered.
    package var hasFollowed: Bool { bus?.hasFollowed == true }

    /// Whether the bus is gone, and no attempt to connect is made until its socket is made.
    var waitsForSocket: Bool { connection?.waitsForSocket == true }

    /// The number of players that are followed.
    package var playerCount: Int { bus?.playerCount ?? 0 }

    /// The time after which a host serves programs although some player or the sound server has not answered, in nanoseconds.
    private static let longestWait: Int64 = 500_000_000

    /// Whether all players and streams are known that were there at first, or some have not answered in time. A program that
    /// starts its sound before then would lose it to music that plays already and is found later.
    package var isReady: Bool { !isPatient || !looksForStreams && bus?.isReady != false }

    /// Calls a closure once all that the policy has decided has been done: streams have reached their levels, and players
    /// have been told. It is called immediately if nothing is to be done.
    package func finish(_ body: @escaping () -> Void) {
        whenAtRest = body
        hearNews()
    }

    /// Calls the closure of `finish` if all has been done.
    func lookForRest() {
        guard let body = whenAtRest, streams?.isAtRest != false, bus?.isAtRest != false else { return }
        whenAtRest = nil
        body()
    }

    /// The apps of players and of streams, by their names.
    var ownApps: [String: BusValue] {
        (streams?.properties ?? [:]).merging(bus?.players ?? [:]) { _, player in player }
    }

    /// The apps of players, of streams and of programs that have joined the host, by their names, as
    /// `org.audiosession.Host1` tells them.
    package var apps: [String: BusValue] {
        ownApps.merging(joined().map { ($0.app, DesktopApp.properties(of: $0)) }) { app, _ in app }
    }

    /// The next number of an app of the desktop. Those of holds are odd.
    func nextNumber() -> UInt64 {
        lastNumber += 2
        return lastNumber
    }

    private func hearNews() {
        let waiting = news.collect()
        for (number, message) in waiting.notices where bus?.handle(message, of: number) != true {
            _ = streams?.handle(message, of: number)
        }
        if let levels = waiting.levels {
            self.levels = levels
            bringLevels()
        }
        lookForRest()
        if let picture = waiting.picture { bus?.show(picture) }
    }

    func bringLevels() { streams?.apply(bus?.levels(levels) ?? levels) }

    // MARK: The bus

    /// Called when the host has its name on the bus.
    func busIsJoined() {
        hasToldOfLoss = false
        followStreams()
    }

    /// Called when another host has the name: two hosts would fight for the players and streams.
    func busIsAnothers() {
        hasToldOfLoss = false
        leaveStreams()
        guard needsBus else { return }
        say(
            "\(HostObject.name) belongs to another program of the session bus, which governs its players already. This host "
                + "takes over when that program ends.")
    }

    /// Called when there is no bus, or the bus is lost. Streams are governed all the same.
    /// - Parameter sentence: What is wrong.
    func busIsMissing(_ sentence: String) {
        guard isOpen else { return }
        if needsBus || hasFollowedOnce, !hasToldOfLoss {
            say(
                "\(sentence) Streams of the sound server are governed all the same; a bus that comes at that address is joined."
            )
        }
        hasToldOfLoss = true
        followStreams()
        playersHaveChanged()
        lookForRest()
    }

    private var hasFollowedOnce: Bool { connection?.front?.hasFollowed == true }

    // MARK: The sound server

    private func followStreams() {
        guard isOpen, streams == nil, let server = server() else { return }
        guard let timer = LoopTimer(on: loop) else {
            return say("Streams of the sound server are not followed: \(String(cString: strerror(errno))).")
        }
        self.timer = timer
        looksForStreams = true
        streams = ServerStreams(
            on: server, rows: rows, programs: programs,
            player: { [unowned self] process in bus?.player(of: process) },
            open: { [unowned self] name, row in
                let number = nextNumber()
                let inbox = DesktopInbox(app: number, news: news)
                return (DesktopApp(name, by: row, arbiter, in: process, inbox: inbox), number)
            },
            clock: { EventLoop.now }, setAlarm: { timer.set(at: $0) })
        timer.whenRung = { [unowned self] in streams?.ring() }
        streams?.whenThere = { [weak self] in self?.lookForRest() }
        streams?.whenLooked = { [weak self] in self?.looksForStreams = false }
        server.whenSaid = say
        streams?.begin()
    }

    private func leaveStreams() {
        streams?.close()
        timer?.close()
        (streams, timer, looksForStreams) = (nil, nil, false)
    }

    /// Called when a player has come or gone: streams may belong to another app.
    func playersHaveChanged() { streams?.attribute() }

    /// Called when a program has joined the host or left.
    package func programsHaveChanged() { streams?.attribute() }
}
