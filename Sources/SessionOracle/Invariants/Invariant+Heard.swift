internal import SessionPolicy

/// Who is heard and how loud.
extension Invariant {
    static let heard: [Invariant] = [
        Invariant("heard-silenced", "nobody is heard who is silenced by switch or lock", .state) { passage in
            for level in passage.picture.sounds where level.unheardBy == nil {
                if let objection = objection(toHearing: level, in: passage) { return objection }
            }
            return nil
        },
        Invariant("unheard-sounding", "whoever runs and is not silenced is heard", .state) { passage in
            for level in passage.picture.sounds where level.unheardBy != nil && level.isRunning {
                guard let id = level.reference.app, level.reference.kind == .sound, let app = passage.state[id],
                    Reading.hasOutput(app.session.category), level.totalGain > 0,
                    !Reading.isSilenced(app, on: level.outputs, in: passage.state, isEarly: passage.isEarly)
                else { continue }
                return "\(id.label) is unheard by \(level.unheardBy?.id ?? "")"
            }
            return nil
        },
        Invariant(
            "feedback-heard",
            "alerts, clicks and system sounds are heard unless switch, lock, setting or a recording forbid", .state
        ) { passage in
            let state = passage.state
            for level in passage.picture.sounds where level.unheardBy != nil {
                let kind = level.reference.kind
                guard Reading.isFeedback(kind), state.ringSwitch == .ring, !state.isHeld, level.totalGain > 0,
                    !(state.isLocked && (kind == .systemSound || kind == .alertSound)),
                    !isSettingOff(for: level.reference, in: state),
                    !state.apps.contains(where: { $0.session.phase == .active && $0.session.category == .record }),
                    !(state.apps.contains { $0.recording == .running } && passage.book.system >= .iOS(13))
                else { continue }
                return "\(kind.name) is unheard by \(level.unheardBy?.id ?? "")"
            }
            return nil
        },
        Invariant("phone-heard", "a ringtone at ring, a call and an alarm are always heard", .state) { passage in
            for level in passage.picture.sounds where level.unheardBy != nil {
                switch level.reference.kind {
                case .alarm, .callAudio: return "\(level.reference.kind.name) is unheard"
                case .ringtone where passage.state.ringSwitch == .ring:
                    if !Reading.keepsRingtone(passage.state) { return "the ringtone is unheard at ring" }
                default: continue
                }
            }
            return nil
        },
        Invariant("recording-no-alert", "an active Record session admits no alert, click or system sound", .state) {
            passage in
            let recorder = passage.state.apps.first {
                $0.session.phase == .active && $0.session.category == .record && !$0.allowsHapticsWhileRecording
            }
            guard recorder != nil else { return nil }
            let heard = passage.picture.sounds.first { $0.unheardBy == nil && Reading.isFeedback($0.reference.kind) }
            return heard.map { "\($0.reference.kind.name) is heard while a Record session is active" }
        },
        Invariant("input-no-feedback", "from iOS 13 on no system sound is heard while any app records", .state) {
            passage in
            guard passage.book.system >= .iOS(13), Reading.recordsAlone(passage.state) else { return nil }
            let heard = passage.picture.sounds.first {
                $0.unheardBy == nil && ($0.reference.kind == .systemSound || $0.reference.kind == .alertSound)
            }
            return heard.map { "\($0.reference.kind.name) is heard in a recording" }
        },
        Invariant("volume-zero", "a total gain of 0 is silence, and only heard sounds have one above 0", .state) {
            passage in
            let heard = passage.picture.sounds.first { $0.unheardBy == nil && $0.totalGain <= 0 }
            return heard.map { "\($0.reference.kind.name) is heard at gain 0" }
        },
        Invariant("level-in-force", "media follows the media level; ringer and call follow theirs", .state) { passage in
            for level in passage.picture.sounds {
                let expected =
                    switch level.reference.kind {
                    case .sound: mediaVolume(of: passage)
                    case .callAudio: passage.state.callVolume
                    default: passage.state.ringerVolume
                    }
                if level.volume != expected {
                    return "\(level.reference.kind.name) is at \(level.volume), not \(expected)"
                }
            }
            return nil
        },
        Invariant(
            "duck-window", "a sound is ducked while another session that ducks is active, or (modern) an alert sounds",
            .state
        ) { passage in
            for level in passage.picture.sounds {
                guard let id = level.reference.app, level.reference.kind == .sound, let app = passage.state[id] else {
                    if level.duck != 1 { return "\(level.reference.kind.name) is ducked" }
                    continue
                }
                let byOthers =
                    !Reading.ducks(app.session)
                    && passage.state.apps.contains { $0.id != id && Reading.ducks($0.session) }
                let byAlert =
                    passage.book.system >= .iOS(7)
                    && passage.picture.sounds.contains {
                        ($0.reference.kind == .alert || $0.reference.kind == .alertSound) && $0.unheardBy == nil
                    }
                if (level.duck < 1) != (byOthers || byAlert) {
                    return "\(id.label) is \(level.duck < 1 ? "" : "not ")ducked"
                }
            }
            return nil
        },
        Invariant(
            "phone-above-all", "during a ring, a call or an alarm no session runs that was not asked for since", .change
        ) { passage in
            guard passage.state.isHeld, !passage.before.isHeld else { return nil }
            let state = passage.state
            let heard = passage.picture.sounds.first { level in
                guard level.unheardBy == nil else { return false }
                guard level.reference.kind == .sound, let app = level.reference.app.flatMap({ state[$0] }) else {
                    return Reading.isFeedback(level.reference.kind)
                }
                return !Reading.isOnCall(app, in: state)
                    && !(state.rings && Reading.isSpared(app, on: level.outputs, in: state))
                    && !(Reading.isLongForm(app) && level.outputs.contains(.airPlay) && !state.calls.isEmpty)
            }
            return heard.map { "\($0.reference.kind.name) is heard as the phone takes the device" }
        },
        Invariant(
            "phone-alone",
            "in iPhone OS 3 nobody but the phone and alarms is heard while they hold the device; later no feedback, and no session with input",
            .state
        ) { passage in
            guard passage.state.isHeld else { return nil }
            for level in passage.picture.sounds where level.unheardBy == nil {
                let kind = level.reference.kind
                if Reading.isFeedback(kind) { return "\(kind.name) is heard" }
                if kind == .sound && passage.isEarly { return "an app is heard" }
            }
            let state = passage.state
            let active = state.apps.first {
                $0.session.phase == .active && (passage.isEarly || Reading.hasInput($0.session.category))
                    && !Reading.isOnCall($0, in: state)
                    && !(state.call == .incoming && Reading.isSpared($0, on: [], in: state))
            }
            return active.map { "\($0.id.label)'s session is active" }
        },
        Invariant(
            "started-stands", "every running sound, and every sound of the device, stands in the picture once", .state
        ) { passage in
            let state = passage.state
            var expected = state.sounds.count { if case .paused = $0.progress { false } else { true } }
            for isThere in [
                state.rings, state.callOn.map { $0.app == nil } ?? false, state.alarmFires, state.alert != nil,
                state.keyClickEnds != nil,
                state.systemSound != nil,
            ] where isThere {
                expected += 1
            }
            let count = passage.picture.sounds.count
            return count == expected ? nil : "\(count) sounds stand in the picture, \(expected) in the state"
        },
    ]

    private static func objection(toHearing level: Picture.Level, in passage: Passage) -> String? {
        let state = passage.state
        let kind = level.reference.kind
        switch kind {
        case .sound:
            guard let id = level.reference.app, let app = state[id] else { return "a sound without an app is heard" }
            if app.session.phase != .active {
                return "\(id.label) is heard while its session is \(app.session.phase.name)"
            }
            if !Reading.hasOutput(app.session.category) {
                return "\(id.label) is heard in \(app.session.category.name)"
            }
            if Reading.isSilenced(app, on: level.outputs, in: state, isEarly: passage.isEarly) {
                return "\(id.label) is heard in \(app.session.category.name) in spite of switch or lock"
            }
            return level.isRunning ? nil : "\(id.label) is heard without running"
        case .ringtone:
            if state.ringSwitch == .silent { return "the ringtone is heard at silent" }
            return Reading.keepsRingtone(state) ? "the ringtone is heard beside a call or over who wants none" : nil
        case .alarm, .callAudio: return nil
        case .alert, .keyClick, .systemSound, .alertSound:
            if state.ringSwitch == .silent { return "\(kind.name) is heard at silent" }
            if state.isLocked && (kind == .systemSound || kind == .alertSound) {
                return "\(kind.name) is heard when locked"
            }
            return isSettingOff(for: level.reference, in: state)
                ? "\(kind.name) is heard though its setting is off" : nil
        }
    }

    private static func isSettingOff(for reference: SoundReference, in state: PolicyState) -> Bool {
        switch reference.kind {
        case .alert: state.alert?.app.map(state.appsWithoutAlertSounds.contains) ?? false
        case .keyClick: state.settingsOff.contains(SettingSet(.keyboardClicks))
        default:
            state.systemSound?.isInterface != false && state.settingsOff.contains(SettingSet(.soundEffects))
        }
    }

    /// The media level in force; early A2DP has none (R-VOL-7).
    private static func mediaVolume(of passage: Passage) -> Double {
        if Reading.chats(passage.state, passage.book.system) { return passage.state.callVolume }
        if passage.isEarly && passage.picture.route.level.port == .bluetoothA2DP { return 1 }
        return passage.state.mediaLevels[passage.picture.route.level] ?? 0.5
    }
}
