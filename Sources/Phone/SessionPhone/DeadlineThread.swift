import SessionPolicy
import Sounder
import Synchronization
import SystemSupport

/// A thread that calls `advance` at each deadline of an arbiter. Without a deadline it sleeps until it is woken.
///
/// The thread ends with its owner, without being waited for.
final class DeadlineThread: Sendable {
    private final class Work: Sendable {
        let wakeSignal: WakeSignal
        let isOver = Atomic(false)

        init(wakeSignal: WakeSignal) { self.wakeSignal = wakeSignal }

        func run(_ arbiter: Arbiter) {
            while !isOver.load(ordering: .acquiring) {
                let wait = arbiter.nextDeadline.map { max(0, $0.nanoseconds(since: PhoneClock.steady)) }
                wakeSignal.wait(nanoseconds: wait)
                arbiter.advance()
            }
        }
    }

    private let work: Work

    /// Prepares the thread.
    init() throws(Shortage) { work = Work(wakeSignal: try WakeSignal()) }

    deinit {
        work.isOver.store(true, ordering: .releasing)
        work.wakeSignal.raise()
    }

    /// The closure that an arbiter calls when its deadline has come nearer.
    var wake: @Sendable () -> Void {
        { [work] in work.wakeSignal.raise() }
    }

    func start(_ arbiter: Arbiter) throws(Shortage) {
        let work = work
        try OrdinaryThread.start { work.run(arbiter) }.detach()
    }
}
