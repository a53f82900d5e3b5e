import Synchronization

/// A list that any thread appends to, with a signal that wakes its collector.
package final class WakingList<Item: Sendable>: Sendable {
    private let items = Mutex<[Item]>([])
    /// Raised while items wait.
    package let wakeSignal: WakeSignal

    /// Creates an empty list.
    package init() throws(Shortage) { wakeSignal = try WakeSignal() }

    /// Adds an item at the end. Any thread.
    package func add(_ item: Item) {
        let isFirst = items.withLock { items in
            items.append(item)
            return items.count == 1
        }
        // If other items are pending, the signal is already raised, and this item is collected with them.
        if isFirst { wakeSignal.raise() }
    }

    /// Returns and removes all items, in order.
    package func collect() -> [Item] {
        items.withLock { items in
            defer { items = [] }
            return items
        }
    }
}
