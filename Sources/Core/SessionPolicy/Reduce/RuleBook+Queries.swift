/// Why the system suspends an app.
enum SuspensionReason {
    /// The app is in the background without background audio (R-BG-2).
    case lacksRight
    /// The app is idle in the background or under the lock (R-BG-9).
    case isIdle
}

/// Queries of the tables about a session, used by the whole reducer.
extension RuleBook {
    /// The row of Table 4-1 for a category, or nil if this book does not have the category.
    public func rule(for category: Category) -> CategoryRule? {
        lookup.row(of: category)
    }

    /// The effective options of a session: those that fit its category, and those that its mode implies.
    func effectiveOptions(of session: Session) -> CategoryOptions { lookup.effectiveOptions(of: session) }

    /// Whether the session mixes with others, by its category or by an option that the category allows.
    public func mixes(_ session: Session) -> Bool {
        switch rule(for: session.category)?.mixes {
        case .yes: true
        case .whenAdded: effectiveOptions(of: session).contains(.mixWithOthers) || isSilentShortForm(session)
        case .no, nil: false
        }
    }

    /// Whether the session plays muted short-form video, and therefore mixes (R-SFV-2).
    private func isSilentShortForm(_ session: Session) -> Bool {
        session.outputIsMuted && session.mode == .shortFormVideo && settings.mutedShortFormMixes
    }

    /// Returns the length of prompts that an app should speak (R-PS-1).
    func promptStyle(in state: PolicyState) -> PromptStyle {
        if state.siriListens { return .none }
        return state.callOn == nil && state.announcementEnds == nil ? .normal : .short
    }

    /// Whether the session lowers others while it is active (R-DK-1).
    public func ducksOthers(_ session: Session) -> Bool {
        session.phase == .active && effectiveOptions(of: session).contains(.duckOthers)
    }

    /// Whether the app is suspended (R-BG-2, R-BG-9).
    public func isSuspended(_ app: App, in state: PolicyState) -> Bool { app.isSuspended }

    /// Why the system suspends an app, or nil if the app has a reason to run.
    func reasonToSuspend(_ app: App, in state: PolicyState) -> SuspensionReason? {
        guard app.kind == .app, !settings.leavingForegroundEndsApp else { return nil }
        let isBehind = state.foreground != app.id
        guard isBehind || state.isLocked, !state.hasCall(app.id) else { return nil }
        if isBehind && !(app.hasBackgroundAudio && rule(for: app.session.category)?.background == true) {
            return .lacksRight
        }
        // An interrupted app is kept running, so that it can be notified.
        guard settings.idleAppIsSuspended, app.hasBackgroundAudio, app.suspendsWhenIdle, !app.hasRunningIO,
            app.causes.isEmpty
        else { return nil }
        return .isIdle
    }

    /// Whether the book's system has a feature.
    public func knows(_ feature: Feature) -> Bool { features.contains { $0.feature == feature && $0.isKnown } }

    /// Whether the phone, an alarm or Siri holds the device (contested points C4 and C23).
    public func isHeld(_ state: PolicyState) -> Bool {
        let floor = state.siriLowers ? state.floor.union([.siri]) : state.floor
        return floor.intersection(lookup.holding) != []
    }

    /// The row by which a cause interrupts or spares a session.
    func interruption(
        of app: App, by cause: InterruptionRule.Interrupter, in state: PolicyState
    ) -> InterruptionRule? {
        lookup.interruption(by: cause) { condition in
            switch condition {
            case .callIsOn: state.callOn != nil
            case .ownsTheCall: state.hasAcceptedCall(app.id)
            case .prefersNoAlerts: prefersNoAlerts(app, in: state)
            case .longFormOnAirPlay:
                app.session.policy.isLongForm && outputRoute(of: app.session, in: state).outputs.contains(.airPlay)
            case .recordsFromPhone: app.recording == .running && isMuted(app.session, in: state)
            case .mixes: mixes(app.session)
            case .speaks: app.session.mode == .spokenAudio
            case .any: true
            }
        }
    }

    /// Whether the app prefers to continue while a call rings as a banner.
    func prefersNoAlerts(_ app: App, in state: PolicyState) -> Bool {
        app.prefersNoSystemAlerts && !state.settingsOff.contains(SettingSet(.callBanners))
    }

    func isMuted(_ session: Session, in state: PolicyState) -> Bool {
        state.microphoneIsMuted && ownInput(of: session, in: state) == .builtInMic
            && !effectiveOptions(of: session).contains(.overrideMutedMicrophoneInterruption)
    }

    /// Whether a recording app hears its microphone rather than silence, by permission (R-PRM-1), mute (R-PRM-3), lock
    /// (R-LK-2) and hardware mute (R-INT-21).
    public func hearsMicrophone(_ app: App, in state: PolicyState) -> Bool {
        state.recordPermission(of: app.id) == .granted && !app.inputIsMuted && !isStoppedByLock(app, in: state)
            && !(state.microphoneIsMuted && ownInput(of: app.session, in: state) == .builtInMic)
    }

    func inputRuns(_ state: PolicyState) -> Bool { recorder(in: state) != nil }

    func recorder(in state: PolicyState) -> AppID? {
        state.apps.first {
            $0.recording == .running && !$0.allowsHapticsWhileRecording && !isStoppedByLock($0, in: state)
        }?.id
    }

    /// Returns the app whose active Record session keeps the device's own sounds out (R-AL-6).
    func recordSession(in state: PolicyState) -> AppID? {
        state.apps.first {
            $0.session.phase == .active && $0.session.category == .record && !$0.allowsHapticsWhileRecording
                && !isStoppedByLock($0, in: state)
        }?.id
    }

    /// Returns the app with an active session that prefers no interruptions by alerts of the system.
    func alertlessApp(in state: PolicyState) -> AppID? {
        state.apps.first { $0.session.phase == .active && prefersNoAlerts($0, in: state) }?.id
    }

    /// Whether the lock stops an app: it is silent, ducks no one, and records silence (R-LK-2).
    func isStoppedByLock(_ app: App, in state: PolicyState) -> Bool {
        state.isLocked && lookup.lockStopsApps && lacksBackgroundAudio(app, in: state)
    }

    /// Whether it is a third-party app without background audio and without an active call.
    private func lacksBackgroundAudio(_ app: App, in state: PolicyState) -> Bool {
        app.kind == .app && !app.hasBackgroundAudio && !state.isOnCall(app.id)
    }

    /// Returns the level that governs media: that of calls while the session of a chat is active (R-VOL-13).
    func mediaGovernor(in state: PolicyState) -> LevelRule.Volume {
        state.hasSession { $0.phase == .active && lookup.volume(of: $0) == .call } ? .call : .media
    }

    /// The app in a chat, whose session gives media the level of calls, or nil if none is.
    func chattingApp(in state: PolicyState) -> AppID? {
        state.apps.first { $0.session.phase == .active && lookup.volume(of: $0.session) == .call }?.id
    }

    /// The volume of an app's sounds, as the app reads it.
    public func outputVolume(of app: AppID, in state: PolicyState) -> Double {
        outputVolume(of: app, on: routes(in: state), in: state)
    }

    /// - Parameter governor: The level that governs media, if the caller knows it.
    func outputVolume(
        of app: AppID, on routes: MediaRoutes, governedBy governor: LevelRule.Volume? = nil, in state: PolicyState
    ) -> Double {
        // A chat on the phone does not affect long-form sound on AirPlay.
        (governor ?? mediaGovernor(in: state)) == .call && !routes.areApart(app)
            ? state.callVolume : level(of: routes[app].level, in: state)
    }

    /// Returns the rule by which switch or lock silences the app's sounds, regardless of volume and gain.
    func silencing(of app: App, on outputs: PortSet, in state: PolicyState) -> RuleID? {
        lookup.silencing(of: .sound) { condition in
            switch condition {
            case .volumeIsZero, .gainIsZero, .outputIsMuted, .categoryHasNoOutput: false
            default: holds(condition, for: app, on: outputs, in: state)
            }
        }
    }

    /// Whether a condition holds for a sound of the app; conditions about levels are ignored.
    func holds(
        _ condition: SilencingRule.Condition, for app: App, on outputs: PortSet, in state: PolicyState
    ) -> Bool {
        let category = rule(for: app.session.category)
        return switch condition {
        case .categoryHasNoOutput: category?.hasOutput != true
        case .silentForCategory:
            state.ringSwitch == .silent && category?.silenced == true
                && (settings.silentAppliesToHeadphones || outputs.isSubset(of: .builtIn))
        case .lockedForCategory: state.isLocked && category?.silenced == true
        case .outputIsMuted: app.session.outputIsMuted
        case .lockedWithoutBackgroundAudio: state.isLocked && lacksBackgroundAudio(app, in: state)
        default: holds(condition, in: state)
        }
    }

    func holds(_ condition: SilencingRule.Condition, in state: PolicyState) -> Bool {
        switch condition {
        case .deviceIsHeld: isHeld(state)
        case .recordIsActive: recordSession(in: state) != nil
        case .inputRuns: inputRuns(state)
        case .callIsOn: state.callOn != nil
        case .sessionPrefersNoAlerts: alertlessApp(in: state) != nil
        case .silent: state.ringSwitch == .silent
        case .locked: state.isLocked
        default: false
        }
    }

    /// Whether the app has a sound that runs and is silenced by neither switch nor lock; a level of 0 is not silence.
    func sounds(_ app: App, on outputs: PortSet, in state: PolicyState) -> Bool {
        app.hasRunningSound && silencing(of: app, on: outputs, in: state) == nil
    }

    /// Whether the app counts as playing for others (R-HINT-1).
    func isAudible(_ app: App, on outputs: PortSet, in state: PolicyState) -> Bool {
        rule(for: app.session.category)?.hasOutput == true && sounds(app, on: outputs, in: state)
    }
}
