/// Launch, foreground, background, and the end of apps (R-BG-1 to R-BG-7).
extension Reduction {
    mutating func launch(_ id: AppID, _ launch: Launch) {
        let isNew = state.index(of: id) == nil
        var launch = launch
        // Where leaving the foreground ends apps, none but the system's can have been in the background.
        if launch.comesBack?.wasInForeground == false, !book.settings.leavingForegroundEndsApp {
            (launch.isInBackground, launch.hasLeave) = (true, true)
        }
        if isNew {
            let isSystem = launch.kind == .system
            state.endedApps.remove(id)
            state.apps.append(
                App(
                    id: id, kind: launch.kind, hasBackgroundAudio: launch.backgroundAudio || isSystem,
                    resumes: launch.resumes, resumesWithoutLeave: launch.resumesWithoutLeave,
                    pausesAtUnplug: launch.pausesAtUnplug, wasNeverInFront: launch.isInBackground && !launch.hasLeave,
                    session: Session(category: .initial(for: launch.kind)),
                    isNowPlaying: launch.backgroundAudio || isSystem,
                    suspensionDelay: launch.suspensionDelay ?? .milliseconds(0), duck: launch.duck,
                    wantsRecommendation: launch.wantsRecommendation))
            decide(.act1, id, "{app} starts with its default category and an inactive session")
            if launch.comesBack?.wasInterrupted == true, let index = state.index(of: id) {
                state.apps[index].oldInterruption = .waits(until: now.advanced(by: OldInterruption.wait))
                decide(.app3, id, "{app} was interrupted on a device that is gone, and waits for others to come back")
            }
        }
        guard launch.isInBackground else { return enterForeground(id) }
        if launch.hasLeave, let index = state.index(of: id), state.apps[index].kind == .app {
            state.apps[index].hasLeave = true
        }
        decide(.app2, id, isNew ? "{app} is launched in the background" : "{app} lives already, and stays where it is")
    }

    mutating func register(_ index: Int, _ isNowPlaying: Bool) {
        state.apps[index].isNowPlaying = isNowPlaying
        if isNowPlaying && startedLast(index) { state.nowPlaying = state.apps[index].id }
        decide(
            .act6, state.apps[index].id,
            isNowPlaying ? "{app} is registered as Now Playing" : "{app} is registered as Now Playing no longer")
    }

    /// Whether an app that registers only now had started a sound, and no registered app one after it. While its session is
    /// active and does not mix, no app has; else no other app may be Now Playing.
    private func startedLast(_ index: Int) -> Bool {
        let app = state.apps[index]
        guard !app.sounds.isEmpty, !book.mixes(app.session) else { return false }
        return app.session.phase == .active || !state.apps.contains { state.isNowPlaying($0) }
    }

    mutating func allowHaptics(_ index: Int, _ allows: Bool) {
        state.apps[index].allowsHapticsWhileRecording = allows
        decide(
            .al11, state.apps[index].id,
            allows
                ? "{app} lets the device vibrate and sound while it records"
                : "{app} lets the device neither vibrate nor sound while it records")
    }

    mutating func enterForeground(_ id: AppID) {
        if let index = state.index(of: id) {
            state.apps[index].wasNeverInFront = false
            state.apps[index].suspendsAt = nil
        }
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
        guard app.kind == .app else { return decide(.bg1, id, "{app} is the system's own and goes on") }
        guard book.settings.leavingForegroundEndsApp else {
            if app.suspensionDelay.nanoseconds > 0, let index = state.index(of: id) {
                state.apps[index].suspendsAt = now.advanced(by: app.suspensionDelay)
                return decide(.bg8, id, "{app} goes on for a while before it may be suspended")
            }
            let goesOn = !book.isSuspended(app, in: state)
            return decide(
                .bg2, id,
                !goesOn
                    ? "{app} is suspended in the background"
                    : state.hasCall(id)
                        ? "{app} has a call, and is not suspended in the background"
                        : "{app} may sound in the background")
        }
        decide(.bg1, id, "a third-party app that leaves the foreground ends")
        tell(id, .terminated)
        end(id)
    }

    /// The app is gone, and leaves nothing behind.
    mutating func end(_ id: AppID) {
        guard let index = state.index(of: id) else { return }
        state.endedApps.insert(id)
        if state.systemSound?.app == id { state.systemSound = nil }
        if state.foreground == id { state.foreground = nil }
        if state.nowPlaying == id { state.nowPlaying = nil }
        decide(.app1, id, "{app} has ended and holds nothing any more")
        // Those who wait for it are let go first: it still has its place.
        fallSilent(index, by: .app1)
        endAsCause(index)
        state.removeApp(at: index)
        endCalls(of: id)
    }

    /// R-BG-6: the system deactivates the session of an app that it suspends; the app learns nothing, or later.
    mutating func suspendWhoMustBe() {
        while let index = state.apps.firstIndex(where: {
            $0.session.phase != .inactive && book.isSuspended($0, in: state)
        }) {
            let id = state.apps[index].id
            fallSilent(index, by: .bg6)
            state.apps[index].hearsOfSuspension = book.settings.tellsOfSuspensionLater
            decide(.bg6, id, "{app} is suspended: its session becomes inactive and its sounds stop")
            endAsCause(index)
        }
    }

    /// R-BG-6: an app that runs again hears of an interruption that is long over; no end follows.
    mutating func tellOfSuspension() {
        guard book.settings.tellsOfSuspensionLater else { return }
        for index in state.apps.indices where state.apps[index].hearsOfSuspension {
            guard !book.isSuspended(state.apps[index], in: state) else { continue }
            state.apps[index].hearsOfSuspension = false
            let id = state.apps[index].id
            tell(id, .interruptionBegan(because: .appWasSuspended))
            decide(.bg6, id, "{app} runs again, and hears only now that its session was interrupted")
        }
    }
}
