import Dispatch
import SessionPolicy
import Synchronization

/// Delivers an app's notices in order, each after all calls that were in progress when it was decided have returned, so
/// never before the call that caused it.
final class NoticeQueue: NoticeReceiver {
    private struct State {
        /// The calls in progress, in the order of their start.
        var calls: [UInt64] = []
        var lastCall: UInt64 = 0
        var waiting: [(notice: AppNotice, call: UInt64)] = []
        var listeners: [(id: UInt64, tell: @Sendable (AppNotice) -> Void, end: @Sendable () -> Void)] = []
        var lastListener: UInt64 = 0
        /// The number of the last notice, delivered or not.
        var lastNotice: UInt64 = 0
        /// The number of times that the media server has died.
        var losses: UInt64 = 0
        var isOver = false

        mutating func tell() {
            let oldest = calls.first ?? .max
            let ready = waiting.prefix { $0.call < oldest }
            guard !ready.isEmpty else { return }
            for (notice, _) in ready { for listener in listeners { listener.tell(notice) } }
            waiting.removeFirst(ready.count)
        }
    }

    private let state = Mutex(State())

    func beginCall() -> UInt64 {
        state.withLock { state in
            state.lastCall += 1
            state.calls.append(state.lastCall)
            return state.lastCall
        }
    }

    /// Records that a call returns; its last act.
    func endCall(_ call: UInt64) {
        state.withLock { state in
            state.calls.removeAll { $0 == call }
            state.tell()
        }
    }

    func receive(_ notice: AppNotice) {
        state.withLock { state in
            state.lastNotice = notice.number
            if notice.message == .mediaServicesWereLost { state.losses += 1 }
            state.waiting.append((notice, state.calls.last ?? 0))
            state.tell()
        }
    }

    /// The number of the last notice that was decided; 0 before the first.
    var lastNotice: UInt64 { state.withLock { $0.lastNotice } }

    /// The number of times that the media server has died, reported or not.
    var losses: UInt64 { state.withLock { $0.losses } }

    /// Adds a listener for later notices.
    /// - Parameters:
    ///   - tell: Receives a notice, with the lock held; must return quickly.
    ///   - end: Called after the last notice, without the lock.
    /// - Returns: The number to remove it by.
    func add(
        tell: @escaping @Sendable (AppNotice) -> Void, end: @escaping @Sendable () -> Void = {}
    ) -> UInt64 {
        let (listener, isOver) = state.withLock { state in
            state.lastListener += 1
            if !state.isOver { state.listeners.append((state.lastListener, tell, end)) }
            return (state.lastListener, state.isOver)
        }
        if isOver { end() }
        return listener
    }

    func remove(_ listener: UInt64) { state.withLock { $0.listeners.removeAll { $0.id == listener } } }

    func end() {
        let listeners = state.withLock { state in
            state.calls = []
            state.tell()
            state.isOver = true
            defer { state.listeners = [] }
            return state.listeners
        }
        // Ending a stream runs the program's code, which may call this queue.
        for listener in listeners { listener.end() }
    }
}
