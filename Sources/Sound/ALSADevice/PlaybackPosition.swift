import SystemSupport

/// Estimates how many written frames have been heard, from the device's last report and the clock. Holds only numbers,
/// for use on the render thread.
package struct PlaybackPosition {
    private let rate: Int
    /// The number of frames written, without those that the device discarded.
    package private(set) var written = 0
    /// The number of frames heard at the last query.
    private var heard = 0
    private var lookedAt: Int64 = 0
    private var isRunning = false

    /// Begins with nothing written.
    /// - Parameter rate: Frames per second that the device plays.
    package init(rate: Int) { self.rate = rate }

    /// Records a write of `frames`.
    package mutating func write(_ frames: Int) { written += frames }

    /// Records the device's report.
    /// - Parameters:
    ///   - delay: Frames written that have not been heard yet.
    ///   - isRunning: Whether the device plays.
    ///   - now: Nanoseconds of a steady clock.
    package mutating func look(delay: Int, isRunning: Bool, now: Int64) {
        // A server's delay may include its own silence before our first frame.
        heard = min(max(0, written - delay), written)
        self.isRunning = isRunning
        lookedAt = now
    }

    /// Records that the device has played all it had.
    package mutating func runDry() {
        heard = written
        isRunning = false
    }

    /// Records that the device was emptied at `time` with frames unheard, which will be written again.
    /// - Parameter oldest: The first frame that can still be written again.
    package mutating func beginAfresh(at time: Int64, oldest: Int) {
        heard = min(written, max(heard(at: time), oldest))
        written = heard
        isRunning = false
    }

    /// Frames that have left the device by `time`.
    package func heard(at time: Int64) -> Int {
        guard isRunning, time > lookedAt else { return heard }
        return min(written, heard + SteadyClock.frames(in: time - lookedAt, at: rate))
    }
}
