internal import SessionPolicy

/// Invariants of trials: a temporary change leaves no trace.
extension Invariant {
    static let trials: [Invariant] = [
        Invariant(
            "ring-restores", "a call that is missed restores the picture from before it",
            .trial { start in
                guard resumes(start.state) else { return nil }
                return objection(to: [.call(.incoming), .call(.missed)], from: start)
            }),
        Invariant(
            "alarm-restores", "an alarm that is dismissed restores the picture from before it",
            .trial { start in
                guard resumes(start.state) else { return nil }
                return objection(to: [.alarm(.fires), .alarm(.dismissed)], from: start)
            }),
        Invariant(
            "nested-restores", "call and alarm at once, released in either order, restore the picture from before",
            .trial { start in
                guard resumes(start.state) else { return nil }
                let begin: [Event] = [.alarm(.fires), .call(.incoming)]
                return objection(to: begin + [.alarm(.dismissed), .call(.missed)], from: start)
                    ?? objection(to: begin + [.call(.missed), .alarm(.dismissed)], from: start)
            }),
        Invariant(
            "switch-restores", "the switch to silent and back, and lock and unlock, restore the picture from before",
            .trial { start in
                var trials: [[Event]] = []
                if start.state.ringSwitch != .silent {
                    trials.append([.ringSwitchMoved(to: .silent), .ringSwitchMoved(to: .ring)])
                }
                if !start.state.isLocked { trials.append([.screenLocked, .screenUnlocked]) }
                return trials.lazy.compactMap { objection(to: $0, from: start, interrupts: false) }.first
            }),
    ]

    /// Whether the end of an interruption restores every app: each one that would notice resumes by itself, and none
    /// has an override, which an interruption ends.
    private static func resumes(_ state: PolicyState) -> Bool {
        guard state.calls.isEmpty, state.alarms.isEmpty, !state.siriListens else { return false }
        return !state.apps.contains { app in
            (app.session.phase != .inactive && !app.resumes) || app.session.overridesToSpeaker
                || isSpokenOverInterrupter(app, in: state) || !mayBeginAgain(app, in: state)
                // A ringing call does not affect these, but they may not start again while it rings.
                || app.prefersNoSystemAlerts || app.session.policy != .default
        }
    }

    /// Whether the app could start again what it does now: in the background no app can start recording or become
    /// active without an output, and no app can play without one.
    private static func mayBeginAgain(_ app: App, in state: PolicyState) -> Bool {
        guard app.session.phase != .inactive else { return true }
        let hasOutput = app.session.category != .record && app.session.category != .audioProcessing
        if state.microphoneIsMuted && app.recording != .off { return false }
        if !hasOutput && !app.sounds.isEmpty { return false }
        return app.kind == .system || state.foreground == app.id || app.recording == .off && hasOutput
    }

    /// Whether the app's spoken audio plays beside a session that interrupts it at every activation (R-SP-1), as after
    /// it became spoken; it would not return to that state.
    private static func isSpokenOverInterrupter(_ app: App, in state: PolicyState) -> Bool {
        app.session.phase == .active && app.session.mode == .spokenAudio
            && state.apps.contains { other in
                other.id != app.id && other.session.phase == .active
                    && other.session.options.contains(.interruptSpokenAudio)
            }
    }

    /// Compares the state after a trial with the initial one: every sound of a session must be unchanged.
    /// - Parameter interrupts: Whether the phone or an alarm held the device meanwhile.
    private static func objection(
        to trial: [Event], from start: PicturedState, interrupts: Bool = true
    ) -> TrialObjection? {
        let state = trial.reduce(start.state) { start.book.state(after: $1, in: $0, at: .zero) }
        // Equal states have equal pictures.
        if state == start.state { return nil }
        return objection(toUnequal: state, from: start, interrupts: interrupts)
            .map { TrialObjection(text: $0, steps: trial) }
    }

    private static func objection(toUnequal state: PolicyState, from start: PicturedState, interrupts: Bool) -> String?
    {
        let after = start.book.picture(of: state)
        if after.route != start.picture.route { return "the route is another one" }
        func isLasting(_ level: Picture.Level) -> Bool {
            switch level.reference.kind {
            case .systemSound, .alertSound, .alert, .keyClick: !interrupts
            default: true
            }
        }
        let lasting = after.sounds.filter(isLasting)
        let lastingBefore = start.picture.sounds.filter(isLasting)
        // An audible alert ducks; an interruption ends the alert and its duck.
        let wasAlerted = interrupts && (start.state.alert != nil || start.state.systemSound?.isAlert == true)
        for (level, was) in zip(lasting, lastingBefore) {
            let isSame =
                level.reference == was.reference && level.isRunning == was.isRunning
                && (level.unheardBy == nil) == (was.unheardBy == nil) && level.outputs == was.outputs
                && level.volume == was.volume && (level.duck == was.duck || wasAlerted)
            if !isSame { return "\(level.reference.app?.label ?? level.reference.kind.name) is not as it was" }
        }
        if lasting.count != lastingBefore.count { return "a sound is missing or new" }
        for (app, was) in zip(state.apps, start.state.apps) where app.session.phase.name != was.session.phase.name {
            return "\(app.id.label) is \(app.session.phase.name), was \(was.session.phase.name)"
        }
        return nil
    }
}
