import Synchronization

/// A list to which any thread adds, and whose signal wakes the thread that collects it.
package final class WakingList<Item: Sendable>: Sendable {
    private let items = Mutex<[Item]>([])
    /// Raised while items wait.
    package let wakeSignal: WakeSignal

    /// Makes an empty list.
    package init() throws(Shortage) { wakeSignal = try WakeSignal() }

    /// Adds an item at the end. Any thread.
    package func add(_ item: Item) {
        let isFirst = items.withLock { items in
            items.append(item)
            return items.count == 1
        }
        // Where other items wait, the signal has been raised for them, and the thread that answers it collects this one, too.
        if isFirst { wakeSignal.raise() }
    }

    /// Takes all items out, in their order.
    package func collect() -> [Item] {
        items.withLock { items in
            defer { items = [] }
            return items
        }
    }
}
