import Foundation

/// `Tests/Figures.md`: one run, with the machine it ran on and how it was measured.
struct Document {
    let report: FigureTable
    let facts: [(name: String, value: String)]
    /// The load of the machine before and after.
    let load: (before: Double, after: Double)
    let benchmarks: [Benchmark]
    /// The sections of other commands and of people, as they are in the document that is replaced.
    let sections: String

    /// Returns the text between the marks of the sections that this command does not write; empty marks if there is
    /// none.
    ///
    /// - Parameter document: The text of the document so far.
    static func sections(in document: String) -> String {
        ["duck-bench", "plugin-bench", "page-bench", "proof"].map { name in
            let (begin, end) = ("<!-- \(name) -->", "<!-- /\(name) -->")
            guard let first = document.range(of: begin),
                let last = document.range(of: end, range: first.upperBound..<document.endIndex)
            else { return "\(begin)\n\(end)" }
            return String(document[first.lowerBound..<last.upperBound])
        }.joined(separator: "\n\n")
    }

    var text: String {
        """
        # Benchmarks

        Written by `make bench`; a figure belongs to the machine it was measured on. \
        The load of the machine was \(FigureTable.text(load.before)) before and \(FigureTable.text(load.after)) after.

        \(Self.table(["machine", ""], facts.map { [$0.name, $0.value] }))

        ## Figures

        \(Self.table(["what", "value", "unit", "reach", "ratio", "", "others"], report.figures.map(Self.row)))

        The ratio is the value over what it is held against; the reach says what the ratio must not exceed, or must \
        reach.

        \(sections)

        ## How it is measured

        \(Self.method)

        \(benchmarks.map { "- `\($0.name)`: \($0.about)" }.joined(separator: "\n"))

        """
    }

    private static let method = """
        **Mixing.** Stereo float voices at 48 kHz in periods of 256 frames, no device. Every program is a process of its own \
        on the same core and does about 10 ms of work when it is told to; they take turns, block by block, 61 times. What \
        counts is the processor time of the thread. The value is the median of the blocks, the ratio the median of the \
        ratios to the C limit's block of the same turn, so that a bad moment of the machine meets both. All voices read \
        the same second of noise in step, which stays in the nearest cache: this measures computing. The first eight periods must have the same energy, or the row is refused: to one part in 100,000; the variants of the mixer are not held to it. The mixer is measured with its \
        limiter off, as the C limit and SDL2_mixer have none and OpenAL's is off; the limiter stands beside it.

        **The C limit** (`Tests/Benchmarks/Peers/limit.c`) adds voices that never start or end, without buses or \
        commands, with fused multiply-add in AVX2. **SDL2_mixer** has whole-number volumes and \
        resamples when it loads. **OpenAL Soft** runs on its loopback device with direct channels, without \
        limiter, **miniaudio** as an engine without a device, where its header is installed.

        **Processes.** `start.check` takes turns with a static Swift program of one subcommand, 101 times, wall time from \
        start to end, median of the pairwise ratios. `replay.timesRealTime` is by processor time on \
        one core, the best of nine rounds, the wall clock beside it.
        """

    private static func row(_ figure: Figure) -> [String] {
        let others = figure.peers.sorted { $0.key < $1.key }.map { "\($0.key) \(FigureTable.text($0.value))" }
        return [
            "`\(figure.name)`", FigureTable.text(figure.value), figure.unit, FigureTable.reach(figure),
            FigureTable.text(figure.ratio), FigureTable.verdict(figure), others.joined(separator: "; "),
        ]
    }

    private static func table(_ header: [String], _ rows: [[String]]) -> String {
        ([header, header.map { _ in "---" }] + rows).map { "| " + $0.joined(separator: " | ") + " |" }
            .joined(separator: "\n")
    }
}
