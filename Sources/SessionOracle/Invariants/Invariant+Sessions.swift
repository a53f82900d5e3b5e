internal import SessionPolicy

/// Where sessions stand, and what nobody leaves behind.
extension Invariant {
    static let sessions: [Invariant] = [
        Invariant("one-soloist", "two sessions that do not mix are never active together", .state) { passage in
            var soloist: AppID?
            for app in passage.state.apps where app.session.phase == .active && !Reading.mixes(app.session) {
                if let soloist { return "\(soloist.label) and \(app.id.label) are both active and neither mixes" }
                soloist = app.id
            }
            return nil
        },
        Invariant(
            "causes-alive",
            """
            an interrupted session has causes, and every cause still holds: its app lives, and in modern rules its session \
            is not inactive (in iPhone OS 3 others come back by its own step only)
            """, .state
        ) { passage in
            let state = passage.state
            for app in state.apps where !app.session.isInterrupted && !state.causes(of: app.id).isEmpty {
                return "\(app.id.label) waits for somebody and is not interrupted"
            }
            for app in state.apps where app.session.isInterrupted {
                let causes = state.causes(of: app.id)
                if causes.isEmpty { return "\(app.id.label) is interrupted by nobody" }
                for cause in causes {
                    switch cause {
                    case .hold where !state.calls.contains { $0.app == app.id && $0.phase == .held }:
                        return "\(app.id.label) waits for a call of its own that is not on hold"
                    case .microphone where !state.microphoneIsMuted:
                        return "\(app.id.label) waits for a microphone that is not muted"
                    case .call where state.calls.isEmpty: return "\(app.id.label) waits for a call that is over"
                    case .siri where !state.siriListens: return "\(app.id.label) waits for Siri, who is done"
                    case .alarm where !state.alarmFires: return "\(app.id.label) waits for an alarm that is over"
                    case .app(let other), .spoken(let other):
                        guard let phase = state[other]?.session.phase, passage.isEarly || phase != .inactive else {
                            return "\(app.id.label) waits for \(other.label), whose session is not active"
                        }
                        if other == app.id { return "\(app.id.label) waits for itself" }
                    default: continue
                    }
                }
            }
            return nil
        },
        Invariant("somebody-can-end-it", "no circle of sessions waits for itself", .state) { passage in
            for app in passage.state.apps where app.session.isInterrupted {
                var seen: [AppID] = [app.id]
                var next = passage.state.causes(of: app.id)
                while let cause = next.popLast() {
                    guard case .app(let other) = cause else { continue }
                    if other == app.id { return "\(app.id.label) waits for somebody who waits for it" }
                    guard !seen.contains(other) else { continue }
                    seen.append(other)
                    next += passage.state.causes(of: other)
                }
            }
            return nil
        },
        Invariant("activation-order", "the order of activation lists every session that is not inactive, once", .state)
        { passage in
            let order = passage.state.activationOrder
            for id in order where passage.state[id].map({ $0.session.phase == .inactive }) ?? true {
                return "\(id.label) stands in the order of activation and is inactive or gone"
            }
            for app in passage.state.apps where app.session.phase != .inactive {
                let places = order.count { $0 == app.id }
                if places != 1 { return "\(app.id.label) stands \(places) times in the order of activation" }
            }
            return nil
        },
        Invariant(
            "sound-by-phase",
            "sounds and recordings run in active sessions only and are halted in interrupted ones only", .state
        ) { passage in
            for sound in passage.state.sounds {
                guard let session = passage.state[sound.app]?.session else {
                    return "\(sound.app.label) has a sound and is not alive"
                }
                switch sound.progress {
                case .running where session.phase != .active:
                    return "\(sound.app.label) plays while its session is \(session.phase.name)"
                case .halted where !session.isInterrupted:
                    return "\(sound.app.label) has a halted sound while its session is \(session.phase.name)"
                default: continue
                }
            }
            for app in passage.state.apps {
                if app.recording == .running && app.session.phase != .active {
                    return "\(app.id.label) records while its session is \(app.session.phase.name)"
                }
                if app.recording == .halted && !app.session.isInterrupted {
                    return "\(app.id.label) has a halted recording while its session is \(app.session.phase.name)"
                }
            }
            return nil
        },
        Invariant("recording-needs-input", "whoever records has a category with input", .state) { passage in
            let app = passage.state.apps.first { $0.recording == .running && !Reading.hasInput($0.session.category) }
            return app.map { "\($0.id.label) records in \($0.session.category.name)" }
        },
        Invariant("input-listed", "inputs are listed while a session with input is active, and only then", .state) {
            passage in
            let wants = passage.state.apps.contains {
                $0.session.phase == .active && Reading.hasInput($0.session.category)
            }
            return passage.picture.route.inputs.isEmpty == wants ? "inputs are \(wants ? "missing" : "listed")" : nil
        },
        Invariant("nothing-left-behind", "an app that has ended is nowhere any more", .state) { passage in
            let state = passage.state
            func isGone(_ id: AppID?) -> Bool { id.map { state[$0] == nil } ?? false }
            if isGone(state.foreground) { return "the foreground app has ended" }
            if isGone(state.systemSound?.app) { return "a system sound of an ended app sounds" }
            if let id = state.endedApps.first(where: { state[$0] != nil }) { return "\(id.label) has ended and lives" }
            return nil
        },
        Invariant("end-is-end", "after quit, crash or termination the app is not alive", .change) { passage in
            for notice in passage.step.notices where notice.message == .terminated && passage.state[notice.app] != nil {
                return "\(notice.app.label) was terminated and lives"
            }
            guard case .app(let id, let event) = passage.event, event == .quit || event == .crashed else { return nil }
            return passage.state[id] == nil ? nil : "\(id.label) lives on"
        },
        Invariant("suspended-is-inactive", "a suspended app has no session and no sound", .state) { passage in
            let app = passage.state.apps.first {
                $0.session.phase != .inactive && Reading.isSuspended($0, in: passage.state, isEarly: passage.isEarly)
            }
            return app.map { "\($0.id.label) is suspended and its session is \($0.session.phase.name)" }
        },
        Invariant("one-third-party", "in iPhone OS 3 a third-party app lives in the foreground only", .state) {
            passage in
            guard passage.isEarly else { return nil }
            let stray = passage.state.apps.first { $0.kind == .app && $0.id != passage.state.foreground }
            return stray.map { "\($0.id.label) lives in the background" }
        },
        Invariant(
            "spoken-yields", "from iOS 9 on spoken audio is interrupted by an activation that asks for it", .change
        ) { passage in
            guard passage.book.system >= .iOS(9), case .app(let id, _) = passage.event,
                let session = passage.state[id]?.session, session.phase == .active,
                passage.before[id]?.session.phase != .active,
                session.options.contains(.interruptSpokenAudio), Reading.mixes(session)
            else { return nil }
            let speaker = passage.state.apps.first {
                $0.id != id && $0.session.phase == .active && $0.session.mode == .spokenAudio
            }
            return speaker.map { "\($0.id.label) speaks on" }
        },
        Invariant(
            "resumes-as-by-hand", "what an app comes to by resuming it could have come to by its own step", .change
        ) { passage in
            for app in passage.state.apps where app.session.phase == .active {
                guard passage.before[app.id]?.session.isInterrupted == true else { continue }
                if let objection = objection(toResuming: app, in: passage) { return objection }
            }
            return nil
        },
        Invariant("phases-have-reasons", "a session changes its phase only by a step that can do that", .change) {
            passage in
            for app in passage.state.apps {
                guard let before = passage.before[app.id] else { continue }
                if let objection = objection(toPassageOf: before, to: app, in: passage) { return objection }
            }
            return nil
        },
    ]

    private static func objection(toResuming app: App, in passage: Passage) -> String? {
        let runs = passage.state.sounds.contains {
            if $0.app == app.id, case .running = $0.progress { true } else { false }
        }
        // Its own step may do what resuming may not: it has been judged where it was taken.
        if case .app(app.id, _) = passage.event { return nil }
        if Reading.isOnCall(app, in: passage.state) { return nil }
        if runs && !Reading.hasOutput(app.session.category) { return "\(app.id.label) resumes to play without output" }
        guard !passage.isEarly, app.kind == .app, passage.state.foreground != app.id else { return nil }
        if app.recording == .running { return "\(app.id.label) resumes its recording in the background" }
        if app.wasNeverInFront { return "\(app.id.label) resumes and was never in front" }
        let mayInterrupt =
            Reading.hasOutput(app.session.category)
            && ((app.isNowPlaying && passage.state.nowPlaying == app.id) || app.hasLeave)
        return Reading.mixes(app.session) || mayInterrupt
            ? nil : "\(app.id.label) may not interrupt others, and resumes"
    }

    private static func objection(toPassageOf before: App, to app: App, in passage: Passage) -> String? {
        switch (before.session.phase, app.session.phase) {
        case (.inactive, .interrupted): return "\(app.id.label) is interrupted without having been active"
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
            switch passage.event {
            case .call, .alarm, .siri, .microphoneMuted: return nil
            case .app(let other, _) where other != app.id:
                return Reading.mixes(app.session) ? spokenObjection(app, in: passage.state) : nil
            default: return "\(app.id.label) was interrupted by nothing"
            }
        default: return nil
        }
    }

    /// A session that mixes is interrupted by another app only as spoken audio.
    private static func spokenObjection(_ app: App, in state: PolicyState) -> String? {
        for case .app(let other) in state.causes(of: app.id) {
            return "\(app.id.label) mixes and was interrupted by \(other.label)"
        }
        return nil
    }
}
