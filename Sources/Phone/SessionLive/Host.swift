import ALSADevice
import Glibc
import SessionArbiter
import SessionPhone
public import SessionPolicy
public import SessionScenario
public import SessionSound
public import SessionWorld
import Synchronization
import Threads

/// A running session on this machine: steps and facts in, replies out, sound on the bound devices.
///
/// Steps may be posted from any thread, and are taken on a thread of the session; another thread makes the result
/// audible. Where nothing plays and nothing is due, all threads sleep until something comes. A host that is released
/// ends its session without waiting for it.
public final class Host: Sendable {
    private let inbox: Inbox
    private let ended: WakeSignal
    private let recording: LiveRecording

    /// Starts a session.
    ///
    /// - Parameters:
    ///   - book: The rules; nil for the default of the protocol's version for which the first step asks.
    ///   - bindings: The devices that the ports stand for.
    ///   - scenario: The scenario whose sounds are played; nil for none.
    ///   - recordTo: The WAV file into which recordings go; nil to throw them away.
    ///   - report: Gets each reply, in order, under a lock: it stores it.
    ///   - say: Gets each sentence about the machine, on any thread.
    /// - Throws: `ReplayError.file` for a sound file that cannot be read, `SoundFileError` for a recording that cannot be
    ///   written, `Shortage` where files or threads are not to be had.
    public convenience init(
        book: RuleBook?, bindings: Bindings, scenario: Scenario?, recordTo: String? = nil,
        report: @escaping @Sendable (LiveReply) -> Void, say: @escaping @Sendable (String) -> Void
    ) throws {
        let sounds = try SoundLibrary(scenario, say: say)
        let file = try recordTo.map { try RecordingFile(path: $0) }
        if let remark = file?.remark { say(remark) }
        let recording = LiveRecording(into: file, say: say)
        try self.init(recording) { wake in
            let phone = try Phone(
                book, bindings: bindings, deadlines: .caller(wake), sounds: sounds,
                recordings: recording, say: say)
            phone.arbiter.watch { report(LiveReply(reply: $0.reply, isFromMachine: $0.author != .step)) }
            return phone
        }
    }

    /// Starts a session of the caller's making.
    ///
    /// - Parameters:
    ///   - recording: Gets the frames of recordings.
    ///   - jacks: Tells of plugs and cards.
    ///   - sinks: Tells of devices of sound servers; nil for those that the bindings name.
    ///   - make: Opens the phone; `wake` is to be told that its deadline has come nearer.
    init(
        _ recording: LiveRecording, jacks: JackMonitor = JackMonitor(), sinks: SinkMonitor? = nil,
        _ make: (_ wake: @escaping @Sendable () -> Void) throws -> Phone
    ) throws {
        let (inbox, ended) = (Inbox(wakeSignal: try WakeSignal()), try WakeSignal())
        (self.inbox, self.ended, self.recording) = (inbox, ended, recording)
        let phone = try make { inbox.wake() }
        try phone.watchMachine(jacks: jacks, sinks: sinks)
        let body = SessionThread(phone: phone, inbox: inbox, ended: ended)
        try OrdinaryThread.start { body.run() }.detach()
    }

    deinit { end(.now) }

    /// Hands over a step, which happens as soon as the session's thread sees it, or a line that is none, to be answered in
    /// its turn.
    ///
    /// - Parameter step: One object of the step vocabulary, or what is wrong with the line.
    public func post(_ step: StepLines.Step) { inbox.post(.step(step)) }

    /// Asks for an end, without waiting for it: at once, or once nothing plays any more.
    ///
    /// - Parameter ending: When.
    public func end(_ ending: Ending) { ending == .now ? inbox.stop() : inbox.post(.finish) }

    /// The number of steps and malformed lines that have been posted and not answered. They are kept in memory: a
    /// caller that posts many should wait for replies. Any thread.
    public var waitingSteps: Int { inbox.waitingSteps }

    /// Ends at once, and waits until every device has been given back and what is recorded has been written.
    public func stop() {
        end(.now)
        ended.wait()
    }

    /// The moment at which a session ends that has been asked to end.
    public enum Ending: Hashable, Sendable {
        /// The sounds fall silent, and steps that wait are not answered.
        case now
        /// The sounds are heard out; the session also waits for sounds that last until they are stopped.
        case whenQuiet
    }

    /// Readable once the session is over and every device has been given back.
    public var endDescriptor: CInt { ended.descriptor }

    /// Whether a part of a recording could not be kept; known once the session is over.
    public var hasLostRecording: Bool { recording.hasLost }
}

/// A reply of a running session.
public struct LiveReply: Sendable {
    public let reply: Reply
    /// Whether the machine caused the reply (a plug, a turned control, time), not a step.
    public let isFromMachine: Bool
}

/// The queue of steps and facts that other threads post.
private final class Inbox: Sendable {
    enum Item: Sendable {
        case step(StepLines.Step)
        case finish
    }

    private let items = Mutex<[Item]>([])
    private let waiting = Atomic(0)
    private let stopped = Atomic(false)
    private let wakeSignal: WakeSignal

    init(wakeSignal: WakeSignal) { self.wakeSignal = wakeSignal }

    var waitingSteps: Int { waiting.load(ordering: .relaxed) }
    /// Whether the session ends before the waiting items are taken.
    var isStopped: Bool { stopped.load(ordering: .relaxed) }

    func post(_ item: Item) {
        if item.isAnswered { waiting.add(1, ordering: .relaxed) }
        items.withLock { $0.append(item) }
        wakeSignal.raise()
    }

    func stop() {
        stopped.store(true, ordering: .relaxed)
        wakeSignal.raise()
    }

    /// Lets the waiting thread look at the time again. Any thread.
    func wake() { wakeSignal.raise() }

    /// Notes that the session is about to answer an item.
    func take(_ item: Item) { if item.isAnswered { waiting.subtract(1, ordering: .relaxed) } }

    /// Waits for something, or for so many nanoseconds, and takes what is there.
    func next(within nanoseconds: Int64?) -> [Item] {
        wakeSignal.wait(nanoseconds: nanoseconds)
        return items.withLock { items in
            defer { items = [] }
            return items
        }
    }
}

extension Inbox.Item {
    fileprivate var isAnswered: Bool {
        switch self {
        case .step: true
        case .finish: false
        }
    }
}

/// The session's thread: steps are taken here, and what is due is done.
private final class SessionThread {
    private let phone: Phone
    private let inbox: Inbox
    private let ended: WakeSignal
    /// The interval, in nanoseconds, at which the session looks whether all is quiet.
    private static let round: Int64 = 20_000_000

    init(phone: Phone, inbox: Inbox, ended: WakeSignal) {
        (self.phone, self.inbox, self.ended) = (phone, inbox, ended)
    }

    func run() {
        var isEnding = false
        loop: while true {
            let due = phone.nextDeadline.map { max(0, $0 - SteadyClock.now) }
            for item in inbox.next(within: isEnding ? min(due ?? Self.round, Self.round) : due) {
                if inbox.isStopped { break loop }
                // Before the reply: a caller that has got the reply then knows that there is room for another step.
                inbox.take(item)
                switch item {
                case .step(let step): phone.take(step)
                case .finish: isEnding = true
                }
            }
            if inbox.isStopped { break }
            phone.advance()
            if isEnding, phone.isQuiet { break }
        }
        phone.close()
        ended.raise()
    }
}
