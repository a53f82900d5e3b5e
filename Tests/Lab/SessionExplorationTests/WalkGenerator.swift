import Randomness
import SessionPolicy

/// One step of a walk.
struct WalkStep {
    var at: Instant
    var event: Event
}

/// Draws steps over the whole vocabulary, so that what a state allows comes more often than what it refuses.
struct WalkGenerator {
    /// The cast: of each app, whether it is the system's, whether it has background audio, whether it resumes.
    static let cast: [(name: String, kind: AppKind, hasBackgroundAudio: Bool, resumes: Bool)] = [
        ("ipod", .system, true, true), ("nav", .app, true, true), ("pod", .app, true, false),
        ("game", .app, false, true), ("memo", .app, false, false), ("clock", .system, true, false),
    ]
    static let soundNames = ["a", "b", "c"]
    /// The numbers of names of accessories begin here, apart from those of apps and sounds.
    static let accessoryNames = ["left", "right"]

    var random: SplitMix

    static func app(_ index: Int) -> AppID { AppID(Name(UInt32(index))) }
    static func sound(_ index: Int) -> SoundID { SoundID(Name(UInt32(100 + index))) }
    static func uid(_ index: Int) -> Name { Name(UInt32(200 + index)) }

    /// The next step after a state of the policy at a time.
    mutating func step(after state: PolicyState, at time: Instant) -> WalkStep {
        let roll = Int.random(in: 0..<100, using: &random)
        // Most steps wake the device, so it wakes by itself before them or hardly ever.
        if state.isAsleep, random.chance(30) { return WalkStep(at: moment(after: state, time), event: .wakes) }
        let event = roll < 58 ? appStep(state) : roll < 92 ? deviceStep(state) : newerDeviceStep(state)
        return WalkStep(at: moment(after: state, time), event: event)
    }

    private mutating func moment(after state: PolicyState, _ time: Instant) -> Instant {
        let roll = Int.random(in: 0..<100, using: &random)
        if roll < 45 { return time }
        if roll < 60, let due = state.nextDeadline { return due }
        let lengths: [Int64] = [1, 50, 250, 500, 1000, 1500, 5000]
        return time.advanced(by: .milliseconds(random.pick(lengths)))
    }

    // MARK: The person and the device

    private mutating func deviceStep(_ state: PolicyState) -> Event {
        switch Int.random(in: 0..<100, using: &random) {
        case 0..<8: .ringSwitchMoved(to: random.pick(RingSwitch.allCases))
        case 8..<14: state.isLocked ? .screenUnlocked : .screenLocked
        case 14: random.chance(50) ? .screenLocked : .screenUnlocked
        case 15..<24:
            .volumeButtonPressed(random.pick(VolumeDirection.allCases), times: random.pick([1, 1, 2, 3, 7, 16]))
        case 24..<28: .volumeSliderMoved(to: random.pick([0, 0.25, 0.3, 0.5, 1]))
        case 28..<39: .accessoryConnected(accessory())
        case 39..<48: disconnection(state)
        case 48..<54: pick(state)
        case 54..<70: .call(phase(state))
        case 70..<78: .alarm(alarmPhase(state), uid: random.chance(20) ? WalkGenerator.uid(0) : nil)
        case 78..<84: alert()
        case 84..<87: .keyClicked
        case 87..<91: .settingChanged(random.pick(Setting.allCases), to: random.chance(60))
        case 91..<93: .alertSoundsChanged(app: anyApp(), to: random.chance(60))
        case 93..<95: .mediaServices(state.mediaServicesAreLost == random.chance(90) ? .reset : .lost)
        case 95: siri(state)
        case 96: newerDeviceStep(state)
        default:
            state.siriListens
                ? .siri(.ended) : state.mediaServicesAreLost ? .mediaServices(.reset) : .timePassed
        }
    }

    private mutating func newerDeviceStep(_ state: PolicyState) -> Event {
        if state.apps.contains(where: { $0.recording == .running }), random.chance(30) {
            return .microphoneMuted(!state.microphoneIsMuted)
        }
        switch Int.random(in: 0..<100, using: &random) {
        case 0..<60: return callStep(state)
        case 60..<66: return .microphoneMuted(!state.microphoneIsMuted)
        case 66..<70: return .messageAnnounced(lasts: length())
        case 70..<72: return .proximityChanged(to: state.isAtEar == random.chance(80) ? .far : .near)
        case 72..<77: return .routeConfigurationChanged
        case 77..<84: return state.isAsleep ? .wakes : .fallsAsleep
        case 84..<88: return .ringerSliderMoved(to: random.pick([0, 0.25, 0.75, 1]))
        case 88..<92: return .settingChanged(.callBanners, to: random.chance(70))
        case 92..<95: return .remoteCommand(RemoteCommand(random.pick(RemoteCommand.Kind.allCases)))
        case 95..<98: return .headsetButtonPressed(times: random.pick([1, 2, 3]))
        default: return .permissionAnswered(app: anyApp(), random.pick(RecordPermission.allCases))
        }
    }

    private mutating func siri(_ state: PolicyState) -> Event {
        .siri(
            state.siriListens == random.chance(90) ? .ended : .began, by: random.pick(SiriInput.allCases + [.airPods]))
    }

    /// Something happens to a call of an app, or to the phone's second one.
    private mutating func callStep(_ state: PolicyState) -> Event {
        if !state.calls.isEmpty, random.chance(75) {
            let call = random.pick(state.calls)
            let name = CallName(app: call.app, uid: random.chance(70) ? call.uid : nil)
            let phases: [CallPhase] =
                switch call.phase {
                case .incoming: [.answered, .answered, .answered, .declined, .missed]
                case .outgoing: [.answered, .answered, .ended, .remoteEnded]
                case .answered: [.held, .swapped, .ended, .remoteEnded, .muted]
                case .held: [.unheld, .swapped, .ended, .remoteEnded, .unmuted]
                }
            return .call(random.pick(phases), name)
        }
        let owner = random.chance(70) ? WalkGenerator.app(random.pick([1, 2, 3, 4])) : nil
        let uid = random.chance(owner == nil ? 80 : 30) ? WalkGenerator.uid(Int.random(in: 0..<2, using: &random)) : nil
        let phase: CallPhase =
            random.chance(5) ? random.pick(CallPhase.allCases) : random.chance(75) ? .incoming : .outgoing
        return .call(phase, CallName(app: owner, uid: uid))
    }

    private mutating func accessory() -> Accessory {
        let kind = random.chance(25) ? .bluetoothHFP : random.pick(Accessory.Kind.allCases)
        let uid = random.chance(50) ? WalkGenerator.uid(Int.random(in: 0..<2, using: &random)) : nil
        let only = kind == .usbAudio || random.chance(1) ? random.pick(Accessory.Direction.allCases) : nil
        return Accessory(
            kind: kind, uid: uid, name: random.chance(30) ? WalkGenerator.uid(0) : nil,
            only: random.chance(50) ? only : nil)
    }

    private mutating func connected(_ state: PolicyState) -> Accessory {
        let accessories = state.gestures.compactMap { gesture -> Accessory? in
            if case .accessory(let accessory) = gesture { accessory } else { nil }
        }
        return accessories.isEmpty || random.chance(5) ? accessory() : random.pick(accessories)
    }

    private mutating func disconnection(_ state: PolicyState) -> Event {
        let accessory = connected(state)
        return .accessoryDisconnected(accessory.kind, uid: random.chance(60) ? accessory.uid : nil)
    }

    private mutating func pick(_ state: PolicyState) -> Event {
        if random.chance(30) { return .routePicked(nil, uid: nil) }
        let accessory = connected(state)
        return .routePicked(accessory.kind, uid: random.chance(60) ? accessory.uid : nil)
    }

    private mutating func phase(_ state: PolicyState) -> CallPhase {
        if random.chance(5) { return random.pick(CallPhase.allCases) }
        switch state.call {
        case .none: return .incoming
        case .incoming: return random.pick([.answered, .answered, .declined, .missed])
        case .answered, .outgoing: return .ended
        }
    }

    private mutating func alarmPhase(_ state: PolicyState) -> AlarmPhase {
        if random.chance(5) { return random.pick(AlarmPhase.allCases) }
        return state.alarmFires ? random.pick([.dismissed, .snoozed]) : .fires
    }

    private mutating func alert() -> Event {
        let kind = random.pick(AlertKind.allCases)
        let length = random.pick([.milliseconds(1000), length()])
        return .alertArrived(kind, app: kind == .push ? anyApp() : nil, lasts: length)
    }

    // MARK: Apps

    private mutating func anyApp() -> AppID {
        WalkGenerator.app(Int.random(in: 0..<WalkGenerator.cast.count, using: &random))
    }

    private mutating func anySound() -> SoundID {
        WalkGenerator.sound(Int.random(in: 0..<WalkGenerator.soundNames.count, using: &random))
    }

    private mutating func length() -> Length { .milliseconds(random.pick([0, 50, 250, 500, 1000, 3000, 10_000])) }

    private mutating func appStep(_ state: PolicyState) -> Event {
        // The system's apps outlive the others, so that more follows from what happens to them.
        let everyone = WalkGenerator.cast.indices
        let systemApps = everyone.filter { WalkGenerator.cast[$0].kind == .system }
        let index = random.pick(random.chance(30) ? systemApps : Array(everyone))
        let id = WalkGenerator.app(index)
        if let app = state[id], app.session.phase == .inactive, random.chance(25) {
            return .app(id, random.chance(50) ? play() : .setActive(true, notifyOthers: false))
        }
        if state[id]?.session.outputIsMuted == true, random.chance(10) { return .app(id, .setOutputMuted(false)) }
        if state[id] == nil && random.chance(90) { return .app(id, launch(index)) }
        switch Int.random(in: 0..<100, using: &random) {
        case 0..<4: return .app(id, launch(index))
        case 4..<8: return .app(id, .enteredForeground)
        case 8..<11: return .app(id, .enteredBackground)
        case 11..<13: return .app(id, random.chance(50) ? .quit : .crashed)
        case 13..<30: return .app(id, setCategory())
        case 30..<40: return .app(id, .setActive(true, notifyOthers: random.chance(20)))
        case 40..<49: return .app(id, .setActive(false, notifyOthers: random.chance(50)))
        case 49..<52: return .app(id, .overrideOutput(toSpeaker: random.chance(70)))
        case 52..<68: return .app(id, play())
        case 68..<71: return .app(id, .pause(someSound(of: id, state)))
        case 71..<74: return .app(id, .stop(someSound(of: id, state)))
        case 74..<75:
            return .app(
                id, .soundMoved(someSound(of: id, state) ?? anySound(), remaining: random.chance(80) ? length() : nil))
        case 75..<77:
            return .app(id, .setGain(someSound(of: id, state) ?? anySound(), to: random.pick([0, 0.25, 0.5, 1])))
        case 77..<83: return .app(id, .record(random.chance(65)))
        case 83..<87: return .app(id, .systemSound(anySound(), lasts: servicesLength(), isInterface: random.chance(70)))
        case 87..<89: return .app(id, .alertSound(anySound(), lasts: servicesLength()))
        case 89:
            return .app(
                id,
                random.chance(50)
                    ? .registeredNowPlaying(random.chance(50)) : .allowedHapticsWhileRecording(random.chance(60)))
        case 90: return .app(id, random.chance(80) ? .vibrate : .playLost(anySound()))
        case 91..<96: return .app(id, wish())
        default: return .app(id, .ask(random.pick(Question.allCases)))
        }
    }

    private mutating func wish() -> AppEvent {
        switch Int.random(in: 0..<100, using: &random) {
        case 0..<45:
            let ports: [SessionPolicy.Port] = [.builtInMic, .bluetoothHFP, .headsetMic, .usbAudio, .carAudio]
            let uid = random.chance(20) ? WalkGenerator.uid(Int.random(in: 0..<2, using: &random)) : nil
            return .setPreferredInput(random.chance(15) ? nil : random.pick(ports), uid: uid)
        case 45..<70: return .preferred(.noInterruptionsFromSystemAlerts, random.chance(75))
        case 70..<82: return .preferred(.interruptionOnRouteDisconnect, random.chance(75))
        case 82..<84: return .setInputMuted(random.chance(50))
        case 84..<87: return .setOutputMuted(random.chance(70))
        case 87..<88: return .startedVoiceProcessing
        case 88..<90: return .preferred(.echoCancelledInput, random.chance(70))
        case 90..<94: return .setOption(random.pick(CategoryOptions.named.map(\.option)), random.chance(65))
        default: return .showedVolumeView(random.chance(60))
        }
    }

    private mutating func launch(_ index: Int) -> AppEvent {
        let part = WalkGenerator.cast[index]
        if random.chance(3) { return .launched(random.pick(AppKind.allCases), backgroundAudio: true, resumes: true) }
        if random.chance(5) { return .launched(.program(part.kind, backgroundAudio: part.hasBackgroundAudio)) }
        var launch = Launch(part.kind, backgroundAudio: part.hasBackgroundAudio, resumes: part.resumes)
        launch.isInBackground = random.chance(10)
        if random.chance(20) { launch.suspensionDelay = length() }
        if launch.isInBackground { launch.mayResumeInBackground = random.chance(20) }
        launch.pausesAtUnplug = random.pick([nil, nil, nil, true, false])
        launch.suspendsWhenIdle = random.chance(85)
        launch.resumesWithoutLeave = random.chance(15)
        launch.wantsRecommendation = random.chance(15)
        return .launched(launch)
    }

    private mutating func setCategory() -> AppEvent {
        let categories: [SessionPolicy.Category] = [
            .ambient, .soloAmbient, .playback, .playback, .playback, .record, .playAndRecord, .playAndRecord,
            .audioProcessing, .multiRoute,
        ]
        let category = random.pick(categories)
        let mode = random.chance(50) ? .default : random.pick(Mode.allCases + Array(repeating: .spokenAudio, count: 6))
        var options: CategoryOptions = []
        if random.chance(55) {
            let legal: [CategoryOptions] = [.mixWithOthers, .duckOthers, .interruptSpokenAudioAndMixWithOthers]
            options.insert(random.pick(legal))
            if random.chance(30) { options.insert(random.pick(legal)) }
        }
        if category == .playAndRecord && random.chance(60) || random.chance(4) {
            let special: [CategoryOptions] = [
                .allowBluetooth, .allowBluetooth, .defaultToSpeaker, .allowBluetoothA2DP, .allowAirPlay,
            ]
            options.insert(random.pick(special))
            if random.chance(40) { options.insert(random.pick(special)) }
        }
        if category == .record && random.chance(40) { options.insert(.allowBluetooth) }
        if random.chance(8) { options.insert(.overrideMutedMicrophoneInterruption) }
        if random.chance(4) { options.insert(random.pick([.farFieldInput, .bluetoothHighQualityRecording])) }
        if category == .multiRoute && random.chance(30) {
            return .setCategory(category, .dualRoute, random.chance(80) ? .allowBluetooth : options)
        }
        if category == .playback && random.chance(15) { return .setCategory(category, .shortFormVideo, []) }
        if category == .playback && random.chance(20) {
            let policy: RouteSharingPolicy = random.pick([.longFormAudio, .longFormAudio, .longFormVideo, .independent])
            return .setCategory(category, mode, random.chance(80) ? [] : options, policy: policy)
        }
        return .setCategory(category, mode, options)
    }

    private mutating func play() -> AppEvent {
        .play(
            anySound(), lasts: random.chance(40) ? length() : nil,
            gain: random.chance(60) ? nil : random.pick([0, 0.25, 0.5, 1]))
    }

    private mutating func servicesLength() -> Length {
        random.chance(4) ? .milliseconds(random.pick([30_000, 30_001])) : length()
    }

    private mutating func someSound(of app: AppID, _ state: PolicyState) -> SoundID? {
        if random.chance(25) { return nil }
        let own = state[app]?.sounds ?? []
        if !own.isEmpty, random.chance(85) { return random.pick(own).id }
        return anySound()
    }
}
