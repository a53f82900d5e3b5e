package import SessionWire

/// The sound servers of a login: PipeWire by its native protocol, and PulseAudio. Both may run, each with its own
/// programs. PulseAudio's protocol reaches PipeWire, too, and measures its streams. Used only on the loop's thread.
package final class SoundServers: StreamServer {
    private let pipeWire: PipeWireServer?
    private let pulse: StreamVolumes?
    /// The measured streams of PipeWire.
    private var measured: Set<UInt32> = []
    package var whenNews: (StreamNews) -> Void = { _ in }

    private var servers: [any StreamServer] {
        let servers: [(any StreamServer)?] = [pipeWire, pulse]
        return servers.compactMap(\.self)
    }

    /// Creates clients of the servers.
    /// - Parameters:
    ///   - loop: The loop on whose thread all closures are called.
    ///   - journal: The path of the journal of lowered streams, which the successor of a killed host reads; nil keeps
    ///     none.
    ///   - say: Called with messages for the person who runs the host.
    package init(on loop: EventLoop, journal: String? = nil, say: @escaping (String) -> Void) {
        pipeWire = PipeWireServer(on: loop, say: say)
        pulse = PulseServer(on: loop).map {
            StreamVolumes($0, lock: ServerLock(on: loop, say: say), journal: journal.flatMap { StreamJournal($0) })
        }
        pulse?.whenConnected = { [unowned self] in
            if isMeasurable { for index in measured.sorted() { measure(index, isOn: true) } }
        }
    }

    /// Whether PulseAudio's protocol reaches the same PipeWire.
    private var isMeasurable: Bool {
        pulse?.identity?.isPipeWire == true && pulse?.identity?.cookie == pipeWire?.cookie
    }

    package func begin() {
        for server in servers {
            server.whenNews = { [unowned self] news in
                if case .sounding(let index, let isSounding) = news, isMeasurable {
                    whenNews(.sounding(index | PipeWireServer.firstIndex, isSounding))
                } else {
                    whenNews(news)
                }
            }
        }
        for server in servers { server.begin() }
    }

    package var isAtRest: Bool { servers.allSatisfy(\.isAtRest) }
    package var hasLooked: Bool { servers.allSatisfy(\.hasLooked) }

    private func server(of index: UInt32) -> (any StreamServer)? {
        index >= PipeWireServer.firstIndex ? pipeWire : pulse
    }

    package func measure(_ index: UInt32, isOn: Bool) {
        let server = server(of: index)
        guard server === pipeWire else { return server?.measure(index, isOn: isOn) ?? () }
        if isOn { measured.insert(index) } else { measured.remove(index) }
        guard isMeasurable else { return pipeWire?.measure(index, isOn: isOn) ?? () }
        pulse?.measure(index & ~PipeWireServer.firstIndex, isOn: isOn)
    }

    package func part(of index: UInt32) -> Double { server(of: index)?.part(of: index) ?? 1 }

    package func set(part: Double, onTheWayTo aim: Double, of index: UInt32) {
        server(of: index)?.set(part: part, onTheWayTo: aim, of: index)
    }

    package func close() { for server in servers { server.close() } }
}
