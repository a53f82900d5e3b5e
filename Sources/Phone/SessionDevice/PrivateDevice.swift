import ALSADevice
import SessionArbiter
public import SessionCalls
import SessionPolicy
import SessionSound
import SessionWorld
import Threads

/// A device that this process holds for itself, whatever host there is: the policy, its time, and what it is heard on.
///
/// It is for tests, which make a virtual device and open apps on it. A program that plays takes `AudioApp.join()` instead:
/// on a private device no other program interrupts it, and it interrupts none. The device lives as long as one of its apps,
/// or a reference to it. All members may be called from any thread.
public final class PrivateDevice: Sendable {
    let arbiter: Arbiter
    let configuration: DeviceConfiguration
    private let time: Time
    let stage: SoundStage
    private let sound: ProcessSound
    private let capture: Capture
    private let process: ProcessID
    /// The machine's plugs; nil where no hardware is opened.
    private let machine: MachineWatch?

    private enum Time: Sendable {
        case machine(DeadlineThread)
        case hand(HandTime)

        var now: MachineTime {
            switch self {
            case .machine: SteadyTime.now
            case .hand(let hand): hand.now
            }
        }
    }

    /// Makes a device in its first state: nothing plays, the switch is at ring, nothing is plugged in but what is.
    ///
    /// - Throws: `DeviceError.unreachable` where the system has no thread or no file to give, or where the file that binds
    ///   ports to devices has mistakes.
    public init(_ configuration: DeviceConfiguration) throws(DeviceError) {
        self.configuration = configuration
        do {
            let bindings = configuration.kind == .real ? try configuration.bindings : nil
            (time, arbiter) = try Self.policy(configuration, bindings)
            let (time, arbiter) = (time, arbiter)
            let pace: ProcessSound.Pace =
                switch configuration.kind {
                case .real: .devices
                case .silent: .clock
                case .virtual: .hand(from: 0)
                }
            let stage = SoundStage()
            self.stage = stage
            sound = try ProcessSound(
                pace, tell: { [weak stage] fact in Self.take(fact, stage?.report(of: fact, at: time.now), arbiter) },
                say: configuration.say)
            let tracks = RecorderTracks { app, reason in
                configuration.say(reason)
                arbiter.report(.recordingFailed(reason: reason), ofApp: app)
            }
            capture = try Capture(now: { time.now }, receiver: tracks)
            if configuration.kind != .virtual { try capture.run() }
            stage.open(sound, capture, into: tracks)
            process = arbiter.attach(scenes: stage, isHome: true)
            machine = try bindings.map { [sound] bindings in
                let device = MachinePlugs.Device(
                    isConnected: { arbiter.isConnected($0) }, perform: { _ = arbiter.perform($0, by: .machine) },
                    changed: { sound.devicesHaveChanged() })
                return try MachineWatch(bindings, device)
            }
        } catch {
            throw .unreachable(LinkError(place: "this process", sentence: "\(error)"))
        }
    }

    deinit {
        machine?.stop()
        arbiter.detach(process)
        stage.close()
    }

    private static func policy(
        _ configuration: DeviceConfiguration, _ bindings: Bindings?
    ) throws(Shortage) -> (Time, Arbiter) {
        let world = World(configuration.book)
        guard configuration.kind != .virtual else {
            let hand = HandTime()
            return (.hand(hand), Arbiter(world, clock: hand))
        }
        let outputs = bindings.map { bindings in
            ArbiterOutputs(
                output: { bindings.output(for: $0) },
                inputPCM: { bindings.inputPCM(for: $0) })
        }
        let thread = try DeadlineThread()
        let arbiter = Arbiter(
            world, clock: SteadyTime(), outputs: outputs ?? .none, deadlineHasMoved: thread.wake)
        try thread.start(arbiter)
        return (.machine(thread), arbiter)
    }

    private static func take(
        _ fact: SoundingFact, _ report: (app: String, fact: ProcessFact)?, _ arbiter: Arbiter
    ) {
        switch fact {
        case .ended, .failed, .stalled: if let report { arbiter.report(report.fact, ofApp: report.app) }
        case .outputLost(let port): arbiter.report(.outputLost(port))
        case .volumeTurned(let level, let isTurnedNow): arbiter.reportVolume(level, isTurnedNow: isTurnedNow)
        case .control: break
        }
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

    /// Who is heard now and after each decision to come.
    public var changes: AsyncStream<DeviceFacts> {
        let (stream, continuation) = AsyncStream.makeStream(of: DeviceFacts.self, bufferingPolicy: .unbounded)
        let number = arbiter.watchFacts { continuation.yield($0) }
        continuation.onTermination = { [weak arbiter] _ in arbiter?.unwatch(number) }
        return stream
    }

    /// The time of the device.
    public var now: MachineTime { time.now }

    /// Moves the time of a virtual device, and lets happen on the way what is due, each at its moment. Only one thread may
    /// move it at a time.
    ///
    /// - Parameter seconds: How far, 0 to 1,000,000,000.
    /// - Throws: `DeviceError.badValue` for any other number, and for a device whose time is the machine's.
    public func advance(by seconds: Double) throws(DeviceError) { _ = try advance(seconds, keepsHeard: false) }

    /// The same, and listens.
    ///
    /// - Returns: What was heard while anything was: interleaved stereo, 48,000 frames per second, full scale is 1.
    public func listen(for seconds: Double) throws(DeviceError) -> [Float] { try advance(seconds, keepsHeard: true) }

    private func advance(_ seconds: Double, keepsHeard: Bool) throws(DeviceError) -> [Float] {
        guard case .hand(let hand) = time else {
            throw .badValue("The device's time is the machine's; only that of a virtual device can be moved.")
        }
        guard seconds >= 0, seconds <= 1e9 else {
            throw .badValue("\(seconds) seconds; it must be from 0 to 1000000000.")
        }
        let end = hand.now.advanced(by: Length(seconds: seconds))
        // What is to be captured is so from the present moment on.
        capture.follow()
        var heard: [Float] = []
        while true {
            let next = min(arbiter.nextDeadline ?? end, end)
            hand.move(to: next)
            heard += sound.advance(to: next.nanoseconds, keepsHeard: keepsHeard)
            capture.follow()
            arbiter.advance()
            if next == end { return heard }
        }
    }
}

/// An app's way to a device in its own process: no more than the arbiter's lock.
final class DeviceLink: AppLink {
    let welcome: AppWelcome
    private let device: PrivateDevice
    private let seat: SeatID

    init(device: PrivateDevice, seat: SeatID, welcome: AppWelcome) {
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
