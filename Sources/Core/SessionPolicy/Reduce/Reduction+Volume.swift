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
                row.rule, if: row.condition == .chatIsActive,
                "{other} is in a chat, which uses the call volume: the buttons change that",
                else: "during a call the buttons change the call volume",
                other: row.condition == .chatIsActive ? book.chattingApp(in: state) : nil)
        case .ringer:
            guard !state.settingsOff.contains(SettingSet(.changeWithButtons)) else {
                return decide(.vol10, "changeWithButtons is off: the buttons do not change the ringer volume")
            }
            state.ringerVolume = min(1, max(book.numbers.ringerFloor, state.ringerVolume + change))
            decide(
                row.rule,
                row.condition == .otherwise
                    ? state.apps.contains { $0.hasRunningSound }
                        ? "the playing sounds are silenced: the buttons change the ringer volume"
                        : "no app's sound plays: the buttons change the ringer volume"
                    : state.alarmFires
                        ? "an alarm sounds: the buttons change the ringer volume"
                        : "the phone rings: the buttons change the ringer volume")
            if state.ringerVolume == book.numbers.ringerFloor {
                decide(.vol5, "the ringer goes no lower than one step; only the switch silences it")
            }
        case .media:
            if direction == .up { showWishToUnmute() }
            let key = book.route(in: state).level
            guard book.hasVolumeControl(key) else {
                return decide(.vol7, "the output has no volume control: the buttons have no effect")
            }
            setMediaLevel(of: key, to: book.level(of: key, in: state) + change)
            let (template, other) = reason(for: row.condition)
            decide(row.rule, template, other: other)
            decide(.vol3, "the media volume applies to the sounds of apps")
        }
    }

    mutating func moveVolumeSlider(to level: Double) {
        guard book.mediaGovernor(in: state) == .media else {
            state.callVolume = max(book.numbers.callFloor, level)
            return decide(
                .vol13, "{other} is in a chat, which uses the call volume: the slider changes that",
                other: book.chattingApp(in: state))
        }
        let key = book.route(in: state).level
        guard book.hasVolumeControl(key) else {
            return refuse(
                .badParam, .vol7, nil, "the output has no volume control; its name replaces the slider")
        }
        if level > book.level(of: key, in: state) { showWishToUnmute() }
        setMediaLevel(of: key, to: level)
        decide(.vol7, "like the buttons, the slider changes the media volume")
        decide(.vol3, "the media volume applies to the sounds of apps")
    }

    /// R-VOL-9: every output keeps a level of its own.
    private mutating func setMediaLevel(of key: OutputKey, to level: Double) {
        let level = min(1, max(0, level))
        state.mediaLevels[key] = level == book.numbers.mediaVolume ? nil : level
    }

    /// The reason why the buttons change the media level, with the app that it names.
    private func reason(for condition: ButtonRule.Condition) -> (String, other: AppID?) {
        switch condition {
        case .volumeViewIsShown: ("{other} shows a volume view: the buttons change the media volume", state.foreground)
        case .appSoundRuns: ("{other} plays: the buttons change the media volume", soundingApp)
        case .sessionIsActive: ("{other}'s session is active: the buttons change the media volume", unsilencedApp)
        case .accessoryIsInForce: ("an accessory is the output: the buttons change its media volume", nil)
        case .ringerIsKept: ("changeWithButtons is off: the buttons change the media volume", nil)
        default: ("the buttons change the media volume", nil)
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
