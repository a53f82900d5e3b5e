import CLinux
import Glibc

/// Signals as events of a loop.
///
/// Blocks the signals for the whole process, so create it before any thread.
public final class SignalSource {
    private let descriptor: CInt
    private let loop: EventLoop

    /// Begins to listen.
    ///
    /// - Parameters:
    ///   - signals: The signals; ignored ones stay ignored.
    ///   - loop: The loop.
    ///   - body: Called with the signal, and whether the terminal sent it to the whole process group.
    /// - Throws: `WireError.system` if descriptors are exhausted.
    public init(
        _ signals: [CInt], on loop: EventLoop, _ body: @escaping (_ signal: CInt, _ isOfTerminal: Bool) -> Void
    ) throws(WireError) {
        Self.hold(signals)
        var set = Self.set(of: signals)
        descriptor = signalfd(-1, &set, CInt(SFD_CLOEXEC | SFD_NONBLOCK))
        guard descriptor >= 0 else { throw .system("cannot listen for signals", errno) }
        self.loop = loop
        let descriptor = descriptor
        try loop.watch(descriptor) { _ in
            // One in each turn, because signals may arrive as fast as they are read.
            var info = signalfd_siginfo()
            let count = read(descriptor, &info, MemoryLayout<signalfd_siginfo>.size)
            guard count == MemoryLayout<signalfd_siginfo>.size else { return }
            body(CInt(info.ssi_signo), info.ssi_code == Int32(CLINUX_SIGNAL_OF_KERNEL))
        }
    }

    deinit {
        loop.forget(descriptor)
        close(descriptor)
    }

    /// Blocks signals until a source reads them.
    ///
    /// - Parameter signals: The signals; ignored ones stay ignored.
    public static func hold(_ signals: [CInt]) {
        var set = set(of: signals)
        pthread_sigmask(SIG_BLOCK, &set, nil)
    }

    private static func set(of signals: [CInt]) -> sigset_t {
        var set = sigset_t()
        sigemptyset(&set)
        for number in signals where number == SIGCHLD || !isIgnored(number) { sigaddset(&set, number) }
        return set
    }

    package static func isIgnored(_ number: CInt) -> Bool {
        var action = sigaction()
        sigaction(number, nil, &action)
        // SIG_IGN, which Swift cannot compare.
        return unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self) == 1
    }
}
