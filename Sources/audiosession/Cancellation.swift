import Glibc
import Synchronization

/// Set by the signal handler, which may do little else.
private let isRequested = Atomic<Bool>(false)

/// Whether the person has pressed ^C; what is being written is then taken back before the program ends.
enum Cancellation {
    static var isRequested: Bool { audiosession.isRequested.load(ordering: .relaxed) }

    /// Readable from the first request on, for programs that wait for something else, too.
    static var descriptor: CInt { ends.read }

    /// Listens for ^C and for a polite request to end; a second one ends the program at once.
    static func listen() {
        _ = ends
        signal(SIGINT, request)
        signal(SIGTERM, request)
    }
}

/// The two ends of the pipe through which the handler wakes a program that waits.
private let ends: (read: CInt, write: CInt) = {
    var ends: [CInt] = [-1, -1]
    pipe(&ends)
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    return (ends[0], ends[1])
}()

private func request(_ number: Int32) {
    isRequested.store(true, ordering: .relaxed)
    var byte: UInt8 = 1
    _ = write(ends.write, &byte, 1)
    signal(number, SIG_DFL)
}
