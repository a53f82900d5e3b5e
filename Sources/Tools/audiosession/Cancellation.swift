import ALSADevice
import ArgumentParser
import Glibc
import SoundFiles
import Synchronization
import Threads

/// The signal that asked first, or zero; set by the signal handler, which may do little else.
private let requested = Atomic<Int32>(0)

/// Whether the person has pressed ^C, and the one way in which every command then ends.
///
/// A command that listens has a tenth of a second to end by itself: it looks at `isRequested`, or waits for `descriptor`.
/// Whatever it does instead (decoding, deciding, waiting for a reader that has stalled), it is ended then: what is recorded
/// is kept, and what is half written is removed. Commands that leave nothing behind need not listen; the signal ends them.
enum Cancellation {
    /// How long a command may take to end by itself, and what is done before it is ended otherwise, in milliseconds.
    private static let patience: CInt = 100

    static var isRequested: Bool { requested.load(ordering: .relaxed) != 0 }

    /// How a program ends that was asked to, as a shell counts it.
    static var status: ExitCode { ExitCode(128 + requested.load(ordering: .relaxed)) }

    /// Readable from the first request on, for programs that wait for something else, too.
    static var descriptor: CInt { ends.read }

    /// Listens for ^C, for a polite request to end and for a terminal that goes away.
    ///
    /// - Parameter lastly: What is done where the command has not ended by itself, before its files are settled; on a thread
    ///   of its own. It must not take long. It answers the exit status where all that was recorded could be kept.
    static func listen(lastly: @escaping @Sendable () -> ExitCode = { status }) {
        _ = ends
        // Without a thread to spare the second request ends the program.
        if let thread = try? OrdinaryThread.start({ endInTime(lastly) }) { thread.detach() }
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

    /// Waits for a request, and ends the program that does not end by itself.
    private static func endInTime(_ lastly: () -> ExitCode) {
        var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        while poll(&entry, 1, -1) <= 0 {}
        poll(nil, 0, patience)
        let status = lastly()
        let isKept = settleFilesForEnd()
        _exit(isKept ? status.rawValue : ExitCode.refused.rawValue)
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
    let isFirst = requested.compareExchange(expected: 0, desired: number, ordering: .relaxed).exchanged
    var byte: UInt8 = 1
    _ = write(ends.write, &byte, 1)
    // The first ends the program in time and loses nothing. Where the disk itself does not answer, the third ends it at
    // once. Of a terminal that goes away both the system and the shell tell; nobody asks twice.
    if !isFirst, number != SIGHUP { signal(number, SIG_DFL) }
}
