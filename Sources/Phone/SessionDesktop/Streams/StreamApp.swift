import SessionCalls

/// A program without a media player's interface, as an app of the policy: it plays while one of its streams runs.
///
/// Its program cannot be paused. While the policy halts it, its streams are muted, and it is heard again once the halt is over:
/// its person has not stopped it.
final class StreamApp {
    let app: DesktopApp
    private(set) var standing = DesktopApp.Standing.idle
    /// Whether the policy has refused the start. No notice tells such an app when it may start.
    private(set) var isRefused = false

    init(_ app: DesktopApp) { self.app = app }

    /// Takes whether a stream of the program runs.
    func change(isPlaying: Bool) {
        switch (isPlaying, standing) {
        case (true, .idle): start(isOwnAct: true)
        case (false, .started), (false, .halted):
            (standing, isRefused) = (.idle, false)
            // With leave for the others: a program that ends by itself gives them back.
            app.end(notifyOthers: true)
        case (true, _), (false, .idle): break
        }
    }

    /// Takes a notice of the app.
    func take(_ message: AppNotice.Message) {
        switch message {
        case .interruptionBegan, .terminated: if standing == .started { standing = .halted }
        case .interruptionEnded, .resumptionRecommended: if standing == .halted { start(isOwnAct: false) }
        case .mediaServicesWereReset:
            guard standing != .idle else { return }
            app.setCategory()
            start(isOwnAct: false)
        // It has no remote commands.
        default: break
        }
    }

    /// Starts once more what the policy has refused: other sounds are heard now than then.
    func retry() { if isRefused { start(isOwnAct: true) } }

    private func start(isOwnAct: Bool) {
        isRefused = app.start(isOwnAct: isOwnAct) != nil
        standing = isRefused ? .halted : .started
    }

    /// The part of the sound's level that the policy lets through, 0 to 1, linear, and the time of the change to it in nanoseconds.
    ///
    /// - Parameters:
    ///   - level: The level of the app's sound; nil where the policy has none.
    ///   - isSilent: Whether the last part was 0.
    /// - Returns: Nil while the policy has not yet told the level.
    func part(of level: AppLevel?, isSilent: Bool) -> (part: Double, over: Int64)? {
        let isHalted = standing == .halted || level?.standing == .isHalted
        if isHalted, app.row.terms.interruption == .pause { return (0, level?.haltOver ?? 0) }
        guard let level else { return standing == .started ? nil : (1, 0) }
        if level.standing == .isSilenced { return (0, level.silenceOver) }
        return (level.duck, isSilent ? level.resumeOver : level.duckOver)
    }
}
