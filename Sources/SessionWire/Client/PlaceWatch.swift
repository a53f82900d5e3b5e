import CLinux
import Glibc

/// Waits for a host to come to a place: for anything that is made in the folder of its socket.
struct PlaceWatch: ~Copyable {
    private let descriptor: CInt

    /// Begins to watch; nil where the folder is gone.
    init?(_ place: SocketPlace) {
        // Kept only where it succeeds: an initializer that fails with everything set runs the deinitializer, too.
        let descriptor = inotify_init1(CInt(IN_CLOEXEC))
        guard descriptor >= 0 else { return nil }
        let events = UInt32(IN_CREATE) | UInt32(IN_MOVED_TO) | UInt32(IN_DELETE_SELF)
        guard inotify_add_watch(descriptor, place.folder, events) >= 0 else {
            close(descriptor)
            return nil
        }
        self.descriptor = descriptor
    }

    deinit { close(descriptor) }

    /// Waits until something has been made there, or a second has passed.
    ///
    /// A socket is made before it listens, so it is tried again a little later.
    ///
    /// - Returns: Whether the folder is still there.
    mutating func wait() -> Bool {
        var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        guard poll(&entry, 1, hasNews ? 10 : 1_000) > 0 else {
            hasNews = false
            return true
        }
        hasNews = true
        var block = [UInt8](repeating: 0, count: 4_096)
        let count = read(descriptor, &block, block.count)
        var place = 0
        while place + 16 <= count {
            let mask = block.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: place + 4, as: UInt32.self) }
            let length = block.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: place + 12, as: UInt32.self) }
            if mask & UInt32(IN_DELETE_SELF) != 0 || mask & UInt32(IN_IGNORED) != 0 { return false }
            place += 16 + Int(length)
        }
        return true
    }

    private var hasNews = false
}
