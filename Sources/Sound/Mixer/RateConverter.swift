import CMixKernels

/// The tables that bring one rate to another by a windowed sinc of 16 taps, more if the rate goes down; made on the
/// control thread, read by the render thread, kept as long as the mixer lives. Output frame n stands at the source
/// frame n * sources / outputs, in whole numbers: no drift, and no dependence on how a period is cut. After `outputs`
/// frames the pattern repeats.
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

    init(from sourceRate: Int, to rate: Int) {
        (sources, outputs) = Self.fraction(sourceRate, rate)
        taps = Self.sincTaps * max(1, (sources + outputs - 1) / outputs)
        lead = taps / 2 - 1
        offsets = .allocateLines(capacity: outputs)
        weights = .allocateLines(capacity: outputs * 2 * taps)
        mix_fill_offsets(offsets, Int64(sources), Int64(outputs), outputs)
        mix_fill_sinc_weights(weights, Int64(sources), Int64(outputs), taps)
    }

    func deallocate() {
        offsets.deallocate()
        weights.deallocate()
    }

    /// The whole source frame at which output frame `frame` stands, or just after which.
    func sourceFrame(at frame: Int) -> Int { frame / outputs * sources + offsets[frame % outputs] }

    /// The number of output frames before the source frame `frames`.
    func outputFrames(for frames: Int) -> Int {
        let (whole, rest) = frames.quotientAndRemainder(dividingBy: sources)
        return whole * outputs + (rest * outputs + sources - 1) / sources
    }

    /// Writes output frames `first` and after it; `source` begins `lead` frames before the place of `first`.
    func convert(
        _ source: UnsafePointer<Float>, into output: UnsafeMutablePointer<Float>, first: Int, frames: Int,
        kernels: Kernels
    ) {
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
