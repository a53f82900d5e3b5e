import SessionPolicy

extension ReferenceModel {
    /// Makes a session active, which ends its own interruption without a word and may interrupt others.
    ///
    /// Halted sounds are left as they are: the caller decides about them.
    mutating func activate(_ id: AppID) {
        guard let index = index(of: id) else { return }
        apps[index].phase = .active
        apps[index].isPutOff = false
        tellOfActivation(index)
        apps[index].causes = []
        activationOrder.removeAll { $0 == id }
        activationOrder.append(id)
        // Another app has started: the leave of all others ends.
        if !mixes(apps[index]) {
            for other in apps.indices where other != index { apps[other].mayResumeInBackground = false }
        }
        takeFloor(id)
    }

    /// An active session interrupts those that cannot sound beside it (R-ACT-3, R-SP-1).
    mutating func takeFloor(_ id: AppID) {
        guard let index = index(of: id) else { return }
        let app = apps[index]
        for other in apps where other.id != id { contend(app, against: other) }
    }

    /// One session interrupts another that cannot sound beside it; on two sides of an AirPlay route all can (R-INT-14).
    private mutating func contend(_ app: LiveApp, against other: LiveApp) {
        if isOnCall(other) || (ownAirPlay(app) == nil) != (ownAirPlay(other) == nil) { return }
        if !mixes(app) && !mixes(other) { interrupt(other.id, by: .app(app.id)) }
        if interruptsSpokenAudio(app) && other.mode == .spokenAudio { interrupt(other.id, by: .spoken(app.id)) }
    }

    /// Long-form sessions that have left their AirPlay route meet the others: who was activated last stays, unless it is
    /// the one that came and it is silent.
    mutating func bringTogether(since before: ReferenceModel) {
        for id in apps.map(\.id) {
            guard let app = apps.first(where: { $0.id == id }), app.phase == .active, !isApart(app),
                let old = before.apps.first(where: { $0.id == id }), before.isApart(old),
                let place = activationOrder.firstIndex(of: id)
            else { continue }
            for (otherPlace, otherID) in activationOrder.enumerated() where otherPlace != place && isActive(otherID) {
                guard let other = apps.first(where: { $0.id == otherID }) else { continue }
                if isBusy(app) && place > otherPlace {
                    contend(app, against: other)
                } else if isActive(id) {
                    contend(other, against: app)
                }
            }
        }
    }

    /// An active session is interrupted; to an interrupted one the cause is added; an inactive one is left alone.
    mutating func interrupt(_ id: AppID, by cause: Cause) {
        guard let index = index(of: id) else { return }
        switch apps[index].phase {
        case .inactive: return
        case .interrupted:
            if !apps[index].causes.contains(cause) { apps[index].causes.append(cause) }
        case .active:
            apps[index].phase = .interrupted
            apps[index].causes = [cause]
            apps[index].mayResume = true
            apps[index].overridesToSpeaker = false
            if apps[index].recording == .running { apps[index].recording = .halted }
            for place in apps[index].sounds.indices where apps[index].sounds[place].status == .running {
                apps[index].sounds[place].status = .halted
                apps[index].sounds[place].remaining = apps[index].sounds[place].ends.map { $0 - now }
                apps[index].sounds[place].ends = nil
            }
            let reason = cause == .microphone ? InterruptionReason.builtInMicMuted : .default
            tell(id, .interruptionBegan(because: reason))
            tellOfDeactivation(index, .system(because: reason))
        }
    }

    /// Takes causes away: an app that no other cause holds down is told that its interruption is over, and may resume.
    ///
    /// - Parameter only: The one app from which they are taken; nil for all.
    mutating func floorIsFree(of causes: [Cause], only: AppID? = nil, mayResume: Bool) {
        var only = only
        var leaving = causes
        var leftWithLeave = mayResume
        var ended: [AppID] = []
        while !leaving.isEmpty {
            for index in apps.indices where apps[index].phase == .interrupted {
                if let only, only != apps[index].id { continue }
                if !apps[index].causes.contains(where: { leaving.contains($0) }) { continue }
                apps[index].causes.removeAll { leaving.contains($0) }
                if !leftWithLeave { apps[index].mayResume = false }
            }
            leaving = []
            only = nil
            leftWithLeave = false
            for index in apps.indices where apps[index].phase == .interrupted && apps[index].causes.isEmpty {
                apps[index].phase = .inactive
                ended.append(apps[index].id)
                if resumes(apps[index]) { continue }
                // It is inactive now, so the apps that it had interrupted are freed in turn, in `modern`.
                if book != .iPhoneOS3 { leaving += [.app(apps[index].id), .spoken(apps[index].id)] }
            }
        }
        let order = activationOrder.filter { ended.contains($0) }
        for id in order.reversed() {
            let app = apps.first { $0.id == id }
            tell(id, .interruptionEnded(shouldResume: book != .iPhoneOS3 ? app?.mayResume : nil))
            tellOfLife(id, .resumptionRecommended(app?.mayResume == true))
            if let index = self.index(of: id) {
                apps[index].mayResumeInBackground = book != .iPhoneOS3 && apps[index].mayResume && !apps[index].isSystem
            }
        }
        activationOrder.removeAll { ended.contains($0) }
        for id in order { resume(id) }
    }

    private func resumes(_ app: LiveApp) -> Bool {
        app.resumes && (book == .iPhoneOS3 || app.mayResume || app.resumesWithoutLeave)
    }

    /// Does for a well-behaved app what it does when an interruption is over (detail 14).
    ///
    /// An app that becomes inactive is not told that a start may be tried again which was refused to it before.
    private mutating func resume(_ id: AppID) {
        guard let index = index(of: id) else { return }
        apps[index].isPutOff = false
        guard resumes(apps[index]) else {
            rest(index)
            apps[index].overridesToSpeaker = false
            return
        }
        // It does what it might do by its own steps, and no more.
        let app = apps[index]
        let records = app.recording == .halted
        let plays = app.sounds.contains { $0.status == .halted }
        let mayRecord = records && (try? checkRecording(index)) != nil
        let mayPlay = plays && (try? checkPlaying(index)) != nil
        let mayActivate = !records && !plays && (try? checkActivation(index, ifSuspended: nil)) != nil
        guard mayRecord || mayPlay || mayActivate else {
            rest(index)
            apps[index].overridesToSpeaker = false
            if book != .iPhoneOS3 { floorIsFree(of: [.app(id), .spoken(id)], mayResume: false) }
            return
        }
        activate(id)
        if records { apps[index].recording = mayRecord ? .running : .off }
        if !mayPlay { pauseSounds(of: index, with: .halted) }
        for place in apps[index].sounds.indices where apps[index].sounds[place].status == .halted {
            apps[index].sounds[place].status = .running
            apps[index].sounds[place].ends = apps[index].sounds[place].remaining.map { moment(after: $0) }
            apps[index].sounds[place].remaining = nil
        }
    }

    /// Pauses the sounds of an app that have this status.
    mutating func pauseSounds(of index: Int, with status: StartedSound.Status) {
        for place in apps[index].sounds.indices where apps[index].sounds[place].status == status {
            pauseSound(index, place)
        }
    }

    mutating func pauseSound(_ index: Int, _ place: Int) {
        if apps[index].sounds[place].status == .running {
            apps[index].sounds[place].remaining = apps[index].sounds[place].ends.map { $0 - now }
            apps[index].sounds[place].ends = nil
        }
        apps[index].sounds[place].status = .paused
    }

    /// Everything of an app that runs or waits to resume comes to rest; its sounds stay, paused.
    mutating func rest(_ index: Int) {
        pauseSounds(of: index, with: .running)
        pauseSounds(of: index, with: .halted)
        apps[index].recording = .off
    }

    /// Makes a session inactive, whatever it was, and frees the apps that it had interrupted.
    mutating func deactivate(_ id: AppID, mayResume: Bool, by source: Deactivation? = nil) {
        guard let index = index(of: id), apps[index].phase != .inactive else { return }
        if let source { tellOfDeactivation(index, source) }
        apps[index].isPutOff = false
        rest(index)
        apps[index].phase = .inactive
        apps[index].causes = []
        apps[index].overridesToSpeaker = false
        activationOrder.removeAll { $0 == id }
        floorIsFree(of: [.app(id), .spoken(id)], mayResume: mayResume)
    }

    /// Suspends the apps that have no reason to run, from iOS 4 on, and takes their sessions (R-BG-2, R-BG-9, detail 13).
    mutating func suspend() {
        countDown()
        while let app = apps.first(where: { $0.isSuspended && $0.phase != .inactive }) {
            deactivate(app.id, mayResume: false)
            if book >= .iOS10 && book < .iOS18, let index = index(of: app.id) {
                apps[index].missedItsInterruption = true
            }
            countDown()
        }
    }

    /// Counts down to the suspension of each app that has no reason to run.
    mutating func countDown() {
        for index in apps.indices {
            if hasReasonToRun(apps[index]) {
                (apps[index].suspendsAt, apps[index].isSuspended) = (nil, false)
                continue
            }
            let mayPlay = !mayNotSoundBehind(apps[index])
            if mayPlay && actor == apps[index].id && apps[index].isSuspended { apps[index].isSuspended = false }
            if apps[index].isSuspended { continue }
            let usual: Int64 = mayPlay ? 20_000_000_000 : 0
            let delay = apps[index].suspensionDelay ?? usual
            if delay == 0 {
                (apps[index].suspendsAt, apps[index].isSuspended) = (nil, true)
            } else if apps[index].suspendsAt == nil {
                apps[index].suspendsAt = moment(after: delay)
            }
        }
        actor = nil
    }

    private mutating func tellOfActivation(_ index: Int) {
        tellOfTheLost(index)
        apps[index].believesActive = true
        tellOfLife(apps[index].id, .becameActive)
    }

    mutating func tellOfDeactivation(_ index: Int, _ source: Deactivation) {
        guard apps[index].believesActive else { return }
        apps[index].believesActive = false
        tellOfLife(apps[index].id, .becameInactive(source))
    }

    /// Tells an app first of all that its session is gone, if it does not know.
    private mutating func tellOfTheLost(_ index: Int) {
        guard apps[index].believesActive else { return }
        apps[index].believesActive = false
        if book == .modern {
            toldFirst.append(.init(app: apps[index].id, message: .becameInactive(.system(because: .default))))
        }
    }

    /// Tells an app that runs again of the session that it lost, from iOS 10 to iOS 15 (R-BG-6).
    mutating func catchUp() {
        for index in apps.indices where apps[index].phase != .active && !apps[index].isSuspended {
            tellOfTheLost(index)
        }
        for index in apps.indices where apps[index].missedItsInterruption && !apps[index].isSuspended {
            apps[index].missedItsInterruption = false
            tell(apps[index].id, .interruptionBegan(because: .appWasSuspended))
        }
    }
}
