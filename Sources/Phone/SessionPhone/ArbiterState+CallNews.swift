import SessionPolicy
import SessionWorld

/// Notices about calls, for apps that follow calls.
extension ArbiterState {
    struct KnownCall: Sendable {
        let number: UInt64
        let isOutgoing: Bool
        var call: Call
    }

    /// Posts changed calls: first ended ones, then held ones, then the others.
    mutating func tellCalls(after reply: Reply) {
        let now = world.state.calls
        guard now.count != calls.count || !zip(calls, now).allSatisfy({ $0.call == $1 }) else { return }
        let before = calls
        calls = now.map { call in
            if var known = before.first(where: { $0.call.app == call.app && $0.call.uid == call.uid }) {
                known.call = call
                return known
            }
            callCount += 1
            return KnownCall(number: callCount, isOutgoing: call.phase == .outgoing, call: call)
        }
        guard seats.indices.contains(where: { seats[$0].followsCalls }) else { return }
        var changes = before.filter { old in !calls.contains { $0.number == old.number } }
            .map { CallChange(known: $0, before: $0.call, after: nil) }
        for known in calls {
            let old = before.first { $0.number == known.number }?.call
            if old != known.call { changes.append(CallChange(known: known, before: old, after: known.call)) }
        }
        let at = machineTime(of: reply.moment.at)
        for turn in 0..<3 {
            for change in changes where change.turn == turn {
                let isTold =
                    reportedCall.map { change.known.call.app == $0.app && change.known.call.matches($0) } ?? false
                let action = isTold ? nil : change.action(by: reply.callPhase)
                for place in seats.indices where seats[place].followsCalls {
                    let app = seats[place].app
                    let facts = facts(of: change.known, phase: change.after?.phase, for: app)
                    tell(.callChanged(facts, action: facts.isOwn ? action : nil), to: place, at: at)
                }
            }
        }
    }

    func calls(for app: AppID) -> [CallFacts] { calls.map { facts(of: $0, phase: $0.call.phase, for: app) } }

    private func facts(of known: KnownCall, phase: Call.Phase?, for app: AppID) -> CallFacts {
        let isOwn = known.call.app == app
        return CallFacts(
            number: known.number, uid: isOwn ? known.call.uid.map { world.names[$0] } : nil, isOwn: isOwn,
            isOutgoing: known.isOutgoing, phase: phase, isMuted: known.call.isMuted)
    }
}

/// A call before and after a step.
private struct CallChange {
    let known: ArbiterState.KnownCall
    let before: Call?
    let after: Call?

    var turn: Int { after == nil ? 0 : after?.phase == .held ? 1 : 2 }

    /// The act of the person on the call.
    /// - Parameter phase: The phase that the step gave a call, or nil if it was about something else.
    func action(by phase: CallPhase?) -> CallAction? {
        switch (before?.phase, after?.phase) {
        case (nil, .outgoing): return .start
        case (.incoming, .answered): return .answer
        case (.answered, .held), (.outgoing, .held): return .hold
        case (.held, .answered): return .unhold
        case (_?, nil): return phase == .ended || phase == .declined ? .end : nil
        default: break
        }
        guard let before, let after, before.isMuted != after.isMuted else { return nil }
        return after.isMuted ? .mute : .unmute
    }
}

extension Call {
    fileprivate func matches(_ name: CallName) -> Bool { name.uid == nil || uid == name.uid }
}
