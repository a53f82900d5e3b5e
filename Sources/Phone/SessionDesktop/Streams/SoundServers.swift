package import SessionWire

/// The sound servers of a login: PipeWire by its own protocol, and PulseAudio, or PipeWire where only PulseAudio's
/// protocol reaches it. Both may run, each with programs of its own; a server that both protocols reach is governed by
/// its own. All members are used on the loop's thread.
package final class SoundServers: StreamServer {
    private let pipeWire: PipeWireServer?
    private let pulse: StreamVolumes?
    /// The streams of PipeWire that are to be measured, by their numbers in PulseAudio's protocol.
    private var measured: [UInt32: UInt32] = [:]
    /// Whether PulseAudio's protocol reaches the same PipeWire.
    private var isPipeWireMeasurable = false
    /// The number of servers of which it is not known yet which streams they have.
    private var questions = 0
    package var whenNews: (StreamNews) -> Void = { _ in }
    package var whenAtRest: () -> Void = {}
    package var whenSaid: (String) -> Void = { _ in } {
        didSet { for server in servers { server.whenSaid = whenSaid } }
    }

    private var servers: [any StreamServer] {
        let servers: [(any StreamServer)?] = [pipeWire, pulse]
        return servers.compactMap(\.self)
    }

    /// Describes the servers.
    /// - Parameters:
    ///   - loop: The loop on whose thread all closures are called.
    ///   - journal: The path of the file of lowered streams, for the host that follows one that was killed; nil keeps none.
    package init(on loop: EventLoop, journal: String? = nil) {
        pipeWire = PipeWireServer(on: loop)
        pulse = PulseServer(on: loop).map {
            StreamVolumes($0, lock: ServerLock(on: loop), journal: journal.flatMap { StreamJournal($0) })
        }
        pulse?.isGovernedOtherwise = { [unowned self] identity in
            guard identity.isPipeWire, let pipeWire else { return false }
            guard pipeWire.isDecided else { return nil }
            isPipeWireMeasurable = pipeWire.cookie == identity.cookie
            if isPipeWireMeasurable { for serial in measured.keys.sorted() { pulse?.measure(serial, isOn: true) } }
            return isPipeWireMeasurable
        }
        pipeWire?.whenDecided = { [unowned self] in pulse?.reconsider() }
    }

    package func begin() {
        questions = servers.count
        if servers.isEmpty { whenNews(.looked) }
        for server in servers {
            server.whenNews = { [unowned self] news in
                switch news {
                case .looked:
                    questions -= 1
                    if questions == 0 { whenNews(.looked) }
                case .sounding(let index, let isSounding): whenNews(.sounding(measured[index] ?? index, isSounding))
                default: whenNews(news)
                }
            }
            server.whenAtRest = { [unowned self] in if isAtRest { whenAtRest() } }
        }
        for server in servers { server.begin() }
    }

    package var isAtRest: Bool { servers.allSatisfy(\.isAtRest) }

    private func server(of index: UInt32) -> (any StreamServer)? {
        index >= PipeWireServer.firstIndex ? pipeWire : pulse
    }

    package func measure(_ index: UInt32, isOn: Bool) {
        guard index >= PipeWireServer.firstIndex else { return pulse?.measure(index, isOn: isOn) ?? () }
        for (serial, known) in measured where known == index && !isOn {
            measured[serial] = nil
            pulse?.measure(serial, isOn: false)
        }
        guard isOn else { return }
        if let serial = pipeWire?.serial(of: index), let pulse {
            measured[serial] = index
            if isPipeWireMeasurable { return pulse.measure(serial, isOn: true) }
        }
        pipeWire?.measure(index, isOn: true)
    }

    package func part(of index: UInt32) -> Double { server(of: index)?.part(of: index) ?? 1 }

    package func set(part: Double, onTheWayTo aim: Double, of index: UInt32) {
        server(of: index)?.set(part: part, onTheWayTo: aim, of: index)
    }

    package func close() { for server in servers { server.close() } }
}
