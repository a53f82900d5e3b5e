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
                    ? "a chat has the call's level: the buttons move that"
                    : "during a call the buttons move the call's level")
        case .ringer:
            state.ringerVolume = min(1, max(book.numbers.ringerFloor, state.ringerVolume + change))
            decide(row.rule, "no app's sound plays, or the phone itself sounds: the buttons move the ringer")
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
            decide(
                row.rule,
                row.condition == .volumeViewIsShown
                    ? "a volume view is on the screen: the buttons move the media level"
                    : "an app's sound plays: the buttons move the media level")
            decide(.vol3, "the media level moves the sounds of apps")
        }
    }

    mutating func moveVolumeSlider(to level: Double) {
        guard book.mediaGovernor(in: state) == .media else {
            state.callVolume = max(book.numbers.callFloor, level)
            return decide(.vol13, "a chat has the call's level, which the slider moves")
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

    private func holds(_ condition: ButtonRule.Condition) -> Bool {
        switch condition {
        case .callIsAnswered: return state.callOn != nil
        case .ringtoneOrAlarmSounds:
            return state.alarmFires || state.rings && state.ringSwitch == .ring
        case .chatIsActive: return book.mediaGovernor(in: state) == .call
        case .volumeViewIsShown:
            return !state.isLocked && state.foreground.flatMap { state[$0]?.showsVolumeView } == true
        case .appSoundRuns:
            let outputs = book.route(in: state).outputs
            return state.apps.contains { book.sounds($0, on: outputs, in: state) }
        case .sessionIsActive:
            let outputs = book.route(in: state).outputs
            return state.apps.contains {
                $0.session.phase == .active && book.silencing(of: $0, on: outputs, in: state) == nil
            }
        case .otherwise: return true
        }
    }
}
