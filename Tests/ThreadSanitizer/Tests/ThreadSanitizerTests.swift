import CThreadSanitizer
import Glibc
import Synchronization
import Testing

/// The thread sanitizer sees all races that it should and nothing else; `make tsan` runs this before all others.
@Suite(.enabled(if: thread_sanitizer_watches(), "make tsan runs it under the thread sanitizer"))
struct ThreadSanitizerTests {
    private final class Guarded: Sendable {
        let count = Mutex(0)
    }

    private final class Unguarded: @unchecked Sendable {
        var count = 0
    }

    /// Runs `body` on a thread of its own, to its end.
    private struct Thread {
        private final class Work: Sendable {
            let body: @Sendable () -> Void
            init(_ body: @escaping @Sendable () -> Void) { self.body = body }
        }

        private var thread = pthread_t()

        init(_ body: @escaping @Sendable () -> Void) {
            let failure = pthread_create(
                &thread, nil,
                { work in
                    Unmanaged<Work>.fromOpaque(work!).takeRetainedValue().body()
                    return nil
                }, Unmanaged.passRetained(Work(body)).toOpaque())
            precondition(failure == 0, "no thread for the test")
        }

        func join() { pthread_join(thread, nil) }
    }

    /// The library's functions by which it goes are looked for by name, and may get others.
    @Test("The handing over of a mutex is found")
    func theHandOverOfAMutexIsFound() { #expect(mutex_handover_is_seen()) }

    /// Reported as a race if the hand-over is not seen.
    @Test("A Mutex that is handed to a waiting thread is no race")
    func mutexThatIsWaitedFor() throws {
        try #require(mutex_handover_is_seen())
        let guarded = Guarded()
        for _ in 1...20 {
            let before = mutex_waits()
            let thread: Thread = guarded.count.withLock { count in
                let thread = Thread { guarded.count.withLock { $0 += 1 } }
                while mutex_waits() == before { sched_yield() }
                count += 1
                return thread
            }
            guarded.count.withLock { $0 += 1 }
            thread.join()
        }
        #expect(guarded.count.withLock { $0 } == 60)
    }

    /// Run by itself, by `make tsan`, which wants it reported: a watch that reports nothing must be one that can.
    @Test(.enabled(if: getenv("PLANT_A_RACE") != nil, "make tsan plants it"))
    func plantedRace() {
        let unguarded = Unguarded()
        let threads = [1, 2].map { _ in Thread { unguarded.count += 1 } }
        for thread in threads { thread.join() }
        #expect(unguarded.count > 0)
    }
}
