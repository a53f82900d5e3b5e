import Glibc
import SystemSupport

/// Waits for a host to come to a place: for anything that is made in the folder of its socket.
///
/// If the folder is gone, or the process may open no more files, it is tried again every second.
struct PlaceWatch: ~Copyable {
    private let folder: String
    /// Nil while the folder cannot be watched.
    private var events: FolderEvents?
    private var hasNews: Bool

    /// Begins to watch.
    ///
    /// - Parameters:
    ///   - hasNews: Whether a socket may have been made just before, which does not listen yet.
    init(_ place: SocketPlace, hasNews: Bool = false) {
        folder = place.folder
        self.hasNews = hasNews
        watch()
    }

    private mutating func watch() {
        events = FolderEvents()
        if events?.watch(folder) == nil { events = nil }
    }

    /// Waits until something has been made there, or a second has passed.
    ///
    /// A socket is made before it listens, so it is tried again a little later.
    mutating func wait() {
        // Without a descriptor this only waits.
        var entry = pollfd(fd: events?.descriptor ?? -1, events: Int16(POLLIN), revents: 0)
        guard poll(&entry, 1, hasNews ? 10 : 1_000) > 0 else {
            hasNews = false
            if events == nil { watch() }
            return
        }
        hasNews = true
        if events?.read().contains(where: \.isEnd) == true { events = nil }
    }
}

extension SocketPlace {
    /// Waits until a host that holds the place answers, for one to two seconds at most.
    ///
    /// - Returns: Whether a host answers; false, too, where the host that held the place has given it back.
    package func waitForHost() -> Bool {
        var watch = PlaceWatch(self, hasNews: true)
        let end = SteadyClock.now + 1_000_000_000
        while (try? checkHost()) == nil {
            guard isHeld, SteadyClock.now < end else { return false }
            watch.wait()
        }
        return true
    }

    /// Whether a host holds the place, which may not listen yet, or no more: it removes the lock after its sockets.
    private var isHeld: Bool { access(lockPath, F_OK) == 0 }
}
