import Glibc
import Testing

@testable import SessionWire

/// An object that begins and cannot continue gives back the files it has opened, once: closed twice, a number may be
/// another file's by then.
///
/// A second `close` of the same number is seen in `errno`, on a thread whose open files are its own: the other threads of a
/// process that has just begun still open theirs.
struct GivingBackTests {
    @Test("A loop does not begin if the process can open no more files")
    func loop() async throws {
        await #expect(processExitsWith: .success) {
            Self.keepFilesToItself()
            let before = Self.openFiles
            var limit = rlimit()
            getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
            // One beyond the highest that is open: gaps below it are filled first.
            var taken: [CInt] = []
            limit.rlim_cur = rlim_t(before.max()! + 2)
            setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
            while case let more = dup(0), more >= 0 { taken.append(more) }
            errno = 0
            let loop = try? EventLoop()
            let number = errno
            #expect(loop == nil && number != EBADF)
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
