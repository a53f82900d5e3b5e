internal import SessionPolicy

/// The invariants of sessions and of the causes that they leave behind.
extension Invariant {
    static let sessions: [Invariant] = [
        Invariant(
            "one-soloist",
            """
            two sessions that do not mix are never active together, but from iOS 13 on one that is long-form and on AirPlay is
            active beside one that is not
            """, .state
        ) { standing in
            var soloists: (AppID?, apart: AppID?)
            for app in standing.state.apps where app.session.phase == .active && !Reading.mixes(app.session) {
                let isApart = Reading.isApart(app, in: standing.state, standing.book.system)
                if let soloist = isApart ? soloists.apart : soloists.0 {
                    return "\(soloist.label) and \(app.id.label) are both active and neither mixes"
                }
                if isApart { soloists.apart = app.id } else { soloists.0 = app.id }
            }
            return nil
        },
        Invariant(
            "causes-alive",
            """
            an interrupted session has causes, and every cause still holds: its app lives, and in modern rules its session \
            is not inactive (in iPhone OS 3 others come back by its own step only)
            """, .state
        ) { standing in
            for app in standing.state.apps {
                if app.session.isInterrupted && app.causes.isEmpty {
                    return "\(app.id.label) is interrupted, and nothing interrupts it"
                }
                if !app.session.isInterrupted && !app.causes.isEmpty {
                    return "\(app.id.label) waits for an end and is not interrupted"
                }
                for cause in app.causes {
                    let reason = whyNot(cause, of: app, in: standing.state, isEarly: standing.isEarly)
                    if let reason { return "\(app.id.label) waits for \(reason)" }
                }
            }
            return nil
        },
        Invariant("somebody-can-end-it", "no circle of sessions waits for itself", .state) { standing in
            for app in standing.state.apps where app.session.isInterrupted {
                var seen: [AppID] = []
                var next = app.causes
                while let cause = next.popLast() {
                    guard case .app(let other) = cause else { continue }
                    if other == app.id { return "\(app.id.label) waits for a session that waits for it" }
                    guard !seen.contains(other) else { continue }
                    seen.append(other)
                    next += standing.state[other]?.causes ?? []
                }
            }
            return nil
        },
        Invariant("activation-order", "the order of activation lists every session that is not inactive, once", .state)
        { standing in
            for app in standing.state.apps {
                let times = standing.state.activationOrder.count { $0 == app.id }
                let expected = app.session.phase == .inactive ? 0 : 1
                if times != expected { return "\(app.id.label) stands \(times) times in the order of activation" }
            }
            return nil
        },
        Invariant(
            "one-option", "an app that sets one option of its category, or takes it back, keeps the others", .step
        ) { passage in
            guard case .app(let id, .setOption(let option, let isSet)) = passage.event, passage.step.refusal == nil,
                let before = passage.before[id]?.session, let after = passage.state[id]?.session
            else { return nil }
            guard after.options.isSuperset(of: option) == isSet || option == .mixWithOthers else {
                return "\(id.label) is \(isSet ? "without" : "left with") the option"
            }
            // Mixing is shown where it is implied, too: what counts is whether it was asked for.
            let named = CategoryOptions.named.map(\.option)
            let others = named.filter { $0.isDisjoint(with: option.union(.mixWithOthers)) }
            if let lost = others.first(where: { before.options.contains($0) != after.options.contains($0) }) {
                return "another option of \(id.label) has changed: \(lost.names)"
            }
            let mixes = option.contains(.mixWithOthers) ? isSet : before.mixesByItself
            return after.mixesByItself == mixes ? nil : "\(id.label)'s mixing has changed with another option"
        },
        Invariant(
            "sound-by-phase",
            "sounds and recordings run in active sessions only and are halted in interrupted ones only", .state
        ) { standing in
            for app in standing.state.apps {
                for sound in app.sounds {
                    switch sound.progress {
                    case .running where app.session.phase != .active:
                        return "\(app.id.label) plays while its session is \(app.session.phase.name)"
                    case .halted where !app.session.isInterrupted:
                        return "\(app.id.label) has a halted sound while its session is \(app.session.phase.name)"
                    default: continue
                    }
                }
            }
            for app in standing.state.apps {
                if app.recording == .running && app.session.phase != .active {
                    return "\(app.id.label) records while its session is \(app.session.phase.name)"
                }
                if app.recording == .halted && !app.session.isInterrupted {
                    return "\(app.id.label) has a halted recording while its session is \(app.session.phase.name)"
                }
            }
            return nil
        },
        Invariant("recording-needs-input", "an app that records has a category with input", .state) { standing in
            let app = standing.state.apps.first { $0.recording == .running && !Reading.hasInput($0.session.category) }
            return app.map { "\($0.id.label) records in \($0.session.category.name)" }
        },
        Invariant("input-listed", "inputs are listed while a session with input is active, and only then", .state) {
            standing in
            let wants = standing.state.apps.contains {
                $0.session.phase == .active && Reading.hasInput($0.session.category)
            }
            return standing.picture.route.inputs.isEmpty == wants ? "inputs are \(wants ? "missing" : "listed")" : nil
        },
        Invariant("nothing-left-behind", "an app that has ended is nowhere any more", .state) { standing in
            func isGone(_ id: AppID?) -> Bool { id.map { standing.state[$0] == nil } ?? false }
            if isGone(standing.state.foreground) { return "the foreground app has ended" }
            if isGone(standing.state.systemSound?.app) { return "a system sound of an ended app sounds" }
            if standing.state.activationOrder.contains(where: isGone) {
                return "an ended app stands in the order of activation"
            }
            let undead = standing.state.apps.first { standing.state.endedApps.contains($0.id) }
            return undead.map { "\($0.id.label) has ended and lives" }
        },
        Invariant("end-is-end", "after quit, crash or termination the app is not alive", .step) { passage in
            for notice in passage.step.notices {
                guard case .terminated = notice.message, passage.state[notice.app] != nil else { continue }
                return "\(notice.app.label) was terminated and lives"
            }
            guard case .app(let id, let event) = passage.event, event.endsApp else { return nil }
            return passage.state[id] == nil ? nil : "\(id.label) lives on"
        },
        Invariant("suspended-is-inactive", "a suspended app has no session and no sound", .state) { standing in
            let app = standing.state.apps.first { $0.session.phase != .inactive && $0.isSuspended }
            return app.map { "\($0.id.label) is suspended and its session is \($0.session.phase.name)" }
        },
        Invariant(
            "suspended-has-reason",
            """
            an app is suspended, or is about to be, if it may not sound in the background, or does not though it may, and no \
            other app is; an idle one only after a while
            """, .change
        ) { passage in
            guard passage.isChange else { return nil }
            for app in passage.state.apps {
                let ends = Reading.lacksRight(app, in: passage.state, isEarly: passage.isEarly)
                let rests = Reading.isIdle(app, in: passage.state, isEarly: passage.isEarly)
                if app.isSuspended && app.suspendsAt != nil { return "\(app.id.label) is suspended, and is to be" }
                if (app.isSuspended || app.suspendsAt != nil) != (ends || rests) {
                    return "\(app.id.label) \(ends || rests ? "has no" : "has a") reason to run"
                }
                if ends && app.suspensionDelay == nil && !app.isSuspended {
                    return "\(app.id.label) may not sound in the background, and runs there"
                }
                guard let before = passage.before[app.id], app.isSuspended, !before.isSuspended, !ends else { continue }
                if before.suspendsAt == nil && app.suspensionDelay != .zero {
                    return "\(app.id.label) is suspended without delay"
                }
            }
            return nil
        },
        Invariant(
            "suspended-sleeps",
            """
            a suspended app is told nothing, but that a system sound of its own has ended, a command of the person, and what \
            it asks for
            """, .told
        ) { passage in
            for notice in passage.step.notices {
                guard passage.before[notice.app]?.isSuspended == true, passage.state[notice.app]?.isSuspended == true
                else { continue }
                if case .soundFinished = notice.message { continue }
                if case .remoteCommand = notice.message { continue }
                if case .app(notice.app, _) = passage.event { continue }
                return "\(notice.app.label) is suspended, and told \(notice.message)"
            }
            return nil
        },
        Invariant("one-third-party", "in iPhone OS 3 a third-party app lives in the foreground only", .state) {
            standing in
            guard standing.isEarly else { return nil }
            let stray = standing.state.apps.first { $0.kind == .app && $0.id != standing.state.foreground }
            return stray.map { "\($0.id.label) lives in the background" }
        },
        Invariant(
            "spoken-yields", "from iOS 9 on spoken audio is interrupted by an activation that asks for it", .session
        ) { passage in
            guard passage.book.system >= .iOS(9), case .app(let id, _) = passage.event,
                let session = passage.state[id]?.session, session.phase == .active,
                passage.before[id]?.session.phase != .active,
                Reading.interruptsSpokenAudio(session)
            else { return nil }
            let speaker = passage.state.apps.first {
                $0.id != id && $0.session.phase == .active && $0.session.mode == .spokenAudio
            }
            return speaker.map { "\($0.id.label) speaks on" }
        },
        Invariant(
            "resumes-as-by-hand", "what an app comes to by resuming it could have come to by its own step", .session
        ) { passage in
            for app in passage.state.apps where app.session.phase == .active {
                guard passage.before[app.id]?.session.isInterrupted == true else { continue }
                if let objection = objection(toResuming: app, in: passage) { return objection }
            }
            return nil
        },
        Invariant("phases-have-reasons", "a session changes its phase only by a step that can do that", .session) {
            passage in
            for app in passage.state.apps {
                guard let before = passage.before[app.id] else { continue }
                if let objection = objection(toPassageOf: before, to: app, in: passage) { return objection }
            }
            return nil
        },
    ]

    /// Returns the reason for which a cause that a session waits for does not hold any more; nil for one that does.
    private static func whyNot(_ cause: Cause, of app: App, in state: PolicyState, isEarly: Bool) -> String? {
        switch cause {
        case .hold:
            return state.calls.contains { $0.app == app.id && $0.phase == .held }
                ? nil : "a call of its own that is not on hold"
        case .microphone: return state.microphoneIsMuted ? nil : "a microphone that is not muted"
        case .call: return state.calls.isEmpty ? "a call that is over" : nil
        case .siri: return state.siriListens && !state.siriLowers ? nil : "Siri, who is done"
        case .announcement: return state.announcementEnds != nil ? nil : "a message that has been read"
        case .alarm: return state.alarms.isEmpty ? "an alarm that is over" : nil
        case .app(app.id), .spoken(app.id): return "itself"
        case .app(let other), .spoken(let other):
            guard let phase = state[other]?.session.phase, isEarly || phase != .inactive else {
                return "\(other.label), whose session is not active"
            }
            return nil
        }
    }

    private static func objection(toResuming app: App, in passage: Passage) -> String? {
        // Its own step may do what resuming may not: it has been judged where it was taken.
        if case .app(app.id, _) = passage.event { return nil }
        if Reading.isOnCall(app, in: passage.state) { return nil }
        if Reading.plays(app, in: passage.state) && !Reading.hasOutput(app.session.category) {
            return "\(app.id.label) resumes to play without output"
        }
        guard !passage.isEarly, app.kind == .app, passage.state.foreground != app.id else { return nil }
        if app.recording == .running { return "\(app.id.label) resumes its recording in the background" }
        if app.wasNeverInFront { return "\(app.id.label) resumes and was never in front" }
        return Reading.mixes(app.session) || Reading.mayInterrupt(app, as: app.session.category, in: passage.state)
            ? nil : "\(app.id.label) may not interrupt others, and resumes"
    }

    private static func objection(toPassageOf before: App, to app: App, in passage: Passage) -> String? {
        switch (before.session.phase, app.session.phase) {
        case (.inactive, .interrupted):
            return Reading.startsBesideSiri(app.id, in: passage) && app.causes == [.siri]
                ? nil : "\(app.id.label) is interrupted without having been active"
        case (.inactive, .active):
            if case .app(app.id, let event) = passage.event {
                switch event {
                case .setActive(true, _), .play, .record(true): return nil
                default: break
                }
            }
            if case .call = passage.event, Reading.isOnCall(app, in: passage.state) { return nil }
            return "\(app.id.label) became active without asking"
        case (.active, .interrupted):
            if isSparedNoLonger(before, app, in: passage) { return nil }
            if isBroughtTogether(app, in: passage) { return otherObjection(app, in: passage) }
            switch passage.event {
            case .call, .alarm, .siri: return callObjection(before, app, in: passage)
            case .microphoneMuted, .messageAnnounced: return nil
            case .app(let other, _) where other != app.id:
                return Reading.isOnCall(app, in: passage.state)
                    ? "\(app.id.label) is interrupted in its own call" : otherObjection(app, in: passage)
            default:
                return isUnmutedOver(app, in: passage)
                    ? otherObjection(app, in: passage) : "\(app.id.label) was interrupted by nothing"
            }
        case (.active, .inactive): return endObjection(before, app, in: passage)
        default: return nil
        }
    }

    /// Whether a long-form session has left its AirPlay route by the step, and one of the two interrupts the other (R-INT-14).
    static func isBroughtTogether(_ app: App, in passage: Passage) -> Bool {
        app.causes.contains { cause in
            guard let other = cause.app else { return false }
            return Reading.leavesAirPlay(app.id, in: passage) || Reading.leavesAirPlay(other, in: passage)
        }
    }

    /// Whether the step has unmuted an app that has interrupted this one, as a press of a volume button does (R-SFV-2).
    private static func isUnmutedOver(_ app: App, in passage: Passage) -> Bool {
        app.causes.contains { cause in
            guard case .app(let other) = cause else { return false }
            return passage.before[other]?.session.outputIsMuted == true
                && passage.state[other]?.session.outputIsMuted == false
        }
    }

    /// Whether a ring, a call or a muted microphone goes on, and what it let the session be for has gone by the step
    /// (R-INT-7, R-INT-14, R-INT-21).
    private static func isSparedNoLonger(_ before: App, _ app: App, in passage: Passage) -> Bool {
        let (old, new) = (passage.before, passage.state)
        let oldOutputs = Reading.airPlay(for: before.session.policy, in: old)
        let newOutputs = Reading.airPlay(for: app.session.policy, in: new)
        if Reading.ringsAloud(old), Reading.ringsAloud(new), Reading.isSpared(before, on: oldOutputs, in: old),
            !Reading.isSpared(app, on: newOutputs, in: new)
        {
            return true
        }
        func isOn(_ state: PolicyState) -> Bool { state.calls.contains { $0.phase != .incoming } }
        func isSpared(_ app: App, on outputs: PortSet) -> Bool {
            Reading.isLongForm(app) && outputs.contains(.airPlay)
        }
        if isOn(old), isOn(new), isSpared(before, on: oldOutputs), !isSpared(app, on: newOutputs) { return true }
        if old.announcementEnds != nil, new.announcementEnds != nil, before.session.mode != .spokenAudio,
            app.session.mode == .spokenAudio
        {
            return true
        }
        return old.microphoneIsMuted && new.microphoneIsMuted && app.causes == [.microphone]
            && app.recording == .halted && !Reading.goesOnMuted(app.session)
    }

    /// Returns what is wrong with an interruption of an app by the phone, an alarm or Siri: its call is on, or a ring
    /// or a call spares it (R-INT-7, R-INT-14, R-INT-17).
    private static func callObjection(_ before: App, _ app: App, in passage: Passage) -> String? {
        if Reading.isOnCall(app, in: passage.state) { return "\(app.id.label) is interrupted in its own call" }
        let outputs = Reading.airPlay(for: before.session.policy, in: passage.before)
        guard case .call(let phase, _) = passage.event, !Reading.hasCall(app, in: passage.before) else { return nil }
        let isAlone = passage.before.apps.count { $0.session.phase == .active } == 1
        let takes = phase == .incoming || phase == .answered || phase == .outgoing
        if takes && isAlone && Reading.isLongForm(before) && outputs.contains(.airPlay) {
            return "\(app.id.label) plays long-form audio on AirPlay and is interrupted"
        }
        return phase == .incoming && Reading.isSpared(before, on: [], in: passage.before)
            ? "\(app.id.label) is spared by the ring and is interrupted" : nil
    }

    /// Another app interrupts where neither mixes, and where it asks for spoken audio (R-ACT-5, R-SP-1).
    private static func otherObjection(_ app: App, in passage: Passage) -> String? {
        let system = passage.book.system
        for cause in app.causes {
            if let other = cause.app.flatMap({ passage.state[$0] }),
                Reading.playsApart(app.session.policy, in: passage.state, system)
                    != Reading.playsApart(other.session.policy, in: passage.state, system)
            {
                return "\(app.id.label) and \(other.id.label) are on two routes, and one interrupts the other"
            }
            switch cause {
            case .app(let other):
                if Reading.mixes(app.session) { return "\(app.id.label) mixes and was interrupted by \(other.label)" }
                if passage.state[other].map({ Reading.mixes($0.session) }) == true {
                    return "\(other.label) mixes and has interrupted \(app.id.label)"
                }
            case .spoken(let other):
                if passage.state[other].map({ Reading.interruptsSpokenAudio($0.session) }) != true {
                    return "\(other.label) interrupts spoken audio and has not asked for it"
                }
                if app.session.mode != .spokenAudio || passage.book.system < .iOS(9) {
                    return "\(app.id.label) does not speak and was interrupted by a prompt"
                }
            default: return "\(app.id.label) was interrupted by another app and waits for the device"
            }
        }
        return nil
    }

    /// A session ends by its app, by the end of its call, by suspension, with the media server or with its output, if it is Now
    /// Playing; nothing else ends one that was active.
    private static func endObjection(_ before: App, _ app: App, in passage: Passage) -> String? {
        switch passage.event {
        case .app(app.id, .setActive(false, _)), .mediaServices, .call: return nil
        case .accessoryDisconnected
        where Reading.yieldsToDisconnect(before, in: passage.before, passage.book.system):
            return nil
        default: break
        }
        return app.isSuspended
            ? nil : "\(app.id.label)'s session ended without a reason"
    }
}
