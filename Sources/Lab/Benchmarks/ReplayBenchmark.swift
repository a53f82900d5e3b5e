import Foundation
import SessionScenario
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

    /// The largest peak of any scenario, less the bytes of the sounds it decodes.
    static func megabytes(_ setup: Setup) throws -> [Figure] {
        let beyondSounds = try setup.everyScenario().map { scenario in
            let wav = "\(setup.scratch)/replay.wav"
            let peak = try Child.run(setup.program, ["replay", scenario, "--wav", wav, "--quiet"]).peakBytes
            return Double(peak - (try decodedBytes(of: scenario))) / 1e6
        }
        return [
            Figure(
                name: "replay.megabytes", value: beyondSounds.max() ?? .nan, unit: "MB beyond decoded sounds",
                better: .lower, limit: 64)
        ]
    }

    /// The size of the scenario's sound files in memory: stereo 32-bit float at 48 kHz, each file once. Tones are not
    /// counted, though a program that keeps them in memory needs room for them, too.
    private static func decodedBytes(of scenario: String) throws -> Int {
        let sounds = try Scenario(file: scenario, duration: nil).sounds
        let files = Set(
            sounds.compactMap { entry in
                if case .file(let path, _) = entry.sound { path } else { nil }
            })
        return try files.reduce(0) { bytes, file in
            bytes + Int(try seconds(of: file) * 48_000) * 2 * MemoryLayout<Float>.stride
        }
    }

    private static func seconds(of path: String) throws -> Double {
        guard let seconds = try probe(path).seconds else { throw BenchmarkError("\(path) does not tell its length.") }
        return seconds
    }
}
