import SystemSupport

/// Slows down writes to a PCM without a clock, such as `null` and `file`. A device that is ahead of the clock by more
/// than its buffer cannot starve while we wait. Drift between the clocks is reset every ten seconds.
package struct Pacer {
    private let rate: Int
    private let bufferFrames: Int
    private let marginInFrames: Int
    private var startInNanoseconds: Int64
    private var startFrames: Int

    /// Begins at `now`, in nanoseconds of any steady clock.
    package init(rate: Int, bufferFrames: Int, now: Int64) {
        self.rate = rate
        self.bufferFrames = bufferFrames
        marginInFrames = bufferFrames + rate / 10
        startInNanoseconds = now
        startFrames = 0
    }

    /// Returns how long to wait, in nanoseconds, after `written` frames in total.
    package mutating func wait(written: Int, now: Int64) -> Int64 {
        let elapsed = now - startInNanoseconds
        let heard = SteadyClock.frames(in: elapsed, at: rate)
        let ahead = written - startFrames - bufferFrames - heard
        if ahead < 0 || (elapsed > 10_000_000_000 && ahead < marginInFrames / 2) {
            startInNanoseconds = now
            startFrames = written - bufferFrames
            return 0
        }
        return ahead > marginInFrames ? SteadyClock.nanoseconds(of: ahead - marginInFrames, at: rate) : 0
    }
}
