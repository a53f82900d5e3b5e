package import SessionPolicy

/// Tracks the playback position of a sound against its device's clock. Scenes start and stop the playhead; the app
/// seeks. Positions are in seconds from the first start and include completed passes.
package struct Playhead: Sendable {
    /// The length of one pass in seconds, or nil for an endless sound.
    package let duration: Double?
    /// The number of passes, or nil to loop forever.
    private(set) var rounds: Int? = 1
    /// The playback rate in percent.
    private(set) var percent = 100
    /// The position at `since` while running, otherwise the current position.
    private var place = 0.0
    /// When playback started, or nil while stopped. May lie in the future.
    package private(set) var since: MachineTime?
    /// The scheduled start, used by the next `play`.
    package private(set) var begins: MachineTime?
    private(set) var first = 0.0
    /// Whether the policy considers the sound started: playing, interrupted or paused.
    package private(set) var isStarted = false
    /// An early end for a sound that does not loop, or nil to play to the end. Clamped to zero.
    package var end: Double? { didSet { if let end { self.end = max(0, end) } } }

    init(duration: Double?) { self.duration = duration }

    /// How often the sound repeats after the first pass, up to 1,000,000. A negative value loops forever.
    package var loops: Int {
        get { rounds.map { $0 - 1 } ?? -1 }
        set { rounds = newValue < 0 ? nil : min(newValue, 1_000_000) + 1 }
    }

    /// The playback rate, clamped to 0.25...4 and rounded to hundredths.
    package var rate: Double {
        get { Double(percent) / 100 }
        set { percent = newValue.isNaN ? 100 : Int((min(4, max(0.25, newValue)) * 100).rounded()) }
    }

    private func total(at now: MachineTime) -> Double {
        guard let since, now > since else { return max(0, place) }
        let total = max(0, place + now.length(since: since).seconds * rate)
        return lastPlace.map { min(total, $0) } ?? total
    }

    /// The end of the last pass, or nil if it loops forever.
    private var lastPlace: Double? {
        if rounds == 1, let end { return min(end, duration ?? end) }
        return rounds.flatMap { rounds in duration.map { $0 * Double(rounds) } }
    }

    /// The position within the current pass.
    package func position(at now: MachineTime) -> Double {
        let total = total(at: now)
        guard let duration, duration > 0 else { return total }
        guard rounds != 1 else { return min(total, duration) }
        if let lastPlace, total >= lastPlace { return duration }
        return total.truncatingRemainder(dividingBy: duration)
    }

    /// The time until the sound ends on its own, including the wait for a scheduled start, or nil if it never ends.
    package func remaining(at now: MachineTime) -> Length? {
        guard let lastPlace else { return nil }
        let rest = max(0, lastPlace - total(at: now)) / rate
        let wait = (since ?? begins)?.length(since: now) ?? .zero
        return wait + Length(seconds: rest)
    }

    /// Whether it was running in its last scene and has ended since.
    package func isAtEnd(at now: MachineTime) -> Bool { since != nil && remaining(at: now) == .zero }

    /// Schedules the next start; nil starts immediately. Has no effect while playing.
    package mutating func begin(at moment: MachineTime?) { if since == nil { begins = moment } }

    /// Returns to the beginning.
    package mutating func rewind() { (place, first, since, begins, isStarted) = (0, 0, nil, nil, false) }

    /// Applies a change without losing the current position.
    mutating func change(at now: MachineTime, _ change: (inout Playhead) -> Void) {
        let runs = since
        if let runs, runs <= now { halt(at: now) }
        change(&self)
        if let runs { since = max(runs, now) }
    }

    /// Seeks within the current pass. NaN and infinities seek to the beginning.
    mutating func seek(to seconds: Double, at now: MachineTime) {
        let wanted = seconds.isFinite ? max(0, seconds) : 0
        if let duration, duration > 0 {
            let round = min((total(at: now) / duration).rounded(.down), Double(rounds ?? 1) - 1)
            place = round * duration + min(wanted, duration)
        } else {
            place = wanted
        }
        first = place
    }

    /// Accounts for a stall: the position falls behind by `length`.
    package mutating func stall(by length: Length) { if since != nil { place -= length.seconds * rate } }

    /// Applies a scene.
    /// - Parameters:
    ///   - runs: Whether the sound is playing from then on.
    ///   - starts: Whether it starts at the position set by the app.
    ///   - isOver: Whether it has reached its end.
    package mutating func follow(at moment: MachineTime, runs: Bool, starts: Bool, isOver: Bool) {
        if isOver, !runs { return rewind() }
        if starts {
            isStarted = true
            place = first
        }
        switch (runs, since) {
        case (true, nil):
            since = max(moment, begins ?? moment)
            begins = nil
        case (true, _?) where starts: since = max(moment, begins ?? moment)
        case (false, _?): halt(at: moment)
        default: break
        }
    }

    private mutating func halt(at now: MachineTime) {
        place = total(at: now)
        since = nil
    }
}
