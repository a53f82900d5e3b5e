package import ALSADevice
package import SessionPolicy
package import SessionWorld
package import Sounder
import Synchronization
package import SystemSupport

/// A running phone: the arbiter, sounds, capture, the machine's plugs and the clock. Used by `live`, `host`, `run` and
/// devices inside a process, which only translate; steps, calls and facts arrive here. Any thread.
package final class Phone: Sendable {
    /// The thread that calls `advance` when a deadline is due.
    package enum Deadlines {
        /// A thread of the phone.
        case ownThread
        /// A thread of the caller, at `nextDeadline`. The closure is called when that has become earlier, and may only
        /// wake a thread.
        case caller(_ haveMoved: @Sendable () -> Void)
    }

    package let arbiter: Arbiter
    package let sound: ProcessSound
    package let capture: Capture
    package let clock: PhoneClock
    /// The accessories plugged into the machine, or nil if no hardware is used.
    package let plugs: MachinePlugs?
    /// The home process: plays the phone's sounds, and those of emulated apps and of apps in this process.
    package let process: ProcessID
    private let stage: any SceneSink
    private let sounds: (any SoundProvider)?
    private let recordings: any CaptureReceiver
    private let bindings: Bindings?
    private let thread: DeadlineThread?
    private let watch = Mutex<MachineWatch?>(nil)
    private let say: @Sendable (String) -> Void
    private let hasSaidTime = Atomic(false)

    /// Creates a phone in its initial state: nothing plays, and no device is open.
    /// - Parameters:
    ///   - book: The rules, or nil for the default of the protocol version in the first step.
    ///   - bindings: The devices of the ports, or nil to use no hardware.
    ///   - microphone: The sound file that every input hears, or nil for the devices of the ports.
    ///   - machine: The machine to play on, or nil for this one (without devices if `bindings` is nil).
    ///   - deadlines: Who calls `advance` when something is due.
    ///   - stage: Receives the scenes for the apps of this process.
    ///   - sounds: The sounds of emulated apps, or nil for none.
    ///   - recordings: Receives the frames captured for apps of this process and emulated ones.
    ///   - post: Calls a closure on the thread that reports facts; by default on the detecting thread.
    ///   - say: Receives each sentence about the machine, without a line end, on any thread.
    /// - Throws: `Shortage` where files or threads are unavailable.
    package init(
        _ book: RuleBook?, bindings: Bindings?, microphone: String? = nil, clock: PhoneClock = PhoneClock(),
        machine: SoundMachine? = nil, deadlines: Deadlines, stage: any SceneSink = EmulatedSceneSink(),
        sounds: (any SoundProvider)? = nil,
        recordings: any CaptureReceiver,
        post: @escaping @Sendable (@escaping @Sendable () -> Void) -> Void = { $0() },
        say: @escaping @Sendable (String) -> Void
    ) throws {
        (self.bindings, self.clock, self.stage, self.sounds) = (bindings, clock, stage, sounds)
        (self.recordings, self.say) = (recordings, say)
        let inputName = microphone.map { MicrophoneFile.inputName(path: $0) }
        let outputs = ArbiterOutputs(
            output: { bindings?.output(for: $0) ?? ArbiterOutputs.none.output($0) },
            inputPCM: { inputName ?? bindings?.inputPCM(for: $0) })
        let haveMoved: @Sendable () -> Void
        switch deadlines {
        case .ownThread:
            let thread = try DeadlineThread()
            (self.thread, haveMoved) = (thread, thread.wake)
        case .caller(let told): (thread, haveMoved) = (nil, told)
        }
        let arbiter = Arbiter(World(book), clock: clock, outputs: outputs, deadlineHasMoved: haveMoved)
        let machine = machine ?? .devices
        // The arbiter owns the stage and the stage the sounds, so the sounds' closures must not retain the stage.
        let sound = try ProcessSound(
            machine,
            tell: { [weak stage] fact in
                let stage = stage
                post { Self.handle(fact, arbiter, stage, sounds, at: clock.now) }
            },
            say: say, source: { sounds?.source(of: $0, $1) })
        capture = try Capture(now: { clock.now }, open: machine.openInput, receiver: recordings)
        if machine.hand == nil { try capture.run() }
        plugs = bindings.map { bindings in
            MachinePlugs(
                bindings: bindings, isConnected: { arbiter.isConnected($0) },
                perform: { event in post { _ = arbiter.perform(by: .machine, event) } },
                changed: { [weak sound] in sound?.devicesHaveChanged() })
        }
        (self.arbiter, self.sound) = (arbiter, sound)
        stage.open(sound, capture)
        process = arbiter.attach(scenes: stage, isHome: true)
        try thread?.start(arbiter)
    }

    deinit {
        watch.withLock { $0.take() }?.stop()
        arbiter.detach(process)
        stage.close()
    }

    /// Watches the machine's plugs, and reports present accessories immediately.
    /// - Parameters:
    ///   - jacks: Monitors jacks and cards.
    ///   - sinks: Monitors sound-server devices, or nil for those in the bindings.
    package func watchMachine(jacks: JackMonitor = JackMonitor(), sinks: SinkMonitor? = nil) throws(Shortage) {
        guard let bindings, let plugs else { return }
        let begun = try MachineWatch(plugs, jacks: jacks, sinks: sinks ?? SinkMonitor(bindings.sinks))
        watch.withLock { $0 = begun }
    }

    // MARK: Facts

    private static func handle(
        _ fact: SoundingFact, _ arbiter: Arbiter, _ stage: (any SceneSink)?, _ sounds: (any SoundProvider)?,
        at now: MachineTime
    ) {
        if let (app, told) = stage?.report(of: fact, at: now) { return arbiter.report(told, ofApp: app) }
        if case .ended(let name) = fact, let reason = sounds?.takeFailure(of: name) {
            return arbiter.report(.failed(name, reason: reason))
        }
        arbiter.report(fact)
    }

    // MARK: Steps

    /// Performs a step now, whatever time it names, or answers a malformed line.
    /// - Parameter step: A step, or the error of its line.
    @discardableResult
    package func perform(_ step: StepLines.Step) -> Reply {
        arbiter.advance()
        let reply = arbiter.perform(step, timeIgnored: { sayTime() }, prepare: { sounds?.prepare($0) })
        capture.tryAgain()
        followByHand()
        return reply
    }

    private func sayTime() {
        guard !hasSaidTime.exchange(true, ordering: .relaxed) else { return }
        say("A step's time is ignored here: it happens when it comes.")
    }

    // MARK: Time

    /// When to call `advance` next, in the machine's nanoseconds, or nil if nothing is due.
    package var nextDeadline: Int64? { arbiter.nextDeadline?.nanoseconds }

    /// Handles everything due: ends of sounds and alerts.
    package func advance() {
        sound.lookByHand()
        arbiter.advance()
        followByHand()
    }

    private func followByHand() {
        guard clock.hand != nil else { return }
        sound.lookByHand()
        capture.follow()
    }

    /// Advances a manual clock and performs everything due on the way, each at its time. One thread at a time.
    /// - Parameter keepsHeard: Whether to return the frames heard meanwhile.
    /// - Returns: The audible frames, interleaved stereo; empty unless `keepsHeard`.
    package func advance(by length: Length, keepsHeard: Bool) -> [Float] {
        guard let hand = clock.hand else { return [] }
        let end = clock.now.advanced(by: length)
        // A new input is captured from now on.
        capture.follow()
        var heard: [Float] = []
        while true {
            let next = min(arbiter.nextDeadline ?? end, end)
            hand.move(to: next.nanoseconds)
            heard += sound.advance(to: next.nanoseconds, keepsHeard: keepsHeard)
            capture.follow()
            arbiter.advance()
            if next == end { return heard }
        }
    }

    // MARK: The end

    /// Whether nothing is audible and nothing with an end is pending.
    package var isQuiet: Bool { arbiter.nextDeadline == nil && !capture.isBusy && sound.isQuiet }

    /// Finishes recordings, fades out, closes the devices and waits. The last call.
    package func close() {
        watch.withLock { $0.take() }?.stop()
        capture.close()
        recordings.finish()
        sound.close()
    }
}
