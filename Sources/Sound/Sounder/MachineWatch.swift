package import ALSADevice
package import SessionPolicy
package import SessionWorld
package import SystemSupport

/// Translates accessories plugged into and pulled out of this machine into events for the arbiter. Closures are called
/// on the monitors' threads.
package struct MachinePlugs: Sendable {
    private let bindings: Bindings
    private let isConnected: @Sendable (Accessory.Kind) -> Bool
    private let perform: @Sendable (@escaping DeferredEvent) -> Void
    private let changed: @Sendable () -> Void

    /// Creates a translator for one device.
    /// - Parameters:
    ///   - bindings: The accessories of the machine's jacks, cards and sound-server devices.
    ///   - isConnected: Returns whether an accessory is already connected, for example by a step.
    ///   - perform: Performs a plug or an unplug.
    ///   - changed: Called when a new device may have appeared.
    package init(
        bindings: Bindings, isConnected: @escaping @Sendable (Accessory.Kind) -> Bool,
        perform: @escaping @Sendable (@escaping DeferredEvent) -> Void, changed: @escaping @Sendable () -> Void
    ) {
        (self.bindings, self.isConnected, self.perform, self.changed) = (bindings, isConnected, perform, changed)
    }

    /// Handles an event of the cards. Any thread.
    package func handle(_ event: JackMonitor.JackEvent) {
        switch event {
        case .plugged(let jack), .unplugged(let jack):
            let isThere = if case .plugged = event { true } else { false }
            let bound = Bindings.Jack(card: jack.card.id, control: jack.control)
            guard let kind = bindings.accessory(jack: bound, cardNumber: jack.card.number) else { return }
            plug(kind, isThere)
        case .cardAppeared(let card):
            for kind in bindings.accessories(card: card.id, number: card.number) { plug(kind, true, card.name) }
            changed()
        case .cardGone(let card):
            for kind in bindings.accessories(card: card.id, number: card.number) { plug(kind, false) }
        }
    }

    /// Handles an event of the sound servers' devices. Any thread.
    package func handle(_ event: SinkMonitor.SinkEvent) {
        switch event {
        case .appeared(let name):
            for kind in bindings.accessories(sink: name) { plug(kind, true) }
            changed()
        case .gone(let name): for kind in bindings.accessories(sink: name) { plug(kind, false) }
        }
    }

    private func plug(_ kind: Accessory.Kind, _ isThere: Bool, _ name: String? = nil) {
        // A step may have reported it before.
        guard isConnected(kind) != isThere else { return }
        perform { world in
            isThere
                ? .accessoryConnected(Accessory(kind: kind, uid: nil, name: name.map { world.name($0) }))
                : .accessoryDisconnected(kind, uid: nil)
        }
        if isThere { changed() }
    }
}

/// Watches this machine's jacks, cards and sound servers, and reports plugs and unplugs to the arbiter.
package final class MachineWatch: Sendable {
    private let jacks: JackMonitor
    private let sinks: SinkMonitor

    /// Starts watching, and reports the accessories that are already plugged in.
    package init(_ plugs: MachinePlugs, jacks: JackMonitor, sinks: SinkMonitor) throws(Shortage) {
        (self.jacks, self.sinks) = (jacks, sinks)
        try jacks.start { plugs.handle($0) }
        try sinks.start { plugs.handle($0) }
    }

    /// Ends it, without waiting for its threads.
    package func stop() {
        jacks.stop()
        sinks.stop()
    }
}
