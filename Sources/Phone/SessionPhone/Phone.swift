package import ALSADevice
package import SessionPolicy
package import SessionWorld
package import Sounder
import Synchronization
package import SystemSupport

/// A running phone: the policy behind its lock, the sounds and captures that follow from it, the machine's plugs, and
/// its time.
///
/// Every program that runs a phone opens one of these: `live`, `host` and `run`, and a device inside a process. They
/// read, translate and write; steps, calls and facts come in here. All members may be called from any thread.
package final class Phone: Sendable {
    /// The thread that calls `advance` when a deadline is due.
    package enum Deadlines {
        /// A thread of the phone.
        case ownThread
        /// A thread of the caller, at `nextDeadline`. The closure is called when that has become earlier; it may wake a thread,
        /// and no more.
        case caller(_ haveMoved: @Sendable () -> Void)
    }

    package let arbiter: Arbiter
    package let sound: ProcessSound
    package let capture: Capture
    package let clock: PhoneClock
    /// The accessories plugged into the machine, in the policy's words; nil where no hardware is opened.
    package let plugs: MachinePlugs?
    /// The process that plays the phone's own sounds, those of emulated apps, and those of apps in this process.
    package let process: ProcessID
    private let stage: any SceneSink
    private let sounds: (any SoundProvider)?
    private let recordings: any CaptureReceiver
    private let bindings: Bindings?
    private let thread: DeadlineThread?
    private let watch = Mutex<MachineWatch?>(nil)
    private let say: @Sendable (String) -> Void
    private let hasSaidTime = Atomic(false)

    /// Opens a phone in its first state: nothing plays, and no device is open.
    ///
    /// - Parameters:
    ///   - book: The rules; nil for the default of the protocol's version for which the first step asks.
    ///   - bindings: The devices that the ports stand for; nil opens no hardware.
    ///   - clock: The phone's time.
    ///   - machine: The machine on which it is heard; nil is this machine, without its devices where there are no
    ///     bindings.
    ///   - deadlines: Calls `advance` when something is due.
    ///   - stage: Follows the scenes for the apps of this process.
    ///   - sounds: The sounds of emulated apps; nil for none.
    ///   - recordings: Gets the frames that are captured for the apps of this process and for emulated ones.
    ///   - post: Calls a closure on the thread on which facts are to be told; at first at once, on the thread that has noticed
    ///     them.
    ///   - say: Gets each sentence about the machine, without line end, on any thread.
    /// - Throws: `Shortage` where files or threads are not to be had.
    package init(
        _ book: RuleBook?, bindings: Bindings?, clock: PhoneClock = PhoneClock(), machine: SoundMachine? = nil,
        deadlines: Deadlines, stage: any SceneSink = EmulatedSceneSink(), sounds: (any SoundProvider)? = nil,
        recordings: any CaptureReceiver,
        post: @escaping @Sendable (@escaping @Sendable () -> Void) -> Void = { $0() },
        say: @escaping @Sendable (String) -> Void
    ) throws {
        (self.bindings, self.clock, self.stage, self.sounds) = (bindings, clock, stage, sounds)
        (self.recordings, self.say) = (recordings, say)
        let outputs = bindings.map { bindings in
            ArbiterOutputs(output: { bindings.output(for: $0) }, inputPCM: { bindings.inputPCM(for: $0) })
        }
        let haveMoved: @Sendable () -> Void
        switch deadlines {
        case .ownThread:
            let thread = try DeadlineThread()
            (self.thread, haveMoved) = (thread, thread.wake)
        case .caller(let told): (thread, haveMoved) = (nil, told)
        }
        let arbiter = Arbiter(World(book), clock: clock, outputs: outputs ?? .none, deadlineHasMoved: haveMoved)
        let machine = machine ?? .devices
        // The arbiter holds the stage, and the stage the sounds: the closures given to the sounds must not hold the
        // stage.
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

    /// Follows the plugs of the machine from now on; what is plugged in already is told at once.
    ///
    /// - Parameters:
    ///   - jacks: Tells of jacks and cards.
    ///   - sinks: Tells of devices of sound servers; nil for those that the bindings name.
    /// - Throws: `Shortage` if the system has no thread or file left.
    package func watchMachine(jacks: JackMonitor = JackMonitor(), sinks: SinkMonitor? = nil) throws(Shortage) {
        guard let bindings, let plugs else { return }
        let begun = try MachineWatch(plugs, jacks: jacks, sinks: sinks ?? SinkMonitor(bindings.sinks))
        watch.withLock { $0 = begun }
    }

    // MARK: Facts

    /// Tells the policy what the sounds have noticed.
    private static func handle(
        _ fact: SoundingFact, _ arbiter: Arbiter, _ stage: (any SceneSink)?, _ sounds: (any SoundProvider)?,
        at now: MachineTime
    ) {
        if let (app, told) = stage?.report(of: fact, at: now) { return arbiter.report(told, ofApp: app) }
        switch fact {
        case .ended(let name):
            guard let reason = sounds?.takeFailure(of: name) else { return arbiter.reportEnd(of: name) }
            arbiter.reportFailure(of: name, reason)
        case .failed(let name, let reason): arbiter.reportFailure(of: name, reason)
        case .stalled(let name, let length): arbiter.reportStall(of: name, by: length)
        case .outputLost(let port): arbiter.report(.outputLost(port))
        case .volumeTurned(let level, let isTurnedNow): arbiter.reportVolume(level, isTurnedNow: isTurnedNow)
        case .control(let control, let isHeld): arbiter.hold(control, isHeld)
        }
    }

    // MARK: Steps

    /// Takes a step now, whatever time it names, or answers a malformed line.
    ///
    /// - Parameter step: One object of the step vocabulary, or the fault of the line.
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

    /// The moment of the next call of `advance`, in the machine's nanoseconds; nil where nothing is due.
    package var nextDeadline: Int64? { arbiter.nextDeadline?.nanoseconds }

    /// Does what is due: ends of sounds and alerts.
    package func advance() {
        sound.lookByHand()
        arbiter.advance()
        followByHand()
    }

    /// The moment of the next call of `advance` where time goes by hand, and no thread does anything by itself.
    package var nextWakeUpByHand: Int64? {
        let round = capture.isBusy ? clock.now.nanoseconds + Sounder.roundInNanoseconds : nil
        return [sound.nextWakeUp, nextDeadline, round].compactMap { $0 }.min()
    }

    private func followByHand() {
        guard clock.hand != nil else { return }
        sound.lookByHand()
        capture.follow()
    }

    /// Lets time pass that is moved by hand, and performs on the way everything that is due, each at its moment. One
    /// thread at a time.
    ///
    /// - Parameters:
    ///   - length: The length of time.
    ///   - keepsHeard: Whether the frames heard meanwhile are returned.
    /// - Returns: The frames that were heard, interleaved stereo, while anything was to be heard; empty unless
    ///   `keepsHeard`, and where time is the machine's.
    package func advance(by length: Length, keepsHeard: Bool) -> [Float] {
        guard let hand = clock.hand else { return [] }
        let end = clock.now.advanced(by: length)
        // An input that is to be captured is captured from the present moment on.
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

    /// Whether nothing sounds, the last of it has been heard, and nothing that has an end is still to come.
    package var isQuiet: Bool { arbiter.nextDeadline == nil && !capture.isBusy && sound.isQuiet }

    /// Ends recording, finishes what is kept of it, and gives the devices back; what sounds fades out. Waits until that is
    /// done. The last call.
    package func close() {
        watch.withLock { $0.take() }?.stop()
        capture.close()
        recordings.finish()
        sound.close()
    }
}

extension Arbiter {
    /// Takes that a sound cannot go on.
    fileprivate func reportFailure(of name: SceneName, _ reason: String) {
        guard name.kind == .sound, let app = name.app, let sound = name.sound else { return }
        report(.soundFailed(sound, reason: reason), ofApp: app)
    }
}
