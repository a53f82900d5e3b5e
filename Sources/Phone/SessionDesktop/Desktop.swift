import Glibc
package import SessionPhone
package import SessionWire
import Sounder
package import SystemSupport

/// The desktop as a front of a phone: streams of the sound server and media players of the session bus belong to apps
/// of the policy. The desktop translates and decides nothing. Used only on the loop's thread.
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
    private var patience: LoopTimer?
    private var isPatient = true
    private var whenAtRest: (() -> Void)?
    /// The latest levels of all apps, by name.
    private var levels: [String: AppLevel] = [:]
    /// Whether the loss or absence of the bus was reported since it last answered.
    private var hasToldOfLoss = false

    /// Connects to the bus, and governs its players and the server's streams. Streams are governed without a bus, too;
    /// a bus that appears later is joined.
    /// - Parameters:
    ///   - pauses: The pauses before each reconnection, in nanoseconds.
    ///   - needsBus: Whether `say` is called if there is no bus or another host owns the name.
    ///   - server: Creates the sound server; called unless another host governs it. Returns nil if there is none.
    ///   - programs: Returns the processes that have joined the host.
    ///   - joined: Returns the programs that have joined the host, for listings of governed programs.
    ///   - rows: The rows that assign sessions to programs; the first match wins.
    ///   - say: Called with messages about the bus and about players that do not respond.
    /// - Throws: `Shortage`, `WireError` or `BusError` if the process cannot open more files.
    package init(
        _ arbiter: Arbiter, on loop: EventLoop, _ address: BusAddress = .login,
        pauses: [Int64] = ReconnectingFront<DesktopBus>.usualPauses, needsBus: Bool = true,
        server: @escaping () -> (any StreamServer)? = { nil }, programs: @escaping () -> [Int32] = { [] },
        joined: @escaping () -> [JoinedProgram] = { [] }, rows: [AppRow] = AppRow.builtIn,
        say: @escaping (String) -> Void
    ) throws {
        (self.arbiter, self.loop, self.rows, self.joined, self.say) = (arbiter, loop, rows, joined, say)
        (self.needsBus, self.server, self.programs) = (needsBus, server, programs)
        news = try DesktopNews()
        process = arbiter.attach(scenes: DesktopLevels(news), isHome: false)
        do {
            try loop.watch(news.wakeSignal.descriptor) { [unowned self] _ in
                self.news.wakeSignal.wait()
                self.hearNews()
            }
            patience = LoopTimer(on: loop)
            patience?.whenRung = { [unowned self] in
                isPatient = false
                lookForRest()
            }
            patience?.set(at: EventLoop.now + Self.longestWait)
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

    /// Ends the connection and the apps of players, streams and holds. The players themselves continue.
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

    package var hasFollowed: Bool { bus?.hasFollowed == true }

    /// Whether the bus is gone and its socket has to appear before the next attempt.
    var waitsForSocket: Bool { connection?.waitsForSocket == true }

    /// The number of followed players.
    package var playerCount: Int { bus?.playerCount ?? 0 }

    /// How long a host waits for players and the sound server to answer before it serves programs, in nanoseconds.
    private static let longestWait: Int64 = 500_000_000

    /// Whether all initial players and streams are known, or have not answered in time. A program that started its
    /// sound earlier would lose it to music that was already playing but is found later.
    package var isReady: Bool { !isPatient || streams?.hasLooked != false && bus?.isReady != false }

    /// Calls a closure once all decisions have been carried out: streams have reached their levels and players were
    /// paused or resumed. Called immediately if nothing is pending.
    package func finish(_ body: @escaping () -> Void) {
        hearNews()
        whenAtRest = body
        lookForRest()
    }

    /// Calls the closure of `finish` if nothing is pending, else looks again soon.
    private func lookForRest() {
        guard let body = whenAtRest else { return }
        guard streams?.isAtRest != false, bus?.isAtRest != false else {
            patience?.set(at: EventLoop.now + 10_000_000)
            return
        }
        whenAtRest = nil
        body()
    }

    var ownApps: [String: BusValue] {
        (streams?.properties ?? [:]).merging(bus?.players ?? [:]) { _, player in player }
    }

    /// The apps of players, streams and joined programs, by name, for `org.audiosession.Host1`.
    package var apps: [String: BusValue] {
        ownApps.merging(joined().map { ($0.app, DesktopApp.properties(of: $0)) }) { app, _ in app }
    }

    private func hearNews() {
        let waiting = news.collect()
        for (inbox, message) in waiting.notices { inbox.whenTold(message) }
        if let levels = waiting.levels {
            self.levels = levels
            bringLevels()
        }
        if let picture = waiting.picture { bus?.show(picture) }
    }

    func bringLevels() { streams?.apply(bus?.levels(levels) ?? levels) }

    // MARK: The bus

    func busIsJoined() {
        hasToldOfLoss = false
        followStreams()
    }

    /// Called when another host owns the name: two hosts would fight over players and streams.
    func busIsAnothers() {
        hasToldOfLoss = false
        leaveStreams()
        guard needsBus else { return }
        say(
            "\(HostObject.name) belongs to another program of the session bus, which governs its players already. This host "
                + "takes over when that program ends.")
    }

    /// Called when there is no bus or the bus is lost. Streams are still governed.
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
    }

    private var hasFollowedOnce: Bool { connection?.front?.hasFollowed == true }

    // MARK: The sound server

    private func followStreams() {
        guard isOpen, streams == nil, let server = server() else { return }
        guard let timer = LoopTimer(on: loop) else {
            return say("Streams of the sound server are not followed: \(String(cString: strerror(errno))).")
        }
        self.timer = timer
        streams = ServerStreams(
            on: server, rows: rows, programs: programs,
            player: { [unowned self] process in bus?.player(of: process) },
            open: { [unowned self] in DesktopApp($0, by: $1, arbiter, in: process, news: news) },
            clock: { EventLoop.now }, setAlarm: { timer.set(at: $0) })
        timer.whenRung = { [unowned self] in streams?.ring() }
        streams?.begin()
    }

    private func leaveStreams() {
        streams?.close()
        timer?.close()
        (streams, timer) = (nil, nil)
    }

    /// Called when a player has appeared or gone, which may change the apps of streams.
    func playersHaveChanged() { streams?.attribute() }

    /// Called when a program has joined or left the host.
    package func programsHaveChanged() { streams?.attribute() }
}
