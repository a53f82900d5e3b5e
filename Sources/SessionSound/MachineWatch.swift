package import ALSADevice
package import SessionCalls
package import SessionPolicy

/// Tells whoever decides what is plugged into this machine and pulled out of it.
package final class MachineWatch: Sendable {
    /// Who decides, and where it is heard. Each member is called on threads of the watch.
    package struct Device: Sendable {
        /// Whether an accessory of a kind is connected already, as a person may have said before.
        package let isConnected: @Sendable (Accessory.Kind) -> Bool
        /// Whether anything is heard on a port now.
        package let hears: @Sendable (Port) -> Bool
        /// Takes what has happened.
        package let perform: @Sendable (ControlCall) -> Void
        /// Silences the output at once.
        package let drop: @Sendable () -> Void
        /// Is called when a device may be there that was not.
        package let changed: @Sendable () -> Void

        /// Describes a device.
        package init(
            isConnected: @escaping @Sendable (Accessory.Kind) -> Bool, hears: @escaping @Sendable (Port) -> Bool,
            perform: @escaping @Sendable (ControlCall) -> Void, drop: @escaping @Sendable () -> Void,
            changed: @escaping @Sendable () -> Void
        ) {
            (self.isConnected, self.hears, self.perform) = (isConnected, hears, perform)
            (self.drop, self.changed) = (drop, changed)
        }
    }

    private let jacks = JackMonitor()
    private let sinks: SinkMonitor

    /// Begins to watch: what is plugged in already is told at once.
    ///
    /// - Parameters:
    ///   - bindings: Which accessories the machine's jacks, cards and servers' devices stand for.
    ///   - device: Who is told.
    /// - Throws: `Shortage` where there is no thread or file to be had.
    package init(_ bindings: Bindings, _ device: Device) throws(Shortage) {
        sinks = SinkMonitor(bindings.sinks)
        let plug: @Sendable (Accessory.Kind, Bool, String?) -> Void = { kind, isThere, name in
            guard device.isConnected(kind) != isThere else { return }
            if isThere {
                device.perform(.connect(kind, uid: nil, name: name))
                device.changed()
            } else {
                // What is heard there in private is heard nowhere else.
                if device.hears(kind.output) { device.drop() }
                device.perform(.disconnect(kind, uid: nil))
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
                device.changed()
            case .cardGone(let card):
                for kind in bindings.accessories(card: card.id, number: card.number) { plug(kind, false, nil) }
            }
        }
        try sinks.start { event in
            switch event {
            case .appeared(let name):
                for kind in bindings.accessories(sink: name) { plug(kind, true, nil) }
                device.changed()
            case .gone(let name): for kind in bindings.accessories(sink: name) { plug(kind, false, nil) }
            }
        }
    }

    /// Ends it, without waiting for its threads.
    package func stop() {
        jacks.stop()
        sinks.stop()
    }
}
