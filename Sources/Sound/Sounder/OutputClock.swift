import SessionPolicy

/// Maps the machine's clock to the mixer's frames while an output runs. A change decided now takes effect one to two
/// periods after the last rendered frame. The map is linear: the distance between two changes is exact, and
/// simultaneous changes of two processes stay simultaneous. If the device's clock drifts, the line follows it.
struct OutputClock {
    private var line: FrameClock
    private let periodFrames: Int64
    /// The smallest lead of the line over the rendered frames, since a time.
    private var least = Int64.max
    private var leastSince: Int64
    private static let patience: Int64 = 200_000_000

    /// Starts with an output.
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

    mutating func observe(now: Int64, rendered: Int64) {
        let ahead = line.frame(of: Instant(nanoseconds: now)) - rendered
        if ahead < periodFrames { return shift(by: periodFrames - ahead, now) }
        least = min(least, ahead)
        guard now - leastSince >= Self.patience else { return }
        // A single late thread must not slow the clock, and samples are rarely taken right after a period was rendered.
        shift(by: min(0, periodFrames + periodFrames / 4 - least), now)
    }

    private mutating func shift(by frames: Int64, _ now: Int64) {
        let instant = Instant(nanoseconds: now)
        if frames != 0 {
            line = FrameClock(rate: Int(line.rate), instant: instant, frame: line.frame(of: instant) + frames)
        }
        (least, leastSince) = (.max, now)
    }

    /// The frame in which a decision takes effect; never one that is already being rendered.
    func frame(of moment: Int64, rendered: Int64) -> Int64 {
        max(line.frame(of: Instant(nanoseconds: moment)), rendered + periodFrames)
    }
}
