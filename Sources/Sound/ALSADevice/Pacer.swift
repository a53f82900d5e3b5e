import SystemSupport

/// Holds back from a PCM that takes frames faster than they can be heard, as `null` and `file` do.
///
/// Frames taken ahead of the clock beyond the buffer lie in the device, so waiting for the clock starves no device
/// whose own clock is right. A slow drift between the two clocks is forgotten every ten seconds.
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

    /// Returns the nanoseconds to wait after `written` frames in all have been taken.
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
