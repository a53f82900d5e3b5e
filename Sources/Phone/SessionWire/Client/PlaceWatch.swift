import Glibc
import SystemSupport

/// Waits for a host at a place, by watching the folder of its socket. Retries every second if the folder is missing or
/// descriptors are exhausted.
struct PlaceWatch: ~Copyable {
    private let folder: String
    /// Nil while the folder cannot be watched.
    private var events: FolderEvents?
    private var hasNews: Bool

    /// Begins to watch.
    /// - Parameters:
    ///   - hasNews: Whether a socket may exist already that does not listen yet.
    init(_ place: SocketPlace, hasNews: Bool = false) {
        folder = place.folder
        self.hasNews = hasNews
        watch()
    }

    private mutating func watch() {
        events = FolderEvents()
        if events?.watch(folder) == nil { events = nil }
    }

    /// Waits until something is created there, for at most a second. A socket exists before it listens, so retry a
    /// little later.
    mutating func wait() {
        // Without a descriptor this is a delay.
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
    /// - Returns: Whether a host answers.
    package func waitForHost() -> Bool {
        var watch = PlaceWatch(self, hasNews: true)
        let end = SteadyClock.now + 1_000_000_000
        while (try? checkHost()) == nil {
            guard isHeld, SteadyClock.now < end else { return false }
            watch.wait()
        }
        return true
    }

    /// Whether a host holds the place, listening or not: it removes the lock last.
    private var isHeld: Bool { access(lockPath, F_OK) == 0 }
}
