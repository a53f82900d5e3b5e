internal import SessionPolicy

/// Table 4-1 and its notes as the invariants read them: written out once more, on purpose, and never taken from a rule
/// book.
enum Reading {
    static func obeysSwitch(_ category: Category) -> Bool { category == .ambient || category == .soloAmbient }

    static func hasOutput(_ category: Category) -> Bool {
        category != .record && category != .audioProcessing
    }

    static func hasInput(_ category: Category) -> Bool {
        category == .record || category == .playAndRecord || category == .multiRoute
    }

    static func mixes(_ session: Session) -> Bool {
        mixes(session.category, session.options) || isSilentShortForm(session)
    }

    /// Whether it plays short-form video and has muted itself: then it is heard beside others (R-SFV-2).
    static func isSilentShortForm(_ session: Session) -> Bool {
        session.category == .playback && session.mode == .shortFormVideo && session.outputIsMuted
    }

    static func mixes(_ category: Category, _ options: CategoryOptions) -> Bool {
        switch category {
        case .ambient: true
        case .playback, .playAndRecord, .multiRoute: options.contains(.mixWithOthers)
        case .soloAmbient, .record, .audioProcessing: false
        }
    }

    /// Whether its prompts interrupt spoken audio: the option is for the categories that mix by option (R-SP-1).
    static func interruptsSpokenAudio(_ session: Session) -> Bool {
        session.options.contains(.interruptSpokenAudio) && session.category != .ambient && mixes(session)
    }

    static func ducks(_ session: Session) -> Bool {
        session.phase == .active && session.options.contains(.duckOthers)
            && (mixes(session) || session.category == .ambient)
    }

    /// Whether switch or lock silence the app's sound on these outputs.
    static func isSilenced(_ app: App, on outputs: PortSet, in state: PolicyState, isEarly: Bool) -> Bool {
        if obeysSwitch(app.session.category) {
            if state.isLocked { return true }
            if state.ringSwitch == .silent && outputs.isSubset(of: .builtIn) { return true }
        }
        return isStoppedByLock(app, in: state, isEarly: isEarly)
    }

    /// Whether the lock lets nothing of the app act (R-LK-2).
    static func isStoppedByLock(_ app: App, in state: PolicyState, isEarly: Bool) -> Bool {
        !isEarly && state.isLocked && app.kind == .app && !app.hasBackgroundAudio && !isOnCall(app, in: state)
    }

    /// Whether the app is in the background without a right to sound there (R-BG-2).
    static func lacksRight(_ app: App, in state: PolicyState, isEarly: Bool) -> Bool {
        guard !isEarly, app.kind == .app, state.foreground != app.id, !hasCall(app, in: state) else { return false }
        let category = app.session.category
        return !app.hasBackgroundAudio || category == .ambient || category == .soloAmbient
            || category == .audioProcessing
    }

    /// Whether the app neither plays nor records, nor waits to resume, in the background or under the lock (R-BG-9).
    static func isIdle(_ app: App, in state: PolicyState, isEarly: Bool) -> Bool {
        guard !isEarly, app.kind == .app, app.hasBackgroundAudio, app.suspendsWhenIdle, !hasCall(app, in: state),
            state.foreground != app.id || state.isLocked
        else { return false }
        return !runs(app, in: state) && !app.session.isInterrupted
    }

    /// Whether an active session has the level of calls, as chats have from iOS 7 on (R-VOL-13).
    static func chats(_ state: PolicyState, _ system: SystemVersion) -> Bool {
        system >= .iOS(7)
            && state.apps.contains {
                $0.session.phase == .active && $0.session.category == .playAndRecord
                    && ($0.session.mode == .voiceChat || $0.session.mode == .videoChat || $0.session.mode == .gameChat)
            }
    }

    /// Whether a session is set up for a chat, which goes on when its route goes (R-RTE-5).
    static func isInChat(_ session: Session, isEarly: Bool) -> Bool {
        !isEarly && session.category == .playAndRecord
            && (session.mode == .voiceChat || session.mode == .videoChat || session.mode == .gameChat)
    }

    /// Whether a disconnect interrupts the app if it is Now Playing: as it prefers, and from iOS 17 on unless it talks or
    /// does not pause at an unplug (R-RTE-13).
    static func yieldsToDisconnect(_ app: App, in state: PolicyState, _ system: SystemVersion) -> Bool {
        let talks = isInChat(app.session, isEarly: false) || hasAcceptedCall(app, in: state)
        return app.prefersDisconnectInterruption ?? (system >= .iOS(17) && app.pausesAtUnplug != false && !talks)
            && app.isNowPlaying && state.nowPlaying == app.id
    }

    /// Whether the step is an app's own start while Siri listens, who interrupts it at the same step (R-INT-16).
    static func startsBesideSiri(_ app: AppID, in passage: Passage) -> Bool {
        guard passage.before.siriListens, passage.state.siriListens, !passage.state.siriLowers,
            case .app(app, let event) = passage.event
        else {
            return false
        }
        return switch event {
        case .play, .record(true), .setActive(true, _): passage.step.refusal == nil
        default: false
        }
    }

    /// Whether an app records that lets nothing else into its recording.
    static func recordsAlone(_ state: PolicyState, isEarly: Bool) -> Bool {
        state.apps.contains {
            $0.recording == .running && !$0.allowsHapticsWhileRecording
                && !isStoppedByLock($0, in: state, isEarly: isEarly)
        }
    }

    /// Whether a Record session is active that lets no sound of the device into its recording (R-AL-6).
    static func keepsFeedbackOut(_ app: App, in state: PolicyState, isEarly: Bool) -> Bool {
        app.session.phase == .active && app.session.category == .record && !app.allowsHapticsWhileRecording
            && !isStoppedByLock(app, in: state, isEarly: isEarly)
    }

    /// Whether a call that rings leaves the app's session alone (R-INT-7, R-INT-14, R-INT-20).
    static func isSpared(_ app: App, on outputs: PortSet, in state: PolicyState) -> Bool {
        let asks = app.prefersNoSystemAlerts && !state.settingsOff.contains(SettingSet(.callBanners))
        return callOn(state) != nil || asks || isLongForm(app) && outputs.contains(.airPlay)
    }

    /// Whether no ringtone is heard, wherever the switch stands: a second call knocks, and who prefers no alerts hears
    /// none (R-INT-20, R-INT-7).
    static func keepsRingtone(_ state: PolicyState) -> Bool {
        let prefersNone = state.apps.contains { $0.session.phase == .active && $0.prefersNoSystemAlerts }
        return callOn(state) != nil || prefersNone && !state.settingsOff.contains(SettingSet(.callBanners))
    }

    static func isLongForm(_ app: App) -> Bool { isLongForm(app.session.policy) }

    /// The AirPlay port, if long-form sound goes there: an AirPlay device is the last thing that a person has connected or
    /// picked, of those that Playback can use.
    static func airPlay(for policy: RouteSharingPolicy, in state: PolicyState) -> PortSet {
        let last = state.gestures.last { gesture in
            guard case .accessory(let accessory) = gesture else { return true }
            return accessory.only != .input && accessory.kind != .bluetoothHFP
        }
        return isLongForm(policy) && last?.output == .airPlay ? PortSet(.airPlay) : []
    }

    /// Whether a session of the policy has the AirPlay route to itself, or would have (R-INT-14).
    static func playsApart(_ policy: RouteSharingPolicy, in state: PolicyState, _ system: SystemVersion) -> Bool {
        system >= .iOS(13) && !airPlay(for: policy, in: state).isEmpty
    }

    /// Whether the app's sounds are on an AirPlay route of their own.
    static func isApart(_ app: App, in state: PolicyState, _ system: SystemVersion) -> Bool {
        app.session.phase == .active && playsApart(app.session.policy, in: state, system)
    }

    /// Whether an active app has left its AirPlay route by the step, and has come to where others play.
    static func leavesAirPlay(_ id: AppID, in passage: Passage) -> Bool {
        guard let before = passage.before[id], let after = passage.state[id] else { return false }
        let system = passage.book.system
        return isApart(before, in: passage.before, system)
            && !playsApart(after.session.policy, in: passage.state, system)
    }

    static func isLongForm(_ policy: RouteSharingPolicy) -> Bool {
        policy == .longFormAudio || policy == .longFormVideo
    }

    /// Whether some sound of the app's own runs.
    static func plays(_ app: App, in state: PolicyState) -> Bool {
        app.sounds.contains { if case .running = $0.progress { true } else { false } }
    }

    /// Whether an app in the background may take the floor, in its own category or another (R-ACT-6).
    static func mayInterrupt(_ app: App, as category: Category, in state: PolicyState) -> Bool {
        (app.isNowPlaying && state.nowPlaying == app.id || app.hasLeave) && hasOutput(category)
    }

    /// Whether a sound of the app's own or a recording of it runs.
    static func runs(_ app: App, in state: PolicyState) -> Bool {
        app.recording == .running || plays(app, in: state)
    }

    /// The call that is on: two sides talk, or one waits for the other to answer.
    static func callOn(_ state: PolicyState) -> Call? {
        state.calls.first { $0.phase == .answered || $0.phase == .outgoing }
    }

    /// Whether a call comes in.
    static func rings(_ state: PolicyState) -> Bool { state.calls.contains { $0.phase == .incoming } }

    /// Whether a call rings aloud, and does not only knock beside one that is on (R-INT-20).
    static func ringsAloud(_ state: PolicyState) -> Bool { rings(state) && callOn(state) == nil }

    /// Whether the app has a call, wherever that stands.
    static func hasCall(_ app: App, in state: PolicyState) -> Bool { state.calls.contains { $0.app == app.id } }

    /// Whether the app has a call that is on, or on hold.
    static func hasAcceptedCall(_ app: App, in state: PolicyState) -> Bool {
        state.calls.contains { $0.app == app.id && $0.phase != .incoming }
    }

    /// Whether the app's call is on (R-INT-17).
    static func isOnCall(_ app: App, in state: PolicyState) -> Bool {
        state.calls.contains { $0.app == app.id && ($0.phase == .answered || $0.phase == .outgoing) }
    }

    /// Whether the phone, an alarm or Siri leaves the app's session alone when it takes the device; called at a step that was
    /// taken, with the state after it.
    ///
    /// Who has a call, be it on hold, is not judged by its set-up: what holds for it is said of calls.
    static func isLetBe(_ app: App, by event: Event, in state: PolicyState) -> Bool {
        if hasAcceptedCall(app, in: state) { return true }
        guard case .call(let phase, _) = event else { return false }
        if isLongForm(app) && state.gestures.contains(where: { $0.output == .airPlay }) { return true }
        return phase == .incoming && isSpared(app, on: [], in: state)
    }

    /// Whether two states differ in nothing but who waits for the device.
    static func differsInWaitingAlone(_ one: PolicyState, _ other: PolicyState) -> Bool {
        one.waitingForNothing == other.waitingForNothing
    }

    /// Whether nothing with a microphone is plugged in or connected: then every recording is from the phone's own.
    static func hasPhoneMicrophoneOnly(_ state: PolicyState) -> Bool {
        !state.gestures.contains { gesture in
            if case .accessory(let accessory) = gesture { accessory.input != nil } else { false }
        }
    }

    /// Whether a muted microphone is no reason for the session to stop (R-INT-21).
    static func goesOnMuted(_ session: Session) -> Bool {
        hasInput(session.category) && session.options.contains(.overrideMutedMicrophoneInterruption)
    }

    /// Whether a session may use a hands-free microphone (R-RTE-9).
    static func mayUseHandsFree(_ session: Session) -> Bool {
        mayUseHandsFree(session.category, session.mode, session.options)
    }

    static func mayUseHandsFree(_ category: Category, _ mode: Mode, _ options: CategoryOptions) -> Bool {
        switch category {
        case .playAndRecord: options.contains(.allowBluetooth) || mode == .voiceChat || mode == .videoChat
        case .record: options.contains(.allowBluetooth)
        case .multiRoute: mode == .dualRoute && options.contains(.allowBluetooth)
        default: false
        }
    }

    /// Returns the accessory that plays and records beside the phone itself, where a session uses two devices at once
    /// (R-DR-1).
    static func secondDevice(in state: PolicyState) -> Accessory? {
        for case .accessory(let accessory) in state.gestures.reversed() {
            switch accessory.kind {
            case .headset, .bluetoothHFP: return accessory
            case .usbAudio where accessory.only == nil: return accessory
            default: continue
            }
        }
        return nil
    }

    /// Whether something is there in which Siri reads messages aloud (R-SIRI-2).
    static func hasHeadphones(_ state: PolicyState) -> Bool {
        state.gestures.contains { gesture in
            guard case .accessory(let accessory) = gesture, accessory.only != .input else { return false }
            return ![.lineOut, .hdmi, .airPlay].contains(accessory.kind)
        }
    }

    /// Whether the device itself lowers what apps play, since Siri speaks or listens in headphones (R-SIRI-1, R-SIRI-2).
    static func siriLowers(_ state: PolicyState) -> Bool { state.siriLowers || state.announcementEnds != nil }

    /// Whether a ringtone of a call that comes in would sound: neither the switch nor its setting keeps it silent.
    static func ringtoneIsOn(_ state: PolicyState) -> Bool {
        state.ringSwitch == .ring && !state.settingsOff.contains(SettingSet(.ringtones))
    }

    /// The sounds of the device and of System Sound Services.
    static func isFeedback(_ kind: SoundKind) -> Bool {
        kind == .systemSound || kind == .alertSound || kind == .alert || kind == .keyClick
    }
}

extension PolicyState {
    /// Whether the phone, an alarm or Siri holds the device.
    var isHeld: Bool { !calls.isEmpty || !alarms.isEmpty || siriListens }
}

extension AppEvent {
    /// Whether the app ends by it.
    var endsApp: Bool {
        switch self {
        case .quit, .crashed: true
        default: false
        }
    }
}

extension Session {
    var isInterrupted: Bool {
        if case .interrupted = phase { true } else { false }
    }
}

extension AppID {
    /// The name in an objection, which knows numbers only.
    var label: String { "app \(name.number)" }
}

extension Gesture {
    /// The output of the accessory that it is about, if it is about one.
    var output: Port? {
        if case .accessory(let accessory) = self { accessory.kind.output } else { nil }
    }
}
