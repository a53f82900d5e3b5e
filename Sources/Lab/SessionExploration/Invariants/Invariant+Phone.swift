internal import SessionPolicy

/// What the phone, alarms, Siri and a muted microphone do to apps, and what apps are told of it.
extension Invariant {
    static let phone: [Invariant] = [
        Invariant(
            "phone-takes",
            "whatever takes the device leaves no session active but those that it has to let be", .device
        ) { passage in
            guard passage.step.refusal == nil, takesTheDevice(passage.event, from: passage.before) else { return nil }
            for app in passage.state.apps where app.session.phase == .active {
                guard let before = passage.before[app.id], before.session.phase == .active,
                    !Reading.isLetBe(app, by: passage.event, in: passage.state)
                else { continue }
                return "\(app.id.label)'s session stays active"
            }
            return nil
        },
        Invariant(
            "muted-microphone",
            """
            a muted microphone interrupts whoever records from it and has not asked to go on, says so, and interrupts \
            nobody else
            """, .device
        ) { passage in
            guard passage.event == .microphoneMuted(true), Reading.hasPhoneMicrophoneOnly(passage.before) else {
                return nil
            }
            for app in passage.before.apps where app.session.phase == .active {
                let isExpected = app.recording == .running && !Reading.goesOnMuted(app.session)
                let isInterrupted = passage.state[app.id]?.session.isInterrupted == true
                if isExpected != isInterrupted {
                    return "\(app.id.label) is \(isInterrupted ? "" : "not ")interrupted"
                }
            }
            return nil
        },
        Invariant(
            "call-told",
            "who is told that its call is on is in it and active, and who is told that it has gone is not", .told
        ) { passage in
            for notice in passage.step.notices {
                guard let app = passage.state[notice.app] else { continue }
                let isOn = Reading.isOnCall(app, in: passage.state)
                switch notice.message {
                case .callActivated where app.session.phase != .active || !isOn:
                    return "\(app.id.label) is told that its call is on, and its session is \(app.session.phase.name)"
                case .callDeactivated where app.session.phase == .active && !isOn:
                    return "\(app.id.label) is told that its call has gone, and its session goes on"
                default: continue
                }
            }
            return nil
        },
        Invariant(
            "began-because", "the reason of an interruption is what happened, and nobody hears of what did not", .told
        ) { passage in
            for notice in passage.step.notices {
                guard case .interruptionBegan(let reason) = notice.message else { continue }
                if let objection = objection(to: reason, told: notice.app, in: passage) { return objection }
            }
            return nil
        },
    ]

    /// Whether the phone, an alarm or Siri takes the device by the event; a call that knocks does not (R-INT-20).
    private static func takesTheDevice(_ event: Event, from state: PolicyState) -> Bool {
        switch event {
        case .call(.incoming, _): Reading.callOn(state) == nil
        case .call(.answered, let name):
            state.calls.contains {
                $0.phase == .incoming && $0.app == name.app && (name.uid == nil || $0.uid == name.uid)
            }
        case .call(.outgoing, _), .alarm(.fires, _), .siri(.began): true
        default: false
        }
    }

    private static func objection(to reason: InterruptionReason, told id: AppID, in passage: Passage) -> String? {
        let system = passage.book.system
        switch reason {
        case .appWasSuspended:
            // From iOS 10 to 15 an app hears belatedly that it was suspended; before and after it hears nothing (R-BG-6).
            return system >= .iOS(10) && system < .iOS(16) && passage.before[id]?.hearsOfSuspension == true
                ? nil : "\(id.label) hears that it was suspended"
        case .builtInMicMuted:
            return passage.event == .microphoneMuted(true) ? nil : "\(id.label) hears of a microphone that nobody muted"
        case .routeDisconnected:
            if case .accessoryDisconnected = passage.event, passage.before[id]?.prefersDisconnectInterruption == true {
                return nil
            }
            return "\(id.label) hears of a disconnect that it has not asked for"
        case .default:
            if passage.state[id].map({ Reading.isOnCall($0, in: passage.state) }) == true {
                return "\(id.label) is interrupted in its own call"
            }
            switch passage.event {
            case .microphoneMuted: return "\(id.label) is not told that the microphone is muted"
            // While it rings an output that goes may take away why the ring spared somebody.
            case .accessoryDisconnected, .accessoryConnected, .ringSwitchMoved, .screenLocked:
                return Reading.rings(passage.state) ? nil : "\(id.label) is interrupted without a reason"
            default: return nil
            }
        }
    }
}
