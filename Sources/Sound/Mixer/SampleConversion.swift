import CMixKernels

/// Turns float samples into 16-bit ones with triangular dither, so that what is lost is noise and not distortion.
///
/// One for each output stream; on its render thread only. Allocates nothing.
public struct Dither: Sendable, BitwiseCopyable {
    private var lanes = InlineArray<8, UInt32>(repeating: 1)

    /// Creates a source of dither; the same seed gives the same noise.
    public init(seed: UInt32 = 1) {
        var number = UInt64(seed)
        for lane in lanes.indices {
            // A number generator that visits every number once; 0 would stay 0.
            number = number &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            lanes[lane] = UInt32(truncatingIfNeeded: number >> 33) | 1
        }
    }

    /// Writes `count` samples; full scale is 1, what is beyond is clamped, what is no number becomes silence.
    ///
    /// Where all samples are exactly 0 they stay so: digital silence needs no dither and should not hiss.
    public mutating func convert(
        _ input: UnsafePointer<Float>, to output: UnsafeMutablePointer<Int16>, count: Int
    ) {
        guard Kernels.best.peak(input, count: count) > 0 else {
            output.update(repeating: 0, count: count)
            return
        }
        withUnsafeMutablePointer(to: &lanes) { lanes in
            lanes.withMemoryRebound(to: UInt32.self, capacity: 8) {
                mix_dithered_int16_from_float(output, input, count, $0)
            }
        }
    }
}

/// Conversions between the mixer's samples and a card's, and their peak. Any thread; they allocate nothing.
public enum SampleConversion {
    /// The largest magnitude of `count` samples; infinity where one is no number, 0 where there are none.
    public static func peak(_ samples: UnsafePointer<Float>, count: Int) -> Float {
        Kernels.best.peak(samples, count: count)
    }

    /// Writes the nearest 16-bit samples, without dither; beyond full scale they are clamped, no number is silence.
    public static func int16(
        from input: UnsafePointer<Float>, to output: UnsafeMutablePointer<Int16>, count: Int
    ) {
        mix_int16_from_float(output, input, count)
    }

    /// Writes float samples of full scale 1, exactly.
    public static func float(
        from input: UnsafePointer<Int16>, to output: UnsafeMutablePointer<Float>, count: Int
    ) {
        mix_float_from_int16(output, input, count)
    }
}
