import Glibc
import Synchronization

/// Sends `bye` on every link at exit, so that the exit does not count as a crash.
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
