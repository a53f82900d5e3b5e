import ArgumentParser
import CommandSupport
import Glibc
import SessionWire
import SoundFiles
import Synchronization
import SystemSupport

/// The signal that asked first, or zero; set by the signal handler, which may do little else.
private let requested = Atomic<Int32>(0)

/// Whether the person has pressed ^C, and the one way in which every command then ends. A command that listens has a
/// tenth of a second to end by itself: it looks at `isRequested`, or waits for `descriptor`. After that it is ended,
/// even while it decodes, decides or waits for a stalled reader: recordings are kept, and half-written files are
/// removed. Commands that leave nothing behind need not listen; the signal ends them.
enum Cancellation {
    /// The time that a command has to end by itself, in milliseconds.
    private static let patience: CInt = 100

    static var isRequested: Bool { requested.load(ordering: .relaxed) != 0 }

    /// The exit status of a program that was asked to end, as a shell counts it.
    static var status: ExitCode { ExitCode(128 + requested.load(ordering: .relaxed)) }

    /// Readable from the first request on, for programs that wait for something else, too.
    static var descriptor: CInt { ends.read }

    /// Listens for SIGINT, SIGTERM and SIGHUP.
    /// - Parameter lastly: Called where the command has not ended by itself, before its files are settled; on a thread
    ///   of its own. It must not take long. It returns the exit status where all recordings could be kept.
    static func listen(lastly: @escaping @Sendable () -> ExitCode = { status }) {
        _ = ends
        // Without a thread to spare the second request ends the program.
        if let thread = try? OrdinaryThread.start({ endInTime(lastly) }) { thread.detach() }
        // A program started with nohup is to outlive the terminal.
        let numbers = [SIGINT, SIGTERM] + (SignalSource.isIgnored(SIGHUP) ? [] : [SIGHUP])
        var heard = sigset_t()
        sigemptyset(&heard)
        for number in numbers {
            signal(number, request)
            sigaddset(&heard, number)
        }
        // The parent may hold these signals back, as threads of a pool do, and this process would never get them.
        pthread_sigmask(SIG_UNBLOCK, &heard, nil)
    }

    /// Waits for a request, and ends the program that does not end by itself.
    private static func endInTime(_ lastly: () -> ExitCode) {
        var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        while poll(&entry, 1, -1) <= 0 {}
        poll(nil, 0, patience)
        let status = lastly()
        let isKept = settleFilesForEnd()
        _exit(isKept ? status.rawValue : ExitCode.refused.rawValue)
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
    let isFirst = requested.compareExchange(expected: 0, desired: number, ordering: .relaxed).exchanged
    var byte: UInt8 = 1
    _ = write(ends.write, &byte, 1)
    // The first signal ends the program in time and loses nothing. If the disk itself does not answer, the third ends
    // it at once. When a terminal goes away, both the system and the shell send SIGHUP, which is not a second request.
    if !isFirst, number != SIGHUP { signal(number, SIG_DFL) }
}
