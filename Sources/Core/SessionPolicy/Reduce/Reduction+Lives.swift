/// Launch, foreground, background, suspension, and the end of apps (R-BG-1 to R-BG-9).
extension Reduction {
    mutating func launch(_ id: AppID, _ launch: Launch) {
        let isNew = state.index(of: id) == nil
        if isNew {
            let isSystem = launch.kind == .system
            state.endedApps.remove(id)
            state.apps.append(
                App(
                    id: id, kind: launch.kind, hasBackgroundAudio: launch.backgroundAudio || isSystem,
                    resumes: launch.resumes, resumesWithoutLeave: launch.resumesWithoutLeave,
                    pausesAtUnplug: launch.pausesAtUnplug,
                    wasNeverInFront: launch.isInBackground && !launch.mayResumeInBackground,
                    session: Session(category: .initial(for: launch.kind)),
                    isNowPlaying: launch.backgroundAudio || isSystem,
                    suspensionDelay: launch.suspensionDelay, suspendsWhenIdle: launch.suspendsWhenIdle,
                    duck: launch.duck, wantsRecommendation: launch.wantsRecommendation))
            decide(.act1, id, "{app} starts with its default category and an inactive session")
        }
        guard launch.isInBackground else { return enterForeground(id) }
        if launch.mayResumeInBackground, let index = state.index(of: id), state.apps[index].kind == .app {
            state.apps[index].mayResumeInBackground = true
        }
        decide(
            .app2, id, if: isNew, "{app} is launched in the background",
            else: "{app} is already running and stays where it is")
    }

    /// Launches an app by its own step or its call, which then sees the device after the launch.
    mutating func launchByItself(_ id: AppID, _ launch: Launch) {
        self.launch(id, launch)
        suspendWhoMustBe()
    }

    mutating func register(_ index: Int, _ isNowPlaying: Bool) {
        state.apps[index].isNowPlaying = isNowPlaying
        if isNowPlaying && startedLast(index) { state.nowPlaying = state.apps[index].id }
        decide(
            .act6, state.apps[index].id, if: isNowPlaying, "{app} is registered as Now Playing",
            else: "{app} is no longer registered as Now Playing")
    }

    /// Whether a newly registered app was the last to start a sound. True while its session is active and does not mix,
    /// or if no other app is Now Playing.
    private func startedLast(_ index: Int) -> Bool {
        let app = state.apps[index]
        guard !app.sounds.isEmpty, !book.mixes(app.session) else { return false }
        return app.session.phase == .active || !state.apps.contains { state.isNowPlaying($0) }
    }

    mutating func allowHaptics(_ index: Int, _ allows: Bool) {
        state.apps[index].allowsHapticsWhileRecording = allows
        decide(
            .al11, state.apps[index].id, if: allows, "{app} allows vibration and system sounds while it records",
            else: "{app} allows neither vibration nor system sounds while it records")
    }

    mutating func enterForeground(_ id: AppID) {
        if let index = state.index(of: id) { state.apps[index].wasNeverInFront = false }
        guard state.foreground != id else { return decide(.app2, id, "{app} is in the foreground already") }
        let leaving = state.foreground
        state.foreground = id
        decide(.app2, id, "{app} comes to the foreground")
        if let leaving { leaveForeground(leaving) }
    }

    mutating func enterBackground(_ id: AppID) {
        guard state.foreground == id else { return decide(.app2, id, "{app} is in the background already") }
        state.foreground = nil
        leaveForeground(id)
    }

    private mutating func leaveForeground(_ id: AppID) {
        guard let app = state[id] else { return }
        guard app.kind == .app else {
            return decide(
                .bg1, id,
                "{app} is one of the system's own apps and keeps running")
        }
        guard book.settings.leavingForegroundEndsApp else {
            guard book.reasonToSuspend(app, in: state) == .lacksRight else {
                return decide(
                    .bg2, id, if: state.hasCall(id), "{app} has a call, and is not suspended in the background",
                    else: "{app} may sound in the background")
            }
            let goesOn = !app.isSuspended && app.suspensionDelay.map { $0.nanoseconds > 0 } ?? false
            return decide(
                goesOn ? .bg8 : .bg2, id,
                goesOn
                    ? "{app} keeps running for a while before it may be suspended"
                    : "{app} is suspended in the background")
        }
        decide(.bg1, id, "a third-party app that leaves the foreground is terminated")
        tell(id, .terminated)
        end(id)
    }

    mutating func end(_ id: AppID) {
        guard let index = state.index(of: id) else { return }
        state.endedApps.insert(id)
        if state.systemSound?.app == id { state.systemSound = nil }
        if state.foreground == id { state.foreground = nil }
        if state.nowPlaying == id { state.nowPlaying = nil }
        decide(.app1, id, "{app} has ended and holds nothing any more")
        // Release apps that wait for it first, while it is still in the list.
        fallSilent(index, by: .app1)
        endAsCause(index)
        state.removeApp(at: index)
        endCalls(of: id)
    }

    /// R-BG-6: deactivates the session of a suspended app, which hears of it later or never.
    mutating func suspendWhoMustBe() {
        keepSuspensionTimes()
        while let index = state.apps.firstIndex(where: { $0.isSuspended && $0.session.phase != .inactive }) {
            let id = state.apps[index].id
            fallSilent(index, by: .bg6)
            state.apps[index].hearsOfSuspension = book.settings.tellsOfSuspensionLater
            decide(.bg6, id, Sentence.isSuspended)
            endAsCause(index)
            // An app that it had interrupted may have nothing left to wait for.
            keepSuspensionTimes()
        }
    }

    /// Suspends apps without a reason to run, immediately or later (R-BG-8), and lets the others run.
    mutating func keepSuspensionTimes() {
        for index in state.apps.indices {
            guard let reason = book.reasonToSuspend(state.apps[index], in: state) else {
                if state.apps[index].suspendsAt != nil { state.apps[index].suspendsAt = nil }
                if state.apps[index].isSuspended { runAgain(index) }
                continue
            }
            if state.apps[index].isSuspended {
                // A background app with background audio acts on behalf of the person.
                guard reason == .isIdle, acting == state.apps[index].id else { continue }
                runAgain(index)
            }
            wait(index, with: reason)
        }
        acting = nil
    }

    private mutating func runAgain(_ index: Int) {
        state.apps[index].isSuspended = false
        decide(.bg9, state.apps[index].id, "{app} runs again")
    }

    /// Sets the time of an app's suspension, unless it is already set.
    private mutating func wait(_ index: Int, with reason: SuspensionReason) {
        let (id, own) = (state.apps[index].id, state.apps[index].suspensionDelay)
        if state.apps[index].suspendsAt != nil && !(reason == .lacksRight && own == nil) { return }
        let delay = own ?? (reason == .isIdle ? book.numbers.suspensionDelay : .zero)
        guard delay.nanoseconds > 0 else { return suspend(index) }
        state.apps[index].suspendsAt = now.advanced(by: delay)
        if reason == .isIdle { decide(.bg9, id, "{app} neither plays nor records: after a while it is suspended") }
    }

    mutating func suspend(_ index: Int) {
        state.apps[index].suspendsAt = nil
        state.apps[index].isSuspended = true
        if state.apps[index].session.phase == .inactive {
            decide(.bg9, state.apps[index].id, "{app} is suspended")
        }
    }

    /// R-BG-6: posts a belated `began` without an end to an app that runs again, or that its session became inactive
    /// (R-LC-2).
    mutating func tellOfLostSessions() {
        for index in state.apps.indices where !state.apps[index].isSuspended {
            if state.apps[index].wasToldActive && state.apps[index].session.phase != .active {
                tellOfLostSession(index)
            }
            guard state.apps[index].hearsOfSuspension else { continue }
            state.apps[index].hearsOfSuspension = false
            let id = state.apps[index].id
            tell(id, .interruptionBegan(because: .appWasSuspended))
            decide(.bg6, id, "{app} runs again and is only now notified that its session was interrupted")
        }
    }
}
