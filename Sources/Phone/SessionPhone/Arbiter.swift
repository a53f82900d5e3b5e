public import SessionPolicy
public import SessionWorld
package import Sounder
import Synchronization

/// The only access to a device's policy: calls of programs, steps and facts of the machine become events of one `World`
/// behind one lock.
///
/// A call is decided on its caller's thread. Notices, scenes and decisions for watchers are delivered under the same
/// lock, so that all receivers see decisions in order. Nothing slow happens under the lock: receivers only store what
/// they receive.
///
/// Any thread, but not from within a receiver's or watcher's callback.
public final class Arbiter: Sendable {
    /// The author of a reply.
    public enum Author: Hashable, Sendable {
        /// A step of the person or of an emulated app.
        case step
        /// A call of a program.
        case program
        /// Time, a plug, a turned control.
        case machine
    }

    /// One decision as watchers see it.
    public struct News: Sendable {
        public let reply: Reply
        public let author: Author
        /// The event; nil for a step that is none.
        package let event: Event?
        /// The device after it.
        package let world: World
    }

    let core: Mutex<ArbiterState>
    private let clock: any ArbiterClock
    /// Wakes the thread that waits for the next deadline when the deadline has become earlier.
    private let deadlineHasMoved: @Sendable () -> Void

    /// Creates a device in its first state.
    ///
    /// - Parameters:
    ///   - world: The device; its time must be 0.
    ///   - clock: The time of every decision.
    ///   - outputs: The outputs on which pictures are heard.
    ///   - deadlineHasMoved: Called under the lock when `nextDeadline` has become earlier; may wake a thread that calls
    ///     `advance`.
    public init(
        _ world: World, clock: any ArbiterClock, outputs: ArbiterOutputs = .none,
        deadlineHasMoved: @escaping @Sendable () -> Void = {}
    ) {
        self.clock = clock
        self.deadlineHasMoved = deadlineHasMoved
        core = Mutex(ArbiterState(world: world, outputs: outputs, start: clock.now))
    }

    // MARK: Time

    /// When to call `advance` next, or nil if nothing is due.
    public var nextDeadline: MachineTime? { core.withLock { $0.knownDeadline } }

    /// Handles everything due by now: ends of sounds and alerts.
    public func advance() { decide { core, now in core.advance(to: now) } }

    // MARK: Programs

    /// Attaches a process that plays its own sounds.
    ///
    /// - Parameters:
    ///   - scenes: Receives the process's scenes, the first one immediately if it is not empty.
    ///   - isHome: Whether it also plays the device's own sounds and those of emulated apps.
    public func attach(scenes: any SceneReceiver, isHome: Bool) -> ProcessID {
        decide { core, now in
            let id = ProcessID(number: core.nextNumber())
            core.processes.append(ArbiterState.Process(id: id, scenes: scenes, isHome: isHome))
            core.show(core.prepare(core.world.picture, at: now), to: [core.processes.count - 1])
            return id
        }
    }

    /// Detaches a process: each of its apps crashes, and its scenes end.
    public func detach(_ process: ProcessID) {
        decide { core, now in
            for seat in core.seats.ids(of: process) { core.close(seat, at: now) }
            core.processes.removeAll { $0.id == process }
        }
    }

    /// Adds an app, which is launched by its first call.
    ///
    /// - Parameters:
    ///   - name: The app's name; `#2`, `#3` … is added if the name is in use.
    ///   - launch: The options with which it is launched.
    ///   - process: The process that plays its sounds.
    ///   - notices: Receives its notices.
    public func open(
        _ name: String, launch: LaunchOptions = LaunchOptions(), in process: ProcessID, notices: any NoticeReceiver
    ) -> (seat: SeatID, welcome: AppWelcome) {
        decide { core, _ in
            core.forgetNames()
            let unique = core.uniqueName(for: name)
            let seat = ArbiterState.Seat(
                id: SeatID(number: core.nextNumber()), app: AppID(core.world.passingName(unique)), name: unique,
                process: process, launch: launch, notices: notices)
            core.seats.append(seat)
            let isSilent = core.outputs.output(core.world.picture).pcm == nil
            return (seat.id, AppWelcome(app: unique, book: core.world.book, isSilent: isSilent))
        }
    }

    /// Posts the end of an interruption that began on another device; the app should not resume.
    public func endOldInterruption(of seat: SeatID) {
        decide { core, now in
            guard let place = core.seats.place(of: seat) else { return }
            core.tell(.interruptionEnded(shouldResume: false), to: place, at: now)
            if core.world.book.settings.tellsLifeCycle { core.tell(.resumptionRecommended(false), to: place, at: now) }
        }
    }

    /// Whether an app has ever been added.
    public var hasHadApps: Bool { core.withLock { $0.seats.changes > 0 } }

    /// Ends an app like a crash; it receives nothing more. Idempotent.
    public func close(_ seat: SeatID) { decide { core, now in core.close(seat, at: now) } }

    /// Ends an app for good: further calls of its process are refused with `notRunning` and do not launch it.
    public func dismiss(_ seat: SeatID) {
        core.withLock { core in
            if let place = core.seats.place(of: seat) { core.seats[place].comesAgain = false }
        }
    }

    /// Decides a call.
    ///
    /// - Parameters:
    ///   - call: The call.
    ///   - seat: The app; a closed one is refused with `notRunning`.
    ///   - explains: Whether the outcome includes reasons.
    public func perform(_ call: AppCall, of seat: SeatID, explains: Bool = false) -> CallOutcome {
        decide { core, now in core.perform(call, of: seat, at: now, explains: explains) }
    }

    /// Reports a fact about a sound of an app or about a process's devices.
    public func report(_ fact: ProcessFact, of seat: SeatID) {
        decide { core, now in core.handle(fact, of: seat, at: now) }
    }

    /// Reports a fact about an app's sound.
    ///
    /// - Parameter app: The app's name; has no effect for an app that is not running.
    public func report(_ fact: ProcessFact, ofApp app: String) {
        decide { core, now in core.handle(fact, of: AppID(core.world.name(app)), at: now) }
    }

    /// Reports a fact about the sounds of the home process, or about its devices. Another program that has set the
    /// volume control in force has moved the slider or, while the phone's own sounds are loudest, pressed buttons.
    package func report(_ fact: SoundingFact) { decide { core, now in core.handle(fact, at: now) } }

    /// Returns the facts that an app may read now.
    ///
    /// - Returns: The facts, or nil for a closed app.
    public func facts(of seat: SeatID) -> SessionFacts? {
        decide { core, now in
            core.advance(to: now)
            return core.facts(of: seat, at: now)
        }
    }

    // MARK: Person and machine

    /// Performs an act of the person or the machine.
    /// - Parameters:
    ///   - explains: Whether the outcome includes reasons.
    ///   - event: Returns the act, using the world's numbers for names.
    package func perform(by author: Author, explains: Bool = false, _ event: DeferredEvent) -> CallOutcome {
        decide { core, now in
            let event = event(&core.world)
            let reply = core.world.apply(TimedStep(event, at: core.instant(of: now)))
            core.settle(reply, author, event)
            return core.outcome(of: reply, explains: explains)
        }
    }

    /// Performs an act of the person or the machine that has no names.
    public func perform(_ event: Event, by author: Author) -> CallOutcome { perform(by: author) { _ in event } }

    /// The audible sounds, and the inaudible ones.
    public var deviceFacts: DeviceFacts {
        decide { core, now in
            core.advance(to: now)
            return core.deviceFacts
        }
    }

    /// Whether an accessory of a kind is connected now.
    public func isConnected(_ kind: Accessory.Kind) -> Bool {
        core.withLock { $0.world.state.latestAccessory(kind.output)?.kind == kind }
    }

    /// Performs a step now, whatever time it names, or answers a malformed line. The text is parsed once, without the
    /// lock.
    ///
    /// - Parameters:
    ///   - step: A step, or the error of its line.
    ///   - timeIgnored: Called without the lock if the step names a time.
    ///   - prepare: Returns the length in seconds of a sound that a step starts without a length, or nil if it is
    ///     endless. Called without the lock.
    public func perform(
        _ step: Result<PositionedValue, StepError>, timeIgnored: () -> Void = {},
        prepare: (String) -> Double? = { _ in nil }
    ) -> Reply {
        var reader = StepReader()
        reader.needsTime = false
        var names: (verb: String?, app: String?)
        do throws(StepError) {
            let value = try step.get()
            names = (value["do"]?.string, value["app"]?.string)
            let parsed = try reader.parse(value)
            if parsed.at != nil { timeIgnored() }
            let length = parsed.soundOfUnknownLength.flatMap(prepare).map { Length(seconds: $0) }
            return decide { core, now in
                let seats = core.seats
                let reply = core.world.apply(parsed, at: core.instant(of: now), soundLength: length) {
                    seats.contains($0)
                }
                core.settle(reply, .step)
                return reply
            }
        } catch {
            return decide { core, now in
                let at = core.instant(of: now)
                let reply = core.world.reply(to: error, verb: names.verb, app: names.app, at: at)
                core.settle(reply, .step)
                return reply
            }
        }
    }

    /// Adds a watcher, which receives every decision in order, after the apps.
    ///
    /// - Parameters:
    ///   - wants: Whether the watcher wants a decision; called under the lock, before and after it. Reasons are
    ///     computed only for a watcher that wants them.
    ///   - take: Receives the decision.
    /// - Returns: The present state of the device.
    @discardableResult
    public func watch(
        while wants: @escaping @Sendable () -> Bool = { true }, _ take: @escaping @Sendable (News) -> Void
    ) -> World {
        core.withLock { core in
            core.watchers.append(ArbiterState.Watcher(wants: wants, take: take))
            return core.world
        }
    }

    /// Calls a closure with the audible sounds, now and after every decision.
    ///
    /// - Parameter take: Receives the facts under the lock.
    /// - Returns: The number to pass to `unwatch`.
    public func watchFacts(_ take: @escaping @Sendable (DeviceFacts) -> Void) -> UInt64 {
        core.withLock { core in
            take(core.deviceFacts)
            core.lastFactsWatcher += 1
            core.factsWatchers.append((core.lastFactsWatcher, take))
            return core.lastFactsWatcher
        }
    }

    /// Ends what `watchFacts` began.
    public func unwatch(_ number: UInt64) {
        core.withLock { $0.factsWatchers.removeAll { $0.number == number } }
    }

    /// The present state of the device.
    public var world: World { core.withLock { $0.world } }

    private func decide<Result: Sendable>(_ body: (inout sending ArbiterState, MachineTime) -> Result) -> Result {
        core.withLock { core in
            // The clock is read under the lock, so that later decisions have later times.
            let result = body(&core, clock.now)
            if core.noteDeadline() { deadlineHasMoved() }
            return result
        }
    }
}

/// The clock of decisions.
public protocol ArbiterClock: AnyObject, Sendable {
    /// The present time; never decreases.
    var now: MachineTime { get }
}

/// The devices of this machine for the ports of pictures.
public struct ArbiterOutputs: Sendable {
    /// The output of a picture; called under the lock.
    public let output: @Sendable (Picture) -> SceneOutput
    /// The PCM of an input port, or nil for silence.
    public let inputPCM: @Sendable (Port) -> String?

    /// Creates a mapping of ports to devices.
    public init(
        output: @escaping @Sendable (Picture) -> SceneOutput, inputPCM: @escaping @Sendable (Port) -> String?
    ) {
        (self.output, self.inputPCM) = (output, inputPCM)
    }

    /// No port has a device: sounds play by the clock.
    public static let none = ArbiterOutputs(
        output: { SceneOutput(port: $0.route.level.port, pcm: nil) }, inputPCM: { _ in nil })
}

/// An attached process.
public struct ProcessID: Hashable, Sendable { let number: UInt64 }

/// An app that has been added.
public struct SeatID: Hashable, Sendable { let number: UInt64 }
