import Glibc
import SessionPhone
import SessionPolicy
import SystemSupport

/// A media player on the session bus, as an app of the policy whose samples are heard elsewhere. The player's status is
/// the app's own act: `Playing` starts its sound, and `Paused` or `Stopped` ends it. The policy's decisions become
/// `Pause` and `Play`. One thread: the loop's.
final class MPRISPlayer {
    /// The values of the property `PlaybackStatus`.
    enum PlaybackStatus: String {
        case playing = "Playing"
        case paused = "Paused"
        case stopped = "Stopped"
    }

    /// The path and the interface of every player, and the beginning of its name: MPRIS 2.2.
    static let path = "/org/mpris/MediaPlayer2"
    static let interface = "org.mpris.MediaPlayer2.Player"
    static let prefix = "org.mpris.MediaPlayer2."

    private let owner: String
    private let bus: SessionBus
    private var app: DesktopApp
    private let say: (String) -> Void
    /// The number of the player's process, or nil until the bus has told it.
    private(set) var process: pid_t?
    /// The part of the name that all processes of the player have: `mpv` of `mpv.instance7`.
    let kind: String
    /// Whether another connection of the same process tells of the same player, and this one counts for nothing.
    private(set) var isRepeated = false
    /// The names that the player has on the bus; without one it is gone.
    var names: Set<String>

    private var status = PlaybackStatus.stopped
    private var state = DesktopApp.SoundState.idle
    /// Whether the player was paused by the policy while it played, and may be played again once the policy gives leave.
    private var waitsToResume = false
    /// Whether leave has come while the answer to `Pause` is still to come.
    private var mayResume = false
    /// The number of answers to `Pause` that are still to come.
    private var pausesUnderWay = 0
    /// Whether `Pause` has been sent and the player has told of nothing but playing since.
    private var isDoubtful = false
    /// Whether `Play` has been sent and the player does not play yet.
    private var isResuming = false
    /// Whether the player has been paused after a start that was refused. It is not paused a second time.
    private var hasBeenRefused = false
    private var hasComplained = false
    private var callsUnderWay = 0
    /// Called when the player has answered a call.
    var whenAnswered: () -> Void = {}
    /// Called when the player is not to be heard as it is, and is not paused.
    var whenHalted: () -> Void = {}

    /// Opens the app of a player, which is launched once the player plays.
    /// - Parameters:
    ///   - name: The player's name on the bus.
    ///   - owner: The unique name of its connection.
    ///   - arbiter: The policy.
    ///   - process: The process of the desktop's apps.
    ///   - inbox: Gets the app's notices.
    ///   - rows: The rows that give programs their sessions.
    ///   - repeats: Returns whether a player of a process and a kind is followed already.
    ///   - say: Gets a sentence about a player that does not do as it is told.
    ///   - whenFound: Called once the player's status and the number of its process are known, or are unavailable.
    init(
        _ name: String, owner: String, on bus: SessionBus, _ arbiter: Arbiter, in process: ProcessID,
        inbox: DesktopInbox, rows: [AppRow], repeats: @escaping (pid_t, String) -> Bool,
        say: @escaping (String) -> Void, whenFound: @escaping () -> Void
    ) {
        (self.owner, self.bus, self.say) = (owner, bus, say)
        names = [name]
        let short = String(name.dropFirst(Self.prefix.count))
        // Of several processes of a player each has a name of its own: `mpv.instance7`.
        let player = short.split(separator: ".").first.map(String.init) ?? short
        kind = player
        app = DesktopApp(
            short, by: AppRow.first(of: rows, for: AppMarks(player: player)), arbiter, in: process, hasButtons: true,
            inbox: inbox)
        bus.ask("GetConnectionUnixProcessID", [.text(owner)]) { [weak self] answer in
            guard let self, case .unsigned(let told)? = (try? answer.get())?.first else { return }
            let number = pid_t(truncatingIfNeeded: told)
            isRepeated = repeats(number, kind)
            self.process = number
        }
        // If no row names an application, the player is not asked for its own.
        if rows.contains(where: { $0.application != nil }) {
            bus.call(
                owner, Self.path, "org.freedesktop.DBus.Properties.Get",
                [.text(String(Self.prefix.dropLast())), .text("DesktopEntry")]
            ) { [weak self] answer in
                guard let entry = (try? answer.get())?.first?.text else { return }
                self?.app.change(to: AppRow.first(of: rows, for: AppMarks(application: entry, player: player)))
            }
        }
        // The player's answer comes behind that of the bus.
        readStatus { _, _ in whenFound() }
    }

    func leave() { app.close() }

    var name: String { app.name }

    /// The level of the player's sound for its streams on a sound server.
    /// - Parameter level: The level that the policy has for it, or nil if it has none.
    func level(_ level: AppLevel?) -> AppLevel? {
        guard state == .halted, app.row.terms.interruption == .lower, level?.activity != .runs else { return level }
        return AppLevel(loweredTo: app.loweredGain, over: level?.duckOver ?? 0)
    }

    var isAtRest: Bool { callsUnderWay == 0 }

    /// The app as `org.audiosession.Host1` tells it.
    var properties: BusValue { app.properties(kind: "player") }

    // MARK: The player's acts

    /// Applies the properties that a player says have changed.
    /// - Parameters:
    ///   - properties: The new values.
    ///   - invalidated: The names of properties whose values it keeps to itself.
    func update(_ properties: [String: BusValue], invalidated: [String]) {
        if let text = properties["PlaybackStatus"]?.text {
            if let status = PlaybackStatus(rawValue: text) { change(to: status) }
        } else if invalidated.contains("PlaybackStatus") {
            readStatus()
        }
    }

    /// Asks the player for its status.
    /// - Parameter then: Gets the status, or nil if the player does not tell.
    private func readStatus(_ then: @escaping (MPRISPlayer, PlaybackStatus?) -> Void = { _, _ in }) {
        bus.call(
            owner, Self.path, "org.freedesktop.DBus.Properties.Get", [.text(Self.interface), .text("PlaybackStatus")]
        ) { [weak self] answer in
            guard let self else { return }
            let status = (try? answer.get())?.first?.text.flatMap { PlaybackStatus(rawValue: $0) }
            if let status { change(to: status) }
            then(self, status)
        }
    }

    /// Takes a status that the player has told. It may equal the last one: several players tell ten times a second at most, and
    /// of a pause and a start in between only the start.
    private func change(to new: PlaybackStatus) {
        guard !isRepeated else { return }
        status = new
        if new != .playing {
            isDoubtful = false
        } else if isDoubtful, pausesUnderWay > 0 {
            // That was before it took the pause.
            return
        }
        switch (new, state) {
        case (.playing, .halted) where isDoubtful:
            // It repeats itself, or a person has started it since: it is asked once more.
            isDoubtful = false
            readStatus()
        case (.playing, .idle), (.playing, .halted):
            let isOwnAct = !isResuming
            isResuming = false
            start(isOwnAct: isOwnAct)
        case (.paused, .started), (.stopped, .started): end()
        case (.stopped, .halted):
            waitsToResume = false
            app.stop()
        // A player that is paused for the policy says so.
        case (.paused, .halted), (_, .idle): break
        case (.playing, .started): isResuming = false
        }
    }

    /// Starts the app's sound.
    /// - Parameter isOwnAct: Whether the player has begun by itself, as when a person presses its button: then its app
    ///   comes to the foreground. A player that resumes stays where it is.
    private func start(isOwnAct: Bool) {
        guard let refusal = app.start(isOwnAct: isOwnAct) else {
            (state, waitsToResume, hasBeenRefused) = (.started, false, false)
            return
        }
        state = .halted
        guard isPausable else { return whenHalted() }
        guard !hasBeenRefused else {
            // From here on its pauses are a person's.
            waitsToResume = false
            return complain("plays against the rules: \(refusal.sentence) (\(refusal.rule.id)). Pause it by hand.")
        }
        hasBeenRefused = true
        pause()
    }

    private func end() {
        state = .idle
        // Without leave for others: a person who stops one player has not asked for another.
        app.end(notifyOthers: false)
    }

    /// Whether the player is paused when the policy halts its sound.
    private var isPausable: Bool { app.row.terms.interruption == .pause }

    // MARK: The policy's decisions

    func handle(_ message: AppNotice.Message) {
        switch message {
        case .interruptionBegan, .terminated:
            guard state == .started else { return }
            state = .halted
            if isPausable { pause() } else { whenHalted() }
        case .interruptionEnded(let shouldResume), .resumptionRecommended(let shouldResume): release(shouldResume)
        case .mediaServicesWereReset:
            guard state == .started else { return }
            app.setCategory()
            start(isOwnAct: false)
        case .remoteCommand(let command): obey(command)
        default: break
        }
    }

    /// Pauses the player. It is asked just before whether it plays: one that a person has paused meanwhile stays paused.
    private func pause() {
        mayResume = false
        isDoubtful = true
        pausesUnderWay += 1
        let last = status
        readStatus { player, status in
            // A player that gives no answer has done what it told last.
            if player.state == .halted || player.mayResume { player.waitsToResume = (status ?? last) == .playing }
        }
        send("Pause") { player in
            player.pausesUnderWay -= 1
            if player.pausesUnderWay == 0, player.state == .idle { player.resume() }
        }
    }

    /// Takes the end of an interruption, or of what had refused the start.
    private func release(_ shouldResume: Bool) {
        guard state == .halted else { return }
        (state, hasBeenRefused, mayResume) = (.idle, false, shouldResume)
        if !shouldResume { waitsToResume = false }
        if pausesUnderWay == 0 { resume() }
    }

    /// Plays the player again where it was paused and leave has come.
    private func resume() {
        let isToPlay = waitsToResume && mayResume
        (waitsToResume, mayResume) = (false, false)
        if isToPlay {
            isResuming = true
            let back = app.row.terms.back.nanoseconds / 1_000
            // A player that cannot seek plays on where it was.
            if back > 0 { bus.call(owner, Self.path, "\(Self.interface).Seek", [.long(-back)]) }
            send("Play")
        }
        // A player that has gone on all the time tells of no change.
        if isToPlay || status == .playing { readStatus() }
    }

    private func obey(_ command: RemoteCommand) {
        let method: String? =
            switch command.kind {
            case .play: "Play"
            case .pause: "Pause"
            case .togglePlayPause: status == .playing ? "Pause" : "Play"
            case .stop: "Stop"
            case .nextTrack: "Next"
            case .previousTrack: "Previous"
            default: nil
            }
        guard let method else {
            app.answer(command.kind, .commandFailed)
            return
        }
        if method != "Play" { waitsToResume = false }
        bus.call(owner, Self.path, "\(Self.interface).\(method)") { [app] answer in
            app.answer(command.kind, (try? answer.get()) == nil ? .commandFailed : .success)
        }
    }

    private func send(_ method: String, _ then: @escaping (MPRISPlayer) -> Void = { _ in }) {
        callsUnderWay += 1
        bus.call(owner, Self.path, "\(Self.interface).\(method)") { [weak self] answer in
            guard let self else { return }
            callsUnderWay -= 1
            if case .failure(let failure) = answer {
                isResuming = false
                complain("does not take \(method): \(failure). What it plays is not governed.")
            }
            then(self)
            whenAnswered()
        }
    }

    private func complain(_ sentence: String) {
        guard !hasComplained else { return }
        hasComplained = true
        say("\(name) \(sentence)")
    }
}
