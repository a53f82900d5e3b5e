import AppleSession
import Foundation
package import SessionDevice
import SessionPolicy
import Synchronization

/// Delivers notices, asynchronous calls and alarms to an app whose device a test advances, and waits for the app to return. Any
/// thread.
package final class ManualDelivery: Sendable {
    private struct Alarm {
        let moment: MachineTime
        let work: @Sendable () -> Void
    }

    private struct State {
        var notices: [AppNotice] = []
        var observer: (@Sendable (AppNotice) -> Void)?
        var mainWork: [@Sendable () -> Void] = []
        /// The number of pieces of main work that have not returned.
        var unfinished = 0
        var alarms: [Alarm] = []
    }

    private let state = Mutex(State())
    /// The work on other queues than the main queue.
    private let others = DispatchGroup()
    /// The app of the process.
    package let app: AudioApp
    /// Called with what would end the program on a phone.
    let report: @Sendable (_ exception: String) -> Void
    /// Binds work to what it is done for.
    private let bind: @Sendable (@escaping @Sendable () -> Void) -> @Sendable () -> Void

    /// Collects the notices of an app from now on.
    ///
    /// - Parameters:
    ///   - app: The app.
    ///   - bind: Returns work for a queue that belongs to what the app does now.
    ///   - report: Called with what would end the program on a phone, as a sentence.
    package init(
        _ app: AudioApp, bind: @escaping @Sendable (@escaping @Sendable () -> Void) -> @Sendable () -> Void = { $0 },
        report: @escaping @Sendable (_ exception: String) -> Void = { _ in }
    ) {
        (self.app, self.bind, self.report) = (app, bind, report)
        app.collectNotices { [weak self] notice in self?.state.withLock { $0.notices.append(notice) } }
    }

    /// Makes the app the one that this process is, as if the process had just begun.
    package func begin() { ProcessApp.shared.begin(on: Backend(self)) }

    /// The notices since the last call, in order.
    package func takeNotices() -> [AppNotice] {
        state.withLock { state in
            defer { state.notices = [] }
            return state.notices
        }
    }

    /// Delivers a notice to the app, and returns when the app has been told of it on its queues.
    package func tell(_ notice: AppNotice) {
        state.withLock { $0.observer }?(notice)
        settle()
    }

    func observe(_ observer: @escaping @Sendable (AppNotice) -> Void) { state.withLock { $0.observer = observer } }

    // MARK: Queues

    /// The seconds after which work that has not returned is assumed to wait for the test.
    private static let patience = 5.0
    /// Whether the current thread runs work that `settle` would wait for.
    @TaskLocal private static var isAtWork = false

    /// Enqueues work on a queue, nil for the main queue. A test that awaits it without advancing the device gets it, too.
    func enqueue(_ work: @escaping @Sendable () -> Void, on queue: DispatchQueue?) {
        let work = bind(work)
        guard let queue else {
            state.withLock { state in
                state.mainWork.append(work)
                state.unfinished += 1
            }
            return OperationQueue.main.addOperation { [weak self] in self?.drain() }
        }
        others.enter()
        queue.async { [others] in
            Self.$isAtWork.withValue(true, operation: work)
            others.leave()
        }
    }

    /// Returns when all enqueued work has returned, and what it has enqueued meanwhile.
    package func settle() {
        guard !Self.isAtWork else { return }
        repeat { doMainWork() } while others.wait(timeout: .now() + Self.patience) == .success && hasMainWork
    }

    private var hasMainWork: Bool { state.withLock { $0.unfinished } > 0 }

    private func doMainWork() {
        guard hasMainWork else { return }
        guard !MainQueue.isCurrent else { return drain() }
        OperationQueue.main.addOperations([BlockOperation { [self] in drain() }], waitUntilFinished: true)
    }

    private func drain() {
        while let work = state.withLock({ $0.mainWork.isEmpty ? nil : $0.mainWork.removeFirst() }) {
            work()
            state.withLock { $0.unfinished -= 1 }
        }
    }

    // MARK: Alarms

    func set(at moment: MachineTime, _ work: @escaping @Sendable () -> Void) {
        state.withLock { $0.alarms.append(Alarm(moment: moment, work: work)) }
    }

    /// The time of the next alarm.
    package var nextAlarm: MachineTime? { state.withLock { $0.alarms.map(\.moment).min() } }

    /// Performs each alarm that is due, in order.
    package func ring(at now: MachineTime) {
        while let alarm = state.withLock({ state in
            guard let first = state.alarms.indices.min(by: { state.alarms[$0].moment < state.alarms[$1].moment }),
                state.alarms[first].moment <= now
            else { return Alarm?.none }
            return state.alarms.remove(at: first)
        }) {
            alarm.work()
        }
    }
}

/// The main queue, also if no main thread serves it.
private enum MainQueue {
    private static let key = {
        let key = DispatchSpecificKey<Bool>()
        DispatchQueue.main.setSpecific(key: key, value: true)
        return key
    }()

    static var isCurrent: Bool { Thread.isMainThread || DispatchQueue.getSpecific(key: key) ?? false }
}
