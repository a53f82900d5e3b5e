import CMixKernels

/// The method that brings voices from their clip's rate to the mixer's.
public enum ResamplingQuality: Sendable {
    /// A straight line between neighbours: cheap, dull at the top, with audible images of high tones.
    case linear
    /// A windowed sinc of 16 taps, more where the rate goes down.
    case sinc
}

/// The tables that bring one rate to another; made on the control thread, read by the render thread, kept as long as
/// the mixer lives.
///
/// Output frame n stands at the source frame n * sources / outputs, in whole numbers: no drift, and no dependence on
/// how a period is cut. After `outputs` frames the pattern repeats.
struct RateConverter: BitwiseCopyable {
    /// More phases than this are not kept: the ratio is then taken from the nearest fraction, less than one part
    /// in a hundred thousand away, which is nearer than a crystal keeps its rate.
    static let mostPhases = 4_800
    private static let sincTaps = 16

    /// The number of source frames that make `outputs` frames.
    let sources: Int
    let outputs: Int
    /// The number of source frames that make one output frame, and the number of them that stand before its place.
    let taps: Int
    let lead: Int
    private let offsets: UnsafeMutablePointer<Int>
    private let weights: UnsafeMutablePointer<Float>
    /// Whether frames are made of two neighbours.
    let isLinear: Bool

    init(from sourceRate: Int, to rate: Int, quality: ResamplingQuality) {
        (sources, outputs) = Self.fraction(sourceRate, rate)
        isLinear = quality == .linear
        taps = isLinear ? 2 : Self.sincTaps * max(1, (sources + outputs - 1) / outputs)
        lead = taps / 2 - 1
        // The linear kernel takes a whole piece at once, whatever phase it begins with; the filter stops at the cycle's end.
        let entries = isLinear ? outputs + RenderCore.cellInFrames : outputs
        offsets = .allocateLines(capacity: entries)
        weights = .allocateLines(capacity: entries * 2 * taps)
        mix_fill_offsets(offsets, Int64(sources), Int64(outputs), entries)
        if isLinear {
            mix_fill_linear_weights(weights, Int64(sources), Int64(outputs), entries)
        } else {
            mix_fill_sinc_weights(weights, Int64(sources), Int64(outputs), taps)
        }
    }

    func deallocate() {
        offsets.deallocate()
        weights.deallocate()
    }

    /// The whole source frame at which output frame `frame` stands, or just after which.
    func sourceFrame(at frame: Int) -> Int { frame / outputs * sources + offsets[frame % outputs] }

    /// The place of an output frame: at a source frame or just after it, and its and the following frames' entries in
    /// the tables.
    struct Place: BitwiseCopyable {
        var sourceFrame: Int
        var offsets: UnsafePointer<Int>
        var weights: UnsafePointer<Float>

        /// The number of source frames between this one and the place of the frame `count` later.
        func sourceFrames(to count: Int) -> Int { offsets[count] - offsets[0] }
    }

    /// The place of a frame in a linear converter, whose tables serve a whole piece from any place.
    func place(of frame: Int) -> Place {
        let (cycle, phase) = frame.quotientAndRemainder(dividingBy: outputs)
        return Place(
            sourceFrame: cycle &* sources &+ offsets[phase], offsets: UnsafePointer(offsets + phase),
            weights: UnsafePointer(weights + 4 * phase))
    }

    /// The number of output frames before the source frame `frames`.
    func outputFrames(for frames: Int) -> Int {
        let (whole, rest) = frames.quotientAndRemainder(dividingBy: sources)
        return whole * outputs + (rest * outputs + sources - 1) / sources
    }

    /// Writes output frames `first` and after it; `source` begins `lead` frames before the place of `first`. Linear
    /// conversion needs lanes for the frames.
    func convert(
        _ source: UnsafePointer<Float>, into output: UnsafeMutablePointer<Float>, first: Int, frames: Int,
        lanes: UnsafeMutablePointer<Float>, kernels: Kernels
    ) {
        if isLinear {
            var voice = mix_voice(source, gain: SIMD2(1, 1))
            kernels.addInterpolated(to: lanes, &voice, count: 1, fresh: true, place: place(of: first), frames: frames)
            kernels.addLanes(to: output, lanes, fresh: true, frames: frames)
            return
        }
        var done = 0
        while done < frames {
            let phase = (first + done) % outputs
            let part = min(frames - done, outputs - phase)
            let begin = sourceFrame(at: first + done) - sourceFrame(at: first)
            kernels.filter(
                into: output + 2 * done, source + 2 * begin, offsets: offsets + phase,
                weights: weights + 2 * taps * phase, taps: taps, frames: part)
            done += part
        }
    }

    /// `sourceRate / rate` in lowest terms, or the nearest fraction with at most `mostPhases` below: the last but one
    /// or last step of the continued fraction that stays within.
    static func fraction(_ sourceRate: Int, _ rate: Int) -> (sources: Int, outputs: Int) {
        var (above, below) = (sourceRate, rate)
        var (last, this) = ((0, 1), (1, 0))
        while below != 0 {
            let (whole, rest) = above.quotientAndRemainder(dividingBy: below)
            var steps = whole
            if this.1 > 0, last.1 + whole * this.1 > mostPhases { steps = (mostPhases - last.1) / this.1 }
            let next = (last.0 + steps * this.0, last.1 + steps * this.1)
            if steps < whole {
                // A partial step is nearer than the step before only from half of the way on.
                return 2 * steps > whole ? next : this
            }
            (last, this) = (this, next)
            (above, below) = (below, rest)
        }
        return this
    }
}
