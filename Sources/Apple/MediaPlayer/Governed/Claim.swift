internal import Synchronization

/// A request of the app that is in force while anything in this process holds it, such as a visible view. No lock is held
/// during the request, which may wait for a host: other threads return immediately and leave further changes to the thread that
/// is making the request.
final class Claim: Sendable {
    private struct State {
        var holders = 0
        var isTold = false
        var isTelling = false
    }

    private let state = Mutex(State())
    private let wish: @Sendable (Bool) -> Void

    /// Creates a claim without holders.
    /// - Parameter wish: Called with true for the first holder and with false after the last, never concurrently.
    init(_ wish: @escaping @Sendable (Bool) -> Void) { self.wish = wish }

    /// Adds holders, or removes them if the number is negative.
    func add(_ count: Int) {
        let tells = state.withLock { state in
            state.holders += count
            defer { state.isTelling = true }
            return !state.isTelling
        }
        guard tells else { return }
        while let isWanted = next() { wish(isWanted) }
    }

    /// Forgets all holders, because the app has moved to a new device, which was told nothing.
    func forget() { state.withLock { ($0.holders, $0.isTold) = (0, false) } }

    /// Returns the next value to report; nil if there is none, and the reporting thread stops.
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
