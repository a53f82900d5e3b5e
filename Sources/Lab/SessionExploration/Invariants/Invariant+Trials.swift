internal import SessionPolicy

/// The invariants of trials: what comes and goes leaves no trace.
extension Invariant {
    static let trials: [Invariant] = [
        Invariant("ring-restores", "a call that is missed restores the picture from before it", .trial) { standing in
            guard standing.state.call == .none, resumes(standing.state) else { return nil }
            return objection(to: [.call(.incoming), .call(.missed)], in: standing)
        },
        Invariant("alarm-restores", "an alarm that is dismissed restores the picture from before it", .trial) {
            standing in
            guard standing.state.alarms.isEmpty, resumes(standing.state) else { return nil }
            return objection(to: [.alarm(.fires), .alarm(.dismissed)], in: standing)
        },
        Invariant(
            "nested-restores", "call and alarm at once, released in either order, restore the picture from before",
            .trial
        ) { standing in
            guard !standing.state.isHeld, resumes(standing.state) else { return nil }
            let begin: InlineArray<2, Event> = [.alarm(.fires), .call(.incoming)]
            let held = take(begin, after: standing.state, in: standing)
            return objection(to: [.alarm(.dismissed), .call(.missed)], after: begin, held, in: standing)
                ?? objection(to: [.call(.missed), .alarm(.dismissed)], after: begin, held, in: standing)
        },
        Invariant(
            "switch-restores", "the switch to silent and back, and lock and unlock, restore the picture from before",
            .trial
        ) { standing in
            let (isSilent, isLocked) = (standing.state.ringSwitch == .silent, standing.state.isLocked)
            if !isSilent {
                let moves: InlineArray<2, Event> = [.ringSwitchMoved(to: .silent), .ringSwitchMoved(to: .ring)]
                if let objection = objection(to: moves, in: standing, interrupts: false) { return objection }
            }
            guard !isLocked else { return nil }
            return objection(to: [.screenLocked, .screenUnlocked], in: standing, interrupts: false)
        },
    ]

    /// Whether an interruption that ends leaves every app as it was: each that would notice resumes by itself, and none has
    /// an override, which an interruption ends.
    private static func resumes(_ state: PolicyState) -> Bool {
        guard !state.isHeld else { return false }
        return !state.apps.contains { app in
            (app.session.phase != .inactive && !app.resumes) || app.session.overridesToSpeaker
                || isSpokenOverInterrupter(app, in: state) || !mayBeginAgain(app, in: state)
                // A call that rings leaves these alone, but they may not begin again while it does.
                || app.prefersNoSystemAlerts || app.session.policy != .default
        }
    }

    /// Whether the app could begin again what it does now: in the background no app begins to record, or to be active without
    /// an output, and no app plays where it has none.
    private static func mayBeginAgain(_ app: App, in state: PolicyState) -> Bool {
        guard app.session.phase != .inactive else { return true }
        let hasOutput = Reading.hasOutput(app.session.category)
        if state.microphoneIsMuted && app.recording != .off { return false }
        if !hasOutput && !app.sounds.isEmpty { return false }
        return app.kind == .system || state.foreground == app.id || app.recording == .off && hasOutput
    }

    /// The state to which two more steps lead.
    private static func take(
        _ events: InlineArray<2, Event>, after state: PolicyState, in standing: Standing
    ) -> PolicyState {
        standing.book.state(
            after: events[1], in: standing.book.state(after: events[0], in: state, at: .zero), at: .zero)
    }

    /// Whether the app's spoken audio sounds beside a session that interrupts it at every activation (R-SP-1), as it
    /// does after it became spoken; then coming back is not what was.
    private static func isSpokenOverInterrupter(_ app: App, in state: PolicyState) -> Bool {
        app.session.phase == .active && app.session.mode == .spokenAudio
            && state.apps.contains { other in
                other.id != app.id && other.session.phase == .active
                    && other.session.options.contains(.interruptSpokenAudio)
            }
    }

    /// Compares the state after a trial with the state that the trial began in: every sound of a session must be as it was.
    ///
    /// - Parameter interrupts: Whether the phone or an alarm took the device meanwhile.
    private static func objection(
        to trial: InlineArray<2, Event>, in standing: Standing, interrupts: Bool = true
    ) -> TrialObjection? {
        let state = take(trial, after: standing.state, in: standing)
        // Equal states have equal pictures.
        if state == standing.state { return nil }
        return objection(toUnequal: state, in: standing, interrupts: interrupts)
            .map { TrialObjection(text: $0, steps: [trial[0], trial[1]]) }
    }

    /// Returns the objection to a trial whose first steps have been taken.
    private static func objection(
        to trial: InlineArray<2, Event>, after first: InlineArray<2, Event>, _ held: PolicyState, in standing: Standing
    ) -> TrialObjection? {
        let state = take(trial, after: held, in: standing)
        if state == standing.state { return nil }
        return objection(toUnequal: state, in: standing, interrupts: true)
            .map { TrialObjection(text: $0, steps: [first[0], first[1], trial[0], trial[1]]) }
    }

    private static func objection(toUnequal state: PolicyState, in standing: Standing, interrupts: Bool) -> String? {
        let start = standing.state
        let after = standing.book.picture(of: state)
        if after.route != standing.picture.route { return "the route is another one" }
        func isLasting(_ level: Picture.Level) -> Bool { !interrupts || !Reading.isFeedback(level.reference.kind) }
        let lasting = after.sounds.filter(isLasting)
        let lastingBefore = standing.picture.sounds.filter(isLasting)
        // While an alert is heard it ducks; what takes the device cuts the alert and its duck.
        let wasAlerted = interrupts && (start.alert != nil || start.systemSound?.isAlert == true)
        for (level, was) in zip(lasting, lastingBefore) {
            let isSame =
                level.reference == was.reference && level.isRunning == was.isRunning
                && (level.unheardBy == nil) == (was.unheardBy == nil) && level.outputs == was.outputs
                && level.volume == was.volume
                && (level.duck == was.duck || wasAlerted)
            if !isSame { return "\(level.reference.app?.label ?? level.reference.kind.name) is not as it was" }
        }
        if lasting.count != lastingBefore.count { return "a sound is missing or new" }
        for (app, was) in zip(state.apps, start.apps) where app.session.phase.name != was.session.phase.name {
            return "\(app.id.label) is \(app.session.phase.name), was \(was.session.phase.name)"
        }
        return nil
    }
}
