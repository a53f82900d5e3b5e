import ALSADevice
import Mixer
import SessionPolicy
import Synchronization
import SystemSupport

/// Stands in for an unavailable device: pulls periods in real time and discards them. Needs no file descriptor, because
/// their exhaustion may be why there is no device.
final class SilentPace: OutputDevice {
    let periodFrames = 480
    let bufferFrames = 0
    /// Late silence is inaudible, so no real-time priority is requested.
    let priority: ThreadPriority? = nil
    private let rate: Int
    private var thread: StartedThread?
    private let mayEnd = Flag()

    /// Set by the owner, read by the thread.
    private final class Flag: Sendable {
        let isSet = Atomic(false)
    }

    init(rate: Int) { self.rate = rate }

    deinit { drop() }

    /// Discarded frames count as heard.
    var progress: OutputProgress { OutputProgress(framesUnheard: 0) }

    func start(_ renderer: PeriodRenderer) throws(ALSAError) {
        drop()
        let (rate, periodFrames, mayEnd) = (rate, periodFrames, mayEnd)
        mayEnd.isSet.store(false, ordering: .relaxed)
        do throws(Shortage) {
            thread = try OrdinaryThread.start {
                let frames = UnsafeMutablePointer<Float>.allocate(capacity: 2 * periodFrames)
                defer { frames.deallocate() }
                // A late period is made up for.
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

    func drop() {
        guard let thread else { return }
        mayEnd.isSet.store(true, ordering: .relaxed)
        thread.join()
        self.thread = nil
    }

    /// Stops immediately: silence needs no fade.
    func fade() { drop() }
}
