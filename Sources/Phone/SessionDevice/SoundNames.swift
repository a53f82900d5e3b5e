import Synchronization

/// The names of an app's existing sounds; a duplicate gets `#2`, `#3` … appended.
final class SoundNames: Sendable {
    private struct State {
        var taken: Set<String> = []
        var abandoned: [String] = []
    }

    private let state = Mutex(State())

    func uniqueName(for wish: String) -> String {
        // Names have 256 bytes on the wire; the number must not be cut off.
        let base = wish.utf8.count <= 240 ? wish : String(decoding: wish.utf8.prefix(237), as: UTF8.self)
        return state.withLock { state in
            var name = base
            var number = 1
            while !state.taken.insert(name).inserted {
                number += 1
                name = "\(base)#\(number)"
            }
            return name
        }
    }

    func giveBack(_ name: String) { state.withLock { _ = $0.taken.remove(name) } }

    /// Records a sound that was halted after its `AppSound` was gone. To the policy it is paused, so its name stays in
    /// use until the policy learns of its end.
    func abandon(_ name: String) { state.withLock { $0.abandoned.append(name) } }

    /// Returns the abandoned names, each once.
    func takeAbandoned() -> [String] {
        state.withLock { state in
            defer { state.abandoned = [] }
            return state.abandoned
        }
    }
}
