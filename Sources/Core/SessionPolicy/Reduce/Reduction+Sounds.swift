/// An app's sounds, its recording, and its questions.
extension Reduction {
    mutating func play(_ index: Int, _ sound: SoundID, _ length: Length?, gain: Double?) {
        let id = state.apps[index].id
        guard !isRefused(.play, index) else { return }
        guard state.apps[index].place(of: sound) != nil || state.soundCount < PolicyState.soundLimit else {
            return refuse(
                id, "\(PolicyState.soundLimit) sounds are started already; stop one before {app} plays another")
        }
        enterActivePhase(index, for: .sound(sound))
        let ends = length.map { now.advanced(by: $0) }
        let place = state.apps[index].place(of: sound)
        if let place, case .paused = state.apps[index].sounds[place].progress {
            state.apps[index].sounds[place].progress.resume(at: now)
            if let gain { state.apps[index].sounds[place].gain = gain }
        } else {
            if let place { state.apps[index].sounds.remove(at: place) }
            if let lost = state.apps[index].lostSounds.firstIndex(of: sound) {
                state.apps[index].lostSounds.remove(at: lost)
            }
            state.apps[index].sounds.append(Sound(id: sound, gain: gain ?? 1, progress: .running(ends: ends)))
            start(SoundReference(.sound, app: id, sound: sound))
        }
        let app = state.apps[index]
        if app.isNowPlaying && !book.mixes(app.session) { state.nowPlaying = id }
    }

    /// R-ACT-2: starting to play or to record activates.
    private mutating func enterActivePhase(_ index: Int, for ender: Ender) {
        switch state.apps[index].session.phase {
        case .active: decide(.act2, state.apps[index].id, "{app}'s session is active already")
        case .inactive: activate(index)
        case .interrupted: endInterruption(of: index, by: ender)
        }
    }

    mutating func pause(_ index: Int, _ sound: SoundID?) {
        forEach(sound, of: index, ignoresLost: true) { app, place, now in
            app.sounds[place].progress.pause(at: now, by: .int15)
        }
    }

    mutating func stop(_ index: Int, _ sound: SoundID?) {
        forEach(sound, of: index, ignoresLost: true) { app, place, _ in app.sounds.remove(at: place) }
    }

    mutating func setGain(_ index: Int, _ sound: SoundID, to gain: Double) {
        forEach(sound, of: index) { app, place, _ in app.sounds[place].gain = gain }
        if refusal == nil {
            decide(.vol8, state.apps[index].id, "{app}'s own level is relative to the system's volume")
        }
    }

    mutating func move(_ index: Int, _ sound: SoundID, remaining: Length?) {
        forEach(sound, of: index) { app, place, now in
            switch app.sounds[place].progress {
            case .running: app.sounds[place].progress = .running(ends: remaining.map { now.advanced(by: $0) })
            case .halted: app.sounds[place].progress = .halted(remaining: remaining)
            case .paused(_, let rule): app.sounds[place].progress = .paused(remaining: remaining, by: rule)
            }
        }
    }

    /// Changes one sound of the app, or all; refuses one that was never started.
    /// - Parameter ignoresLost: Whether to ignore a sound lost with the media server instead of refusing.
    private mutating func forEach(
        _ sound: SoundID?, of index: Int, ignoresLost: Bool = false, _ change: (inout App, Int, Instant) -> Void
    ) {
        let id = state.apps[index].id
        guard let sound else {
            for place in state.apps[index].sounds.indices.reversed() { change(&state.apps[index], place, now) }
            return
        }
        guard let place = state.apps[index].place(of: sound) else {
            guard state.apps[index].lostSounds.contains(sound) else {
                return refuse(id, "{app} has no such sound; play it first")
            }
            guard ignoresLost else {
                return refuseLostSound(of: id)
            }
            return decide(.ms1, id, "the sound was lost with the media server: nothing is left to pause or stop")
        }
        change(&state.apps[index], place, now)
    }

    /// R-MS-1.
    mutating func refuseLostSound(of id: AppID) {
        refuse(
            .mediaServicesFailed, .ms1, id,
            "the sound was lost with the media server; create a new one and play that")
    }

    mutating func startRecording(_ index: Int) {
        guard !isRefused(.record, index) else { return }
        enterActivePhase(index, for: .recording)
        state.apps[index].recording = .running
        if state.apps[index].lostRecording { state.apps[index].lostRecording = false }
        let id = state.apps[index].id
        decide(.act2, id, "{app} records")
        if state.recordPermission(of: id) != .granted {
            decide(
                .prm1, id,
                "{app} records silence until it has permission")
        }
        if state.apps[index].inputIsMuted {
            decide(.prm3, id, "{app} has muted its input and records silence until it unmutes it")
        }
    }

    mutating func stopRecording(_ index: Int) {
        let id = state.apps[index].id
        guard state.apps[index].recording != .off else {
            if state.apps[index].lostRecording {
                return decide(.ms1, id, "the recording was lost with the media server: nothing is left to stop")
            }
            return refuse(id, "{app} does not record; start a recording first")
        }
        state.apps[index].recording = .off
    }

    mutating func answer(_ question: Question, _ index: Int) {
        let id = state.apps[index].id
        if let objection = book.objection(to: .question(question)) { return refuse(id, objection) }
        let routes = book.routes(in: state)
        switch question {
        case .otherAudioIsPlaying:
            let other = book.audibleApp(besides: id, in: state)
            answer(.flag(other != nil))
            decide(.hint1, id, if: other == nil, "no other app is audible", else: "{other} is audible", other: other)
        case .secondaryAudioShouldBeSilencedHint:
            let other = book.primaryApp(besides: id, on: routes, in: state)
            answer(.flag(other != nil))
            decide(
                .hint2, id, if: other == nil, "no other app is audible in a session that does not mix",
                else: "{other} is audible in a session that does not mix", other: other)
        case .outputVolume:
            answer(.volume(book.outputVolume(of: id, on: routes, in: state)))
            decide(.vol7, id, "the system's volume, which only the person sets")
        case .currentRoute:
            answer(.route(routes[id]))
            decide(
                .rte1, id,
                if: book.followsLastGesture(
                    routes.areApart(id) ? state.apps[index].session : book.mediaSession(in: state), in: state),
                "the last gesture wins",
                else: "the last gesture does not win: the session cannot follow it, or has chosen otherwise")
        case .category:
            answer(.category(state.apps[index].session.category))
            decide(.act1, id, "as the app has set it, or as it was at launch")
        case .inputAvailable:
            answer(.flag(true))
            decide(.rte3, id, "the phone has a microphone of its own")
        case .volumeSlider:
            let slider = book.slider(of: id, in: state)
            answer(slider)
            if case .slider = slider {
                decide(.vol7, id, "the output has a volume control: a slider")
            } else {
                decide(.vol7, id, "the output has no volume control: its name")
            }
        case .availableInputs:
            answer(.inputs(book.availableInputs(for: state.apps[index].session, in: state)))
            decide(.rte15, id, "the microphones that {app}'s category and options allow")
        case .preferredInput:
            let wish = state.apps[index].session.preferredInput
            answer(.input(wish?.port))
            decide(
                .rte15, id, if: wish == nil, "{app} prefers no input",
                else: "{app} has set it, and it applies until the person picks a route")
        case .inputMuted:
            answer(.flag(state.apps[index].inputIsMuted))
            decide(
                .prm3, id, if: state.apps[index].inputIsMuted, "{app} has muted its input",
                else: "{app} has not muted its input")
        case .outputMuted:
            answer(.flag(state.apps[index].session.outputIsMuted))
            decide(
                .om1, id, if: state.apps[index].session.outputIsMuted,
                "{app} has muted its output, until the system unmutes it", else: "{app}'s output is not muted")
        case .promptStyle:
            let style = book.promptStyle(in: state)
            answer(.promptStyle(style))
            decide(
                .ps1, id,
                style == .none
                    ? "Siri is listening and would hear a prompt"
                    : style == .short
                        ? state.callOn == nil
                            ? "Siri reads a message aloud: prompts should be short"
                            : "a call is on: prompts should be short"
                        : "Siri neither listens nor reads, and no call is on")
        }
    }
}

/// The questions that an app may ask at any time, without a step.
extension RuleBook {
    /// Whether another app is audible, mixable or not (R-HINT-1).
    public func otherAudioPlays(besides id: AppID, in state: PolicyState) -> Bool {
        audibleApp(besides: id, in: state) != nil
    }

    /// Returns another app that is audible, or nil if none is.
    func audibleApp(besides id: AppID, in state: PolicyState) -> AppID? {
        let routes = routes(in: state)
        return state.apps.first { $0.id != id && isAudible($0, on: routes[$0.id].outputs, in: state) }?.id
    }

    /// Whether another app plays in a session that does not mix (R-HINT-2). AirPlay's long-form side and the phone's
    /// are separate.
    public func primaryAudioPlays(besides id: AppID, in state: PolicyState) -> Bool {
        primaryApp(besides: id, on: routes(in: state), in: state) != nil
    }

    /// Returns the app whose primary audio plays besides another app's, or nil if none does.
    func primaryApp(besides id: AppID, on routes: MediaRoutes, in state: PolicyState) -> AppID? {
        state.apps.first { isPrimary($0, besides: id, on: routes, in: state) }?.id
    }

    private func isPrimary(_ app: App, besides id: AppID, on routes: MediaRoutes, in state: PolicyState) -> Bool {
        app.hasRunningSound && app.id != id && app.session.phase == .active && !mixes(app.session)
            && routes.areApart(app.id) == routes.areApart(id)
            && isAudible(app, on: routes[app.id].outputs, in: state)
    }

    /// Returns the state of a volume slider in an app: a level, or the accessory that it gives way to (R-VOL-7).
    public func slider(of app: AppID, in state: PolicyState) -> Answer {
        let routes = routes(in: state)
        let route = routes[app]
        if routes.areApart(app) { return .slider(level(of: route.level, in: state)) }
        if mediaGovernor(in: state) == .call { return .slider(state.callVolume) }
        guard !hasVolumeControl(route.level) else { return .slider(level(of: route.level, in: state)) }
        let session = mediaSession(in: state)
        let accessory = state.accessories.last { $0.levelKey == route.level && uses(session, $0, in: state) }
        return accessory.map { .accessory($0.kind, name: $0.name) } ?? .slider(level(of: route.level, in: state))
    }
}
