import SessionPolicy

/// The canonical form of a state: the same words in every run, different words for different states. Two orders that no
/// rule depends on are omitted: in which apps ended, and in which their notification sounds were switched off. Levels
/// are written sorted.
extension PolicyState {
    func write(to sink: inout Fingerprint) {
        var device = UInt64(ringSwitch.rawValue)
        device = device << 1 | (isLocked ? 1 : 0)
        device = device << 2 | (microphoneIsMuted ? 1 : 0) | (isAsleep ? 2 : 0)
        device = device << 1 | (mediaServicesAreLost ? 1 : 0)
        device = device << 10 | UInt64(settingsOff.rawValue)
        device = device << 1 | (alert == nil ? 0 : 1)
        device = device << 1 | (keyClickEnds == nil ? 0 : 1)
        device = device << 2 | (systemSound.map { $0.isAlert ? 2 : $0.isInterface ? 1 : 3 } ?? 0)
        device = device << 1 | (foreground == nil ? 0 : 1)
        device = device << 1 | (nowPlaying == nil ? 0 : 1)
        device = device << 2 | (siriListens ? 1 : 0) | (siriLowers ? 2 : 0)
        device = device << 1 | (isAtEar ? 1 : 0)
        device = device << 8 | UInt64(truncatingIfNeeded: gestures.count)
        device = device << 8 | UInt64(truncatingIfNeeded: mediaLevels.count)
        device = device << 8 | UInt64(truncatingIfNeeded: apps.count)
        device = device << 8 | UInt64(truncatingIfNeeded: activationOrder.count)
        sink.add(device)
        sink.add(
            UInt64(truncatingIfNeeded: endedApps.count) << 32 | UInt64(truncatingIfNeeded: appsWithoutAlertSounds.count)
        )
        sink.add(ringerVolume.bitPattern)
        sink.add(callVolume.bitPattern)
        writeDeviceSounds(to: &sink)
        writeEnds(to: &sink)
        writeCalls(to: &sink)
        for gesture in gestures { gesture.write(to: &sink) }
        writeLevels(to: &sink)
        for app in apps { app.write(to: &sink) }
        for app in activationOrder { sink.add(app.name) }
        if endedApps.count > 0 { sink.add(unordered: endedApps) }
        if appsWithoutAlertSounds.count > 0 { sink.add(unordered: appsWithoutAlertSounds) }
        if !permissionsNotGranted.isEmpty { writePermissions(to: &sink) }
        if let foreground { sink.add(foreground.name) }
        if let nowPlaying { sink.add(nowPlaying.name) }
    }

    private func writePermissions(to sink: inout Fingerprint) {
        for permission in RecordPermission.allCases where permission != .granted {
            let apps = permissionsNotGranted.filter { $0.permission == permission }.map(\.app)
            if !apps.isEmpty { sink.add(UInt64(permission.rawValue) << 32 | UInt64(apps.count)) }
            sink.add(unordered: apps)
        }
    }

    private func writeDeviceSounds(to sink: inout Fingerprint) {
        if let alert {
            sink.add(optional: alert.app?.name)
            if alert.kind != .message { sink.add(0xA1E7 << 8 | UInt64(alert.kind.rawValue)) }
            sink.add(UInt64(bitPattern: alert.ends.nanoseconds))
        }
        if let keyClickEnds { sink.add(UInt64(bitPattern: keyClickEnds.nanoseconds)) }
        if let systemSound {
            sink.add(systemSound.app.name)
            sink.add(systemSound.sound.name)
            sink.add(UInt64(bitPattern: systemSound.ends.nanoseconds))
        }
    }

    /// The deadlines of Siri's message and of the alarm's release, if any.
    private func writeEnds(to sink: inout Fingerprint) {
        for (place, end) in [announcementEnds, alarmGuardEnds].enumerated() {
            guard let end else { continue }
            sink.add(0x51E1 << 8 | UInt64(place))
            sink.add(UInt64(bitPattern: end.nanoseconds))
        }
    }

    /// The calls and alarms, if any.
    private func writeCalls(to sink: inout Fingerprint) {
        if !calls.isEmpty { sink.add(0xCA11 << 8 | UInt64(calls.count)) }
        for call in calls {
            sink.add(UInt64(call.phase.rawValue) << 2 | (call.isMuted ? 1 : 0) | (call.staysSilent ? 2 : 0))
            sink.add(optional: call.app?.name)
            sink.add(optional: call.uid)
        }
        if !alarms.isEmpty { sink.add(0xA1A2 << 8 | UInt64(alarms.count)) }
        for alarm in alarms { sink.add(optional: alarm) }
    }

    private func writeLevels(to sink: inout Fingerprint) {
        guard !mediaLevels.isEmpty else { return }
        let levels =
            mediaLevels.count == 1
            ? Array(mediaLevels)
            : mediaLevels.sorted { one, other in
                if one.key.port != other.key.port { return one.key.port.rawValue < other.key.port.rawValue }
                guard let uid = one.key.uid, let otherUID = other.key.uid else { return one.key.uid == nil }
                return uid.number < otherUID.number
            }
        for (key, level) in levels {
            sink.add(UInt64(key.port.rawValue))
            sink.add(optional: key.uid)
            sink.add(level.bitPattern)
        }
    }
}

extension Gesture {
    fileprivate func write(to sink: inout Fingerprint) {
        switch self {
        case .phone(let speakerPicked): sink.add(speakerPicked ? 1 : 0)
        case .accessory(let accessory):
            sink.add(UInt64(accessory.kind.rawValue) + 2 | UInt64(accessory.only.map { $0.rawValue + 1 } ?? 0) << 8)
            sink.add(optional: accessory.uid)
            sink.add(optional: accessory.name)
        }
    }
}

extension App {
    fileprivate func write(to sink: inout Fingerprint) {
        sink.add(id.name)
        var word = UInt64(kind.rawValue)
        word = word << 1 | (hasBackgroundAudio ? 1 : 0)
        word = word << 1 | (resumes ? 1 : 0)
        word = word << 1 | (resumesWithoutLeave ? 1 : 0)
        word = word << 2 | (pausesAtUnplug.map { $0 ? 2 : 1 } ?? 0)
        word = word << 1 | (wasNeverInFront ? 1 : 0)
        word = word << 1 | (isNowPlaying ? 1 : 0)
        word = word << 1 | (mayResumeInBackground ? 1 : 0)
        word = word << 1 | (allowsHapticsWhileRecording ? 1 : 0)
        word = word << 1 | (lacksCategory ? 1 : 0)
        word = word << 1 | (hearsOfSuspension ? 1 : 0)
        word = word << 1 | (wasToldActive ? 1 : 0)
        word = word << 2 | (lostRecording ? 1 : 0) | (lostSounds.isEmpty ? 0 : 2)
        word = word << 1 | (isSuspended ? 1 : 0)
        word = word << 1 | (suspendsWhenIdle ? 1 : 0)
        word = word << 1 | (suspensionDelay == nil ? 0 : 1)
        word = word << 1 | (suspendsAt == nil ? 0 : 1)
        word = word << 3 | (missedRouteChange.map { UInt64($0.reason.rawValue) + 1 } ?? 0)
        word = word << 1 | (prefersNoSystemAlerts ? 1 : 0)
        word = word << 2 | (prefersDisconnectInterruption.map { $0 ? 2 : 1 } ?? 0)
        word = word << 1 | (inputIsMuted ? 1 : 0)
        word = word << 1 | (session.outputIsMuted ? 1 : 0)
        word = word << 1 | (prefersEchoCancellation ? 1 : 0)
        word = word << 1 | (waitsForDevice ? 1 : 0)
        word = word << 1 | (wantsRecommendation ? 1 : 0)
        word = word << 1 | (showsVolumeView ? 1 : 0)
        word = word << 2 | UInt64(session.policy.rawValue)
        word = word << 5 | UInt64(session.preferredInput.map { $0.port.rawValue + 1 } ?? 0)
        word = word << 2 | UInt64(recording.rawValue)
        word = word << 4 | UInt64(session.category.rawValue)
        word = word << 4 | UInt64(session.mode.rawValue)
        word = word << 2 | (session.overridesToSpeaker ? 1 : 0) | (session.mixesByItself ? 2 : 0)
        word = word << 8 | UInt64(truncatingIfNeeded: sounds.count)
        sink.add(word)
        var phase = UInt64(session.options.rawValue) << 24
        switch session.phase {
        case .inactive: break
        case .active: phase |= 1
        case .interrupted: phase |= session.mayResume ? 6 : 2
        }
        sink.add(phase | UInt64(truncatingIfNeeded: causes.count) << 8)
        if let suspensionDelay { sink.add(UInt64(bitPattern: suspensionDelay.nanoseconds)) }
        if let suspendsAt { sink.add(UInt64(bitPattern: suspendsAt.nanoseconds)) }
        if let previous = missedRouteChange?.previous {
            sink.add(UInt64(previous.outputs.rawValue) << 32 | UInt64(previous.inputs.rawValue))
            sink.add(UInt64(previous.level.port.rawValue))
            sink.add(optional: previous.level.uid)
        }
        if !duck.isOfTheBook {
            sink.add((duck.gain ?? -1).bitPattern)
            sink.add(UInt64(bitPattern: duck.over?.nanoseconds ?? -1))
        }
        if let wish = session.preferredInput { sink.add(optional: wish.uid) }
        if !lostSounds.isEmpty {
            sink.add(UInt64(lostSounds.count))
            for sound in lostSounds { sink.add(sound.name) }
        }
        for cause in causes { cause.write(to: &sink) }
        for sound in sounds {
            sink.add(sound.id.name)
            sink.add(sound.progress.tag)
            sink.add(sound.gain.bitPattern)
            sink.add(sound.progress.time)
        }
    }
}

extension Cause {
    fileprivate func write(to sink: inout Fingerprint) {
        switch self {
        case .call: sink.add(0)
        case .alarm: sink.add(1)
        case .siri: sink.add(4)
        case .hold: sink.add(5)
        case .microphone: sink.add(6)
        case .announcement: sink.add(7)
        case .app(let app):
            sink.add(2)
            sink.add(app.name)
        case .spoken(let app):
            sink.add(3)
            sink.add(app.name)
        }
    }
}

extension SoundProgress {
    fileprivate var tag: UInt64 {
        switch self {
        case .running: 0
        case .halted: 1
        case .paused: 2
        }
    }

    /// The end or the remaining length; all ones, which is not a valid time, if there is none.
    fileprivate var time: UInt64 {
        switch self {
        case .running(let ends): ends.map { UInt64(bitPattern: $0.nanoseconds) } ?? .max
        case .halted(let remaining), .paused(let remaining, _):
            remaining.map { UInt64(bitPattern: $0.nanoseconds) } ?? .max
        }
    }
}
