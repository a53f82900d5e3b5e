/// The levels: who is heard, computed from the state each time anew. Ending a duck or a silence is therefore not a
/// code path, and causes released in any order come out right.
extension RuleBook {
    /// Who is heard in a state, how loud, on what, and by which rule not.
    ///
    /// - Parameter state: Any state.
    /// - Returns: Every started sound, by kind and app in order of launch.
    public func picture(of state: PolicyState) -> Picture {
        let route = route(in: state)
        var painter = Painter(book: self, state: state, route: route)
        painter.paintDevice()
        for app in state.apps { painter.paint(app) }
        return Picture(
            sounds: painter.sounds, route: route, mediaVolume: level(of: route.level, in: state))
    }
}

/// A picture in the making.
private struct Painter {
    let book: RuleBook
    let state: PolicyState
    let route: Route
    let mediaVolume: Double
    /// An app whose session ducks others; duckers do not duck each other (R-DK-8).
    private let ducker: AppID?
    private var alertIsHeard = false
    var sounds: [Picture.Level] = []

    init(book: RuleBook, state: PolicyState, route: Route) {
        self.book = book
        self.state = state
        self.route = route
        mediaVolume = book.hasVolumeControl(route.level) ? book.level(of: route.level, in: state) : 1
        ducker = state.apps.first { book.ducksOthers($0.session) }?.id
    }

    mutating func paintDevice() {
        if state.call == .incoming { paint(SoundReference(.ringtone)) }
        if state.call == .answered { paint(SoundReference(.callAudio)) }
        if state.alarmFires { paint(SoundReference(.alarm)) }
        if let alert = state.alert {
            let isOff = alert.app.map(state.appsWithoutAlertSounds.contains) ?? false
            paint(SoundReference(.alert), settingIsOff: isOff)
            alertIsHeard = sounds.last?.unheardBy == nil
        }
        if state.keyClickEnds != nil {
            paint(SoundReference(.keyClick), settingIsOff: state.settingsOff.contains(SettingSet(.keyboardClicks)))
        }
        if let sound = state.systemSound {
            paint(
                SoundReference(sound.isAlert ? .alertSound : .systemSound, app: sound.app, sound: sound.sound),
                settingIsOff: state.settingsOff.contains(SettingSet(.soundEffects)))
        }
    }

    /// A sound that no session governs.
    private mutating func paint(_ reference: SoundReference, settingIsOff: Bool = false) {
        guard let row = book.lookup.level(of: reference.kind) else { return }
        let volume = volume(row.volume)
        let unheardBy = book.lookup.silencing(of: reference.kind) { condition in
            switch condition {
            case .settingIsOff: settingIsOff
            case .volumeIsZero: volume == 0
            default: book.holds(condition, in: state)
            }
        }
        let duckedBy = duckRule(row, ducksOthersItself: false)
        add(reference, row, isRunning: true, unheardBy: unheardBy, gain: 1, volume: volume, duckedBy: duckedBy)
    }

    /// The sounds of one app's session; a paused sound stands nowhere.
    mutating func paint(_ app: App) {
        guard !app.sounds.isEmpty, let row = book.lookup.level(of: .sound) else { return }
        let volume = volume(row.volume)
        let duckedBy = duckRule(row, ducksOthersItself: book.ducksOthers(app.session))
        for sound in app.sounds {
            let unheardBy: RuleID?
            switch (sound.progress, app.session.phase) {
            case (.paused, _): continue
            case (.halted, .interrupted(let interruption)): unheardBy = interruption.causes.first?.rule
            default: unheardBy = silencing(of: sound, in: app, volume: volume)
            }
            add(
                SoundReference(.sound, app: app.id, sound: sound.id), row, isRunning: sound.isRunning,
                unheardBy: unheardBy, gain: sound.gain, volume: volume, duckedBy: duckedBy)
        }
    }

    private mutating func add(
        _ reference: SoundReference, _ row: LevelRule, isRunning: Bool, unheardBy: RuleID?, gain: Double,
        volume: Double, duckedBy: RuleID?
    ) {
        sounds.append(
            Picture.Level(
                reference: reference, isRunning: isRunning, unheardBy: unheardBy, gain: gain, volume: volume,
                duckedBy: duckedBy, ducker: duckedBy == .dk1 ? ducker : nil,
                duck: duckedBy == nil ? 1 : book.numbers.duckGain,
                outputs: book.outputs(row.outputs, media: route.outputs, in: state)))
    }

    private func silencing(of sound: Sound, in app: App, volume: Double) -> RuleID? {
        book.lookup.silencing(of: .sound) { condition in
            switch condition {
            case .volumeIsZero: volume == 0
            case .gainIsZero: sound.gain == 0
            default: book.holds(condition, for: app, on: route.outputs, in: state)
            }
        }
    }

    /// The rule by which a sound is lowered: another session that ducks, else, for media, an alert that is heard.
    private func duckRule(_ row: LevelRule, ducksOthersItself: Bool) -> RuleID? {
        guard row.ducks else { return nil }
        if ducker != nil && !ducksOthersItself { return .dk1 }
        return book.settings.alertDucksMedia && alertIsHeard ? .al4 : nil
    }

    private func volume(_ volume: LevelRule.Volume) -> Double {
        switch volume {
        case .media: mediaVolume
        case .ringer: state.ringerVolume
        case .call: state.callVolume
        }
    }
}
