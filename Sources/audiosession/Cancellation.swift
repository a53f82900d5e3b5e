import Glibc
import Synchronization

/// Set by the signal handler, which may do little else.
private let isRequested = Atomic<Bool>(false)

/// Whether the person has pressed ^C; what is being written is then taken back before the program ends.
enum Cancellation {
    static var isRequested: Bool { audiosession.isRequested.load(ordering: .relaxed) }

    /// Listens for ^C and for a polite request to end; a second one ends the program at once.
    static func listen() {
        signal(SIGINT, request)
        signal(SIGTERM, request)
    }
}

private func request(_ number: Int32) {
    isRequested.store(true, ordering: .relaxed)
    signal(number, SIG_DFL)
}
