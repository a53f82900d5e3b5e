import AudioToolbox
import Foundation
import Synchronization
import Testing

/// Run loops by their C names: Foundation's own cannot be told to return.
@Suite(.timeLimit(.minutes(5))) struct RunLoopTests {
    /// The result of work on a thread of its own, which has a run loop of its own.
    private func onThread<Value: Sendable>(_ work: @escaping @Sendable () -> Value) async -> Value {
        await withCheckedContinuation { continuation in
            Thread { continuation.resume(returning: work()) }.start()
        }
    }

    @Test("A loop without anything to do returns when its time is over, and not before")
    func timesOut() async {
        let (result, took) = await onThread {
            let begins = Date()
            return (CFRunLoopRunInMode(.defaultMode, 0.2, false), Date().timeIntervalSince(begins))
        }
        #expect(result == .timedOut && took >= 0.2)
    }

    @Test("A loop returns when it is stopped, from another thread and from within, and runs again afterwards")
    func stops() async {
        let results = await onThread {
            nonisolated(unsafe) let loop = CFRunLoopGetCurrent()
            let timer = Timer(timeInterval: 0.01, repeats: false) { _ in CFRunLoopStop(CFRunLoopGetCurrent()) }
            loop.add(timer, forMode: .default)
            let within = CFRunLoopRunInMode(.defaultMode, 60, false)
            // It fires once the loop runs: to stop a loop that does not run yet comes to nothing.
            let begun = Timer(timeInterval: 0.01, repeats: false) { _ in
                DispatchQueue.global().async { CFRunLoopStop(loop) }
            }
            loop.add(begun, forMode: .default)
            CFRunLoopRun()
            return [within, CFRunLoopRunInMode(.defaultMode, 0, false)]
        }
        #expect(results == [.stopped, .timedOut])
    }
}
