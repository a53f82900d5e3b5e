/// A stream of interleaved frames at one rate that comes out at another, converted by libsoxr; if both rates are one,
/// the frames pass as they are. One thread at a time.
public final class RateStream {
    private let channels: Int
    private let step: Double
    private let resampler: (any BackendResampler)?
    /// Frames that have come out and have not been taken.
    private var ready: [Float] = []
    private var hasEnded = false

    /// Begins a stream.
    ///
    /// - Parameters:
    ///   - channels: Samples of a frame, at least 1.
    ///   - from: Frames per second that go in; what is not above 0 counts as `to`.
    ///   - to: Frames per second that come out.
    public init(channels: Int, from: Double, to: Double) {
        self.channels = max(1, channels)
        let isChange = from > 0 && to > 0 && from.isFinite && to.isFinite && from != to
        step = isChange ? from / to : 1
        resampler = isChange ? DeviceEntry.linked.makeResampler(from, to, self.channels) : nil
    }

    /// Takes frames in. Without libsoxr a stream of two rates is silent.
    public func put(_ samples: [Float]) {
        if let resampler {
            resampler.convert(samples, into: &ready)
        } else if step == 1 {
            ready += samples
        } else {
            ready += [Float](repeating: 0, count: Int(Double(samples.count / channels) / step) * channels)
        }
    }

    /// Says that no frames follow; what is held then comes out whole.
    public func end() {
        guard !hasEnded else { return }
        hasEnded = true
        resampler?.convert(nil, into: &ready)
    }

    /// Returns the number of frames that must go in before so many may have come out; 0 once the stream has ended. The
    /// filter holds some back: ask again after they went in.
    public func missing(for frames: Int) -> Int {
        let rest = frames - ready.count / channels
        guard !hasEnded, rest > 0 else { return 0 }
        return max(1, Int((Double(min(rest, 1 << 24)) * step).rounded(.up)))
    }

    /// Whether nothing is ready to be taken and the filter holds nothing: nothing went in, or the stream has ended.
    public var isEmpty: Bool { ready.isEmpty && (resampler == nil || hasEnded) }

    /// Takes out as many frames as there are, so many at most.
    public func read(_ frames: Int = .max) -> [Float] {
        let count = min(frames, ready.count / channels) * channels
        guard count > 0 else { return [] }
        defer { ready.removeFirst(count) }
        return Array(ready[..<count])
    }

    /// Takes out so many frames, of which a closure passes those that are missing; fewer where it passes none.
    public func read(_ frames: Int, _ more: (_ missing: Int) -> [Float]) -> [Float] {
        while case let missing = missing(for: frames), missing > 0 {
            let given = more(missing)
            if given.isEmpty { break }
            put(given)
        }
        return read(frames)
    }
}

/// The converter between two rates behind a stream.
public protocol BackendResampler: AnyObject {
    /// Converts interleaved frames and appends what comes out; nil says that none follow.
    func convert(_ samples: [Float]?, into made: inout [Float])
}
