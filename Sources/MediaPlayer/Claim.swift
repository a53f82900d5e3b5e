internal import Synchronization

/// What the app wishes as long as anything in this process wants it, such as a view that is shown.
final class Claim: Sendable {
    private let holders = Mutex(0)
    private let wish: @Sendable (Bool) -> Void

    /// Creates one that nothing holds.
    ///
    /// - Parameter wish: Told when the first takes hold and when the last lets go, one after the other.
    init(_ wish: @escaping @Sendable (Bool) -> Void) { self.wish = wish }

    /// So many more hold it; fewer below zero.
    func add(_ count: Int) {
        holders.withLock { holders in
            let was = holders > 0
            holders += count
            if was != (holders > 0) { wish(holders > 0) }
        }
    }
}
