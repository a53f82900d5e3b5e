/// Plugs, connections and the picker (R-RTE-1 to R-RTE-10).
extension Reduction {
    mutating func connect(_ accessory: Accessory) {
        if let objection = book.objection(to: .accessory(accessory.kind)) { return refuse(nil, objection) }
        guard !state.accessories.contains(where: { $0.kind == accessory.kind && $0.uid == accessory.uid }) else {
            return refuse(nil, "the accessory is already connected; disconnect it first")
        }
        guard accessory.only == nil || accessory.kind == .usbAudio else {
            return refuse(nil, "only a USB accessory may have one direction; leave it out")
        }
        let isCategoryChange = accessory.kind == .carAudio && book.settings.carIsCategoryChange
        routeChangeReason = isCategoryChange ? .categoryChange : .newDeviceAvailable
        if accessory.input != nil && book.settings.newMicrophoneDropsPreferredInput {
            forgetPreferredInputs(
                by: .in1,
                "another microphone was connected: {app}'s preferred input no longer applies")
        }
        if !accessory.hasOutput { decide(.rte16, "the accessory has no output: nothing can play on it") }
        gesture { $0.append(.accessory(accessory)) }
        addsOutput = true
    }

    /// R-RTE-4: sounds continue on an added or picked output; paused ones stay paused (R-RTE-5).
    mutating func explainUnpaused() {
        for app in state.apps {
            if app.hasRunningSound { decide(.rte4, app.id, "{app} continues without a pause") }
            for sound in app.sounds where sound.pausedBy == .rte5 { explainPause(of: sound, app.id) }
        }
    }

    mutating func disconnect(_ kind: Accessory.Kind, uid: Name?) {
        guard let index = state.gestures.lastIndex(where: { $0.matches(kind, uid: uid) }),
            case .accessory(let accessory) = state.gestures[index]
        else { return refuse(nil, "the accessory is not connected; plug it in or connect it first") }
        routeChangeReason = .oldDeviceUnavailable
        let losers = whoIsInterruptedWithout(accessory)
        if book.settings.pausesWhenOutputGoes { pauseWhatUses(accessory, interrupting: losers) }
        gesture(losing: accessory) { $0.remove(at: index) }
        if !book.hasHeadphones(in: state) { endAnnouncement() }
        for id in losers { loseRoute(id) }
    }

    mutating func pickRoute(_ kind: Accessory.Kind?, uid: Name?) {
        routeChangeReason = .override
        if let kind {
            guard let index = state.gestures.lastIndex(where: { $0.matches(kind, uid: uid) }) else {
                return refuse(nil, "the accessory to pick is not connected; plug it in or connect it first")
            }
            forgetPreferredInputs()
            gesture { $0.append($0.remove(at: index)) }
        } else {
            forgetPreferredInputs()
            gesture { gestures in
                gestures.removeAll { if case .phone = $0 { true } else { false } }
                gestures.append(.phone(speakerPicked: true))
            }
        }
        addsOutput = true
    }

    /// Applies a person's act on accessories, and ends an override that contradicts it (R-RTE-7).
    private mutating func gesture(losing lost: Accessory? = nil, _ change: (inout [Gesture]) -> Void) {
        let before = state
        change(&state.gestures)
        for index in state.apps.indices where state.apps[index].session.overridesToSpeaker {
            state.apps[index].session.overridesToSpeaker = false
            let session = state.apps[index].session
            if book.outputRoute(of: session, in: before) == book.outputRoute(of: session, in: state) {
                state.apps[index].session.overridesToSpeaker = true
            } else {
                decide(.rte7, state.apps[index].id, "{app}'s override to the speaker ends with the route change")
            }
        }
        if explains { explainGesture(losing: lost, since: before) }
    }

    /// Explains whether a gesture moves the media route, or what outranks it.
    private mutating func explainGesture(losing lost: Accessory?, since before: PolicyState) {
        if let lost {
            let (old, new) = (book.routes(in: before), book.routes(in: state))
            let isSame =
                old.shared.outputs == new.shared.outputs && old.longForm?.outputs == new.longForm?.outputs
            let users = [book.mediaSession(in: before), book.longFormSession(in: before)]
            return decide(
                .rte1,
                users.contains { user in user.map { book.uses($0, lost, in: before) } == true }
                    ? """
                    the accessory was in use: the route falls back to the last gesture before it, if the session \
                    can follow that
                    """
                    : isSame
                        ? "the accessory was not in use: sounds stay on their outputs"
                        : "the accessory was not in use, but its loss still moves sounds to another output")
        }
        let session = book.mediaSession(in: state)
        guard !book.followsLastGesture(session, in: state) else { return decide(.rte1, "the last gesture wins") }
        if let longForm = book.longFormSession(in: state), book.followsLastGesture(longForm, in: state) {
            return decide(.rte1, "the last gesture wins for long-form sound, which has the accessory to itself")
        }
        decide(.rte1, "the last gesture does not win: the session cannot follow it, or has chosen otherwise")
        guard case .accessory(let accessory)? = state.gestures.last, accessory.hasOutput else { return }
        let app = book.mediaApp(in: state)
        if session.overridesToSpeaker, let app {
            decide(.rte7, app, "{app}'s override to the speaker outranks the accessory")
        } else if let row = book.lookup.accessory(accessory.kind), !book.reaches(session, accessory.kind) {
            if let app {
                decide(row.rule, app, "{app}'s category and options do not use the accessory")
            } else {
                decide(
                    row.rule, if: book.longFormSession(in: state) == nil,
                    "no session is active, and Playback does not use the accessory",
                    else: "only long-form sound is active, and Playback does not use the accessory")
            }
        }
    }

    /// The Now Playing app, if it plays on an accessory and is interrupted by its removal (R-RTE-13).
    private func whoIsInterruptedWithout(_ accessory: Accessory) -> [AppID] {
        state.apps.filter { app in
            // A conversation, and an app that does not pause at an unplug, continue on the new route (R-RTE-5,
            // R-INT-17).
            let isTalk = book.lookup.outlastsRoute(app.session) || state.hasAcceptedCall(app.id)
            let isPlayer = app.pausesAtUnplug != false && !isTalk
            let prefers = app.prefersDisconnectInterruption ?? (book.settings.disconnectInterrupts && isPlayer)
            return prefers && state.isNowPlaying(app) && app.hasRunningSound
                && book.plays(app, on: accessory, in: state)
        }.map { $0.id }
    }

    /// Interrupts a session without an end.
    private mutating func loseRoute(_ id: AppID) {
        guard let index = state.index(of: id), state.apps[index].session.phase == .active else { return }
        tell(id, .interruptionBegan(because: .routeDisconnected))
        decide(.rte13, id, "{app}'s output was disconnected: it is interrupted, and no end follows")
        fallSilent(index, by: .rte13, telling: .system(because: .routeDisconnected))
        release(byEndOf: index, mayResume: false)
    }

    /// Pauses the sounds on a removed accessory, so that nothing private reaches the loudspeaker (R-RTE-5). Halted
    /// sounds count as paused and do not resume. A real program pauses itself. An app's call continues on the new
    /// route, like the phone's own, because both sides would wait in silence (R-INT-17); so does a chat, unless its
    /// launch says that it pauses.
    /// - Parameter losers: The apps that are interrupted next (R-RTE-13).
    private mutating func pauseWhatUses(_ accessory: Accessory, interrupting losers: [AppID]) {
        let before = state
        for (index, app) in state.apps.enumerated() where app.pausesAtUnplug != false {
            let mediaIsThere = book.plays(app, on: accessory, in: before)
            guard !state.hasAcceptedCall(app.id) else {
                if mediaIsThere && app.hasRunningSound && !losers.contains(app.id) {
                    decide(.int17, app.id, "{app} has a call: its sound continues on the new route")
                }
                continue
            }
            if app.pausesAtUnplug == nil && book.lookup.outlastsRoute(app.session) {
                if mediaIsThere && app.hasRunningIO && !losers.contains(app.id) {
                    decide(.rte5, app.id, "{app} is in a chat, which continues on the new route")
                }
                continue
            }
            let wouldBeThere = book.uses(app.session, accessory, in: state)
            for place in app.sounds.indices {
                switch app.sounds[place].progress {
                case .running where mediaIsThere: break
                case .halted where wouldBeThere: break
                default: continue
                }
                state.apps[index].sounds[place].progress.pause(at: now, by: .rte5)
            }
            let sounds = state.apps[index].sounds
            if sounds.indices.contains(where: { sounds[$0].pausedBy == .rte5 && app.sounds[$0].isRunning }) {
                decide(.rte5, app.id, "{app}'s output was disconnected: it pauses, and nothing resumes by itself")
            }
            if sounds.indices.contains(where: { sounds[$0].pausedBy == .rte5 && app.sounds[$0].isHalted }) {
                decide(
                    .rte5, app.id,
                    "the output on which {app} would resume was disconnected: its interrupted sounds count as paused")
            }
            if app.recording != .off, let input = accessory.input,
                book.ownInput(of: app.session, in: state) == input
            {
                state.apps[index].recording = .off
                decide(.rte5, app.id, "{app}'s microphone was disconnected: its recording ends")
            }
        }
    }

    mutating func overrideOutput(_ index: Int, toSpeaker: Bool) {
        guard !isRefused(.overrideOutput, index) else { return }
        let app = state.apps[index]
        routeChangeReason = .override
        state.apps[index].session.overridesToSpeaker = toSpeaker
        decide(
            .rte7, app.id, if: toSpeaker, "{app} overrides its output to the speaker until the route changes",
            else: "{app} does not override its output")
    }
}

extension Gesture {
    /// Whether the accessory has this kind, and this `uid` if given.
    fileprivate func matches(_ kind: Accessory.Kind, uid: Name?) -> Bool {
        guard case .accessory(let accessory) = self else { return false }
        return accessory.kind == kind && (uid == nil || accessory.uid == uid)
    }
}

extension SoundProgress {
    func isOver(at now: Instant) -> Bool {
        if case .running(let ends?) = self { ends <= now } else { false }
    }

    /// - Parameter rule: The reason; a paused sound keeps its own.
    mutating func pause(at now: Instant, by rule: RuleID) {
        switch self {
        case .running(let ends): self = .paused(remaining: ends.map { Length(from: now, to: $0) }, by: rule)
        case .halted(let remaining): self = .paused(remaining: remaining, by: rule)
        case .paused: break
        }
    }

    mutating func halt(at now: Instant) {
        if case .running(let ends) = self { self = .halted(remaining: ends.map { Length(from: now, to: $0) }) }
    }

    mutating func resume(at now: Instant) {
        switch self {
        case .running: break
        case .halted(let remaining), .paused(let remaining, _):
            self = .running(ends: remaining.map { now.advanced(by: $0) })
        }
    }
}
