import ALSADevice
import SessionArbiter
import SessionCalls
import SessionPolicy
import SessionSound

/// Tells a device what is plugged into this machine and pulled out of it.
final class MachineWatch: Sendable {
    private let jacks = JackMonitor()
    private let sinks: SinkMonitor

    /// Begins to watch: what is plugged in already is told at once.
    ///
    /// - Parameters:
    ///   - bindings: Which accessories the machine's jacks, cards and servers' devices stand for.
    ///   - drop: Silences the output at once.
    ///   - changed: Is called when a device may be there that was not.
    /// - Throws: `Shortage` where there is no thread or file to be had.
    init(
        _ bindings: Bindings, _ arbiter: Arbiter, drop: @escaping @Sendable () -> Void,
        changed: @escaping @Sendable () -> Void
    ) throws(Shortage) {
        sinks = SinkMonitor(bindings.sinks)
        let plug: @Sendable (Accessory.Kind, Bool, String?) -> Void = { kind, isThere, name in
            // A person may have said so before.
            guard arbiter.isConnected(kind) != isThere else { return }
            if isThere {
                _ = arbiter.perform(.connect(kind, uid: nil, name: name), by: .machine)
                changed()
            } else {
                // What is heard there in private is heard nowhere else.
                if arbiter.hears(kind.output) { drop() }
                _ = arbiter.perform(.disconnect(kind, uid: nil), by: .machine)
            }
        }
        try jacks.start { event in
            switch event {
            case .plugged(let jack), .unplugged(let jack):
                let isThere = if case .plugged = event { true } else { false }
                let bound = Bindings.Jack(card: jack.card.id, control: jack.control)
                guard let kind = bindings.accessory(jack: bound, cardNumber: jack.card.number) else { return }
                plug(kind, isThere, nil)
            case .cardAppeared(let card):
                for kind in bindings.accessories(card: card.id, number: card.number) { plug(kind, true, card.name) }
                changed()
            case .cardGone(let card):
                for kind in bindings.accessories(card: card.id, number: card.number) { plug(kind, false, nil) }
            }
        }
        try sinks.start { event in
            switch event {
            case .appeared(let name):
                for kind in bindings.accessories(sink: name) { plug(kind, true, nil) }
                changed()
            case .gone(let name): for kind in bindings.accessories(sink: name) { plug(kind, false, nil) }
            }
        }
    }

    func stop() {
        jacks.stop()
        sinks.stop()
    }
}
