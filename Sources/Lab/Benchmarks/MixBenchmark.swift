import Foundation

/// Nanoseconds per voice and frame of mixing, in turn with the C limit and the peers.
struct MixBenchmark {
    /// A program or library that takes part.
    struct Entrant {
        let name: String
        let path: String
        let arguments: [String]
        /// The largest difference of its energy from the mixer's; nil where its work is known to differ.
        let tolerance: Double?
    }

    let name: String
    let about: String
    /// In the words of `Peers/client.h`.
    let work: String
    let voices: Int
    /// The ratio to the C limit that should be reached; nil for information.
    let reach: Double?
    var peers: [(peer: Peer, work: String, tolerance: Double?)] = []
    /// The mixer in other circumstances: its work and flags.
    var beside: [(name: String, work: String, flags: [String])] = []
    /// The figures that follow from the medians, by their entrants' names.
    var further: [@Sendable ([String: Double]) -> Figure] = []

    static let all: [Benchmark] =
        rows.map { row in
            Benchmark(name: row.name, about: row.about, measure: row.measure)
        } + [
            Benchmark(
                name: "mix.constant.4096", about: "4,096 voices with memory of their own, 1.6 GB for each program",
                measure: manyVoices)
        ]

    private static let rounds = 61
    private static let own = "Mixer"

    // Measured once by other means, on a Zen 4: a limit, not a measurement of this run.
    private static let miniaudioNanoseconds = 0.54

    private static var rows: [MixBenchmark] {
        [
            MixBenchmark(
                name: "mix.constant.64", about: "64 voices at constant gain", work: "constant", voices: 64, reach: 1.2,
                peers: [(.sdl, "constant", 1e-5), (.openAL, "constant", 1e-5)],
                beside: [("Mixer with its limiter", "constant", ["--limiter"])],
                further: [
                    { faster("mix.constant.64.overMiniaudio", $0, than: miniaudioNanoseconds, limit: 9) },
                    { faster("mix.constant.64.overOpenAL", $0, than: $0[Peer.openAL.name] ?? .nan, limit: 27) },
                    { faster("mix.constant.64.overSDL", $0, than: $0[Peer.sdl.name] ?? .nan, limit: 33) },
                ]),
            ramps(voices: 64, peers: [(.openAL, "ramp", nil)]),
            ramps(voices: 1, peers: []),
            commands(voices: 64),
            commands(voices: 1),
            MixBenchmark(
                name: "mix.linear.64", about: "64 voices from 44.1 to 48 kHz between two neighbours", work: "linear",
                voices: 64, reach: 1.25, peers: [(.sharedRate, "linear", 0.01), (.openAL, "linear", 0.01)]),
            MixBenchmark(
                name: "mix.sinc.64", about: "64 voices from 44.1 to 48 kHz through 16 taps", work: "sinc", voices: 64,
                reach: 1.3),
        ]
    }

    private static func ramps(
        voices: Int, peers: [(peer: Peer, work: String, tolerance: Double?)]
    ) -> MixBenchmark {
        let name = "mix.ramp.\(voices)"
        return MixBenchmark(
            name: name, about: "\(voices) \(voices == 1 ? "voice" : "voices") in a ramp all the time", work: "glide",
            voices: voices,
            reach: 1.2, peers: peers,
            beside: [("Mixer at constant gain", "constant", [])],
            further: [
                { medians in
                    Figure(
                        name: "\(name).overConstant",
                        value: (medians[own] ?? .nan) / (medians["Mixer at constant gain"] ?? .nan),
                        unit: "× constant gain", better: .lower, limit: 2)
                }
            ])
    }

    private static func commands(voices: Int) -> MixBenchmark {
        MixBenchmark(
            name: "mix.ramp.\(voices).commands",
            about: "\(voices) \(voices == 1 ? "voice" : "voices"), each given a new ramp by a command in every period",
            work: "ramp", voices: voices, reach: nil, beside: [("Mixer at constant gain", "constant", [])])
    }

    private static func faster(
        _ name: String, _ medians: [String: Double], than other: Double, limit: Double
    ) -> Figure {
        Figure(
            name: name, value: other / (medians[own] ?? .nan), unit: "times faster", better: .higher, limit: limit)
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
        let figure = Figure(
            name: name, value: blocks[0].median, unit: "ns per voice and frame", better: .lower,
            limit: blocks[1].median, pairedRatio: zip(blocks[0], blocks[1]).map { $0 / $1 }.median, reach: reach,
            peers: medians.filter { $0.key != Self.own })
        return [figure] + further.map { $0(medians) }
    }

    /// The mixer, the C limit, then everyone else.
    private func entrants(_ setup: Setup) throws -> [Entrant] {
        let words = ["\(voices)", "shared"]
        let mixer = Setup.sibling("Benchmarks")
        var entrants = [
            Entrant(name: Self.own, path: mixer, arguments: ["mixer", work] + words, tolerance: nil),
            // The resampling filters have the same length, not the same taps.
            Entrant(
                name: Peer.limit.name, path: try Peer.limit.build(setup), arguments: [work] + words,
                tolerance: work == "sinc" ? 0.01 : 1e-5),
        ]
        entrants += try peers.map {
            Entrant(
                name: $0.peer.name, path: try $0.peer.build(setup), arguments: [$0.work] + words,
                tolerance: $0.tolerance
            )
        }
        entrants += beside.map {
            Entrant(name: $0.name, path: mixer, arguments: ["mixer", $0.work] + words + $0.flags, tolerance: nil)
        }
        return entrants
    }

    // MARK: Many voices

    /// One program after the other, because each holds 1.6 GB.
    @Sendable
    private static func manyVoices(_ setup: Setup) throws -> [Figure] {
        let words = ["constant", "4096", "own"]
        let entrants = [
            (own, Setup.sibling("Benchmarks"), ["mixer"] + words),
            (Peer.limit.name, try Peer.limit.build(setup), words), (Peer.sdl.name, try Peer.sdl.build(setup), words),
            (Peer.openAL.name, try Peer.openAL.build(setup), words),
        ]
        var blocks: [String: [Double]] = [:]
        for _ in 0..<3 {
            for (name, path, arguments) in entrants {
                let program = try MeasuredProgram(path, arguments)
                blocks[name, default: []] += try (0..<15).map { _ in try program.block() }
                try program.end()
            }
        }
        let timesRealTime = blocks.mapValues { 1e9 / ($0.median * 48_000 * 4_096) }
        return [
            Figure(
                name: "mix.constant.4096", value: timesRealTime[own] ?? .nan, unit: "× real time, own buffers",
                better: .higher, limit: 7, peers: timesRealTime.filter { $0.key != own })
        ]
    }
}
