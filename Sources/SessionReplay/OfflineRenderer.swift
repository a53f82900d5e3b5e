import Mixer
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
    /// - Throws: `ReplayError`, with nothing left under any final name.
    public func render(mix: String?, stems: String?) throws(ReplayError) {
        try plan(mix: mix, stems: stems).render()
    }

    /// Names every file, and begins them all with room for what they will hold; nothing stands under its name yet.
    ///
    /// - Parameters:
    ///   - mix: The path of the mix; nil for none.
    ///   - stems: The folder of the stems; nil for none. It must exist.
    ///   - inputs: Files that must not be written over besides those of the score.
    /// - Throws: `ReplayError` about a file that cannot be written, that is read, or that would be written twice.
    public func plan(mix: String?, stems: String?, inputs: [String] = []) throws(ReplayError) -> Rendering {
        var outputs = mix.map { [$0] } ?? []
        if let stems { outputs += score.stemNames.map { "\(stems)/\($0)" } }
        try score.requireOpenFiles(besides: outputs.count)
        var writers: [WAVWriter]
        do throws(SoundFileError) {
            writers = try OutputPlan(outputs, inputs: score.inputs + inputs)
                .writers(rate: Replay.sampleRate, frames: Int(score.survey.end))
        } catch {
            throw .file(error)
        }
        let writer = mix == nil ? nil : writers.removeFirst()
        return try Rendering(score, mix: writer, stems: writers, isCancelled)
    }
}

/// A rendering that is ready to begin: its files are there, and have no names yet.
public final class Rendering {
    private static let longestPeriod = 4_096

    private let end: Int64
    private let isCancelled: () -> Bool
    private var performance: Performance
    private let mix: WAVWriter?
    private let stems: [WAVWriter]
    private let taps: [StemTap]
    /// So many frames at a time; the samples do not depend on it.
    private let period: Int
    /// The mix's block, then one per stem.
    private let memory: UnsafeMutablePointer<Float>
    /// How many frames of look-ahead come out before the first frame of the mix.
    private var latency: Int

    fileprivate init(
        _ score: Score, mix: WAVWriter?, stems: [WAVWriter], _ isCancelled: @escaping () -> Bool
    ) throws(ReplayError) {
        (self.mix, self.stems, self.isCancelled) = (mix, stems, isCancelled)
        end = score.survey.end
        performance = try Performance(score, framesAhead: 2 * Self.longestPeriod)
        latency = performance.mixer.latencyInFrames
        // With many stems each has a smaller share of the memory.
        period = max(256, min(Self.longestPeriod, 64 * Self.longestPeriod / (stems.count + 1)))
        let block = 2 * period
        memory = .allocate(capacity: (stems.count + 1) * block)
        let memory = memory
        taps = zip(score.survey.buses, stems.indices).map { entry, index in
            StemTap(bus: entry.bus, output: memory + (index + 1) * block)
        }
    }

    deinit { memory.deallocate() }

    /// Renders to the end, and puts all files under their names.
    ///
    /// - Throws: `ReplayError`, with nothing left under any name, and what stood there still there.
    public func render() throws(ReplayError) {
        var frame: Int64 = 0
        while let due = performance.nextFrame, due <= end {
            try render(due - frame, withStems: true)
            frame = due
            guard try performance.send(before: due + 1) else {
                throw .mixer("too many changes at once; split the scenario")
            }
        }
        try render(end - frame, withStems: true)
        // What the limiter still holds back belongs to the mix.
        try render(Int64(performance.mixer.latencyInFrames), withStems: false)
        if isCancelled() { throw .cancelled }
        do { try WAVWriter.finish((mix.map { [$0] } ?? []) + stems) } catch { throw .file(error) }
    }

    private func render(_ frames: Int64, withStems: Bool) throws(ReplayError) {
        var left = frames
        while left > 0 {
            if isCancelled() { throw .cancelled }
            let count = Int(min(left, Int64(period)))
            performance.fill()
            taps.withUnsafeBufferPointer { performance.mixer.render(into: memory, frames: count, stems: $0) }
            do throws(SoundFileError) { try write(count, withStems: withStems) } catch { throw .file(error) }
            try performance.readReports()
            if let failure = performance.streams.failure { throw .file(failure) }
            left -= Int64(count)
        }
    }

    private func write(_ count: Int, withStems: Bool) throws(SoundFileError) {
        let dropped = min(latency, count)
        latency -= dropped
        if count > dropped { try mix?.write(memory + dropped * 2, count: count - dropped) }
        guard withStems else { return }
        for (tap, stem) in zip(taps, stems) { try stem.write(tap.output, count: count) }
    }
}
