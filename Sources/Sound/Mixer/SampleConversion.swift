/// Measures samples in the mixer's format. Any thread; does not allocate.
public enum SampleConversion {
    /// Returns the largest magnitude of `count` samples; infinity if one is NaN, 0 if there are none.
    public static func peak(_ samples: UnsafePointer<Float>, count: Int) -> Float {
        Kernels.best.peak(samples, count: count)
    }
}
