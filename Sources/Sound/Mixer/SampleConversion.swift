/// Looks at the mixer's samples. Any thread; allocates nothing.
public enum SampleConversion {
    /// The largest magnitude of `count` samples; infinity where one is no number, 0 if there are none.
    public static func peak(_ samples: UnsafePointer<Float>, count: Int) -> Float {
        Kernels.best.peak(samples, count: count)
    }
}
