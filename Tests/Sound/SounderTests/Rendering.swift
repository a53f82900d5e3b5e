import Foundation
import Scratch
import SessionScenario
import SoundFiles
import Sounder

/// A scenario with pure tones, rendered and read back.
struct Rendering {
    /// One channel of the mix; both are the same.
    let mix: [Float]
    /// One channel of each sound's own file, by its name.
    let stems: [String: [Float]]
    /// The bytes of the mix's file.
    let bytes: Data

    static let rate = 48_000

    init(_ text: String) throws {
        let scratch = Scratch()
        let folder = scratch.url
        let scenario = try Scenario(text: text, file: "tones.yaml", duration: nil)
        let run = ScenarioRun(scenario)
        let path = folder.appendingPathComponent("mix.wav").path
        try OfflineRenderer(ReplayPlan(run), mix: path, stems: folder.path).render()
        mix = try Rendering.samples(path)
        bytes = try Data(contentsOf: URL(fileURLWithPath: path))
        var stems: [String: [Float]] = [:]
        for file in try FileManager.default.contentsOfDirectory(atPath: folder.path) where file != "mix.wav" {
            stems[file] = try Rendering.samples(folder.appendingPathComponent(file).path)
        }
        self.stems = stems
    }

    private static func samples(_ path: String) throws -> [Float] {
        let sound = try DecodedSound(path: path, rate: rate)
        return (0..<sound.frames).map { sound.samples[2 * $0] }
    }
}

extension [Float] {
    /// The peak in dBFS between two times in seconds.
    func peak(_ from: Double, _ to: Double) -> Double {
        let part = self[Int(from * 48_000)..<Int(to * 48_000)]
        return 20 * log10(Double(Swift.max(1e-9, part.reduce(0) { Swift.max($0, abs($1)) })))
    }

    /// Whether nothing at all is heard between two times in seconds.
    func isSilent(_ from: Double, _ to: Double) -> Bool {
        self[Int(from * 48_000)..<Int(to * 48_000)].allSatisfy { $0 == 0 }
    }

    /// The largest deviation from a sine of this frequency between two samples, in dB relative to full scale: what is
    /// left when the sine is predicted from the two samples before.
    func roughness(_ hertz: Double, _ from: Double, _ to: Double) -> Double {
        let k = Float(2 * cos(2 * .pi * hertz / 48_000))
        let start = Swift.max(2, Int(from * 48_000))
        let worst = (start..<Int(to * 48_000)).reduce(Float(0)) {
            Swift.max($0, abs(self[$1] - k * self[$1 - 1] + self[$1 - 2]))
        }
        return 20 * log10(Double(Swift.max(1e-9, worst)))
    }
}
