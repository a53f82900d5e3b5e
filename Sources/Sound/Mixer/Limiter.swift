/// Keeps the mix at or below a ceiling: it sees a peak `delay` frames ahead and lowers the gain in time. The gain is
/// the mean of a minimum envelope over `delay` + 1 frames, in integers, so that nothing drifts and a mix below the
/// ceiling is only delayed, bit for bit. Render thread only.
struct Limiter {
    private static let one: Int64 = 1 << 30

    let delay: Int
    private let ceiling: Float
    private let release: Int64
    private let window: Int64

    private let delayed: UnsafeMutablePointer<Float>
    private let envelopes: UnsafeMutablePointer<Int64>
    /// The gains below one that still matter, smallest first: a ring queue with their frames.
    private let peaks: UnsafeMutablePointer<(frame: Int64, gain: Int64)>
    private var firstPeak: Int64 = 0
    private var endOfPeaks: Int64 = 0

    private var frame: Int64 = 0
    private var envelope = Limiter.one
    private var sum: Int64

    init(_ configuration: LimiterConfiguration) {
        delay = configuration.lookAheadInFrames
        ceiling = configuration.ceiling
        release = Int64(configuration.releaseInFrames)
        window = Int64(delay) + 1
        sum = window * Self.one
        delayed = .allocate(capacity: 2 * delay)
        delayed.initialize(repeating: 0, count: 2 * delay)
        envelopes = .allocate(capacity: Int(window))
        envelopes.initialize(repeating: Self.one, count: Int(window))
        peaks = .allocate(capacity: Int(window))
    }

    func deallocate() {
        delayed.deallocate()
        envelopes.deallocate()
        peaks.deallocate()
    }

    /// Writes the frames received `delay` frames ago, limited.
    mutating func process(
        _ input: UnsafePointer<Float>, into output: UnsafeMutablePointer<Float>, frames: Int, kernels: Kernels
    ) {
        if sum == window * Self.one, endOfPeaks == firstPeak, kernels.peak(input, count: 2 * frames) <= ceiling {
            pass(input, into: output, frames: frames)
        } else {
            for index in 0..<frames { limit(input + 2 * index, into: output + 2 * index) }
        }
    }

    /// Delays frames that need no limiting.
    private mutating func pass(_ input: UnsafePointer<Float>, into output: UnsafeMutablePointer<Float>, frames: Int) {
        var done = 0
        while done < frames {
            let place = Int(frame % Int64(delay))
            let part = min(frames - done, delay - place)
            Kernels.copy(delayed + 2 * place, to: output + 2 * done, frames: part)
            Kernels.copy(input + 2 * done, to: delayed + 2 * place, frames: part)
            frame += Int64(part)
            done += part
        }
    }

    private mutating func limit(_ input: UnsafePointer<Float>, into output: UnsafeMutablePointer<Float>) {
        let left = input[0]
        let right = input[1]
        let peak = max(left.magnitude, right.magnitude)
        if firstPeak < endOfPeaks, peaks[Int(firstPeak % window)].frame < frame - Int64(delay) { firstPeak += 1 }
        if peak > ceiling { push(Int64((Double(ceiling) / Double(peak)) * Double(Self.one))) }
        let smallest = firstPeak < endOfPeaks ? peaks[Int(firstPeak % window)].gain : Self.one

        // An exponential release in integers; the 1 makes it reach its end.
        let rising = envelope + (Self.one - envelope) / release + 1
        envelope = min(min(smallest, rising), Self.one)
        let place = Int(frame % window)
        sum += envelope - envelopes[place]
        envelopes[place] = envelope

        let history = delayed + 2 * Int(frame % Int64(delay))
        var (l, r) = (history[0], history[1])
        (history[0], history[1]) = (left, right)
        if sum < window * Self.one {
            let gain = Float(Double(sum) / Double(window * Self.one))
            l = min(max(l * gain, -ceiling), ceiling)
            r = min(max(r * gain, -ceiling), ceiling)
        }
        (output[0], output[1]) = (l, r)
        frame += 1
    }

    /// Appends a gain to the queue; earlier ones that are not smaller can no longer be the minimum.
    private mutating func push(_ gain: Int64) {
        while endOfPeaks > firstPeak, peaks[Int((endOfPeaks - 1) % window)].gain >= gain { endOfPeaks -= 1 }
        peaks[Int(endOfPeaks % window)] = (frame, gain)
        endOfPeaks += 1
    }
}
