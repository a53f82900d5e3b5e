public import SessionPolicy
public import SessionWorld
import Synchronization

/// The one door to the policy of a device: calls of programs, steps as text and facts of the machine become events of one
/// `World` behind one lock, in the order in which they get it.
///
/// A call is decided on its caller's thread and returns its outcome. Notices to apps, scenes for processes and
/// decisions for watchers are handed on within the same lock, so that all receivers learn of decisions in their order.
/// Nothing slow happens under the lock: receivers only store what they get.
///
/// All members may be called from any thread, but not by a receiver or watcher from inside what it is given.
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
    }

    let core: Mutex<ArbiterState>
    private let clock: any ArbiterClock
    /// Wakes the thread that waits for the next deadline, when the deadline has come nearer.
    private let deadlineHasMoved: @Sendable () -> Void

    /// Creates a device in its first state.
    ///
    /// - Parameters:
    ///   - world: The device; its time must be 0.
    ///   - clock: The time of every decision.
    ///   - outputs: The outputs on which pictures are heard.
    ///   - deadlineHasMoved: Called under the lock when `nextDeadline` has become earlier; it may wake a thread that calls
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

    /// The moment at which `advance` has something to do, if it ever has.
    public var nextDeadline: MachineTime? { core.withLock { $0.knownDeadline } }

    /// Does what is due by now: sounds that are over, alerts that have sounded.
    public func advance() { decide { core, now in core.advance(to: now) } }

    // MARK: Programs

    /// Lets a process take part whose sounds it makes audible itself.
    ///
    /// - Parameters:
    ///   - scenes: Gets the process's scenes. It gets one at once if there is something for it.
    ///   - isHome: Whether it also plays the device's own sounds and those of emulated apps.
    public func attach(scenes: any SceneReceiver, isHome: Bool) -> ProcessID {
        decide { core, now in core.attach(scenes, isHome: isHome, at: now) }
    }

    /// Ends a process: every app of it crashes, in one decision each, and its scenes end.
    public func detach(_ process: ProcessID) { decide { core, now in core.detach(process, at: now) } }

    /// Lets an app take part. It is launched by its first call.
    ///
    /// - Parameters:
    ///   - name: The app's name; where an app of that name takes part or lives, `#2`, `#3` … is added.
    ///   - launch: The options with which it is launched.
    ///   - process: The process that makes its sounds audible.
    ///   - notices: Gets its notices.
    public func open(
        _ name: String, launch: LaunchOptions = LaunchOptions(), in process: ProcessID, notices: any NoticeReceiver
    ) -> (seat: SeatID, welcome: AppWelcome) {
        decide { core, now in core.open(name, launch, process, notices, at: now) }
    }

    /// Posts the end of an interruption that began on another device, without leave to resume.
    public func endOldInterruption(of seat: SeatID) {
        decide { core, now in
            guard let place = core.seats.place(of: seat) else { return }
            core.tell(.interruptionEnded(shouldResume: false), to: place, at: now)
            if core.world.book.settings.tellsLifeCycle { core.tell(.resumptionRecommended(false), to: place, at: now) }
        }
    }

    /// Whether an app has ever taken part.
    public var hasHadApps: Bool { core.withLock { $0.seats.changes > 0 } }

    /// Ends an app that takes part, as a crash: nothing more is told to it. A second time changes nothing.
    public func close(_ seat: SeatID) { decide { core, now in core.close(seat, at: now) } }

    /// Lets an app that the device has ended be over: what its process still calls on its way out is refused
    /// (`notRunning`) and launches it no more.
    public func dismiss(_ seat: SeatID) {
        core.withLock { core in
            if let place = core.seats.place(of: seat) { core.seats[place].comesAgain = false }
        }
    }

    /// Decides a call.
    ///
    /// - Parameters:
    ///   - call: The call.
    ///   - seat: The app; one that is closed is refused (`notRunning`).
    ///   - explains: Whether the outcome says why.
    public func perform(_ call: AppCall, of seat: SeatID, explains: Bool = false) -> CallOutcome {
        decide { core, now in core.perform(call, of: seat, at: now, explains: explains) }
    }

    /// Takes what a process tells of a sound of one of its apps or of its devices.
    public func report(_ fact: ProcessFact, of seat: SeatID) {
        decide { core, now in core.handle(fact, of: seat, at: now) }
    }

    /// Takes what a process tells of a sound of one of its apps.
    ///
    /// - Parameter app: The app's name; a fact about one that does not live changes nothing.
    public func report(_ fact: ProcessFact, ofApp app: String) {
        decide { core, now in core.handle(fact, of: AppID(core.world.name(app)), at: now) }
    }

    /// Takes a fact about the devices that a process holds for all apps, whether an app of it takes part or not.
    public func report(_ fact: ProcessFact) { decide { core, now in core.handleDeviceFact(fact, at: now) } }

    /// Takes that a sound has been played to its end. Where the policy knows when it ends, that counts instead.
    public func reportEnd(of sound: SceneName) { decide { core, now in core.handleEnd(of: sound, at: now) } }

    /// Takes that a sound had to wait for its samples, and ends so much later.
    public func reportStall(of sound: SceneName, by length: Length) {
        decide { core, now in core.handleStall(of: sound, by: length, at: now) }
    }

    /// Takes a level to which another program has set the volume control in force: it counts as a move of the slider,
    /// or, while the phone itself is loudest, as presses of its buttons.
    ///
    /// - Parameters:
    ///   - level: The level, 0 to 1, linear.
    ///   - isTurnedNow: Whether it was turned now; else it stood so when the control was opened.
    public func reportVolume(_ level: Double, isTurnedNow: Bool) {
        decide { core, now in core.handleVolume(min(1, max(0, level)), isTurnedNow: isTurnedNow, at: now) }
    }

    /// Returns the facts that an app may read now.
    ///
    /// - Returns: Nil for an app that is closed.
    public func facts(of seat: SeatID) -> SessionFacts? {
        decide { core, now in
            core.advance(to: now)
            return core.facts(of: seat, at: now)
        }
    }

    /// Takes whether the home process moves a volume control of the hardware. While it does, other processes leave the
    /// volume in force to it, and apply only what their sounds have less.
    public func hold(_ control: VolumeControlName, _ isHeld: Bool) {
        decide { core, now in core.hold(control, isHeld, at: now) }
    }

    // MARK: Person and machine

    /// Performs an act of the person or the machine.
    ///
    /// - Parameters:
    ///   - author: The author of the act.
    ///   - explains: Whether the outcome says why.
    ///   - event: Returns the act; the world gives its names their numbers.
    package func perform(by author: Author, explains: Bool = false, _ event: DeferredEvent) -> CallOutcome {
        decide { core, now in core.perform(by: author, at: now, explains: explains, event) }
    }

    /// Performs an act of the person or the machine that has no names.
    public func perform(_ event: Event, by author: Author) -> CallOutcome { perform(by: author) { _ in event } }

    /// The sounds that are heard now, and those that are not.
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

    /// Takes a step of the vocabulary now, whatever time it names, or answers a malformed line. The text of a step is
    /// read once, and without the lock.
    ///
    /// - Parameters:
    ///   - step: One object of the step vocabulary, or what is wrong with the line.
    ///   - timeIgnored: Is called, without the lock, where the step names a time.
    ///   - prepare: Looks at the sound that a step starts without saying how long it lasts: how many seconds that is, nil for
    ///     a sound without an end. Called without the lock, and for nothing that is no step.
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
            return decide { core, now in core.apply(parsed, soundLength: length, at: now) }
        } catch {
            return decide { core, now in core.refuse(error, verb: names.verb, app: names.app, at: now) }
        }
    }

    /// Shows every decision from now on to a watcher, in order, after apps have been told of it.
    ///
    /// - Parameters:
    ///   - wants: Whether the watcher looks at a decision; asked under the lock, before it and after. Reasons are made
    ///     only while a watcher wants them.
    ///   - take: Gets the decision.
    /// - Returns: The device as it is now.
    @discardableResult
    public func watch(
        while wants: @escaping @Sendable () -> Bool = { true }, _ take: @escaping @Sendable (News) -> Void
    ) -> World {
        core.withLock { core in
            core.watchers.append(ArbiterState.Watcher(wants: wants, take: take))
            return core.world
        }
    }

    /// Calls a closure with the sounds that are heard now, and after every decision from now on.
    ///
    /// - Parameter take: Gets the facts under the lock, as a watcher does.
    /// - Returns: The number to end it by.
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

    /// The device as it is now.
    public var world: World { core.withLock { $0.world } }

    private func decide<Result: Sendable>(_ body: (inout sending ArbiterState, MachineTime) -> Result) -> Result {
        core.withLock { core in
            // The clock is read under the lock: a later decision has the later time.
            let result = body(&core, clock.now)
            if core.noteDeadline() { deadlineHasMoved() }
            return result
        }
    }
}

/// The clock of decisions.
public protocol ArbiterClock: AnyObject, Sendable {
    /// The moment; never before one that it has told.
    var now: MachineTime { get }
}

/// The outputs on which pictures are heard: the devices that ports stand for on this machine.
public struct ArbiterOutputs: Sendable {
    /// The output of a picture; called under the lock.
    public let output: @Sendable (Picture) -> SceneOutput
    /// The PCM behind an input port; nil is silence.
    public let inputPCM: @Sendable (Port) -> String?

    /// Says what ports stand for.
    public init(
        output: @escaping @Sendable (Picture) -> SceneOutput, inputPCM: @escaping @Sendable (Port) -> String?
    ) {
        (self.output, self.inputPCM) = (output, inputPCM)
    }

    /// No port stands for anything: sounds play by the clock.
    public static let none = ArbiterOutputs(
        output: { SceneOutput(port: $0.route.level.port, pcm: nil) }, inputPCM: { _ in nil })
}

/// A process that takes part.
public struct ProcessID: Hashable, Sendable { let number: UInt64 }

/// An app that takes part.
public struct SeatID: Hashable, Sendable { let number: UInt64 }
