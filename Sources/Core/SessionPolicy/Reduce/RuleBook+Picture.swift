/// Computes who is heard from the state. So the end of a duck or a silence needs no code, and causes may end in any
/// order.
extension RuleBook {
    /// Returns the picture of a state: the sounds that are heard, how loud, on what, and the rules by which others are
    /// not. Levels are computed from the state each time and stored nowhere (decision 2).
    ///
    /// - Parameter state: Any state.
    /// - Returns: Every started sound, by kind and app in order of launch.
    public func picture(of state: PolicyState) -> Picture { picture(of: state, on: route(in: state)) }

    /// Returns the picture of a state, for a caller that knows the media route of the state.
    package func picture(of state: PolicyState, on route: Route) -> Picture {
        let routes = routes(in: state, inForce: route)
        let ducker = ducker(in: state, routes)
        var painter = Painter(
            book: self, routes: routes, mediaVolume: volumeOfMedia(on: routes.shared, in: state), ducker: ducker?.id,
            sessionDuck: ducker?.duck.gain ?? numbers.duckGain)
        painter.paintDevice(state)
        for index in state.apps.indices { painter.paintApp(at: index, in: state) }
        return Picture(
            sounds: painter.sounds, route: route, mediaVolume: level(of: route.level, in: state),
            hasVolumeControl: hasVolumeControl(route.level),
            preferredOutputs: preferredOutputs(painter.sounds, media: route.outputs),
            end: lookup.change(of: .ends), ramps: ducker?.duck.over.map(ramps(downOver:)) ?? ramps)
    }

    /// The app whose session lowers others furthest; of equals, the one launched first.
    private func ducker(in state: PolicyState, _ routes: MediaRoutes) -> App? {
        guard state.hasSession(ducksOthers) else { return nil }
        var deepest: App?
        for app in state.apps
        where ducksOthers(app.session) && !isStoppedByLock(app, in: state) && !routes.areApart(app.id) {
            guard let other = deepest else {
                deepest = app
                continue
            }
            if app.duck.gain ?? numbers.duckGain < other.duck.gain ?? numbers.duckGain { deepest = app }
        }
        return deepest
    }

    /// The rows of the book, except for how long the way down to a duck takes.
    private func ramps(downOver length: Length) -> [RampRule] {
        ramps.map { $0.change == .duckDown ? RampRule(change: .duckDown, length: length) : $0 }
    }

    /// Whether a sound of an active session would be heard if it played.
    /// - Parameter routes: The routes of the state.
    func wouldHear(_ sound: Sound, of app: App, on routes: MediaRoutes, in state: PolicyState) -> Bool {
        guard let row = lookup.level(of: .sound) else { return false }
        let media =
            routes.areApart(app.id)
            ? level(of: routes[app.id].level, in: state) : volumeOfMedia(on: routes.shared, in: state)
        let volume = volume(row.volume, media: media, in: state)
        return silencing(of: sound, in: app, volume: volume, on: routes[app.id].outputs, in: state) == nil
    }

    /// Returns the rule that keeps a running sound of an app from being heard, or nil if none does.
    fileprivate func silencing(
        of sound: Sound, in app: App, volume: Double, on outputs: PortSet, in state: PolicyState
    ) -> RuleID? {
        lookup.silencing(of: .sound) { condition in
            switch condition {
            case .volumeIsZero: volume == 0
            case .gainIsZero: sound.gain == 0
            default: holds(condition, for: app, on: outputs, in: state)
            }
        }
    }

    /// The media volume as a factor, or 1 if the phone does not govern the output's volume.
    fileprivate func volumeOfMedia(on route: Route, in state: PolicyState) -> Double {
        if mediaGovernor(in: state) == .call { return state.callVolume }
        return hasVolumeControl(route.level) ? level(of: route.level, in: state) : 1
    }

    fileprivate func volume(_ volume: LevelRule.Volume, media: Double, in state: PolicyState) -> Double {
        switch volume {
        case .media: media
        case .ringer: state.ringerVolume
        case .call: state.callVolume
        }
    }

    /// The phone rings on several outputs; the media output is preferred.
    private func preferredOutputs(_ sounds: [Picture.Level], media: PortSet) -> PortSet {
        let phone = sounds.first { level in
            level.unheardBy == nil && lookup.level(of: level.reference.kind)?.outputs.isOfThePhone == true
        }
        guard let phone else { return media }
        return phone.outputs.isDisjoint(with: media) ? phone.outputs : phone.outputs.intersection(media)
    }
}

/// A picture in progress. The state is passed as an argument, because storing it would retain its contents.
private struct Painter: ~Copyable {
    let book: RuleBook
    let routes: MediaRoutes
    let mediaVolume: Double
    /// An app whose session ducks others; duckers do not duck each other (R-DK-8).
    let ducker: AppID?
    /// The factor by which the ducking session lowers others.
    let sessionDuck: Double
    /// The rule by which Siri or an audible alert lowers media, if any.
    var deviceDuck: (rule: RuleID, by: Picture.Originator)?
    var sounds: [Picture.Level] = []

    mutating func paintDevice(_ state: PolicyState) {
        if state.siriLowers {
            deviceDuck = (.siri1, .siri)
        } else if state.announcementEnds != nil {
            deviceDuck = (.siri2, .siri)
        }
        if state.rings {
            let isOff = state.settingsOff.contains(SettingSet(.ringtones))
            paint(SoundReference(.ringtone), settingIsOff: isOff, in: state)
        }
        if let call = state.callOn, call.app == nil { paint(SoundReference(.callAudio), in: state) }
        if state.alarmFires { paint(SoundReference(.alarm), in: state) }
        if let alert = state.alert {
            let isOff =
                alert.kind.tones.map { state.settingsOff.contains(SettingSet($0)) }
                ?? alert.app.map(state.appsWithoutAlertSounds.contains) ?? false
            paint(SoundReference(.alert), settingIsOff: isOff, in: state)
            if book.settings.alertDucksMedia, sounds.last?.unheardBy == nil, deviceDuck == nil {
                deviceDuck = (.al4, .alert)
            }
        }
        if state.keyClickEnds != nil {
            paint(
                SoundReference(.keyClick), settingIsOff: state.settingsOff.contains(SettingSet(.keyboardClicks)),
                in: state)
        }
        if let sound = state.systemSound {
            paint(
                SoundReference(sound.isAlert ? .alertSound : .systemSound, app: sound.app, sound: sound.sound),
                settingIsOff: sound.isInterface && state.settingsOff.contains(SettingSet(.soundEffects)), in: state)
            if sound.isAlert && book.settings.alertSoundDucksMedia && sounds.last?.unheardBy == nil && deviceDuck == nil
            {
                deviceDuck = (.al4, .alertSound(sound.app))
            }
        }
    }

    private mutating func paint(_ reference: SoundReference, settingIsOff: Bool = false, in state: PolicyState) {
        guard let row = book.lookup.level(of: reference.kind) else { return }
        let volume = book.volume(row.volume, media: mediaVolume, in: state)
        let unheardBy = book.lookup.silencing(of: reference.kind) { condition in
            switch condition {
            case .settingIsOff: settingIsOff
            case .volumeIsZero: volume == 0
            default: book.holds(condition, in: state)
            }
        }
        let duckedBy = duckRule(row, ducksOthersItself: false)
        let outputs = book.outputs(row.outputs, media: routes.shared.outputs, in: state)
        add(
            reference, isRunning: true, unheardBy: unheardBy, gain: 1, volume: volume, duckedBy: duckedBy,
            outputs: outputs, silencer: unheardBy.flatMap { book.silencer(of: reference.kind, by: $0, in: state) })
    }

    /// Adds the sounds of an app's session, without paused ones.
    mutating func paintApp(at index: Int, in state: PolicyState) {
        guard state.hasSounds(at: index), let row = book.lookup.level(of: .sound) else { return }
        let app = state.apps[index]
        let (isApart, route) = (routes.areApart(app.id), routes[app.id])
        let media = isApart ? book.level(of: route.level, in: state) : mediaVolume
        let volume = book.volume(row.volume, media: media, in: state)
        // Sounds on the phone do not duck long-form sound on AirPlay.
        let duckedBy = isApart ? nil : duckRule(row, ducksOthersItself: book.ducksOthers(app.session))
        let outputs = book.outputs(row.outputs, media: route.outputs, in: state)
        for sound in app.sounds {
            let unheardBy: RuleID?
            var haltedBy: Cause?
            switch (sound.progress, app.session.phase) {
            case (.paused, _): continue
            case (.halted, .interrupted):
                haltedBy = app.causes.first
                unheardBy = haltedBy?.rule
            default: unheardBy = book.silencing(of: sound, in: app, volume: volume, on: route.outputs, in: state)
            }
            add(
                SoundReference(.sound, app: app.id, sound: sound.id), isRunning: sound.isRunning,
                unheardBy: unheardBy, gain: sound.gain, volume: volume, duckedBy: duckedBy, outputs: outputs,
                haltedBy: haltedBy, silencer: haltedBy.flatMap(state.originator))
        }
    }

    private mutating func add(
        _ reference: SoundReference, isRunning: Bool, unheardBy: RuleID?, gain: Double, volume: Double,
        duckedBy: RuleID?, outputs: PortSet, haltedBy: Cause? = nil, silencer: Picture.Originator? = nil
    ) {
        let originator =
            unheardBy != nil
            ? silencer : duckedBy == nil ? nil : duckedBy == .dk1 ? ducker.map(Picture.Originator.app) : deviceDuck?.by
        var changes = book.lookup.changes
        if let haltedBy { changes.halt = book.lookup.change(of: haltedBy.row.halts) }
        if duckedBy != nil { changes.duck = book.lookup.change(of: .duckBegins) }
        sounds.append(
            Picture.Level(
                reference: reference, isRunning: isRunning, unheardBy: unheardBy, gain: gain, volume: volume,
                duckedBy: duckedBy, originator: originator,
                duck: duckedBy == nil ? 1 : duckedBy == .dk1 ? sessionDuck : book.numbers.duckGain, outputs: outputs,
                changes: changes))
    }

    /// The rule by which a sound is ducked: a session's, or the device's if that is deeper.
    private func duckRule(_ row: LevelRule, ducksOthersItself: Bool) -> RuleID? {
        guard row.ducks else { return nil }
        let deviceIsDeeper = deviceDuck != nil && book.numbers.duckGain < sessionDuck
        return ducker != nil && !ducksOthersItself && !deviceIsDeeper ? .dk1 : deviceDuck?.rule
    }
}

extension RuleBook {
    /// The app or device part behind a rule that silences a sound outside of sessions, if it is not obvious.
    fileprivate func silencer(of kind: SoundKind, by rule: RuleID, in state: PolicyState) -> Picture.Originator? {
        switch rule {
        case .int2:
            let floor = state.floor.intersection(lookup.holding)
            if floor.contains(.ring) || floor.contains(.call) { return state.originator(.call) }
            return floor.contains(.alarm) ? .alarm : floor.contains(.siri) || state.siriLowers ? .siri : nil
        case .int7: return alertlessApp(in: state).map { .app($0) }
        case .int20: return state.callOn.map { .call($0.app) }
        case .set1:
            // A push has no tone setting; its app's setting is off.
            guard kind == .alert, let alert = state.alert, alert.kind.tones == nil else { return nil }
            return alert.app.map { .app($0) }
        case .al6: return (recordSession(in: state) ?? recorder(in: state)).map { .app($0) }
        default: return nil
        }
    }
}

extension PolicyState {
    /// The call that interrupts others: the active one, otherwise the latest ringing one.
    var callOnTheFloor: Call? { callOn ?? calls.last { $0.phase == .incoming } ?? calls.last }

    /// The app or the part of the device that is a cause of interruptions, or nil for an app's own call on hold, and
    /// for the microphone.
    fileprivate func originator(_ cause: Cause) -> Picture.Originator? {
        switch cause {
        case .call: .call(callOnTheFloor?.app)
        case .alarm: .alarm
        case .siri, .announcement: .siri
        case .hold, .microphone: nil
        case .app(let app), .spoken(let app): .app(app)
        }
    }
}

extension LevelRule.Outputs {
    /// Whether they are independent of the media route.
    fileprivate var isOfThePhone: Bool { self == .speakerAndHeadphones || self == .call }
}
