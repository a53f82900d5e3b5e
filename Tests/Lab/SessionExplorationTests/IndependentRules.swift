import SessionPolicy

@testable import SessionExploration

/// Table 4-1 and its notes as the premises of sentences read them: written out once more, on purpose, and never taken
/// from a rule book.
enum IndependentRules {
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

    /// Whether the lock lets nothing of the app act (R-LK-2).
    static func isStoppedByLock(_ app: App, in state: PolicyState, isEarly: Bool) -> Bool {
        !isEarly && state.isLocked && app.kind == .app && !app.hasBackgroundAudio && !isOnCall(app, in: state)
    }

    /// Whether a Record session is active that lets no sound of the device into its recording (R-AL-6).
    static func keepsFeedbackOut(_ app: App, in state: PolicyState, isEarly: Bool) -> Bool {
        app.session.phase == .active && app.session.category == .record && !app.allowsHapticsWhileRecording
            && !isStoppedByLock(app, in: state, isEarly: isEarly)
    }

    static func isLongForm(_ app: App) -> Bool { isLongForm(app.session.policy) }

    static func isLongForm(_ policy: RouteSharingPolicy) -> Bool {
        policy == .longFormAudio || policy == .longFormVideo
    }

    /// Whether some sound of the app's own runs.
    static func plays(_ app: App, in state: PolicyState) -> Bool {
        app.sounds.contains { if case .running = $0.progress { true } else { false } }
    }

    /// The call that is on: two sides talk, or one waits for the other to answer.
    static func callOn(_ state: PolicyState) -> Call? {
        state.calls.first { $0.phase == .answered || $0.phase == .outgoing }
    }

    /// Whether a call comes in.
    static func rings(_ state: PolicyState) -> Bool { state.calls.contains { $0.phase == .incoming } }

    /// Whether a call rings aloud, and does not only knock beside one that is on (R-INT-20).
    static func ringsAloud(_ state: PolicyState) -> Bool { rings(state) && callOn(state) == nil }

    /// Whether the app has a call in any phase.
    static func hasCall(_ app: App, in state: PolicyState) -> Bool { state.calls.contains { $0.app == app.id } }

    /// Whether the app has a call that is on, or on hold.
    static func hasAcceptedCall(_ app: App, in state: PolicyState) -> Bool {
        state.calls.contains { $0.app == app.id && $0.phase != .incoming }
    }

    /// Whether the app's call is on (R-INT-17).
    static func isOnCall(_ app: App, in state: PolicyState) -> Bool {
        state.calls.contains { $0.app == app.id && ($0.phase == .answered || $0.phase == .outgoing) }
    }
}

extension PolicyState {
    /// Whether the phone, an alarm or Siri holds the device.
    var isHeld: Bool { !calls.isEmpty || !alarms.isEmpty || siriListens }
}

extension SessionPolicy.Gesture {
    /// The output of the accessory that it is about, if it is about one.
    var output: SessionPolicy.Port? {
        if case .accessory(let accessory) = self { accessory.kind.output } else { nil }
    }
}
