/// A stream of interleaved frames converted between two rates by libsoxr, or passed through if the rates are equal. For one
/// thread at a time.
public final class RateStream {
    private let channels: Int
    private let step: Double
    private let resampler: (any BackendResampler)?
    /// Converted frames not read yet.
    private var ready: [Float] = []
    private var hasEnded = false

    /// Creates a stream.
    ///
    /// - Parameters:
    ///   - channels: The number of channels, at least 1.
    ///   - from: The input rate in hertz; if not positive, `to`.
    ///   - to: The output rate in hertz.
    public init(channels: Int, from: Double, to: Double) {
        self.channels = max(1, channels)
        let isChange = from > 0 && to > 0 && from.isFinite && to.isFinite && from != to
        step = isChange ? from / to : 1
        resampler = isChange ? DeviceEntry.linked.makeResampler(from, to, self.channels) : nil
    }

    /// Appends input frames. Without libsoxr a stream with two rates is silent.
    public func put(_ samples: [Float]) {
        if let resampler {
            resampler.convert(samples, into: &ready)
        } else if step == 1 {
            ready += samples
        } else {
            ready += [Float](repeating: 0, count: Int(Double(samples.count / channels) / step) * channels)
        }
    }

    /// Ends the input and flushes the remaining frames.
    public func end() {
        guard !hasEnded else { return }
        hasEnded = true
        resampler?.convert(nil, into: &ready)
    }

    /// Returns the number of input frames needed for a number of output frames; 0 once the stream has ended. The filter holds
    /// some frames back, so call it again after adding them.
    public func missing(for frames: Int) -> Int {
        let rest = frames - ready.count / channels
        guard !hasEnded, rest > 0 else { return 0 }
        return max(1, Int((Double(min(rest, 1 << 24)) * step).rounded(.up)))
    }

    /// Whether no frames are ready and the filter holds none.
    public var isEmpty: Bool { ready.isEmpty && (resampler == nil || hasEnded) }

    /// Reads the available frames, up to a maximum.
    public func read(_ frames: Int = .max) -> [Float] {
        let count = min(frames, ready.count / channels) * channels
        guard count > 0 else { return [] }
        defer { ready.removeFirst(count) }
        return Array(ready[..<count])
    }

    /// Reads a number of frames, calling a closure for missing input; fewer if it provides none.
    public func read(_ frames: Int, _ more: (_ missing: Int) -> [Float]) -> [Float] {
        while case let missing = missing(for: frames), missing > 0 {
            let given = more(missing)
            if given.isEmpty { break }
            put(given)
        }
        return read(frames)
    }
}

/// A converter between two rates.
public protocol BackendResampler: AnyObject {
    /// Converts interleaved frames and appends the output; nil flushes the converter.
    func convert(_ samples: [Float]?, into made: inout [Float])
}
