import Synchronization

/// The pending answers. A server waits for them before it ends the event loop on which they complete.
final class OpenAnswers: Sendable {
    private struct State {
        var tasks: [Int: Task<Void, Never>] = [:]
        var last = 0
        var isOver = false
    }

    private let state = Mutex(State())

    /// Starts an answer.
    /// - Parameter start: Starts the task; receives the number to pass to `end`.
    func begin(_ start: (_ number: Int) -> Task<Void, Never>) -> Task<Void, Never>? {
        state.withLock { state in
            if state.isOver { return nil }
            state.last += 1
            let task = start(state.last)
            state.tasks[state.last] = task
            return task
        }
    }

    func end(_ number: Int) { state.withLock { $0.tasks[number] = nil } }

    /// Refuses new answers, cancels pending ones, and waits for them.
    func close() async {
        let tasks = state.withLock { state in
            state.isOver = true
            return Array(state.tasks.values)
        }
        for task in tasks { task.cancel() }
        for task in tasks { await task.value }
    }
}
