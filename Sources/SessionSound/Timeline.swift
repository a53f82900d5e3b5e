/// How the policy's time and the mixer's frames belong together while an output runs: they share one moment, and a rate.
struct Timeline {
    /// The shared moment, in nanoseconds from the start of the world.
    let instant: Int64
    /// The same, as a frame of the mixer.
    let frame: Int64
    /// Frames per second.
    let rate: Int64

    /// The nearest frame.
    func frame(of moment: Int64) -> Int64 {
        let (seconds, rest) = (moment - instant).quotientAndRemainder(dividingBy: 1_000_000_000)
        // Rounded down half a frame later, so that a moment before the shared one comes out right, too.
        let doubled = 2 * rest * rate + 1_000_000_000
        let part = doubled / 2_000_000_000 - (doubled < 0 && doubled % 2_000_000_000 != 0 ? 1 : 0)
        return frame + seconds * rate + part
    }

    /// The moment of a frame, to the nearest nanosecond below.
    func instant(of frame: Int64) -> Int64 {
        let (seconds, rest) = (frame - self.frame).quotientAndRemainder(dividingBy: rate)
        return instant + seconds * 1_000_000_000 + rest * 1_000_000_000 / rate
    }
}
