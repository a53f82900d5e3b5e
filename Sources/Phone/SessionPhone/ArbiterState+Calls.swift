import SessionPolicy
import SessionWorld
import Sounder

/// Calls of programs: each becomes one event.
extension ArbiterState {
    mutating func perform(
        _ call: AppCall, of id: SeatID, at now: MachineTime, explains: Bool
    ) -> CallOutcome {
        func notRunning(_ sentence: String, mark: DecisionMark? = nil) -> CallOutcome {
            let refusal = CallRefusal(error: .notRunning, rule: .app1, sentence: sentence)
            return CallOutcome(refusal: refusal, at: now, mark: mark)
        }
        guard let seat = seats[id] else { return notRunning("the app has left the device; open it again") }
        forgetNames()
        // The first call launches an app, also after the device has ended it.
        if world.state[seat.app] == nil {
            if call == .quit { return CallOutcome(at: now, mark: mark(of: id)) }
            guard seat.comesAgain else {
                return notRunning(
                    "the device has ended the app, and its process ends; start the program again", mark: mark(of: id))
            }
            launch(seat, at: now)
        }
        if call == .requestRecordPermission { return recordPermission(of: seat, at: now) }
        let act = call.renamed(
            to: NumberedNames.self, sound: { SoundID(world.passingName($0)) }, name: { world.passingName($0) })
        var event = Event.app(seat.app, act)
        switch act {
        case .call(let phase, let uid):
            let name = CallName(app: seat.app, uid: uid)
            (event, reportedCall) = (.call(phase, name), name)
        case .setGain(let sound, _, let over?): gainOver = (SoundReference(.sound, app: seat.app, sound: sound), over)
        default: break
        }
        defer { (gainOver, reportedCall) = (nil, nil) }
        // Not as an argument of `outcome`, whose `self` would be the state before the decision.
        let reply = decide(event, at: now, explains: explains)
        return outcome(of: reply, to: id, explains: explains)
    }

    /// Answers a request for the microphone immediately if the person has decided before; otherwise a notice follows.
    /// Not an event of the policy.
    private mutating func recordPermission(of seat: Seat, at now: MachineTime) -> CallOutcome {
        advance(to: now)
        let permission = world.state.recordPermission(of: seat.app)
        return CallOutcome(
            answer: permission == .undetermined ? nil : .flag(permission == .granted),
            at: machineTime(of: instant(of: now)), mark: mark(of: seat.id))
    }

    private mutating func launch(_ seat: Seat, at now: MachineTime) {
        // A program with a button handles interruptions itself, and every program handles unplugged outputs.
        var launch = Launch.program(seat.launch.kind, backgroundAudio: seat.launch.backgroundAudio)
        (launch.resumes, launch.wantsRecommendation) = (seat.launch.resumes, seat.launch.wantsRecommendation)
        launch.duck = seat.launch.duck
        if seat.launch.startsInBackground, world.book.knows(.backgroundLaunch) {
            (launch.isInBackground, launch.mayResumeInBackground) = (true, true)
        }
        decide(.app(seat.app, .launched(launch)), at: now)
        if let place = seats.place(of: seat.id) { seats[place].launch.startsInBackground = false }
    }

    private mutating func id(_ sound: String) -> SoundID { SoundID(world.passingName(sound)) }

    /// The last scene and notice sent to an app.
    private func mark(of id: SeatID) -> DecisionMark? {
        guard let seat = seats[id], let place = place(of: seat.process) else { return nil }
        return DecisionMark(scene: processes[place].sceneCount, notice: seat.noticeCount)
    }

    /// - Parameter id: The app that acted, or nil for the person.
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

    func answer(_ answer: Answer) -> CallAnswer {
        switch answer {
        case .flag(let flag): .flag(flag)
        case .volume(let volume): .volume(volume)
        case .category(let category): .category(category)
        case .route(let route): .route(facts(of: route))
        // Microphones are reported as the inputs of a route without outputs.
        case .inputs(let ports): .route(RouteFacts(outputs: [], inputs: ports.ports.map { facts(of: $0) }))
        case .input(let port): .route(RouteFacts(outputs: [], inputs: port.map { [facts(of: $0)] } ?? []))
        case .promptStyle(let style): .promptStyle(style)
        case .slider(let level): .slider(.level(level))
        case .accessory(let kind, let name): .slider(.accessory(kind, name: name.map { world.names[$0] }))
        // An app knows its own status.
        case .status: .flag(true)
        }
    }

    // MARK: Facts of processes

    mutating func handle(_ fact: ProcessFact, of id: SeatID, at now: MachineTime) {
        guard let place = seats.place(of: id) else { return }
        switch fact {
        case .followsCalls: seats[place].followsCalls = true
        case .nowPlaying(let info):
            world.setNowPlayingInfo(info, of: seats[place].app)
            tellFacts()
        case .ducks(let duck): seats[place].launch.duck = duck
        default: break
        }
        handle(fact, of: seats[place].app, at: now)
    }

    /// Handles a fact about a program's or an emulated app. Has no effect for an app that is not running.
    mutating func handle(_ fact: ProcessFact, of app: AppID, at now: MachineTime) {
        guard let life = world.state[app] else { return }
        switch fact {
        case .soundMoved(let sound, let remaining):
            guard let sound = startedSound(sound, of: app) else { return }
            move(sound, of: app, remaining, at: now)
        case .soundFailed(let sound, let reason):
            guard let id = startedSound(sound, of: app) else { return }
            decideForMachine(.app(app, .stop(id)), at: now)
            tell(.soundFailed(sound, reason: reason), to: app, at: now)
        case .recordingFailed(let reason):
            guard life.recording != .off else { return }
            decideForMachine(.app(app, .record(false)), at: now)
            tell(.recordingFailed(reason: reason), to: app, at: now)
        case .outputLost(let port): handle(.outputLost(port), at: now)
        case .volumeTurned(let level): handle(.volumeTurned(to: level, isTurnedNow: false), at: now)
        // The next decision may choose another input; `recordingFailed` reports an unusable one.
        case .inputLost, .followsCalls, .nowPlaying, .ducks, .handles: break
        }
    }

    mutating func handle(_ fact: SoundingFact, at now: MachineTime) {
        switch fact {
        case .ended(let name):
            // If the policy knows the time of the end, that time is used, because the process renders ahead.
            guard let (sound, app, ends) = runningSound(name), ends == nil else { return }
            move(sound, of: app, Length(nanoseconds: 0), at: now)
        case .failed(let name, let reason):
            guard name.kind == .sound, let app = name.app, let sound = name.sound else { return }
            handle(.soundFailed(sound, reason: reason), of: AppID(world.name(app)), at: now)
        case .stalled(let name, let length):
            guard let (sound, app, ends) = runningSound(name), let ends else { return }
            let left = ends.nanoseconds - instant(of: now).nanoseconds
            move(sound, of: app, Length(nanoseconds: max(0, left) + length.nanoseconds), at: now)
        case .outputLost(let port):
            guard let accessory = world.state.latestAccessory(port) else { return }
            decideForMachine(.accessoryDisconnected(accessory.kind, uid: accessory.uid), at: now)
        case .volumeTurned(let given, let isTurnedNow):
            let level = min(1, max(0, given))
            if let event = world.book.event(ofVolumeTurnedTo: level, isTurnedNow: isTurnedNow, on: world.picture) {
                decideForMachine(event, at: now)
            } else if isTurnedNow {
                showAgain(at: now)
            }
        case .control(let control, let isHeld): hold(control, isHeld, at: now)
        }
    }

    private mutating func runningSound(_ name: SceneName) -> (sound: SoundID, app: AppID, ends: Instant?)? {
        guard name.kind == .sound, let app = name.app.map({ AppID(world.name($0)) }),
            let sound = name.sound.map({ id($0) }),
            case .running(let ends)? = world.state.startedSound(sound, of: app)?.progress
        else { return nil }
        return (sound, app, ends)
    }

    private mutating func move(_ sound: SoundID, of app: AppID, _ remaining: Length?, at now: MachineTime) {
        decideForMachine(.app(app, .soundMoved(sound, remaining: remaining)), at: now)
        advance(to: now)
    }

    private mutating func startedSound(_ name: String, of app: AppID) -> SoundID? {
        let id = self.id(name)
        return world.state.startedSound(id, of: app) == nil ? nil : id
    }
}

extension PolicyState {
    func latestAccessory(_ output: Port) -> Accessory? {
        for case .accessory(let accessory) in gestures.reversed() where accessory.kind.output == output {
            return accessory
        }
        return nil
    }
}
