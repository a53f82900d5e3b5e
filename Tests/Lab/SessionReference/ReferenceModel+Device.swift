import SessionPolicy

extension ReferenceModel {
    /// Whether a recording keeps out the vibration of alerts and apps, from iOS 4 on (detail 21).
    var isMutedByRecording: Bool { book != .iPhoneOS3 && recordsAlone }

    /// Returns the setting for the switch's position (R-SW-7).
    func vibrationIsOn() -> Bool { isOn(isSilent ? .vibrateOnSilent : .vibrateOnRing) }

    /// Moves the volume that the buttons govern (detail 10).
    mutating func pressButton(_ direction: VolumeDirection, _ times: Int) {
        let change = Double(times) / 16 * (direction == .up ? 1 : -1)
        if callOn != nil {
            callVolume = min(1, max(1.0 / 16, callVolume + change))
            return
        }
        let ringtoneSounds = calls.contains { $0.phase == .incoming } && !isSilent && isOn(.ringtones)
        if chats && !ringtoneSounds && !alarmFires {
            callVolume = min(1, max(1.0 / 16, callVolume + change))
            return
        }
        let viewIsShown = !isLocked && apps.contains { $0.id == foreground && $0.showsVolumeView }
        let phoneSounds = ringtoneSounds || alarmFires
        if !isOn(.changeWithButtons) && phoneSounds { return }
        // R-VOL-11: with headphones or the like it is media from iOS 8 on, whatever else is.
        let ports: PortSet = [PortSet(.builtInSpeaker), PortSet(.builtInReceiver)]
        let goesElsewhere = book >= .iOS10 && !mediaRoute().outputs.isSubset(of: ports)
        if phoneSounds || !viewIsShown && !mediaSounds() && !goesElsewhere && isOn(.changeWithButtons) {
            ringerVolume = min(1, max(1.0 / 16, ringerVolume + change))
            return
        }
        if direction == .up { wishToHear() }
        if outputHasNoVolume() { return }
        mediaLevels[mediaRoute().key] = min(1, max(0, mediaVolume() + change))
    }

    /// Whether any app's sound is running, or from iOS 4 on an active session is not silenced (contested point C28).
    private func mediaSounds() -> Bool {
        for app in apps where ruleOfSwitchOrLock(app) == nil {
            if app.sounds.contains(where: { $0.status == .running }) { return true }
            if book != .iPhoneOS3 && app.phase == .active { return true }
        }
        return false
    }

    mutating func moveSlider(to level: Double) throws(Refused) {
        if chats {
            callVolume = max(1.0 / 16, level)
            return
        }
        if outputHasNoVolume() { throw Refused(error: .badParam) }
        if level > mediaVolume() { wishToHear() }
        mediaLevels[mediaRoute().key] = level
    }

    /// The person turns up what an app in front has muted (R-OM-3, R-SFV-3).
    private mutating func wishToHear() {
        guard let index = apps.firstIndex(where: { $0.id == foreground && $0.hasMutedOutput }) else { return }
        tell(apps[index].id, .userIntentToUnmuteOutput)
        if apps[index].mode == .shortFormVideo { setOutput(index, isMuted: false) }
    }

    mutating func connect(_ accessory: Accessory) throws(Refused) {
        if accessory.kind == .carAudio && (book == .iOS4 || book == .iOS6) { throw Refused(error: .badParam) }
        let isThere = gestures.contains { gesture in
            guard case .accessory(let other) = gesture else { return false }
            return other.kind == accessory.kind && other.uid == accessory.uid
        }
        if isThere || accessory.only != nil && accessory.kind != .usbAudio { throw Refused(error: .badParam) }
        let before = self
        if book >= .iOS26 && accessory.only != .output && accessory.kind.input != nil {
            for index in apps.indices { apps[index].wish = nil }
        }
        gestures.append(.accessory(accessory))
        reasonForRouteChange = .newDeviceAvailable
        endOverrides(since: before)
    }

    /// The place of an accessory among the gestures; without `uid`, of the one of that kind that came last.
    private func place(of kind: Accessory.Kind, _ uid: Name?) throws(Refused) -> Int {
        let place = gestures.lastIndex { gesture in
            guard case .accessory(let accessory) = gesture, accessory.kind == kind else { return false }
            return uid == nil || accessory.uid == uid
        }
        guard let place else { throw Refused(error: .badParam) }
        return place
    }

    mutating func disconnect(_ kind: Accessory.Kind, _ uid: Name?) throws(Refused) {
        let before = self
        let inUse = apps.map { route(of: $0).accessories }
        let ownBefore = apps.map { ownRoute(of: $0) }
        let inputsBefore = apps.map { ownInput(of: $0) }
        guard case .accessory(let accessory) = gestures.remove(at: try place(of: kind, uid)) else { return }
        reasonForRouteChange = .oldDeviceUnavailable
        endOverrides(since: before)
        let losers = apps.indices.filter { index in
            let app = apps[index]
            return (app.prefersDisconnect ?? (book >= .iOS18 && app.pausesAtUnplug != false && !talks(app)))
                && app.isNowPlaying
                && nowPlaying == app.id
                && inUse[index].contains(accessory)
                && app.sounds.contains { $0.status == .running }
        }.map { apps[$0] }
        // R-RTE-5: what plays there pauses, and what was halted and would go on there will not resume.
        // A call of an app's own goes on, as the phone's does, and a chat does unless its launch says otherwise.
        for index in apps.indices where apps[index].pausesAtUnplug ?? !talks(apps[index]) {
            if hasCallThatIsNotNew(apps[index]) { continue }
            let microphone = accessory.only == .output ? nil : accessory.kind.input
            if apps[index].recording != .off && microphone != nil && microphone == inputsBefore[index] {
                apps[index].recording = .off
            }
            if inUse[index].contains(accessory) {
                pauseSounds(of: index, with: .running)
            }
            if ownBefore[index].accessories.contains(accessory) {
                pauseSounds(of: index, with: .halted)
            }
        }
        if !canReadAloud { stopReading() }
        // R-RTE-13: interrupted for good.
        for app in losers where isActive(app.id) {
            tell(app.id, .interruptionBegan(because: .routeDisconnected))
            deactivate(app.id, mayResume: false, by: .system(because: .routeDisconnected))
        }
    }

    mutating func pickRoute(_ kind: Accessory.Kind?, _ uid: Name?) throws(Refused) {
        let before = self
        if let kind {
            let place = try place(of: kind, uid)
            gestures.append(gestures.remove(at: place))
            for index in apps.indices { apps[index].wish = nil }
        } else {
            for index in apps.indices { apps[index].wish = nil }
            gestures.removeAll { $0 == .phone }
            gestures.append(.phone)
            speakerWasPicked = true
        }
        reasonForRouteChange = .override
        endOverrides(since: before)
    }

    /// A temporary override ends when the route changes that it overrides (R-RTE-7).
    private mutating func endOverrides(since before: ReferenceModel) {
        for index in apps.indices {
            var plain = apps[index]
            plain.overridesToSpeaker = false
            let old = before.ownRoute(of: plain)
            let new = ownRoute(of: plain)
            if old.outputs != new.outputs || old.key != new.key { apps[index].overridesToSpeaker = false }
        }
    }

    mutating func clock(_ phase: AlarmPhase, _ uid: Name?) throws(Refused) {
        if phase == .fires {
            guard !alarms.contains(uid), alarms.count < 8 else { throw Refused(error: .badParam) }
            alarms.append(uid)
            vibrates = vibrationIsOn()
            for app in apps where !hasCallThatIsNotNew(app) { interrupt(app.id, by: .alarm) }
            smallSoundsAreCut()
            return
        }
        guard let place = uid == nil ? alarms.indices.last : alarms.lastIndex(of: uid) else {
            throw Refused(error: .badParam)
        }
        alarms.remove(at: place)
        if alarms.isEmpty { floorIsFree(of: [.alarm], mayResume: true) }
    }

    mutating func siri(_ phase: SiriPhase, _ input: SiriInput) throws(Refused) {
        let listened = siriListens
        siriListens = phase == .began
        siriIsInAirPods = siriListens && input == .airPods && (!listened || siriIsInAirPods)
        if siriListens {
            if !siriIsInAirPods {
                for app in apps where !hasCallThatIsNotNew(app) { interrupt(app.id, by: .siri) }
            }
            if !listened { smallSoundsAreCut() }
        } else {
            guard listened else { throw Refused(error: .badParam) }
            floorIsFree(of: [.siri], mayResume: true)
        }
    }

    /// Whether there is something that Siri reads messages aloud in.
    private var canReadAloud: Bool {
        gestures.contains { gesture in
            guard case .accessory(let accessory) = gesture else { return false }
            let kinds: [Accessory.Kind] = [.headphones, .headset, .usbAudio, .bluetoothA2DP, .bluetoothHFP, .carAudio]
            return accessory.only != .input && kinds.contains(accessory.kind)
        }
    }

    mutating func readMessage(_ length: Length) throws(Refused) {
        if !canReadAloud || isHeld { throw Refused(error: .badParam) }
        readingEnds = moment(after: length.nanoseconds)
        for app in apps where app.mode == .spokenAudio { interrupt(app.id, by: .announcement) }
    }

    mutating func stopReading() {
        if readingEnds == nil { return }
        readingEnds = nil
        floorIsFree(of: [.announcement], mayResume: true)
    }

    /// The phone comes to the ear or leaves it: the app in front is told where the screen is not locked.
    mutating func hold(_ proximity: Proximity) {
        if isAtEar == (proximity == .near) { return }
        isAtEar = proximity == .near
        if let foreground, !isLocked { tell(foreground, .proximityStateChange(proximity)) }
    }

    /// A press of a headset's button answers or ends a call, else it is a command by how often it comes.
    mutating func pressButton(of times: Int) throws(Refused) {
        let hasOne = gestures.contains { gesture in
            guard case .accessory(let accessory) = gesture else { return false }
            return [.headset, .bluetoothA2DP, .bluetoothHFP, .carAudio].contains(accessory.kind)
        }
        if !hasOne { throw Refused(error: .badParam) }
        if let ringing = calls.last(where: { $0.phase == .incoming }) {
            return try phone(.answered, CallName(app: ringing.app, uid: ringing.uid))
        }
        if let call = callOn { return try phone(.ended, CallName(app: call.app, uid: call.uid)) }
        try give(RemoteCommand(times < 2 ? .togglePlayPause : times == 2 ? .nextTrack : .previousTrack))
    }

    mutating func muteMicrophone(_ isMuted: Bool) {
        if microphoneIsMuted == isMuted { return }
        microphoneIsMuted = isMuted
        if !isMuted {
            floorIsFree(of: [.microphone], mayResume: true)
            return
        }
        for app in apps where app.recording == .running && self.isMuted(app) { interrupt(app.id, by: .microphone) }
    }

    mutating func fallAsleep() throws(Refused) {
        let sounds =
            isHeld || readingEnds != nil || alert != nil || keyClickEnds != nil || servicesSound != nil
            || apps.contains { isBusy($0) }
        if isAsleep || sounds { throw Refused(error: .badParam) }
        isAsleep = true
        isLocked = true
    }

    /// Cuts small sounds when the phone or the clock takes the device (detail 16).
    mutating func smallSoundsAreCut() {
        servicesSound = nil
        alert = nil
        keyClickEnds = nil
        stopReading()
    }

    mutating func mediaServices(_ phase: MediaServicesPhase) throws(Refused) {
        guard servicesAreLost == (phase == .reset) else { throw Refused(error: .badParam) }
        if phase == .reset {
            servicesAreLost = false
            for index in apps.indices {
                apps[index].category = apps[index].isSystem ? .playback : .soloAmbient
                apps[index].mode = .default
                apps[index].options = []
                apps[index].policy = .default
                apps[index].hasMutedOutput = false
                apps[index].wish = nil
                if !apps[index].isSuspended { tell(apps[index].id, .mediaServicesWereReset) }
            }
            return
        }
        servicesAreLost = true
        servicesSound = nil
        readingEnds = nil
        for index in apps.indices {
            if apps[index].phase == .active { tellOfDeactivation(index, .system(because: .default)) }
            for sound in apps[index].sounds where !apps[index].deadSounds.contains(sound.id) {
                apps[index].deadSounds.append(sound.id)
            }
            apps[index].sounds = []
            if apps[index].recording != .off { apps[index].hasDeadRecording = true }
            apps[index].recording = .off
            apps[index].phase = .inactive
            apps[index].causes = []
            apps[index].mayResumeInBackground = false
            apps[index].isPutOff = false
            apps[index].overridesToSpeaker = false
            if !apps[index].isSuspended { tell(apps[index].id, .mediaServicesWereLost) }
        }
        activationOrder = []
    }
}
