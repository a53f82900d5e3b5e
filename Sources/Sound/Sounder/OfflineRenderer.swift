import Mixer
public import SoundFiles

/// The parts of a rendering that a report needs.
public struct Listening {
    /// The longest story for which a report includes sound, in seconds.
    public static let longest = 3_600.0

    /// The number of columns of peaks for each sound, 1 or more.
    let columns: Int
    /// Receives the mix as interleaved stereo and a number of frames.
    let mix: (UnsafePointer<Float>, Int) -> Void

    /// Describes what to collect.
    ///
    /// - Parameters:
    ///   - columns: The number of columns of peaks for each sound, 1 or more.
    ///   - mix: Receives the mix in order, as interleaved stereo and a number of frames.
    public init(columns: Int, mix: @escaping (UnsafePointer<Float>, Int) -> Void = { _, _ in }) {
        (self.columns, self.mix) = (columns, mix)
    }
}

/// Renders a replay as fast as possible, through the real-time mixer.
///
/// Equal replays give equal bytes: 48 kHz, stereo, 32-bit float. On a machine without AVX2 and FMA the last bits may
/// differ. Files appear under their names when they are complete.
public final class OfflineRenderer {
    private static let longestPeriod = 4_096

    private let end: Int64
    private let isCancelled: () -> Bool
    private var report: (Double) -> Void = { _ in }
    private var replay: RunningReplay
    private let feeders: Feeders
    private let sounds: SoundLibrary
    private let mix: WAVWriter?
    private let stems: [WAVWriter]
    private let taps: [StemTap]
    /// The number of frames rendered at a time; the samples do not depend on it.
    private let period: Int
    /// The mix's block, then one per stem.
    private let memory: UnsafeMutablePointer<Float>
    /// The number of frames of look-ahead that come out before the first frame of the mix.
    private var latency: Int
    private let listening: Listening?
    private let labels: [String]
    private var heard: Peaks
    private var frame: Int64 = 0

    /// Creates every file and reserves its space; no file has its name yet.
    ///
    /// - Parameters:
    ///   - plan: The plan that is rendered.
    ///   - mix: The path of the mix, or nil for none.
    ///   - stems: The folder of the stems, one file per sound, or nil for none. It must exist.
    ///   - documents: The paths of documents written together with the files.
    ///   - inputs: Further files that must not be overwritten.
    ///   - listening: The parts of the rendering that a report needs, or nil.
    ///   - isCancelled: Checked before every period; once true, rendering ends with `ReplayError.cancelled`.
    /// - Throws: `ReplayError` about a file that cannot be written, that is read, or that would be written twice.
    public init(
        _ plan: ReplayPlan, mix: String?, stems: String?, documents: [String] = [], inputs: [String] = [],
        listening: Listening? = nil, isCancelled: @escaping () -> Bool = { false }
    ) throws(ReplayError) {
        (self.listening, self.isCancelled, sounds) = (listening, isCancelled, plan.sounds)
        var outputs = mix.map { [$0] } ?? []
        if let stems { outputs += plan.stemNames.map { "\(stems)/\($0)" } }
        try plan.requireOpenFiles(besides: outputs.count)
        var writers: [WAVWriter]
        do throws(SoundFileError) {
            writers = try OutputPlan(outputs, besides: documents, inputs: plan.inputs + inputs)
                .writers(rate: ReplayPlan.sampleRate, frames: Int(plan.end))
        } catch {
            throw .file(error)
        }
        self.mix = mix == nil ? nil : writers.removeFirst()
        self.stems = writers
        // Without listeners and files there is nothing to render.
        end = outputs.isEmpty && listening == nil ? 0 : plan.end
        labels = listening == nil ? [] : plan.buses.map { plan.label(of: $0.sound) }
        heard = Peaks(columns: listening?.columns ?? 1, end: end, sounds: labels.count)
        let tapCount = max(writers.count, labels.count)
        feeders = Feeders(isByHand: true) { _ in }
        replay = try RunningReplay(plan, feeders)
        latency = replay.mixer.latencyInFrames
        // Many stems share the memory.
        period = max(1_024, min(Self.longestPeriod, 64 * Self.longestPeriod / (tapCount + 1)))
        let block = 2 * period
        memory = .allocate(capacity: (tapCount + 1) * block)
        let memory = memory
        taps = zip(plan.buses, 0..<tapCount).map { entry, index in
            StemTap(bus: entry.bus, output: memory + (index + 1) * block)
        }
    }

    deinit { memory.deallocate() }

    /// Renders to the end and gives all files their names.
    ///
    /// - Parameters:
    ///   - report: Called regularly with the progress, 0 to 1, on the caller's thread.
    ///   - documents: Returns the documents, after rendering. Receives the peaks of each sound by name, if requested.
    /// - Throws: `ReplayError`; then no file is left, and existing files are unchanged.
    public func render(
        report: @escaping (Double) -> Void = { _ in },
        documents: (_ peaks: [String: [Float]]) -> [WholeFiles.File] = { _ in [] }
    ) throws(ReplayError) {
        self.report = report
        defer { self.report = { _ in } }
        var frame: Int64 = 0
        while let due = replay.nextFrame, due <= end {
            try render(due - frame, withStems: true)
            frame = due
            try replay.send(before: due + 1)
        }
        try render(end - frame, withStems: true)
        // The mix includes the limiter's look-ahead.
        try render(Int64(replay.mixer.latencyInFrames), withStems: false)
        if isCancelled() { throw .cancelled }
        let sounds = (mix.map { [$0] } ?? []) + stems
        do { try WAVWriter.finish(sounds, beside: documents(peaks)) } catch { throw .file(error) }
    }

    private func render(_ frames: Int64, withStems: Bool) throws(ReplayError) {
        var left = frames
        while left > 0 {
            if isCancelled() { throw .cancelled }
            let count = Int(min(left, Int64(period)))
            feeders.fillByHand()
            taps.withUnsafeBufferPointer { replay.mixer.render(into: memory, frames: count, stems: $0) }
            do throws(SoundFileError) { try write(count, withStems: withStems) } catch { throw .file(error) }
            try replay.readReports()
            if let failure = sounds.failure { throw .file(failure) }
            left -= Int64(count)
            report(min(1, Double(frame) / Double(max(1, end))))
        }
    }

    /// The peaks of each sound, by its name; empty without a listener.
    private var peaks: [String: [Float]] {
        Dictionary(zip(labels, heard.values).map { ($0, $1) }, uniquingKeysWith: { first, _ in first })
    }

    private func write(_ count: Int, withStems: Bool) throws(SoundFileError) {
        let dropped = min(latency, count)
        latency -= dropped
        if count > dropped {
            try mix?.write(memory + dropped * 2, count: count - dropped)
            listening?.mix(memory + dropped * 2, count - dropped)
        }
        guard withStems else { return }
        for (tap, stem) in zip(taps, stems) { try stem.write(tap.output, count: count) }
        for sound in labels.indices { heard.note(sound, taps[sound].output, from: frame, count: count) }
        frame += Int64(count)
    }
}
