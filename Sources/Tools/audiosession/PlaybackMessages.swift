import ALSADevice
import SessionScenario
import Sounder
import Synchronization
import SystemSupport

/// The messages between the playing thread and the displaying thread; neither waits for the other.
final class PlaybackMessages: Sendable {
    /// The playback progress, the messages to print, and the result.
    struct News {
        var seconds = -1.0
        var notes: [String] = []
        var outcome: Result<Void, ReplayError>?
    }

    let wakeSignal: WakeSignal
    private let state = Mutex(News())
    private let isStopped = Atomic(false)

    init(wakeSignal: WakeSignal) { self.wakeSignal = wakeSignal }

    /// The events since the last call.
    var news: News {
        state.withLock { news in
            defer { news.notes = [] }
            return news
        }
    }

    func stop() { isStopped.store(true, ordering: .relaxed) }

    /// Plays, on the sound thread.
    func play(_ run: ScenarioRun, on output: ALSAOutput) {
        var outcome: Result<Void, ReplayError> = .success(())
        do throws(ReplayError) {
            let plan = try ReplayPlan(run)
            try RealTimePlayer(plan).play(
                on: output, note: { note in tell { $0.notes.append(note) } },
                progress: { seconds in tell { $0.seconds = seconds } },
                isCancelled: { Cancellation.isRequested || isStopped.load(ordering: .relaxed) })
            tell { $0.notes += plan.remarks }
        } catch {
            outcome = .failure(error)
        }
        tell { $0.outcome = outcome }
    }

    private func tell(_ change: (inout News) -> Void) {
        state.withLock { change(&$0) }
        wakeSignal.raise()
    }
}
