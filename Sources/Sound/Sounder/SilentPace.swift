import ALSADevice
import Mixer
import SessionPolicy
import Synchronization
import SystemSupport

/// Keeps time where no device can be had: pulls periods in real time and throws them away.
///
/// It needs no open file, as too many of them may be why there is no device.
final class SilentPace: OutputDevice {
    let periodFrames = 480
    let bufferFrames = 0
    /// Silence that comes late is not heard, so no real-time priority is asked for.
    let priority: ThreadPriority? = nil
    private let rate: Int
    private var thread: StartedThread?
    private let mayEnd = Flag()

    /// Told by the owner, asked by the thread.
    private final class Flag: Sendable {
        let isSet = Atomic(false)
    }

    init(rate: Int) { self.rate = rate }

    deinit { drop() }

    /// Frames that are thrown away count as heard: time does not wait for a device.
    var progress: OutputProgress { OutputProgress(framesUnheard: 0) }

    func start(_ renderer: PeriodRenderer) throws(ALSAError) {
        drop()
        let (rate, periodFrames, mayEnd) = (rate, periodFrames, mayEnd)
        mayEnd.isSet.store(false, ordering: .relaxed)
        do throws(Shortage) {
            thread = try OrdinaryThread.start {
                let frames = UnsafeMutablePointer<Float>.allocate(capacity: 2 * periodFrames)
                defer { frames.deallocate() }
                // A period that comes late is made up for, so that the pace stays true.
                let clock = FrameClock(rate: rate, instant: Instant(nanoseconds: SteadyClock.now))
                var pulled: Int64 = 0
                while !mayEnd.isSet.load(ordering: .relaxed) {
                    renderer.body(renderer.context, frames, periodFrames)
                    pulled += Int64(periodFrames)
                    SteadyClock.sleep(until: clock.instant(of: pulled).nanoseconds)
                }
            }
        } catch {
            throw ALSAError(.start, pcm: "silence", error)
        }
    }

    /// Stops with the period under way.
    func drop() {
        guard let thread else { return }
        mayEnd.isSet.store(true, ordering: .relaxed)
        thread.join()
        self.thread = nil
    }

    /// Stops at once, too: silence needs no fade.
    func fade() { drop() }
}
