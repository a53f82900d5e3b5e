import CLinux
import Glibc
import SystemSupport

/// A timer of a loop, beside the loop's own alarm. All members are used on the loop's thread.
package final class LoopTimer {
    private let loop: EventLoop
    private let descriptor: CInt
    private var moment: Int64?
    private var isOpen = true
    /// Called once for each moment that has come.
    package var whenRung: () -> Void = {}

    /// Begins without a moment.
    ///
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

    /// Sets the moment, in nanoseconds of the monotonic clock, or nil for none. One that is past comes with the loop's
    /// next round.
    package func set(at moment: Int64?) {
        guard isOpen, moment != self.moment else { return }
        self.moment = moment
        var setting = itimerspec()
        // Zero would switch it off.
        if let moment { setting.it_value = SteadyClock.timespec(of: max(1, moment)) }
        timerfd_settime(descriptor, CInt(TFD_TIMER_ABSTIME), &setting, nil)
    }

    /// Calls no closure any more.
    package func close() {
        guard isOpen else { return }
        isOpen = false
        loop.forget(descriptor)
        Glibc.close(descriptor)
    }
}
