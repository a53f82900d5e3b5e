import Mixer
public import SessionPolicy
import SoundFiles

/// Renders a replay as fast as it goes, through the mixer that plays in real time.
///
/// The same score gives the same bytes: 48 kHz, stereo, 32-bit float. A machine without AVX2 and FMA rounds more often:
/// its last bits may differ.
public struct OfflineRenderer {
    private let score: Score
    private let isCancelled: () -> Bool

    /// Creates a renderer.
    ///
    /// - Parameters:
    ///   - score: What is rendered.
    ///   - isCancelled: Asked before every period; once true, the rendering ends with `ReplayError.cancelled`.
    public init(_ score: Score, isCancelled: @escaping () -> Bool = { false }) {
        self.score = score
        self.isCancelled = isCancelled
    }

    /// Writes the mix, the stems, or both.
    ///
    /// - Parameters:
    ///   - mix: The path of the mix; nil for none.
    ///   - stems: The folder of the stems, one file per sound; nil for none. It must exist.
    /// - Returns: The length of each file.
    /// - Throws: `ReplayError`, with nothing left under any final name.
    @discardableResult
    public func render(mix: String?, stems: String?) throws(ReplayError) -> Length {
        let plan = try Plan(score)
        do {
            let run = try Run(plan, mix: mix, stems: stems, stemName: score.stemName(of:))
            try run.render(isCancelled)
        } catch let error as SoundFileError {
            throw .file(error)
        } catch let error as ReplayError {
            throw error
        } catch {
            throw .mixer("\(error)")
        }
        return Length(nanoseconds: plan.end * 1_000_000_000 / Int64(Plan.sampleRate))
    }
}

/// One run of the mixer into files.
private final class Run {
    private static let period = 4_096

    private let plan: Plan
    private let mixer: Mixer
    private let mix: WAVWriter?
    private var stems: [WAVWriter] = []
    private let taps: [StemTap]
    /// The mix's block, then one per stem.
    private let memory: UnsafeMutablePointer<Float>
    /// How many frames of look-ahead come out before the first frame of the mix.
    private var latency: Int

    init(_ plan: Plan, mix: String?, stems folder: String?, stemName: (SoundReference) -> String) throws {
        self.plan = plan
        mixer = try plan.mixer()
        latency = mixer.latencyInFrames
        let tapped = folder == nil ? [] : plan.buses
        let block = Self.period * 2
        memory = .allocate(capacity: (tapped.count + 1) * block)
        let memory = memory
        taps = tapped.enumerated().map { StemTap(bus: $1.bus, output: memory + ($0 + 1) * block) }
        self.mix = try mix.map { try WAVWriter(path: $0, rate: Plan.sampleRate) }
        if let folder {
            stems = try tapped.map { try WAVWriter(path: "\(folder)/\(stemName($0.sound)).wav", rate: Plan.sampleRate) }
        }
    }

    deinit { memory.deallocate() }

    func render(_ isCancelled: () -> Bool) throws {
        var frame: Int64 = 0
        for (due, command) in plan.commands where due <= plan.end {
            try render(due - frame, isCancelled)
            frame = due
            guard try mixer.take(command) else {
                throw ReplayError.mixer("too many changes at once; split the scenario")
            }
        }
        try render(plan.end - frame, isCancelled)
        for stem in stems { try stem.finish() }
        stems = []
        // What the limiter still holds back belongs to the mix.
        try render(Int64(mixer.latencyInFrames), isCancelled)
        try mix?.finish()
    }

    private func render(_ frames: Int64, _ isCancelled: () -> Bool) throws {
        var left = Int(frames)
        while left > 0 {
            if isCancelled() { throw ReplayError.cancelled }
            let count = min(left, Self.period)
            taps.withUnsafeBufferPointer { mixer.render(into: memory, frames: count, stems: $0) }
            let dropped = min(latency, count)
            latency -= dropped
            if count > dropped { try mix?.write(memory + dropped * 2, count: count - dropped) }
            for (tap, stem) in zip(taps, stems) { try stem.write(tap.output, count: count) }
            try mixer.readReports()
            left -= count
        }
    }
}
