internal import SessionPolicy

/// The invariants of the sounds that are heard, and how loud.
extension Invariant {
    static let heard: [Invariant] = [
        Invariant("heard-silenced", "no sound is heard that switch or lock silence", .sound) { standing in
            for level in standing.picture.sounds where level.unheardBy == nil {
                let objection = objection(toHearing: level, in: standing.state, isEarly: standing.isEarly)
                if let objection { return objection }
            }
            return nil
        },
        Invariant("unheard-sounding", "a sound that runs and is not silenced is heard", .sound) { standing in
            for level in standing.picture.sounds where level.unheardBy != nil && level.isRunning {
                guard let id = level.reference.app, level.reference.kind == .sound, let app = standing.state[id],
                    Reading.hasOutput(app.session.category), level.totalGain > 0, !app.session.outputIsMuted,
                    !Reading.isSilenced(app, on: level.outputs, in: standing.state, isEarly: standing.isEarly)
                else { continue }
                return "\(id.label) is unheard by \(level.unheardBy?.id ?? "")"
            }
            return nil
        },
        Invariant(
            "feedback-heard",
            "alerts, clicks and system sounds are heard unless switch, lock, setting or a recording forbid", .sound
        ) { standing in
            for level in standing.picture.sounds where level.unheardBy != nil {
                let kind = level.reference.kind
                let isOfApps = kind == .systemSound || kind == .alertSound
                guard Reading.isFeedback(kind), standing.state.ringSwitch == .ring, !standing.state.isHeld,
                    level.totalGain > 0,
                    !(standing.state.isLocked && isOfApps),
                    !isSettingOff(for: level.reference, in: standing.state),
                    !standing.state.apps.contains(where: {
                        Reading.keepsFeedbackOut($0, in: standing.state, isEarly: standing.isEarly)
                    }),
                    !(standing.book.system >= .iOS(13) && isOfApps
                        && Reading.recordsAlone(standing.state, isEarly: standing.isEarly))
                else { continue }
                return "\(kind.name) is unheard by \(level.unheardBy?.id ?? "")"
            }
            return nil
        },
        Invariant("phone-heard", "a ringtone at ring, a call and an alarm are always heard", .sound) { standing in
            for level in standing.picture.sounds where level.unheardBy != nil {
                switch level.reference.kind {
                case .alarm, .callAudio: return "\(level.reference.kind.name) is unheard"
                case .ringtone where Reading.ringtoneIsOn(standing.state):
                    if !Reading.keepsRingtone(standing.state) { return "the ringtone is unheard at ring" }
                default: continue
                }
            }
            return nil
        },
        Invariant("recording-no-alert", "an active Record session admits no alert, click or system sound", .sound) {
            standing in
            let recorder = standing.state.apps.first {
                Reading.keepsFeedbackOut($0, in: standing.state, isEarly: standing.isEarly)
            }
            guard recorder != nil else { return nil }
            let heard = standing.picture.sounds.first { $0.unheardBy == nil && Reading.isFeedback($0.reference.kind) }
            return heard.map { "\($0.reference.kind.name) is heard while a Record session is active" }
        },
        Invariant("input-no-feedback", "from iOS 13 on no system sound is heard while any app records", .sound) {
            standing in
            guard standing.book.system >= .iOS(13),
                Reading.recordsAlone(standing.state, isEarly: standing.isEarly)
            else { return nil }
            let heard = standing.picture.sounds.first {
                $0.unheardBy == nil && ($0.reference.kind == .systemSound || $0.reference.kind == .alertSound)
            }
            return heard.map { "\($0.reference.kind.name) is heard in a recording" }
        },
        Invariant("volume-zero", "no sound is heard whose total gain is 0", .sound) {
            standing in
            let heard = standing.picture.sounds.first { $0.unheardBy == nil && $0.totalGain <= 0 }
            return heard.map { "\($0.reference.kind.name) is heard at gain 0" }
        },
        Invariant("level-in-force", "media follows the media level; ringer and call follow theirs", .sound) {
            standing in
            if standing.picture.sounds.isEmpty { return nil }
            let routes = standing.book.routes(in: standing.state, inForce: standing.picture.route)
            for level in standing.picture.sounds {
                let expected =
                    switch level.reference.kind {
                    case .sound: mediaVolume(for: level.reference.app, on: routes, in: standing)
                    case .callAudio: standing.state.callVolume
                    default: standing.state.ringerVolume
                    }
                if level.volume != expected {
                    return "\(level.reference.kind.name) is at \(level.volume), not \(expected)"
                }
            }
            return nil
        },
        Invariant(
            "duck-window", "a sound is ducked while another session that ducks is active, or (modern) an alert sounds",
            .sound
        ) { standing in
            for level in standing.picture.sounds {
                guard let id = level.reference.app, level.reference.kind == .sound, let app = standing.state[id] else {
                    if level.duck != 1 { return "\(level.reference.kind.name) is ducked" }
                    continue
                }
                // Long-form sound on AirPlay is lowered by nothing, and lowers nothing.
                if Reading.isApart(app, in: standing.state, standing.book.system) {
                    if level.duck != 1 { return "\(id.label) is ducked on AirPlay" }
                    continue
                }
                let byOthers =
                    !Reading.ducks(app.session)
                    && standing.state.apps.contains {
                        $0.id != id && Reading.ducks($0.session)
                            && !Reading.isStoppedByLock($0, in: standing.state, isEarly: standing.isEarly)
                    }
                let byAlert =
                    standing.book.system >= .iOS(7)
                    && standing.picture.sounds.contains {
                        ($0.reference.kind == .alert || $0.reference.kind == .alertSound) && $0.unheardBy == nil
                    }
                if (level.duck < 1) != (byOthers || byAlert || Reading.siriLowers(standing.state)) {
                    return "\(id.label) is \(level.duck < 1 ? "" : "not ")ducked"
                }
            }
            return nil
        },
        Invariant(
            "phone-above-all", "during a ring, a call or an alarm no session runs that was not asked for since", .device
        ) { passage in
            guard passage.state.isHeld, !passage.before.isHeld, !passage.state.siriLowers else { return nil }
            let heard = passage.picture.sounds.first { level in
                guard level.unheardBy == nil else { return false }
                guard level.reference.kind == .sound, let app = level.reference.app.flatMap({ passage.state[$0] })
                else { return Reading.isFeedback(level.reference.kind) }
                return !Reading.isOnCall(app, in: passage.state)
                    && !(Reading.rings(passage.state) && Reading.isSpared(app, on: level.outputs, in: passage.state))
                    && !(Reading.isLongForm(app) && level.outputs.contains(.airPlay) && !passage.state.calls.isEmpty)
            }
            return heard.map { "\($0.reference.kind.name) is heard as the phone takes the device" }
        },
        Invariant(
            "phone-alone",
            "in iPhone OS 3 only the phone and alarms are heard while they hold the device; later no feedback, and no session with input",
            .state
        ) { standing in
            guard standing.state.isHeld else { return nil }
            for level in standing.picture.sounds where level.unheardBy == nil {
                let kind = level.reference.kind
                if Reading.isFeedback(kind) { return "\(kind.name) is heard" }
                if kind == .sound && standing.isEarly { return "an app is heard" }
            }
            // Siri by AirPods interrupts no app.
            if standing.state.siriLowers { return nil }
            let active = standing.state.apps.first {
                $0.session.phase == .active && (standing.isEarly || Reading.hasInput($0.session.category))
                    && !Reading.isOnCall($0, in: standing.state)
                    && !(Reading.ringsAloud(standing.state) && Reading.isSpared($0, on: [], in: standing.state))
            }
            return active.map { "\($0.id.label)'s session is active" }
        },
        Invariant(
            "own-outputs",
            """
            media and system sounds go where the media route goes, but long-form sound stays on AirPlay and others leave it then; \
            alerts and clicks go with the media but never to AirPlay, a ringtone and an alarm to the speaker and to headphones besides, a call to the ear
            """, .sound
        ) { standing in
            let routes = standing.book.routes(in: standing.state, inForce: standing.picture.route)
            for level in standing.picture.sounds {
                let app = level.reference.app.flatMap { standing.state[$0] }
                let isApart = app.map { Reading.isApart($0, in: standing.state, standing.book.system) } == true
                let expected =
                    isApart && level.reference.kind == .sound
                    ? PortSet(.airPlay)
                    : outputs(of: level.reference.kind, media: routes.shared.outputs, in: standing)
                if level.outputs != expected {
                    return "\(level.reference.kind.name) sounds on \(level.outputs.ports.map(\.name))"
                }
            }
            return nil
        },
        Invariant(
            "started-stands", "every running sound, and every sound of the device, stands in the picture once", .state
        ) { standing in
            let count = standing.picture.sounds.count
            let expected = startedSounds(in: standing.state)
            return count == expected ? nil : "\(count) sounds stand in the picture, \(expected) in the state"
        },
    ]

    /// Returns the outputs to which a kind of sound belongs (R-AL-2, R-DK-3, R-RTE-10, R-SYS-3).
    private static func outputs(of kind: SoundKind, media: PortSet, in standing: Standing) -> PortSet {
        switch kind {
        case .sound, .systemSound, .alertSound: return media
        case .alert, .keyClick: return media.contains(.airPlay) ? PortSet(.builtInSpeaker) : media
        case .ringtone, .alarm:
            let hasHeadphones = standing.state.gestures.contains { $0.output == .headphones }
            return hasHeadphones ? [PortSet(.builtInSpeaker), PortSet(.headphones)] : PortSet(.builtInSpeaker)
        case .callAudio:
            let ear = standing.state.gestures.last { $0.output == .headphones || $0.output == .bluetoothHFP }
            return PortSet(ear?.output ?? .builtInReceiver)
        }
    }

    /// Returns the number of sounds in the state that are not paused, those of the device among them.
    private static func startedSounds(in state: PolicyState) -> Int {
        let ofDevice: InlineArray<6, Bool> = [
            Reading.rings(state), Reading.callOn(state).map { $0.app == nil } ?? false, !state.alarms.isEmpty,
            state.alert != nil, state.keyClickEnds != nil, state.systemSound != nil,
        ]
        var count = 0
        for app in state.apps { count += app.sounds.count { if case .paused = $0.progress { false } else { true } } }
        for place in ofDevice.indices where ofDevice[place] { count += 1 }
        return count
    }

    private static func objection(
        toHearing level: Picture.Level, in state: PolicyState, isEarly: Bool
    ) -> String? {
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
            if Reading.isSilenced(app, on: level.outputs, in: state, isEarly: isEarly) {
                return "\(id.label) is heard in \(app.session.category.name) in spite of switch or lock"
            }
            if app.session.outputIsMuted { return "\(id.label) is heard though its output is muted" }
            return level.isRunning ? nil : "\(id.label) is heard without running"
        case .ringtone:
            if !Reading.ringtoneIsOn(state) { return "the ringtone is heard at silent, or though its setting is off" }
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
        case .alert:
            switch state.alert?.kind {
            case .message: state.settingsOff.contains(SettingSet(.messageTones))
            case .mail: state.settingsOff.contains(SettingSet(.mailTones))
            case .calendar: state.settingsOff.contains(SettingSet(.calendarTones))
            case .push, nil: state.alert?.app.map(state.appsWithoutAlertSounds.contains) ?? false
            }
        case .keyClick: state.settingsOff.contains(SettingSet(.keyboardClicks))
        default:
            state.systemSound?.isInterface != false && state.settingsOff.contains(SettingSet(.soundEffects))
        }
    }

    /// The media level of an app; early A2DP has none (R-VOL-7), and a chat has no say over AirPlay's.
    private static func mediaVolume(for id: AppID?, on routes: MediaRoutes, in standing: Standing) -> Double {
        let (state, system) = (standing.state, standing.book.system)
        guard let app = id.flatMap({ state[$0] }) else { return 0 }
        let route = routes[app.id]
        if Reading.chats(state, system) && !Reading.isApart(app, in: state, system) { return state.callVolume }
        return standing.isEarly && route.level.port == .bluetoothA2DP ? 1 : state.mediaLevels[route.level] ?? 0.5
    }
}
