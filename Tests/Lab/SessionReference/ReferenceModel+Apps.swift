import SessionPolicy

extension ReferenceModel {
    mutating func apply(_ event: AppEvent, of id: AppID) throws(Refused) {
        if apps.count == 256 && index(of: id) == nil { throw Refused(error: .badParam) }
        if case .launched(let how) = event {
            actor = id
            launch(id, how)
            return
        }
        if index(of: id) == nil {
            if endedApps.contains(id) { throw Refused(error: .notRunning) }
            launch(id, Launch())
            suspend()
        }
        guard let index = index(of: id) else { return }
        if event != .enteredBackground { actor = id }
        switch event {
        case .launched: break
        case .enteredForeground: bringToFront(id)
        case .enteredBackground: leaveForeground(id)
        case .quit, .crashed: end(id)
        case .setCategory(let category, let mode, let options, let policy):
            try setCategory(index, category, mode, options, policy)
        case .setOption(let option, let isSet): try setOption(index, option, isSet)
        case .setActive(true, _): try setActive(index)
        case .setActive(false, let notifies): try setInactive(index, notifies)
        case .overrideOutput(let toSpeaker): try overrideOutput(index, toSpeaker)
        case .play(let sound, let length, let gain): try play(index, sound, length, gain)
        case .playLost: throw Refused(error: .mediaServicesFailed)
        case .pause(let sound): try pause(index, sound)
        case .stop(let sound): try stop(index, sound)
        case .setGain(let sound, let gain, _): try setGain(index, sound, gain)
        case .soundMoved(let sound, let remaining): try move(index, sound, remaining)
        case .record(true): try startRecording(index)
        case .record(false): try stopRecording(index)
        case .systemSound(let sound, let length, let isInterface):
            try playServicesSound(index, sound, length, isAlert: false, isInterface: isInterface)
        case .alertSound(let sound, let length): try playServicesSound(index, sound, length, isAlert: true)
        case .vibrate: vibrates = vibrationIsOn() && !isMutedByRecording
        case .registeredNowPlaying(let isRegistered): register(index, isRegistered)
        case .allowedHapticsWhileRecording(let allows): apps[index].allowsHaptics = allows
        case .setPreferredInput(let port, let uid): try preferInput(index, port, uid)
        case .preferred(.noInterruptionsFromSystemAlerts, let prefers): apps[index].prefersNoAlerts = prefers
        case .preferred(.interruptionOnRouteDisconnect, let prefers): apps[index].prefersDisconnect = prefers
        case .setInputMuted(let isMuted):
            if apps[index].hasMutedInput != isMuted { tell(id, .inputMuteStateChange(isMuted)) }
            apps[index].hasMutedInput = isMuted
        case .preferred(.echoCancelledInput, let prefers): try preferNoEcho(index, prefers)
        case .setOutputMuted(let isMuted): try muteOutput(index, isMuted)
        case .showedVolumeView(let isShown): apps[index].showsVolumeView = isShown
        case .startedVoiceProcessing:
            if apps[index].mode == .default, apps[index].category == .playAndRecord {
                apps[index].mode = .voiceChat
                if apps[index].hasMutedOutput { tell(id, .outputMuteStateChange(false)) }
                apps[index].hasMutedOutput = false
            }
        case .answeredRemoteCommand(_, let status): answer = .status(status)
        case .ask(let question): answer = answer(to: question, for: apps[index])
        // No step says these: programs alone do, and other acts say as much.
        case .changeCategory, .call, .requestRecordPermission: break
        }
    }

    /// Gives a person's command to the app that is Now Playing.
    mutating func give(_ command: RemoteCommand) throws(Refused) {
        guard let app = apps.first(where: { $0.isNowPlaying && $0.id == nowPlaying }) else {
            throw Refused(error: .badParam)
        }
        actor = app.id
        tell(app.id, .remoteCommand(command))
    }

    /// Detail 19: who registers with a sound of its own is Now Playing, but where a registered app started after it.
    private mutating func register(_ index: Int, _ isRegistered: Bool) {
        let holder = apps.first { $0.id == nowPlaying && $0.isNowPlaying && $0.id != apps[index].id }
        apps[index].isNowPlaying = isRegistered
        let hasFloor = apps[index].phase == .active && !mixes(apps[index])
        if isRegistered, !apps[index].sounds.isEmpty, !mixes(apps[index]), hasFloor || holder == nil {
            nowPlaying = apps[index].id
        }
    }

    private mutating func preferInput(_ index: Int, _ port: Port?, _ uid: Name?) throws(Refused) {
        try refuseIfServicesAreLost()
        if !hasInput(apps[index].category) { throw Refused(error: .incompatibleCategory) }
        let wish = port.map { PreferredInput(port: $0, uid: uid) }
        if let wish, usedMicrophone(wish, apps[index]) == nil { throw Refused(error: .badParam) }
        apps[index].wish = wish
        reasonForRouteChange = .override
    }

    private mutating func preferNoEcho(_ index: Int, _ prefers: Bool) throws(Refused) {
        let app = apps[index]
        if prefers {
            try refuseIfServicesAreLost()
            let talks = app.category == .playAndRecord && app.mode == .default
            if !talks && app.mode != .dualRoute { throw Refused(error: .badParam) }
        }
        apps[index].prefersNoEcho = prefers
        if prefers && app.phase == .active { takeFloor(app.id) }
    }

    /// R-OM-1: silent by its own wish.
    private mutating func muteOutput(_ index: Int, _ isMuted: Bool) throws(Refused) {
        let app = apps[index]
        if app.hasMutedOutput == isMuted { return }
        try refuseIfServicesAreLost()
        if isMuted && app.category == .playAndRecord && app.mode != .default { throw Refused(error: .badParam) }
        if !isMuted && app.phase == .active && mixes(app) && isBehind(app) && !isOnCall(app)
            && !mayInterruptFromBehind(app)
        {
            var loud = app
            loud.hasMutedOutput = false
            if !mixes(loud) { throw Refused(error: .cannotInterruptOthers) }
        }
        setOutput(index, isMuted: isMuted)
    }

    mutating func setOutput(_ index: Int, isMuted: Bool) {
        apps[index].hasMutedOutput = isMuted
        tell(apps[index].id, .outputMuteStateChange(isMuted))
        if !isMuted && apps[index].phase == .active { takeFloor(apps[index].id) }
    }

    // MARK: Lives

    mutating func launch(_ id: AppID, _ how: Launch) {
        if index(of: id) == nil {
            endedApps.removeAll { $0 == id }
            var app = LiveApp(
                id: id, isSystem: how.kind == .system, hasBackgroundAudio: how.backgroundAudio, resumes: how.resumes,
                category: how.kind == .system ? .playback : .soloAmbient)
            app.resumesWithoutLeave = how.resumesWithoutLeave
            app.pausesAtUnplug = how.pausesAtUnplug
            app.wantsRecommendation = how.wantsRecommendation
            app.wasNeverInFront = how.isInBackground && !how.mayResumeInBackground
            app.suspensionDelay = how.suspensionDelay?.nanoseconds
            app.staysWithoutPlaying = !how.suspendsWhenIdle
            app.isNowPlaying = how.backgroundAudio || app.isSystem
            apps.append(app)
        }
        if !how.isInBackground {
            bringToFront(id)
        } else if how.mayResumeInBackground, let index = index(of: id), !apps[index].isSystem {
            apps[index].mayResumeInBackground = true
        }
    }

    private mutating func bringToFront(_ id: AppID) {
        if let index = index(of: id) { apps[index].wasNeverInFront = false }
        if foreground == id { return }
        if let before = foreground { leaveForeground(before) }
        foreground = id
    }

    private mutating func leaveForeground(_ id: AppID) {
        guard foreground == id else { return }
        foreground = nil
        if book == .iPhoneOS3, let app = apps.first(where: { $0.id == id }), !app.isSystem {
            tell(id, .terminated)
            end(id)
        }
    }

    /// An app is gone and leaves nothing behind.
    mutating func end(_ id: AppID) {
        let interrupted = apps.filter { $0.causes.contains(.app(id)) || $0.causes.contains(.spoken(id)) }
        apps.removeAll { $0.id == id }
        activationOrder.removeAll { $0 == id }
        endedApps.append(id)
        if foreground == id { foreground = nil }
        if nowPlaying == id { nowPlaying = nil }
        if servicesSound?.app == id { servicesSound = nil }
        if book != .iPhoneOS3 {
            floorIsFree(of: [.app(id), .spoken(id)], mayResume: false)
            if calls.contains(where: { $0.app == id }) {
                let wasOn = callOn != nil
                calls.removeAll { $0.app == id }
                if calls.isEmpty { floorIsFree(of: [.call], mayResume: true) }
                if wasOn { knockingCallRings() }
            }
            return
        }
        for other in interrupted { endSilently(other.id) }
    }

    /// Ends the causes of an app that ended in iPhoneOS3 (detail 13): the apps that it had interrupted are told nothing, become
    /// inactive and stay paused; and so on with those that they had interrupted.
    private mutating func endSilently(_ id: AppID) {
        guard let index = index(of: id), apps[index].phase == .interrupted else { return }
        rest(index)
        apps[index].phase = .inactive
        apps[index].causes = []
        apps[index].overridesToSpeaker = false
        activationOrder.removeAll { $0 == id }
        for other in apps where other.causes.contains(.app(id)) { endSilently(other.id) }
    }

    // MARK: Sessions

    private func refuseIfServicesAreLost() throws(Refused) {
        if servicesAreLost { throw Refused(error: .mediaServicesFailed) }
    }

    /// The first phones' interface has a property for each option. They know nothing of each other (C34).
    private mutating func setOption(_ index: Int, _ option: CategoryOptions, _ isSet: Bool) throws(Refused) {
        let app = apps[index]
        let options = isSet ? app.options.union(option) : app.options.subtracting(option)
        try setCategory(index, app.category, app.mode, options, app.policy)
    }

    private mutating func setCategory(
        _ index: Int, _ category: Category, _ mode: Mode, _ options: CategoryOptions, _ policy: RouteSharingPolicy
    ) throws(Refused) {
        if category == .multiRoute && book < .iOS6 { throw Refused(error: .badParam) }
        if !exists(mode) || !exist(options) { throw Refused(error: .badParam) }
        var options = options
        if book < .iOS26 { options.subtract([.farFieldInput, .bluetoothHighQualityRecording]) }
        if !optionsAreLegal(options, in: category) { throw Refused(error: .badParam) }
        try refuseIfServicesAreLost()
        if !goTogether(category, mode, options.withImpliedMixing, policy) { throw Refused(error: .badParam) }
        // R-ERR-5.
        let listens = [Mode.default, .moviePlayback, .spokenAudio].contains(mode)
        if policy == .independent { throw Refused(error: .badParam) }
        if policy != .default && !(category == .playback && listens && options.isEmpty) {
            throw Refused(error: .badParam)
        }
        let isSpared = apps[index].phase == .active && ringsAloud && ringSpares(apps[index])
        // Whose own call rings sets its session up before the person has answered (R-INT-17).
        let hasCall = calls.contains { $0.app == apps[index].id }
        if isHeld && book != .iPhoneOS3 && hasInput(category) && !hasCall && !isSpared {
            throw Refused(error: siriListens ? .siriIsRecording : .insufficientPriority)
        }
        var changed = apps[index]
        changed.policy = policy
        changed.category = category
        changed.mode = mode
        changed.options = options
        changed.overridesToSpeaker = false
        if !hasInput(category) { changed.recording = .off }
        let isUnmuted = changed.hasMutedOutput && category == .playAndRecord && mode != .default
        if isUnmuted { changed.hasMutedOutput = false }
        // R-ACT-6: from the background it may not begin to interrupt.
        let changesSides = (ownAirPlay(apps[index]) == nil) != (ownAirPlay(changed) == nil)
        let takesFloor = changed.phase == .active && (mixes(apps[index]) || changesSides) && !mixes(changed)
        if takesFloor && isBehind(changed) && !hasCall && !mayInterruptFromBehind(changed) {
            throw Refused(error: .cannotInterruptOthers)
        }
        apps[index] = changed
        if isUnmuted { tell(changed.id, .outputMuteStateChange(false)) }
        // R-ACT-13: an active session that can no longer sound beside others interrupts them at once.
        if apps[index].phase == .active { takeFloor(apps[index].id) }
    }

    /// Returns whether an app may interrupt from the background: it is registered, or was told to go on (detail 19).
    private func mayInterruptFromBehind(_ app: LiveApp) -> Bool {
        ((app.isNowPlaying && nowPlaying == app.id) || app.mayResumeInBackground) && hasOutput(app.category)
    }

    /// Whether the app may start to play; throws the refusal if not.
    func checkPlaying(_ index: Int) throws(Refused) {
        if !hasOutput(apps[index].category) { throw Refused(error: .incompatibleCategory) }
        try checkActivation(index, ifSuspended: .cannotStartPlaying)
    }

    /// Whether the app may start to record; throws the refusal if not.
    func checkRecording(_ index: Int) throws(Refused) {
        let app = apps[index]
        if !hasInput(app.category) { throw Refused(error: .incompatibleCategory) }
        try checkPriority(app)
        if isMuted(app) { throw Refused(error: .cannotStartRecording) }
        let isBehind = isBehind(app) && !isOnCall(app)
        if isBehind && (mixes(app) || app.wasNeverInFront) { throw Refused(error: .cannotStartRecording) }
        try checkActivation(index, ifSuspended: .cannotStartRecording)
        // Nothing exempts a recording.
        if isBehind && app.phase != .active && !mixes(app) { throw Refused(error: .cannotInterruptOthers) }
    }

    /// Whether the phone, an alarm or another app's call holds the app back; who is active while it rings may have been let
    /// be by that.
    private func checkPriority(_ app: LiveApp) throws(Refused) {
        let isActive = app.phase == .active
        if isOnCall(app) || isActive && ringsAloud && ringSpares(app) { return }
        let mayNotEvenPlay = callOn?.app != nil && !isActive || book != .iPhoneOS3 && ringsAloud
        let isHeldBack = isHeld && (book == .iPhoneOS3 || hasInput(app.category))
        if mayNotEvenPlay { throw Refused(error: .insufficientPriority) }
        if isHeldBack { throw Refused(error: siriListens ? .siriIsRecording : .insufficientPriority) }
    }

    /// Whether the session of this app may become active now; throws the refusal if not.
    func checkActivation(_ index: Int, ifSuspended: SessionError?) throws(Refused) {
        let app = apps[index]
        try checkPriority(app)
        if !isBehind(app) || isOnCall(app) { return }
        if app.wasNeverInFront { throw Refused(error: ifSuspended ?? .cannotStartPlaying) }
        // Who is active has the floor, and is still bound by where it may sound: it may be about to be suspended.
        let wouldInterrupt = app.phase != .active && !mixes(app) && !mayInterruptFromBehind(app)
        let isOutOfPlace = mayNotSoundBehind(app)
        if isOutOfPlace, let ifSuspended { throw Refused(error: ifSuspended) }
        if wouldInterrupt { throw Refused(error: .cannotInterruptOthers) }
        if isOutOfPlace { throw Refused(error: .cannotStartPlaying) }
    }

    /// Activates for an explicit step: what was halted stays paused (detail 15).
    private mutating func activateByHand(_ index: Int) {
        if apps[index].phase == .active { return }
        pauseSounds(of: index, with: .halted)
        apps[index].recording = .off
        activate(apps[index].id)
    }

    mutating func setActive(_ index: Int) throws(Refused) {
        try refuseIfServicesAreLost()
        try checkActivation(index, ifSuspended: nil)
        activateByHand(index)
    }

    private mutating func setInactive(_ index: Int, _ notifies: Bool) throws(Refused) {
        try refuseIfServicesAreLost()
        let wasBusy = apps[index].phase == .active && isBusy(apps[index])
        if wasBusy && book < .iOS10 { throw Refused(error: .isBusy) }
        if apps[index].phase == .inactive {
            // An interruption may have made it inactive, and in iPhoneOS3 that freed no app (detail 13).
            let id = apps[index].id
            floorIsFree(of: [.app(id), .spoken(id)], mayResume: notifies)
            return
        }
        deactivate(apps[index].id, mayResume: notifies, by: .app)
        if wasBusy && book < .iOS26 { throw Refused(error: .isBusy, keepsChanges: true) }
    }

    private mutating func overrideOutput(_ index: Int, _ toSpeaker: Bool) throws(Refused) {
        try refuseIfServicesAreLost()
        guard apps[index].category == .playAndRecord else { throw Refused(error: .badParam) }
        apps[index].overridesToSpeaker = toSpeaker
        reasonForRouteChange = .override
    }

    // MARK: Sounds

    private mutating func play(_ index: Int, _ id: SoundID, _ length: Length?, _ gain: Double?) throws(Refused) {
        try refuseIfServicesAreLost()
        try checkPlaying(index)
        let startedSounds = apps.reduce(0) { $0 + $1.sounds.count }
        if startedSounds == 1024 && !apps[index].sounds.contains(where: { $0.id == id }) {
            throw Refused(error: .badParam)
        }
        activateByHand(index)
        apps[index].deadSounds.removeAll { $0 == id }
        var sound = StartedSound(id: id, gain: gain ?? 1, status: .running)
        sound.ends = length.map { moment(after: $0.nanoseconds) }
        if let place = apps[index].sounds.firstIndex(where: { $0.id == id }) {
            let old = apps[index].sounds[place]
            if old.status == .paused {
                sound.gain = gain ?? old.gain
                sound.ends = old.remaining.map { moment(after: $0) }
            }
            apps[index].sounds.remove(at: place)
        }
        apps[index].sounds.append(sound)
        if apps[index].isNowPlaying && !mixes(apps[index]) { nowPlaying = apps[index].id }
    }

    private mutating func move(_ index: Int, _ id: SoundID, _ remaining: Length?) throws(Refused) {
        let place = try place(of: id, index)
        if apps[index].sounds[place].status == .running {
            apps[index].sounds[place].ends = remaining.map { moment(after: $0.nanoseconds) }
        } else {
            apps[index].sounds[place].remaining = remaining?.nanoseconds
        }
    }

    private func place(of sound: SoundID, _ index: Int) throws(Refused) -> Int {
        if let place = apps[index].sounds.firstIndex(where: { $0.id == sound }) { return place }
        throw Refused(error: apps[index].deadSounds.contains(sound) ? .mediaServicesFailed : .badParam)
    }

    private mutating func pause(_ index: Int, _ sound: SoundID?) throws(Refused) {
        if let sound {
            if apps[index].deadSounds.contains(sound) { return }
            pauseSound(index, try place(of: sound, index))
        } else {
            pauseSounds(of: index, with: .running)
            pauseSounds(of: index, with: .halted)
        }
    }

    private mutating func stop(_ index: Int, _ sound: SoundID?) throws(Refused) {
        if let sound {
            if apps[index].deadSounds.contains(sound) { return }
            apps[index].sounds.remove(at: try place(of: sound, index))
        } else {
            apps[index].sounds = []
        }
    }

    private mutating func setGain(_ index: Int, _ sound: SoundID, _ gain: Double) throws(Refused) {
        let place = try place(of: sound, index)
        apps[index].sounds[place].gain = gain
    }

    private mutating func startRecording(_ index: Int) throws(Refused) {
        try refuseIfServicesAreLost()
        try checkRecording(index)
        activateByHand(index)
        apps[index].recording = .running
        apps[index].hasDeadRecording = false
    }

    private mutating func stopRecording(_ index: Int) throws(Refused) {
        if apps[index].recording == .off && apps[index].hasDeadRecording { return }
        if apps[index].recording == .off { throw Refused(error: .badParam) }
        apps[index].recording = .off
    }

    private mutating func playServicesSound(
        _ index: Int, _ sound: SoundID, _ length: Length, isAlert: Bool, isInterface: Bool = true
    ) throws(Refused) {
        if length.nanoseconds > 30_000_000_000 { throw Refused(error: .badParam) }
        try refuseIfServicesAreLost()
        let app = apps[index]
        servicesSound = ServicesSound(
            app: app.id, sound: sound, isAlert: isAlert, isInterface: isInterface,
            ends: moment(after: length.nanoseconds))
        if isAlert && app.category != .record && app.category != .playAndRecord {
            vibrates = vibrationIsOn() && !isMutedByRecording
        }
    }

    // MARK: Questions

    private func answer(to question: Question, for app: LiveApp) -> Observation.Answered {
        switch question {
        case .otherAudioIsPlaying: .flag(otherAudioPlays(besides: app.id))
        case .secondaryAudioShouldBeSilencedHint: .flag(primaryAudioPlays(besides: app.id))
        case .outputVolume: .volume(Observation.rounded(volume(for: app.id)))
        case .currentRoute: .route(outputs: route(of: app).outputs, inputs: route(of: app).inputs)
        case .category: .category(app.category)
        case .inputAvailable: .flag(true)
        case .volumeSlider: slider(of: app)
        case .availableInputs: .inputs(inputs(for: app))
        case .preferredInput: .input(app.wish?.port)
        case .inputMuted: .flag(app.hasMutedInput)
        case .outputMuted: .flag(app.hasMutedOutput)
        case .promptStyle:
            .promptStyle(siriListens ? .none : callOn != nil || readingEnds != nil ? .short : .normal)
        }
    }

    /// Returns the state of the slider: where there is no volume to set, the accessory (R-VOL-7).
    private func slider(of app: LiveApp) -> Observation.Answered {
        if isApart(app) { return .slider(Observation.rounded(volume(for: app.id))) }
        if chats { return .slider(Observation.rounded(callVolume)) }
        if outputHasNoVolume(), let accessory = sharedRoute().accessories.first {
            return .accessory(accessory.kind, name: accessory.name)
        }
        return .slider(Observation.rounded(volume(for: app.id)))
    }
}
