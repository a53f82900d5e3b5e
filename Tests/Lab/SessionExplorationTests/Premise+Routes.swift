@testable import SessionExploration
@testable import SessionPolicy

extension Premise {
    static let ofRoutes: [Premise] = gestures + losses + questions

    private static let gestures: [Premise] = [
        Premise("the accessory has no output: nothing can play on it") {
            if case .accessoryConnected(let accessory) = $0.event { accessory.only == .input } else { false }
        },
        Premise("{app} continues without a pause") { claim in
            claim.was?.session.phase == claim.app?.session.phase && claim.app?.hasRunningSound == true
                && claim.was?.sounds == claim.app?.sounds
        },
        Premise("the last gesture wins") { $0.lastGestureWins },
        Premise("the last gesture wins for long-form sound, which has the accessory to itself") {
            $0.longFormFollows && !$0.lastGestureWins
        },
        Premise("the last gesture does not win: the session cannot follow it, or has chosen otherwise") { claim in
            // Of two accessories of one kind the sentence may mean either.
            let last = claim.after.gestures.last?.output
            return !claim.longFormFollows && !claim.lastGestureWins
                || last != nil && claim.after.gestures.count { $0.output == last } > 1
        },
        Premise(
            """
            the accessory was in use: the route falls back to the last gesture before it, if the session can follow \
            that
            """
        ) {
            claim in
            claim.lostOutput.map { claim.outputsBefore.contains($0) } == true
        },
        Premise("the accessory was not in use: sounds stay on their outputs") {
            $0.lostOutput != nil && $0.isRoutedAsBefore
        },
        Premise("the accessory was not in use, but its loss still moves sounds to another output") {
            $0.lostOutput != nil && !$0.isRoutedAsBefore
        },
        Premise("{app}'s override to the speaker outranks the accessory") {
            $0.app?.session.overridesToSpeaker == true && !$0.lastGestureWins
        },
        Premise("{app}'s category and options do not use the accessory") { claim in
            claim.app?.session.phase == .active && !claim.lastGestureWins && claim.lastOutput != nil
        },
        Premise("no session is active, and Playback does not use the accessory") { claim in
            !claim.lastGestureWins && claim.lastOutput == .bluetoothHFP
                && !claim.after.apps.contains {
                    $0.session.phase == .active && IndependentRules.hasOutput($0.session.category)
                }
        },
        Premise("only long-form sound is active, and Playback does not use the accessory") { claim in
            !claim.lastGestureWins && claim.lastOutput == .bluetoothHFP && claim.routes.longForm != nil
                && claim.after.apps.allSatisfy { app in
                    app.session.phase != .active || IndependentRules.isLongForm(app)
                        || !IndependentRules.hasOutput(app.session.category)
                }
        },
        Premise("{app}'s override to the speaker ends with the route change") {
            $0.was?.session.overridesToSpeaker == true && $0.app?.session.overridesToSpeaker == false
        },
        Premise("another microphone was connected: {app}'s preferred input no longer applies") {
            $0.was?.session.preferredInput != nil && $0.app?.session.preferredInput == nil && $0.connects
        },
        Premise("the person has picked a route: {app}'s preferred input no longer applies") {
            if case .routePicked = $0.event {
                $0.was?.session.preferredInput != nil && $0.app?.session.preferredInput == nil
            } else {
                false
            }
        },
        Premise("{app} overrides its output to the speaker until the route changes") {
            $0.app?.session.overridesToSpeaker == true
        },
        Premise("{app} does not override its output") { $0.app?.session.overridesToSpeaker == false },
        Premise("the route has changed, and every app that is not suspended is notified") { claim in
            claim.after.apps.filter { !$0.isSuspended }.allSatisfy { app in claim.isToldRoute(app.id) }
                && !(claim.isRoutedAsBefore && claim.picture.route == claim.transition.pictureBefore.route)
        },
        Premise("the route is unchanged, and every app that is not suspended is notified of the reason to check it") {
            $0.picture.route == $0.transition.pictureBefore.route
        },
        Premise("a route has changed, and every app on it that is not suspended is notified") { claim in
            let (old, new) = (claim.routesBefore, claim.routes)
            let movers = claim.after.apps.filter { old[$0.id] != new[$0.id] }
            return (old.longForm != nil || new.longForm != nil) && (!movers.isEmpty || old.shared != new.shared)
                && movers.allSatisfy { $0.isSuspended || claim.isToldRoute($0.id) }
        },
        Premise("every output remembers its own volume") { claim in
            let (old, new) = (claim.routesBefore, claim.routes)
            return old.shared.level != new.shared.level || old.longForm?.level != new.longForm?.level
        },
        Premise("the microphones that {app} may use have changed") { claim in
            claim.before.gestures != claim.after.gestures && claim.isTold { $0 == .availableInputsChange }
        },
    ]

    private static let losses: [Premise] = [
        Premise("{app}'s output was disconnected: it is interrupted, and no end follows") { claim in
            claim.lostOutput != nil && claim.app?.session.phase == .inactive
                && claim.isTold { $0 == .interruptionBegan(because: .routeDisconnected) }
        },
        Premise("{app} has a call: its sound continues on the new route") { claim in
            claim.app.map { IndependentRules.hasAcceptedCall($0, in: claim.after) } == true
                && claim.app?.hasRunningSound == true
        },
        Premise("{app} is in a chat, which continues on the new route") { claim in
            claim.app?.hasRunningIO == true && claim.app?.session.category == .playAndRecord
                && [.voiceChat, .videoChat, .gameChat].contains(claim.app?.session.mode)
        },
        Premise("{app}'s output was disconnected: it pauses, and nothing resumes by itself") { claim in
            claim.lostOutput.map { claim.outputsBefore.contains($0) } == true
                && claim.hasPaused { $0.isRunning }
        },
        Premise("the output on which {app} would resume was disconnected: its interrupted sounds count as paused") {
            $0.lostOutput != nil && $0.hasPaused { $0.isHalted }
        },
        Premise("{app}'s microphone was disconnected: its recording ends") { claim in
            claim.was.map { $0.recording != .off } == true && claim.app?.recording == .off
        },
    ]

    private static let questions: [Premise] = [
        Premise("no other app is audible") { $0.transition.step.answer == .flag(false) },
        Premise("{other} is audible") { claim in
            claim.transition.step.answer == .flag(true) && claim.other != claim.id
                && claim.otherApp.map { IndependentRules.plays($0, in: claim.after) } == true
        },
        Premise("no other app is audible in a session that does not mix") { $0.transition.step.answer == .flag(false) },
        Premise("{other} is audible in a session that does not mix") { claim in
            claim.transition.step.answer == .flag(true) && claim.other != claim.id
                && claim.otherApp.map {
                    IndependentRules.plays($0, in: claim.after) && !IndependentRules.mixes($0.session)
                } == true
        },
        Premise("{other}'s primary audio is audible from now on, and {app} is notified") { claim in
            claim.otherApp.map { IndependentRules.plays($0, in: claim.after) && !IndependentRules.mixes($0.session) }
                == true
                && claim.isTold { $0 == .silenceSecondaryAudioHint(begins: true) }
        },
        Premise("no other app's primary audio is audible any more, and {app} is notified") { claim in
            claim.isTold { $0 == .silenceSecondaryAudioHint(begins: false) }
        },
        Premise("the system's volume, which only the person sets") {
            if case .volume? = $0.transition.step.answer { true } else { false }
        },
        Premise("as the app has set it, or as it was at launch") { claim in
            claim.app.map { claim.transition.step.answer == .category($0.session.category) } == true
        },
        Premise("the phone has a microphone of its own") { $0.transition.step.answer == .flag(true) },
        Premise("the output has a volume control: a slider") {
            if case .slider? = $0.transition.step.answer { true } else { false }
        },
        Premise("the output has no volume control: its name") {
            if case .accessory? = $0.transition.step.answer { true } else { false }
        },
        Premise("the microphones that {app}'s category and options allow") { claim in
            guard case .inputs(let ports)? = claim.transition.step.answer, let app = claim.app else { return false }
            return ports.isEmpty == !IndependentRules.hasInput(app.session.category)
        },
        Premise("{app} prefers no input") { $0.transition.step.answer == .input(nil) },
        Premise("{app} has set it, and it applies until the person picks a route") { claim in
            claim.app?.session.preferredInput.map { claim.transition.step.answer == .input($0.port) } == true
        },
        Premise("{app} has muted its input") { $0.app?.inputIsMuted == true },
        Premise("{app} has not muted its input") { $0.app?.inputIsMuted == false },
        Premise("{app} has muted its output, until the system unmutes it") {
            $0.app?.session.outputIsMuted == true
        },
        Premise("{app}'s output is not muted") { $0.app?.session.outputIsMuted == false },
        Premise("Siri is listening and would hear a prompt") { $0.after.siriListens },
        Premise("a call is on: prompts should be short") {
            !$0.after.siriListens && IndependentRules.callOn($0.after) != nil
        },
    ]
}

extension Claim {
    /// The output of the accessory that goes at the step.
    fileprivate var lostOutput: SessionPolicy.Port? {
        guard case .accessoryDisconnected(let kind, _) = event else { return nil }
        return kind.output
    }

    fileprivate var lastOutput: SessionPolicy.Port? { after.gestures.last?.output }

    /// The shared route and that of long-form sound, before and after.
    fileprivate var routesBefore: MediaRoutes { book.routes(in: before) }
    fileprivate var routes: MediaRoutes { book.routes(in: after) }

    fileprivate var connects: Bool { if case .accessoryConnected = event { true } else { false } }

    fileprivate var isRoutedAsBefore: Bool {
        routes.shared.outputs == routesBefore.shared.outputs
            && routes.longForm?.outputs == routesBefore.longForm?.outputs
            || transition.step.notices.contains {
                if case .interruptionBegan = $0.message { true } else { false }
            }
    }

    /// All outputs of media before.
    fileprivate var outputsBefore: PortSet {
        routesBefore.shared.outputs.union(routesBefore.longForm?.outputs ?? [])
    }

    /// Whether long-form sound has a route of its own, and is on the output that the last gesture asks for.
    fileprivate var longFormFollows: Bool {
        lastOutput.map { routes.longForm?.outputs.contains($0) == true } == true
    }

    /// Whether media, except for long-form sound with a route of its own, is on the output that the last gesture asks
    /// for.
    fileprivate var lastGestureWins: Bool {
        if case .accessory(let accessory)? = after.gestures.last, accessory.only == .input { return false }
        guard let output = lastOutput else { return routes.shared.outputs.isSubset(of: .builtIn) }
        return routes.shared.outputs.contains(output)
    }

    fileprivate func isToldRoute(_ app: AppID) -> Bool {
        transition.step.notices.contains { notice in
            if notice.app == app, case .routeChange = notice.message { true } else { false }
        }
    }

    /// Whether the loss of an output has paused a sound that stood so before.
    fileprivate func hasPaused(_ stood: (Sound) -> Bool) -> Bool {
        guard let app, let was else { return false }
        return was.sounds.contains { old in
            stood(old) && app.sounds.contains { $0.id == old.id && $0.pausedBy == .rte5 }
        }
    }
}
