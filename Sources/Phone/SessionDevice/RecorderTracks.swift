import SessionCalls
import SessionSound
import Synchronization

/// The recordings of a process's apps: each gets what is captured while the policy lets its app record.
final class RecorderTracks: CaptureReceiver {
    private let tracks = Mutex<[RecorderTrack]>([])
    private let fail: @Sendable (_ app: String, _ reason: String) -> Void

    /// - Parameter fail: Is told that an app's recording cannot go on, and why.
    init(fail: @escaping @Sendable (_ app: String, _ reason: String) -> Void) { self.fail = fail }

    func add(_ track: RecorderTrack) { tracks.withLock { $0.append(track) } }

    func remove(_ track: RecorderTrack) { tracks.withLock { $0.removeAll { $0 === track } } }

    func take(_ samples: [Float], from input: SceneInput) {
        for track in tracks.withLock({ $0 }) where input.apps.contains(track.app) { track.take(samples) }
    }

    func end(of input: SceneInput) {}

    func fail(_ input: SceneInput, reason: String) { for app in input.apps { fail(app, reason) } }
}
