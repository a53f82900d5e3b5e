/// How the machine's clock and the mixer's frames belong together while an output runs.
///
/// A change that is decided now takes effect one to two periods behind what has been rendered: not in the period that is
/// being rendered now, and not later than it must. Measured against the clock that is a line, and no staircase: changes
/// that were decided so many nanoseconds apart take effect so many frames apart, and those of two processes at the same
/// time. Where the device's clock leaves ours, the line follows.
struct OutputClock {
    private var line: Timeline
    private let periodFrames: Int64
    /// The least that the line has been ahead of what was rendered, since a moment.
    private var least = Int64.max
    private var leastSince: Int64
    private static let patience: Int64 = 200_000_000

    /// Begins when an output has begun to render.
    ///
    /// - Parameters:
    ///   - now: The machine's nanoseconds.
    ///   - rendered: The frame that is rendered next.
    ///   - periodFrames: Frames rendered at a time.
    ///   - rate: Frames per second.
    init(now: Int64, rendered: Int64, periodFrames: Int, rate: Int64) {
        self.periodFrames = Int64(periodFrames)
        line = Timeline(instant: now, frame: rendered + self.periodFrames, rate: rate)
        leastSince = now
    }

    /// Follows the device; to be called often.
    mutating func observe(now: Int64, rendered: Int64) {
        let ahead = line.frame(of: now) - rendered
        if ahead < periodFrames { return shift(by: periodFrames - ahead, now) }
        least = min(least, ahead)
        guard now - leastSince >= Self.patience else { return }
        // A thread that came late once is no clock that goes slow.
        shift(by: min(0, 2 * periodFrames - least), now)
    }

    private mutating func shift(by frames: Int64, _ now: Int64) {
        if frames != 0 { line = Timeline(instant: now, frame: line.frame(of: now) + frames, rate: line.rate) }
        (least, leastSince) = (.max, now)
    }

    /// The frame in which what was decided at a moment takes effect, and never one that is being rendered.
    func frame(of moment: Int64, rendered: Int64) -> Int64 { max(line.frame(of: moment), rendered + periodFrames) }
}
