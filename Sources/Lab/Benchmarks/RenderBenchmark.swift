import Foundation

/// An offline render of a FLAC file at 44.1 kHz, from file to file, beside what libsndfile and libsoxr need for the same
/// without a mixer.
enum RenderBenchmark {
    private static let rounds = 9
    private static let seconds = 180

    @Sendable
    static func shareOfLimit(_ setup: Setup) throws -> [Figure] {
        let files = try Peer.files.build(setup)
        let (flac, wav) = ("\(setup.scratch)/song.flac", "\(setup.scratch)/song.wav")
        try Child.run(files, ["make", flac, "\(seconds)"])
        let scenario = "\(setup.scratch)/render.yaml"
        let text = """
            scenario: One file
            rules: modern
            sounds:
              song: {file: song.flac}
            steps:
              - {at: 0, do: launch, app: ipod, kind: system}
              - {at: 0, do: play, app: ipod, sound: song}
              - {at: \(seconds), do: wait}

            """
        try text.write(toFile: scenario, atomically: false, encoding: .utf8)
        // The best of some rounds: other programs on the machine can only slow it down.
        var best = (own: Double.infinity, written: Double.infinity, dropped: Double.infinity)
        for _ in 0..<rounds {
            let own = try Child.run(setup.program, ["replay", scenario, "--wav", wav, "--quiet"]).cpuSeconds
            let written = try Child.run(files, ["limit", flac, wav]).cpuSeconds
            let dropped = try Child.run(files, ["limit", flac]).cpuSeconds
            best = (min(best.own, own), min(best.written, written), min(best.dropped, dropped))
        }
        return [
            Figure(
                name: "render.shareOfLimit", value: best.written / best.own, unit: "share, file to file",
                better: .higher, limit: 0.8,
                peers: [
                    "audiosession, × real time": Double(seconds) / best.own,
                    "libsndfile + libsoxr, × real time": Double(seconds) / best.written,
                    "libsndfile + libsoxr without writing, × real time": Double(seconds) / best.dropped,
                ])
        ]
    }
}
