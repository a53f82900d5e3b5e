import SessionPolicy

/// The canonical form of a state: the same words in every run, and different words for states that differ.
///
/// Two orders are left out because no rule reads them: that in which apps ended, and that in which their notification
/// sounds were switched off. The dictionary of levels is written sorted.
extension PolicyState {
    func write(to sink: inout some WordSink) {
        var device = UInt64(ringSwitch.rawValue)
        device = device << 1 | (isLocked ? 1 : 0)
        device = device << 2 | UInt64(call.rawValue)
        device = device << 1 | (alarmFires ? 1 : 0)
        device = device << 1 | (mediaServicesAreLost ? 1 : 0)
        device = device << 8 | UInt64(settingsOff.rawValue)
        device = device << 1 | (alert == nil ? 0 : 1)
        device = device << 1 | (keyClickEnds == nil ? 0 : 1)
        device = device << 2 | (systemSound.map { $0.isAlert ? 2 : 1 } ?? 0)
        device = device << 1 | (foreground == nil ? 0 : 1)
        device = device << 1 | (nowPlaying == nil ? 0 : 1)
        device = device << 8 | UInt64(truncatingIfNeeded: gestures.count)
        device = device << 8 | UInt64(truncatingIfNeeded: mediaLevels.count)
        device = device << 8 | UInt64(truncatingIfNeeded: apps.count)
        device = device << 8 | UInt64(truncatingIfNeeded: activationOrder.count)
        sink.add(device)
        sink.add(UInt64(truncatingIfNeeded: endedApps.count) << 32 | UInt64(truncatingIfNeeded: appsWithoutAlertSounds.count))
        sink.add(ringerVolume.bitPattern)
        sink.add(callVolume.bitPattern)
        writeDeviceSounds(to: &sink)
        for gesture in gestures { gesture.write(to: &sink) }
        writeLevels(to: &sink)
        for app in apps { app.write(to: &sink) }
        for id in activationOrder { sink.add(UInt64(id.name.number)) }
        PolicyState.write(set: endedApps, to: &sink)
        PolicyState.write(set: appsWithoutAlertSounds, to: &sink)
        if let foreground { sink.add(UInt64(foreground.name.number)) }
        if let nowPlaying { sink.add(UInt64(nowPlaying.name.number)) }
    }

    private func writeDeviceSounds(to sink: inout some WordSink) {
        if let alert {
            sink.add(UInt64(alert.kind.rawValue) << 33 | (alert.app.map { UInt64($0.name.number) } ?? 1 << 32))
            sink.add(UInt64(bitPattern: alert.ends.nanoseconds))
        }
        if let keyClickEnds { sink.add(UInt64(bitPattern: keyClickEnds.nanoseconds)) }
        if let systemSound {
            sink.add(UInt64(systemSound.app.name.number) << 32 | UInt64(systemSound.sound.name.number))
            sink.add(UInt64(bitPattern: systemSound.ends.nanoseconds))
        }
    }

    private func writeLevels(to sink: inout some WordSink) {
        guard !mediaLevels.isEmpty else { return }
        let levels = mediaLevels.map { key, level in
            (key: UInt64(key.port.rawValue) << 33 | (key.uid.map { UInt64($0.number) } ?? 1 << 32), level: level)
        }
        for entry in levels.sorted(by: { $0.key < $1.key }) {
            sink.add(entry.key)
            sink.add(entry.level.bitPattern)
        }
    }

    private static func write(set apps: [AppID], to sink: inout some WordSink) {
        if apps.count == 1 { return sink.add(UInt64(apps[0].name.number)) }
        for number in apps.map(\.name.number).sorted() { sink.add(UInt64(number)) }
    }
}

extension Gesture {
    fileprivate func write(to sink: inout some WordSink) {
        switch self {
        case .phone(let speakerPicked): sink.add(speakerPicked ? 1 : 0)
        case .accessory(let accessory):
            sink.add(UInt64(accessory.kind.rawValue) << 33 | (accessory.uid.map { UInt64($0.number) } ?? 1 << 32) | 1 << 48)
            sink.add(accessory.name.map { UInt64($0.number) } ?? 1 << 32)
        }
    }
}

extension App {
    fileprivate func write(to sink: inout some WordSink) {
        var word = UInt64(id.name.number)
        word = word << 1 | UInt64(kind.rawValue)
        word = word << 1 | (hasBackgroundAudio ? 1 : 0)
        word = word << 1 | (resumes ? 1 : 0)
        word = word << 2 | UInt64(recording.rawValue)
        word = word << 4 | UInt64(session.category.rawValue)
        word = word << 4 | UInt64(session.mode.rawValue)
        word = word << 1 | (session.overridesToSpeaker ? 1 : 0)
        word = word << 8 | UInt64(truncatingIfNeeded: sounds.count)
        sink.add(word)
        var phase = UInt64(session.options.rawValue) << 24
        if session.phase == .active { phase |= 1 }
        if case .interrupted(let interruption) = session.phase {
            phase |= 2 | (interruption.mayResume ? 4 : 0) | UInt64(truncatingIfNeeded: interruption.causes.count) << 8
            sink.add(phase)
            for cause in interruption.causes { sink.add(cause.word) }
        } else {
            sink.add(phase)
        }
        for sound in sounds {
            sink.add(UInt64(sound.id.name.number) << 8 | sound.progress.tag)
            sink.add(sound.gain.bitPattern)
            sink.add(sound.progress.time)
        }
    }
}

extension Cause {
    fileprivate var word: UInt64 {
        switch self {
        case .call: 0
        case .alarm: 1 << 32
        case .app(let app): 2 << 32 | UInt64(app.name.number)
        case .spoken(let app): 3 << 32 | UInt64(app.name.number)
        }
    }
}

extension Progress {
    fileprivate var tag: UInt64 {
        switch self {
        case .running: 0
        case .halted: 1
        case .paused: 2
        }
    }

    /// The end or the length that is left; all ones where there is none, which no time is.
    fileprivate var time: UInt64 {
        switch self {
        case .running(let ends): ends.map { UInt64(bitPattern: $0.nanoseconds) } ?? .max
        case .halted(let remaining), .paused(let remaining):
            remaining.map { UInt64(bitPattern: $0.nanoseconds) } ?? .max
        }
    }
}
