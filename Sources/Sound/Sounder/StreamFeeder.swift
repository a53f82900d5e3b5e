package import Mixer
import Synchronization
package import SystemSupport

/// Streams that are kept filled. A stream is removed at its end, or when no one else holds it. Any thread.
final class FedStreams: Sendable {
    private struct Fed: Sendable { weak var stream: StreamedVoice? }

    private let streams = Mutex<[Fed]>([])
    let isOver = Atomic(false)

    var isEmpty: Bool { streams.withLock { $0.allSatisfy { $0.stream == nil } } }

    /// Adds a stream; only the caller of `fill` may fill it then.
    func add(_ stream: StreamedVoice) { streams.withLock { $0.append(Fed(stream: stream)) } }

    /// Fills the streams. Returns when to do so next, in nanoseconds, or nil if there are none.
    @discardableResult
    func fill() -> Int64? {
        let unfinished = streams.withLock { streams in
            streams.removeAll { $0.stream?.isComplete ?? true }
            return streams
        }
        for entry in unfinished { entry.stream?.fill() }
        return unfinished.compactMap { $0.stream?.roundInNanoseconds }.min()
    }
}

/// The thread that keeps streams filled, and sleeps when none needs frames. Releasing the feeder ends its thread without
/// waiting.
package final class StreamFeeder: Sendable {
    private let streams = FedStreams()
    private let wakeSignal: WakeSignal

    /// Whether no one else holds any of its streams.
    var isIdle: Bool { streams.isEmpty }

    /// Starts the thread.
    package init() throws(Shortage) {
        wakeSignal = try WakeSignal()
        try OrdinaryThread.start { [streams, wakeSignal] in
            while !streams.isOver.load(ordering: .acquiring) { wakeSignal.wait(nanoseconds: streams.fill()) }
        }.detach()
    }

    deinit {
        streams.isOver.store(true, ordering: .releasing)
        wakeSignal.raise()
    }

    /// Keeps a stream filled from now on; only the feeder may fill it then. Any thread.
    package func feed(_ stream: StreamedVoice) {
        streams.add(stream)
        wakeSignal.raise()
    }
}
