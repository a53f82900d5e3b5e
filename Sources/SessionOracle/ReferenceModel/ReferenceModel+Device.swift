import SessionPolicy

extension ReferenceModel {
    /// From iOS 4 on, what records keeps out the vibration of alerts and apps (detail 21).
    var isMutedByRecording: Bool { book != .iPhoneOS3 && recordsAlone }

    /// By the setting for the switch's position (R-SW-7).
    func vibrationIsOn() -> Bool { settings[isSilent ? .vibrateOnSilent : .vibrateOnRing] ?? true }

    /// Which volume the buttons move, and by how much (detail 10).
    mutating func pressButton(_ direction: VolumeDirection, _ times: Int) {
        let change = Double(times) / 16 * (direction == .up ? 1 : -1)
        if call == .answered {
            callVolume = min(1, max(1.0 / 16, callVolume + change))
            return
        }
        let ringtoneSounds = call == .incoming && !isSilent
        if chats && !ringtoneSounds && !alarmFires {
            callVolume = min(1, max(1.0 / 16, callVolume + change))
            return
        }
        if ringtoneSounds || alarmFires || !mediaSounds() {
            ringerVolume = min(1, max(1.0 / 16, ringerVolume + change))
            return
        }
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
        mediaLevels[mediaRoute().key] = level
    }

    mutating func connect(_ accessory: Accessory) throws(Refused) {
        if accessory.kind == .carAudio && (book == .iOS4 || book == .iOS6) { throw Refused(error: .badParam) }
        let isThere = gestures.contains { gesture in
            guard case .accessory(let other) = gesture else { return false }
            return other.kind == accessory.kind && other.uid == accessory.uid
        }
        if isThere { throw Refused(error: .badParam) }
        let before = self
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
        let inUse = mediaRoute().accessories
        let ownBefore = apps.map { ownRoute(of: $0) }
        let inputsBefore = apps.map { ownInput(of: $0) }
        guard case .accessory(let accessory) = gestures.remove(at: try place(of: kind, uid)) else { return }
        reasonForRouteChange = .oldDeviceUnavailable
        endOverrides(since: before)
        // R-RTE-5: what plays there pauses, and what was halted and would go on there will not resume.
        for index in apps.indices where apps[index].pausesAtUnplug {
            let microphone = accessory.kind.input
            if apps[index].recording != .off && microphone != nil && microphone == inputsBefore[index] {
                apps[index].recording = .off
            }
            if inUse.contains(accessory) {
                pauseSounds(of: index, with: .running)
            }
            if ownBefore[index].accessories.contains(accessory) {
                pauseSounds(of: index, with: .halted)
            }
        }
    }

    mutating func pickRoute(_ kind: Accessory.Kind?, _ uid: Name?) throws(Refused) {
        let before = self
        if let kind {
            let place = try place(of: kind, uid)
            gestures.append(gestures.remove(at: place))
        } else {
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

    mutating func phone(_ phase: CallPhase) throws(Refused) {
        switch phase {
        case .incoming:
            guard call == .none else { throw Refused(error: .badParam) }
            call = .incoming
            vibrates = vibrationIsOn()
            deviceIsTaken(by: .call)
        case .answered:
            guard call == .incoming else { throw Refused(error: .badParam) }
            call = .answered
            if book == .iPhoneOS3 {
                for app in apps where !app.isSystem {
                    tell(app.id, .terminated)
                    end(app.id)
                }
            }
        case .declined, .missed:
            guard call == .incoming else { throw Refused(error: .badParam) }
            call = .none
            floorIsFree(of: [.call], mayResume: true)
        case .ended:
            guard call == .answered else { throw Refused(error: .badParam) }
            call = .none
            floorIsFree(of: [.call], mayResume: true)
        }
    }

    mutating func clock(_ phase: AlarmPhase) throws(Refused) {
        guard alarmFires == (phase != .fires) else { throw Refused(error: .badParam) }
        if phase == .fires {
            alarmFires = true
            vibrates = vibrationIsOn()
            deviceIsTaken(by: .alarm)
        } else {
            alarmFires = false
            floorIsFree(of: [.alarm], mayResume: true)
        }
    }

    mutating func siri(_ phase: SiriPhase) throws(Refused) {
        guard book >= .iOS6, siriListens == (phase == .ended) else { throw Refused(error: .badParam) }
        siriListens = phase == .began
        if siriListens {
            deviceIsTaken(by: .siri)
        } else {
            floorIsFree(of: [.siri], mayResume: true)
        }
    }

    /// The phone or the clock takes the device: every session is interrupted, and small sounds are cut (detail 16).
    private mutating func deviceIsTaken(by cause: Cause) {
        for app in apps { interrupt(app.id, by: cause) }
        servicesSound = nil
        alert = nil
        keyClickEnds = nil
    }

    mutating func mediaServices(_ phase: MediaServicesPhase) throws(Refused) {
        guard servicesAreLost == (phase == .reset) else { throw Refused(error: .badParam) }
        if phase == .reset {
            servicesAreLost = false
            for index in apps.indices {
                apps[index].category = apps[index].isSystem ? .playback : .soloAmbient
                apps[index].mode = .default
                apps[index].options = []
                if !isSuspended(apps[index]) { tell(apps[index].id, .mediaServicesWereReset) }
            }
            return
        }
        servicesAreLost = true
        servicesSound = nil
        for index in apps.indices {
            apps[index].sounds = []
            apps[index].recording = .off
            apps[index].phase = .inactive
            apps[index].causes = []
            apps[index].hasLeave = false
            apps[index].overridesToSpeaker = false
            if !isSuspended(apps[index]) { tell(apps[index].id, .mediaServicesWereLost) }
        }
        activationOrder = []
    }
}
