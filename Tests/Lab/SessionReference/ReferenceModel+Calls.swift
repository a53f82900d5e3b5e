import SessionPolicy

// Calls, of the phone and of apps: one is on at most, others ring or wait (R-INT-17, R-INT-20).
extension ReferenceModel {
    /// Whether the app has a call that is on, or waits.
    func hasCallThatIsNotNew(_ app: LiveApp) -> Bool {
        calls.contains { $0.app == app.id && $0.phase != .incoming }
    }

    mutating func phone(_ phase: CallPhase, _ name: CallName) throws(Refused) {
        if let id = name.app, index(of: id) == nil {
            if endedApps.contains(id) { throw Refused(error: .notRunning) }
            guard phase == .incoming || phase == .outgoing, apps.count < 256 else { throw Refused(error: .badParam) }
            var how = Launch()
            how.isInBackground = phase == .incoming
            launch(id, how)
            if phase == .outgoing { suspend() }
        }
        let wasOn = callOn != nil
        try take(phase, name)
        if wasOn { knockingCallRings() }
    }

    /// Lets a call that knocked ring when no call is on any more.
    mutating func knockingCallRings() {
        guard callOn == nil, calls.contains(where: { $0.phase == .incoming }) else { return }
        for app in apps where !ringSpares(app) { interrupt(app.id, by: .call) }
        smallSoundsAreCut()
    }

    private mutating func take(_ phase: CallPhase, _ name: CallName) throws(Refused) {
        switch phase {
        case .incoming: try callComesIn(name)
        case .outgoing: try callIsMade(name)
        case .answered: try callIsAnswered(name)
        case .declined, .missed: callIsOver(try place(of: name, [.incoming]), byRemote: phase == .missed)
        case .ended, .remoteEnded:
            callIsOver(try place(of: name, [.answered, .outgoing, .held]), byRemote: phase == .remoteEnded)
        case .held: hold(try place(of: name, [.answered, .outgoing]))
        case .unheld:
            let place = try place(of: name, [.held])
            holdWhatIsOn(for: calls[place].app)
            takeUp(place)
        case .swapped:
            guard let on = calls.firstIndex(where: { $0.phase == .answered || $0.phase == .outgoing }),
                let waiting = calls.lastIndex(where: { $0.phase == .held })
            else { throw Refused(error: .badParam) }
            hold(on, for: calls[waiting].app)
            takeUp(waiting)
        case .muted: calls[try place(of: name, [.answered, .outgoing, .held])].isMuted = true
        case .unmuted: calls[try place(of: name, [.answered, .outgoing, .held])].isMuted = false
        }
    }

    private func place(of name: CallName, _ phases: [Call.Phase]) throws(Refused) -> Int {
        for phase in phases {
            let place = calls.lastIndex { call in
                call.phase == phase && call.app == name.app && (name.uid == nil || call.uid == name.uid)
            }
            if let place { return place }
        }
        throw Refused(error: .badParam)
    }

    private func checkLine(for name: CallName) throws(Refused) {
        let isThere = calls.contains { $0.app == name.app && $0.uid == name.uid }
        if isThere || calls.count >= 8 { throw Refused(error: .badParam) }
    }

    private mutating func callComesIn(_ name: CallName) throws(Refused) {
        try checkLine(for: name)
        calls.append(PhoneCall(app: name.app, uid: name.uid, phase: .incoming))
        vibrates = vibrationIsOn()
        if callOn != nil { return }
        for app in apps where !ringSpares(app) { interrupt(app.id, by: .call) }
        smallSoundsAreCut()
    }

    private mutating func callIsMade(_ name: CallName) throws(Refused) {
        try checkLine(for: name)
        if calls.contains(where: { $0.phase == .incoming }) { throw Refused(error: .badParam) }
        holdWhatIsOn(for: name.app)
        calls.append(PhoneCall(app: name.app, uid: name.uid, phase: .outgoing))
        if book == .iPhoneOS3 { endThirdPartyApps() }
        callTakesTheDevice(of: name.app)
        smallSoundsAreCut()
        systemActivates(name.app)
    }

    private mutating func callIsAnswered(_ name: CallName) throws(Refused) {
        let place = try place(of: name, [.incoming, .outgoing])
        if calls[place].phase == .outgoing {
            calls[place].phase = .answered
            return
        }
        holdWhatIsOn(for: calls[place].app)
        calls[place].phase = .answered
        let owner = calls[place].app
        callTakesTheDevice(of: owner)
        systemActivates(owner)
    }

    private mutating func callTakesTheDevice(of owner: AppID?) {
        for app in apps where !callSpares(app) { interrupt(app.id, by: .call) }
        if book == .iPhoneOS3 { endThirdPartyApps() }
    }

    private mutating func endThirdPartyApps() {
        for app in apps where !app.isSystem {
            tell(app.id, .terminated)
            end(app.id)
        }
    }

    private mutating func systemActivates(_ owner: AppID?) {
        guard let owner, let index = index(of: owner) else { return }
        // Its other call was on hold: what stopped with it goes on.
        if apps[index].causes.contains(.hold) { floorIsFree(of: apps[index].causes, only: owner, mayResume: true) }
        if servicesAreLost { return }
        if apps[index].phase != .active {
            pauseSounds(of: index, with: .halted)
            if apps[index].recording == .halted { apps[index].recording = .off }
            activate(owner)
        }
        tell(owner, .callActivated)
    }

    private mutating func holdWhatIsOn(for next: AppID?) {
        if let place = calls.firstIndex(where: { $0.phase == .answered || $0.phase == .outgoing }) {
            hold(place, for: next)
        }
    }

    private mutating func hold(_ place: Int, for next: AppID? = nil) {
        calls[place].phase = .held
        guard let app = calls[place].app else { return }
        tell(app, .callDeactivated)
        if app != next { interrupt(app, by: .hold) }
    }

    /// An app whose call ends on hold holds no others down any more, and takes no leave from them; but an app that goes on
    /// without leave interrupts them still.
    private mutating func letGoOfOthers(_ id: AppID) {
        guard let app = apps.first(where: { $0.id == id }), app.causes.contains(.hold) else { return }
        if app.resumes && app.resumesWithoutLeave { return }
        for index in apps.indices { apps[index].causes.removeAll { $0 == .app(id) || $0 == .spoken(id) } }
    }

    private mutating func takeUp(_ place: Int) {
        calls[place].phase = .answered
        let owner = calls[place].app
        systemActivates(owner)
        for app in apps where !callSpares(app) {
            if let owner, app.causes.contains(.app(owner)) || app.causes.contains(.spoken(owner)) { continue }
            interrupt(app.id, by: .call)
        }
    }

    private mutating func callIsOver(_ place: Int, byRemote: Bool) {
        let call = calls.remove(at: place)
        let wasOn = call.phase == .answered || call.phase == .outgoing
        let waiting = wasOn && !byRemote ? calls.lastIndex { $0.phase == .held } : nil
        if let app = call.app {
            let waitsStill = calls.contains { $0.app == app && $0.phase == .held }
            if wasOn {
                tell(app, .callDeactivated)
                if !waitsStill {
                    deactivate(app, mayResume: true, by: .system(because: .default))
                } else if waiting.map({ calls[$0].app }) != app {
                    interrupt(app, by: .hold)
                }
            } else if call.phase == .held, !waitsStill {
                letGoOfOthers(app)
                floorIsFree(of: [.hold], only: app, mayResume: false)
            }
        }
        if calls.isEmpty {
            floorIsFree(of: [.call], mayResume: true)
        } else if let waiting {
            takeUp(waiting)
        }
    }
}
