import CMixKernels

/// The C kernels under Swift names. The compiler's proof that rendering neither allocates nor locks cannot look into C:
/// these functions are taken on trust by `@_semantics("no_performance_analysis")`, and a test counts what they do.
struct Kernels: BitwiseCopyable {
    private let table: UnsafePointer<mix_kernels>

    static var best: Kernels { Kernels(table: mix_kernels_best()) }

    /// Adds voices at constant gain from their frame `first` on; if `fresh`, what the output holds does not matter. If
    /// it is `watched`, answers whether the output is loud: a sample is 2 or beyond, or no number.
    @_semantics("no_performance_analysis") @discardableResult
    func addConstant(
        to output: UnsafeMutablePointer<Float>, _ voices: UnsafePointer<mix_voice>, count: Int, fresh: Bool,
        watched: Bool = false, first: Int64, frames: Int
    ) -> Bool {
        table.pointee.constant(output, voices, count, Self.flags(fresh: fresh, watched: watched), first, frames) != 0
    }

    /// Mixes voices whose gains are straight lines; all frames must be of one cell.
    @_semantics("no_performance_analysis") @discardableResult
    func addRamp(
        to output: UnsafeMutablePointer<Float>, _ voices: UnsafePointer<mix_voice>, count: Int, fresh: Bool,
        watched: Bool = false, first: Int64, frames: Int
    ) -> Bool {
        table.pointee.ramp(output, voices, count, Self.flags(fresh: fresh, watched: watched), first, frames) != 0
    }

    @inline(__always)
    private static func flags(fresh: Bool, watched: Bool) -> Int32 {
        (fresh ? Int32(MIX_FRESH.rawValue) : 0) | (watched ? Int32(MIX_WATCHED.rawValue) : 0)
    }

    /// Adds stereo frames, each multiplied by a gain of its own.
    @_semantics("no_performance_analysis")
    func addGains(
        to output: UnsafeMutablePointer<Float>, _ source: UnsafePointer<Float>, gains: UnsafePointer<Float>, frames: Int
    ) {
        table.pointee.gains(output, source, gains, frames)
    }

    /// Writes frames between the source's, from `taps` neighbours each.
    @_semantics("no_performance_analysis")
    func filter(
        into output: UnsafeMutablePointer<Float>, _ source: UnsafePointer<Float>, offsets: UnsafePointer<Int>,
        weights: UnsafePointer<Float>, taps: Int, frames: Int
    ) {
        table.pointee.filter(output, source, offsets, weights, taps, frames)
    }

    /// The largest magnitude; infinity where a sample is no number.
    @_semantics("no_performance_analysis")
    func peak(_ samples: UnsafePointer<Float>, count: Int) -> Float { table.pointee.peak(samples, count) }

    @_semantics("no_performance_analysis")
    static func gain(of ramp: inout mix_shape_ramp, at position: Int64) -> Float {
        mix_shape_gain(&ramp, position)
    }

    @_semantics("no_performance_analysis")
    static func multiply(
        _ gains: UnsafeMutablePointer<Float>, by ramp: inout mix_shape_ramp, from position: Int64, count: Int
    ) {
        mix_shape_gains(gains, &ramp, position, count)
    }

    /// Brings frames of 1 to 8 channels to stereo.
    @_semantics("no_performance_analysis")
    static func stereo(
        _ output: UnsafeMutablePointer<Float>, from input: UnsafePointer<Float>, channels: Int, frames: Int
    ) {
        mix_stereo_from_channels(output, input, channels, frames)
    }

    /// Silences the frames with samples beyond `limit`; answers how many.
    @_semantics("no_performance_analysis")
    static func silenceWildFrames(_ samples: UnsafeMutablePointer<Float>, beyond limit: Float, frames: Int) -> Int {
        mix_silence_wild_frames(samples, limit, frames)
    }

    /// Copies stereo frames to memory that does not overlap.
    @_semantics("no_performance_analysis")
    static func copy(_ source: UnsafePointer<Float>, to target: UnsafeMutablePointer<Float>, frames: Int) {
        target.update(from: source, count: 2 * frames)
    }
}

extension mix_voice {
    /// Frames from `source` on at gains that do not move of themselves.
    init(_ source: UnsafePointer<Float>?, gain: Float) {
        self.init(source: source, gain: gain, origin: 0, slope: 0, start: 0)
    }
}
