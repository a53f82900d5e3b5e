import Glibc
import SessionPolicy
import SessionWire
import SystemSupport

/// The streams of a sound server as a front of a phone: each belongs to an app of the policy and follows its level. A
/// media player's stream belongs to the player's app; a stream of a joined program, which governs itself, to none.
/// Decides nothing. Used only on the loop's thread.
final class ServerStreams {
    private final class FollowedStream {
        var stream: ServerStream
        var owner: Owner
        /// The ramp to the part of its volume that the policy lets through, or nil before the first.
        var ramp: PartRamp?
        /// Whether it has a level or was already audible; otherwise the first level takes effect immediately.
        var hasLevel = false
        var isMoving = false
        var isMeasured = false
        /// Whether it counts as audible unless its program has paused it.
        var isSounding = true

        init(_ stream: ServerStream, owner: Owner, hasLevel: Bool) {
            (self.stream, self.owner, self.hasLevel) = (stream, owner, hasLevel)
        }

        /// Whether it belongs to a screen reader, whose stream stays open and silent for hours.
        var isToBeMeasured: Bool {
            !stream.isRecording && !stream.isPaused && ["a11y", "accessibility"].contains(stream.role)
        }
    }

    private enum Owner: Hashable {
        /// A joined program, which governs its own sound.
        case itself
        /// The app of a media player, by its name.
        case player(String)
        case program(AppKey)
        /// A recording that no row applies to.
        case nobody

        var isGoverned: Bool { self != .itself && self != .nobody }
    }

    /// The key that groups streams into an app: their process and role, or their connection if there is no process.
    private struct AppKey: Hashable {
        var process: pid_t?
        var client: UInt32?
        var role: String?
        var isRecording = false
        /// The shared session of programs for which there is no app of their own.
        var terms: AppTerms?
    }

    /// The number of programs with their own apps, which leaves room for players, holds and joined programs.
    static let mostApps = 64

    private let server: any StreamServer
    private let rows: [AppRow]
    private let programs: () -> [pid_t]
    private let player: (pid_t) -> String?
    private let open: (String, AppRow) -> DesktopApp
    private let clock: () -> Int64
    private let setAlarm: (Int64?) -> Void
    private var followed: [UInt32: FollowedStream] = [:]
    private var apps: [AppKey: StreamApp] = [:]
    private var levels: [String: AppLevel] = [:]
    private var alarm: Int64?
    /// Whether it governs the streams; otherwise events of the server are ignored.
    private var isOpen = true
    var hasLooked: Bool { server.hasLooked }
    /// Whether all ramps have ended.
    var isAtRest: Bool { server.isAtRest && !followed.values.contains(where: \.isMoving) }

    /// The time between two steps of a ramp, in nanoseconds, and what each stream beyond the first fifty adds to it.
    private static let (interval, share): (Int64, Int64) = (5_000_000, 100_000)

    /// Creates a follower of a server.
    /// - Parameters:
    ///   - rows: The rows that assign sessions to programs; the first match wins.
    ///   - programs: Returns the processes that have joined the host.
    ///   - player: Returns the app of the media player that runs in a process, or nil.
    ///   - open: Opens an app.
    ///   - clock: Returns the time, in nanoseconds.
    ///   - setAlarm: Sets the time of the next call of `ring`, or nil for none.
    init(
        on server: any StreamServer, rows: [AppRow], programs: @escaping () -> [pid_t],
        player: @escaping (pid_t) -> String?, open: @escaping (String, AppRow) -> DesktopApp,
        clock: @escaping () -> Int64, setAlarm: @escaping (Int64?) -> Void
    ) {
        (self.server, self.rows, self.programs, self.player) = (server, rows, programs, player)
        (self.open, self.clock, self.setAlarm) = (open, clock, setAlarm)
        server.whenNews = { [unowned self] in self.handle($0) }
    }

    func begin() { server.begin() }

    /// Restores all streams to the levels that people have set, and leaves the server.
    func close() {
        isOpen = false
        setAlarm(nil)
        server.close()
        server.whenNews = { _ in }
        for app in apps.values { app.app.close() }
        (followed, apps) = ([:], [:])
    }

    // MARK: The server's news

    private func handle(_ news: StreamNews) {
        guard isOpen else { return }
        switch news {
        case .changed(let stream, let isOld): update(stream, isHeard: isOld)
        case .removed(let index):
            guard let gone = followed.removeValue(forKey: index) else { return }
            if gone.isMeasured { server.measure(index, isOn: false) }
            update(gone.owner)
        case .sounding(let index, let isSounding): hear(index, isSounding)
        }
    }

    private func update(_ stream: ServerStream, isHeard: Bool) {
        let known = followed[stream.index]
        // A stream that is already audible reaches its level by a ramp.
        let item = known ?? FollowedStream(stream, owner: owner(of: stream), hasLevel: isHeard)
        let before = item.stream
        item.stream = stream
        if known == nil {
            followed[stream.index] = item
            if !item.owner.isGoverned { giveBack(item) }
        } else if before.process != stream.process || before.role != stream.role {
            attribute(item)
        }
        measure(item)
        if known == nil || before.isPaused != stream.isPaused {
            if known != nil { item.hasLevel = false }
            update(item.owner)
        }
        aim(item)
    }

    /// Starts or ends measuring a stream. Until measured as audible, it counts as silent.
    private func measure(_ item: FollowedStream) {
        guard item.isMeasured != item.isToBeMeasured else { return }
        item.isMeasured = item.isToBeMeasured
        item.isSounding = !item.isToBeMeasured
        server.measure(item.stream.index, isOn: item.isToBeMeasured)
    }

    private func hear(_ index: UInt32, _ isSounding: Bool) {
        guard let item = followed[index], item.isMeasured, item.isSounding != isSounding else { return }
        // Under the host's own mute every stream is silent.
        if !isSounding, server.part(of: index) == 0 || item.ramp?.aim == 0 { return }
        item.isSounding = isSounding
        if isSounding { item.hasLevel = false }
        update(item.owner)
        aim(item)
    }

    // MARK: Owners

    /// The streams in a fixed order.
    private var sorted: [FollowedStream] { followed.values.sorted { $0.stream.index < $1.stream.index } }

    /// Updates the owners of all streams, after a program has joined or left, or a player has appeared or gone.
    func attribute() {
        for item in sorted where attribute(item) { aim(item) }
    }

    /// Updates the owner of a stream.
    /// - Returns: Whether the owner has changed.
    @discardableResult
    private func attribute(_ item: FollowedStream) -> Bool {
        let (old, new) = (item.owner, owner(of: item.stream))
        guard new != old else { return false }
        item.owner = new
        if !new.isGoverned { giveBack(item) }
        update(old)
        update(new)
        return true
    }

    private func owner(of stream: ServerStream) -> Owner {
        guard let row = row(of: stream) else { return .nobody }
        guard let process = stream.process else {
            return owner(AppKey(client: stream.client, role: stream.role, isRecording: stream.isRecording), by: row)
        }
        let line = ProcessFamily.line(of: process)
        if line.contains(getpid()) { return .itself }
        for program in programs() {
            // A command run under a hold speaks for the hold, and so do its children; likewise a program that has
            // started `audiosession hold` itself.
            if line.contains(program) { return .itself }
            if ProcessFamily.executesOurFile(program), ProcessFamily.line(of: program).contains(process) {
                return .itself
            }
        }
        if !stream.isRecording { for process in line { if let app = player(process) { return .player(app) } } }
        return owner(AppKey(process: process, role: stream.role, isRecording: stream.isRecording), by: row)
    }

    /// Returns the app of a program's streams: its own, or the one shared by further programs with the same session.
    private func owner(_ key: AppKey, by row: AppRow) -> Owner {
        if apps[key] != nil || apps.count < Self.mostApps { return .program(key) }
        return .program(AppKey(isRecording: key.isRecording, terms: row.terms))
    }

    /// Returns the row that assigns a session to a stream's program, or nil for a recording that no row applies to.
    private func row(of stream: ServerStream) -> AppRow? {
        let marks = AppMarks(
            program: stream.program, process: stream.process, application: stream.application, role: stream.role)
        return stream.isRecording ? AppRow.recording(of: rows, for: marks) : AppRow.first(of: rows, for: marks)
    }

    /// Starts or stops an app's sound; opens the app with its first stream, and closes it after its last.
    private func update(_ owner: Owner) {
        guard case .program(let key) = owner else { return }
        let streams = followed.values.filter { $0.owner == owner }
        if streams.isEmpty {
            guard let app = apps.removeValue(forKey: key) else { return }
            app.change(isPlaying: false)
            app.app.close()
            return
        }
        if apps[key] == nil {
            guard let stream = streams.min(by: { $0.stream.index < $1.stream.index })?.stream,
                let row = row(of: stream)
            else { return }
            let app = StreamApp(open(Self.name(of: stream), row))
            apps[key] = app
            app.app.inbox.whenTold = { [weak self, weak app] message in
                app?.handle(message)
                self?.aimAll(of: key)
            }
        }
        apps[key]?.change(isPlaying: streams.contains { !$0.stream.isPaused && $0.isSounding })
    }

    private static func name(of stream: ServerStream) -> String {
        let names = [stream.program, stream.title, stream.application].compactMap(\.self)
        return names.first(where: SocketPlace.isAppName) ?? "stream"
    }

    /// The entries of the apps in `org.audiosession.Host1`, by name.
    var properties: [String: BusValue] {
        Dictionary(apps.values.map { ($0.app.name, $0.app.properties(kind: "stream")) }) { first, _ in first }
    }

    // MARK: The policy's levels

    private func aimAll(of key: AppKey) {
        for item in followed.values where item.owner == .program(key) { aim(item) }
    }

    func apply(_ levels: [String: AppLevel]) {
        let old = self.levels
        self.levels = levels
        for item in sorted {
            let app: String? =
                switch item.owner {
                case .itself, .nobody: nil
                case .player(let app): app
                case .program(let key): apps[key]?.app.name
                }
            if let app, old[app] != levels[app] { aim(item) }
        }
    }

    private func aim(_ item: FollowedStream) {
        let index = item.stream.index
        guard !item.stream.isRecording else { return }
        let part: (part: Double, over: Int64)
        switch item.owner {
        case .itself, .nobody: return
        case .program(let key):
            guard let app = apps[key],
                let known = app.part(of: levels[app.app.name], isSilent: server.part(of: index) == 0)
            else { return }
            part = known
        case .player(let app):
            switch levels[app] {
            case nil: part = (1, 0)
            case let level? where level.activity == .runs: part = (level.duck, level.duckOver)
            case let level? where level.activity == .isSilenced: part = (0, level.silenceOver)
            // The player is paused through its own interface; anything it still plays keeps its level.
            case .some: return
            }
        }
        guard item.ramp?.aim != part.part else { return }
        // What it did under the mute is unknown.
        let wasMuted = item.isMeasured && item.ramp?.aim == 0
        let now = clock()
        item.ramp = PartRamp(
            from: server.part(of: index), to: part.part, at: now, over: item.hasLevel ? part.over : nil)
        item.hasLevel = true
        if wasMuted { server.measure(index, isOn: true) }
        step(item, now)
    }

    private func step(_ item: FollowedStream, _ now: Int64) {
        guard let ramp = item.ramp else { return }
        item.isMoving = now < ramp.end
        server.set(part: ramp.part(at: now), onTheWayTo: ramp.aim, of: item.stream.index)
        if item.isMoving, alarm == nil { setNextAlarm(now) }
    }

    private func setNextAlarm(_ now: Int64) {
        let moving = followed.values.count { $0.isMoving }
        guard moving > 0 else { return }
        alarm = now + max(Self.interval, Int64(moving) * Self.share)
        setAlarm(alarm)
    }

    func ring() {
        alarm = nil
        let now = clock()
        let moving = sorted.filter(\.isMoving)
        setNextAlarm(now)
        for item in moving { step(item, now) }
    }

    private func giveBack(_ item: FollowedStream) {
        (item.ramp, item.isMoving, item.hasLevel) = (nil, false, false)
        if !item.stream.isRecording { server.set(part: 1, onTheWayTo: 1, of: item.stream.index) }
    }
}

private struct PartRamp {
    let from: Double
    let aim: Double
    let begin: Int64
    /// The end time, in nanoseconds.
    let end: Int64

    /// The shortest ramp, in nanoseconds: a faster change is heard as a click.
    private static let shortest: Int64 = 20_000_000

    /// Creates a ramp.
    /// - Parameters:
    ///   - from: The part at the start, linear, 0 to 1.
    ///   - now: The start time, in nanoseconds.
    ///   - length: The length in nanoseconds, or nil for an immediate change.
    init(from: Double, to aim: Double, at now: Int64, over length: Int64?) {
        (self.from, self.aim, begin) = (from, aim, now)
        end = from == aim ? now : length.map { now + max($0, Self.shortest) } ?? now
    }

    func part(at now: Int64) -> Double {
        guard now < end else { return aim }
        let progress = Double(now - begin) / Double(end - begin)
        return from + (aim - from) * (0.5 - 0.5 * cos(.pi * progress))
    }
}
