internal import SessionPolicy

/// Invariants of states: the parts of a state are consistent, and its picture shows all of it.
extension Invariant {
    static let ofStates: [Invariant] = [
        Invariant(
            "causes-alive", "an interrupted session has causes, no other has, and every cause still holds",
            .state { now in
                for app in now.state.apps {
                    if app.session.isInterrupted == app.causes.isEmpty {
                        return "\(app.id.label) is \(app.session.phase.name) and has \(app.causes.count) causes"
                    }
                    for cause in app.causes {
                        if let reason = whyNot(cause, of: app, in: now) { return "\(app.id.label) waits for \(reason)" }
                    }
                }
                return nil
            }),
        Invariant(
            "somebody-can-end-it", "no circle of sessions waits for itself",
            .state { now in
                for app in now.state.apps where app.session.isInterrupted {
                    var seen: [AppID] = []
                    var next = app.causes
                    while let cause = next.popLast() {
                        guard case .app(let other) = cause else { continue }
                        if other == app.id { return "\(app.id.label) waits for a session that waits for it" }
                        guard !seen.contains(other) else { continue }
                        seen.append(other)
                        next += now.state[other]?.causes ?? []
                    }
                }
                return nil
            }),
        Invariant(
            "activation-order", "the order of activation lists every session that is not inactive, once",
            .state { now in
                for app in now.state.apps {
                    let times = now.state.activationOrder.count { $0 == app.id }
                    if times != (app.session.phase == .inactive ? 0 : 1) {
                        return "\(app.id.label) is listed \(times) times in the order of activation"
                    }
                }
                return nil
            }),
        Invariant(
            "sound-by-phase",
            "sounds and recordings run in active sessions only and are halted in interrupted ones only",
            .state { now in
                for app in now.state.apps {
                    let phase = app.session.phase
                    let runs =
                        app.recording == .running
                        || app.sounds.contains { if case .running = $0.progress { true } else { false } }
                    let waits =
                        app.recording == .halted
                        || app.sounds.contains { if case .halted = $0.progress { true } else { false } }
                    if runs && phase != .active { return "\(app.id.label) plays or records while it is \(phase.name)" }
                    if waits && !app.session.isInterrupted {
                        return "\(app.id.label) has something halted while it is \(phase.name)"
                    }
                }
                return nil
            }),
        Invariant(
            "nothing-left-behind", "an app that has ended is nowhere any more",
            .state { now in
                func isGone(_ id: AppID?) -> Bool { id.map { now.state[$0] == nil } ?? false }
                if isGone(now.state.foreground) { return "the foreground app has ended" }
                if isGone(now.state.systemSound?.app) { return "a system sound of an ended app sounds" }
                if now.state.activationOrder.contains(where: isGone) {
                    return "an ended app is in the order of activation"
                }
                let undead = now.state.apps.first { now.state.endedApps.contains($0.id) }
                return undead.map { "\($0.id.label) has ended and lives" }
            }),
        Invariant(
            "suspended-is-inactive", "a suspended app has no session",
            .state { now in
                let app = now.state.apps.first { $0.isSuspended && $0.session.phase != .inactive }
                return app.map { "\($0.id.label) is suspended and its session is \($0.session.phase.name)" }
            }),
        Invariant(
            "started-stands", "every running sound, and every sound of the device, is in the picture once",
            .state { now in
                let (state, count) = (now.state, now.picture.sounds.count)
                let ofDevice = [
                    state.calls.contains { $0.phase == .incoming },
                    state.calls.contains { $0.app == nil && ($0.phase == .answered || $0.phase == .outgoing) },
                    !state.alarms.isEmpty,
                    state.alert != nil, state.keyClickEnds != nil, state.systemSound != nil,
                ]
                let ofApps = state.apps.reduce(0) {
                    $0 + $1.sounds.count { if case .paused = $0.progress { false } else { true } }
                }
                let expected = ofApps + ofDevice.count { $0 }
                return count == expected ? nil : "\(count) sounds are in the picture, \(expected) in the state"
            }),
        Invariant(
            "heard-is-audible", "a sound that is heard runs, at a gain above 0, in an active session that is not muted",
            .state { now in
                for level in now.picture.sounds where level.unheardBy == nil {
                    if level.totalGain <= 0 { return "\(level.reference.kind.name) is heard at gain 0" }
                    if !level.isRunning { return "\(level.reference.kind.name) is heard without running" }
                    guard level.reference.kind == .sound, let id = level.reference.app else { continue }
                    guard let session = now.state[id]?.session, session.phase == .active, !session.outputIsMuted else {
                        return "\(id.label) is heard, and its session is inactive or muted"
                    }
                }
                return nil
            }),
    ]

    /// Returns why a cause that a session waits for does not hold any more, or nil if it does.
    private static func whyNot(_ cause: Cause, of app: App, in now: PicturedState) -> String? {
        let state = now.state
        switch cause {
        case .hold:
            return state.calls.contains { $0.app == app.id && $0.phase == .held }
                ? nil : "a call of its own that is not on hold"
        case .microphone: return state.microphoneIsMuted ? nil : "a microphone that is not muted"
        case .call: return state.calls.isEmpty ? "a call that is over" : nil
        case .siri: return state.siriListens && !state.siriLowers ? nil : "Siri, who is done"
        case .announcement: return state.announcementEnds != nil ? nil : "a message that has been read"
        case .alarm: return state.alarms.isEmpty ? "an alarm that is over" : nil
        case .app(app.id), .spoken(app.id): return "itself"
        case .app(let other), .spoken(let other):
            // In some books others resume only after a deactivation, and wait for an inactive session.
            guard let phase = state[other]?.session.phase, now.book.settings.endOfAppIsSilent || phase != .inactive
            else { return "\(other.label), whose session is not active" }
            return nil
        }
    }
}

extension AppID {
    /// The name in an objection, which contains numbers only.
    var label: String { "app \(name.number)" }
}

extension Session {
    var isInterrupted: Bool { phase == .interrupted }
}
