import SessionPolicy

extension ReferenceModel {
    /// Returns the rule by which a sound of an app is not heard; nil if it is.
    func ruleAgainst(_ sound: StartedSound, of app: LiveApp) -> RuleID? {
        if sound.status == .halted { return ruleOfInterruption(app) }
        if !hasOutput(app.category) { return .cat1 }
        if let rule = ruleOfSwitchOrLock(app) { return rule }
        if mediaFactor(app) == 0 { return .vol5 }
        if sound.gain == 0 { return .vol8 }
        if app.hasMutedOutput { return .om1 }
        return nil
    }

    private func ruleOfInterruption(_ app: LiveApp) -> RuleID {
        if app.causes.contains(.call) || app.causes.contains(.alarm) || app.causes.contains(.siri) { return .int2 }
        if app.causes.contains(.hold) { return .int17 }
        if app.causes.contains(.microphone) { return .int21 }
        if app.causes.contains(.announcement) { return .siri2 }
        for case .app in app.causes { return .act3 }
        return .sp1
    }

    /// The rule by which the switch or the lock silences all sounds of an app.
    func ruleOfSwitchOrLock(_ app: LiveApp) -> RuleID? {
        let staysInPhone = route(of: app).outputs.isSubset(of: [PortSet(.builtInSpeaker), PortSet(.builtInReceiver)])
        if isSilent && staysInPhone && obeysSwitchOrLock(app.category) { return .sw1 }
        if isStoppedByLock(app) { return .lk2 }
        if isLocked && obeysSwitchOrLock(app.category) { return .lk1 }
        return nil
    }

    /// Returns whether an app without background audio does nothing under the lock, from iOS 4 on, unless its call is
    /// on (R-LK-2).
    func isStoppedByLock(_ app: LiveApp) -> Bool {
        isLocked && book != .iPhoneOS3 && !app.isSystem && !app.hasBackgroundAudio && !isOnCall(app)
    }

    private func recordSessionIsActive() -> Bool {
        apps.contains { $0.phase == .active && $0.category == .record && !$0.allowsHaptics && !isStoppedByLock($0) }
    }

    private func rule(against sound: ServicesSound) -> RuleID? {
        if isHeld { return .int2 }
        if recordSessionIsActive() { return .al6 }
        if book >= .iOS13 && recordsAlone { return .al6 }
        if sound.isInterface && !isOn(.soundEffects) { return .set1 }
        if isSilent { return .sw2 }
        if isLocked { return .lk3 }
        return nil
    }

    private func ruleAgainst(_ alert: Notification) -> RuleID? {
        if isHeld { return .int2 }
        if recordSessionIsActive() { return .al6 }
        switch alert.kind {
        case .message: if !isOn(.messageTones) { return .set1 }
        case .mail: if !isOn(.mailTones) { return .set1 }
        case .calendar: if !isOn(.calendarTones) { return .set1 }
        case .push: if let app = alert.app, appsWithoutAlertSounds.contains(app) { return .set1 }
        }
        if isSilent { return .sw2 }
        return nil
    }

    func ruleAgainstRingtone() -> RuleID? {
        if !isOn(.ringtones) { return .set1 }
        if callOn != nil { return .int20 }
        if apps.contains(where: { $0.phase == .active && $0.prefersNoAlerts }) && isOn(.callBanners) {
            return .int7
        }
        return isSilent ? .sw2 : nil
    }

    private func ruleAgainstKeyClick() -> RuleID? {
        if isHeld { return .int2 }
        if recordSessionIsActive() { return .al6 }
        if !isOn(.keyboardClicks) { return .set1 }
        if isSilent { return .sw2 }
        return nil
    }

    /// Whether a running sound counts as sounding: nothing but its volume or gain may keep it from being heard.
    func sounds(_ sound: StartedSound, of app: LiveApp) -> Bool {
        guard sound.status == .running else { return false }
        let rule = ruleAgainst(sound, of: app)
        return rule == nil || rule == .vol5 || rule == .vol8 || rule == .om1
    }

    /// Whether media of this app is lowered (R-DK-1, R-DK-8; from iOS 7 on also while an alert is heard, C17).
    func isDucked(_ app: LiveApp) -> Bool {
        if isApart(app) { return false }
        if book >= .iOS10, let alert, ruleAgainst(alert) == nil { return true }
        if book >= .iOS10, let servicesSound, servicesSound.isAlert, rule(against: servicesSound) == nil {
            return true
        }
        if siriIsInAirPods || readingEnds != nil { return true }
        if app.phase == .active && ducksOthers(app) { return false }
        return apps.contains {
            $0.id != app.id && $0.phase == .active && ducksOthers($0) && !isStoppedByLock($0) && !isApart($0)
        }
    }

    /// Fills in who is heard and who is not.
    func listen(into observation: inout Observation) {
        func note(
            _ reference: SoundReference, _ rule: RuleID?, _ gain: Double, _ ducked: Bool, _ outputs: PortSet,
            halt: RampRule.Change? = nil
        ) {
            if let rule {
                observation.unheard.append(.init(sound: reference, rule: rule, haltChange: halt))
            } else {
                observation.heard.append(
                    .init(
                        sound: reference, gain: gain, isDucked: ducked, outputs: outputs,
                        duckChange: ducked ? .duckDown : .duckUp))
            }
        }
        for app in apps {
            let outputs = route(of: app).outputs
            for sound in app.sounds where sound.status != .paused {
                let ducked = isDucked(app)
                let gain = sound.gain * mediaFactor(app) * (ducked ? 0.2 : 1)
                let reference = SoundReference(.sound, app: app.id, sound: sound.id)
                // The phone and an alarm take the device at once; an app lets others fade.
                let ofTheDevice = [RuleID.int2, .int17, .int21].contains(ruleOfInterruption(app))
                let halt: RampRule.Change = ofTheDevice ? .phone : .interruptionOut
                note(
                    reference, ruleAgainst(sound, of: app), gain, ducked, outputs,
                    halt: sound.status == .halted ? halt : nil)
            }
        }
        if let servicesSound {
            let kind: SoundKind = servicesSound.isAlert ? .alertSound : .systemSound
            let reference = SoundReference(kind, app: servicesSound.app, sound: servicesSound.sound)
            note(reference, rule(against: servicesSound), ringerVolume, false, sharedRoute().outputs)
        }
        if let alert { note(SoundReference(.alert), ruleAgainst(alert), ringerVolume, false, alertOutputs()) }
        if keyClickEnds != nil {
            note(SoundReference(.keyClick), ruleAgainstKeyClick(), ringerVolume, false, alertOutputs())
        }
        if calls.contains(where: { $0.phase == .incoming }) {
            note(SoundReference(.ringtone), ruleAgainstRingtone(), ringerVolume, false, ringOutputs())
        }
        if let callOn, callOn.app == nil { note(SoundReference(.callAudio), nil, callVolume, false, callOutputs()) }
        if alarmFires { note(SoundReference(.alarm), nil, ringerVolume, false, ringOutputs()) }
        observation.heard.sort { Observation.precedes($0.sound, $1.sound) }
        observation.unheard.sort { Observation.precedes($0.sound, $1.sound) }
    }

    /// Whether another app is audible (R-HINT-1).
    func otherAudioPlays(besides id: AppID) -> Bool {
        apps.contains { app in app.id != id && app.sounds.contains { sounds($0, of: app) } }
    }

    /// Whether another app with a non-mixable session plays (R-HINT-2), on the same side of an AirPlay route for long-form
    /// sound.
    func primaryAudioPlays(besides id: AppID) -> Bool {
        let isApart = apps.contains { $0.id == id && self.isApart($0) }
        return apps.contains { app in
            app.id != id && !mixes(app) && self.isApart(app) == isApart && app.sounds.contains { sounds($0, of: app) }
        }
    }
}
