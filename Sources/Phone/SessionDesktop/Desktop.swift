import Glibc
package import SessionArbiter
import SessionSound
package import SessionWire
import Threads

/// A desktop as a front of a phone: media players of the session bus and streams of the sound server belong to apps of the
/// policy, and `org.audiosession.Host1` tells and takes what other programs want to know and ask.
///
/// It translates, and decides nothing: which program may be heard follows from the policy. It runs on the thread of the
/// loop, and all members are used there.
package final class Desktop: BusFront {
    private let arbiter: Arbiter
    private let loop: EventLoop
    private let bus: SessionBus
    private let news: DesktopNews
    private let process: ProcessID
    private let holds: BusHolds
    private let object: HostObject
    private let ownPlayer: OwnPlayer
    private let say: (String) -> Void
    private let rows: [AppRow]
    private let joined: () -> [JoinedProgram]
    private var streams: ServerStreams?
    private var timer: LoopTimer?
    private var isOpen = true
    /// The number of questions that are still to be answered before all players and streams are known.
    private var questions = 1
    private var patience: LoopTimer?
    private var whenAtRest: (() -> Void)?
    private var lastNumber: UInt64 = 0
    /// The players by the numbers under which they get notices.
    private var players: [UInt64: BusPlayer] = [:]
    /// The number of the player behind each unique name of a connection.
    private var numbers: [String: UInt64] = [:]
    private var factsWatch: UInt64 = 0
    private var hasToldOfMany = false
    /// The remedy that is said when the bus has ended the connection.
    private var remedy = "Start the host again once there is a bus."
    package var whenLost: () -> Void = {}

    /// Connects to the bus, and follows its players and the server's streams from now on.
    ///
    /// - Parameters:
    ///   - arbiter: The policy.
    ///   - loop: The loop.
    ///   - address: The address of the bus; nil for that of the login.
    ///   - needsName: Whether `say` gets a sentence where another host on the bus has the name of the host.
    ///   - server: Makes the sound server, once no other host has the name; nil where there is none.
    ///   - programs: Returns the processes that are joined to the host.
    ///   - joined: Returns the programs that have joined the host, for those that ask which programs are governed.
    ///   - journal: The file of the streams that are lowered, for the host that follows one that was killed; nil keeps none.
    ///   - rows: The rows that give programs their sessions, the first that fits.
    ///   - say: Gets sentences about players that do not do as they are told, and about the end of the bus.
    /// - Throws: `BusError`.
    package init(
        _ arbiter: Arbiter, on loop: EventLoop, address: String? = nil, needsName: Bool = true,
        server: @escaping () -> (any StreamServer)? = { nil }, programs: @escaping () -> [Int32] = { [] },
        joined: @escaping () -> [JoinedProgram] = { [] }, journal: String? = nil, rows: [AppRow] = AppRow.builtIn,
        say: @escaping (String) -> Void
    ) throws(BusError) {
        (self.arbiter, self.loop, self.rows, self.joined, self.say) = (arbiter, loop, rows, joined, say)
        let news: DesktopNews
        do throws(Shortage) { news = try DesktopNews() } catch {
            throw .system("cannot follow the session bus", error.errno)
        }
        self.news = news
        bus = try SessionBus(address, on: loop)
        process = arbiter.attach(scenes: DesktopLevels(news), isHome: false)
        holds = BusHolds(bus, arbiter, in: process, news)
        object = HostObject(on: bus, HostPicture(arbiter.deviceFacts), holds)
        ownPlayer = OwnPlayer(on: bus, arbiter, say: say)
        object.apps = { [unowned self] in
            let programs = joined().map { ($0.app, DesktopApp.properties(of: $0)) }
            return apps.merging(programs) { app, _ in app }
        }
        ownPlayer.isForeign = { [unowned self] in apps[$0] != nil }
        do {
            try loop.watch(news.wakeSignal.descriptor) { [unowned self] _ in
                self.news.wakeSignal.wait()
                self.hearNews()
            }
        } catch {
            close()
            throw .system("cannot follow the session bus", EMFILE)
        }
        bus.whenGone = { [unowned self] in self.lose($0) }
        patience = LoopTimer(on: loop)
        patience?.whenRung = { [unowned self] in questions = 0 }
        patience?.set(at: EventLoop.now + Self.longestWait)
        // The name is the lock, too: two hosts would fight for the players.
        bus.request(HostObject.name) { [weak self] isOurs in
            guard let self else { return }
            if isOurs {
                follow()
                if let server = server() { follow(server, programs, journal.flatMap { StreamJournal($0) }) }
                return answered()
            }
            close()
            guard needsName else { return }
            say(
                "\(HostObject.name) belongs to another program of the session bus, which governs its players already. End that "
                    + "program, and start the host again.")
        }
    }

    deinit { close() }

    /// Ends the apps of players and of holds, and the connection. Players stay as they are.
    package func close() {
        guard isOpen else { return }
        isOpen = false
        questions = 0
        patience?.close()
        arbiter.unwatch(factsWatch)
        loop.forget(news.wakeSignal.descriptor)
        holds.end()
        streams?.close()
        timer?.close()
        bus.close()
        arbiter.detach(process)
        (players, numbers) = ([:], [:])
    }

    private func lose(_ number: CInt) {
        close()
        say(
            "The session bus has ended the connection (\(String(cString: strerror(number)))): its players are followed no "
                + "more, and their holds are over. \(remedy)")
        whenLost()
    }

    package func expectNextBus() { remedy = "A bus that comes at the same address is followed again." }

    /// Whether the desktop has had the name of the host on the bus.
    package var hasFollowed: Bool { factsWatch != 0 }

    /// The time after which a host serves programs although some player or the sound server has not answered, in nanoseconds.
    private static let longestWait: Int64 = 500_000_000

    /// Whether all players and streams are known that were there at first, or some have not answered in time. A program that
    /// starts its sound before then would lose it to music that plays already and is found later.
    package var isReady: Bool { questions <= 0 }

    private func answered() { questions -= 1 }

    /// Calls a closure once all that the policy has decided has been done: streams have reached their levels, and players
    /// have been told. At once where nothing is to be done.
    package func finish(_ body: @escaping () -> Void) {
        whenAtRest = body
        hearNews()
    }

    private func lookForRest() {
        guard let body = whenAtRest, streams?.isAtRest != false, players.values.allSatisfy(\.isAtRest) else { return }
        whenAtRest = nil
        body()
    }

    /// The apps of players and of streams, by their names.
    private var apps: [String: BusValue] {
        var apps = streams?.properties ?? [:]
        for player in players.values where !player.isRepeated { apps[player.name] = player.properties }
        return apps
    }

    /// The number of players that are followed.
    package var playerCount: Int { players.count }

    // MARK: The policy's news

    private func hearNews() {
        let waiting = news.collect()
        for (number, message) in waiting.notices {
            if let player = players[number] {
                player.take(message)
            } else if streams?.take(message, of: number) != true {
                holds.take(message, of: number)
            }
        }
        if let levels = waiting.levels { streams?.take(levels) }
        lookForRest()
        if let picture = waiting.picture {
            object.show(picture)
            ownPlayer.show(picture.nowPlaying)
        }
    }

    // MARK: The sound server

    private func follow(_ server: any StreamServer, _ programs: @escaping () -> [Int32], _ journal: StreamJournal?) {
        guard let timer = LoopTimer(on: loop) else {
            return say("Streams of the sound server are not followed: \(String(cString: strerror(errno))).")
        }
        self.timer = timer
        streams = ServerStreams(
            on: server, journal: journal, rows: rows, programs: programs,
            player: { [unowned self] process in players.values.first { $0.process == process }?.name },
            open: { [unowned self] name, row in
                let number = nextNumber()
                let inbox = DesktopInbox(app: number, news: news)
                return (DesktopApp(name, by: row, arbiter, in: process, inbox: inbox), number)
            },
            clock: { EventLoop.now }, setAlarm: { timer.set(at: $0) })
        timer.whenRung = { [unowned self] in streams?.ring() }
        streams?.whenThere = { [weak self] in self?.lookForRest() }
        questions += 1
        streams?.whenLooked = { [weak self] in self?.answered() }
    }

    /// Takes that a program has joined the host or left.
    package func programsHaveChanged() { streams?.attribute() }

    /// The next number of an app of the desktop. Those of holds are odd.
    private func nextNumber() -> UInt64 {
        lastNumber += 2
        return lastNumber
    }

    // MARK: The bus

    private func follow() {
        // The news must not hold this object: the arbiter holds what it is given.
        let (news, last) = (news, LastPicture(object.picture))
        factsWatch = arbiter.watchFacts { facts in
            if let picture = last.replace(by: HostPicture(facts)) { news.add(picture) }
        }
        ownPlayer.show(object.picture.nowPlaying)
        bus.listen(
            to: SessionBus.ownerChanges + ",arg0namespace='org.mpris.MediaPlayer2'"
        ) { [unowned self] signal in
            let texts = signal.body.compactMap(\.text)
            guard texts.count == 3 else { return }
            if !texts[1].isEmpty { remove(texts[0], of: texts[1]) }
            if !texts[2].isEmpty { add(texts[0], of: texts[2]) }
        }
        bus.listen(
            to: "type='signal',path='\(BusPlayer.path)',interface='org.freedesktop.DBus.Properties',"
                + "member='PropertiesChanged',arg0='\(BusPlayer.interface)'"
        ) { [unowned self] signal in
            guard let player = numbers[signal.sender].flatMap({ players[$0] }), signal.body.count == 3,
                let changed = signal.body[1].dictionary, case .texts(let invalidated) = signal.body[2]
            else { return }
            player.take(changed, invalidated: invalidated)
        }
        let daemon = SessionBus.daemon
        questions += 1
        bus.call(daemon.name, daemon.path, "org.freedesktop.DBus.ListNames") { [weak self] answer in
            guard let self else { return }
            defer { answered() }
            guard case .texts(let names)? = (try? answer.get())?.first else { return }
            for name in names.sorted() where Self.isPlayer(name) {
                questions += 1
                bus.call(daemon.name, daemon.path, "org.freedesktop.DBus.GetNameOwner", [.text(name)]) { answer in
                    if let owner = (try? answer.get())?.first?.text { self.add(name, of: owner) }
                    self.answered()
                }
            }
        }
    }

    /// Names that stand for players which have names of their own, too.
    private static let mirrors = ["playerctld", "plasma-browser-integration"]

    private static func isPlayer(_ name: String) -> Bool {
        name.hasPrefix(BusPlayer.prefix) && !name.hasPrefix(OwnPlayer.prefix)
            && !mirrors.contains { name == BusPlayer.prefix + $0 }
    }

    /// More than any person has open at a time.
    private static let mostPlayers = 256

    private func add(_ name: String, of owner: String) {
        guard Self.isPlayer(name) else { return }
        if let player = numbers[owner].flatMap({ players[$0] }) {
            player.names.insert(name)
            return
        }
        guard players.count < Self.mostPlayers else {
            if !hasToldOfMany {
                say("More than \(Self.mostPlayers) players are on the session bus: \(name) is not followed.")
            }
            hasToldOfMany = true
            return
        }
        let number = nextNumber()
        numbers[owner] = number
        players[number] = BusPlayer(
            name, owner: owner, on: bus, arbiter, in: process, inbox: DesktopInbox(app: number, news: news), rows: rows,
            repeats: { [unowned self] process, kind in
                players.values.contains { $0.process == process && $0.kind == kind && !$0.isRepeated }
            }, say: say,
            whenFound: { [weak self] in
                self?.answered()
                self?.streams?.attribute()
            })
        players[number]?.whenAnswered = { [weak self] in self?.lookForRest() }
        questions += 1
    }

    private func remove(_ name: String, of owner: String) {
        guard let number = numbers[owner], let player = players[number] else { return }
        player.names.remove(name)
        guard player.names.isEmpty else { return }
        numbers[owner] = nil
        players[number] = nil
        player.leave()
        streams?.attribute()
    }
}
