import ALSADevice
import Mixer
import SessionPolicy
import Synchronization
import SystemSupport

/// A clock that is advanced by hand.
package final class ManualClock: Sendable {
    private let nanoseconds: Atomic<Int64>

    /// Creates a clock at a time in nanoseconds.
    package init(from moment: Int64) { nanoseconds = Atomic(moment) }

    /// The time, in nanoseconds.
    package var now: Int64 { nanoseconds.load(ordering: .acquiring) }

    /// Advances the time; never moves backwards.
    package func move(to moment: Int64) { nanoseconds.max(moment, ordering: .acquiringAndReleasing) }
}

/// A machine without devices and with a manual clock: frames are pulled as time advances.
final class ManualDeviceAccess: DeviceAccess {
    private let clock: ManualClock
    private let rate: Int
    private var output: HandOutput?

    init(_ clock: ManualClock, rate: Int) { (self.clock, self.rate) = (clock, rate) }

    var now: Int64 { clock.now }
    let usualBufferFrames = 0

    func openOutput(_ pcm: String) throws(ALSAError) -> any OutputDevice { silentOutput() }

    func silentOutput() -> any OutputDevice {
        let output = HandOutput(clock, rate: rate)
        self.output = output
        return output
    }

    func openLevel(_ volume: VolumeControlName) throws(ALSAError) -> any LevelControl {
        throw ALSAError(.open, pcm: volume.card, code: -2, kind: .noVolume(control: volume.control))
    }

    func pull(_ heard: (UnsafePointer<Float>, Int) -> Void) { output?.pull(heard) }
}

/// An unbuffered output with a manual clock: every pulled frame is heard.
final class HandOutput: OutputDevice {
    let periodFrames = 256
    let bufferFrames = 0
    let priority: ThreadPriority? = nil
    private let clock: ManualClock
    private let rate: Int
    private let samples: UnsafeMutablePointer<Float>
    private var renderer: PeriodRenderer?
    private var frames: FrameClock
    private var pulled: Int64 = 0

    init(_ clock: ManualClock, rate: Int) {
        (self.clock, self.rate) = (clock, rate)
        samples = .allocate(capacity: 2 * periodFrames)
        frames = FrameClock(rate: rate)
    }

    deinit { samples.deallocate() }

    var progress: OutputProgress { OutputProgress(framesUnheard: 0) }

    func start(_ renderer: PeriodRenderer) throws(ALSAError) {
        self.renderer = renderer
        frames = FrameClock(rate: rate, instant: Instant(nanoseconds: clock.now))
        pulled = 0
    }

    func drop() { renderer = nil }

    func fade() { renderer = nil }

    func pull(_ heard: (UnsafePointer<Float>, Int) -> Void) {
        let end = frames.frame(of: Instant(nanoseconds: clock.now))
        while let renderer, pulled < end {
            let count = Int(min(Int64(periodFrames), end - pulled))
            renderer.body(renderer.context, samples, count)
            pulled += Int64(count)
            heard(samples, count)
        }
    }
}
