import ArgumentParser
import Glibc
import Synchronization

/// The signal that asked first, or zero; set by the signal handler, which may do little else.
private let requested = Atomic<Int32>(0)

/// Whether the person has pressed ^C; what is being written is then taken back before the program ends.
enum Cancellation {
    static var isRequested: Bool { requested.load(ordering: .relaxed) != 0 }

    /// How a program ends that was asked to, as a shell counts it.
    static var status: ExitCode { ExitCode(128 + requested.load(ordering: .relaxed)) }

    /// Readable from the first request on, for programs that wait for something else, too.
    static var descriptor: CInt { ends.read }

    /// Listens for ^C, for a polite request to end and for a terminal that goes away; a second ^C or request ends the
    /// program at once.
    static func listen() {
        _ = ends
        // Whoever starts a program with nohup wants it to outlive the terminal.
        let numbers = [SIGINT, SIGTERM] + (isIgnored(SIGHUP) ? [] : [SIGHUP])
        var heard = sigset_t()
        sigemptyset(&heard)
        for number in numbers {
            signal(number, request)
            sigaddset(&heard, number)
        }
        // Whoever started us may have held them back, as threads of a pool do, and we would never hear of them.
        pthread_sigmask(SIG_UNBLOCK, &heard, nil)
    }

    private static func isIgnored(_ number: CInt) -> Bool {
        var action = sigaction()
        sigaction(number, nil, &action)
        // SIG_IGN, which Swift cannot compare.
        return unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self) == 1
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
    _ = requested.compareExchange(expected: 0, desired: number, ordering: .relaxed)
    var byte: UInt8 = 1
    _ = write(ends.write, &byte, 1)
    // Of a terminal that goes away both the system and the shell tell; nobody asks twice.
    if number != SIGHUP { signal(number, SIG_DFL) }
}
