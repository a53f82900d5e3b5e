public import ALSADevice
import SessionPolicy
public import SessionSound
import SessionWorld

/// What the machine tells.
public enum MachineFact: Hashable, Sendable {
    case jack(Bindings.Jack, cardNumber: Int, isPlugged: Bool)
    /// `id` is the card's short name.
    case card(id: String, number: Int, name: String, isThere: Bool)
    /// A device of a sound server that has neither card nor jack, by the name it is opened by.
    case sink(String, isThere: Bool)
    /// Somebody else has turned a control.
    case level(Bindings.Volume, HardwareVolume.Change)
}

extension LiveSession {
    /// Takes a fact of the machine: what is plugged in or pulled out, and who turned which control.
    ///
    /// - Parameter fact: The fact. Where it takes away what plays now, nothing that the device holds is heard any more
    ///   before this returns.
    public func take(_ fact: MachineFact) {
        switch fact {
        case .jack(let jack, let number, let isPlugged):
            guard let kind = bindings.accessory(jack: jack, cardNumber: number) else { return }
            isPlugged ? plug(kind, name: nil) : unplug(kind)
        case .card(let id, let number, let name, let isThere):
            for kind in bindings.accessories(card: id, number: number) {
                isThere ? plug(kind, name: name) : unplug(kind)
            }
            if isThere { sounder.retryNow() }
        case .sink(let name, let isThere):
            for kind in bindings.accessories(sink: name) {
                isThere ? plug(kind, name: nil) : unplug(kind)
            }
            if isThere { sounder.retryNow() }
        case .level(let volume, let change):
            advance()
            sounder.hear(change, of: volume)
            followFacts()
        }
    }

    private func plug(_ kind: Accessory.Kind, name: String?) {
        advance()
        // A script may have said so before.
        guard !isThere(kind) else { return }
        let accessory = Accessory(kind: kind, name: name.map { world.name($0) })
        take(kind.isWired ? .plug : .connect, .accessoryConnected(accessory))
        sounder.retryNow()
    }

    private func unplug(_ kind: Accessory.Kind) {
        guard isThere(kind) else { return }
        take(kind.isWired ? .unplug : .disconnect, .accessoryDisconnected(kind, uid: nil))
    }

    private func isThere(_ kind: Accessory.Kind) -> Bool {
        world.state.accessories.contains { $0.kind == kind }
    }
}

extension MachineFact {
    /// The same as a monitor of the cards tells it.
    public init(_ event: JackMonitor.Event) {
        switch event {
        case .cardAppeared(let card): self = .card(id: card.id, number: card.number, name: card.name, isThere: true)
        case .cardGone(let card): self = .card(id: card.id, number: card.number, name: card.name, isThere: false)
        case .plugged(let jack): self = Self.jack(jack, isPlugged: true)
        case .unplugged(let jack): self = Self.jack(jack, isPlugged: false)
        }
    }

    /// The same as a monitor of sound servers' devices tells it.
    public init(_ event: SinkMonitor.Event) {
        switch event {
        case .appeared(let name): self = .sink(name, isThere: true)
        case .gone(let name): self = .sink(name, isThere: false)
        }
    }

    private static func jack(_ jack: JackMonitor.Jack, isPlugged: Bool) -> MachineFact {
        .jack(
            Bindings.Jack(card: jack.card.id, control: jack.control), cardNumber: jack.card.number,
            isPlugged: isPlugged)
    }
}
