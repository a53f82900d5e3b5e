import SessionCalls
import SessionPolicy
import Synchronization

/// A process's sounds, as the scenes of its device let them run.
final class SoundStage: SceneReceiver {
    private struct State {
        var heads: [SceneName: SoundHead] = [:]
        /// The sounds that the last scene named.
        var named: [SceneName] = []
    }

    private let state = Mutex(State())

    /// Lets a sound follow the scenes from now on.
    func add(_ head: SoundHead, as name: SceneName) { state.withLock { $0.heads[name] = head } }

    func remove(_ name: SceneName) { state.withLock { $0.heads[name] = nil } }

    func take(_ scene: Scene) {
        state.withLock { state in
            let starts = Set(scene.started)
            let before = state.named
            state.named = scene.names
            for (place, level) in scene.picture.sounds.enumerated() {
                state.heads[scene.names[place]]?.follow(
                    at: scene.at, runs: level.isRunning, starts: starts.contains(place), isOver: false)
            }
            for name in before where !state.named.contains(name) {
                state.heads[name]?.follow(
                    at: scene.at, runs: false, starts: false, isOver: scene.finished.contains(name))
            }
        }
    }
}
