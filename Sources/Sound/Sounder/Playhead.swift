package import SessionPolicy

/// The playhead of a sound: where it stands by the clock of its device, and how it goes on. Scenes move and halt it, its app
/// places it.
///
/// Seconds count from the first beginning, over all its rounds.
package struct Playhead: Sendable {
    /// The length of one round, in seconds; nil where it has no end.
    package let duration: Double?
    /// The number of rounds; nil for ever.
    private(set) var rounds: Int? = 1
    /// The speed, in hundredths.
    private(set) var percent = 100
    /// The place where it stood at `since`, or stands.
    private var place = 0.0
    /// The moment since which it runs; nil while it does not. It may be in the future.
    package private(set) var since: MachineTime?
    /// The moment at which it is to begin, once it is played.
    package private(set) var begins: MachineTime?
    /// The place where the next start begins.
    private(set) var first = 0.0
    /// Whether the policy knows it as started: it runs, waits for the end of an interruption, or is paused.
    package private(set) var isStarted = false
    /// The place at which a sound that does not repeat ends before its own end; nil where it plays to its own end. Not below
    /// zero.
    package var end: Double? { didSet { if let end { self.end = max(0, end) } } }

    init(duration: Double?) { self.duration = duration }

    /// The number of times it begins anew, up to 1,000,000; less than 0 for ever.
    package var loops: Int {
        get { rounds.map { $0 - 1 } ?? -1 }
        set { rounds = newValue < 0 ? nil : min(newValue, 1_000_000) + 1 }
    }

    /// The seconds of it that pass in a second, 0.25 to 4, brought into that range and to the nearest hundredth.
    package var rate: Double {
        get { Double(percent) / 100 }
        set { percent = newValue.isNaN ? 100 : Int((min(4, max(0.25, newValue)) * 100).rounded()) }
    }

    /// The distance that it has come, over all its rounds.
    private func total(at now: MachineTime) -> Double {
        guard let since, now > since else { return max(0, place) }
        let total = max(0, place + now.length(since: since).seconds * rate)
        return lastPlace.map { min(total, $0) } ?? total
    }

    /// The end of its last round; nil where it has none.
    private var lastPlace: Double? {
        if rounds == 1, let end { return min(end, duration ?? end) }
        return rounds.flatMap { rounds in duration.map { $0 * Double(rounds) } }
    }

    /// The place where it stands in the present round.
    package func position(at now: MachineTime) -> Double {
        let total = total(at: now)
        guard let duration, duration > 0 else { return total }
        guard rounds != 1 else { return min(total, duration) }
        if let lastPlace, total >= lastPlace { return duration }
        return total.truncatingRemainder(dividingBy: duration)
    }

    /// The time for which it goes on by itself, with the time until it begins; nil where it has no end.
    package func remaining(at now: MachineTime) -> Length? {
        guard let lastPlace else { return nil }
        let rest = max(0, lastPlace - total(at: now)) / rate
        let wait = (since ?? begins)?.length(since: now) ?? .zero
        return wait + Length(seconds: rest)
    }

    /// Whether it runs by its last scene, and has come to its end since.
    package func isAtEnd(at now: MachineTime) -> Bool { since != nil && remaining(at: now) == .zero }

    /// Lets a sound that does not run begin at a moment, once it is played; nil for at once.
    package mutating func begin(at moment: MachineTime?) { if since == nil { begins = moment } }

    /// Lets it begin at its beginning when it is played next.
    package mutating func rewind() { (place, first, since, begins, isStarted) = (0, 0, nil, nil, false) }

    /// Changes how it goes on from where it stands.
    mutating func change(at now: MachineTime, _ change: (inout Playhead) -> Void) {
        let runs = since
        if let runs, runs <= now { halt(at: now) }
        change(&self)
        if let runs { since = max(runs, now) }
    }

    /// Places it in its present round; what is no number is its beginning.
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

    /// Notes that it waited for its samples while it ran, and is late by that length.
    package mutating func stall(by length: Length) { if since != nil { place -= length.seconds * rate } }

    /// Follows a scene.
    ///
    /// - Parameters:
    ///   - runs: Whether the sound runs from then on.
    ///   - starts: Whether it begins from where its app has placed it.
    ///   - isOver: Whether it has run to its end.
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
