package import SessionWire

/// The sound servers of a login: PipeWire by its native protocol, and PulseAudio, or PipeWire if only PulseAudio's
/// protocol reaches it. Both may run, each with its own programs; a server that both protocols reach is governed by its
/// native one. Used only on the loop's thread.
package final class SoundServers: StreamServer {
    private let pipeWire: PipeWireServer?
    private let pulse: StreamVolumes?
    private var measured: [UInt32: UInt32] = [:]
    /// Whether PulseAudio's protocol reaches the same PipeWire.
    private var isPipeWireMeasurable = false
    /// The number of servers whose streams are not known yet.
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

    /// Creates clients of the servers.
    /// - Parameters:
    ///   - loop: The loop on whose thread all closures are called.
    ///   - journal: The path of the journal of lowered streams, which the successor of a killed host reads; nil keeps
    ///     none.
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
