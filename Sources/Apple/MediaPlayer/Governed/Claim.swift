internal import Synchronization

/// A wish of the app that holds as long as anything in this process wants it, such as a view that is shown. No lock is
/// held while the wish is told, which may wait for a host: a thread whose change makes no difference continues at once,
/// and one whose change does leaves it to the thread that is telling.
final class Claim: Sendable {
    private struct State {
        var holders = 0
        var isTold = false
        var isTelling = false
    }

    private let state = Mutex(State())
    private let wish: @Sendable (Bool) -> Void

    /// Creates a claim that nothing holds.
    /// - Parameter wish: Told when the first takes hold and when the last lets go, one after the other.
    init(_ wish: @escaping @Sendable (Bool) -> Void) { self.wish = wish }

    /// Adds so many holders; below zero takes them away.
    func add(_ count: Int) {
        let tells = state.withLock { state in
            state.holders += count
            defer { state.isTelling = true }
            return !state.isTelling
        }
        guard tells else { return }
        while let isWanted = next() { wish(isWanted) }
    }

    /// Returns the value that is to be told next, or nil if there is none, and the thread that tells stops.
    private func next() -> Bool? {
        state.withLock { state in
            let isWanted = state.holders > 0
            guard state.isTold != isWanted else {
                state.isTelling = false
                return nil
            }
            state.isTold = isWanted
            return isWanted
        }
    }
}
