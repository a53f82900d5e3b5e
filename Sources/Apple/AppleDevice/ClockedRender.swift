import Dispatch
import SessionDevice
import SessionPolicy
import Synchronization

/// Renders an app's sound by the clock until a device requests frames, so that the app's time advances even if no device is
/// open.
final class ClockedRender: Sendable {
    private let render: @Sendable (UnsafeMutableBufferPointer<Float>, Int) -> Int
    private let channels: Int
    private let rate: Int
    /// The lock that is held while the app renders: it renders on one thread at a time.
    private let turn = Mutex(())
    /// Whether a device has ever requested frames, which stops the timer.
    private let isAsked = Atomic(false)
    private let clock = Mutex(Clock())
    private static let queue = DispatchQueue(label: "audiosession.render")

    private struct Clock: @unchecked Sendable {
        var timer: (any DispatchSourceTimer)?
        /// The time of the first counted frame, or nil while the sound is not running.
        var began: MachineTime?
        var given = 0
    }

    init(channels: Int, rate: Int, _ render: @escaping @Sendable (UnsafeMutableBufferPointer<Float>, Int) -> Int) {
        (self.channels, self.rate, self.render) = (channels, rate, render)
    }

    deinit { clock.withLock { $0.timer }?.cancel() }

    /// Renders frames that the device requests.
    func renderForDevice(_ samples: UnsafeMutableBufferPointer<Float>, _ frames: Int) -> Int {
        isAsked.store(true, ordering: .relaxed)
        return turn.withLock { _ in render(samples, frames) }
    }

    /// Starts the timer that requests a sound's frames until a device does.
    func follow(_ sound: AppSound) {
        guard !isAsked.load(ordering: .relaxed) else { return }
        // Dispatch sources may be used from any thread; their protocol does not say so.
        nonisolated(unsafe) let timer = DispatchSource.makeTimerSource(queue: Self.queue)
        timer.schedule(deadline: .now() + .milliseconds(20), repeating: .milliseconds(20))
        timer.setEventHandler { [weak self, weak sound] in
            guard let self, let sound, !self.isAsked.load(ordering: .relaxed) else { return timer.cancel() }
            self.tick(sound)
        }
        replaceClock(by: Clock(timer: timer))
        timer.activate()
    }

    func leave() { replaceClock(by: Clock()) }

    private func replaceClock(by new: Clock) {
        let old = clock.withLock { clock in
            defer { clock = new }
            return clock
        }
        old.timer?.cancel()
    }

    private func tick(_ sound: AppSound) {
        let now = sound.app.now
        let due: Int = clock.withLock { clock in
            guard sound.isPlaying else {
                (clock.began, clock.given) = (nil, 0)
                return 0
            }
            let began = clock.began ?? now
            clock.began = began
            let wanted = Int(now.length(since: began).seconds * Double(rate))
            defer { clock.given = max(clock.given, wanted) }
            return max(0, wanted - clock.given)
        }
        var left = min(due, rate)
        let scratch = UnsafeMutableBufferPointer<Float>.allocate(capacity: 1_024 * channels)
        defer { scratch.deallocate() }
        while left > 0 {
            let count: Int? = turn.withLock { _ in
                isAsked.load(ordering: .relaxed) ? nil : render(scratch, min(left, 1_024))
            }
            guard let count else { return }
            guard count > 0 else { return sound.finish() }
            left -= count
        }
    }
}
