/// Switch, screen, settings, alerts and clicks.
extension Reduction {
    mutating func moveRingSwitch(to position: RingSwitch) {
        guard state.ringSwitch != position else {
            return decide(.sw4, "the switch is at \(position.name) already")
        }
        state.ringSwitch = position
        explainUnsilenced(.sw1, "the switch does not silence {app}'s category")
    }

    mutating func setLocked(_ locked: Bool) {
        guard state.isLocked != locked else {
            return decide(.lk1, if: locked, "the screen was locked already", else: "the screen was unlocked already")
        }
        state.isLocked = locked
        explainUnsilenced(.lk1, "locking does not silence {app}'s category")
        for app in state.apps where book.isStoppedByLock(app, in: state) {
            if book.ducksOthers(app.session) {
                decide(.lk2, app.id, "{app} may not run while the screen is locked: it ducks nothing meanwhile")
            }
            if app.recording == .running {
                decide(.lk2, app.id, "{app} may not run while the screen is locked: it records silence meanwhile")
            }
        }
    }

    /// R-LK-5: the screen is dark at an ear, and not locked.
    mutating func move(to proximity: Proximity) {
        let isNear = proximity == .near
        guard state.isAtEar != isNear else {
            return decide(
                .lk5, if: isNear, "the phone was at the ear already", else: "the phone was away from the ear already")
        }
        state.isAtEar = isNear
        decide(
            .lk5, if: isNear,
            "the phone is at the ear: its screen is dark but not locked, which silences and suspends nothing",
            else: "the phone leaves the ear: its screen is lit again")
        guard let app = state.foreground, state[app] != nil else { return }
        guard !state.isLocked else { return decide(.lk5, app, "the screen is locked: {app} is not notified") }
        tell(app, .proximityStateChange(proximity))
        decide(.lk5, app, "{app} is in the foreground and is notified")
    }

    /// Explains by Table 4-1 why each audible app continues.
    private mutating func explainUnsilenced(_ rule: RuleID, _ template: String) {
        for app in state.apps
        where app.hasRunningIO && book.rule(for: app.session.category)?.silenced == false
            && !book.isStoppedByLock(app, in: state)
        {
            decide(rule, app.id, template)
        }
    }

    mutating func change(_ setting: Setting, to isOn: Bool) {
        let bit = SettingSet(setting)
        guard state.settingsOff.contains(bit) == isOn else {
            return decide(.set1, "\(setting) is \(isOn ? "on" : "off") already")
        }
        if isOn { state.settingsOff.remove(bit) } else { state.settingsOff.insert(bit) }
        decide(.set1, "\(setting) is \(isOn ? "on" : "off") from now on")
    }

    mutating func changeAlertSounds(of app: AppID, to isOn: Bool) {
        guard state.appsWithoutAlertSounds.contains(app) == isOn else {
            return decide(
                .set1, app, if: isOn, "{app}'s notifications may sound already",
                else: "{app}'s notifications are silent already")
        }
        if isOn { state.appsWithoutAlertSounds.remove(app) } else { state.appsWithoutAlertSounds.insert(app) }
        decide(.set1, app, if: isOn, "{app}'s notifications may sound", else: "{app}'s notifications are silent")
    }

    mutating func alert(_ kind: AlertKind, _ app: AppID?, _ length: Length) {
        state.alert = AlertSound(kind: kind, app: app, ends: now.advanced(by: length))
        start(SoundReference(.alert))
        vibrate(.alertArrives, about: .device)
        if explains && !book.settings.alertDucksMedia {
            let heard = book.picture(of: state).sounds.filter { $0.unheardBy == nil }
            let isHeard = heard.contains { $0.reference.kind == .alert }
            let mixes = isHeard && heard.contains { $0.reference.kind == .sound }
            decide(.al4, if: mixes, "the alert mixes with other sounds", else: "an alert lowers nothing")
        }
    }

    mutating func keyClick() {
        state.keyClickEnds = now.advanced(by: book.numbers.keyClickLength)
        start(SoundReference(.keyClick))
        decide(.sys3, "a keyboard click plays at the ringer's level")
    }

    /// Vibrates if the setting for the switch's position allows it (R-SW-7).
    mutating func vibrate(_ occasion: VibrationRule.Occasion, about subject: Subject) {
        guard let row = book.vibration.first(where: { $0.occasion == occasion }) else { return }
        func conclude(_ rule: RuleID, _ template: String, other: AppID? = nil) {
            decide(rule, about: subject, template, other: other?.name)
        }
        if row.exceptWhileOwnSessionRecords, case .app(let id) = subject, let app = state[id],
            app.session.category == .record || app.session.category == .playAndRecord
        {
            return conclude(row.rule, "no vibration: {app}'s own category is \(app.session.category.title)")
        }
        if row.exceptWhileInputRuns, let other = book.recorder(in: state) {
            return conclude(.al11, "no vibration: {other} records and has not allowed it", other: other)
        }
        if row.rule != .sw7 { conclude(row.rule, row.occasion.reason) }
        let setting: Setting = state.ringSwitch == .ring ? .vibrateOnRing : .vibrateOnSilent
        let position = "the switch is at \(state.ringSwitch.name), and \(setting.name) is"
        guard !state.settingsOff.contains(SettingSet(setting)) else {
            return conclude(.sw7, "no vibration: \(position) off")
        }
        vibrate()
        conclude(.sw7, "the device vibrates: \(position) on")
    }

    mutating func playSystemSound(_ index: Int, _ sound: SoundID, _ length: Length, isAlert: Bool, isInterface: Bool) {
        let id = state.apps[index].id
        guard length.nanoseconds <= book.numbers.systemSoundLimit.nanoseconds else {
            let limit = book.numbers.systemSoundLimit.milliseconds
            let seconds = limit % 1000 == 0 ? "\(limit / 1000)" : "\(Double(limit) / 1000)"
            return refuse(
                .badParam, .sys1, id,
                "a system sound lasts at most \(seconds) seconds; play a longer one in a session")
        }
        guard !isRefused(.systemSound, index) else { return }
        let next = PlayingSystemSound(
            app: id, sound: sound, isAlert: isAlert, isInterface: isInterface, ends: now.advanced(by: length))
        // A sound restarted at its start time loses nothing.
        if let running = state.systemSound, running != next {
            decide(.sys2, running.app, "one system sound at a time: {app}'s is cut")
        }
        state.systemSound = next
        start(SoundReference(isAlert ? .alertSound : .systemSound, app: id, sound: sound))
        decide(.sys3, id, "System Sound Services play at the ringer's level, outside {app}'s session")
        if isAlert { vibrate(.alertSound, about: .app(id)) }
    }

    /// R-PRM-1: without permission an app records silence, and no call is refused.
    mutating func setPermission(of app: AppID, to permission: RecordPermission) {
        if let objection = book.objection(to: .permission) { return refuse(app, objection) }
        state.permissionsNotGranted.removeAll { $0.app == app }
        if permission != .granted {
            state.permissionsNotGranted.append(AppPermission(app: app, permission: permission))
        }
        decide(
            .prm1, app, if: permission == .granted, "{app} may hear the microphone",
            else: "{app} may not hear the microphone: what it records is silence")
    }

    mutating func endWhatIsDue() {
        for index in state.apps.indices {
            if let end = state.apps[index].suspendsAt, end <= now { suspend(index) }
        }
        if let alert = state.alert, alert.ends <= now { state.alert = nil }
        if let ends = state.keyClickEnds, ends <= now { state.keyClickEnds = nil }
        if let ends = state.alarmGuardEnds, ends <= now { state.alarmGuardEnds = nil }
        let moment = now
        for index in state.apps.indices {
            let id = state.apps[index].id
            if state.apps[index].sounds.contains(where: { $0.progress.isOver(at: moment) }) {
                for sound in state.apps[index].sounds where sound.progress.isOver(at: moment) {
                    tell(id, .soundFinished(sound.id))
                }
                state.apps[index].sounds.removeAll { $0.progress.isOver(at: moment) }
            }
            if let sound = state.systemSound, sound.app == id, sound.ends <= now {
                tell(id, .soundFinished(sound.sound))
                state.systemSound = nil
            }
        }
        if let ends = state.announcementEnds, ends <= now { endAnnouncement() }
    }

    /// R-MS-1: marks an app's sounds and recording as lost.
    private mutating func loseSounds(of index: Int) {
        if !state.apps[index].sounds.isEmpty {
            let lost = state.apps[index].sounds.map { $0.id }
            let older = state.apps[index].lostSounds.filter { !lost.contains($0) }
            state.apps[index].lostSounds = Array((older + lost).suffix(PolicyState.soundLimit))
            state.apps[index].sounds = []
        }
        if state.apps[index].recording != .off {
            state.apps[index].lostRecording = true
            state.apps[index].recording = .off
        }
    }

    mutating func change(mediaServices phase: MediaServicesPhase) {
        switch phase {
        case .lost:
            guard !state.mediaServicesAreLost else {
                return refuse(nil, "the media server is already lost; let it be reset first")
            }
            state.mediaServicesAreLost = true
            state.systemSound = nil
            state.announcementEnds = nil
            state.activationOrder = []
            for index in state.apps.indices {
                if state.apps[index].session.phase == .active { tell(.system(because: .default), to: index) }
                loseSounds(of: index)
                state.apps[index].mayResumeInBackground = false
                state.apps[index].waitsForDevice = false
                state.apps[index].causes = []
                state.apps[index].session.phase = .inactive
                state.apps[index].session.overridesToSpeaker = false
            }
            decide(.ms1, "the media server died: every app's sound is gone and every session inactive")
        case .reset:
            guard state.mediaServicesAreLost else {
                return refuse(nil, "the media server is not lost; let it be lost first")
            }
            state.mediaServicesAreLost = false
            for index in state.apps.indices {
                state.apps[index].session = Session(category: .initial(for: state.apps[index].kind))
                state.apps[index].lacksCategory = book.settings.resetNeedsCategory
            }
            decide(.ms1, "the media server is back: apps set up their sessions again")
        }
        for app in state.apps where !book.isSuspended(app, in: state) {
            tell(app.id, phase == .lost ? .mediaServicesWereLost : .mediaServicesWereReset)
        }
    }
}

extension VibrationRule.Occasion {
    fileprivate var reason: String {
        switch self {
        case .callComesIn: "a call rings if the switch allows it, and vibrates if the setting does"
        case .alarmFires: "an alarm sounds, and vibrates if the setting allows it"
        case .alertArrives: "a notification sounds if the switch allows it, and vibrates if the setting does"
        case .alertSound: "an alert sound is heard if the switch allows it, and vibrates if the setting does"
        case .vibrate: "an app asks for a vibration"
        }
    }
}

extension Category {
    /// R-ACT-1: a third-party app starts with SoloAmbient; the system's own players with Playback.
    package static func initial(for kind: AppKind) -> Category { kind == .system ? .playback : .soloAmbient }
}
