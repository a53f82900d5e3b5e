internal import SessionPolicy

/// The invariants of notices and refusals.
extension Invariant {
    static let notices: [Invariant] = [
        Invariant(
            "refused-unchanged", "a refused step changes and tells nothing, the busy deactivation of R-ACT-9 excepted",
            .change
        ) { passage in
            guard let refusal = passage.step.refusal else { return nil }
            if refusal.error == .isBusy && passage.book.system >= .iOS(8) { return nil }
            // R-LC-3: who was refused a start for want of priority is remembered, and nothing else.
            let isPutOff = refusal.error == .insufficientPriority || refusal.error == .siriIsRecording
            if passage.isChange && !(isPutOff && Reading.differsInWaitingAlone(passage.before, passage.state)) {
                return "refused with \(refusal.error.name), and the state changed"
            }
            return passage.step.notices.isEmpty && !passage.step.vibrates && passage.step.started.isEmpty
                ? nil : "refused with \(refusal.error.name), and something was told"
        },
        Invariant(
            "refused-waits",
            "an app that is refused a start for want of priority waits until the device is free, if it asks or from iOS 27 on",
            .step
        ) { passage in
            guard let error = passage.step.refusal?.error,
                error == .insufficientPriority || error == .siriIsRecording,
                case .app(let id, let event) = passage.event, let app = passage.before[id],
                app.wantsRecommendation || passage.book.system >= .iOS(27)
            else { return nil }
            switch event {
            case .play, .record(true), .setActive(true, _):
                return passage.state[id]?.waitsForDevice == true ? nil : "\(id.label) is refused, and waits for nothing"
            default: return nil
            }
        },
        Invariant("because", "a step at which nothing changed says which rule kept it so", .step) { passage in
            passage.step.decisions.isEmpty && !passage.isChange ? "no decision" : nil
        },
        Invariant(
            "began-ended", "every ended has its began: an app learns of the two in turn, and phases agree", .change
        ) { passage in
            guard passage.movesSessions || !passage.step.notices.isEmpty else { return nil }
            for app in passage.before.apps {
                if let objection = objection(toNoticesOf: app, in: passage) { return objection }
            }
            let stranger = passage.step.notices.first { notice in
                notice.message != .terminated && passage.state[notice.app] == nil
            }
            return stranger.map { "\($0.app.label) is told something and is not alive" }
        },
        Invariant("interrupted-is-told", "an active session that becomes interrupted is told began", .session) {
            passage in
            for app in passage.state.apps where app.session.isInterrupted {
                guard passage.before[app.id]?.session.phase == .active else { continue }
                let wasTold = passage.step.notices.contains { notice in
                    if notice.app == app.id, case .interruptionBegan = notice.message { true } else { false }
                }
                if !wasTold { return "\(app.id.label) was not told" }
            }
            return nil
        },
        Invariant(
            "life-told",
            """
            from iOS 27 on an app is told in turn that its session became active and inactive, and what it was told last is so \
            unless it is suspended; an end is told with its recommendation
            """, .change
        ) { passage in
            for app in passage.before.apps {
                if let objection = objection(toLifeOf: app, in: passage) { return objection }
            }
            return nil
        },
        Invariant("resume-flag", "ended says whether to resume in modern rules, and never in iPhone OS 3", .told) {
            passage in
            for notice in passage.step.notices {
                guard case .interruptionEnded(let shouldResume) = notice.message else { continue }
                if (shouldResume == nil) != passage.isEarly {
                    return "shouldResume is \(shouldResume.map(String.init) ?? "absent")"
                }
            }
            return nil
        },
        Invariant(
            "early-silence", "in iPhone OS 3 no hint is given, and the end of an app ends no interruption aloud",
            .told
        ) { passage in
            guard passage.isEarly else { return nil }
            for notice in passage.step.notices {
                switch notice.message {
                case .silenceSecondaryAudioHint: return "a hint is given"
                case .interruptionEnded:
                    guard case .app(let id, let event) = passage.event, event.endsApp else { continue }
                    return "\(notice.app.label) is told ended by the end of \(id.label)"
                default: continue
                }
            }
            return nil
        },
        Invariant(
            "hint",
            "from iOS 8 on the foreground app that stays active is told when other apps' primary audio starts or stops",
            .change
        ) { passage in
            guard passage.book.system >= .iOS(8), passage.step.refusal == nil, let id = passage.state.foreground,
                passage.before[id]?.session.phase == .active, passage.state[id]?.session.phase == .active
            else { return nil }
            let system = passage.book.system
            let was = primaryPlays(besides: id, in: passage.before, system, seenAs: passage.pictureBefore)
            let isNow = primaryPlays(besides: id, in: passage.state, system, seenAs: passage.picture)
            let told = passage.step.notices.compactMap { notice -> Bool? in
                guard case .silenceSecondaryAudioHint(let begins) = notice.message else { return nil }
                return begins
            }
            if was == isNow { return told.isEmpty ? nil : "a hint without a change" }
            return told == [isNow] ? nil : "the hint \(told) does not say \(isNow)"
        },
        Invariant(
            "route-told",
            """
            a route change is told once to every app that is not suspended, an accessory that came or went to one that was, \
            when it runs again, and only a route change is
            """,
            // Also where nothing changed and no app was told: one should have been.
            .step
        ) { passage in
            guard passage.step.refusal == nil else { return nil }
            let old = passage.book.routes(in: passage.before, inForce: passage.pictureBefore.route)
            let new = passage.book.routes(in: passage.state, inForce: passage.route)
            // Two kinds of change leave the ports as they are.
            var isToldAnyway = passage.before.isAsleep && !passage.state.isAsleep
            if case .routeConfigurationChanged = passage.event { isToldAnyway = true }
            for app in passage.state.apps {
                let changed = isToldAnyway || old[app.id] != new[app.id]
                let missed = passage.before[app.id]?.missedRouteChange
                let told = passage.step.notices.count {
                    if case .routeChange = $0.message { $0.app == app.id } else { false }
                }
                let expected = (changed || missed != nil) && !app.isSuspended ? 1 : 0
                if told != expected { return "\(app.id.label) is told \(told) times, not \(expected)" }
                if let objection = objection(toMissing: app, missed, in: passage, changed: changed) { return objection }
            }
            return nil
        },
        Invariant("order-told", "what apps are told comes in the documented order", .told) { passage in
            var last = 0
            var isBelated = true
            for notice in passage.step.notices {
                // What happened to a suspended app's session comes first (R-LC-2).
                if isBelated, case .becameInactive(.system(because: .default)) = notice.message,
                    passage.before[notice.app]?.isSuspended == true
                {
                    continue
                }
                isBelated = false
                let rank = rank(of: notice.message)
                if rank < last { return "\(notice.message) comes too late" }
                last = rank
            }
            return nil
        },
        Invariant("volume-told", "outputVolume is told to every active session on change, and only then", .change) {
            passage in
            guard passage.step.refusal == nil else { return nil }
            let told = passage.step.notices.compactMap { notice -> AppID? in
                if case .outputVolume = notice.message { notice.app } else { nil }
            }
            let old = passage.book.routes(in: passage.before, inForce: passage.pictureBefore.route)
            let new = passage.book.routes(in: passage.state, inForce: passage.route)
            let expected = passage.state.apps.map(\.id).filter { id in
                passage.state[id]?.session.phase == .active
                    && level(for: id, on: old, in: passage.before, passage)
                        != level(for: id, on: new, in: passage.state, passage)
            }
            return told == expected ? nil : "\(told.count) apps are told, not \(expected.count)"
        },
        Invariant("resume-needs-leave", "an app that resumes in modern rules was told that it should", .session) {
            passage in
            for app in passage.state.apps {
                guard let before = passage.before[app.id], before.session.isInterrupted, app.session.phase == .active
                else { continue }
                if case .app(app.id, _) = passage.event { continue }
                let ended = passage.step.notices.compactMap { notice -> Bool?? in
                    if notice.app == app.id, case .interruptionEnded(let flag) = notice.message {
                        .some(flag)
                    } else {
                        nil
                    }
                }
                // The system activates the session of an app whose call is on.
                if Reading.isOnCall(app, in: passage.state) { continue }
                guard let flag = ended.first else { return "\(app.id.label) resumes and was told nothing" }
                if flag == false { return "\(app.id.label) resumes though it should not" }
                if !app.resumes { return "\(app.id.label) does not resume by itself, and did" }
            }
            return nil
        },
        Invariant("paused-stays", "a paused sound goes on only by its own app's play", .change) { passage in
            for app in passage.before.apps {
                for was in app.sounds {
                    guard case .paused = was.progress,
                        case .running? = passage.state.startedSound(was.id, of: app.id)?.progress
                    else { continue }
                    if case .app(app.id, .play) = passage.event { continue }
                    return "\(app.id.label) goes on by itself"
                }
            }
            return nil
        },
        Invariant(
            "modern-ends-aloud",
            """
            in modern rules no interruption ends untold, but by the app itself or the media server; the end of its call \
            an app is told as that
            """, .session
        ) { passage in
            guard !passage.isEarly else { return nil }
            if case .mediaServices = passage.event { return nil }
            for app in passage.state.apps where app.session.phase == .inactive {
                guard let before = passage.before[app.id], before.session.isInterrupted else { continue }
                if case .app(app.id, .setActive(false, _)) = passage.event { continue }
                if app.isSuspended { continue }
                let wasTold = passage.step.notices.contains { notice in
                    switch notice.message {
                    case .interruptionEnded, .callDeactivated: notice.app == app.id
                    default: false
                    }
                }
                if !wasTold { return "\(app.id.label) is inactive and was told nothing" }
            }
            return nil
        },
        Invariant(
            "vibration", "the device vibrates at the five occasions, by the setting for the switch's position", .step
        ) { passage in
            guard passage.step.refusal == nil else { return nil }
            let setting: Setting = passage.before.ringSwitch == .ring ? .vibrateOnRing : .vibrateOnSilent
            let expected = isOccasionToVibrate(passage) && !passage.before.settingsOff.contains(SettingSet(setting))
            return passage.step.vibrates == expected ? nil : "it vibrates: \(passage.step.vibrates)"
        },
    ]

    /// The level that an app is told of: that of calls in a chat, else that of its route.
    private static func level(
        for app: AppID, on routes: MediaRoutes, in state: PolicyState, _ passage: Passage
    ) -> Double {
        let isApart = state[app].map { Reading.isApart($0, in: state, passage.book.system) } == true
        if Reading.chats(state, passage.book.system) && !isApart { return state.callVolume }
        return state.mediaLevels[routes[app].level] ?? 0.5
    }

    /// Returns what is wrong with what a suspended app has missed of the route, or is told of that when it runs again.
    private static func objection(
        toMissing app: App, _ missed: MissedRouteChange?, in passage: Passage, changed: Bool
    ) -> String? {
        guard app.isSuspended else {
            if app.missedRouteChange != nil { return "\(app.id.label) runs, and misses a change of the route" }
            guard let missed else { return nil }
            let isTold = passage.step.notices.contains {
                $0.app == app.id && $0.message == .routeChange(missed.reason, previous: missed.previous)
            }
            return isTold ? nil : "\(app.id.label) is told of another change of the route than it has missed"
        }
        var expected = missed?.reason
        switch passage.event {
        case .accessoryDisconnected where changed: expected = .oldDeviceUnavailable
        case .accessoryConnected where changed && expected == nil: expected = .newDeviceAvailable
        default: break
        }
        return app.missedRouteChange?.reason == expected ? nil : "\(app.id.label) misses another change of the route"
    }

    /// Counts what one app is told: from its phase before, by began and ended in turn, to its phase after.
    private static func objection(toNoticesOf app: App, in passage: Passage) -> String? {
        // An app that starts by itself is told no end, and Siri begins anew.
        var isOpen = app.session.isInterrupted && !Reading.startsBesideSiri(app.id, in: passage)
        for notice in passage.step.notices where notice.app == app.id {
            switch notice.message {
            case .interruptionBegan:
                if isOpen { return "\(app.id.label) is told began twice" }
                isOpen = true
            case .interruptionEnded:
                if !isOpen { return "\(app.id.label) is told ended without began" }
                isOpen = false
            default: continue
            }
        }
        let isInterrupted = passage.state[app.id]?.session.isInterrupted ?? false
        return isInterrupted && !isOpen ? "\(app.id.label) is interrupted though told ended" : nil
    }

    private static func objection(toLifeOf app: App, in passage: Passage) -> String? {
        let told = passage.step.notices.filter { $0.app == app.id }.map(\.message)
        var isActive = app.wasToldActive
        var last: Notice.Message?
        for message in told {
            switch message {
            case .becameActive:
                if isActive { return "\(app.id.label) is told twice that it became active" }
                isActive = true
            case .becameInactive:
                if !isActive { return "\(app.id.label) is told twice that it became inactive" }
                isActive = false
            case .resumptionRecommended(let should):
                if case .interruptionEnded(let flag)? = last, flag != should {
                    return "\(app.id.label) is told to resume and not to"
                }
            case .interruptionEnded: break
            default: continue
            }
            last = message
        }
        guard passage.book.system >= .iOS(27), let after = passage.state[app.id] else {
            return last.flatMap {
                switch $0 {
                case .interruptionEnded: nil
                case .resumptionRecommended(true) where app.waitsForDevice: nil
                default: "\(app.id.label) is told of its life"
                }
            }
        }
        let ends = told.filter { if case .interruptionEnded = $0 { true } else { false } }.count
        let recommendations = told.filter { if case .resumptionRecommended = $0 { true } else { false } }.count
        if recommendations < ends { return "\(app.id.label) is told an end without a recommendation" }
        if after.waitsForDevice && !passage.state.isHeld { return "\(app.id.label) waits for a device that is free" }
        if isActive != after.wasToldActive { return "\(app.id.label) was told otherwise than is kept" }
        if after.isSuspended { return nil }
        // The loss of the media server is told as before.
        let isFreed = app.waitsForDevice && !after.waitsForDevice && passage.event != .mediaServices(.lost)
        if isFreed && app.session.phase == .inactive && after.session.phase == .inactive && recommendations == 0 {
            return "\(app.id.label) was refused, and is not told that it may begin"
        }
        return isActive == (after.session.phase == .active)
            ? nil : "\(app.id.label) is \(after.session.phase.name), and told otherwise"
    }

    private static func primaryPlays(
        besides id: AppID, in state: PolicyState, _ system: SystemVersion, seenAs picture: @autoclosure () -> Picture
    ) -> Bool {
        let isApart = state[id].map { Reading.isApart($0, in: state, system) } == true
        func isPrimary(_ app: App) -> Bool {
            app.id != id && app.session.phase == .active && !Reading.mixes(app.session)
                && Reading.isApart(app, in: state, system) == isApart
        }
        // An app without a sound needs not be looked for in the picture, which may have to be computed first.
        guard state.apps.contains(where: { !$0.sounds.isEmpty && isPrimary($0) }) else { return false }
        return picture().sounds.contains { level in
            guard level.reference.kind == .sound, level.isRunning,
                let app = level.reference.app.flatMap({ state[$0] }), isPrimary(app)
            else { return false }
            // A level of 0 is no silence, a category without output is.
            switch level.unheardBy {
            case nil, .vol5, .vol8, .om1: return true
            default: return false
            }
        }
    }

    private static func rank(of message: Notice.Message) -> Int {
        switch message {
        case .soundFinished: 0
        case .terminated: 1
        case .mediaServicesWereLost, .mediaServicesWereReset: 2
        case .routeChange, .availableInputsChange: 3
        case .interruptionBegan, .interruptionEnded, .becameActive, .becameInactive, .resumptionRecommended: 4
        case .callActivated, .callDeactivated: 5
        case .silenceSecondaryAudioHint: 6
        case .outputVolume: 7
        case .inputMuteStateChange, .userIntentToUnmuteOutput, .outputMuteStateChange, .proximityStateChange: 8
        case .remoteCommand: 9
        }
    }

    private static func isOccasionToVibrate(_ passage: Passage) -> Bool {
        var isMuted: Bool { !passage.isEarly && Reading.recordsAlone(passage.before, isEarly: false) }
        switch passage.event {
        case .call(.incoming, _), .alarm(.fires, _): return true
        case .alertArrived, .app(_, .vibrate): return !isMuted
        case .app(let id, .alertSound):
            let category = passage.before[id]?.session.category
            return category != .record && category != .playAndRecord && !isMuted
        default: return false
        }
    }
}
