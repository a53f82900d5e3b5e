import CMixKernels

/// The C kernels under Swift names. The compiler's proof that rendering neither allocates nor locks cannot examine C,
/// so `@_semantics("no_performance_analysis")` exempts these functions, and a test counts their allocations.
struct Kernels: BitwiseCopyable {
    private let table: UnsafePointer<mix_kernels>

    static var best: Kernels { Kernels(table: mix_kernels_best()) }

    /// Adds voices at constant gain from their frame `first` on; if `fresh`, the output's contents are ignored.
    @_semantics("no_performance_analysis")
    func addConstant(
        to output: UnsafeMutablePointer<Float>, _ voices: UnsafePointer<mix_voice>, count: Int, fresh: Bool,
        first: Int64, frames: Int
    ) {
        table.pointee.constant(output, voices, count, fresh ? 1 : 0, first, frames)
    }

    /// Adds stereo frames, each sample multiplied by its own gain.
    @_semantics("no_performance_analysis")
    func addGains(
        to output: UnsafeMutablePointer<Float>, _ source: UnsafePointer<Float>, gains: UnsafePointer<Float>, frames: Int
    ) {
        table.pointee.gains(output, source, gains, frames)
    }

    /// Interpolates frames between the source's from `taps` neighbours each.
    @_semantics("no_performance_analysis")
    func filter(
        into output: UnsafeMutablePointer<Float>, _ source: UnsafePointer<Float>, offsets: UnsafePointer<Int>,
        weights: UnsafePointer<Float>, taps: Int, frames: Int
    ) {
        table.pointee.filter(output, source, offsets, weights, taps, frames)
    }

    /// Returns the largest magnitude; infinity if a sample is NaN.
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

    /// Converts frames of 1 to 8 channels to stereo.
    @_semantics("no_performance_analysis")
    static func stereo(
        _ output: UnsafeMutablePointer<Float>, from input: UnsafePointer<Float>, channels: Int, frames: Int
    ) {
        mix_stereo_from_channels(output, input, channels, frames)
    }

    /// Copies stereo frames to memory that does not overlap.
    @_semantics("no_performance_analysis")
    static func copy(_ source: UnsafePointer<Float>, to target: UnsafeMutablePointer<Float>, frames: Int) {
        target.update(from: source, count: 2 * frames)
    }
}

extension mix_voice {
    /// Frames from `source` on, at one gain for both channels.
    init(source: UnsafePointer<Float>?, gain: Float) { self.init(source: source, left: gain, right: gain) }
}

extension UnsafeMutablePointer<Float> {
    /// Doubles the first `count` gains, so that each is for both samples of a frame.
    func doubleGains(count: Int) {
        for place in (0..<count).reversed() {
            self[2 * place + 1] = self[place]
            self[2 * place] = self[place]
        }
    }
}
