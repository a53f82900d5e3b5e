import Glibc
import Testing

@testable import SessionWire

/// An object that begins and cannot continue gives back the files it has opened, once: closed twice, a number may be
/// another file's by then.
///
/// A second `close` of the same number is seen in `errno`, on a thread whose open files are its own: the other threads of a
/// process that has just begun still open theirs.
struct GivingBackTests {
    @Test("A place whose folder is gone takes no file, and nothing is closed twice")
    func watch() async throws {
        await #expect(processExitsWith: .success) {
            Self.keepFilesToItself()
            let before = Self.openFiles
            errno = 0
            let watch = PlaceWatch(SocketPlace(given: "/nowhere/at/all/session"))
            #expect(errno == ENOENT)
            #expect(Self.openFiles == before)
            errno = 0
            _ = consume watch
            #expect(errno != EBADF)
            #expect(Self.openFiles == before)
        }
    }

    @Test("Without files to be had a loop does not begin, however many there are", arguments: 0...1)
    func loop(free: Int) async throws {
        await #expect(processExitsWith: .success) { [free] in
            Self.keepFilesToItself()
            let before = Self.openFiles
            var limit = rlimit()
            getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
            // One beyond the highest that is open: gaps below it are filled first.
            var taken: [CInt] = []
            limit.rlim_cur = rlim_t(before.max()! + 2)
            setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
            while case let more = dup(0), more >= 0 { taken.append(more) }
            for _ in 0..<free { close(taken.removeLast()) }
            errno = 0
            let loop = try? EventLoop()
            let number = errno
            #expect(loop == nil && number != EBADF)
            // As many as before are still to be had.
            for _ in 0..<free { #expect(dup(0) >= 0) }
            #expect(dup(0) < 0)
            for one in taken { #expect(fcntl(one, F_GETFD) >= 0) }
        }
    }

    /// Gives this thread a table of open files of its own: `unshare(CLONE_FILES)`, which Glibc does not show to Swift.
    /// If a container forbids that, the other threads may disturb, which is rare.
    private static func keepFilesToItself() {
        let cloneFiles: CInt = 0x400
        guard let unshare = dlsym(nil, "unshare") else { return }
        _ = unsafeBitCast(unshare, to: (@convention(c) (CInt) -> CInt).self)(cloneFiles)
    }

    /// The numbers of the files that this thread has open.
    private static var openFiles: Set<CInt> {
        Set((0..<1_024).filter { fcntl($0, F_GETFD) >= 0 })
    }
}
