/// Volume buttons and slider: always the person's (R-VOL-7).
extension Reduction {
    mutating func pressVolumeButton(_ direction: VolumeDirection, _ times: Int) {
        guard let row = book.buttons.first(where: { holds($0.condition) }) else { return }
        let steps = Double(min(times, 1_000_000)) * (direction == .up ? 1 : -1)
        let change = steps * book.numbers.volumeStep
        switch row.moves {
        case .call:
            state.callVolume = min(1, max(book.numbers.callFloor, state.callVolume + change))
            decide(
                row.rule,
                row.condition == .chatIsActive
                    ? "{other} is in a chat, which has the call's level: the buttons move that"
                    : "during a call the buttons move the call's level",
                other: row.condition == .chatIsActive ? book.chattingApp(in: state) : nil)
        case .ringer:
            guard !state.settingsOff.contains(SettingSet(.changeWithButtons)) else {
                return decide(.vol10, "changeWithButtons is off: the buttons leave the ringer alone")
            }
            state.ringerVolume = min(1, max(book.numbers.ringerFloor, state.ringerVolume + change))
            decide(
                row.rule,
                row.condition == .otherwise
                    ? state.apps.contains { $0.hasRunningSound }
                        ? "what plays is silenced: the buttons move the ringer"
                        : "no app's sound plays: the buttons move the ringer"
                    : state.alarmFires
                        ? "an alarm sounds: the buttons move the ringer"
                        : "the phone rings: the buttons move the ringer")
            if state.ringerVolume == book.numbers.ringerFloor {
                decide(.vol5, "the ringer goes no lower than one step; only the switch silences it")
            }
        case .media:
            if direction == .up { showWishToUnmute() }
            let key = book.route(in: state).level
            guard book.hasVolumeControl(key) else {
                return decide(.vol7, "the output has no volume control: the buttons move nothing")
            }
            setMediaLevel(of: key, to: book.level(of: key, in: state) + change)
            let (template, other) = reason(for: row.condition)
            decide(row.rule, template, other: other)
            decide(.vol3, "the media level moves the sounds of apps")
        }
    }

    mutating func moveVolumeSlider(to level: Double) {
        guard book.mediaGovernor(in: state) == .media else {
            state.callVolume = max(book.numbers.callFloor, level)
            return decide(
                .vol13, "{other} is in a chat, which has the call's level: the slider moves that",
                other: book.chattingApp(in: state))
        }
        let key = book.route(in: state).level
        guard book.hasVolumeControl(key) else {
            return refuse(
                .badParam, .vol7, nil, "the output has no volume control; its name stands in place of the slider")
        }
        if level > book.level(of: key, in: state) { showWishToUnmute() }
        setMediaLevel(of: key, to: level)
        decide(.vol7, "the slider is a proxy of the buttons: it moves the media level")
        decide(.vol3, "the media level moves the sounds of apps")
    }

    /// R-VOL-9: every output keeps a level of its own.
    private mutating func setMediaLevel(of key: OutputKey, to level: Double) {
        let level = min(1, max(0, level))
        state.mediaLevels[key] = level == book.numbers.mediaVolume ? nil : level
    }

    /// The reason why the buttons change the media level, with the app that it names.
    private func reason(for condition: ButtonRule.Condition) -> (String, other: AppID?) {
        switch condition {
        case .volumeViewIsShown: ("{other} shows a volume view: the buttons move the media level", state.foreground)
        case .appSoundRuns: ("{other} plays: the buttons move the media level", soundingApp)
        case .sessionIsActive: ("{other}'s session is active: the buttons move the media level", unsilencedApp)
        case .accessoryIsInForce: ("an accessory is the output: the buttons move its media level", nil)
        case .ringerIsKept: ("changeWithButtons is off: the buttons move the media level", nil)
        default: ("the buttons move the media level", nil)
        }
    }

    /// An app whose sound runs and is silenced by neither switch nor lock.
    private var soundingApp: AppID? {
        let routes = book.routes(in: state)
        return state.apps.first { book.sounds($0, on: routes[$0.id].outputs, in: state) }?.id
    }

    /// An app whose session is active and silenced by neither switch nor lock.
    private var unsilencedApp: AppID? {
        let routes = book.routes(in: state)
        return state.apps.first {
            $0.session.phase == .active && book.silencing(of: $0, on: routes[$0.id].outputs, in: state) == nil
        }?.id
    }

    private func holds(_ condition: ButtonRule.Condition) -> Bool {
        switch condition {
        case .callIsAnswered: return state.callOn != nil
        case .ringtoneOrAlarmSounds:
            return state.alarmFires
                || state.rings && state.ringSwitch == .ring && !state.settingsOff.contains(SettingSet(.ringtones))
        case .chatIsActive: return book.mediaGovernor(in: state) == .call
        case .volumeViewIsShown:
            return !state.isLocked && state.foreground.flatMap { state[$0]?.showsVolumeView } == true
        case .appSoundRuns: return soundingApp != nil
        case .sessionIsActive: return unsilencedApp != nil
        case .accessoryIsInForce: return !book.route(in: state).outputs.isSubset(of: .builtIn)
        case .ringerIsKept: return state.settingsOff.contains(SettingSet(.changeWithButtons))
        case .otherwise: return true
        }
    }
}
