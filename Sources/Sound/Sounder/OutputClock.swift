import SessionPolicy

/// Maps the machine's clock to the mixer's frames while an output runs.
///
/// A change that is decided now takes effect one to two periods after the last rendered frame: not in the period that
/// is being rendered now, and not later than it must. The map is a line, not a staircase: two changes decided some
/// nanoseconds apart take effect as many frames apart, and changes that two processes decide at the same time take
/// effect at the same time. Where the device's clock drifts from the machine's, the line follows the device.
struct OutputClock {
    private var line: FrameClock
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
    init(now: Int64, rendered: Int64, periodFrames: Int, rate: Int) {
        self.periodFrames = Int64(periodFrames)
        line = FrameClock(
            rate: rate, instant: Instant(nanoseconds: now), frame: rendered + self.periodFrames)
        leastSince = now
    }

    /// Follows the device; to be called often.
    mutating func observe(now: Int64, rendered: Int64) {
        let ahead = line.frame(of: Instant(nanoseconds: now)) - rendered
        if ahead < periodFrames { return shift(by: periodFrames - ahead, now) }
        least = min(least, ahead)
        guard now - leastSince >= Self.patience else { return }
        // A thread that came late once does not make the clock slow; and a line that is looked at only now and then is
        // seldom looked at just after a period was rendered.
        shift(by: min(0, periodFrames + periodFrames / 4 - least), now)
    }

    private mutating func shift(by frames: Int64, _ now: Int64) {
        let instant = Instant(nanoseconds: now)
        if frames != 0 {
            line = FrameClock(rate: Int(line.rate), instant: instant, frame: line.frame(of: instant) + frames)
        }
        (least, leastSince) = (.max, now)
    }

    /// The frame in which what was decided at a moment takes effect, and never one that is being rendered.
    func frame(of moment: Int64, rendered: Int64) -> Int64 {
        max(line.frame(of: Instant(nanoseconds: moment)), rendered + periodFrames)
    }
}
