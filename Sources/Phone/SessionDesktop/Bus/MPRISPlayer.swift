import Glibc
import SessionPhone
import SessionPolicy
import SystemSupport

/// A media player on the session bus, as an app whose samples are rendered elsewhere. The player's status is the app's
/// own doing: `Playing` starts its sound, `Paused` and `Stopped` end it. The policy's decisions become `Pause` and
/// `Play`. Used only on the loop's thread.
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
    /// The methods without arguments, and the remote commands that they are.
    static let commands: [(method: String, kind: RemoteCommand.Kind)] = [
        ("Next", .nextTrack), ("Previous", .previousTrack), ("Pause", .pause), ("PlayPause", .togglePlayPause),
        ("Stop", .stop), ("Play", .play),
    ]

    private let owner: String
    private let bus: SessionBus
    private var app: DesktopApp
    private let say: (String) -> Void
    /// The player's process, or nil until the bus has reported it.
    private(set) var process: pid_t?
    /// The part of the name that all processes of the player share: `mpv` of `mpv.instance7`.
    let kind: String
    /// Whether another connection of the same process represents the same player, so that this one is ignored.
    private(set) var isRepeated = false
    /// The player's names on the bus; without one it is gone.
    var names: Set<String>

    private var status = PlaybackStatus.stopped
    private var state = DesktopApp.SoundState.idle
    /// Whether the policy paused the player while it played, so that it may resume it.
    private var waitsToResume = false
    /// Whether the policy allowed the player to resume before `Pause` was answered.
    private var mayResume = false
    /// The number of unanswered `Pause` calls.
    private var pausesUnderWay = 0
    /// Whether `Pause` was sent and the player has only reported `Playing` since.
    private var isDoubtful = false
    /// Whether `Play` was sent and the player does not play yet.
    private var isResuming = false
    /// Whether the player was paused after a refused start; it is not paused a second time.
    private var hasBeenRefused = false
    private var hasComplained = false
    private var callsUnderWay = 0
    /// Called when the player should be halted but is not paused.
    var whenHalted: () -> Void = {}

    /// Opens the app of a player; the app is launched once the player plays.
    /// - Parameters:
    ///   - repeats: Returns whether a player of this process and kind is followed already.
    ///   - whenFound: Called once the player's status and process are known or known to be unavailable.
    init(
        _ name: String, owner: String, on bus: SessionBus, of desktop: Desktop,
        repeats: @escaping (pid_t, String) -> Bool, whenFound: @escaping () -> Void
    ) {
        (self.owner, self.bus, say) = (owner, bus, desktop.say)
        let rows = desktop.rows
        names = [name]
        let short = String(name.dropFirst(Self.prefix.count))
        // Each process of a player has its own name: `mpv.instance7`.
        let player = short.split(separator: ".").first.map(String.init) ?? short
        kind = player
        app = DesktopApp(
            short, by: AppRow.first(of: rows, for: AppMarks(player: player)), desktop.arbiter, in: desktop.process,
            news: desktop.news, hasButtons: true)
        app.inbox.whenTold = { [weak self] in self?.handle($0) }
        bus.ask("GetConnectionUnixProcessID", [.text(owner)]) { [weak self] answer in
            guard let self, case .unsigned(let told)? = (try? answer.get())?.first else { return }
            let number = pid_t(truncatingIfNeeded: told)
            isRepeated = repeats(number, kind)
            self.process = number
        }
        if rows.contains(where: { $0.application != nil }) {
            bus.call(
                owner, Self.path, "org.freedesktop.DBus.Properties.Get",
                [.text(String(Self.prefix.dropLast())), .text("DesktopEntry")]
            ) { [weak self] answer in
                guard let entry = (try? answer.get())?.first?.text else { return }
                self?.app.change(to: AppRow.first(of: rows, for: AppMarks(application: entry, player: player)))
            }
        }
        // The player's answer arrives after the bus's.
        readStatus { _, _ in whenFound() }
    }

    func leave() { app.close() }

    var name: String { app.name }

    /// The level of the player's streams on a sound server.
    /// - Parameter level: The policy's level for the player, or nil.
    func level(_ level: AppLevel?) -> AppLevel? {
        guard state == .halted, app.row.terms.interruption == .lower, level?.activity != .runs else { return level }
        return AppLevel(loweredTo: app.loweredGain, over: level?.duckOver ?? 0)
    }

    var isAtRest: Bool { callsUnderWay == 0 }

    /// The app's entry in `org.audiosession.Host1`.
    var properties: BusValue { app.properties(kind: "player") }

    // MARK: The player's acts

    /// Applies changed properties of the player.
    /// - Parameters:
    ///   - properties: The new values.
    ///   - invalidated: The names of properties that changed without a value.
    func update(_ properties: [String: BusValue], invalidated: [String]) {
        if let text = properties["PlaybackStatus"]?.text {
            if let status = PlaybackStatus(rawValue: text) { change(to: status) }
        } else if invalidated.contains("PlaybackStatus") {
            readStatus()
        }
    }

    /// Queries the player's status.
    /// - Parameter then: Called with the status, or nil if the player does not answer.
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

    /// Handles a status reported by the player. It may equal the last one: several players report at most ten times a
    /// second, so a quick pause and start may appear as a start only.
    private func change(to new: PlaybackStatus) {
        guard !isRepeated else { return }
        status = new
        if new != .playing {
            isDoubtful = false
        } else if isDoubtful, pausesUnderWay > 0 {
            // Sent before the player handled `Pause`.
            return
        }
        switch (new, state) {
        case (.playing, .halted) where isDoubtful:
            // Either a repetition, or a person has started the player since: query it once more.
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
        // The player confirms the policy's pause.
        case (.paused, .halted), (_, .idle): break
        case (.playing, .started): isResuming = false
        }
    }

    /// Starts the app's sound.
    /// - Parameter isOwnAct: Whether the player started by itself, for example because a person pressed its button. Its
    ///   app then comes to the foreground; a player that resumes does not.
    private func start(isOwnAct: Bool) {
        guard let refusal = app.start(isOwnAct: isOwnAct) else {
            (state, waitsToResume, hasBeenRefused) = (.started, false, false)
            return
        }
        state = .halted
        guard isPausable else { return whenHalted() }
        guard !hasBeenRefused else {
            // From here on, pauses are a person's.
            waitsToResume = false
            return complain("plays against the rules: \(refusal.sentence) (\(refusal.rule.id)). Pause it by hand.")
        }
        hasBeenRefused = true
        pause()
    }

    private func end() {
        state = .idle
        // Others should not resume: stopping one player does not ask for another.
        app.end(notifyOthers: false)
    }

    /// Whether the player is paused when the policy halts its sound.
    private var isPausable: Bool { app.row.terms.interruption == .pause }

    // MARK: The policy's decisions

    private func handle(_ message: AppNotice.Message) {
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

    /// Pauses the player. Its status is queried first: a player that a person has paused meanwhile stays paused.
    private func pause() {
        mayResume = false
        isDoubtful = true
        pausesUnderWay += 1
        let last = status
        readStatus { player, status in
            // Without an answer, the player is assumed to be in its last reported state.
            if player.state == .halted || player.mayResume { player.waitsToResume = (status ?? last) == .playing }
        }
        send("Pause") { player in
            player.pausesUnderWay -= 1
            if player.pausesUnderWay == 0, player.state == .idle { player.resume() }
        }
    }

    /// Handles the end of an interruption, or of whatever caused a refusal.
    private func release(_ shouldResume: Bool) {
        guard state == .halted else { return }
        (state, hasBeenRefused, mayResume) = (.idle, false, shouldResume)
        if !shouldResume { waitsToResume = false }
        if pausesUnderWay == 0 { resume() }
    }

    private func resume() {
        let isToPlay = waitsToResume && mayResume
        (waitsToResume, mayResume) = (false, false)
        if isToPlay {
            isResuming = true
            let back = app.row.terms.back.nanoseconds / 1_000
            // A player that cannot seek continues where it was.
            if back > 0 { bus.call(owner, Self.path, "\(Self.interface).Seek", [.long(-back)]) }
            send("Play")
        }
        // A player that never stopped reports no change.
        if isToPlay || status == .playing { readStatus() }
    }

    private func obey(_ command: RemoteCommand) {
        let toggled: RemoteCommand.Kind = status == .playing ? .pause : .play
        let kind = command.kind == .togglePlayPause ? toggled : command.kind
        guard let method = Self.commands.first(where: { $0.kind == kind })?.method else {
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
                complain("refuses \(method): \(failure). Its sound is not governed.")
            }
            then(self)
        }
    }

    private func complain(_ sentence: String) {
        guard !hasComplained else { return }
        hasComplained = true
        say("\(name) \(sentence)")
    }
}
