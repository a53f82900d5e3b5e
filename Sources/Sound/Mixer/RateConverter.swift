import CMixKernels

/// The tables for sample rate conversion with a windowed sinc of 16 taps, more for lower output rates. Computed on the
/// control thread, read by the render thread, and kept for the mixer's lifetime. Output frame n is at source frame n *
/// sources / outputs, in integers: no drift, and no dependence on how a period is divided. The pattern repeats after
/// `outputs` frames.
struct RateConverter: BitwiseCopyable {
    /// The largest number of phases. Beyond it the nearest fraction is used, with an error below 1e-5, less than a
    /// crystal's tolerance.
    static let mostPhases = 4_800
    private static let sincTaps = 16

    /// The number of source frames for `outputs` frames.
    let sources: Int
    let outputs: Int
    /// The number of source frames for one output frame, and how many of them precede its position.
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

    /// Returns the source frame at or just before output frame `frame`.
    func sourceFrame(at frame: Int) -> Int { frame / outputs * sources + offsets[frame % outputs] }

    /// Returns the number of output frames before the source frame `frames`.
    func outputFrames(for frames: Int) -> Int {
        let (whole, rest) = frames.quotientAndRemainder(dividingBy: sources)
        return whole * outputs + (rest * outputs + sources - 1) / sources
    }

    /// Writes output frames from `first` on; `source` begins `lead` frames before the position of `first`.
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

    /// Returns `sourceRate / rate` in lowest terms, or the nearest fraction with at most `mostPhases` in the
    /// denominator: the last convergent or semiconvergent of the continued fraction within the limit.
    static func fraction(_ sourceRate: Int, _ rate: Int) -> (sources: Int, outputs: Int) {
        var (above, below) = (sourceRate, rate)
        var (last, this) = ((0, 1), (1, 0))
        while below != 0 {
            let (whole, rest) = above.quotientAndRemainder(dividingBy: below)
            var steps = whole
            if this.1 > 0, last.1 + whole * this.1 > mostPhases { steps = (mostPhases - last.1) / this.1 }
            let next = (last.0 + steps * this.0, last.1 + steps * this.1)
            if steps < whole {
                // A semiconvergent is closer than the previous convergent only from halfway on.
                return 2 * steps > whole ? next : this
            }
            (last, this) = (this, next)
            (above, below) = (below, rest)
        }
        return this
    }
}
