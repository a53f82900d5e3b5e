internal import SessionPolicy

/// What comes and goes leaves no trace: from a state, something begins and ends on trial.
extension Invariant {
    static let trials: [Invariant] = [
        Invariant("ring-restores", "a call that is missed restores the picture from before it", .trial) { passage in
            guard passage.state.call == .none else { return nil }
            return objection(to: [.call(.incoming), .call(.missed)], in: passage)
        },
        Invariant("alarm-restores", "an alarm that is dismissed restores the picture from before it", .trial) {
            passage in
            guard !passage.state.alarmFires else { return nil }
            return objection(to: [.alarm(.fires), .alarm(.dismissed)], in: passage)
        },
        Invariant(
            "nested-restores", "call and alarm at once, released in either order, restore the picture from before",
            .trial
        ) { passage in
            guard !passage.state.isHeld else { return nil }
            return objection(to: [.alarm(.fires), .call(.incoming), .alarm(.dismissed), .call(.missed)], in: passage)
                ?? objection(to: [.alarm(.fires), .call(.incoming), .call(.missed), .alarm(.dismissed)], in: passage)
        },
        Invariant(
            "switch-restores", "the switch to silent and back, and lock and unlock, restore the picture from before",
            .trial
        ) { passage in
            let state = passage.state
            if state.ringSwitch == .ring,
                let objection = objection(
                    to: [.ringSwitchMoved(to: .silent), .ringSwitchMoved(to: .ring)], in: passage)
            {
                return objection
            }
            guard !state.isLocked else { return nil }
            return objection(to: [.screenLocked, .screenUnlocked], in: passage)
        },
    ]

    /// Whether the app's spoken audio sounds beside a session that interrupts it at every activation (R-SP-1), as it
    /// does after it became spoken; then coming back is not what was.
    private static func isSpokenOverInterrupter(_ app: App, in state: PolicyState) -> Bool {
        app.session.phase == .active && app.session.mode == .spokenAudio
            && state.apps.contains { other in
                other.id != app.id && other.session.phase == .active
                    && other.session.options.contains(.interruptSpokenAudio)
            }
    }

    /// Takes the steps and compares: every sound of a session must be as it was, unless its app does not resume, and the
    /// override that an interruption ends apart.
    private static func objection(to events: [Event], in passage: Passage) -> String? {
        let start = passage.state
        let interrupts = events.contains {
            switch $0 {
            case .call, .alarm: true
            default: false
            }
        }
        if interrupts {
            let isBound = start.apps.contains { app in
                (app.session.phase != .inactive && !app.resumes) || app.session.overridesToSpeaker
                    || isSpokenOverInterrupter(app, in: start)
            }
            guard !isBound, !start.isHeld else { return nil }
        }
        var state = start
        for event in events { state = passage.book.reduce(state, event, at: .zero).state }
        let after = passage.book.picture(of: state)
        func lasting(_ picture: Picture) -> [Picture.Level] {
            picture.sounds.filter { !interrupts || !Reading.isFeedback($0.reference.kind) }
        }
        // While an alert is heard it ducks; it is cut by whoever takes the device and takes its duck along.
        let wasAlerted = interrupts && start.alert != nil
        if after.route != passage.picture.route { return "the route is another one after \(events.count) steps" }
        for (level, was) in zip(lasting(after), lasting(passage.picture)) {
            let isSame =
                level.reference == was.reference && level.isRunning == was.isRunning
                && (level.unheardBy == nil) == (was.unheardBy == nil) && level.outputs == was.outputs
                && level.volume == was.volume
                && (level.duck == was.duck || wasAlerted)
            if !isSame { return "\(level.reference.app?.label ?? level.reference.kind.name) is not as it was" }
        }
        if lasting(after).count != lasting(passage.picture).count { return "a sound is missing or new" }
        for (app, was) in zip(state.apps, start.apps) where app.session.phase.name != was.session.phase.name {
            return "\(app.id.label) is \(app.session.phase.name), was \(was.session.phase.name)"
        }
        return nil
    }
}
