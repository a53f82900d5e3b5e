/// Interruptions: a set of causes for each session, with one `began` for the first and one `ended` after the last.
extension Reduction {
    /// Interrupts an active session. One that is already interrupted waits for this cause as well, without a notice.
    mutating func interrupt(_ index: Int, by cause: Cause) {
        let id = state.apps[index].id
        switch state.apps[index].session.phase {
        case .inactive: return
        case .interrupted:
            guard !state.apps[index].causes.contains(cause) else { return }
            // A session whose interruption has just ended resumes after the new interrupter, and waits for nothing.
            let isOver = state.apps[index].causes.isEmpty
            state.add(cause, to: index)
            guard !isOver, explains else { return }
            decide(
                .int12, id, "{app} is already interrupted and now also waits for \(cause.awaited(callOwner))",
                other: cause.app ?? callOwner)
        case .active:
            state.apps[index].session.phase = .interrupted
            state.add(cause, to: index)
            state.apps[index].session.overridesToSpeaker = false
            for place in state.apps[index].sounds.indices {
                state.apps[index].sounds[place].progress.halt(at: now)
            }
            if state.apps[index].recording == .running { state.apps[index].recording = .halted }
            let reason: InterruptionReason = cause == .microphone ? .builtInMicMuted : .default
            tell(id, .interruptionBegan(because: reason))
            tell(.system(because: reason), to: index)
            explain(cause, of: id)
        }
    }

    private mutating func explain(_ cause: Cause, of id: AppID) {
        let sentence =
            switch cause {
            case .call where callOwner == nil: "the phone's call interrupts {app}"
            case .call: "{other}'s call interrupts {app}"
            case .alarm: "the alarm interrupts {app}"
            case .siri: "Siri interrupts {app}"
            case .hold: "{app}'s call is on hold: its session is interrupted"
            case .microphone: "the phone's microphone, which {app} records from, is muted: {app} is interrupted"
            case .announcement: "Siri reads a message aloud, and interrupts {app}'s spoken audio"
            case .app(let other) where state.session(of: other).map(book.mixes) == true:
                "{other} prefers echo-cancelled input: {app} is interrupted"
            case .app: "{other}'s session does not mix: {app} is interrupted"
            case .spoken: "{other} interrupts spoken audio: {app} pauses"
            }
        decide(cause.rule, id, sentence, other: cause == .call ? callOwner : cause.app)
    }

    /// The app whose call is on, or nil for the phone's own.
    private var callOwner: AppID? { state.callOnTheFloor?.app }

    /// Applies the table again for the present causes. A step may remove what spared a session (a preference, its
    /// output, its mixing), or activate a session that the cause does not allow.
    mutating func interruptSessionsNoLongerSpared(since before: PolicyState) {
        for interrupter in state.floor.intersection(before.floor).cases where interrupter != .hold {
            func isInterrupted(_ app: App, in state: PolicyState) -> Bool {
                book.interruption(of: app, by: interrupter, in: state)?.verdict == .isInterrupted
            }
            let places = state.apps.indices.filter { place in
                let app = state.apps[place]
                guard app.session.phase == .active, isInterrupted(app, in: state) else { return false }
                guard let old = before[app.id], old.session.phase == .active else {
                    return book.lookup.interruptsStarts(interrupter)
                }
                return !isInterrupted(old, in: before)
            }
            if !places.isEmpty { beginInterruption(interrupter, cuts: false, only: places) }
        }
    }

    /// Begins an interruption: applies the table of interruptions to the sessions, and the cause's row to the device.
    /// - Parameters:
    ///   - cuts: Whether it cuts the device's own sounds.
    ///   - places: The apps that it concerns, or nil for all.
    mutating func beginInterruption(
        _ interrupter: InterruptionRule.Interrupter, cuts: Bool = true, only places: [Int]? = nil
    ) {
        guard let cause = interrupter.awaited else { return }
        for place in state.apps.indices {
            let app = state.apps[place]
            guard places?.contains(place) ?? true, app.session.phase != .inactive,
                let row = book.interruption(of: app, by: interrupter, in: state)
            else { continue }
            if app.session.phase == .active, let says = row.says { decide(row.rule, app.id, says) }
            if row.verdict == .isInterrupted { interrupt(place, by: cause) }
        }
        if cuts { cutShortSounds(by: interrupter) }
    }

    /// Cuts system sounds, alerts and clicks when a call or an alarm begins.
    private mutating func cutShortSounds(by interrupter: InterruptionRule.Interrupter) {
        guard book.lookup.cutsShortSounds(interrupter) else { return }
        if state.systemSound != nil || state.alert != nil || state.keyClickEnds != nil {
            decide(.int2, "the system sound, alert or click that was sounding is cut and not replayed")
        }
        state.systemSound = nil
        state.alert = nil
        state.keyClickEnds = nil
        endAnnouncement()
    }

    /// Removes the app's session as a cause; apps without further causes are notified.
    mutating func release(byEndOf index: Int, mayResume: Bool) {
        let id = state.apps[index].id
        release([.app(id), .spoken(id)], mayResume: mayResume)
    }

    /// Removes causes. Apps without further causes receive `ended` in reverse order of activation, and then resume in
    /// order of activation, which restores the picture.
    /// - Parameter only: The app to remove them from, or nil for all.
    mutating func release(_ causes: [Cause], of only: Int? = nil, mayResume: Bool) {
        var ended: [AppID] = []
        end(causes: causes, of: only, mayResume: mayResume, &ended)
        end(ended)
    }

    /// Ends a held call: the app's session does not come back. Apps that it had interrupted may resume, unless the app
    /// itself continues.
    mutating func releaseFromHold(_ index: Int) {
        var ended: [AppID] = []
        if state.apps[index].causes.contains(.hold), !wouldResume(index, mayResume: false) {
            let id = state.apps[index].id
            let leave = book.lookup.shouldResume(after: .call)
            end(causes: [.app(id), .spoken(id)], of: nil, mayResume: leave, &ended)
        }
        end(causes: [.hold], of: index, mayResume: book.lookup.shouldResume(after: .hold), &ended)
        end(ended)
    }

    private mutating func end(_ ended: [AppID]) {
        if ended.isEmpty { return }
        let inOrder = state.activationOrder.filter(ended.contains).compactMap(state.index)
        for index in inOrder.reversed() { endInterruption(of: index) }
        for index in inOrder where willResume(index) { resume(index) }
    }

    /// - Parameter ended: Receives the apps without further causes.
    private mutating func end(
        causes: [Cause], of only: Int? = nil, mayResume: Bool, _ ended: inout [AppID]
    ) {
        for index in only.map({ $0..<$0 + 1 }) ?? state.apps.indices {
            guard state.apps[index].session.phase == .interrupted,
                causes.contains(where: state.apps[index].causes.contains)
            else { continue }
            state.apps[index].causes.removeAll(where: causes.contains)
            if !mayResume { state.apps[index].session.mayResume = false }
            guard state.apps[index].causes.isEmpty else { continue }
            let id = state.apps[index].id
            ended.append(id)
            // An app that does not resume becomes inactive and stops interrupting others. In books where only
            // `setActive(false)` lets others resume, they keep waiting.
            if !willResume(index) && !book.settings.endOfAppIsSilent {
                end(causes: [.app(id), .spoken(id)], mayResume: false, &ended)
            }
        }
    }

    private func willResume(_ index: Int) -> Bool {
        let session = state.apps[index].session
        return session.phase == .interrupted && wouldResume(index, mayResume: session.mayResume)
    }

    private func wouldResume(_ index: Int, mayResume: Bool) -> Bool {
        state.apps[index].resumes
            && (mayResume || !book.settings.hasResumeFlag || state.apps[index].resumesWithoutLeave)
    }

    private mutating func endInterruption(of index: Int) {
        guard state.apps[index].session.phase == .interrupted else { return }
        let id = state.apps[index].id
        tellEnd(to: index, mayResume: state.apps[index].session.mayResume)
        guard !willResume(index) else { return }
        let rule: RuleID = state.apps[index].resumes ? .int5 : .int4
        decide(rule, id, rule == .int5 ? Sentence.hasNoLeave : Sentence.doesNotResume)
        fallSilent(index, by: rule)
        guard book.settings.endOfAppIsSilent else { return }
        for place in state.apps.indices where state.apps[place].causes.contains(.app(id)) {
            decide(
                .act12, state.apps[place].id, "{app} keeps waiting: {other} has not deactivated its session itself",
                other: id)
        }
    }

    private mutating func tellEnd(to index: Int, mayResume: Bool) {
        let id = state.apps[index].id
        if mayResume || book.settings.tellsEndWithoutLeave {
            tell(id, .interruptionEnded(shouldResume: book.settings.hasResumeFlag ? mayResume : nil))
        }
        if book.settings.tellsLifeCycle { tell(id, .resumptionRecommended(mayResume)) }
        state.apps[index].mayResumeInBackground = mayResume && resumesInBackground(state.apps[index])
    }

    private func resumesInBackground(_ app: App) -> Bool { book.settings.hasResumeFlag && app.kind == .app }

    /// Acts for a well-behaved app at the end of an interruption: activates its session and resumes its sounds.
    /// Anything that its own step could not start stays paused.
    private mutating func resume(_ index: Int) {
        state.apps[index].session.phase = .inactive
        let plays = state.apps[index].sounds.contains(where: { $0.isHalted })
        let records = state.apps[index].recording == .halted
        let againstPlaying = plays ? objection(to: .play, index) : nil
        let againstRecording = records ? objection(to: .record, index) : nil
        let againstActivation = plays || records ? nil : objection(to: .activate, index)
        let mayPlay = plays && againstPlaying == nil
        let mayRecord = records && againstRecording == nil
        if let rule = againstPlaying ?? againstRecording ?? againstActivation, !mayPlay, !mayRecord {
            fallSilent(index, by: rule)
            if !book.settings.endOfAppIsSilent { release(byEndOf: index, mayResume: false) }
            return
        }
        decide(.int6, state.apps[index].id, plays || records ? Sentence.resumes : Sentence.mayResume)
        activate(index)
        for place in state.apps[index].sounds.indices where state.apps[index].sounds[place].isHalted {
            if let againstPlaying {
                state.apps[index].sounds[place].progress.pause(at: now, by: againstPlaying)
            } else {
                state.apps[index].sounds[place].progress.resume(at: now)
            }
        }
        if records { state.apps[index].recording = mayRecord ? .running : .off }
    }

    /// The rule that would refuse a request of a resuming app, or nil. Explains the refusal.
    private mutating func objection(to request: RefusalRule.Request, _ index: Int) -> RuleID? {
        guard let row = refusal(of: request, index) else { return nil }
        decide(row.rule, state.apps[index].id, "{app} may not start now what it would resume")
        return row.rule
    }

    /// A refused step changes nothing, except that the app will hear when the reason ends.
    mutating func rememberRefused() {
        guard let index = refusedApp.flatMap(state.index) else { return }
        state.apps[index].waitsForDevice = true
    }

    /// R-LC-3: notifies apps whose refusal has ended.
    mutating func recommendToRefused() {
        guard !book.isHeld(state) else { return }
        for index in state.apps.indices where state.apps[index].waitsForDevice {
            state.apps[index].waitsForDevice = false
            let app = state.apps[index]
            guard !book.isSuspended(app, in: state) else { continue }
            if app.wantsRecommendation { state.apps[index].mayResumeInBackground = resumesInBackground(app) }
            tell(app.id, .resumptionRecommended(true))
            decide(.lc3, app.id, "nothing holds the device any more: {app}, which was refused, may start")
        }
    }

    /// Handles the end or suspension of an app that had interrupted others (C2, C15).
    mutating func endAsCause(_ index: Int) {
        guard book.settings.endOfAppIsSilent else { return release(byEndOf: index, mayResume: false) }
        let id = state.apps[index].id
        for left in state.apps.indices {
            guard state.apps[left].session.phase == .interrupted,
                state.apps[left].causes.contains(where: { $0.app == id })
            else { continue }
            fallSilent(left, by: .act12)
            if book.settings.tellsLifeCycle { tell(state.apps[left].id, .resumptionRecommended(false)) }
            decide(
                .act12, state.apps[left].id,
                state.endedApps.contains(id)
                    ? "{other} ended without deactivating its session: {app} is not notified and does not resume"
                    : """
                    {other} falls silent without deactivating its session: {app} is not notified and does not \
                    resume
                    """,
                other: id)
            endAsCause(left)
        }
    }

    /// Explains what apps still wait for after a cause has ended.
    mutating func explainWaiting(since before: PolicyState) {
        for app in state.apps {
            guard let next = app.causes.first, let old = before[app.id],
                old.causes.contains(where: { !app.causes.contains($0) }), old.causes.contains(next)
            else { continue }
            decide(.int12, app.id, "{app} still waits for \(next.awaited(callOwner))", other: next.app ?? callOwner)
        }
    }

    // MARK: Alarm, Siri, the microphone

    mutating func endThirdPartyApps() {
        let makesCall = state.callOn?.phase == .outgoing
        for app in state.apps where app.kind == .app {
            decide(
                .int8, app.id,
                makesCall
                    ? "the phone makes a call: {app} is terminated"
                    : "the phone's call is answered: {app} is terminated")
            tell(app.id, .terminated)
            end(app.id)
        }
    }

    mutating func change(siri phase: SiriPhase, by input: SiriInput) {
        switch phase {
        case .began:
            let isNew = !state.siriListens
            state.siriListens = true
            // A Siri that has interrupted apps stays an interruption.
            state.siriLowers =
                input == .airPods && book.settings.siriByAirPodsLowers && (isNew || state.siriLowers)
            guard !state.siriLowers else {
                decide(.siri1, "Siri listens through AirPods and holds the device without interrupting a session")
                return isNew ? cutShortSounds(by: .siri) : ()
            }
            decide(
                .int16, if: isNew, "Siri listens and holds the device",
                else: "Siri is already listening and interrupts again")
            beginInterruption(.siri, cuts: isNew)
        case .ended:
            guard state.siriListens else { return refuse(nil, "Siri is not listening; let Siri begin first") }
            state.siriListens = false
            guard !state.siriLowers else {
                state.siriLowers = false
                return decide(.siri1, "Siri is done and releases the device")
            }
            decide(.int16, "Siri is done and releases the device")
            release([.siri], mayResume: book.lookup.shouldResume(after: .siri))
        }
    }

    /// R-SIRI-2: Siri lowers other sounds while she reads, and interrupts spoken audio.
    mutating func announceMessage(_ length: Length) {
        guard book.hasHeadphones(in: state) else {
            return refuse(
                .badParam, .siri2, nil,
                "Siri reads messages aloud in headphones and cars only; plug in or connect one first")
        }
        guard !book.isHeld(state) else {
            return refuse(
                .badParam, .siri2, nil,
                "a call, an alarm or Siri holds the device; let that end before a message is read")
        }
        let isReading = state.announcementEnds != nil
        state.announcementEnds = now.advanced(by: length)
        decide(.siri2, if: isReading, "Siri continues with the next message", else: "Siri reads a message aloud")
        beginInterruption(.announcement)
    }

    mutating func endAnnouncement() {
        guard state.announcementEnds != nil else { return }
        state.announcementEnds = nil
        decide(.siri2, "Siri is done with the message")
        release([.announcement], mayResume: book.lookup.shouldResume(after: .announcement))
    }

    mutating func change(alarm phase: AlarmPhase, _ uid: Name?) {
        switch phase {
        case .fires:
            guard !state.alarms.contains(uid) else { return refuse(nil, "the alarm fires already; dismiss it first") }
            guard state.alarms.count < PolicyState.alarmLimit else {
                return refuse(nil, "\(PolicyState.alarmLimit) alarms fire already; dismiss one first")
            }
            state.alarms.append(uid)
            state.alarmGuardEnds = nil
            decide(.al1, "an alarm sounds at the ringer's level, regardless of the switch and the lock")
            beginInterruption(.alarm)
            vibrate(.alarmFires, about: .device)
        case .dismissed, .snoozed:
            guard let place = uid == nil ? state.alarms.indices.last : state.alarms.firstIndex(of: uid) else {
                return refuse(nil, "no such alarm fires; let one fire first")
            }
            state.alarms.remove(at: place)
            guard !state.alarmFires else { return decide(.al12, "another alarm still fires") }
            decide(.int9, "the alarm releases the device")
            if book.settings.alarmRefusesActivation {
                state.alarmGuardEnds = now.advanced(by: book.numbers.alarmGuardLength)
            }
            release([.alarm], mayResume: book.lookup.shouldResume(after: .alarm))
        }
    }

    /// The hardware mutes the phone's own microphone, or no longer does (R-INT-21).
    mutating func muteMicrophone(_ isMuted: Bool) {
        guard state.microphoneIsMuted != isMuted else {
            return decide(
                .int21, if: isMuted, "the phone's microphone is muted already",
                else: "the phone's microphone was not muted")
        }
        state.microphoneIsMuted = isMuted
        decide(.int21, if: isMuted, "the phone's microphone is muted", else: "the phone's microphone is unmuted")
        if isMuted {
            beginInterruption(.microphone)
        } else {
            release([.microphone], mayResume: book.lookup.shouldResume(after: .microphone))
        }
    }
}

extension Sentence {
    static let isSuspended = "{app} is suspended: its session becomes inactive and its sounds stop"
    static let becomesActive = "{app}'s session becomes active"
    static let resumes = "the interruption is over: {app} resumes"
    static let mayResume = "the interruption is over: {app} may resume, and its session is active again"
    static let doesNotResume = "the interruption is over, and {app} does not resume by itself"
    static let hasNoLeave = "the interruption ended without shouldResume: {app} does not resume"
}

extension Cause {
    /// The cause in a sentence about an app that waits for it.
    /// - Parameter callOwner: The app whose call is on, or nil for the phone's.
    fileprivate func awaited(_ callOwner: AppID?) -> String {
        self == .call && callOwner == nil ? "the phone's call" : row.awaited
    }
}
