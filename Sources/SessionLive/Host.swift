public import ALSADevice
import Glibc
import Mixer
public import SessionPolicy
public import SessionScenario
public import SessionSound
public import SessionWorld
import Synchronization

/// A running session on this machine: a thread of its own, steps and facts in, replies out, sound on the bound devices.
///
/// Steps may be posted from any thread. Where nothing plays and nothing is due, the thread sleeps until something comes.
/// A host that is released ends its session without waiting for it.
public final class Host: Sendable {
    private let inbox: Inbox
    private let ended: Doorbell
    private let outcome = Outcome()

    /// Starts a session.
    ///
    /// - Parameters:
    ///   - book: The rules.
    ///   - bindings: Which devices the ports stand for.
    ///   - scenario: The scenario whose sounds are played; nil for none.
    ///   - monitor: Tells of plugs and cards; what sound servers have is watched by the bindings' names.
    ///   - recordTo: The WAV file into which recordings go; nil to throw them away.
    ///   - report: Gets each reply, on the session's thread.
    ///   - say: Gets each sentence about the machine, likewise.
    /// - Throws: `ReplayError.file` for a sound file that cannot be read, `SoundFileError` for a recording that cannot be
    ///   written, `Shortage` where files or threads are not to be had.
    public convenience init(
        book: RuleBook, bindings: Bindings, scenario: Scenario?, monitor: JackMonitor = JackMonitor(),
        recordTo: String? = nil, report: @escaping @Sendable (LiveReply) -> Void,
        say: @escaping @Sendable (String) -> Void
    ) throws {
        let rate = Sounder.usualConfiguration.sampleRate
        try self.init(monitor: monitor, sinks: SinkMonitor(bindings.sinks)) { tell in
            let session = try LiveSession(
                world: World(book, names: scenario?.names ?? NameTable()), bindings: bindings,
                access: SystemAccess(rate: rate) { tell(.level($0, $1)) },
                sounds: SoundLibrary(scenario, rate: rate, say: say), report: report, say: say)
            session.sink = try recordTo.map { path in
                let file = try RecordingFile(path: path, rate: rate)
                if let remark = file.remark { say(remark) }
                return file
            }
            return session
        }
    }

    /// Starts a session of the caller's making.
    ///
    /// - Parameters:
    ///   - monitor: Tells of plugs and cards.
    ///   - sinks: Tells of devices of sound servers.
    ///   - make: Makes the session, which nobody else uses from then on; it may be told facts from any thread.
    init(
        monitor: JackMonitor, sinks: SinkMonitor = SinkMonitor([]),
        _ make: (_ tell: @escaping @Sendable (MachineFact) -> Void) throws -> LiveSession
    ) throws {
        let (inbox, ended) = (Inbox(bell: try Doorbell()), try Doorbell())
        (self.inbox, self.ended) = (inbox, ended)
        let session = try make { inbox.post(.fact($0)) }
        try monitor.start { inbox.post(.fact(MachineFact($0))) }
        try sinks.start { inbox.post(.fact(MachineFact($0))) }
        let outcome = outcome
        let body = SessionThread(
            session: session, inbox: inbox, monitor: monitor, sinks: sinks, ended: ended, outcome: outcome)
        try OrdinaryThread.start { body.run() }.detach()
    }

    deinit { end(.now) }

    /// Hands over a step, which happens as soon as the session's thread sees it.
    ///
    /// - Parameter step: One object of the step vocabulary.
    public func post(_ step: PositionedValue) { inbox.post(.step(step)) }

    /// Hands over a line that is no step, to be answered in its turn.
    ///
    /// - Parameter error: What is wrong with it.
    public func post(_ error: StepError) { inbox.post(.bad(error)) }

    /// Asks for an end, without waiting for it: at once, or once nothing plays any more.
    ///
    /// - Parameter ending: When.
    public func end(_ ending: Ending) { ending == .now ? inbox.stop() : inbox.post(.finish) }

    /// How many steps and lines that are no step have been handed over and not answered. Whoever has many more should wait
    /// for replies, as they are kept in memory. Any thread.
    public var waitingSteps: Int { inbox.waitingSteps }

    /// Ends at once, and waits until every device has been given back and what is recorded has been written.
    public func stop() {
        end(.now)
        ended.wait()
    }

    /// When a session ends that has been asked to.
    public enum Ending: Hashable, Sendable {
        /// What plays falls silent, and steps that wait are not answered.
        case now
        /// What plays is heard out, and what lasts until it is stopped is waited for.
        case whenQuiet
    }

    /// Readable once the session is over and every device has been given back.
    public var endDescriptor: CInt { ended.descriptor }

    /// Whether something that was recorded could not be kept; told once the session is over.
    public var hasLostRecording: Bool { outcome.hasLostRecording.load(ordering: .acquiring) }
}

/// What is left to tell of a session that is over.
private final class Outcome: Sendable {
    let hasLostRecording = Atomic(false)
}

/// What comes in from other threads.
private final class Inbox: Sendable {
    enum Item: Sendable {
        case step(PositionedValue)
        case bad(StepError)
        case fact(MachineFact)
        case finish
    }

    private let items = Mutex<[Item]>([])
    private let waiting = Atomic(0)
    private let stopped = Atomic(false)
    private let bell: Doorbell

    init(bell: Doorbell) { self.bell = bell }

    var waitingSteps: Int { waiting.load(ordering: .relaxed) }
    /// Whether the end is to come before what waits.
    var isStopped: Bool { stopped.load(ordering: .relaxed) }

    func post(_ item: Item) {
        if item.isAnswered { waiting.add(1, ordering: .relaxed) }
        items.withLock { $0.append(item) }
        bell.ring()
    }

    func stop() {
        stopped.store(true, ordering: .relaxed)
        bell.ring()
    }

    /// Notes that the session is about to answer an item.
    func take(_ item: Item) { if item.isAnswered { waiting.subtract(1, ordering: .relaxed) } }

    /// Waits for something, or for so many nanoseconds, and takes what is there.
    func next(within nanoseconds: Int64?) -> [Item] {
        bell.wait(nanoseconds: nanoseconds)
        return items.withLock { items in
            defer { items = [] }
            return items
        }
    }
}

extension Inbox.Item {
    fileprivate var isAnswered: Bool {
        switch self {
        case .step, .bad: true
        case .fact, .finish: false
        }
    }
}

/// The session's thread: everything is done here.
private final class SessionThread {
    private let session: LiveSession
    private let inbox: Inbox
    private let monitor: JackMonitor
    private let sinks: SinkMonitor
    private let ended: Doorbell
    private let outcome: Outcome

    init(
        session: LiveSession, inbox: Inbox, monitor: JackMonitor, sinks: SinkMonitor, ended: Doorbell, outcome: Outcome
    ) {
        (self.session, self.inbox, self.monitor) = (session, inbox, monitor)
        (self.sinks, self.ended, self.outcome) = (sinks, ended, outcome)
    }

    func run() {
        var isEnding = false
        loop: while true {
            let now = session.access.now
            let items = inbox.next(within: session.nextWakeUp.map { max(0, $0 - now) })
            for item in items {
                if inbox.isStopped { break loop }
                // Before the reply, so that whoever has got that knows of room for another.
                inbox.take(item)
                switch item {
                case .step(let step): session.take(step)
                case .bad(let error): session.refuse(error)
                case .fact(let fact): session.take(fact)
                case .finish: isEnding = true
                }
            }
            if inbox.isStopped { break }
            session.advance()
            if isEnding, session.isQuiet { break }
        }
        monitor.stop()
        sinks.stop()
        session.finishRecording()
        session.close()
        outcome.hasLostRecording.store(session.hasLostRecording, ordering: .releasing)
        ended.ring()
    }
}
