import SessionPolicy
import Sounder
import Synchronization
import SystemSupport

/// A thread that calls `advance` at each deadline of an arbiter, and sleeps in between. Ends with its owner, who does
/// not wait for it.
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

    init() throws(Shortage) { work = Work(wakeSignal: try WakeSignal()) }

    deinit {
        work.isOver.store(true, ordering: .releasing)
        work.wakeSignal.raise()
    }

    /// The closure that an arbiter calls when its deadline has become earlier.
    var wake: @Sendable () -> Void {
        { [work] in work.wakeSignal.raise() }
    }

    func start(_ arbiter: Arbiter) throws(Shortage) {
        let work = work
        try OrdinaryThread.start { work.run(arbiter) }.detach()
    }
}
