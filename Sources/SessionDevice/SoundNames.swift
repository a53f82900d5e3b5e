import Synchronization

/// The names of an app's sounds that live: one that is taken gets `#2`, `#3` … behind it.
final class SoundNames: Sendable {
    private let taken = Mutex<Set<String>>([])

    func take(_ wish: String) -> String {
        taken.withLock { taken in
            var name = wish
            var number = 1
            while !taken.insert(name).inserted {
                number += 1
                name = "\(wish)#\(number)"
            }
            return name
        }
    }

    func giveBack(_ name: String) { taken.withLock { _ = $0.remove(name) } }
}
