import SessionPolicy

/// A program without a media player's interface, as an app of the policy: it plays while one of its streams runs. Its
/// program cannot be paused. While the policy halts it, its streams are muted or lowered, as its row says. The policy
/// resumes it when an interruption ends with leave, and says when a start that it has refused is possible.
final class StreamApp {
    let app: DesktopApp
    private(set) var state = DesktopApp.SoundState.idle
    /// Whether the interruption that has halted it is over, and it may not resume.
    private var isOver = false

    init(_ app: DesktopApp) { self.app = app }

    /// Starts or ends the app's sound when a stream of the program begins to run, or none runs any more.
    func change(isPlaying: Bool) {
        switch (isPlaying, state) {
        case (true, .idle): start(isOwnAct: true)
        case (false, .started), (false, .halted):
            (state, isOver) = (.idle, false)
            // With leave for the others: a program that ends by itself gives them back.
            app.end(notifyOthers: true)
        case (true, _), (false, .idle): break
        }
    }

    func handle(_ message: AppNotice.Message) {
        switch message {
        case .interruptionBegan, .terminated: if state == .started { state = .halted }
        case .interruptionEnded(let mayResume), .resumptionRecommended(let mayResume):
            guard state == .halted else { return }
            isOver = true
            if mayResume || app.row.terms.interruption != .pause { start(isOwnAct: false) }
        case .mediaServicesWereReset:
            guard state != .idle, !isOver else { return }
            app.setCategory()
            start(isOwnAct: false)
        // It has no remote commands.
        default: break
        }
    }

    private func start(isOwnAct: Bool) {
        let isRefused = app.start(isOwnAct: isOwnAct) != nil
        state = isRefused ? .halted : .started
        if !isRefused { isOver = false }
    }

    /// The part of the sound's level that the policy lets through, 0 to 1, linear, and the time of the change to it in
    /// nanoseconds.
    /// - Parameters:
    ///   - level: The level of the app's sound, or nil if the policy has none.
    ///   - isSilent: Whether the last part was 0.
    /// - Returns: Nil while the policy has not yet told the level.
    func part(of level: AppLevel?, isSilent: Bool) -> (part: Double, over: Int64)? {
        // A program that has paused is not heard: its slider stands where the person has put it.
        if state == .idle { return (1, 0) }
        if state == .halted || level?.activity == .isHalted {
            switch app.row.terms.interruption {
            case .pause: return (0, level?.haltOver ?? 0)
            case .lower where !isOver: return (app.loweredGain, level?.duckOver ?? 0)
            case .leave, .lower: break
            }
        }
        guard let level else { return state == .started ? nil : (1, 0) }
        if level.activity == .isSilenced { return (0, level.silenceOver) }
        return (level.duck, isSilent ? level.resumeOver : level.duckOver)
    }
}
