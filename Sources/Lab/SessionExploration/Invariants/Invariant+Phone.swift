internal import SessionPolicy

/// The invariants of the phone, alarms, Siri and a muted microphone: their effects on apps, and the notices of them.
extension Invariant {
    static let phone: [Invariant] = [
        Invariant(
            "phone-takes",
            "whatever takes the device leaves no session active but those that it has to let be", .device
        ) { passage in
            // A call that is taken up from hold takes it anew, and cuts nothing: the device was held all the while.
            let isTakenUp = if case .call(.unheld, _) = passage.event { true } else { false }
            guard passage.step.refusal == nil, isTakenUp || takesTheDevice(passage.event, from: passage.before) else {
                return nil
            }
            // Siri by AirPods interrupts no app.
            if case .siri = passage.event, passage.state.siriLowers { return nil }
            for app in passage.state.apps where app.session.phase == .active {
                guard let before = passage.before[app.id], before.session.phase == .active,
                    !Reading.isLetBe(app, by: passage.event, in: passage.state)
                else { continue }
                return "\(app.id.label)'s session stays active"
            }
            return nil
        },
        Invariant(
            "siri-alone", "while Siri listens no session is active but that of an app with a call", .state
        ) { standing in
            guard standing.state.siriListens, !standing.state.siriLowers else { return nil }
            let active = standing.state.apps.first {
                $0.session.phase == .active && !Reading.hasAcceptedCall($0, in: standing.state)
            }
            return active.map { "\($0.id.label)'s session is active" }
        },
        Invariant(
            "muted-microphone",
            """
            a muted microphone interrupts each app that records from it and has not asked to go on, says so, and interrupts \
            no other
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
            "short-sounds-cut",
            """
            a call, an alarm or Siri that takes the device cuts what the device itself was sounding; a muted microphone does \
            not
            """, .device
        ) { passage in
            let (before, state) = (passage.before, passage.state)
            guard passage.step.refusal == nil else { return nil }
            if case .microphoneMuted = passage.event {
                let isSame =
                    state.systemSound == before.systemSound && state.alert == before.alert
                    && state.keyClickEnds == before.keyClickEnds
                return isSame ? nil : "a muted microphone cuts a short sound"
            }
            // What comes on while it rings is silent already when the call is answered, and goes on being so.
            if case .call(.answered, _) = passage.event { return nil }
            guard takesTheDevice(passage.event, from: before) else { return nil }
            return state.systemSound != nil || state.alert != nil || state.keyClickEnds != nil
                ? "a short sound goes on" : nil
        },
        Invariant(
            "leave-of-the-device",
            """
            an app that waited for the device alone has leave to resume at the end; one whose call was on hold has it where \
            the call is taken up
            """, .told
        ) { passage in
            for notice in passage.step.notices {
                guard case .interruptionEnded(let isTold?) = notice.message, let app = passage.before[notice.app],
                    case .interrupted(mayResume: true) = app.session.phase,
                    app.causes.allSatisfy({ $0.app == nil }), let now = passage.state[notice.app]
                else { continue }
                let isExpected = !app.causes.contains(.hold) || Reading.isOnCall(now, in: passage.state)
                if isTold != isExpected {
                    return "\(app.id.label) is told that it may \(isTold ? "" : "not ")resume"
                }
            }
            return nil
        },
        Invariant(
            "call-told",
            "who is told that its call is on is in it and active, and who is told that it has gone is not", .step
        ) { passage in
            if case .call(.unheld, let name) = passage.event, passage.step.refusal == nil,
                let app = name.app.flatMap({ passage.state[$0] }), app.session.phase != .active,
                !passage.state.mediaServicesAreLost
            {
                return "\(app.id.label)'s call is taken up, and its session is \(app.session.phase.name)"
            }
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
            "mute-told",
            """
            an app is told of each change of its muted output and of no other, and of a wish to hear it in front and muted only
            """, .change
        ) { passage in
            for app in passage.state.apps {
                let before = passage.before[app.id]
                let told = passage.step.notices.filter { $0.app == app.id }.map(\.message)
                let changes = told.filter { $0 == .outputMuteStateChange(app.session.outputIsMuted) }.count
                let isReset = passage.event == .mediaServices(.reset)
                let isChanged = (before?.session.outputIsMuted ?? false) != app.session.outputIsMuted && !isReset
                if changes != (isChanged ? 1 : 0) || told.contains(.outputMuteStateChange(!app.session.outputIsMuted)) {
                    return "\(app.id.label) is told \(changes) times that its output is muted or not"
                }
                guard told.contains(.userIntentToUnmuteOutput) else { continue }
                if before?.session.outputIsMuted != true || passage.before.foreground != app.id {
                    return "\(app.id.label) is told of a wish to hear it"
                }
                if app.session.mode == .shortFormVideo && app.session.outputIsMuted {
                    return "\(app.id.label) stays muted in spite of the wish"
                }
            }
            return nil
        },
        Invariant(
            "inputs-told",
            "from iOS 26 on a microphone that comes is told to who may use it, and takes preferences back", .device
        ) { passage in
            let isKnown = passage.book.system >= .iOS(26)
            let told = passage.step.notices.filter { $0.message == .availableInputsChange }.map(\.app)
            guard case .accessoryConnected(let accessory) = passage.event, isKnown, passage.step.refusal == nil,
                accessory.input != nil
            else {
                if case .accessoryDisconnected = passage.event, isKnown { return nil }
                return told.first.map { "\($0.label) is told of other microphones" }
            }
            if let app = passage.state.apps.first(where: { $0.session.preferredInput != nil }) {
                return "\(app.id.label) keeps its preferred input"
            }
            let isFirst = !passage.before.gestures.contains { gesture in
                if case .accessory(let other) = gesture { other.input == accessory.input } else { false }
            }
            guard isFirst, accessory.kind == .headset || accessory.kind == .usbAudio else { return nil }
            let untold = passage.state.apps.first { app in
                !app.isSuspended && Reading.hasInput(app.session.category) != told.contains(app.id)
            }
            return untold.map { "\($0.id.label) is \(told.contains($0.id) ? "" : "not ")told" }
        },
        Invariant(
            "ear-told",
            "an app is told that the phone is at an ear or not where that changes, in front and unlocked only; nothing else changes",
            .step
        ) { passage in
            let told = passage.step.notices.filter {
                if case .proximityStateChange = $0.message { true } else { false }
            }
            guard case .proximityChanged(let proximity) = passage.event else {
                return told.first.map { "\($0.app.label) is told of an ear" }
            }
            if passage.state.apps != passage.before.apps { return "an app changed" }
            let isChanged = passage.before.isAtEar != passage.state.isAtEar && !passage.state.isLocked
            let expected = isChanged ? passage.state.foreground.flatMap { passage.state[$0]?.id } : nil
            guard told.map(\.app) == (expected.map { [$0] } ?? []) else { return "\(told.count) apps are told" }
            return told.allSatisfy { $0.message == .proximityStateChange(proximity) } ? nil : "what is told is not so"
        },
        Invariant(
            "siri-in-headphones",
            "Siri by AirPods interrupts no app and tells none, and while she reads a message aloud only spoken audio waits for her",
            .device
        ) { passage in
            if case .siri(.began, by: .airPods) = passage.event, passage.state.siriLowers {
                let isTold = passage.step.notices.contains { notice in
                    if case .interruptionBegan = notice.message { true } else { false }
                }
                if isTold { return "an app is interrupted by Siri in AirPods" }
            }
            guard case .messageAnnounced = passage.event, passage.step.refusal == nil else { return nil }
            for app in passage.before.apps where app.session.phase == .active {
                let isInterrupted = passage.state[app.id]?.session.isInterrupted == true
                if isInterrupted != (app.session.mode == .spokenAudio) {
                    return "\(app.id.label) is \(isInterrupted ? "" : "not ")interrupted"
                }
            }
            return nil
        },
        Invariant(
            "began-because", "the reason of an interruption is what happened, and no app hears of what did not", .told
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
        case .call(.outgoing, _), .alarm(.fires, _): true
        case .siri(.began, _): !state.siriListens
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
            return passage.state.microphoneIsMuted ? nil : "\(id.label) hears of a microphone that is not muted"
        case .routeDisconnected:
            if case .accessoryDisconnected = passage.event, let app = passage.before[id],
                Reading.yieldsToDisconnect(app, in: passage.before, system)
            {
                return nil
            }
            return "\(id.label) hears of a disconnect that does not concern it"
        case .default:
            if passage.state[id].map({ Reading.isOnCall($0, in: passage.state) }) == true {
                return "\(id.label) is interrupted in its own call"
            }
            switch passage.event {
            case .microphoneMuted: return "\(id.label) is not told that the microphone is muted"
            // An output that goes may take away the reason for which a call spared an app.
            case .accessoryDisconnected, .accessoryConnected, .ringSwitchMoved, .screenLocked:
                if passage.state[id].map({ isBroughtTogether($0, in: passage) }) == true { return nil }
                return passage.state.calls.isEmpty ? "\(id.label) is interrupted without a reason" : nil
            default: return nil
            }
        }
    }
}
