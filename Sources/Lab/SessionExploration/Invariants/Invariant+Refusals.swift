internal import SessionPolicy

/// The invariants of refusals: which requests are refused, and with which error; all others are taken.
extension Invariant {
    static let refusals: [Invariant] = [
        Invariant(
            "refusals", "a step is refused exactly where the protocol says, and with the error that it names", .step
        ) {
            passage in
            guard let expected = expectation(of: passage) else { return nil }
            let error = passage.step.refusal?.error
            return error == expected.error ? nil : "\(error?.name ?? "ok") instead of \(expected.error?.name ?? "ok")"
        }
    ]

    /// The expected outcome of a step: an error, or none.
    private struct Expectation {
        let error: SessionError?

        static let granted = Expectation(error: nil)
        static func refused(_ error: SessionError) -> Expectation { Expectation(error: error) }
    }

    /// The session that an app asks for.
    private struct SetUp {
        let category: Category
        let mode: Mode
        var options: CategoryOptions
        let policy: RouteSharingPolicy
    }

    /// Nil for what this sentence does not know.
    private static func expectation(of passage: Passage) -> Expectation? {
        // What has ended takes no step, whatever it says.
        if case .app(let id, _) = passage.event, passage.before[id] == nil { return nil }
        if let since = Since.system(of: passage.event, passage.book.system), since > passage.book.system {
            return .refused(.badParam)
        }
        switch passage.event {
        case .app(let id, let event):
            guard let app = passage.before[id] else { return nil }
            return expectation(of: event, by: app, in: passage.before, passage)
        case .siri(let phase, _):
            return phase == .ended && !passage.before.siriListens ? .refused(.badParam) : .granted
        case .messageAnnounced:
            return passage.before.isHeld || !Reading.hasHeadphones(passage.before) ? .refused(.badParam) : .granted
        case .settingChanged, .alertSoundsChanged, .microphoneMuted, .routeConfigurationChanged, .permissionAnswered,
            .ringSwitchMoved, .screenLocked, .screenUnlocked, .alertArrived, .keyClicked, .ringerSliderMoved,
            .proximityChanged:
            return .granted
        case .accessoryConnected(let accessory):
            let isThere = passage.before.gestures.contains { gesture in
                if case .accessory(let other) = gesture {
                    other.kind == accessory.kind && other.uid == accessory.uid
                } else {
                    false
                }
            }
            return isThere || accessory.only != nil && accessory.kind != .usbAudio ? .refused(.badParam) : .granted
        case .remoteCommand:
            let isThere = passage.before.apps.contains { $0.isNowPlaying && $0.id == passage.before.nowPlaying }
            return isThere ? .granted : .refused(.badParam)
        case .call(.incoming, let name):
            let isBusy =
                passage.before.calls.contains { $0.app == name.app && $0.uid == name.uid }
                || passage.before.calls.count >= PolicyState.callLimit
            let isGone = name.app.map { passage.before.endedApps.contains($0) && passage.before[$0] == nil } ?? false
            return isGone ? .refused(.notRunning) : isBusy ? .refused(.badParam) : .granted
        default: return nil
        }
    }

    private static func expectation(
        of event: AppEvent, by app: App, in state: PolicyState, _ passage: Passage
    ) -> Expectation? {
        switch event {
        case .play, .record(true), .setActive(true, _):
            return expectation(ofStarting: event, app, in: state, passage)
        case .overrideOutput:
            if state.mediaServicesAreLost { return .refused(.mediaServicesFailed) }
            return app.session.category == .playAndRecord ? .granted : .refused(.badParam)
        case .setCategory(let category, let mode, let options, let policy):
            let setUp = SetUp(category: category, mode: mode, options: options.withImpliedMixing, policy: policy)
            return expectation(ofSetting: setUp, app, in: state, passage)
        case .setActive(false, _):
            if state.mediaServicesAreLost { return .refused(.mediaServicesFailed) }
            let isBusy = app.session.phase == .active && Reading.runs(app, in: state)
            return isBusy && passage.book.system < .iOS(26) ? .refused(.isBusy) : .granted
        case .setOutputMuted(let isMuted): return expectation(ofMuting: isMuted, app, in: state)
        case .preferred(.echoCancelledInput, true):
            if state.mediaServicesAreLost { return .refused(.mediaServicesFailed) }
            let talks = app.session.category == .playAndRecord && app.session.mode == .default
            return talks || app.session.mode == .dualRoute ? .granted : .refused(.badParam)
        case .systemSound(_, let length, _), .alertSound(_, let length):
            // R-SYS-1.
            if length > .milliseconds(30_000) { return .refused(.badParam) }
            return state.mediaServicesAreLost ? .refused(.mediaServicesFailed) : .granted
        case .setPreferredInput(let port, let uid): return expectation(ofPreferring: port, uid, app, in: state)
        case .record(false): return app.recording == .off ? .refused(.badParam) : .granted
        case .launched, .enteredForeground, .enteredBackground, .quit, .crashed, .pause(nil), .stop(nil),
            .registeredNowPlaying, .allowedHapticsWhileRecording, .vibrate, .preferred, .setInputMuted,
            .showedVolumeView, .startedVoiceProcessing, .answeredRemoteCommand, .ask:
            return .granted
        default: return nil
        }
    }

    /// R-OM-1.
    private static func expectation(ofMuting isMuted: Bool, _ app: App, in state: PolicyState) -> Expectation {
        let session = app.session
        if session.outputIsMuted == isMuted { return .granted }
        if state.mediaServicesAreLost { return .refused(.mediaServicesFailed) }
        if isMuted {
            return session.category == .playAndRecord && session.mode != .default ? .refused(.badParam) : .granted
        }
        guard app.kind == .app, state.foreground != app.id, !Reading.isOnCall(app, in: state), session.phase == .active,
            Reading.isSilentShortForm(session), !Reading.mixes(session.category, session.options)
        else { return .granted }
        return Reading.mayInterrupt(app, as: session.category, in: state) ? .granted : .refused(.cannotInterruptOthers)
    }

    private static func expectation(
        ofPreferring port: Port?, _ uid: Name?, _ app: App, in state: PolicyState
    ) -> Expectation? {
        if state.mediaServicesAreLost { return .refused(.mediaServicesFailed) }
        if !Reading.hasInput(app.session.category) { return .refused(.incompatibleCategory) }
        guard let port, port != .builtInMic else { return uid == nil ? .granted : .refused(.badParam) }
        let isThere = state.gestures.contains { gesture in
            if case .accessory(let accessory) = gesture { accessory.input == port } else { false }
        }
        return isThere ? nil : .refused(.badParam)
    }

    private static func expectation(
        ofSetting session: SetUp, _ app: App, in state: PolicyState, _ passage: Passage
    ) -> Expectation? {
        var session = session
        if passage.book.system < .iOS(26) {
            session.options.subtract([.farFieldInput, .bluetoothHighQualityRecording])
        }
        if !fits(session.options, session.category, passage.book.system) { return .refused(.badParam) }
        if state.mediaServicesAreLost { return .refused(.mediaServicesFailed) }
        if session.policy == .independent { return .refused(.badParam) }
        if Reading.isLongForm(session.policy) && !isPlain(session) { return .refused(.badParam) }
        if passage.book.system >= .iOS(26) && !goesTogether(session) { return .refused(.badParam) }
        guard !passage.isEarly else { return .granted }
        let hasCall = Reading.hasCall(app, in: state)
        if state.isHeld && Reading.hasInput(session.category) && !hasCall && !isLetBe(app, passage) {
            return .refused(state.siriListens ? .siriIsRecording : .insufficientPriority)
        }
        let system = passage.book.system
        let changesSides =
            Reading.playsApart(app.session.policy, in: state, system)
            != Reading.playsApart(session.policy, in: state, system)
        guard app.kind == .app, state.foreground != app.id, !hasCall, app.session.phase == .active,
            Reading.mixes(app.session) || changesSides, !Reading.mixes(session.category, session.options),
            !(app.session.outputIsMuted && session.mode == .shortFormVideo)
        else { return .granted }
        return Reading.mayInterrupt(app, as: session.category, in: state) ? .granted : .refused(.cannotInterruptOthers)
    }

    /// R-ERR-4: what fits no category but its own.
    private static func fits(_ options: CategoryOptions, _ category: Category, _ system: SystemVersion) -> Bool {
        let talks = category == .playAndRecord
        if !options.isDisjoint(with: [.farFieldInput, .bluetoothHighQualityRecording]), !talks && category != .record {
            return false
        }
        if !talks && !options.isDisjoint(with: [.defaultToSpeaker, .allowBluetoothA2DP, .allowAirPlay]) {
            return false
        }
        let isDual = category == .multiRoute && system >= .iOS(26)
        if options.contains(.allowBluetooth) && !talks && category != .record && !isDual { return false }
        return !options.contains(.overrideMutedMicrophoneInterruption) || Reading.hasInput(category)
    }

    /// R-SFV-1, R-DR-1, R-MR-5, R-BT-9, R-FF-1: what goes with what, from iOS 26 on.
    private static func goesTogether(_ session: SetUp) -> Bool {
        let isHandsFree = session.options.contains(.allowBluetooth)
        let isMultiple = session.category == .multiRoute
        if session.mode == .shortFormVideo {
            return session.category == .playback && !Reading.isLongForm(session.policy)
        }
        if session.mode == .dualRoute && !(isMultiple && isHandsFree) { return false }
        if isMultiple && session.mode != .dualRoute && isHandsFree { return false }
        if isMultiple && session.mode != .default && session.options.contains(.mixWithOthers) { return false }
        if session.options.contains(.bluetoothHighQualityRecording) && session.mode != .default { return false }
        return isHandsFree || !session.options.contains(.farFieldInput)
    }

    /// R-ERR-5: what a long-form policy goes with.
    private static func isPlain(_ session: SetUp) -> Bool {
        session.category == .playback && session.options.isEmpty
            && (session.mode == .default || session.mode == .moviePlayback || session.mode == .spokenAudio)
    }

    /// Whether the phone rings and has let the app's session be.
    private static func isLetBe(_ app: App, _ passage: Passage) -> Bool {
        app.session.phase == .active && Reading.ringsAloud(passage.before)
            && Reading.isSpared(
                app, on: Reading.airPlay(for: app.session.policy, in: passage.before), in: passage.before)
    }

    private static func expectation(
        ofStarting event: AppEvent, _ app: App, in state: PolicyState, _ passage: Passage
    ) -> Expectation? {
        let category = app.session.category
        if state.mediaServicesAreLost { return .refused(.mediaServicesFailed) }
        if case .play = event, !Reading.hasOutput(category) { return .refused(.incompatibleCategory) }
        if case .record = event, !Reading.hasInput(category) { return .refused(.incompatibleCategory) }
        let isOnCall = Reading.isOnCall(app, in: state)
        if !isOnCall && !isLetBe(app, passage) {
            let isActive = app.session.phase == .active
            if Reading.callOn(state)?.app != nil && !isActive { return .refused(.insufficientPriority) }
            if !passage.isEarly && Reading.ringsAloud(state) { return .refused(.insufficientPriority) }
            if state.isHeld && (passage.isEarly || Reading.hasInput(category)) {
                return .refused(state.siriListens ? .siriIsRecording : .insufficientPriority)
            }
        }
        if case .record = event, state.microphoneIsMuted, !Reading.goesOnMuted(app.session) {
            // Of several microphones the route decides.
            return Reading.hasPhoneMicrophoneOnly(state) ? .refused(.cannotStartRecording) : nil
        }
        guard !passage.isEarly, app.kind == .app, state.foreground != app.id, !isOnCall else { return .granted }
        return expectation(ofStartingBehind: event, app, in: state)
    }

    /// Returns the expected outcome for a third-party app in the background.
    private static func expectation(
        ofStartingBehind event: AppEvent, _ app: App, in state: PolicyState
    ) -> Expectation {
        let category = app.session.category
        if app.wasNeverInFront {
            if case .record = event { return .refused(.cannotStartRecording) }
            return .refused(.cannotStartPlaying)
        }
        let isForegroundOnly = Reading.obeysSwitch(category) || category == .audioProcessing
        switch event {
        case .play where isForegroundOnly || !app.hasBackgroundAudio: return .refused(.cannotStartPlaying)
        case .record where !app.hasBackgroundAudio || Reading.mixes(app.session): return .refused(.cannotStartRecording)
        default: break
        }
        var isExempt = Reading.mayInterrupt(app, as: category, in: state)
        if case .record = event { isExempt = false }
        if app.session.phase != .active && !Reading.mixes(app.session) && !isExempt {
            return .refused(.cannotInterruptOthers)
        }
        if case .setActive = event, isForegroundOnly || !app.hasBackgroundAudio { return .refused(.cannotStartPlaying) }
        return .granted
    }
}

/// Since when there is what a step says, by Apple's headers; written out once more, and never taken from a rule book.
private enum Since {
    /// The first system that has all that the step names; nil where every one has it.
    ///
    /// - Parameter system: The system of the rules: that of the first phones takes every word and means by it what it can.
    static func system(of event: Event, _ system: SystemVersion) -> SystemVersion? {
        switch event {
        case .siri(.began, by: .airPods): .iOS(10)
        case .siri, .settingChanged(.changeWithButtons, _): .iOS(5)
        case .messageAnnounced: .iOS(13)
        case .remoteCommand, .headsetButtonPressed: .iOS(4)
        case .call(_, let name) where name.app != nil: .iOS(10)
        case .settingChanged(.callBanners, _), .microphoneMuted: .iOS(14)
        case .routeConfigurationChanged: .iOS(7)
        case .permissionAnswered: system < .iOS(4) ? nil : .iOS(7)
        case .accessoryConnected(let accessory):
            accessory.kind == .carAudio && system >= .iOS(4) ? .iOS(7) : nil
        case .app(_, let event): self.system(of: event, system)
        default: nil
        }
    }

    private static func system(of event: AppEvent, _ system: SystemVersion) -> SystemVersion? {
        switch event {
        case .launched(let launch): launch.isInBackground || launch.suspensionDelay != nil ? .iOS(4) : nil
        case .registeredNowPlaying, .answeredRemoteCommand: .iOS(4)
        case .setPreferredInput, .ask(.availableInputs), .ask(.preferredInput): .iOS(7)
        case .ask(.secondaryAudioShouldBeSilencedHint): system < .iOS(4) ? nil : .iOS(8)
        case .allowedHapticsWhileRecording, .ask(.promptStyle): .iOS(13)
        case .startedVoiceProcessing: .iOS(5)
        case .preferred(.noInterruptionsFromSystemAlerts, _): .iOS(14)
        case .preferred(.interruptionOnRouteDisconnect, _), .setInputMuted, .ask(.inputMuted): .iOS(17)
        case .preferred(.echoCancelledInput, _): .iOS(18, 2)
        case .setOutputMuted, .ask(.outputMuted): .iOS(26)
        case .setCategory(let category, let mode, let options, let policy):
            [
                category == .multiRoute ? .iOS(6) : nil, policy == .default ? nil : .iOS(11),
                system < .iOS(4) ? nil : self.system(of: mode), system < .iOS(4) ? nil : self.system(of: options),
            ].compactMap { $0 }.max()
        default: nil
        }
    }

    private static func system(of mode: Mode) -> SystemVersion? {
        switch mode {
        case .default: nil
        case .voiceChat, .gameChat, .videoRecording, .measurement: .iOS(5)
        case .moviePlayback: .iOS(6)
        case .videoChat: .iOS(7)
        case .spokenAudio: .iOS(9)
        case .voicePrompt: .iOS(12)
        case .shortFormVideo: .iOS(26)
        case .dualRoute: .iOS(26, 2)
        }
    }

    private static func system(of options: CategoryOptions) -> SystemVersion? {
        if options.contains(.overrideMutedMicrophoneInterruption) { return .iOS(14, 5) }
        if !options.isDisjoint(with: [.allowBluetoothA2DP, .allowAirPlay]) { return .iOS(10) }
        return options.contains(.interruptSpokenAudio) ? .iOS(9) : nil
    }
}
