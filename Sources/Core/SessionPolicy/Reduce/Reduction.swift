/// A step in progress: the new state and the notices and decisions so far. Each part of the reducer is an extension.
/// `finish` reports everything that follows from levels: routes, hints, volumes.
struct Reduction: ~Copyable {
    let book: RuleBook
    let now: Instant
    let explains: Bool
    var state: PolicyState { didSet { isChanged = true } }
    /// Whether the state has been written to. Comparing states would take longer than recomputing what follows from
    /// them.
    private var isChanged = false
    private(set) var refusal: Refusal?
    private var answer: Answer?
    private var notices: [Notice] = []
    /// Notices about the time of a suspension, delivered before all others.
    private var belated: [Notice] = []
    private var decisions: [Decision] = []
    private var started: [SoundReference] = []
    private var vibrates = false
    /// R-ACT-9: a refusal that keeps its changes.
    var refusalKeepsChanges = false
    var routeChangeReason: RouteChangeReason = .categoryChange
    /// The app refused for lack of priority, notified later (R-LC-3).
    var refusedApp: AppID?
    /// Whether to report the route although it is unchanged.
    var tellsRoute = false
    var addsOutput = false
    /// The app that acts in this step, by itself or by a command of the person.
    var acting: AppID?

    init(book: RuleBook, from state: PolicyState, at now: Instant, explains: Bool) {
        (self.book, self.state, self.now, self.explains) = (book, state, now, explains)
        // Enough for most steps.
        if explains { decisions.reserveCapacity(6) }
    }

    mutating func apply(_ event: Event) {
        if let feature = event.feature, !book.knows(feature) {
            return refuseUnknown(feature)
        }
        if state.isAsleep && event.wakesTheDevice { wake() }
        switch event {
        case .ringSwitchMoved(let position): moveRingSwitch(to: position)
        case .screenLocked: setLocked(true)
        case .screenUnlocked: setLocked(false)
        case .volumeButtonPressed(let direction, let times): pressVolumeButton(direction, times)
        case .volumeSliderMoved(let level): moveVolumeSlider(to: level)
        case .ringerSliderMoved(let level): moveRingerSlider(to: level)
        case .accessoryConnected(let accessory): connect(accessory)
        case .accessoryDisconnected(let kind, let uid): disconnect(kind, uid: uid)
        case .routePicked(let kind, let uid): pickRoute(kind, uid: uid)
        case .call(let phase, let name): change(call: phase, name)
        case .alarm(let phase, let uid): change(alarm: phase, uid)
        case .alertArrived(let kind, let app, let length): alert(kind, app, length)
        case .keyClicked: keyClick()
        case .settingChanged(let setting, let isOn): change(setting, to: isOn)
        case .alertSoundsChanged(let app, let isOn): changeAlertSounds(of: app, to: isOn)
        case .permissionAnswered(let app, let permission): setPermission(of: app, to: permission)
        case .mediaServices(let phase): change(mediaServices: phase)
        case .siri(let phase, let input): change(siri: phase, by: input)
        case .messageAnnounced(let length): announceMessage(length)
        case .proximityChanged(let proximity): move(to: proximity)
        case .microphoneMuted(let isMuted): muteMicrophone(isMuted)
        case .routeConfigurationChanged: configureRoute()
        case .fallsAsleep: fallAsleep()
        case .wakes: if !tellsRoute { refuse(nil, "the device is not asleep; let it sleep first") }
        case .remoteCommand(let command): give(command)
        case .headsetButtonPressed(let times): pressHeadsetButton(times: times)
        case .timePassed: break
        case .deadlineReached: endWhatIsDue()
        case .app(let app, let event): apply(event, of: app)
        }
    }

    private mutating func apply(_ event: AppEvent, of id: AppID) {
        let isNew = state.index(of: id) == nil
        if isNew && state.apps.count >= PolicyState.appLimit {
            return refuse(id, "\(PolicyState.appLimit) apps are running already; quit one before {app} is launched")
        }
        if case .launched(let launched) = event {
            acting = id
            return launch(id, launched)
        }
        if isNew {
            guard !state.endedApps.contains(id) else {
                return refuse(.notRunning, .app1, id, "{app} has ended; launch it first")
            }
            launchByItself(id, Launch())
        }
        guard let index = state.index(of: id) else { return }
        acting = id
        switch event {
        case .launched: break
        case .enteredForeground: enterForeground(id)
        case .enteredBackground:
            acting = nil
            enterBackground(id)
        case .quit, .crashed: end(id)
        case .setCategory(let category, let mode, let options, let policy):
            setCategory(index, category, mode, options, policy)
        case .changeCategory(let category, let mode, let options, let policy):
            let session = state.apps[index].session
            setCategory(
                index, category ?? session.category, mode ?? session.mode, options ?? session.namedOptions,
                policy ?? session.policy)
        case .setOption(let option, let isSet): setOption(index, option, isSet)
        case .setActive(true, _): setActive(index)
        case .setActive(false, let notifyOthers): setInactive(index, notifyOthers: notifyOthers)
        case .overrideOutput(let toSpeaker): overrideOutput(index, toSpeaker: toSpeaker)
        case .play(let sound, let length, let gain): play(index, sound, length, gain: gain)
        case .playLost: refuseLostSound(of: id)
        case .pause(let sound): pause(index, sound)
        case .stop(let sound): stop(index, sound)
        case .setGain(let sound, let gain, _): setGain(index, sound, to: gain)
        case .soundMoved(let sound, let remaining): move(index, sound, remaining: remaining)
        case .record(let starts): starts ? startRecording(index) : stopRecording(index)
        case .systemSound(let sound, let length, let isInterface):
            playSystemSound(index, sound, length, isAlert: false, isInterface: isInterface)
        case .alertSound(let sound, let length):
            playSystemSound(index, sound, length, isAlert: true, isInterface: true)
        case .registeredNowPlaying(let isNowPlaying): register(index, isNowPlaying)
        case .allowedHapticsWhileRecording(let allows): allowHaptics(index, allows)
        case .vibrate: vibrate(.vibrate, about: .app(id))
        case .setPreferredInput, .preferred, .setInputMuted, .showedVolumeView: takeWish(event, index)
        case .startedVoiceProcessing: processVoice(index)
        case .answeredRemoteCommand(_, let status): answer(.status(status))
        case .setOutputMuted(let isMuted): setOutputMuted(index, isMuted)
        case .ask(let question): answer(question, index)
        case .requestRecordPermission: break
        case .call(let phase, let uid): change(call: phase, CallName(app: id, uid: uid))
        }
    }

    /// Refuses a step with a feature that the book's system lacks, with its first system and the remedy.
    private mutating func refuseUnknown(_ feature: Feature) {
        guard let row = book.features.first(where: { $0.feature == feature }), let since = row.since else { return }
        refuse(nil, "\(row.words) came with \(since.name); choose the rule book modern")
    }

    // MARK: What is said

    mutating func tell(_ app: AppID, _ message: Notice.Message) {
        notices.append(Notice(app: app, message: message))
    }

    /// Posts a notice about the time of a suspension, before all others.
    mutating func tellBelatedly(_ app: AppID, _ message: Notice.Message) {
        belated.append(Notice(app: app, message: message))
    }

    mutating func decide(_ rule: RuleID, _ app: AppID, _ template: String, other: AppID? = nil) {
        decide(rule, about: .app(app), template, other: other?.name)
    }

    mutating func decide(_ rule: RuleID, _ template: String, other: AppID? = nil) {
        decide(rule, about: .device, template, other: other?.name)
    }

    /// Records a decision that has one of two sentences.
    mutating func decide(
        _ rule: RuleID, _ app: AppID? = nil, if isSo: Bool, _ template: String, else opposite: String,
        other: AppID? = nil
    ) {
        decide(rule, about: Subject(app), isSo ? template : opposite, other: other?.name)
    }

    /// Records a decision about the call of an app, or of the phone if there is no app.
    mutating func decide(_ rule: RuleID, callOf owner: AppID?, _ predicate: String) {
        decide(rule, owner == nil ? "the phone's call \(predicate)" : "{other}'s call \(predicate)", other: owner)
    }

    /// - Parameter other: The value of `{other}` in the template: a second app, or a sound.
    mutating func decide(_ rule: RuleID, about subject: Subject, _ template: String, other: Name? = nil) {
        guard explains else { return }
        decisions.append(Decision(rule: rule, subject: subject, sentence: Sentence(template, other: other)))
    }

    mutating func refuse(
        _ error: SessionError, _ rule: RuleID, _ app: AppID? = nil, _ template: String, other: AppID? = nil
    ) {
        refusal = Refusal(
            error: error, rule: rule, subject: Subject(app), sentence: Sentence(template, other: other?.name))
        decide(rule, about: Subject(app), template, other: other?.name)
    }

    /// Refuses a step that the world does not allow (R-STEP-1).
    mutating func refuse(_ app: AppID? = nil, _ template: String) {
        refuse(.badParam, .step1, app, template)
    }

    mutating func start(_ sound: SoundReference) { started.append(sound) }

    mutating func vibrate() { vibrates = true }

    mutating func answer(_ answer: Answer) { self.answer = answer }

    // MARK: The end of the step

    /// Ends the step, and reports what follows from levels.
    /// - Parameters:
    ///   - picture: The picture before, if known.
    ///   - route: Receives the media route after the step.
    consuming func finish(from before: PolicyState, seenAs picture: Picture?, route: inout Route) -> Step {
        let old = book.routes(in: before, inForce: picture?.route)
        var new = old
        route = old.inForce
        if refusal == nil || refusalKeepsChanges {
            interruptSessionsNoLongerSpared(since: before)
            interruptSessionsBroughtTogether(since: before)
            if addsOutput { explainUnpaused() }
            suspendWhoMustBe()
            tellOfLostSessions()
            recommendToRefused()
            if tellsRoute || isChanged {
                let isRoutedAlike = state.isRouted(like: before)
                if !isRoutedAlike { new = book.routes(in: state) }
                route = new.inForce
                tellRouteChange(from: old, to: new)
                tellInputs(since: before)
                // Equal sessions on an equal route have equal levels, unless a level has changed.
                if !isRoutedAlike || !state.hasLevels(like: before) {
                    tellVolume(from: old, to: new, since: before)
                }
                tellHints(from: old, to: new, since: before)
            }
            if explains && isChanged {
                explainWaiting(since: before)
                explainPauses(since: before, from: old, to: new)
                rewordMomentarySessions(since: before)
            }
            if explains && decisions.isEmpty { explainStanding(since: before, seenAs: picture) }
            notices.sortByRank()
            if !belated.isEmpty { notices = belated + notices }
        } else {
            takeBack(to: before)
            rememberRefused()
        }
        return Step(
            state: state, isChanged: isChanged, refusal: refusal, answer: answer, notices: notices,
            decisions: decisions, started: started, vibrates: vibrates)
    }

    private mutating func takeBack(to before: PolicyState) {
        state = before
        isChanged = false
        if decisions.count > 1 { decisions.removeFirst(decisions.count - 1) }
        notices = []
        belated = []
        started = []
        vibrates = false
        answer = nil
    }

    private mutating func explainStanding(since before: PolicyState, seenAs picture: Picture?) {
        let isSame = !isChanged || state == before
        let levelsBefore = (picture ?? book.picture(of: before)).sounds
        // Equal states have equal pictures.
        let levels = isSame ? levelsBefore : book.picture(of: state).sounds
        guard levels == levelsBefore else { return }
        decisions = levels.standing
        guard decisions.isEmpty else { return }
        decide(.step1, if: isSame, "nothing changed: no rule applies", else: "nothing audible changed: no rule applies")
    }

    /// Explains why a sound stays paused that would otherwise be heard after this step.
    private mutating func explainPauses(since before: PolicyState, from old: MediaRoutes, to new: MediaRoutes) {
        let count = decisions.count
        for index in state.apps.indices where state.apps[index].session.phase == .active {
            for sound in state.apps[index].sounds where sound.pausedBy != nil {
                let app = state.apps[index]
                guard let rule = sound.pausedBy, book.wouldHear(sound, of: app, on: new, in: state) else { continue }
                let past = before.startedSound(sound.id, of: app.id)
                if let past, past.pausedBy != nil {
                    let wasHeard = before[app.id].map {
                        $0.session.phase == .active && book.wouldHear(past, of: $0, on: old, in: before)
                    }
                    if wasHeard == true { continue }
                } else if decisions[..<count].contains(where: { $0.rule == rule && $0.subject == .app(app.id) }) {
                    // A pause in this step has already been explained for all of them.
                    continue
                }
                explainPause(of: sound, app.id)
            }
        }
    }

    /// Rewords the decisions about a session that was activated and lost to a suspension in the same step.
    private mutating func rewordMomentarySessions(since before: PolicyState) {
        let suspended = decisions.compactMap { $0.sentence.template == Sentence.isSuspended ? $0.subject.app : nil }
        if suspended.isEmpty { return }
        decisions = decisions.compactMap { decision in
            let (template, other) = (decision.sentence.template, decision.sentence.other)
            guard let app = decision.subject.app else { return decision }
            func reworded(_ template: String) -> Decision {
                Decision(rule: decision.rule, subject: decision.subject, sentence: Sentence(template, other: other))
            }
            if decision.rule == .int12, suspended.contains(where: { $0.name == other }) { return nil }
            if suspended.contains(app) {
                if template == Sentence.becomesActive {
                    return reworded("{app}'s session becomes active for this step only: {app} is suspended immediately")
                }
                return template.hasPrefix("{app} ends its own interruption") ? nil : decision
            }
            guard before.session(of: app)?.phase == .active else { return decision }
            return switch template {
            case Sentence.becomesActive: nil
            case Sentence.resumes, Sentence.mayResume:
                reworded("the interruption lasted for this step only: {app} continues")
            case Sentence.doesNotResume:
                reworded("the interruption lasted for this step only, and {app} does not resume by itself")
            case Sentence.hasNoLeave:
                reworded("the interruption lasted for this step only: {app} should not resume")
            default: decision
            }
        }
    }

    mutating func explainPause(of sound: Sound, _ app: AppID) {
        guard let rule = sound.pausedBy else { return }
        decide(rule, about: .app(app), rule.pauses, other: sound.id.name)
    }

    private mutating func tellRouteChange(from old: MediaRoutes, to new: MediaRoutes) {
        let isChanged = old.shared != new.shared || state.apps.contains { old[$0.id] != new[$0.id] }
        let isTold = isChanged || tellsRoute
        for index in state.apps.indices {
            let id = state.apps[index].id
            let concerns = tellsRoute || old[id] != new[id]
            if state.apps[index].isSuspended {
                if concerns { missRouteChange(index, from: old[id]) }
            } else if let missed = state.apps[index].missedRouteChange {
                state.apps[index].missedRouteChange = nil
                tell(id, .routeChange(missed.reason, previous: missed.previous))
                decide(.bg9, id, "{app} runs again and is only now notified that the route has changed")
            } else if concerns {
                tell(id, .routeChange(routeChangeReason, previous: old[id]))
            }
        }
        if isTold {
            decide(
                .rte6,
                !isChanged
                    ? """
                    the route is unchanged, and every app that is not suspended is notified of the reason to \
                    check it
                    """
                    : old.longForm == nil && new.longForm == nil
                        ? "the route has changed, and every app that is not suspended is notified"
                        : "a route has changed, and every app on it that is not suspended is notified")
        }
        if old.shared.level != new.shared.level || old.longForm?.level != new.longForm?.level {
            decide(.vol9, "every output remembers its own volume")
        }
    }

    /// R-BG-9: a suspended app hears once of the last removed accessory, otherwise of the last added one.
    private mutating func missRouteChange(_ index: Int, from old: Route) {
        switch routeChangeReason {
        case .oldDeviceUnavailable: break
        case .newDeviceAvailable
        where state.apps[index].missedRouteChange?.reason != .oldDeviceUnavailable:
            break
        default: return
        }
        state.apps[index].missedRouteChange = MissedRouteChange(reason: routeChangeReason, previous: old)
    }

    /// R-IN-1: an added or removed accessory changes the list of microphones.
    private mutating func tellInputs(since before: PolicyState) {
        guard book.settings.tellsOfAvailableInputs, state.gestures != before.gestures else { return }
        for app in state.apps where !book.isSuspended(app, in: state) {
            let inputs = book.availableInputs(for: app.session, in: state)
            guard inputs != book.availableInputs(for: app.session, in: before) else { continue }
            tell(app.id, .availableInputsChange)
            decide(.in1, app.id, "the microphones that {app} may use have changed")
        }
    }

    private mutating func tellVolume(from old: MediaRoutes, to new: MediaRoutes, since before: PolicyState) {
        let governors = (old: book.mediaGovernor(in: before), new: book.mediaGovernor(in: state))
        for app in state.apps where app.session.phase == .active {
            let volume = book.outputVolume(of: app.id, on: new, governedBy: governors.new, in: state)
            let last = book.outputVolume(of: app.id, on: old, governedBy: governors.old, in: before)
            if volume != last { tell(app.id, .outputVolume(volume)) }
        }
    }

    private mutating func tellHints(from old: MediaRoutes, to new: MediaRoutes, since before: PolicyState) {
        guard book.settings.hasSecondaryAudioHint else { return }
        // An app whose session has just become active asks by itself (R-HINT-4).
        guard let id = state.foreground, state.session(of: id)?.phase == .active,
            before.session(of: id)?.phase == .active
        else { return }
        let other = book.primaryApp(besides: id, on: new, in: state)
        guard (other == nil) != (book.primaryApp(besides: id, on: old, in: before) == nil) else { return }
        tell(id, .silenceSecondaryAudioHint(begins: other != nil))
        decide(
            .hint3, id, if: other != nil, "{other}'s primary audio is audible from now on, and {app} is notified",
            else: "no other app's primary audio is audible any more, and {app} is notified", other: other)
    }
}

extension [Notice] {
    /// Sorts the notices into the documented order of a step; stable within a kind.
    fileprivate mutating func sortByRank() {
        if count > 1 { sort { $0.message.rank < $1.message.rank } }
    }
}
