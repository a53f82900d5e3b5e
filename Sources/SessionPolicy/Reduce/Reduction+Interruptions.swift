/// Interruptions: a set of causes per session, one `began` when the first comes, one `ended` when the last goes.
extension Reduction {
    /// Interrupts an active session; one that is interrupted already learns nothing, but waits for this cause too.
    ///
    /// - Parameters:
    ///   - index: The app's place.
    ///   - sounds: The places of its sounds.
    ///   - cause: Who takes the floor.
    mutating func interrupt(_ index: Int, _ sounds: Range<Int>, by cause: PlacedCause) {
        let id = state.apps[index].id
        switch state.apps[index].session.phase {
        case .inactive: return
        case .interrupted:
            guard !state.waits[index].contains(cause) else { return }
            state.waits[index].insert(cause)
            decide(.int12, id, "{app} is interrupted already and now waits for one more to end")
        case .active:
            state.apps[index].session.phase = .interrupted(mayResume: true)
            state.waits[index].insert(cause)
            state.apps[index].session.overridesToSpeaker = false
            for place in sounds { state.sounds[place].progress.halt(at: now) }
            if state.apps[index].recording == .running { state.apps[index].recording = .halted }
            tell(id, .interruptionBegan)
            explain(cause, of: id)
        }
    }

    private mutating func explain(_ cause: PlacedCause, of id: AppID) {
        switch cause {
        case .device(.call):
            decide(.int2, id, "the phone takes the device: {app} is interrupted, its session inactive at once")
        case .device(.alarm):
            decide(.int2, id, "the alarm takes the device: {app} is interrupted, its session inactive at once")
        case .device(.siri):
            decide(.int2, id, "Siri takes the device: {app} is interrupted, its session inactive at once")
        case .app(let place):
            decide(.act3, id, "{other}'s session does not mix: {app} is interrupted", other: state.apps[place].id)
        case .spoken(let place):
            decide(.sp1, id, "{other} interrupts spoken audio: {app} pauses", other: state.apps[place].id)
        }
    }

    /// Interrupts every session: mixable ones too (R-INT-11, C23).
    mutating func interruptAll(by cause: DeviceCause) {
        var end = 0
        for place in state.apps.indices {
            let app = state.apps[place]
            let sounds = end..<end + Int(app.soundCount)
            end = sounds.upperBound
            if app.session.phase == .active && book.mixes(app.session) {
                if cause == .call && !book.settings.callInterruptsMixing {
                    decide(.int11, app.id, "{app} mixes, and goes on beside the call")
                    continue
                }
                decide(.int11, app.id, "mixing exempts nobody from the phone and the alarm")
            }
            interrupt(place, sounds, by: .device(cause))
        }
        cutShortSounds()
    }

    /// A system sound, an alert or a click that sounds when the phone or an alarm takes the device is cut.
    private mutating func cutShortSounds() {
        if state.systemSound != nil || state.alert != nil || state.keyClickEnds != nil {
            decide(.int2, "what the device itself was sounding is cut and not replayed")
        }
        state.systemSound = nil
        state.alert = nil
        state.keyClickEnds = nil
    }

    /// The app's session has ended as a cause; those whom it interrupted are told, once no other cause is left.
    mutating func release(byEndOf index: Int, mayResume: Bool) {
        release([.app(index), .spoken(index)], mayResume: mayResume)
    }

    /// Takes the causes away. Whoever has none left gets `ended`, in reverse order of activation, and then resumes in
    /// order of activation, so that the picture from before comes back.
    mutating func release(_ causes: [PlacedCause], mayResume: Bool) {
        var ended = AppSet()
        take(away: causes, mayResume: mayResume, &ended)
        if ended.isEmpty { return }
        let inOrder = state.activated.filter(ended.contains)
        for index in inOrder.reversed() { endInterruption(of: index) }
        for index in inOrder where willResume(index) { resume(index) }
    }

    /// - Parameter ended: Takes those who have no cause left.
    private mutating func take(away causes: [PlacedCause], mayResume: Bool, _ ended: inout AppSet) {
        for index in state.apps.indices {
            guard case .interrupted(let couldResume) = state.apps[index].session.phase,
                causes.contains(where: state.waits[index].contains)
            else { continue }
            for cause in causes { state.waits[index].remove(cause) }
            state.apps[index].session.phase = .interrupted(mayResume: couldResume && mayResume)
            guard state.waits[index].isEmpty else { continue }
            ended.insert(index)
            // Who does not resume becomes inactive, and is no cause any more itself; but where only `setActive` false
            // lets others come back, they wait for it.
            if !willResume(index) && !book.settings.endOfAppIsSilent {
                take(away: [.app(index), .spoken(index)], mayResume: false, &ended)
            }
        }
    }

    /// Whether the app resumes at the end of its interruption.
    private func willResume(_ index: Int) -> Bool {
        guard case .interrupted(let mayResume) = state.apps[index].session.phase else { return false }
        return state.apps[index].resumes
            && (mayResume || !book.settings.hasResumeFlag || state.apps[index].resumesWithoutLeave)
    }

    /// Tells the app that its interruption is over.
    private mutating func endInterruption(of index: Int) {
        guard case .interrupted(let mayResume) = state.apps[index].session.phase else { return }
        let id = state.apps[index].id
        if mayResume || book.settings.tellsEndWithoutLeave {
            tell(id, .interruptionEnded(shouldResume: book.settings.hasResumeFlag ? mayResume : nil))
        }
        state.apps[index].hasLeave =
            mayResume && book.settings.hasResumeFlag && state.apps[index].kind == .app
        guard !willResume(index) else { return }
        if state.apps[index].resumes {
            decide(.int5, id, "the interruption ended without leave to resume: {app} stays paused")
        } else {
            decide(.int4, id, "the interruption is over, and {app} does not resume by itself")
        }
        fallSilent(index)
        guard book.settings.endOfAppIsSilent else { return }
        for place in state.apps.indices where state.waits[place].contains(.app(index)) {
            decide(
                .act12, state.apps[place].id, "{app} goes on waiting: {other} has not deactivated its session itself",
                other: id)
        }
    }

    /// What a well-behaved app does at the end: it activates, and what was playing goes on. It asks as it would by its own
    /// step, and what would be refused then stays paused.
    private mutating func resume(_ index: Int) {
        state.apps[index].session.phase = .inactive
        let places = state.soundPlaces(of: index)
        let plays = state.sounds[places].contains(where: \.isHalted)
        let records = state.apps[index].recording == .halted
        let mayPlay = plays && isGranted(.play, index)
        let mayRecord = records && isGranted(.record, index)
        let mayActivate = !plays && !records && isGranted(.activate, index)
        guard mayPlay || mayRecord || mayActivate else {
            fallSilent(index)
            if !book.settings.endOfAppIsSilent { release(byEndOf: index, mayResume: false) }
            return
        }
        decide(.int6, state.apps[index].id, "the interruption is over: {app} resumes")
        activate(index)
        for place in places where state.sounds[place].isHalted {
            mayPlay ? state.sounds[place].progress.resume(at: now) : state.sounds[place].progress.pause(at: now)
        }
        if records { state.apps[index].recording = mayRecord ? .running : .off }
    }

    /// Whether a request of an app that resumes would be granted; says why not.
    private mutating func isGranted(_ request: RefusalRule.Request, _ index: Int) -> Bool {
        guard let row = refusal(of: request, index) else { return true }
        decide(row.rule, state.apps[index].id, "{app} would resume what it may not begin now: that stays paused")
        return false
    }

    /// An app that had interrupted others has ended, or the system has suspended it (C2, C15).
    mutating func endAsCause(_ index: Int) {
        guard book.settings.endOfAppIsSilent else { return release(byEndOf: index, mayResume: false) }
        for left in state.apps.indices {
            guard case .interrupted = state.apps[left].session.phase,
                state.waits[left].contains(.app(index)) || state.waits[left].contains(.spoken(index))
            else { continue }
            fallSilent(left)
            decide(
                .act12, state.apps[left].id,
                "{other} has gone without deactivating: {app} is told nothing and stays paused",
                other: state.apps[index].id)
            endAsCause(left)
        }
    }

    // MARK: Phone and alarm

    mutating func change(call phase: CallPhase) {
        switch phase {
        case .incoming:
            guard state.call == .none else { return refuse(nil, "the line is busy; end the first call first") }
            state.call = .incoming
            decide(.int7, "a call holds the device from its first ring on")
            if state.ringSwitch == .silent { decide(.al9, "no tone at silent, and the call interrupts all the same") }
            if book.settings.callInterruptsAtRing { interruptAll(by: .call) }
            vibrate(.callComesIn, about: .device)
        case .answered:
            guard state.call == .incoming else { return refuse(nil, "no call comes in that could be answered") }
            state.call = .answered
            decide(.dk3, "the call is heard alone, at its own level")
            if !book.settings.callInterruptsAtRing { interruptAll(by: .call) }
            if book.settings.answeredCallEndsApp { endThirdPartyApps() }
        case .declined, .missed:
            guard state.call == .incoming else { return refuse(nil, "no call comes in that could be left") }
            endCall()
        case .ended:
            guard state.call == .answered else { return refuse(nil, "no call was answered that could end") }
            endCall()
        }
    }

    private mutating func endCall() {
        state.call = .none
        decide(.int8, "the phone lets go of the device")
        release([.device(.call)], mayResume: true)
    }

    private mutating func endThirdPartyApps() {
        for app in state.apps where app.kind == .app {
            decide(.int8, app.id, "the call was answered: {app} ends")
            tell(app.id, .terminated)
            end(app.id)
        }
    }

    mutating func change(siri phase: SiriPhase) {
        switch phase {
        case .began:
            guard !state.siriListens else { return refuse(nil, "Siri listens already; let it end first") }
            state.siriListens = true
            decide(.int16, "Siri interrupts everybody")
            interruptAll(by: .siri)
        case .ended:
            guard state.siriListens else { return refuse(nil, "Siri does not listen") }
            state.siriListens = false
            decide(.int16, "Siri is done: whom it interrupted may resume")
            release([.device(.siri)], mayResume: true)
        }
    }

    mutating func change(alarm phase: AlarmPhase) {
        switch phase {
        case .fires:
            guard !state.alarmFires else { return refuse(nil, "the alarm fires already; dismiss it first") }
            state.alarmFires = true
            decide(.al1, "an alarm sounds whatever switch and lock say, at the ringer's level")
            interruptAll(by: .alarm)
            vibrate(.alarmFires, about: .device)
        case .dismissed, .snoozed:
            guard state.alarmFires else { return refuse(nil, "no alarm fires") }
            state.alarmFires = false
            decide(.int9, "the alarm lets go of the device")
            release([.device(.alarm)], mayResume: true)
        }
    }
}
