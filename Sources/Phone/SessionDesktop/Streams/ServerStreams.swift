import Glibc
import SessionCalls
import SessionWire

/// The streams of a sound server as a front of a phone: each belongs to an app of the policy, whose level it gets.
///
/// A stream of a media player belongs to the player's app, and one of a program that governs itself, because it is joined to
/// the host, to none. It decides nothing. One thread: the loop's.
final class ServerStreams {
    /// A stream that is followed.
    private struct Followed {
        var stream: ServerStream
        var level: StreamLevel
        var owner: Owner
        /// Whether a look at it is under way.
        var isLookedAt = false
        /// Whether something of it has changed since that look was asked for.
        var isStale = false
        /// Whether it has been given a level; the first one is reached at once.
        var hasLevel = false
        /// The moment at which it was found, in nanoseconds.
        let found: Int64
        /// The moment before which no further step of a ramp is taken, in nanoseconds.
        var nextStep = Int64.min
    }

    /// The program or the player that a stream belongs to.
    private enum Owner: Hashable {
        /// A program that governs its sound by itself.
        case itself
        /// The app of a media player, by its name.
        case player(String)
        case program(Key)
    }

    /// The marks that make streams one app: their process, and the role of their sound. Without a process it is their connection.
    private struct Key: Hashable {
        var process: pid_t?
        var client: UInt32?
        var role: String?
        /// The session of an app that programs share for which there is no place.
        var terms: AppTerms?
    }

    /// The number of programs that have apps of their own. With players and holds there is room for programs that join the host.
    static let mostApps = 64

    private let server: any StreamServer
    private let rows: [AppRow]
    private let programs: () -> [pid_t]
    private let player: (pid_t) -> String?
    private let open: (String, AppRow) -> (DesktopApp, UInt64)
    private let clock: () -> Int64
    private let setAlarm: (Int64?) -> Void
    private var followed: [UInt32: Followed] = [:]
    private var apps: [Key: StreamApp] = [:]
    private var keys: [UInt64: Key] = [:]
    private var levels: [String: AppLevel] = [:]
    private var alarm: Int64?
    /// Whether it governs the streams; after that the server's answers change nothing.
    private var isOpen = true
    /// Called once when all streams of the server are known, or there is no server.
    var whenLooked: () -> Void = {}
    /// Called when a stream has reached its level.
    var whenThere: () -> Void = {}
    /// Whether no stream is on its way to another level.
    var isAtRest: Bool { !followed.values.contains { $0.owner != .itself && $0.level.isMoving } }
    /// The volume that the person has set and the one that was set last, by the name under which the server keeps the latter.
    private var lowered: [String: StreamJournal.Entry] = [:]
    /// The volumes of lowered streams that have ended, likewise.
    private var left: [String: StreamJournal.Entry] = [:]
    /// The file in which `lowered` outlives a host that is killed.
    private let journal: StreamJournal?

    /// The time between two steps of a ramp, in nanoseconds.
    private static let interval: Int64 = 5_000_000

    /// Begins to follow a server.
    ///
    /// - Parameters:
    ///   - server: The server.
    ///   - journal: The file of what is lowered; nil keeps none.
    ///   - rows: The rows that give programs their sessions, the first that fits.
    ///   - programs: Returns the processes that are joined to the host.
    ///   - player: Returns the app of the media player that a process is; nil where it is none.
    ///   - open: Opens an app of a name, and returns the number under which it gets its notices.
    ///   - clock: Returns the time, in nanoseconds.
    ///   - setAlarm: Sets the moment at which `ring` is called next; nil for none.
    init(
        on server: any StreamServer, journal: StreamJournal? = nil, rows: [AppRow], programs: @escaping () -> [pid_t],
        player: @escaping (pid_t) -> String?, open: @escaping (String, AppRow) -> (DesktopApp, UInt64),
        clock: @escaping () -> Int64, setAlarm: @escaping (Int64?) -> Void
    ) {
        (self.server, self.journal, self.rows, self.programs, self.player) = (server, journal, rows, programs, player)
        (self.open, self.clock, self.setAlarm) = (open, clock, setAlarm)
        lowered = journal?.entries ?? [:]
        server.whenNews = { [unowned self] in self.take($0) }
    }

    /// Gives all streams back as people have set them, and leaves the server.
    func close() {
        // The server waits for what it was asked before, and hands the answers over.
        isOpen = false
        setAlarm(nil)
        for index in followed.keys.sorted() { giveBack(index) }
        journal?.end()
        server.whenNews = { _ in }
        server.close()
        for app in apps.values { app.app.close() }
        (followed, apps, keys) = ([:], [:], [:])
    }

    // MARK: The server's news

    private func take(_ news: StreamNews) {
        switch news {
        case .connected:
            // A server that has ended, and one whose host was killed, keeps volumes to which the policy had lowered streams.
            for (id, last) in lowered {
                server.keep(volumes: last.personal, isMuted: false, as: id, insteadOf: last.sent)
                left[id] = last
                journal?.note(nil, of: id)
            }
            lowered = [:]
            server.lookAtAll { [weak self] streams in
                guard let self, isOpen else { return }
                // They are heard already: a level is reached by a ramp, not at once.
                for stream in streams { take(stream, isHeard: true) }
                hasLooked()
            }
        case .changed(let index): look(at: index)
        case .removed(let index): remove(index)
        case .lost:
            for index in followed.keys.sorted() { remove(index, isServerGone: true) }
            hasLooked()
        }
    }

    private func look(at index: UInt32) {
        if followed[index]?.isLookedAt == true {
            followed[index]?.isStale = true
            return
        }
        followed[index]?.isLookedAt = true
        server.look(at: index) { [weak self] stream in
            guard let self, isOpen else { return }
            let isStale = followed[index]?.isStale == true
            followed[index]?.isLookedAt = false
            followed[index]?.isStale = false
            guard let stream else { return remove(index) }
            take(stream)
            if isStale { look(at: index) }
        }
    }

    private func hasLooked() {
        whenLooked()
        whenLooked = {}
    }

    private func take(_ stream: ServerStream, isHeard: Bool = false) {
        let index = stream.index
        // A stream without a volume, such as one of undecoded sound, cannot be lowered. One that a part of the server plays, such
        // as a sink that sends its sound on to others, carries streams that are lowered already.
        guard stream.isWritable, !stream.volumes.isEmpty, stream.client != nil else { return }
        let before = followed[index]
        if let before {
            followed[index]?.stream = stream
            if before.stream.process != stream.process || before.stream.role != stream.role { attribute(index) }
            noteLateVolume(of: stream, before)
        } else {
            let owner = owner(of: stream)
            followed[index] = Followed(
                stream: stream, level: level(ofNew: stream), owner: owner, hasLevel: isHeard, found: clock())
        }
        if before?.stream.isPaused != stream.isPaused, let owner = followed[index]?.owner { update(owner) }
        aim(index)
        step(index)
    }

    /// A server starts a stream with the volume that it keeps for its program. That may be one to which the policy has lowered
    /// another stream of that program.
    private func level(ofNew stream: ServerStream) -> StreamLevel {
        guard let id = stream.restoreID, let last = lowered[id] ?? left[id] else { return StreamLevel(stream) }
        return last.level(of: stream) ?? StreamLevel(stream)
    }

    /// The session manager of PipeWire brings back a program's volume after the stream has begun. Where the policy had lowered
    /// that, this is no move of a person.
    private func noteLateVolume(of stream: ServerStream, _ before: Followed) {
        guard let id = stream.restoreID, let last = left[id], clock() - before.found < Self.lateness,
            !StreamLevel.isSame(stream.volumes, before.level.sent), let level = last.level(of: stream)
        else { return }
        left[id] = nil
        followed[stream.index]?.level = level
        followed[stream.index]?.hasLevel = false
    }

    /// The time in which a volume is brought back, at most, in nanoseconds.
    private static let lateness: Int64 = 2_000_000_000

    private func remove(_ index: UInt32, isServerGone: Bool = false) {
        guard let gone = followed.removeValue(forKey: index) else { return }
        if gone.level.isLowered, let id = gone.stream.restoreID {
            left[id] = StreamJournal.Entry(gone.level)
            if !isServerGone {
                server.keep(
                    volumes: gone.level.personal, isMuted: gone.stream.isMuted && !gone.level.isMuted, as: id,
                    insteadOf: nil)
            }
        }
        update(gone.owner)
    }

    // MARK: Owners

    /// Looks anew at what the streams belong to: a program has joined or left, or a player has come or gone.
    func attribute() {
        for index in followed.keys.sorted() where attribute(index) {
            aim(index)
            look(at: index)
        }
    }

    /// Looks anew at what a stream belongs to.
    ///
    /// - Returns: Whether it belongs to another owner than before.
    @discardableResult
    private func attribute(_ index: UInt32) -> Bool {
        guard let item = followed[index] else { return false }
        let owner = owner(of: item.stream)
        guard owner != item.owner else { return false }
        followed[index]?.owner = owner
        if owner == .itself { giveBack(index) }
        update(item.owner)
        update(owner)
        return true
    }

    private func owner(of stream: ServerStream) -> Owner {
        guard let process = stream.process else {
            return owner(Key(client: stream.client, role: stream.role), of: stream)
        }
        let line = ProcessFamily.line(of: process)
        if line.contains(getpid()) { return .itself }
        for program in programs() {
            // A command that is run under a hold, and what it starts, speaks for the hold; so does a program that has
            // started `audiosession hold` beside its own sound.
            if line.contains(program) { return .itself }
            if ProcessFamily.executesOurFile(program), ProcessFamily.line(of: program).contains(process) {
                return .itself
            }
        }
        for process in line { if let app = player(process) { return .player(app) } }
        return owner(Key(process: process, role: stream.role), of: stream)
    }

    /// The app of a program's streams: its own, or one of all further programs with the same session.
    private func owner(_ key: Key, of stream: ServerStream) -> Owner {
        if apps[key] != nil || apps.count < Self.mostApps { return .program(key) }
        return .program(Key(terms: row(of: stream).terms))
    }

    private func row(of stream: ServerStream) -> AppRow {
        let marks = AppMarks(
            program: stream.program, process: stream.process, application: stream.application, role: stream.role)
        return AppRow.first(of: rows, for: marks)
    }

    /// Tells an app whether it plays; opens it with its first stream, and closes it after its last.
    private func update(_ owner: Owner) {
        guard case .program(let key) = owner else { return }
        let streams = followed.values.filter { $0.owner == owner }
        if streams.isEmpty {
            guard let app = apps.removeValue(forKey: key) else { return }
            app.change(isPlaying: false)
            app.app.close()
            keys = keys.filter { $0.value != key }
            return
        }
        if apps[key] == nil {
            guard let stream = streams.min(by: { $0.stream.index < $1.stream.index })?.stream else { return }
            let (app, number) = open(Self.name(of: stream), row(of: stream))
            apps[key] = StreamApp(app)
            keys[number] = key
        }
        apps[key]?.change(isPlaying: streams.contains { !$0.stream.isPaused })
    }

    private static func name(of stream: ServerStream) -> String {
        let names = [stream.program, stream.title, stream.application].compactMap(\.self)
        return names.first(where: SocketPlace.isAppName) ?? "stream"
    }

    /// The apps as `org.audiosession.Host1` tells them, by their names.
    var properties: [String: BusValue] {
        Dictionary(apps.values.map { ($0.app.name, $0.app.properties(kind: "stream")) }) { first, _ in first }
    }

    // MARK: The policy's levels

    /// Takes a notice of an app.
    ///
    /// - Parameter number: The number under which the app gets its notices.
    /// - Returns: Whether the app is one of this front's.
    func take(_ message: AppNotice.Message, of number: UInt64) -> Bool {
        guard let key = keys[number], let app = apps[key] else { return false }
        app.take(message)
        for (index, item) in followed where item.owner == .program(key) { bring(index) }
        return true
    }

    /// Takes the levels of all apps of the desktop, by their names.
    func take(_ levels: [String: AppLevel]) {
        let old = self.levels
        self.levels = levels
        for (index, item) in followed.sorted(by: { $0.key < $1.key }) {
            let app: String? =
                switch item.owner {
                case .itself: nil
                case .player(let app): app
                case .program(let key): apps[key]?.app.name
                }
            if let app, old[app] != levels[app] { bring(index) }
        }
    }

    /// Aims at the level of a stream's app, and begins to move.
    private func bring(_ index: UInt32) {
        aim(index)
        if followed[index]?.level.isMoving == true { look(at: index) }
    }

    private func aim(_ index: UInt32) {
        guard let item = followed[index] else { return }
        let part: (part: Double, over: Int64)
        switch item.owner {
        case .itself: return
        case .program(let key):
            guard let app = apps[key],
                let known = app.part(of: levels[app.app.name], isSilent: item.level.factor == 0)
            else { return }
            part = known
        case .player(let app):
            switch levels[app] {
            case nil: part = (1, 0)
            case let level? where level.standing == .runs: part = (level.duck, level.duckOver)
            case let level? where level.standing == .isSilenced: part = (0, level.silenceOver)
            // The player is paused by its own interface. What it still plays keeps its level.
            case .some: return
            }
        }
        followed[index]?.level.aim(at: part.part, over: item.hasLevel ? part.over : nil, now: clock())
        followed[index]?.hasLevel = true
    }

    /// Takes the next step of a stream that has just been looked at.
    private func step(_ index: UInt32) {
        guard let item = followed[index], item.owner != .itself else { return }
        let now = clock()
        let isDue = now >= item.nextStep
        guard let commands = followed[index]?.level.step(item.stream, now: now, isDue: isDue) else { return }
        if isDue { followed[index]?.nextStep = now + Self.interval }
        send(commands, to: index)
        guard followed[index]?.level.isMoving == true, let next = followed[index]?.nextStep else { return whenThere() }
        if next < alarm ?? .max {
            alarm = next
            setAlarm(next)
        }
    }

    /// Moves on with what moves.
    func ring() {
        alarm = nil
        for index in followed.keys.sorted() where followed[index]?.level.isMoving == true { look(at: index) }
    }

    private func giveBack(_ index: UInt32) {
        guard let commands = followed[index]?.level.release() else { return }
        send(commands, to: index)
        followed[index]?.hasLevel = false
    }

    private func send(_ commands: [StreamLevel.Command], to index: UInt32) {
        for command in commands {
            switch command {
            case .volumes(let volumes): server.set(volumes: volumes, of: index)
            case .isMuted(let isMuted): server.set(isMuted: isMuted, of: index)
            }
        }
        guard !commands.isEmpty, let item = followed[index], let id = item.stream.restoreID else { return }
        lowered[id] = item.level.isLowered ? StreamJournal.Entry(item.level) : nil
        journal?.note(lowered[id], of: id)
    }
}
