package import SessionPolicy

extension ReferenceModel {
    /// Takes one step and tells everything that a reply would show of it.
    /// - Parameters:
    ///   - event: What happens.
    ///   - at: When; not before the step before. What is due by then happens first, each at its own time.
    /// - Returns: What is observed after the step, with what fell due before it under `meanwhile`.
    package mutating func take(_ event: Event, at: Instant) -> Observation {
        var meanwhile: [Observation] = []
        while let due = nextDue(), due <= at.nanoseconds { meanwhile.append(passMoment(due)) }
        now = at.nanoseconds
        beginStep()
        let before = self
        var refusal: SessionError?
        do {
            try apply(event)
            finishStep(since: before)
        } catch {
            refusal = error.error
            if error.keepsChanges { finishStep(since: before) } else { self = before }
            putOff(event, error.error)
        }
        var observation = observe()
        observation.error = refusal
        observation.meanwhile = meanwhile
        return observation
    }

    /// R-LC-3: an app that lives and was refused a start for want of priority hears when it may.
    private mutating func putOff(_ event: Event, _ error: SessionError) {
        guard error == .insufficientPriority || error == .siriIsRecording, case .app(let id, let step) = event,
            let index = index(of: id), book == .modern || apps[index].wantsRecommendation
        else { return }
        switch step {
        case .play, .record(true), .setActive(true, _): apps[index].isPutOff = true
        default: break
        }
    }

    private mutating func beginStep() {
        told = []
        toldFirst = []
        actor = nil
        vibrates = false
        answer = nil
        reasonForRouteChange = .categoryChange
        tellsRouteAnyway = false
    }

    private mutating func apply(_ event: Event) throws(Refused) {
        if isTooNew(event) { throw Refused(error: .badParam) }
        let wasAsleep = isAsleep
        switch event {
        case .fallsAsleep, .timePassed, .deadlineReached, .proximityChanged: break
        default:
            if wasAsleep {
                isAsleep = false
                reasonForRouteChange = .wakeFromSleep
                tellsRouteAnyway = true
            }
        }
        switch event {
        case .ringSwitchMoved(let position): isSilent = position == .silent
        case .screenLocked: isLocked = true
        case .screenUnlocked: isLocked = false
        case .volumeButtonPressed(let direction, let times): pressButton(direction, times)
        case .volumeSliderMoved(let level): try moveSlider(to: level)
        case .ringerSliderMoved(let level): ringerVolume = max(1.0 / 16, level)
        case .microphoneMuted(let isMuted): muteMicrophone(isMuted)
        case .routeConfigurationChanged:
            reasonForRouteChange = .routeConfigurationChange
            tellsRouteAnyway = true
        case .fallsAsleep: try fallAsleep()
        case .wakes: if !wasAsleep { throw Refused(error: .badParam) }
        case .accessoryConnected(let accessory): try connect(accessory)
        case .accessoryDisconnected(let kind, let uid): try disconnect(kind, uid)
        case .routePicked(let kind, let uid): try pickRoute(kind, uid)
        case .call(let phase, let name): try phone(phase, name)
        case .alarm(let phase, let uid): try clock(phase, uid)
        case .alertArrived(let kind, let app, let length):
            alert = Notification(kind: kind, app: app, ends: moment(after: length.nanoseconds))
            vibrates = vibrationIsOn() && !isMutedByRecording
        case .keyClicked: keyClickEnds = moment(after: 50_000_000)
        // No sound changes for it.
        case .permissionAnswered:
            if book == .iOS4 || book == .iOS6 { throw Refused(error: .badParam) }
        case .settingChanged(let setting, let isOn): settings[setting] = isOn
        case .alertSoundsChanged(let app, let isOn):
            appsWithoutAlertSounds.removeAll { $0 == app }
            if !isOn { appsWithoutAlertSounds.append(app) }
        case .mediaServices(let phase): try mediaServices(phase)
        case .siri(let phase, let input): try siri(phase, input)
        case .messageAnnounced(let length): try readMessage(length)
        case .proximityChanged(let proximity): hold(proximity)
        case .remoteCommand(let command): try give(command)
        case .headsetButtonPressed(let times): try pressButton(of: times)
        case .timePassed, .deadlineReached: break
        case .app(let id, let event): try apply(event, of: id)
        }
    }

    /// Returns whether the system of the book did not know the event yet.
    private func isTooNew(_ event: Event) -> Bool {
        switch event {
        case .siri(.began, by: .airPods): book < .iOS10
        case .siri, .settingChanged(.changeWithButtons, _): book < .iOS6
        case .messageAnnounced: book < .iOS13
        case .remoteCommand, .headsetButtonPressed: book < .iOS4
        case .routeConfigurationChanged: book < .iOS10
        case .microphoneMuted, .settingChanged(.callBanners, _): book < .iOS14
        case .call(_, let name): name.app != nil && book < .iOS10
        // A question is put to an app that lives, whatever it is.
        case .app(let id, .ask(.secondaryAudioShouldBeSilencedHint)) where endedApps.contains(id): false
        case .app(_, let event): isTooNew(event)
        default: false
        }
    }

    private func isTooNew(_ event: AppEvent) -> Bool {
        switch event {
        case .registeredNowPlaying, .answeredRemoteCommand: book < .iOS4
        case .launched(let launch): book < .iOS4 && (launch.isInBackground || launch.suspensionDelay != nil)
        case .setPreferredInput, .ask(.availableInputs), .ask(.preferredInput): book < .iOS10
        case .ask(.secondaryAudioShouldBeSilencedHint): book == .iOS4 || book == .iOS6
        case .setCategory(_, _, _, let policy): policy != .default && book < .iOS13
        case .allowedHapticsWhileRecording, .ask(.promptStyle): book < .iOS13
        case .startedVoiceProcessing: book < .iOS6
        case .preferred(.noInterruptionsFromSystemAlerts, _): book < .iOS14
        case .preferred(.interruptionOnRouteDisconnect, _), .preferred(.echoCancelledInput, _): book < .iOS18
        case .setInputMuted, .ask(.inputMuted): book < .iOS18
        case .setOutputMuted, .ask(.outputMuted): book < .iOS26
        default: false
        }
    }

    /// Interrupts the apps that are active before and after, and that something spared before and does not now.
    private mutating func interruptThoseNoLonger(
        spared isSpared: (ReferenceModel, LiveApp) -> Bool, as cause: Cause, since before: ReferenceModel
    ) {
        for app in apps where before.isActive(app.id) && !isSpared(self, app) {
            if let old = before.index(of: app.id), isSpared(before, before.apps[old]) { interrupt(app.id, by: cause) }
        }
    }

    /// Takes what follows from a step: suspensions, and the notices that come from comparing before and after.
    private mutating func finishStep(since before: ReferenceModel) {
        // While something continues that spared an app, the app is interrupted once the reason has gone (R-INT-7,
        // R-INT-14, R-INT-21).
        if ringsAloud, before.ringsAloud {
            interruptThoseNoLonger(spared: { $0.ringSpares($1) }, as: .call, since: before)
        }
        if isOnTheLine, before.isOnTheLine {
            interruptThoseNoLonger(spared: { $0.callSpares($1) }, as: .call, since: before)
        }
        if alarmFires, before.alarmFires {
            interruptThoseNoLonger(spared: { $0.hasCallThatIsNotNew($1) }, as: .alarm, since: before)
        }
        if siriListens, before.siriListens, !siriIsInAirPods {
            if !before.siriIsInAirPods {
                interruptThoseNoLonger(spared: { $0.hasCallThatIsNotNew($1) }, as: .siri, since: before)
            }
            // An app that starts beside Siri is interrupted again (R-INT-16).
            for app in apps where !before.isActive(app.id) && isActive(app.id) && !hasCallThatIsNotNew(app) {
                interrupt(app.id, by: .siri)
            }
        }
        if microphoneIsMuted, before.microphoneIsMuted {
            let spares: (ReferenceModel, LiveApp) -> Bool = { $1.recording != .running || !$0.isMuted($1) }
            interruptThoseNoLonger(spared: spares, as: .microphone, since: before)
        }
        if readingEnds != nil, before.readingEnds != nil {
            interruptThoseNoLonger(spared: { $1.mode != .spokenAudio }, as: .announcement, since: before)
        }
        bringTogether(since: before)
        suspend()
        catchUp()
        if !isHeld {
            for index in apps.indices where apps[index].isPutOff {
                apps[index].isPutOff = false
                if apps[index].isSuspended { continue }
                // Who has asked may also begin from behind.
                if apps[index].wantsRecommendation {
                    apps[index].mayResumeInBackground = book != .iPhoneOS3 && !apps[index].isSystem
                }
                tell(apps[index].id, .resumptionRecommended(true))
            }
        }
        countDown()
        for index in apps.indices {
            let app = apps[index]
            let (oldRoute, newRoute) = (before.route(of: app.id), route(of: app))
            let isMoved = oldRoute.outputs != newRoute.outputs || oldRoute.key != newRoute.key
            let previous = Route(
                outputs: oldRoute.outputs, inputs: oldRoute.inputs, level: OutputKey(port: .builtInSpeaker, uid: nil))
            let isNew = isMoved || oldRoute.inputs != newRoute.inputs || tellsRouteAnyway
            if app.isSuspended {
                let cameOrWent =
                    reasonForRouteChange == .oldDeviceUnavailable || reasonForRouteChange == .newDeviceAvailable
                let isLess =
                    app.missedRoute?.reason == .oldDeviceUnavailable && reasonForRouteChange != .oldDeviceUnavailable
                if isNew && cameOrWent && !isLess { apps[index].missedRoute = (reasonForRouteChange, previous) }
            } else if let missed = app.missedRoute {
                apps[index].missedRoute = nil
                tell(app.id, .routeChange(missed.reason, previous: missed.previous))
            } else if isNew {
                tell(app.id, .routeChange(reasonForRouteChange, previous: previous))
            }
        }
        if book >= .iOS26 && before.gestures != gestures {
            for app in apps where !app.isSuspended && before.inputs(for: app) != inputs(for: app) {
                tell(app.id, .availableInputsChange)
            }
        }
        if book >= .iOS10 {
            for app in apps where app.phase == .active && foreground == app.id && before.isActive(app.id) {
                let wasSo = before.primaryAudioPlays(besides: app.id)
                let isSo = primaryAudioPlays(besides: app.id)
                if wasSo != isSo { tell(app.id, .silenceSecondaryAudioHint(begins: isSo)) }
            }
        }
        for app in apps where app.phase == .active && before.volume(for: app.id) != volume(for: app.id) {
            tell(app.id, .outputVolume(volume(for: app.id)))
        }
        sortNotices()
    }

    /// Brings what was told into the order of detail 9.
    private mutating func sortNotices() {
        func place(_ message: Notice.Message) -> Int {
            switch message {
            case .soundFinished: 0
            case .terminated: 1
            case .mediaServicesWereLost, .mediaServicesWereReset: 2
            case .routeChange, .availableInputsChange: 3
            case .interruptionBegan, .interruptionEnded, .becameActive, .becameInactive, .resumptionRecommended: 4
            case .callActivated, .callDeactivated: 5
            case .silenceSecondaryAudioHint: 6
            case .outputVolume: 7
            case .inputMuteStateChange, .outputMuteStateChange, .userIntentToUnmuteOutput, .proximityStateChange: 8
            case .remoteCommand: 9
            }
        }
        var sorted: [Observation.Told] = []
        for rank in 0...9 { sorted += told.filter { place($0.message) == rank } }
        told = toldFirst + sorted
    }

    mutating func tellOfLife(_ app: AppID, _ message: Notice.Message) {
        if book == .modern { tell(app, message) }
    }

    mutating func tell(_ app: AppID, _ message: Notice.Message) { told.append(.init(app: app, message: message)) }

    /// The next moment at which something ends by itself.
    private func nextDue() -> Int64? {
        var moments: [Int64] = []
        if let alert { moments.append(alert.ends) }
        if let keyClickEnds { moments.append(keyClickEnds) }
        if let servicesSound { moments.append(servicesSound.ends) }
        if let readingEnds { moments.append(readingEnds) }
        for app in apps {
            if let suspendsAt = app.suspendsAt { moments.append(suspendsAt) }
            for sound in app.sounds where sound.status == .running {
                if let ends = sound.ends { moments.append(ends) }
            }
        }
        return moments.min()
    }

    private mutating func passMoment(_ due: Int64) -> Observation {
        now = due
        beginStep()
        let before = self
        if let alert, alert.ends == due { self.alert = nil }
        if keyClickEnds == due { keyClickEnds = nil }
        for index in apps.indices {
            if apps[index].suspendsAt == due { (apps[index].suspendsAt, apps[index].isSuspended) = (nil, true) }
            for sound in apps[index].sounds where sound.status == .running && sound.ends == due {
                tell(apps[index].id, .soundFinished(sound.id))
            }
            apps[index].sounds.removeAll { $0.status == .running && $0.ends == due }
            if let sound = servicesSound, sound.ends == due, sound.app == apps[index].id {
                tell(sound.app, .soundFinished(sound.sound))
                servicesSound = nil
            }
        }
        if readingEnds == due { stopReading() }
        finishStep(since: before)
        return observe()
    }

    private func observe() -> Observation {
        var observation = Observation(at: Instant(nanoseconds: now))
        observation.answer = answer
        observation.events = told
        observation.vibrated = vibrates
        listen(into: &observation)
        observation.sessions = apps.map { app in
            .init(
                app: app.id, category: app.category, mode: app.mode, options: app.options.withImpliedMixing,
                phase: app.phase.name)
        }
        observation.device.isSilent = isSilent
        observation.device.isLocked = isLocked
        observation.device.isAtEar = isAtEar
        observation.device.call = call
        observation.device.calls = calls.map { Observation.line(of: $0.app, $0.uid, $0.phase, isMuted: $0.isMuted) }
        observation.device.alarmFires = alarmFires
        observation.device.outputs = mediaRoute().outputs
        observation.device.inputs = mediaRoute().inputs
        observation.device.mediaVolume = Observation.rounded(mediaVolume())
        observation.device.ringerVolume = Observation.rounded(ringerVolume)
        observation.device.callVolume = Observation.rounded(callVolume)
        observation.device.foreground = foreground
        observation.device.hasVolumeControl = !outputHasNoVolume()
        observation.device.preferredOutputs = preferredOutputs()
        return observation
    }
}
