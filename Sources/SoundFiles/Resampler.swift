import CSoxr

/// A running conversion from one rate to another by libsoxr at its HQ quality.
final class Resampler {
    private let library: csoxr
    private let handle: soxr_t

    /// Begins a conversion of `lanes` interleaved channels of the sound at `path`.
    ///
    /// - Throws: `SoundFileError` where libsoxr is not there or cannot convert between these rates.
    init(from source: Int, to target: Int, lanes: Int, path: String) throws(SoundFileError) {
        library = try LoadedLibraries.soxr.functions(for: path)
        var quality = library.soxr_quality_spec(UInt(SOXR_HQ), 0)
        var formats = library.soxr_io_spec(SOXR_FLOAT32_I, SOXR_FLOAT32_I)
        var error: soxr_error_t?
        guard
            let handle = library.soxr_create(
                Double(source), Double(target), UInt32(lanes), &error, &formats, &quality, nil),
            error == nil
        else {
            throw SoundFileError(
                path: path, kind: .notASound(detail: "\(source) Hz cannot be converted to \(target) Hz"))
        }
        self.handle = handle
    }

    deinit { library.soxr_delete(handle) }

    /// Converts what it can of `available` frames at `input` into at most `wanted` frames at `output`.
    ///
    /// A nil `input` says that the sound has ended; what the filter still holds then comes out.
    /// - Returns: The frames taken and the frames made.
    func convert(
        _ input: UnsafePointer<Float>?, available: Int, into output: UnsafeMutablePointer<Float>, wanted: Int
    ) -> (taken: Int, made: Int) {
        var taken = 0
        var made = 0
        // The only errors are of set-up, which `init` has answered.
        _ = library.soxr_process(handle, input, available, &taken, output, wanted, &made)
        return (taken, made)
    }
}
