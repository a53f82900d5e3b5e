import ArgumentParser
import CommandSupport
import Glibc
import SessionWire
import SoundFiles
import Synchronization
import SystemSupport

/// The signal that requested cancellation, or zero; set by the signal handler.
private let requested = Atomic<Int32>(0)

/// Handles ^C for every command. A command that listens has a tenth of a second to end by itself: it checks
/// `isRequested` or polls `descriptor`. After that it is ended, even while it decodes or waits for a stalled reader;
/// recordings are kept and incomplete files are removed. Commands that leave nothing behind need not listen.
enum Cancellation {
    /// The time that a command has to end by itself, in milliseconds.
    private static let patience: CInt = 100

    static var isRequested: Bool { requested.load(ordering: .relaxed) != 0 }

    /// The exit status after a signal, by the shell's convention.
    static var status: ExitCode { ExitCode(128 + requested.load(ordering: .relaxed)) }

    /// Readable after the first request, for programs that poll.
    static var descriptor: CInt { ends.read }

    /// Listens for SIGINT, SIGTERM and SIGHUP.
    /// - Parameter lastly: Called on its own thread if the command has not ended by itself, before its files are
    ///   settled. Must return quickly. Returns the exit status, if all recordings could be kept.
    static func listen(lastly: @escaping @Sendable () -> ExitCode = { status }) {
        _ = ends
        // If no thread is available, the second request ends the program.
        if let thread = try? OrdinaryThread.start({ endInTime(lastly) }) { thread.detach() }
        // A program started with nohup should survive its terminal.
        let numbers = [SIGINT, SIGTERM] + (SignalSource.isIgnored(SIGHUP) ? [] : [SIGHUP])
        var heard = sigset_t()
        sigemptyset(&heard)
        for number in numbers {
            signal(number, request)
            sigaddset(&heard, number)
        }
        // The parent may block these signals, as thread pools do, and this process inherits that.
        pthread_sigmask(SIG_UNBLOCK, &heard, nil)
    }

    /// Waits for a request, and ends the program if it does not end by itself.
    private static func endInTime(_ lastly: () -> ExitCode) {
        var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        while poll(&entry, 1, -1) <= 0 {}
        poll(nil, 0, patience)
        let status = lastly()
        let isKept = settleFilesForEnd()
        _exit(isKept ? status.rawValue : ExitCode.refused.rawValue)
    }
}

/// The pipe through which the handler wakes a waiting program.
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
    // The first signal ends the program without loss; if the disk does not respond, the third ends it immediately. When
    // a terminal closes, both the system and the shell send SIGHUP, which does not count as a second request.
    if !isFirst, number != SIGHUP { signal(number, SIG_DFL) }
}
