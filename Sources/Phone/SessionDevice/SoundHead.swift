import SessionCalls
import SessionPolicy
import Synchronization

/// The playhead of a sound: the policy's scenes move and halt it, its app seeks in it.
///
/// Seconds count from the first beginning, over all its rounds.
final class SoundHead: Sendable {
    struct State: Sendable {
        /// The length of one round, in seconds; nil where it has no end.
        let duration: Double?
        /// The number of times it begins anew; less than 0 for ever.
        var loops = 0
        /// The place where a sound that does not repeat ends before its own end; nil where it plays to its own end.
        var stop: Double?
        /// Seconds of it that pass in a second.
        var rate = 1.0
        /// The place where it stood at `since`, or stands.
        var place = 0.0
        /// The moment since which it runs; nil while it does not. It may be in the future.
        var since: MachineTime?
        /// The moment at which it is to begin, once it is played.
        var begins: MachineTime?
        /// The place where the next start begins.
        var first = 0.0
        /// Whether the policy knows it as started: it runs, waits for the end of an interruption, or is paused.
        var isStarted = false
        /// Whether the sound stops when its last reference is gone.
        var endsWithReference = false

        init(duration: Double?) { self.duration = duration }

        /// The distance that it has come, over all its rounds.
        func total(at now: MachineTime) -> Double {
            guard let since, now > since else { return max(0, place) }
            let total = max(0, place + now.length(since: since).seconds * rate)
            return end.map { min(total, $0) } ?? total
        }

        /// The end of its last round; nil where it has none.
        private var end: Double? {
            if loops == 0, let stop { return min(stop, duration ?? stop) }
            return loops < 0 ? nil : duration.map { $0 * Double(loops + 1) }
        }

        /// The place where it stands in the present round.
        func position(at now: MachineTime) -> Double {
            let total = total(at: now)
            guard let duration, duration > 0 else { return total }
            guard loops != 0 else { return min(total, duration) }
            if let end, total >= end { return duration }
            return total.truncatingRemainder(dividingBy: duration)
        }

        /// The time for which it goes on by itself, with the time until it begins; nil where it has no end.
        func remaining(at now: MachineTime) -> Length? {
            guard let end else { return nil }
            let rest = max(0, end - total(at: now)) / rate
            let wait = (since ?? begins)?.length(since: now) ?? .zero
            return wait + Length(seconds: rest)
        }

        mutating func halt(at now: MachineTime) {
            place = total(at: now)
            since = nil
        }

        mutating func rewind() {
            (place, first, since, begins, isStarted) = (0, 0, nil, nil, false)
        }
    }

    let state: Mutex<State>

    init(duration: Double?) { state = Mutex(State(duration: duration)) }

    /// Notes that the sound waited for its samples while it ran, and is late by that length.
    ///
    /// - Returns: The time that it has to go from there; nil where it does not run, or has no end.
    func stall(by length: Length, at now: MachineTime) -> Length? {
        state.withLock { state in
            guard state.since != nil else { return nil }
            state.place -= length.seconds * state.rate
            return state.remaining(at: now)
        }
    }

    /// Follows a scene.
    ///
    /// - Parameters:
    ///   - runs: Whether the sound runs from then on.
    ///   - starts: Whether it begins from where its app has placed it.
    ///   - isOver: Whether it has run to its end.
    func follow(at moment: MachineTime, runs: Bool, starts: Bool, isOver: Bool) {
        state.withLock { state in
            if isOver, !runs { return state.rewind() }
            if starts {
                state.isStarted = true
                state.place = state.first
            }
            switch (runs, state.since) {
            case (true, nil):
                state.since = max(moment, state.begins ?? moment)
                state.begins = nil
            case (true, _?) where starts: state.since = max(moment, state.begins ?? moment)
            case (false, _?): state.halt(at: moment)
            default: break
            }
        }
    }
}
