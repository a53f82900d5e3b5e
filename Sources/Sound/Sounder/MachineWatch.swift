package import ALSADevice
package import SessionPolicy
package import System

/// The accessories plugged into this machine and pulled out of it, as control calls to the arbiter.
package struct MachinePlugs: Sendable {
    /// The device that is told, and the machine on which it is heard. Each member is called on threads of monitors.
    package struct Device: Sendable {
        /// Returns whether an accessory of a kind is connected already, as a step may have said before.
        package let isConnected: @Sendable (Accessory.Kind) -> Bool
        /// Takes the control call for a plug or an unplug.
        package let perform: @Sendable (ControlCall) -> Void
        /// Is called when a device may be there that was not.
        package let changed: @Sendable () -> Void

        /// Describes a device.
        package init(
            isConnected: @escaping @Sendable (Accessory.Kind) -> Bool,
            perform: @escaping @Sendable (ControlCall) -> Void, changed: @escaping @Sendable () -> Void
        ) {
            (self.isConnected, self.perform, self.changed) = (isConnected, perform, changed)
        }
    }

    private let bindings: Bindings
    private let device: Device

    /// Tells nothing yet.
    ///
    /// - Parameters:
    ///   - bindings: Which accessories the machine's jacks, cards and servers' devices stand for.
    ///   - device: The device that is told.
    package init(_ bindings: Bindings, _ device: Device) { (self.bindings, self.device) = (bindings, device) }

    /// Takes what a monitor of the cards tells. Any thread.
    package func take(_ event: JackMonitor.Event) {
        switch event {
        case .plugged(let jack), .unplugged(let jack):
            let isThere = if case .plugged = event { true } else { false }
            let bound = Bindings.Jack(card: jack.card.id, control: jack.control)
            guard let kind = bindings.accessory(jack: bound, cardNumber: jack.card.number) else { return }
            plug(kind, isThere)
        case .cardAppeared(let card):
            for kind in bindings.accessories(card: card.id, number: card.number) { plug(kind, true, card.name) }
            device.changed()
        case .cardGone(let card):
            for kind in bindings.accessories(card: card.id, number: card.number) { plug(kind, false) }
        }
    }

    /// Takes what a monitor of sound servers' devices tells. Any thread.
    package func take(_ event: SinkMonitor.Event) {
        switch event {
        case .appeared(let name):
            for kind in bindings.accessories(sink: name) { plug(kind, true) }
            device.changed()
        case .gone(let name): for kind in bindings.accessories(sink: name) { plug(kind, false) }
        }
    }

    private func plug(_ kind: Accessory.Kind, _ isThere: Bool, _ name: String? = nil) {
        // A script may have said so before.
        guard device.isConnected(kind) != isThere else { return }
        device.perform(isThere ? .connect(kind, uid: nil, name: name) : .disconnect(kind, uid: nil))
        if isThere { device.changed() }
    }
}

/// Watches this machine's jacks, cards and sound servers, and tells the arbiter what is plugged in and pulled out.
package final class MachineWatch: Sendable {
    private let jacks: JackMonitor
    private let sinks: SinkMonitor

    /// Begins to watch: accessories that are plugged in already are told at once.
    ///
    /// - Parameters:
    ///   - bindings: Which accessories the machine's jacks, cards and servers' devices stand for.
    ///   - device: The device that is told.
    /// - Throws: `Shortage` where there is no thread or file to be had.
    package convenience init(_ bindings: Bindings, _ device: MachinePlugs.Device) throws(Shortage) {
        try self.init(
            MachinePlugs(bindings, device), jacks: JackMonitor(), sinks: SinkMonitor(bindings.sinks))
    }

    /// Begins to watch with given monitors.
    package init(_ plugs: MachinePlugs, jacks: JackMonitor, sinks: SinkMonitor) throws(Shortage) {
        (self.jacks, self.sinks) = (jacks, sinks)
        try jacks.start { plugs.take($0) }
        try sinks.start { plugs.take($0) }
    }

    /// Ends it, without waiting for its threads.
    package func stop() {
        jacks.stop()
        sinks.stop()
    }
}
