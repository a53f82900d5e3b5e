import SessionPolicy
import Sounder
import Synchronization

/// The recordings of a process's apps, each filled while the policy lets its app record.
final class RecorderTracks: CaptureReceiver {
    private struct State {
        var tracks: [RecorderTrack] = []
        var fail: @Sendable (_ app: String, _ reason: String) -> Void = { _, _ in }
    }

    private let state = Mutex(State())

    /// Calls a closure whenever an app's recording cannot continue, with the reason.
    func onFailure(_ fail: @escaping @Sendable (_ app: String, _ reason: String) -> Void) {
        state.withLock { $0.fail = fail }
    }

    func add(_ track: RecorderTrack) { state.withLock { $0.tracks.append(track) } }

    func remove(_ track: RecorderTrack) { state.withLock { $0.tracks.removeAll { $0 === track } } }

    func receive(_ samples: [Float], from input: SceneInput) {
        for track in state.withLock({ $0.tracks }) where input.apps.contains(track.app) { track.append(samples) }
    }

    func end(of input: SceneInput) {}

    func fail(_ input: SceneInput, reason: String) {
        let fail = state.withLock { $0.fail }
        for app in input.apps { fail(app, reason) }
    }
}
