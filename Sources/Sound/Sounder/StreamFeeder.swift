package import Mixer
import Synchronization
package import SystemSupport

/// The thread that keeps the rings of all file streams filled, and sleeps when none needs frames. A stream is removed
/// at its end, or when no one else holds it. Releasing the feeder ends its thread without waiting.
package final class StreamFeeder: Sendable {
    private let work: Work

    /// Starts the thread.
    package init() throws(Shortage) {
        let work = Work(wakeSignal: try WakeSignal())
        self.work = work
        try OrdinaryThread.start { work.run() }.detach()
    }

    deinit { work.end() }

    /// Keeps a stream filled from now on; only the feeder may fill it then. Any thread.
    package func feed(_ stream: StreamedVoice) { work.add(stream) }

    private final class Work: Sendable {
        private struct Fed: Sendable {
            weak var stream: StreamedVoice?
            /// The time that a quarter of its ring plays, in nanoseconds.
            let round: Int64
        }

        private let fed = Mutex<(streams: [Fed], isOver: Bool)>(([], false))
        private let wakeSignal: WakeSignal

        init(wakeSignal: WakeSignal) { self.wakeSignal = wakeSignal }

        func add(_ stream: StreamedVoice) {
            fed.withLock { $0.streams.append(Fed(stream: stream, round: stream.roundInNanoseconds)) }
            wakeSignal.raise()
        }

        func end() {
            fed.withLock { $0.isOver = true }
            wakeSignal.raise()
        }

        func run() {
            while true {
                let (streams, isOver) = fed.withLock { fed in
                    fed.streams.removeAll { $0.stream?.isComplete ?? true }
                    return (fed.streams, fed.isOver)
                }
                if isOver { return }
                for entry in streams { entry.stream?.fill() }
                wakeSignal.wait(nanoseconds: streams.map(\.round).min())
            }
        }
    }
}
