package import SessionPhone
public import SessionPolicy
package import SessionWorld
import SoundFiles
import Sounder

/// A device of this process alone, even if a host runs: the policy, its time, and the output on which it is heard.
///
/// For tests, which create a virtual device and open apps on it. A program that plays calls `AudioApp.join()` instead:
/// on a private device no other program interrupts it, and it interrupts none. The device lives as long as one of its
/// apps, or a reference to it. All members may be called from any thread.
public final class PrivateDevice: Sendable {
    let phone: Phone
    let stage: AppSceneSink
    private let configuration: DeviceConfiguration

    var arbiter: Arbiter { phone.arbiter }

    /// Creates a device in its initial state: nothing plays, the switch is at ring, and only what is plugged into the
    /// machine is connected.
    ///
    /// - Throws: `DeviceError.unreachable` if threads or files are exhausted, or if the file of bindings has errors; `.file`
    ///   if the microphone's file cannot be decoded; `.forked`.
    public init(_ configuration: DeviceConfiguration) throws(DeviceError) {
        guard !ForkedProcess.isThisOne else { throw .forked }
        if let path = configuration.microphone {
            do throws(SoundFileError) { _ = try MicrophoneFile(path: path) } catch {
                throw .file("microphone: \(error)")
            }
        }
        let stage = AppSceneSink()
        (self.configuration, self.stage) = (configuration, stage)
        do {
            let isVirtual = configuration.kind == .virtual
            let tracks = RecorderTracks()
            stage.record(into: tracks)
            let bindings = configuration.kind == .real ? try configuration.bindings : nil
            phone = try Phone(
                configuration.book, bindings: bindings, microphone: configuration.microphone,
                clock: isVirtual ? PhoneClock(ManualClock(from: 0)) : PhoneClock(),
                // The sounds follow a manual clock of their own to the device's time.
                machine: isVirtual
                    ? .hand(ManualClock(from: 0), rendersByHand: configuration.rendersWhileAdvancing) : .ownDevices,
                deadlines: isVirtual ? .caller({}) : .ownThread, stage: stage, recordings: tracks,
                say: configuration.say)
            tracks.onFailure { [arbiter = phone.arbiter] app, reason in
                configuration.say(reason)
                arbiter.report(.recordingFailed(reason: reason), ofApp: app)
            }
            try phone.watchMachine()
        } catch {
            throw .unreachable(LinkError(place: "this process", sentence: "\(error)"))
        }
    }

    /// Opens an app on this device. Its first call launches it.
    ///
    /// - Parameter name: The app's name; a second app of a name is called `name#2`.
    public func open(_ name: String) -> AudioApp { open(name, hasCalled: {}) }

    /// Opens an app on this device, and calls a closure after each of its calls, on the thread of the call.
    package func open(_ name: String, hasCalled: @escaping @Sendable () -> Void) -> AudioApp {
        let notices = NoticeQueue()
        let (seat, welcome) = arbiter.open(name, launch: configuration.apps, in: phone.process, notices: notices)
        return AudioApp(
            DeviceLink(device: self, seat: seat, welcome: welcome), notices: notices, stage: stage,
            hasCalled: hasCalled)
    }

    // MARK: Tests

    /// Calls a closure with each decision to come, under the device's lock: it may only store it.
    package func watch(_ take: @escaping @Sendable (Arbiter.News) -> Void) { arbiter.watch(take) }

    /// The state of the device.
    package var world: World { arbiter.world }

    /// Performs an event of the policy; the closure makes it with the names of the device's world.
    package func perform(_ event: DeferredEvent) { _ = arbiter.perform(by: .step, event) }

    /// Moves the time of a virtual device to the next time at which something is due, but not beyond an end.
    ///
    /// - Parameters:
    ///   - end: The end.
    ///   - longest: The longest step while something is heard or recorded.
    /// - Returns: The frames that were heard meanwhile, interleaved stereo.
    package func step(towards end: MachineTime, atMost longest: Length) -> [Float] {
        let usual = phone.isQuiet ? end : now.advanced(by: longest)
        let next = [end, usual, arbiter.nextDeadline ?? end].reduce(end, min)
        return phone.advance(by: Length(nanoseconds: max(0, next.nanoseconds(since: now))), keepsHeard: true)
    }

    /// The controls of the person and the machine.
    public var controls: DeviceControls { DeviceControls(self) }

    /// The audible sounds, and the inaudible ones.
    public var facts: DeviceFacts { arbiter.deviceFacts }

    /// The audible sounds now and after each later decision.
    public var changes: AsyncStream<DeviceFacts> {
        let (stream, continuation) = AsyncStream.makeStream(of: DeviceFacts.self, bufferingPolicy: .unbounded)
        let number = arbiter.watchFacts { continuation.yield($0) }
        continuation.onTermination = { [weak arbiter] _ in arbiter?.unwatch(number) }
        return stream
    }

    /// The time of the device.
    public var now: MachineTime { phone.clock.now }

    /// Advances the time of a virtual device, and performs everything due on the way, each at its time. One thread at a
    /// time.
    ///
    /// - Parameter seconds: The length, 0 to 1,000,000,000.
    /// - Throws: `DeviceError.badValue` for any other number, and for a device in real time.
    public func advance(by seconds: Double) throws(DeviceError) { _ = try advance(seconds, keepsHeard: false) }

    /// Advances the time as `advance(by:)` does, and returns the sound.
    ///
    /// - Returns: The audible frames: interleaved stereo, 48,000 frames per second, full scale is 1.
    public func listen(for seconds: Double) throws(DeviceError) -> [Float] { try advance(seconds, keepsHeard: true) }

    private func advance(_ seconds: Double, keepsHeard: Bool) throws(DeviceError) -> [Float] {
        guard configuration.kind == .virtual else {
            throw .badValue("The device's time is the machine's; only that of a virtual device can be moved.")
        }
        guard seconds >= 0, seconds <= 1e9 else {
            throw .badValue("\(seconds) seconds; it must be from 0 to 1000000000.")
        }
        return phone.advance(by: Length(seconds: seconds), keepsHeard: keepsHeard)
    }
}

/// An app's link to a device in its own process: only the arbiter's lock.
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
