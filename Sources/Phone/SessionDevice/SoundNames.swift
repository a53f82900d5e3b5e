import Synchronization

/// The names of an app's sounds that live: one that is taken gets `#2`, `#3` … behind it.
final class SoundNames: Sendable {
    private struct State {
        var taken: Set<String> = []
        var abandoned: [String] = []
    }

    private let state = Mutex(State())

    func uniqueName(for wish: String) -> String {
        // The wire carries 256 bytes of a name, and would cut the number off behind a longer one.
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

    /// Records a sound that was halted when no `AppSound` stood for it. The policy knows it as paused, and its name is
    /// taken until the policy is told otherwise.
    func abandon(_ name: String) { state.withLock { $0.abandoned.append(name) } }

    /// Returns the abandoned names, each once.
    func takeAbandoned() -> [String] {
        state.withLock { state in
            defer { state.abandoned = [] }
            return state.abandoned
        }
    }
}
