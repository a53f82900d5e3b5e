/// Calls of the phone and of apps. At most one is on; others ring or are on hold.
extension Reduction {
    mutating func change(call phase: CallPhase, _ name: CallName) {
        if let app = name.app, !prepare(app, for: phase) { return }
        let wasOn = state.callOn != nil
        apply(phase, name)
        if wasOn && refusal == nil { ringAloud() }
    }

    private mutating func apply(_ phase: CallPhase, _ name: CallName) {
        let (phases, objection): ([Call.Phase], String)
        switch phase {
        case .incoming: return comeIn(name)
        case .outgoing: return makeCall(name)
        case .swapped: return swapCalls()
        case .answered:
            phases = [.incoming, .outgoing]
            objection = "no call is ringing that could be answered; let one come in first"
        case .declined, .missed:
            phases = [.incoming]
            objection = "no call is ringing that could be declined or missed; let one come in first"
        case .ended, .remoteEnded:
            phases = [.answered, .outgoing, .held]
            objection = "no call is on that could end; answer or make one first"
        case .held:
            phases = [.answered, .outgoing]
            objection = "no call is on that could be put on hold; answer or make one first"
        case .unheld: (phases, objection) = ([.held], "no such call is on hold; put one on hold first")
        case .muted, .unmuted:
            (phases, objection) = ([.answered, .outgoing, .held], "there is no such call; answer one first")
        }
        guard let place = place(of: name, phases) else { return refuse(nil, objection) }
        switch phase {
        case .answered: answer(place)
        case .declined, .ended: endCall(at: place, byRemote: false)
        case .missed, .remoteEnded: endCall(at: place, byRemote: true)
        case .held: hold(place)
        case .unheld:
            holdWhatIsOn(for: state.calls[place].app)
            takeUp(place)
        default:
            state.calls[place].isMuted = phase == .muted
            decide(
                .int17, if: phase == .muted, "muting a call silences it for the other side only: nothing changes here",
                else: "the call is not muted: the other side hears the microphone")
        }
    }

    /// Launches an app for its call: in the background for an incoming one.
    private mutating func prepare(_ app: AppID, for phase: CallPhase) -> Bool {
        guard state.index(of: app) == nil else { return true }
        guard !state.endedApps.contains(app) else {
            refuse(.notRunning, .app1, app, "{app} has ended; launch it first")
            return false
        }
        guard phase == .incoming || phase == .outgoing else {
            refuse(app, "{app} has no call; let one come in, or make one first")
            return false
        }
        guard state.apps.count < PolicyState.appLimit else {
            refuse(app, "\(PolicyState.appLimit) apps are running already; quit one before {app} is launched")
            return false
        }
        var how = Launch()
        how.isInBackground = phase == .incoming
        how.isInBackground ? launch(app, how) : launchByItself(app, how)
        return true
    }

    /// The call with a name in one of some phases, in the order of the phases, the latest first.
    private func place(of name: CallName, _ phases: [Call.Phase]) -> Int? {
        for phase in phases {
            if let place = state.calls.lastIndex(where: { $0.phase == phase && $0.matches(name) }) { return place }
        }
        return nil
    }

    /// Lets a knocking call ring, and interrupt, once no other call is on.
    private mutating func ringAloud() {
        guard state.callOn == nil, state.rings else { return }
        decide(.int7, "no call is on any more: the waiting call rings")
        beginInterruption(.ring)
    }

    /// Whether another call is allowed; refuses the step otherwise.
    private mutating func hasLine(for name: CallName) -> Bool {
        if let call = state.calls.first(where: { $0.app == name.app && $0.uid == name.uid }) {
            refuse(nil, call.busy(hasUID: name.uid != nil))
        } else if state.calls.count >= PolicyState.callLimit {
            refuse(nil, "there are \(PolicyState.callLimit) calls; decline or end one first")
        } else {
            return true
        }
        return false
    }

    private mutating func comeIn(_ name: CallName) {
        guard hasLine(for: name) else { return }
        state.calls.append(Call(app: name.app, uid: name.uid, phase: .incoming))
        let isOn = state.callOn != nil
        if isOn {
            decide(.int20, "a call is on: the second call waits and does not ring")
        } else {
            decide(
                .int7, if: book.lookup.holding.contains(.ring), "a call holds the device from its first ring on",
                else: "a call holds the device once it is answered")
        }
        if state.ringSwitch == .silent { decide(.al9, "the switch is at silent: the call has no tone") }
        beginInterruption(.ring, cuts: !isOn)
        vibrate(.callComesIn, about: .device)
    }

    private mutating func makeCall(_ name: CallName) {
        guard hasLine(for: name) else { return }
        guard !state.rings else { return refuse(nil, "a call is ringing; answer or decline it first") }
        holdWhatIsOn(for: name.app)
        state.calls.append(Call(app: name.app, uid: name.uid, phase: .outgoing))
        decide(
            .int8, if: name.app == nil, "the phone makes a call, which holds the device",
            else: "{other} makes a call, which holds the device", other: name.app)
        if name.app == nil && book.settings.answeredCallEndsApp { endThirdPartyApps() }
        begin(name.app)
    }

    private mutating func answer(_ place: Int) {
        guard state.calls[place].phase == .incoming else {
            state.calls[place].phase = .answered
            return decide(.int8, "the other side has answered the call")
        }
        let isCut = book.lookup.cutsShortSounds(.ring)
        let owner = state.calls[place].app
        holdWhatIsOn(for: owner)
        state.calls[place].phase = .answered
        decide(
            .dk3, if: owner == nil, "the call is heard at its own level, and nothing lowers it",
            else: "the voice of {other}'s call is {other}'s own sound", other: owner)
        begin(owner, cuts: !isCut)
    }

    /// Begins a call.
    /// - Parameters:
    ///   - owner: The app whose call it is, or nil for the phone's.
    ///   - cuts: Whether it cuts the device's own sounds, because its ring has not.
    private mutating func begin(_ owner: AppID?, cuts: Bool = true) {
        // Apps that the ring spared, or that have started since, are interrupted now.
        beginInterruption(.call, cuts: cuts)
        if owner == nil && book.settings.answeredCallEndsApp { endThirdPartyApps() }
        if let owner, let index = state.index(of: owner) { activateForCall(index) }
    }

    private mutating func activateForCall(_ index: Int) {
        // Sounds halted by the hold continue.
        if state.apps[index].causes.contains(.hold) {
            let leave = book.lookup.shouldResume(after: .hold, isTakenUp: true)
            release(state.apps[index].causes, of: index, mayResume: leave)
        }
        guard !state.mediaServicesAreLost else { return }
        let id = state.apps[index].id
        decide(
            .int17, id, if: state.apps[index].session.phase == .active, "{app}'s call is on, and its session is active",
            else: "{app}'s call is on: the system activates its session")
        switch state.apps[index].session.phase {
        case .active: break
        case .inactive: activate(index)
        case .interrupted: endInterruption(of: index, by: .system)
        }
        tell(id, .callActivated)
    }

    /// Puts the active call, if any, on hold.
    /// - Parameter next: The app whose call comes on instead, or nil for the phone's.
    private mutating func holdWhatIsOn(for next: AppID?) {
        if let place = state.calls.firstIndex(where: { $0.isOn }) { hold(place, for: next) }
    }

    /// Puts a call on hold, and interrupts its app's session unless another call of that app comes on.
    private mutating func hold(_ place: Int, for next: AppID? = nil) {
        state.calls[place].phase = .held
        state.calls[place].staysSilent = false
        decide(.int20, callOf: state.calls[place].app, "is put on hold")
        guard let app = state.calls[place].app, let index = state.index(of: app) else { return }
        tell(app, .callDeactivated)
        if app == next { return decide(.int17, app, "{app}'s other call is on now: its session need not wait") }
        beginInterruption(.hold, only: [index])
    }

    /// Takes up a held call. It interrupts like an answered call, and an app's call also by its session.
    private mutating func takeUp(_ place: Int) {
        state.calls[place].phase = .answered
        let owner = state.calls[place].app
        decide(.int20, callOf: owner, "resumes from hold")
        if let owner, let index = state.index(of: owner) {
            if state.calls[place].staysSilent {
                state.calls[place].staysSilent = false
                decide(
                    .int17, owner, "the other side has hung up the phone's call: {app}'s session stays as it is (C44)")
            } else {
                activateForCall(index)
            }
        }
        // Sessions interrupted by the app's session wait for it.
        let others = state.apps.indices.filter { place in
            !state.apps[place].causes.contains { $0.app != nil && $0.app == owner }
        }
        beginInterruption(.call, cuts: false, only: others)
    }

    private mutating func swapCalls() {
        guard let on = state.calls.firstIndex(where: { $0.isOn }),
            let waiting = state.calls.lastIndex(where: { $0.phase == .held })
        else { return refuse(nil, "there are no two calls to swap; put one on hold and answer another first") }
        hold(on, for: state.calls[waiting].app)
        takeUp(waiting)
    }

    /// Ends a call. If the person ends the active one, a held one is taken up; if the other side hangs up, it stays on
    /// hold.
    private mutating func endCall(at place: Int, byRemote: Bool) {
        let call = state.calls.remove(at: place)
        if call.isOn && call.app == nil && byRemote && book.settings.heldCallStaysSilent {
            for held in state.calls.indices where state.calls[held].app != nil && state.calls[held].phase == .held {
                state.calls[held].staysSilent = true
            }
        }
        if call.isOn || state.calls.isEmpty {
            decide(.int8, callOf: call.app, "is over and no longer holds the device")
        }
        let next = call.isOn && !byRemote ? state.calls.lastIndex { $0.phase == .held } : nil
        if let app = call.app, let index = state.index(of: app) {
            endSession(of: call, index, next: next.flatMap { state.calls[$0].app })
        }
        guard !state.calls.isEmpty else {
            return release([.call], mayResume: book.lookup.shouldResume(after: call.cause))
        }
        guard let next else {
            return decide(
                .int20, if: state.calls.contains { $0.phase != .incoming }, "another call still holds the device",
                else: "another call still rings")
        }
        takeUp(next)
    }

    /// - Parameter next: The app whose call is taken up instead.
    private mutating func endSession(of call: Call, _ index: Int, next: AppID?) {
        let id = state.apps[index].id
        let hasOneOnHold = state.calls.contains { $0.app == id && $0.phase == .held }
        switch call.phase {
        case .incoming: return
        case .held: if !hasOneOnHold { releaseFromHold(index) }
        case .answered, .outgoing:
            tell(id, .callDeactivated)
            if next == id { return decide(.int17, id, "{app}'s other call is on now: its session need not wait") }
            if hasOneOnHold { return beginInterruption(.hold, only: [index]) }
            guard state.apps[index].session.phase != .inactive else { return }
            decide(.int17, id, "{app}'s call is over: the system deactivates its session")
            fallSilent(index, by: .int17, telling: .system(because: .default))
            release(byEndOf: index, mayResume: book.lookup.shouldResume(after: .call))
        }
    }

    mutating func endCalls(of app: AppID) {
        guard state.hasCall(app) else { return }
        let wasOn = state.callOn != nil
        let rangOnly = state.calls.allSatisfy { $0.phase == .incoming }
        state.calls.removeAll { $0.app == app }
        decide(.int17, app, "{app}'s calls are over")
        guard state.calls.isEmpty else { return wasOn ? ringAloud() : () }
        release([.call], mayResume: book.lookup.shouldResume(after: rangOnly ? .ring : .call))
    }
}

extension Call {
    /// The sentence for a new call with this call's name.
    /// - Parameter hasUID: Whether the name has a uid.
    fileprivate func busy(hasUID: Bool) -> String {
        switch (phase, hasUID) {
        case (.incoming, false): "a call rings already; decline it, or give this one a uid of its own"
        case (.incoming, true): "a call with this uid rings already; decline it, or give this one another uid"
        case (_, false): "the line is busy; end the first call, or give this one a uid of its own"
        case (_, true): "a call with this uid is on already; end it, or give this one another uid"
        }
    }
}
