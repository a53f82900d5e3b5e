internal import SessionPolicy

/// Invariants of steps: a refusal changes nothing, each step explains itself, and apps are notified of what happens to
/// them.
extension Invariant {
    static let ofSteps: [Invariant] = [
        Invariant(
            "refused-unchanged",
            "a refused step changes and tells nothing, but that an app waits for the device to be free",
            .step { step in
                guard let refusal = step.step.refusal else { return nil }
                // R-ACT-9: a busy session may be deactivated despite the error.
                if refusal.error == .isBusy && step.book.settings.busySessionIsDeactivated { return nil }
                var state = step.state
                for place in state.apps.indices {
                    state.apps[place].waitsForDevice = step.before[state.apps[place].id]?.waitsForDevice == true
                }
                if state != step.before { return "refused with \(refusal.error.name), and the state changed" }
                return step.step.notices.isEmpty && !step.step.vibrates && step.step.started.isEmpty
                    ? nil : "refused with \(refusal.error.name), and an app was told something"
            }),
        Invariant(
            "because", "a step at which nothing changed says which rule kept it so",
            .step { step in step.step.decisions.isEmpty && !step.isChange ? "no decision" : nil }),
        Invariant(
            "began-ended", "an app is told by turns that an interruption began and ended, and its phase agrees",
            .step { step in
                guard step.isChange || !step.step.notices.isEmpty else { return nil }
                for app in step.before.apps {
                    if let objection = objection(toNoticesOf: app, in: step) { return objection }
                }
                let stranger = step.step.notices.first { $0.message != .terminated && step.state[$0.app] == nil }
                return stranger.map { "\($0.app.label) is told something and is not alive" }
            }),
        Invariant(
            "resume-flag", "an end says whether to resume from iOS 4 on, and never in iPhone OS 3",
            .step { step in
                for notice in step.step.notices {
                    guard case .interruptionEnded(let shouldResume) = notice.message else { continue }
                    if (shouldResume == nil) != (step.book.system < .iOS(4)) {
                        return "shouldResume is \(shouldResume.map(String.init) ?? "absent")"
                    }
                }
                return nil
            }),
    ]

    /// Checks an app's notices: interruptions begin and end in turn, from its phase before the step to its phase after
    /// it.
    private static func objection(toNoticesOf app: App, in step: Transition) -> String? {
        var isOpen = app.session.isInterrupted && !startsByItself(app.id, in: step)
        for notice in step.step.notices where notice.app == app.id {
            switch notice.message {
            case .interruptionBegan:
                if isOpen { return "\(app.id.label) is told began twice" }
                isOpen = true
            case .interruptionEnded:
                if !isOpen { return "\(app.id.label) is told ended without began" }
                isOpen = false
            default: continue
            }
        }
        let isInterrupted = step.state[app.id]?.session.isInterrupted == true
        return isInterrupted && !isOpen ? "\(app.id.label) is interrupted though it was not told, or told the end" : nil
    }

    /// Whether the app starts by itself, which ends its interruption without a notice; Siri may interrupt it again.
    private static func startsByItself(_ id: AppID, in step: Transition) -> Bool {
        guard case .app(id, let event) = step.event, step.step.refusal == nil else { return false }
        return switch event {
        case .play, .record(true), .setActive(true, _): true
        default: false
        }
    }
}
