/// The wishes of an app about its inputs and interruptions.
extension Reduction {
    mutating func takeWish(_ event: AppEvent, _ index: Int) {
        let id = state.apps[index].id
        switch event {
        case .setPreferredInput(let port, let uid): preferInput(index, port, uid: uid)
        case .preferred(.noInterruptionsFromSystemAlerts, let prefers):
            state.apps[index].prefersNoSystemAlerts = prefers
            decide(
                .int7, id, if: prefers, "{app} prefers not to be interrupted by system alerts",
                else: "system alerts may interrupt {app}")
        case .preferred(.interruptionOnRouteDisconnect, let prefers):
            state.apps[index].prefersDisconnectInterruption = prefers
            decide(
                .rte13, id, if: prefers, "{app} prefers to be interrupted when its output is disconnected",
                else: "{app} prefers not to be interrupted when its output is disconnected")
        case .preferred(.echoCancelledInput, let prefers):
            guard !prefers || !isRefused(.preferEchoCancellation, index) else { return }
            state.apps[index].prefersEchoCancellation = prefers
            decide(
                .ec1, id, if: prefers, "{app} prefers echo-cancelled input",
                else: "{app} does not prefer echo-cancelled input")
            if prefers && state.apps[index].session.phase == .active { interruptOthers(index) }
        case .setInputMuted(let isMuted):
            guard state.apps[index].inputIsMuted != isMuted else {
                return decide(
                    .prm3, id, if: isMuted, "{app}'s input is muted already", else: "{app}'s input was not muted")
            }
            state.apps[index].inputIsMuted = isMuted
            tell(id, .inputMuteStateChange(isMuted))
            decide(
                .prm3, id, if: isMuted, "{app} mutes its input: what it records is silence",
                else: "{app} unmutes its input")
        case .showedVolumeView(let isShown):
            state.apps[index].showsVolumeView = isShown
            decide(
                .vol14, id, if: isShown,
                "{app} shows a volume view: in the foreground, it makes the buttons change the media volume",
                else: "{app} shows no volume view")
        default: break
        }
    }

    /// R-RTE-17: a session without a mode becomes a voice chat.
    mutating func processVoice(_ index: Int) {
        let app = state.apps[index]
        guard app.session.mode == .default,
            book.modes.contains(where: { $0.mode == .voiceChat && $0.category == app.session.category })
        else { return decide(.rte17, app.id, "{app}'s session keeps its mode during voice processing") }
        state.apps[index].session.mode = .voiceChat
        decide(.rte17, app.id, "{app} starts voice processing, which sets its session's mode to voiceChat")
        // R-OM-1: that mode controls the output itself.
        if app.session.outputIsMuted {
            state.apps[index].session.outputIsMuted = false
            tellOutputMute(index)
        }
    }

    /// R-OM-1: only its samples become zero.
    mutating func setOutputMuted(_ index: Int, _ isMuted: Bool) {
        let app = state.apps[index]
        guard app.session.outputIsMuted != isMuted else {
            return decide(
                .om1, app.id, if: isMuted, "{app}'s output is muted already", else: "{app}'s output was not muted")
        }
        var session = app.session
        session.outputIsMuted = isMuted
        guard !isRefused(isMuted ? .muteOutput : .unmuteOutput, index, session: session) else { return }
        state.apps[index].session = session
        tellOutputMute(index)
        // R-SFV-3: a session that mixed while silent interrupts now.
        if !isMuted && session.phase == .active { interruptOthers(index) }
    }

    /// R-OM-2: the app is told of each change.
    mutating func tellOutputMute(_ index: Int) {
        let (id, isMuted) = (state.apps[index].id, state.apps[index].session.outputIsMuted)
        tell(id, .outputMuteStateChange(isMuted))
        decide(
            isMuted ? .om1 : .om2, id, if: isMuted, "{app} has muted its output: it renders silence",
            else: "{app}'s output is unmuted")
    }

    /// R-OM-3: the person turns up the volume while the app in front is muted.
    mutating func showWishToUnmute() {
        guard let index = state.foreground.flatMap(state.index), state.apps[index].session.outputIsMuted,
            !state.apps[index].isSuspended
        else { return }
        let id = state.apps[index].id
        tell(id, .userIntentToUnmuteOutput)
        decide(.om3, id, "the person turns the volume up while {app} is muted: it is notified")
        guard state.apps[index].session.mode == .shortFormVideo else { return }
        decide(.sfv3, id, "{app} plays short-form video: the system unmutes it")
        setOutputMuted(index, false)
    }

    /// R-RTE-15: prefers a microphone that the session may use.
    private mutating func preferInput(_ index: Int, _ port: Port?, uid: Name?) {
        let id = state.apps[index].id
        guard !isRefused(.preferInput, index) else { return }
        guard let port else {
            state.apps[index].session.preferredInput = nil
            routeChangeReason = .override
            return decide(.rte15, id, "{app} prefers no input: the rules choose")
        }
        let wish = PreferredInput(port: port, uid: uid)
        guard book.offers(wish, to: state.apps[index].session, in: state) else {
            return refuse(
                .badParam, .rte15, id,
                "the microphone is not among {app}'s availableInputs; plug it in, or set options that allow it")
        }
        state.apps[index].session.preferredInput = wish
        routeChangeReason = .override
        decide(.rte15, id, "{app} uses its preferred microphone while that is available")
    }

    /// Forgets the preferred inputs of all apps, because a person's pick outranks them.
    mutating func forgetPreferredInputs() {
        forgetPreferredInputs(by: .rte15, "the person has picked a route: {app}'s preferred input no longer applies")
    }

    mutating func forgetPreferredInputs(by rule: RuleID, _ template: String) {
        for index in state.apps.indices where state.apps[index].session.preferredInput != nil {
            state.apps[index].session.preferredInput = nil
            decide(rule, state.apps[index].id, template)
        }
    }
}

/// The changes that the device makes to itself.
extension Reduction {
    mutating func moveRingerSlider(to level: Double) {
        state.ringerVolume = max(book.numbers.ringerFloor, level)
        decide(.vol15, "the slider in Settings changes the ringer volume")
        if state.ringerVolume != level {
            decide(.vol5, "the ringer goes no lower than one step; only the switch silences it")
        }
    }

    mutating func configureRoute() {
        routeChangeReason = .routeConfigurationChange
        tellsRoute = true
    }

    mutating func fallAsleep() {
        guard !state.isAsleep else { return refuse(nil, "the device is already asleep; wake it first") }
        let sounds =
            !state.calls.isEmpty || state.alarmFires || state.siriListens || state.announcementEnds != nil
            || state.alert != nil || state.keyClickEnds != nil || state.systemSound != nil
            || state.apps.contains { $0.hasRunningIO }
        guard !sounds else { return refuse(nil, "the device does not sleep while a sound is playing; stop that first") }
        state.isAsleep = true
        state.isLocked = true
        decide(.rte6, "the device sleeps: nothing plays, and apps are notified of the route when it wakes")
    }

    mutating func wake() {
        state.isAsleep = false
        routeChangeReason = .wakeFromSleep
        tellsRoute = true
    }
}

extension Event {
    var wakesTheDevice: Bool {
        switch self {
        case .fallsAsleep, .timePassed, .deadlineReached, .proximityChanged: false
        default: true
        }
    }
}
