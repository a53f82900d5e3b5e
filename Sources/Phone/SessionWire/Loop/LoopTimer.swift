import CLinux
import Glibc
import SystemSupport

/// A timer on a loop, in addition to its alarm. Loop's thread only.
package final class LoopTimer {
    private let loop: EventLoop
    private let descriptor: CInt
    private var moment: Int64?
    private var isOpen = true
    /// Called when the timer fires.
    package var whenRung: () -> Void = {}

    /// Creates a timer that is not set.
    /// - Returns: Nil if the process may open no more files, or the kernel cannot watch one more; `errno` says which.
    package init?(on loop: EventLoop) {
        self.loop = loop
        descriptor = timerfd_create(CLOCK_MONOTONIC, CInt(TFD_CLOEXEC | TFD_NONBLOCK))
        guard descriptor >= 0 else { return nil }
        do {
            try loop.watch(descriptor) { [unowned self] _ in
                var count: UInt64 = 0
                guard read(self.descriptor, &count, 8) == 8 else { return }
                self.moment = nil
                self.whenRung()
            }
        } catch {
            Glibc.close(descriptor)
            if case .system(_, let number) = error { errno = number }
            return nil
        }
    }

    deinit { close() }

    /// Sets the time in nanoseconds of the monotonic clock, or nil for none. A past time fires in the next turn.
    package func set(at moment: Int64?) {
        guard isOpen, moment != self.moment else { return }
        self.moment = moment
        var setting = itimerspec()
        // Zero would disarm the timer.
        if let moment { setting.it_value = SteadyClock.timespec(of: max(1, moment)) }
        timerfd_settime(descriptor, CInt(TFD_TIMER_ABSTIME), &setting, nil)
    }

    /// Ends all callbacks.
    package func close() {
        guard isOpen else { return }
        isOpen = false
        loop.forget(descriptor)
        Glibc.close(descriptor)
    }
}
