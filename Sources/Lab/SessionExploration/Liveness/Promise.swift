internal import SessionPolicy

/// A liveness property: something that must happen eventually.
///
/// It is broken if the steps that could fulfil it form a cycle that never does; the states of that cycle are then a
/// trap.
public struct Promise: Sendable {
    /// Short, such as `told-the-end`.
    public let id: String
    public let sentence: String
    let isOpen: @Sendable (_ state: PolicyState, _ picture: Picture, _ app: AppID) -> Bool
    let redeems: @Sendable (_ event: Event, _ app: AppID) -> Bool

    /// Whether it is checked for slices of a family. If apps cannot choose every category, an app without an output
    /// stays silent in any case.
    func isAsked(of family: Slice.Family) -> Bool { id != "heard-again" || family == .setups }

    /// Every promise.
    public static let all: [Promise] = [
        Promise(
            id: "told-the-end",
            sentence: "an app that is interrupted with leave to resume is told the end, once all others have let go",
            isOpen: { state, _, app in
                state[app].map { $0.session.phase == .interrupted && $0.session.mayResume } == true
            },
            redeems: { event, app in event.letsGo(besides: app) }),
        Promise(
            id: "duck-ends", sentence: "every duck ends when its cause does",
            isOpen: { _, picture, app in
                picture.sounds.contains { $0.reference.app == app && $0.reference.kind == .sound && $0.duckedBy != nil }
            },
            redeems: { event, app in event.letsGo(besides: app) }),
        Promise(
            id: "heard-again",
            sentence: """
                nothing that happens leads to an app that can never be heard again by its own doing, once it is in front \
                and all others have let go
                """,
            isOpen: { state, picture, app in
                guard state[app] != nil else { return false }
                // A level of 0 is the person's choice.
                return !picture.sounds.contains {
                    $0.reference.app == app && $0.reference.kind == .sound && $0.isRunning
                        && ($0.unheardBy == nil || $0.unheardBy == .vol5 || $0.unheardBy == .vol8)
                }
            },
            redeems: { event, app in
                if event.letsGo(besides: app) { return true }
                switch event {
                case .app(app, .quit), .app(app, .crashed), .app(app, .enteredBackground): return false
                case .app(app, _): return true
                case .mediaServices(.reset), .screenUnlocked, .ringSwitchMoved(to: .ring): return true
                default: return false
                }
            }),
    ]
}

extension Event {
    /// Whether this event releases a cause that holds the device or ducks others: the phone, an alarm, Siri, another
    /// app's own act, or a deadline.
    fileprivate func letsGo(besides app: AppID) -> Bool {
        switch self {
        case .call(.ended, _), .call(.declined, _), .call(.missed, _), .call(.remoteEnded, _), .call(.unheld, _): true
        case .alarm(.dismissed, _), .alarm(.snoozed, _), .siri(.ended, _), .microphoneMuted(false), .deadlineReached:
            true
        case .app(let other, let event) where other != app:
            switch event {
            case .stop(nil), .record(false), .setActive(false, notifyOthers: true): true
            default: false
            }
        default: false
        }
    }
}
