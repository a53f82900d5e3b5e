import Foundation
import Glibc
import SessionPolicy
import SessionWire

/// Many programs on one host, from outside: this program is all of them, and the host another.
enum BusBenchmark {
    static let all = [
        Benchmark(
            name: "bus.programs.share",
            about:
                "256 programs, each deciding ten times a second for 10 s: the host's share of a core in the median second, in "
                + "turn with a process that answers the same packets from the same loop and decides nothing",
            measure: programs)
    ]

    @Sendable
    static func programs(_ setup: Setup) throws -> [Figure] {
        let host = try BenchmarkHost(setup)
        defer { host.end() }
        let links = try (0..<256).map { try host.open("program\($0)") }
        for link in links { try ask(.changeCategory(.playback, mode: nil, options: .mixWithOthers), of: link) }
        let echo = try EchoPeer(setup, programs: links.count)
        defer { echo.end() }
        // A second of the one and a second of the other, so that both have the machine's good and bad moments.
        var (decided, echoed) = (Paced(), Paced())
        for second in 0..<10 {
            try decided.run(ofProcessor: host.processorSeconds) { round in
                try ask(.setActive((10 * second + round / 256) % 2 == 0, notifyOthers: false), of: links[round % 256])
            }
            try echoed.run(ofProcessor: echo.processorSeconds) { round in try echo.ask(round % 256) }
        }
        let peer = "an echo of the same packets"
        return [
            Figure(
                name: "bus.programs.share", value: decided.share * 100, unit: "% of a core", better: .lower, limit: 5,
                peers: [
                    peer: echoed.share * 100, "an answer, µs, 99th percentile": decided.times.percentile(0.99),
                    "an echo, µs, 99th percentile": echoed.times.percentile(0.99),
                ])
        ]
    }

    /// Asks what the policy grants; a refusal would be another measurement.
    private static func ask(_ call: AppCall, of link: HostLink) throws {
        if let refusal = try link.perform(call, explains: false).refusal { throw BusFailure.refused(refusal.sentence) }
    }

    /// The least that two threads need to tell each other something by packets, in microseconds.
    static func rawPackets() throws -> [Double] {
        var ends: [CInt] = [0, 0]
        guard socketpair(AF_UNIX, CInt(SOCK_SEQPACKET.rawValue), 0, &ends) == 0 else { throw BusFailure.noHost }
        let far = ends[1]
        Thread.detachNewThread {
            var bytes = [UInt8](repeating: 0, count: 64)
            while case let count = recv(far, &bytes, 64, 0), count > 0 { send(far, bytes, count, 0) }
            close(far)
        }
        defer { close(ends[0]) }
        var bytes = [UInt8](repeating: 0, count: 64)
        return (0..<20_000).map { _ in
            let before = Clock.monotonic.seconds
            send(ends[0], bytes, 20, 0)
            _ = recv(ends[0], &bytes, 64, 0)
            return (Clock.monotonic.seconds - before) * 1e6
        }
    }
}

/// Seconds in which 256 programs ask ten times each, evenly.
private struct Paced {
    /// The part of a core that the answers took, second by second.
    private var shares: [Double] = []
    /// The time of each answer, in microseconds.
    private(set) var times: [Double] = []

    /// The part of a core that the answers took in the median second: other programs disturb some seconds.
    var share: Double { shares.median }

    /// Asks for one second.
    ///
    /// - Parameter used: The processor time so far of the process that answers.
    mutating func run(ofProcessor used: @autoclosure () -> Double, _ ask: (Int) throws -> Void) rethrows {
        let (usedBefore, begin) = (used(), Clock.monotonic.seconds)
        for round in 0..<2_560 {
            let wait = begin + Double(round) / 2_560 - Clock.monotonic.seconds
            if wait > 0 { usleep(UInt32(wait * 1e6)) }
            let before = Clock.monotonic.seconds
            try ask(round)
            times.append((Clock.monotonic.seconds - before) * 1e6)
        }
        shares.append((used() - usedBefore) / (Clock.monotonic.seconds - begin))
    }
}

private enum BusFailure: Error {
    case noHost
    case refused(String)
}

/// A host of its own, as a child.
final class BenchmarkHost {
    private let child: Child
    /// Closed at its end: a link that stays open looks for the next host, and is a program there.
    private var links: [HostLink] = []

    init(_ setup: Setup) throws {
        let folder = setup.scratch + "/bus"
        mkdir(folder, 0o700)
        let path = folder + "/host"
        setenv(SocketPlace.variable, path, 1)
        child = try Child(setup.program, ["host", "--silent", "--rules", "modern", "--socket", path], onOneCore: false)
        for _ in 0..<5_000 {
            if (try? SocketPlace(given: path).checkHost()) != nil { return }
            usleep(1_000)
        }
        throw BusFailure.noHost
    }

    func open(_ app: String) throws -> HostLink {
        let inbox = UnreadInbox()
        guard let link = try HostLink.find(app, notices: inbox, scenes: inbox) else { throw BusFailure.noHost }
        links.append(link)
        return link
    }

    func end() {
        for link in links { link.close() }
        kill(child.pid, SIGTERM)
        var status: Int32 = 0
        waitpid(child.pid, &status, 0)
    }

    var processorSeconds: Double { child.cpuSeconds }
}

/// Takes what the host tells a program, and lets it go: only the answers are measured.
private final class UnreadInbox: NoticeReceiver, SceneReceiver {
    func receive(_ notice: AppNotice) {}
    func receive(_ scene: Scene) {}
}
