import Foundation

/// Nanoseconds per voice and frame of mixing, in turn with the C limit and the peers.
struct MixBenchmark {
    /// A program or library that takes part.
    struct Entrant {
        let name: String
        let path: String
        let arguments: [String]
        /// The largest difference of its energy from the mixer's, or nil if its work is known to differ.
        let tolerance: Double?
    }

    let name: String
    let about: String
    /// The ratio to the C limit that should be reached.
    let reach: Double
    let peers: [Peer]
    /// The mixer in other circumstances: its flags.
    let beside: [(name: String, flags: [String])]

    static let all: [Benchmark] =
        rows.map { row in
            Benchmark(name: row.name, about: row.about, measure: row.measure)
        }

    private static let rounds = 61
    private static let own = "Mixer"

    private static var rows: [MixBenchmark] {
        [
            MixBenchmark(
                name: "mix.constant.64", about: "64 voices at constant gain", reach: 1.2,
                peers: [.sdl, .openAL, .miniaudio], beside: [("Mixer with its limiter", ["--limiter"])])
        ]
    }

    @Sendable
    private func measure(_ setup: Setup) throws -> [Figure] {
        let entrants = try entrants(setup)
        let programs = try entrants.map { try MeasuredProgram($0.path, $0.arguments) }
        for (entrant, program) in zip(entrants, programs) {
            guard let tolerance = entrant.tolerance else { continue }
            guard abs(program.energy / programs[0].energy - 1) <= tolerance else {
                throw BenchmarkError(
                    "\(entrant.name) does other work: energy \(program.energy), not \(programs[0].energy).")
            }
        }
        var blocks = entrants.map { _ in [Double]() }
        for round in 0..<Self.rounds + 3 {
            for (index, program) in programs.enumerated() {
                let block = try program.block()
                if round >= 3 { blocks[index].append(block) }
            }
        }
        for program in programs { try program.end() }

        let medians = Dictionary(
            zip(entrants.map(\.name), blocks.map(\.median)), uniquingKeysWith: { first, _ in first })
        return [
            Figure(
                name: name, value: blocks[0].median, unit: "ns per voice and frame", better: .lower,
                limit: blocks[1].median, pairedRatio: zip(blocks[0], blocks[1]).map { $0 / $1 }.median, reach: reach,
                peers: medians.filter { $0.key != Self.own })
        ]
    }

    /// The mixer, the C limit, then the other programs.
    private func entrants(_ setup: Setup) throws -> [Entrant] {
        let words = ["64"]
        let mixer = Setup.sibling("Benchmarks")
        var entrants = [
            Entrant(name: Self.own, path: mixer, arguments: ["mixer"] + words, tolerance: nil),
            Entrant(
                name: Peer.limit.name, path: try Peer.limit.build(setup), arguments: words, tolerance: 1e-5),
        ]
        entrants += try peers.filter(\.isAvailable).map {
            Entrant(name: $0.name, path: try $0.build(setup), arguments: words, tolerance: 1e-5)
        }
        entrants += beside.map {
            Entrant(name: $0.name, path: mixer, arguments: ["mixer"] + words + $0.flags, tolerance: nil)
        }
        return entrants
    }
}
