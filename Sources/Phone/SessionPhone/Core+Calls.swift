import SessionPolicy
import SessionWorld

/// Calls of programs: each becomes one event.
extension Core {
    mutating func perform(
        _ call: AppCall, of id: SeatID, at now: MachineTime, explains: Bool
    ) -> CallOutcome {
        guard let seat = seats[id] else {
            return CallOutcome(
                refusal: CallRefusal(
                    error: .notRunning, rule: .app1, sentence: "the app has left the device; open it again"), at: now)
        }
        forgetNames()
        // Its first call launches an app, and so does the first one after the device has ended it.
        if world.state[seat.app] == nil {
            if call == .quit { return CallOutcome(at: now, mark: mark(of: id)) }
            guard seat.comesAgain else {
                return CallOutcome(
                    refusal: CallRefusal(
                        error: .notRunning, rule: .app1,
                        sentence: "the device has ended the app, and its process ends; start the program again"),
                    at: now, mark: mark(of: id))
            }
            launch(seat, at: now)
        }
        if case .call(let phase, let uid) = call {
            return take(phase, ofCall: uid, of: seat, at: now, explains: explains)
        }
        if call == .requestRecordPermission { return recordPermission(of: seat, at: now) }
        let (verb, event) = event(of: call, by: seat)
        if case .setGain(let sound, _, let over?) = call {
            gainOver = (SoundReference(.sound, app: seat.app, sound: self.id(sound)), over)
        }
        defer { gainOver = nil }
        let reply = take(event, verb, of: seat, at: now, explains: explains)
        return outcome(of: reply, to: id, explains: explains)
    }

    /// Answers an app that asks for the microphone: at once where the person has answered before; else the answer comes as
    /// a notice, once the person gives it. For the policy nothing has happened.
    private mutating func recordPermission(of seat: Seat, at now: MachineTime) -> CallOutcome {
        advance(to: now)
        let permission = world.state.recordPermission(of: seat.app)
        return CallOutcome(
            answer: permission == .undetermined ? nil : .flag(permission == .granted),
            at: machineTime(of: instant(of: now)), mark: mark(of: seat.id))
    }

    private mutating func launch(_ seat: Seat, at now: MachineTime) {
        // A program with a button decides itself what an interruption means, and each what an unplugged output means.
        var launch = Launch.program(seat.launch.kind, backgroundAudio: seat.launch.backgroundAudio)
        (launch.resumes, launch.wantsRecommendation) = (seat.launch.resumes, seat.launch.wantsRecommendation)
        launch.duck = seat.launch.duck
        if seat.launch.startsInBackground, world.book.knows(.backgroundLaunch) {
            (launch.isInBackground, launch.hasLeave) = (true, true)
        }
        take(.launched(launch), .launch, of: seat, at: now)
        if let place = seats.place(of: seat.id) { seats[place].launch.startsInBackground = false }
    }

    private mutating func event(of call: AppCall, by seat: Seat) -> (Verb, AppEvent) {
        switch call {
        case .setCategory(let category, let mode, let options, let policy):
            let session = world.state[seat.app]?.session
            return (
                .setCategory,
                .setCategory(
                    category ?? session?.category ?? .initial(for: seat.launch.kind), mode ?? session?.mode ?? .default,
                    options ?? session?.namedOptions ?? [], policy: policy ?? session?.policy ?? .default)
            )
        case .setActive(let isOn, let notifyOthers): return (.setActive, .setActive(isOn, notifyOthers: notifyOthers))
        case .overrideOutput(let toSpeaker): return (.overrideOutput, .overrideOutput(toSpeaker: toSpeaker))
        case .play(let sound, let length, let gain): return (.play, .play(id(sound), lasts: length, gain: gain))
        case .pause(let sound): return (.pause, .pause(sound.map { id($0) }))
        case .stop(let sound): return (.stop, .stop(sound.map { id($0) }))
        case .setGain(let sound, let gain, _): return (.gain, .setGain(id(sound), to: gain))
        case .record(let starts): return (.record, .record(starts))
        case .systemSound(let sound, let length, let isInterface):
            return (.systemSound, .systemSound(id(sound), lasts: length, isInterface: isInterface))
        case .alertSound(let sound, let length): return (.alertSound, .alertSound(id(sound), lasts: length))
        case .vibrate: return (.vibrate, .vibrate)
        case .ask(let question): return (.ask, .ask(question))
        case .answerRemoteCommand(let kind, let status):
            return (.remoteCommand, .answeredRemoteCommand(kind, status))
        case .wish(let wish): return event(of: wish)
        case .quit: return (.quit, .quit)
        case .call, .requestRecordPermission: preconditionFailure("no event of an app")
        }
    }

    /// Takes what a program tells of one of its own calls.
    private mutating func take(
        _ phase: CallPhase, ofCall uid: String?, of seat: Seat, at now: MachineTime, explains: Bool
    ) -> CallOutcome {
        let name = CallName(app: seat.app, uid: uid.map { world.passingName($0) })
        let step = TimedStep(.call, at: instant(of: now), app: seat.app, action: .event(.call(phase, name)))
        let reply = world.take(step, explains: explains || watchers.contains { $0.wants() })
        toldCall = name
        settle(reply, .program)
        toldCall = nil
        return outcome(of: reply, to: seat.id, explains: explains)
    }

    private mutating func event(of wish: AppWish) -> (Verb, AppEvent) {
        switch wish {
        case .preferredInput(let port, let uid):
            (.setPreferredInput, .setPreferredInput(port, uid: uid.map { world.name($0) }))
        case .prefersNoInterruptionsFromSystemAlerts(let prefers):
            (.prefersNoInterruptionsFromSystemAlerts, .preferred(.noInterruptionsFromSystemAlerts, prefers))
        case .prefersInterruptionOnRouteDisconnect(let prefers):
            (.prefersInterruptionOnRouteDisconnect, .preferred(.interruptionOnRouteDisconnect, prefers))
        case .allowsHapticsAndSystemSoundsDuringRecording(let allows):
            (.allowHapticsAndSystemSoundsDuringRecording, .allowedHapticsWhileRecording(allows))
        case .inputMuted(let isMuted): (.setInputMuted, .setInputMuted(isMuted))
        case .outputMuted(let isMuted): (.setOutputMuted, .setOutputMuted(isMuted))
        case .prefersEchoCancelledInput(let prefers):
            (.prefersEchoCancelledInput, .preferred(.echoCancelledInput, prefers))
        case .nowPlaying(let isNowPlaying): (.nowPlaying, .registeredNowPlaying(isNowPlaying))
        case .volumeView(let isShown): (.volumeView, .showedVolumeView(isShown))
        case .voiceProcessing: (.voiceProcessing, .startedVoiceProcessing)
        case .option(let option, let isSet): (.setOption, .setOption(option, isSet))
        }
    }

    private mutating func id(_ sound: String) -> SoundID { SoundID(world.passingName(sound)) }

    /// The last scene and notice that an app which takes part has been given.
    private func mark(of id: SeatID) -> DecisionMark? {
        guard let seat = seats[id], let place = place(of: seat.process) else { return nil }
        return DecisionMark(scene: processes[place].sceneCount, notice: seat.noticeCount)
    }

    /// - Parameter id: The app that acted; nil for the person.
    func outcome(of reply: Reply, to id: SeatID? = nil, explains: Bool) -> CallOutcome {
        var refusal: CallRefusal?
        if case .refused(let refused) = reply.outcome {
            let sentence = refused.sentence.text(about: refused.subject) { world.names[$0] }
            refusal = CallRefusal(error: refused.error, rule: refused.rule, sentence: sentence)
        }
        return CallOutcome(
            refusal: refusal, answer: reply.answer.map(answer), at: machineTime(of: reply.moment.at),
            because: explains ? reasons(of: reply) : [], mark: id.flatMap { mark(of: $0) })
    }

    private func reasons(of reply: Reply) -> [CallReason] {
        reply.moment.decisions.map { decision in
            var app: String?
            if case .app(let id) = decision.subject { app = world.names[id.name] }
            return CallReason(
                rule: decision.rule, app: app,
                sentence: decision.sentence.text(about: decision.subject) { world.names[$0] })
        }
    }

    private func answer(_ answer: Answer) -> CallAnswer {
        switch answer {
        case .flag(let flag): .flag(flag)
        case .volume(let volume): .volume(volume)
        case .category(let category): .category(category)
        case .route(let route): .route(facts(of: route))
        // Microphones are told as the inputs of a route that has no outputs.
        case .inputs(let ports): .route(RouteFacts(outputs: [], inputs: ports.ports.map { facts(of: $0) }))
        case .input(let port): .route(RouteFacts(outputs: [], inputs: port.map { [facts(of: $0)] } ?? []))
        case .promptStyle(let style): .promptStyle(style)
        case .slider(let level): .slider(.level(level))
        case .accessory(let kind, let name): .slider(.accessory(kind, name: name.map { world.names[$0] }))
        // An app need not be told of its own status.
        case .status: .flag(true)
        }
    }

    // MARK: Facts of processes

    /// Takes what is told of an app that takes part.
    mutating func take(_ fact: ProcessFact, of id: SeatID, at now: MachineTime) {
        guard let place = seats.place(of: id) else { return }
        switch fact {
        case .followsCalls: seats[place].followsCalls = true
        case .nowPlaying(let info):
            world.take(info, from: seats[place].app)
            tellFacts()
        case .ducks(let duck): seats[place].launch.duck = duck
        default: break
        }
        take(fact, of: seats[place].app, at: now)
    }

    /// Takes what is told of an app, whether it takes part or is emulated; of one that does not live nothing counts.
    mutating func take(_ fact: ProcessFact, of app: AppID, at now: MachineTime) {
        guard let life = world.state[app] else { return }
        switch fact {
        case .soundMoved(let sound, let remaining):
            guard let sound = startedSound(sound, of: app) else { return }
            move(sound, of: app, remaining, at: now)
        case .soundFailed(let sound, let reason):
            guard let id = startedSound(sound, of: app) else { return }
            let step = TimedStep(.stop, at: instant(of: now), app: app, action: .event(.app(app, .stop(id))))
            settle(world.take(step), .machine)
            tell(.soundFailed(sound, reason: reason), to: app, at: now)
        case .recordingFailed(let reason):
            guard life.recording != .off else { return }
            let step = TimedStep(.record, at: instant(of: now), app: app, action: .event(.app(app, .record(false))))
            settle(world.take(step), .machine)
            tell(.recordingFailed(reason: reason), to: app, at: now)
        case .outputLost, .inputLost, .volumeTurned: takeOfDevice(fact, at: now)
        case .followsCalls, .nowPlaying, .ducks: break
        }
    }

    /// A sound has been played to its end. Where the policy knows the moment of the end, that moment counts: the
    /// process plays ahead of what is heard.
    mutating func takeEnd(of name: SceneName, at now: MachineTime) {
        guard let (sound, app, ends) = runningSound(name), ends == nil else { return }
        move(sound, of: app, Length(nanoseconds: 0), at: now)
    }

    /// A sound had to wait for its samples: it ends so much later.
    mutating func takeStall(of name: SceneName, by length: Length, at now: MachineTime) {
        guard let (sound, app, ends) = runningSound(name), let ends else { return }
        let left = ends.nanoseconds - instant(of: now).nanoseconds
        move(sound, of: app, Length(nanoseconds: max(0, left) + length.nanoseconds), at: now)
    }

    /// Finds a running sound of an app, and the moment at which it ends by itself.
    private mutating func runningSound(_ name: SceneName) -> (sound: SoundID, app: AppID, ends: Instant?)? {
        guard name.kind == .sound, let app = name.app.map({ AppID(world.name($0)) }),
            let sound = name.sound.map({ id($0) }),
            case .running(let ends)? = world.state.startedSound(sound, of: app)?.progress
        else { return nil }
        return (sound, app, ends)
    }

    private mutating func move(_ sound: SoundID, of app: AppID, _ remaining: Length?, at now: MachineTime) {
        let event = AppEvent.soundMoved(sound, remaining: remaining)
        settle(
            world.take(TimedStep(.wait, at: instant(of: now), app: app, action: .event(.app(app, event)))), .machine)
        advance(to: now)
    }

    private mutating func startedSound(_ name: String, of app: AppID) -> SoundID? {
        let id = self.id(name)
        return world.state.startedSound(id, of: app) == nil ? nil : id
    }

    /// Takes what concerns a device and no app.
    mutating func takeOfDevice(_ fact: ProcessFact, at now: MachineTime) {
        switch fact {
        case .outputLost(let port):
            guard let accessory = world.state.latestAccessory(port) else { return }
            let step = TimedStep(
                accessory.kind.isWired ? .unplug : .disconnect, at: instant(of: now),
                action: .event(.accessoryDisconnected(accessory.kind, uid: accessory.uid)))
            settle(world.take(step), .machine)
        case .soundMoved, .soundFailed, .recordingFailed, .inputLost, .followsCalls, .nowPlaying, .ducks:
            // Another input may be in force with the next decision; an input that cannot be captured is told by
            // `recordingFailed`.
            break
        case .volumeTurned(let level):
            takeVolume(min(1, max(0, level)), isTurnedNow: false, at: now)
        }
    }

    /// Another program has set the control of the volume in force, now or before it was opened.
    mutating func takeVolume(_ level: Double, isTurnedNow: Bool, at now: MachineTime) {
        guard let event = world.book.event(ofVolumeTurnedTo: level, isTurnedNow: isTurnedNow, on: world.picture) else {
            if isTurnedNow { showAgain(at: now) }
            return
        }
        let verb = if case .volumeSliderMoved = event { Verb.volumeSlider } else { Verb.volumeButton }
        settle(world.take(TimedStep(verb, at: instant(of: now), action: .event(event))), .machine)
    }
}

extension PolicyState {
    /// The accessory with this output that was connected last.
    func latestAccessory(_ output: Port) -> Accessory? {
        for case .accessory(let accessory) in gestures.reversed() where accessory.kind.output == output {
            return accessory
        }
        return nil
    }
}
