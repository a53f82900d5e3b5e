import ALSADevice
import SessionArbiter
public import SessionCalls
import SessionPolicy
import SessionWorld

/// A device that this process holds for itself: the policy, its time, and what it is heard on.
///
/// A program that plays needs only `AudioApp`, which finds or makes the device that it is on. A test makes a virtual device
/// and opens apps on it. The device lives as long as one of its apps does, or somebody holds it. All members may be called
/// from any thread.
public final class AudioDevice: Sendable {
    let arbiter: Arbiter
    let configuration: DeviceConfiguration
    private let time: Time
    let stage: SoundStage
    let process: ProcessID

    private enum Time: Sendable {
        case machine(DeadlineThread)
        case hand(HandTime)
    }

    /// Makes a device in its first state: nothing plays, the switch is at ring, nothing is plugged in.
    ///
    /// - Throws: `DeviceError.unreachable` where the system has no thread or no file to give.
    public init(_ configuration: DeviceConfiguration = DeviceConfiguration()) throws(DeviceError) {
        self.configuration = configuration
        stage = SoundStage()
        let world = World(configuration.book)
        if configuration.kind == .virtual {
            let hand = HandTime()
            time = .hand(hand)
            arbiter = Arbiter(world, clock: hand)
        } else {
            do throws(Shortage) {
                let thread = try DeadlineThread()
                time = .machine(thread)
                arbiter = Arbiter(world, clock: SteadyTime(), deadlineHasMoved: thread.wake)
                try thread.start(arbiter)
            } catch {
                throw .unreachable(LinkError(place: "this process", sentence: "\(error)"))
            }
        }
        process = arbiter.attach(scenes: stage, isHome: true)
    }

    /// Opens an app on this device. Its first call launches it.
    ///
    /// - Parameter name: What it is called; a second one of a name is called `name#2`.
    public func open(_ name: String) -> AudioApp {
        let notices = NoticeQueue()
        let (seat, welcome) = arbiter.open(name, manner: configuration.apps, in: process, notices: notices)
        return AudioApp(DeviceLink(device: self, seat: seat, welcome: welcome), notices: notices, stage: stage)
    }

    /// The person's and the machine's side of the device.
    public var controls: DeviceControls { DeviceControls(self) }

    /// Who is heard now, and who is not.
    public var facts: DeviceFacts { arbiter.deviceFacts }

    /// The time of the device.
    public var now: MachineTime {
        switch time {
        case .machine: SteadyTime.now
        case .hand(let hand): hand.now
        }
    }

    /// Moves the time of a virtual device, and lets happen on the way what is due, each at its moment. Only one thread may
    /// move it at a time.
    ///
    /// - Parameter seconds: How far, 0 to 1,000,000,000.
    /// - Throws: `DeviceError.badValue` for any other number, and for a device whose time is the machine's.
    public func advance(by seconds: Double) throws(DeviceError) {
        guard case .hand(let hand) = time else {
            throw .badValue("The device's time is the machine's; only that of a virtual device can be moved.")
        }
        guard seconds >= 0, seconds <= 1e9 else {
            throw .badValue("\(seconds) seconds; it must be from 0 to 1000000000.")
        }
        let end = hand.now.advanced(by: Int64((seconds * 1e9).rounded()))
        while let due = arbiter.nextDeadline, due <= end {
            hand.move(to: due)
            arbiter.advance()
        }
        hand.move(to: end)
        arbiter.advance()
    }
}

/// An app's way to a device in its own process: no more than the arbiter's lock.
final class DeviceLink: AppLink {
    let welcome: AppWelcome
    private let device: AudioDevice
    private let seat: SeatID

    init(device: AudioDevice, seat: SeatID, welcome: AppWelcome) {
        (self.device, self.seat, self.welcome) = (device, seat, welcome)
    }

    var now: MachineTime { device.now }

    func perform(_ call: AppCall, explains: Bool) throws(LinkError) -> CallOutcome {
        device.arbiter.perform(call, of: seat, explains: explains)
    }

    func facts() throws(LinkError) -> SessionFacts {
        guard let facts = device.arbiter.facts(of: seat) else {
            throw LinkError(place: welcome.app, sentence: "The app has been closed; open it again.")
        }
        return facts
    }

    func report(_ fact: ProcessFact) { device.arbiter.report(fact, of: seat) }

    func close() { device.arbiter.close(seat) }
}
