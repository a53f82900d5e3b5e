import CMixKernels

/// The C kernels under Swift names.
struct Kernels: BitwiseCopyable {
    private let table: UnsafePointer<mix_kernels>

    static var best: Kernels { Kernels(table: mix_kernels_best()) }
    static var plain: Kernels { Kernels(table: mix_kernels_plain()) }

    /// The most voices one pass takes.
    static let constantVoices = MIX_CONSTANT_VOICES
    static let rampVoices = MIX_RAMP_VOICES

    private init(table: UnsafePointer<mix_kernels>) { self.table = table }

    /// The instruction set in use.
    var name: String { String(cString: table.pointee.name) }

    /// Adds voices at constant gain; where `fresh`, what the output holds does not matter.
    func addConstant(
        to output: UnsafeMutablePointer<Float>, _ voices: UnsafePointer<mix_voice>, count: Int, fresh: Bool,
        frames: Int
    ) {
        table.pointee.constant(output, voices, count, fresh ? 1 : 0, frames)
    }

    /// Adds voices whose gains are straight lines; `first` is the cell frame of their first frame.
    func addRamp(
        to output: UnsafeMutablePointer<Float>, _ voices: UnsafePointer<mix_voice>, count: Int, fresh: Bool, first: Int,
        frames: Int
    ) {
        table.pointee.ramp(output, voices, count, fresh ? 1 : 0, first, frames)
    }

    /// Adds one voice with one more gain for every frame.
    func addGains(
        to output: UnsafeMutablePointer<Float>, _ voice: UnsafePointer<mix_voice>, gains: UnsafePointer<Float>,
        frames: Int
    ) {
        table.pointee.gains(output, voice, gains, frames)
    }

    /// Writes frames between the source's, from two neighbours each.
    func interpolate(
        into output: UnsafeMutablePointer<Float>, _ source: UnsafePointer<Float>, offsets: UnsafePointer<Int>,
        weights: UnsafePointer<Float>, frames: Int
    ) {
        table.pointee.interpolate(output, source, offsets, weights, frames)
    }

    /// Writes frames between the source's, from `taps` neighbours each.
    func filter(
        into output: UnsafeMutablePointer<Float>, _ source: UnsafePointer<Float>, offsets: UnsafePointer<Int>,
        weights: UnsafePointer<Float>, taps: Int, frames: Int
    ) {
        table.pointee.filter(output, source, offsets, weights, taps, frames)
    }

    /// The largest magnitude; infinity where a sample is no number.
    func peak(_ samples: UnsafePointer<Float>, count: Int) -> Float { table.pointee.peak(samples, count) }

    static func gain(of ramp: inout mix_shape_ramp, at position: Int64) -> Float {
        mix_shape_gain(&ramp, position)
    }

    static func multiply(
        _ gains: UnsafeMutablePointer<Float>, by ramp: inout mix_shape_ramp, from position: Int64, count: Int
    ) {
        mix_shape_gains(gains, &ramp, position, count)
    }
}
