import Glibc
import Synchronization
import Testing

@testable import SessionExploration

/// Work that is shared out is done once, and what is taken is freed where it was made.
struct WorkerThreadsTests {
    @Test("Every piece is done once, and the outcomes stand in order", arguments: [0, 1, 2, 5])
    func pieces(hands: Int) {
        let done = WorkerThreads.share(100, among: hands) { piece, hand in
            #expect(hand < max(1, hands))
            return piece
        }
        #expect(done.map(\.part) == Array(0..<100))
        #expect(WorkerThreads.share(0, among: hands) { piece, _ in piece }.isEmpty)
    }

    @Test(
        "Every part is taken once, whichever thread made it, also where fewer threads are there than made them",
        arguments: [1, 2, 3])
    func parts(hands: Int) {
        var parts = (0..<100).map { WorkerThreads.Made(hand: $0 % 3, part: $0 * 2) }
        let done = WorkerThreads.share(taking: &parts, among: hands) { part, place, _ in [place, part] }
        #expect(done.map(\.part) == (0..<100).map { [$0, $0 * 2] })
        #expect(parts.isEmpty)
    }

    /// Tells on which thread it was freed.
    private final class Part: Sendable {
        private let freed: @Sendable (pthread_t) -> Void
        init(freed: @escaping @Sendable (pthread_t) -> Void) { self.freed = freed }
        deinit { freed(pthread_self()) }
    }

    @Test("A part is freed by the hand that made it, before the others are done", .timeLimit(.minutes(5)))
    func freesWhereMade() {
        let freed = Mutex([Int: pthread_t]())
        var parts = [1, 0].map { hand in
            WorkerThreads.Made(hand: hand, part: Part { thread in freed.withLock { $0[hand] = thread } })
        }
        // Neither hand ends before the other has begun, so that each has its own part.
        let begun = Atomic(0)
        let threads = WorkerThreads.share(taking: &parts, among: 2) { _, _, _ in
            begun.wrappingAdd(1, ordering: .sequentiallyConsistent)
            while begun.load(ordering: .sequentiallyConsistent) < 2 { sched_yield() }
            return pthread_self()
        }
        #expect(threads.map(\.hand) == [1, 0])
        #expect(freed.withLock { $0 } == [1: threads[0].part, 0: threads[1].part])
    }
}
