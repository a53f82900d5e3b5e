import SystemSupport

/// Counts how many of the frames written to a PCM have been heard: the device's last report, carried on by the clock.
///
/// Plain numbers, so that the render thread may keep it.
package struct PlaybackPosition {
    private let rate: Int
    /// Frames handed to the device, without those that it threw away.
    package private(set) var written = 0
    /// The frames that had left the device at the last look, whose time and whether it ran stand below.
    private var heard = 0
    private var lookedAt: Int64 = 0
    private var isRunning = false

    /// Begins with nothing written.
    ///
    /// - Parameter rate: Frames per second that the device plays.
    package init(rate: Int) { self.rate = rate }

    /// Notes that the device has taken `frames` more.
    package mutating func write(_ frames: Int) { written += frames }

    /// Notes that the device has given back the last `frames` unheard.
    package mutating func rewind(_ frames: Int) {
        written -= frames
        heard = min(heard, written)
    }

    /// Notes what the device tells.
    ///
    /// - Parameters:
    ///   - delay: Frames written that have not been heard yet.
    ///   - isRunning: Whether the device plays.
    ///   - now: Nanoseconds of a steady clock.
    package mutating func look(delay: Int, isRunning: Bool, now: Int64) {
        // A server's delay may count silence of its own in front of our first frame.
        heard = min(max(0, written - delay), written)
        self.isRunning = isRunning
        lookedAt = now
    }

    /// Notes that the device has played all it had.
    package mutating func runDry() {
        heard = written
        isRunning = false
    }

    /// Notes that the device was emptied at `time` without having played all it had, and is to get that again.
    ///
    /// - Parameter oldest: The first frame that can still be given again.
    package mutating func beginAfresh(at time: Int64, oldest: Int) {
        heard = min(written, max(heard(at: time), oldest))
        written = heard
        isRunning = false
    }

    /// Frames written that had not left the device at the last look.
    package var unheard: Int { written - heard }

    /// Frames that have left the device by `time`.
    package func heard(at time: Int64) -> Int {
        guard isRunning, time > lookedAt else { return heard }
        return min(written, heard + SteadyClock.frames(in: time - lookedAt, at: rate))
    }
}
