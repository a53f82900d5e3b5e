import SessionPolicy
import SessionWorld

/// Finds the sounds whose state changes in a snapshot, and the rules that changed them.
struct ChangeFinder {
    private struct Sounding: Equatable {
        let state: Chart.LaneState
        let outputs: PortSet
        let rule: RuleID?
    }

    private var present: [(reference: SoundReference, sounding: Sounding)] = []

    /// The rules that only state that a session exists, that sessions mix, or that an app paused its own sound.
    private static let routine: Set<RuleID> = [.act1, .act2, .act4, .app1, .app2, .int15]

    /// Returns the changes in a snapshot; snapshots are passed in order.
    mutating func changes(at moment: Moment, in reply: Reply) -> [Chart.Change] {
        let before = present
        let old = Dictionary(before.map { ($0.reference, $0.sounding) }) { $1 }
        let ducks = Dictionary(moment.picture.sounds.map { ($0.reference, $0.duckedBy) }) { $1 }
        present =
            moment.heard.map {
                ($0.reference, Sounding(state: .init($0), outputs: $0.outputs, rule: ducks[$0.reference] ?? nil))
            }
            + moment.unheard.map {
                ($0.reference, Sounding(state: .unheard(rule: $0.rule.id), outputs: PortSet(), rule: $0.rule))
            }
        let new = Dictionary(present.map { ($0.reference, $0.sounding) }) { $1 }
        let arrived = present.map(\.reference).filter { old[$0] == nil }
        let decisions = moment.decisions
        return (before.map(\.reference) + arrived).compactMap { reference in
            let (was, now) = (old[reference], new[reference])
            guard was != now else { return nil }
            return Chart.Change(
                reference: reference, sound: reply.text(of: reference), before: was?.state, now: now?.state,
                outputs: now.map { $0.outputs == was?.outputs ? [] : $0.outputs.ports.map(\.name) } ?? [],
                isPaused: now == nil && Self.isPaused(reference, in: reply),
                rule: Self.rule(reference, was, now, decisions)?.id)
        }
    }

    private static func isPaused(_ reference: SoundReference, in reply: Reply) -> Bool {
        guard let sound = reference.app.flatMap({ reply.state[$0] })?.sounds.first(where: { $0.id == reference.sound })
        else { return false }
        return if case .paused = sound.progress { true } else { false }
    }

    /// Returns the rule that decided, or nil if the app did it or the sound reached its end.
    private static func rule(
        _ reference: SoundReference, _ was: Sounding?, _ now: Sounding?, _ decisions: [Decision]
    ) -> RuleID? {
        if let rule = now?.rule, rule != was?.rule { return rule }
        let subject = reference.app.map(Subject.app) ?? .device
        let told = decisions.filter { !routine.contains($0.rule) }
        let own = told.first { $0.subject == subject && $0.rule != was?.rule }?.rule
        let device = was != nil && now != nil ? told.first { $0.subject == .device }?.rule : nil
        return own ?? was?.rule ?? device
    }
}
