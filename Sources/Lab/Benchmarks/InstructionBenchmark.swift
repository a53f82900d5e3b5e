import Foundation

/// Counts instructions per voice and frame, which other programs do not change: those of 100 more periods under
/// callgrind.
enum InstructionBenchmark {
    private static let voices = 64
    private static let periods = (few: 16, many: 116)

    static let all: [Benchmark] = [
        row("instructions.constant", work: "constant", limit: 0.8, peers: [(.sdl, "constant"), (.openAL, "constant")]),
        row("instructions.ramp", work: "glide", limit: 1.9, peers: [(.openAL, "ramp")]),
        row("instructions.linear", work: "linear", limit: 9, peers: [(.openAL, "linear")]),
    ]

    private static func row(
        _ name: String, work: String, limit: Double, peers: [(peer: Peer, work: String)]
    ) -> Benchmark {
        Benchmark(
            name: name,
            about: "counting what 64 voices execute, the work of `mix.\(work == "glide" ? "ramp" : work).64`"
        ) { setup in
            // This version of valgrind cannot read the debug information of the toolchain.
            let stripped = "\(setup.scratch)/stripped"
            try Child.run(Tool.need("strip"), ["-o", stripped, Setup.sibling("Benchmarks")])
            var counts: [String: Double] = [:]
            for (peer, work) in [(.limit, work)] + peers {
                counts[peer.name] = try count(try peer.build(setup), [work], setup)
            }
            return [
                Figure(
                    name: name, value: try count(stripped, ["mixer", work], setup),
                    unit: "instructions per voice and frame", better: .lower, limit: limit, peers: counts)
            ]
        }
    }

    private static func count(_ program: String, _ words: [String], _ setup: Setup) throws -> Double {
        let few = try total(program, words, periods.few, setup)
        let many = try total(program, words, periods.many, setup)
        return (many - few) / Double((periods.many - periods.few) * voices * 256)
    }

    private static func total(_ program: String, _ words: [String], _ periods: Int, _ setup: Setup) throws -> Double {
        let log = "\(setup.scratch)/callgrind"
        try Child.run(
            Tool.need("valgrind"),
            ["--tool=callgrind", "--callgrind-out-file=/dev/null", "--log-file=\(log)", program] + words
                + ["\(voices)", "shared", "\(periods)"])
        let lines = try String(contentsOfFile: log, encoding: .utf8).split(separator: "\n")
        let collected = lines.first { $0.contains("Collected :") }?.split(separator: " ").last
        guard let total = collected.flatMap({ Double($0) }) else {
            throw BenchmarkError("callgrind counted nothing in \(program).")
        }
        return total
    }
}
