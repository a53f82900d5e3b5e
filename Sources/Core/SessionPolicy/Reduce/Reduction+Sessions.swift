/// Categories, activation and deactivation (R-ACT-1 to R-ACT-15).
extension Reduction {
    /// R-DK-5: other options stay; by contested point C34 two of them exclude each other.
    mutating func setOption(_ index: Int, _ option: CategoryOptions, _ isSet: Bool) {
        let session = state.apps[index].session
        var options = session.namedOptions
        if isSet {
            let pair: CategoryOptions = [.mixWithOthers, .duckOthers]
            if book.settings.mixingAndDuckingTakeTurns, pair.contains(option) { options.subtract(pair) }
            options.formUnion(option)
        } else {
            options.subtract(option)
        }
        setCategory(index, session.category, session.mode, options, session.policy, isWhole: false)
    }

    /// - Parameter isWhole: Whether the app has set all options, not a single one.
    mutating func setCategory(
        _ index: Int, _ category: Category, _ mode: Mode, _ options: CategoryOptions, _ policy: RouteSharingPolicy,
        isWhole: Bool = true
    ) {
        let app = state.apps[index]
        let options = options.subtracting(book.lookup.ignoredOptions)
        guard book.rule(for: category) != nil else {
            return refuse(.badParam, .err2, app.id, "these rules do not have the category; choose one of Table 4-1")
        }
        if let objection = book.objection(to: mode, options) { return refuse(.badParam, .err2, app.id, objection) }
        let misfits = book.options.filter { row in
            row.refusedElsewhere && options.contains(row.option) && !row.effective.contains(category)
        }
        if let first = misfits.first {
            return refuse(.badParam, first.rule, app.id, OptionRule.objection(to: misfits, in: category))
        }
        var session = app.session
        session.category = category
        session.mode = mode
        session.options = options.withImpliedMixing
        session.mixesByItself = options.contains(.mixWithOthers)
        session.policy = policy
        session.overridesToSpeaker = false
        guard !isRefused(.setCategory, index, session: session) else { return }
        // R-OM-1: the modes of PlayAndRecord control the output themselves.
        let unmutes = session.outputIsMuted && Session.forbidsOutputMute(category, mode)
        if unmutes { session.outputIsMuted = false }
        state.apps[index].session = session
        state.apps[index].lacksCategory = false
        if unmutes { tellOutputMute(index) }
        if isWhole {
            decide(.act1, app.id, "{app}'s category, mode and options are replaced")
            if !app.session.options.isSubset(of: session.options) {
                decide(.dk5, app.id, "options are replaced: those that this change does not name are off")
            }
        } else {
            decide(.dk5, app.id, "one option of {app}'s category is set or cleared")
        }
        if session.options != options { decide(.dk4, app.id, "the options imply mixing with others") }
        if app.recording != .off && book.rule(for: category)?.hasInput != true {
            state.apps[index].recording = .off
            decide(.cat1, app.id, "the category has no input: {app}'s recording ends")
        }
        if session.phase == .active {
            decide(.act13, app.id, "{app}'s session is active: the category takes effect immediately")
            interruptOthers(index)
        }
    }

    mutating func setActive(_ index: Int) {
        let id = state.apps[index].id
        guard !isRefused(.activate, index) else { return }
        switch state.apps[index].session.phase {
        case .active: decide(.act2, id, "{app}'s session is active already")
        case .interrupted: endInterruption(of: index, by: .app)
        case .inactive: activate(index)
        }
    }

    /// R-ACT-9 and R-ACT-10.
    mutating func setInactive(_ index: Int, notifyOthers: Bool) {
        let app = state.apps[index]
        guard !isRefused(.deactivate, index) else { return }
        guard app.session.phase != .inactive else {
            decide(.act2, app.id, "{app}'s session is inactive already")
            return release(byEndOf: index, mayResume: notifyOthers || !book.settings.hasResumeFlag)
        }
        if app.session.phase == .active {
            let isBusy = app.hasRunningIO
            let isRefused = isBusy && book.settings.busyDeactivationIsRefused
            if isRefused {
                refuse(
                    .isBusy, .act9, app.id,
                    book.settings.busySessionIsDeactivated
                        ? """
                        {app} was still playing or recording: that is paused, and the session is inactive \
                        despite the error; stop it first to avoid the error
                        """
                        : "{app} still plays or records, and its session stays active; stop that, then deactivate")
                guard book.settings.busySessionIsDeactivated else { return }
                refusalKeepsChanges = true
            } else if isBusy {
                decide(
                    .act9b, app.id,
                    "{app} was still playing or recording: that is halted, and its session deactivated")
            }
            fallSilent(index, by: isBusy && !isRefused ? .act9b : .act9, telling: .app)
        } else {
            decide(.int3, app.id, "{app} deactivates while it is interrupted: no end follows, and nothing resumes")
            fallSilent(index, by: .int3)
        }
        let mayResume = notifyOthers || !book.settings.hasResumeFlag
        let isAwaited = state.apps.contains { $0.causes.contains { $0.app == app.id } }
        decide(
            book.settings.hasResumeFlag ? .act10 : .act12, app.id,
            !isAwaited
                ? "{app}'s session is inactive, and no app waits for it"
                : mayResume
                    ? "{app}'s session is inactive: no app waits for it any more"
                    : """
                    {app}'s session is inactive and does not notify others: the apps that it interrupted should \
                    not resume
                    """
        )
        release(byEndOf: index, mayResume: mayResume)
    }

    /// Activates the session, and interrupts sessions that cannot coexist.
    mutating func activate(_ index: Int) {
        let id = state.apps[index].id
        state.apps[index].session.phase = .active
        state.apps[index].waitsForDevice = false
        if book.settings.tellsLifeCycle { tellActivation(of: index) }
        state.apps[index].causes = []
        state.appendActivated(id)
        if !book.mixes(state.apps[index].session) {
            // Another app has started, so the others may no longer resume in the background.
            for other in state.apps.indices where other != index { state.apps[other].mayResumeInBackground = false }
        }
        decide(.act2, id, Sentence.becomesActive)
        interruptOthers(index)
    }

    /// The act that ends an interruption early, and the sound or recording that resumes with it.
    enum Ender: Equatable {
        case app
        case sound(SoundID)
        case recording
        /// The system, for the app's call.
        case system
    }

    /// Ends an interruption without a notice, as an allowed `setActive` or `play` does; halted sounds stay paused.
    mutating func endInterruption(of index: Int, by ender: Ender) {
        let app = state.apps[index]
        let leavesHalted =
            app.recording == .halted && ender != .recording
            || app.sounds.contains { $0.isHalted && ender != .sound($0.id) }
        pauseSounds(of: index, by: .int3)
        if app.recording == .halted { state.apps[index].recording = .off }
        switch (ender == .system, leavesHalted) {
        case (true, true):
            decide(.int3, app.id, "the system ends {app}'s interruption: nothing that was halted resumes")
        case (true, false): decide(.int3, app.id, "the system ends {app}'s interruption")
        case (false, true):
            decide(
                .int3, app.id, if: ender == .app, "{app} ends its own interruption: nothing that was halted resumes",
                else: "{app} ends its own interruption: nothing else that was halted resumes")
        case (false, false): decide(.int3, app.id, "{app} ends its own interruption")
        }
        activate(index)
    }

    /// Interrupts every session that does not coexist with the newcomer (R-ACT-5), and spoken audio if the newcomer
    /// asks for it (R-SP-1).
    mutating func interruptOthers(_ newcomer: Int) {
        let claim = Claim(of: state.apps[newcomer], in: state, by: book)
        // If the newcomer interrupts no app, the loop only produces reasons, which few callers request.
        guard claim.canInterrupt(by: book) || explains else { return }
        for place in state.apps.indices where place != newcomer && state.apps[place].session.phase != .inactive {
            let incumbent = state.apps[place]
            if let cause = cause(of: claim, against: incumbent) {
                interrupt(place, by: cause)
            } else if incumbent.session.phase == .active, claim.isApart != book.playsApart(incumbent.session, in: state)
            {
                decide(
                    .int14, incumbent.id,
                    "{app} and {other} do not affect each other: one plays long-form audio on AirPlay",
                    other: claim.app)
            } else if incumbent.session.phase == .active, !state.isOnCall(incumbent.id),
                let row = book.lookup.coexistence(
                    newcomerMixes: claim.mixes, incumbentMixes: book.mixes(incumbent.session))
            {
                let incumbentMixes = book.mixes(incumbent.session)
                decide(
                    row.rule, incumbent.id,
                    claim.mixes && incumbentMixes
                        ? "{app} and {other} both mix: neither interrupts the other"
                        : claim.mixes
                            ? "{other} mixes, and does not interrupt {app}"
                            : incumbentMixes
                                ? "{app} mixes, and {other} does not interrupt it" : "{other} does not interrupt {app}",
                    other: claim.app)
            }
        }
    }

    /// The cause by which the newcomer interrupts another session, or nil if both are heard.
    private func cause(of claim: Claim, against incumbent: App) -> Cause? {
        guard !state.isOnCall(incumbent.id), claim.isApart == book.playsApart(incumbent.session, in: state) else {
            return nil
        }
        let row = book.lookup.coexistence(newcomerMixes: claim.mixes, incumbentMixes: book.mixes(incumbent.session))
        let losesEcho =
            claim.cancelsEcho && incumbent.recording == .running && !incumbent.prefersEchoCancellation
        if row?.verdict == .isInterrupted || losesEcho { return .app(claim.app) }
        let isSpokenOver =
            claim.interruptsSpoken
            && book.interruption(of: incumbent, by: .prompt, in: state)?.verdict == .isInterrupted
        return isSpokenOver ? .spoken(claim.app) : nil
    }

    /// Resolves conflicts after a long-form session has left its AirPlay route: the session activated last stays
    /// active, but one whose sounds an unplug has paused gives way.
    mutating func interruptSessionsBroughtTogether(since before: PolicyState) {
        guard book.settings.longFormHasItsOwnRoute else { return }
        for place in state.apps.indices {
            let app = state.apps[place]
            guard app.session.policy.isLongForm || before[app.id]?.session.policy.isLongForm == true,
                app.session.phase == .active, let old = before[app.id], old.session.phase == .active,
                book.playsApart(old.session, in: before), !book.playsApart(app.session, in: state)
            else { continue }
            for other in state.activationOrder where other != app.id && state.session(of: other)?.phase == .active {
                let order = [app.id, other].compactMap { state.activationOrder.firstIndex(of: $0) }
                let stays = app.hasRunningIO && order[0] > order[1]
                let (newcomer, incumbent) = stays ? (app.id, other) : (other, app.id)
                guard let claimant = state[newcomer], let index = state.index(of: incumbent),
                    state.apps[index].session.phase == .active,
                    let cause = cause(of: Claim(of: claimant, in: state, by: book), against: state.apps[index])
                else { continue }
                interrupt(index, by: cause)
            }
        }
    }

    /// Deactivates the session and pauses its sounds.
    /// - Parameter deactivation: The notice, if the session was active and hears of it.
    mutating func fallSilent(_ index: Int, by rule: RuleID, telling deactivation: Deactivation? = nil) {
        if let deactivation, state.apps[index].session.phase == .active { tell(deactivation, to: index) }
        state.apps[index].waitsForDevice = false
        state.apps[index].session.phase = .inactive
        state.apps[index].session.overridesToSpeaker = false
        state.apps[index].recording = .off
        pauseSounds(of: index, by: rule)
        state.apps[index].causes = []
        state.removeActivated(state.apps[index].id)
    }

    /// R-LC-1, preceded by the unreported end of its previous session.
    private mutating func tellActivation(of index: Int) {
        if state.apps[index].wasToldActive { tellOfLostSession(index) }
        state.apps[index].wasToldActive = true
        tell(state.apps[index].id, .becameActive)
    }

    /// R-LC-2.
    mutating func tell(_ deactivation: Deactivation, to index: Int) {
        guard state.apps[index].wasToldActive else { return }
        state.apps[index].wasToldActive = false
        tell(state.apps[index].id, .becameInactive(deactivation))
    }

    /// R-LC-2: the session ended while the app was suspended.
    mutating func tellOfLostSession(_ index: Int) {
        let id = state.apps[index].id
        state.apps[index].wasToldActive = false
        tellBelatedly(id, .becameInactive(.system(because: .default)))
        decide(.lc2, id, "{app} is notified that the system has deactivated its session")
    }

    private mutating func pauseSounds(of index: Int, by rule: RuleID) {
        for place in state.apps[index].sounds.indices {
            state.apps[index].sounds[place].progress.pause(at: now, by: rule)
        }
    }

    // MARK: Refusals

    /// Refuses the request by the first fitting row of the table.
    mutating func isRefused(_ request: RefusalRule.Request, _ index: Int, session: Session? = nil) -> Bool {
        guard let row = refusal(of: request, index, session: session) else { return false }
        let app = state.apps[index]
        let (remedy, other) = remedy(of: row, for: app, session ?? app.session)
        refuse(row.error, row.rule, state.apps[index].id, remedy, other: other)
        let isStart = request == .activate || request == .play || request == .record
        let lacksPriority = row.error == .insufficientPriority || row.error == .siriIsRecording
        let hearsOfTheEnd = book.settings.refusedIsRecommended || state.apps[index].wantsRecommendation
        if isStart && lacksPriority && hearsOfTheEnd { refusedApp = state.apps[index].id }
        return true
    }

    /// The row that refuses a request, or nil if it is granted.
    func refusal(of request: RefusalRule.Request, _ index: Int, session: Session? = nil) -> RefusalRule? {
        let app = state.apps[index]
        return book.lookup.refusal(of: request) { holds($0, app, session ?? app.session, request) }
    }

    /// - Parameter session: The session after the request.
    private func holds(
        _ condition: RefusalRule.Condition, _ app: App, _ session: Session, _ request: RefusalRule.Request
    ) -> Bool {
        // Computed lazily: each condition needs only some of these.
        var category: CategoryRule? { book.rule(for: session.category) }
        // R-INT-17: an app may configure its session while its call rings, but start nothing before the call is on.
        var ownsTheCall: Bool {
            request == .setCategory ? state.hasCall(app.id) : state.isOnCall(app.id)
        }
        var isInBackground: Bool { app.kind == .app && state.foreground != app.id && !ownsTheCall }
        // An active session interrupts no one again, unless it stops mixing or moves between AirPlay and the phone.
        var takesTheFloor: Bool {
            let isNew = app.session.phase != .active
            guard request == .setCategory || request == .unmuteOutput else { return isNew }
            if isNew { return request == .setCategory && book.settings.backgroundCategoryIsRefused }
            return book.mixes(app.session)
                || book.playsApart(app.session, in: state) != book.playsApart(session, in: state)
        }
        let options = session.options
        return switch condition {
        case .mediaServicesAreLost: state.mediaServicesAreLost
        case .categoryHasNoOutput: category?.hasOutput != true
        case .categoryHasNoInput: category?.hasInput != true
        case .categoryIsNotPlayAndRecord: session.category != .playAndRecord
        case .deviceIsHeld: book.isHeld(state)
        case .deviceIsHeldAndCategoryHasInput:
            book.isHeld(state) && category?.hasInput == true && !ownsTheCall && !isSpared(app)
        case .siriListensAndCategoryHasInput:
            state.siriListens && book.isHeld(state) && category?.hasInput == true && !ownsTheCall && !isSpared(app)
        case .phoneRings: state.ringsAloud && !book.settings.mediaStartsWhileRinging && !isSpared(app)
        case .appCallIsOn: !ownsTheCall && state.callOn?.app != nil && app.session.phase != .active
        case .microphoneIsMuted: book.isMuted(session, in: state)
        case .policyIsTheSystems: session.policy == .independent
        case .longFormDoesNotFit:
            session.policy.isLongForm
                && !(session.category == .playback && session.options.isEmpty
                    && [.default, .moviePlayback, .spokenAudio].contains(session.mode))
        case .categoryIsNotSetSinceReset: app.lacksCategory
        case .launchedInBackground: isInBackground && app.wasNeverInFront
        case .backgroundWithoutAudio: isInBackground && !app.hasBackgroundAudio
        case .backgroundWithForegroundCategory:
            isInBackground && app.hasBackgroundAudio && category?.background != true
        case .backgroundAndMixes: isInBackground && book.mixes(session)
        case .alarmIsNear:
            book.settings.alarmRefusesActivation && (state.alarmFires || state.alarmGuardEnds != nil)
                && app.session.phase != .active && !book.mixes(session) && !ownsTheCall
        case .ownCallRingsInBackground:
            book.settings.ringingCallDoesNotCount && isInBackground && state.ringsAloud
                && state.calls.contains { $0.app == app.id && $0.phase == .incoming }
                && app.session.phase != .active && !book.mixes(session)
        case .backgroundAndCannotRecord:
            book.settings.backgroundRecordingCannotStart && isInBackground && takesTheFloor && !book.mixes(session)
        case .backgroundAndNonMixable:
            isInBackground && takesTheFloor && !book.mixes(session)
                && !((state.isNowPlaying(app) || app.mayResumeInBackground) && request != .record
                    && category?.hasOutput == true)
        case .outputMuteDoesNotFit: Session.forbidsOutputMute(session.category, session.mode)
        case .shortFormVideoDoesNotFit:
            session.mode == .shortFormVideo && (session.category != .playback || session.policy.isLongForm)
        case .dualRouteDoesNotFit:
            session.mode == .dualRoute && !(session.category == .multiRoute && options.contains(.allowBluetoothHFP))
        case .handsFreeWithoutDualRoute:
            session.category == .multiRoute && session.mode != .dualRoute && options.contains(.allowBluetoothHFP)
        case .multiRouteOptionsDoNotFit:
            session.category == .multiRoute && session.mode != .default
                && !options.isDisjoint(with: [.mixWithOthers, .duckOthers, .interruptSpokenAudio])
        case .highQualityRecordingDoesNotFit:
            options.contains(.bluetoothHighQualityRecording) && session.mode != .default
        case .farFieldWithoutHandsFree: options.contains(.farFieldInput) && !options.contains(.allowBluetoothHFP)
        case .echoCancellationDoesNotFit:
            !(session.category == .playAndRecord && session.mode == .default) && !session.isDualRoute
        }
    }

    /// The sentence of a refusal: the obstacle, the remedy, and the other app that it names.
    /// - Parameter session: The session after the request.
    private func remedy(of row: RefusalRule, for app: App, _ session: Session) -> (String, other: AppID?) {
        let options = session.namedOptions.names
        switch row.condition {
        case .longFormDoesNotFit where !options.isEmpty:
            return (
                "a long-form policy allows no options in any category; leave \(options.joined(separator: ", ")) out",
                nil
            )
        case .multiRouteOptionsDoNotFit:
            let mixing: CategoryOptions = [.mixWithOthers, .duckOthers, .interruptSpokenAudio]
            let names = session.namedOptions.intersection(mixing).names.joined(separator: ", ")
            return ("MultiRoute allows \(names) in the mode default only; leave it out, or set that mode", nil)
        case .phoneRings, .deviceIsHeld, .deviceIsHeldAndCategoryHasInput:
            if state.alarmFires {
                return state.calls.isEmpty
                    ? ("an alarm fires; try again when it is over", nil)
                    : ("the phone and an alarm hold the device; try again when both are over", nil)
            }
            return remedy(against: state.callOnTheFloor, app) ?? (row.remedy, nil)
        case .appCallIsOn: return remedy(against: state.callOn, app) ?? (row.remedy, nil)
        default: return (row.remedy, nil)
        }
    }

    /// The sentence of a refusal because of a call, or nil.
    private func remedy(against call: Call?, _ app: App) -> (String, other: AppID?)? {
        guard let call else { return nil }
        let isOwn = call.app == app.id
        let owned = call.app == nil ? "the phone's call" : "{other}'s call"
        switch call.phase {
        case .incoming where isOwn:
            return ("{app}'s own call rings; answer it, and CallKit activates the session: wait for didActivate", nil)
        case .held where isOwn:
            return (
                "{app}'s own call is on hold; take it up, and CallKit activates the session: wait for didActivate", nil
            )
        case .incoming:
            return call.app == nil
                ? ("the phone rings; try again when it is over", nil)
                : ("{other}'s call rings; try again when it is over", call.app)
        case .held: return ("\(owned) is on hold; try again when it is over", call.app)
        case .answered, .outgoing: return ("\(owned) is on; try again when it is over", call.app)
        }
    }

    private func isSpared(_ app: App) -> Bool {
        app.session.phase == .active && state.ringsAloud
            && book.interruption(of: app, by: .ring, in: state)?.verdict != .isInterrupted
    }
}

/// The demands of a newly active session on others.
private struct Claim {
    let app: AppID
    let mixes: Bool
    let interruptsSpoken: Bool
    let cancelsEcho: Bool
    /// Whether it is long-form sound on AirPlay, which affects no sound on the phone (R-INT-14).
    let isApart: Bool

    init(of app: App, in state: PolicyState, by book: RuleBook) {
        self.app = app.id
        isApart = book.playsApart(app.session, in: state)
        mixes = book.mixes(app.session)
        interruptsSpoken = book.effectiveOptions(of: app.session).contains(.interruptSpokenAudio)
        cancelsEcho = book.settings.echoCancellationInterrupts && app.prefersEchoCancellation
    }

    func canInterrupt(by book: RuleBook) -> Bool {
        func isInterrupted(whoMixes incumbentMixes: Bool) -> Bool {
            book.lookup.coexistence(newcomerMixes: mixes, incumbentMixes: incumbentMixes)?.verdict == .isInterrupted
        }
        return interruptsSpoken || cancelsEcho || isInterrupted(whoMixes: true) || isInterrupted(whoMixes: false)
    }
}
