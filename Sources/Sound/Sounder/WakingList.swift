import Synchronization
package import System

/// A list to which any thread adds, and whose signal wakes the thread that collects it.
package final class WakingList<Item: Sendable>: Sendable {
    private let items = Mutex<[Item]>([])
    /// Raised with each item.
    package let wakeSignal: WakeSignal

    /// Makes an empty list.
    ///
    /// - Throws: `Shortage` where one more file may not be opened.
    package init() throws(Shortage) { wakeSignal = try WakeSignal() }

    /// Adds an item at the end. Any thread.
    package func add(_ item: Item) {
        items.withLock { $0.append(item) }
        wakeSignal.raise()
    }

    /// Takes all items out, in their order.
    package func collect() -> [Item] {
        items.withLock { items in
            defer { items = [] }
            return items
        }
    }
}
