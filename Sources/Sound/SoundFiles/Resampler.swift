import CSoxr

/// Converts between sample rates with libsoxr's HQ quality.
final class Resampler {
    private let library: csoxr
    private let handle: soxr_t

    init(from source: Double, to target: Double, lanes: Int, path: String) throws(SoundFileError) {
        library = try LoadedLibraries.soxr.functions(for: path)
        var quality = library.soxr_quality_spec(UInt(SOXR_HQ), 0)
        var formats = library.soxr_io_spec(SOXR_FLOAT32_I, SOXR_FLOAT32_I)
        var error: soxr_error_t?
        guard
            let handle = library.soxr_create(
                source, target, UInt32(lanes), &error, &formats, &quality, nil),
            error == nil
        else {
            throw SoundFileError(
                path: path, kind: .notASound(detail: "\(source) Hz cannot be converted to \(target) Hz"))
        }
        self.handle = handle
    }

    deinit { library.soxr_delete(handle) }

    /// Converts what it can of `available` frames at `input` into at most `wanted` frames at `output`. A nil `input`
    /// marks the end and flushes the filter.
    func convert(
        _ input: UnsafePointer<Float>?, available: Int, into output: UnsafeMutablePointer<Float>, wanted: Int
    ) -> (taken: Int, made: Int) {
        var taken = 0
        var made = 0
        // Only set-up can fail, which `init` has checked.
        _ = library.soxr_process(handle, input, available, &taken, output, wanted, &made)
        return (taken, made)
    }
}

/// Converts a stream of interleaved frames between sample rates with libsoxr. One thread at a time.
public final class RateConversion {
    private let resampler: Resampler
    private let channels: Int
    private let step: Double

    /// Starts a conversion.
    ///
    /// - Parameters:
    ///   - from: Frames per second that go in, above 0.
    ///   - to: Frames per second that come out, above 0.
    ///   - channels: Samples of a frame, 1 to 64.
    /// - Throws: `SoundFileError` where libsoxr is not there or cannot convert between these rates.
    public init(from: Double, to: Double, channels: Int) throws(SoundFileError) {
        resampler = try Resampler(from: from, to: to, lanes: channels, path: "a stream")
        (self.channels, step) = (channels, to / from)
    }

    /// Converts interleaved frames and appends the result.
    ///
    /// - Parameter samples: The frames, or nil to flush the filter at the end.
    public func convert(_ samples: [Float]?, into made: inout [Float]) {
        guard let samples else { return flush(into: &made) }
        samples.withUnsafeBufferPointer { input in
            var taken = 0
            let frames = input.count / channels
            while taken < frames, let base = input.baseAddress {
                let done = append(base + taken * channels, frames - taken, to: &made)
                taken += done.taken
                if done == (0, 0) { return }
            }
        }
    }

    private func flush(into made: inout [Float]) { while append(nil, 0, to: &made).made > 0 {} }

    private func append(
        _ input: UnsafePointer<Float>?, _ frames: Int, to made: inout [Float]
    ) -> (taken: Int, made: Int) {
        // The filter may hold some thousand frames, which come out with one call.
        let room = Int(Double(frames) * step) + 4_096
        var done = (taken: 0, made: 0)
        made += [Float](unsafeUninitializedCapacity: room * channels) { output, count in
            guard let target = output.baseAddress else { return }
            done = resampler.convert(input, available: frames, into: target, wanted: room)
            count = done.made * channels
        }
        return done
    }
}
