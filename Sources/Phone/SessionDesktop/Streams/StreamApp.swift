import SessionPolicy

/// A program without a media player's interface, as an app that plays while one of its streams runs. Such a program
/// cannot be paused: while the policy halts it, its streams are muted or lowered, as its row says. The policy resumes
/// it when an interruption ends with shouldResume, and reports when a refused start becomes possible.
final class StreamApp {
    let app: DesktopApp
    private(set) var state = DesktopApp.SoundState.idle
    /// Whether its interruption has ended without permission to resume.
    private var isOver = false

    init(_ app: DesktopApp) { self.app = app }

    /// Starts or stops the app's sound when the program's first stream runs or its last one stops.
    func change(isPlaying: Bool) {
        switch (isPlaying, state) {
        case (true, .idle): start(isOwnAct: true)
        case (false, .started), (false, .halted):
            (state, isOver) = (.idle, false)
            // Others may resume: the program has ended its sound by itself.
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

    /// Returns the part of the sound's level that the policy lets through, linear, 0 to 1, and the length of the change
    /// to it in nanoseconds.
    /// - Parameters:
    ///   - level: The level of the app's sound, or nil if the policy has none.
    ///   - isSilent: Whether the last part was 0.
    /// - Returns: Nil until the policy has decided the level.
    func part(of level: AppLevel?, isSilent: Bool) -> (part: Double, over: Int64)? {
        // A paused program keeps the person's slider.
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
