import Foundation
import SoundFiles

/// Measures the rendering of scenarios, decoding included.
enum ReplayBenchmark {
    private static let runs = 9

    /// The four scenarios one after another, each in a process of its own on one core, by the processor time it takes;
    /// the best of some runs, because whatever else the machine does can only slow it down. The wall clock, which a busy
    /// neighbour on the same core moves, stands beside it.
    static func timesRealTime(_ setup: Setup) throws -> [Figure] {
        var best = (cpu: Double.infinity, wall: Double.infinity)
        var rendered = 0.0
        for _ in 0..<runs {
            var (cpu, wall) = (0.0, 0.0)
            rendered = 0
            for scenario in setup.documented {
                let wav = "\(setup.scratch)/replay.wav"
                let usage = try Child.run(setup.program, ["replay", scenario, "--wav", wav, "--quiet"])
                cpu += usage.cpuSeconds
                wall += usage.wallSeconds
                rendered += try seconds(of: wav)
            }
            best = (min(best.cpu, cpu), min(best.wall, wall))
        }
        return [
            Figure(
                name: "replay.timesRealTime", value: rendered / best.cpu, unit: "× real time, processor",
                better: .higher, limit: 500, peers: ["by the wall clock": rendered / best.wall])
        ]
    }

    private static func seconds(of path: String) throws -> Double {
        guard let seconds = try probe(path).seconds else { throw BenchmarkError("\(path) does not tell its length.") }
        return seconds
    }
}
