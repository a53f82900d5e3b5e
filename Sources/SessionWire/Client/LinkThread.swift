import CLinux
import Glibc
import Synchronization

/// The thread of a link.
enum LinkThread {
    private final class Body {
        let run: () -> Void
        init(_ run: @escaping () -> Void) { self.run = run }
    }

    /// Runs something on a thread of its own, to which no signal is delivered: signals are for the program's threads.
    ///
    /// - Returns: Whether there was a thread to be had.
    static func start(_ body: sending @escaping () -> Void) -> Bool {
        let context = Unmanaged.passRetained(Body(body))
        var all = sigset_t()
        var before = sigset_t()
        sigfillset(&all)
        pthread_sigmask(SIG_SETMASK, &all, &before)
        defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
        var thread = pthread_t()
        let number = pthread_create(
            &thread, nil,
            { context in
                guard let context else { return nil }
                Unmanaged<Body>.fromOpaque(context).takeRetainedValue().run()
                return nil
            }, context.toOpaque())
        guard number == 0 else {
            context.release()
            return false
        }
        pthread_detach(thread)
        return true
    }
}

/// Says of a program's links at its end that it ends of its own accord.
enum LinksAtExit {
    private struct Weak: Sendable { weak var link: HostLink? }

    private static let links = Mutex<(isRegistered: Bool, all: [Weak])>((false, []))

    static func add(_ link: HostLink) {
        let isFirst = links.withLock { links in
            links.all.removeAll { $0.link == nil }
            links.all.append(Weak(link: link))
            defer { links.isRegistered = true }
            return !links.isRegistered
        }
        if isFirst { atexit { LinksAtExit.leave() } }
    }

    private static func leave() {
        for link in links.withLock({ $0.all }) { link.link?.bye() }
    }
}

/// Waits for a host to come to a place: for anything that is made in the folder of its socket.
struct PlaceWatch: ~Copyable {
    private let descriptor: CInt

    /// Begins to watch; nil where the folder is gone.
    init?(_ place: SocketPlace) {
        descriptor = inotify_init1(CInt(IN_CLOEXEC))
        guard descriptor >= 0 else { return nil }
        let events = UInt32(IN_CREATE) | UInt32(IN_MOVED_TO) | UInt32(IN_DELETE_SELF)
        guard inotify_add_watch(descriptor, place.folder, events) >= 0 else {
            close(descriptor)
            return nil
        }
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
