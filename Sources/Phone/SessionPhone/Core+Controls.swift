import SessionPolicy
import SessionWorld

/// The acts of the person and the machine.
extension Core {
    mutating func perform(
        _ call: ControlCall, by author: Arbiter.Author, at now: MachineTime, explains: Bool
    ) -> CallOutcome {
        let (verb, event) = event(of: call)
        var app: AppID?
        if case .app(let id, _) = event { app = id }
        if case .call(_, let name) = event { app = name.app }
        let step = TimedStep(verb, at: instant(of: now), app: app, action: .event(event))
        let reply = world.take(step)
        settle(reply, author)
        return outcome(of: reply, explains: explains)
    }

    private mutating func event(of call: ControlCall) -> (Verb, Event) {
        switch call {
        case .ringSwitch(let position): (.ringSwitch, .ringSwitchMoved(to: position))
        case .lock: (.lock, .screenLocked)
        case .unlock: (.unlock, .screenUnlocked)
        case .volumeButton(let direction, let times):
            (.volumeButton, .volumeButtonPressed(direction, times: max(1, min(times, 1_000_000))))
        case .volumeSlider(let level):
            (.volumeSlider, .volumeSliderMoved(to: level.isNaN ? 0 : min(1, max(0, level))))
        case .connect(let kind, let uid, let name, let only):
            (
                kind.isWired ? .plug : .connect,
                .accessoryConnected(Accessory(kind: kind, uid: self.name(uid), name: self.name(name), only: only))
            )
        case .disconnect(let kind, let uid):
            (kind.isWired ? .unplug : .disconnect, .accessoryDisconnected(kind, uid: name(uid)))
        case .pickRoute(let kind, let uid): (.pickRoute, .routePicked(kind, uid: name(uid)))
        case .call(let phase, let app, let uid):
            (.call, .call(phase, CallName(app: name(app).map { AppID($0) }, uid: name(uid))))
        case .alarm(let phase, let uid): (.alarm, .alarm(phase, uid: name(uid)))
        case .siri(let phase, let input): (.siri, .siri(phase, by: input))
        case .announce(let length): (.announce, .messageAnnounced(lasts: length))
        case .proximity(let proximity): (.proximity, .proximityChanged(to: proximity))
        case .remoteCommand(let command): (.remoteCommand, .remoteCommand(command))
        case .headsetButton(let times): (.headsetButton, .headsetButtonPressed(times: max(1, min(times, 3))))
        case .ringerSlider(let level):
            (.ringerSlider, .ringerSliderMoved(to: level.isNaN ? 0 : min(1, max(0, level))))
        case .builtInMicMuted(let isMuted): (.builtInMicMuted, .microphoneMuted(isMuted))
        case .routeConfigurationChange: (.routeConfigurationChange, .routeConfigurationChanged)
        case .sleep: (.sleep, .fallsAsleep)
        case .wake: (.wake, .wakes)
        case .alert(let kind, let app, let length):
            (.alert, .alertArrived(kind, app: name(app).map { AppID($0) }, lasts: length))
        case .keyClick: (.keyClick, .keyClicked)
        case .setting(let setting, let isOn): (.setting, .settingChanged(setting, to: isOn))
        case .alertSounds(let app, let isOn):
            (.setting, .alertSoundsChanged(app: AppID(world.name(app)), to: isOn))
        case .mediaServices(let phase): (.mediaServices, .mediaServices(phase))
        case .permission(let app, let permission):
            (.permission, .permissionAnswered(app: AppID(world.name(app)), permission))
        case .foreground(let app): (.foreground, .app(AppID(world.name(app)), .enteredForeground))
        case .background(let app): (.background, .app(AppID(world.name(app)), .enteredBackground))
        }
    }

    private mutating func name(_ text: String?) -> Name? { text.map { world.name($0) } }

    /// The sounds that are heard now, and those that are not.
    var deviceFacts: DeviceFacts {
        let moment = world.presentMoment
        var facts = DeviceFacts(
            heard: moment.heard.map {
                HeardSound(
                    name: name(of: $0.reference), decibels: $0.decibels, isDucked: $0.isDucked, outputs: $0.outputs)
            },
            unheard: moment.unheard.map { UnheardSound(name: name(of: $0.reference), rule: $0.rule) },
            route: facts(of: world.picture.route), outputVolume: world.picture.mediaVolume)
        facts.nowPlaying = world.state.apps.first { world.state.isNowPlaying($0) }.map {
            NowPlayingFacts(
                app: world.names[$0.id.name], isPlaying: $0.hasRunningSound, info: world.nowPlayingInfo(of: $0.id))
        }
        return facts
    }
}
