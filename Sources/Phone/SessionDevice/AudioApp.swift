public import Dispatch
@_exported public import SessionPolicy
import SessionWire

/// An app on a device: its session, sounds and notices. `AudioApp.join()` returns this program's.
///
/// Each call returns the policy's outcome, or throws if nothing was done. Any thread and any actor, also from within a
/// notice. No call waits for a file, for sound hardware or for another app.
///
/// The app of `join()` lives as long as the process. One on a `PrivateDevice` ends, like a crash, with the last
/// reference to it and its sounds.
public final class AudioApp: Sendable {
    let link: any AppLink
    let notices: NoticeQueue
    let stage: AppSceneSink
    let names = SoundNames()

    private let ownsStage: Bool
    /// Called when a call has returned and the notices that it caused have been told.
    private let hasCalled: @Sendable () -> Void

    init(
        _ link: any AppLink, notices: NoticeQueue, stage: AppSceneSink, ownsStage: Bool = false,
        hasCalled: @escaping @Sendable () -> Void = {}
    ) {
        (self.link, self.notices, self.stage, self.ownsStage) = (link, notices, stage, ownsStage)
        self.hasCalled = hasCalled
    }

    deinit {
        if !ForkedProcess.isThisOne { link.close() }
        if ownsStage { stage.close() }
        notices.end()
    }

    /// The app's name on the device.
    public var name: String { link.welcome.app }

    /// The name of the rule book in force.
    public var book: String { link.welcome.book }

    /// The words of the rule book in force.
    public var vocabulary: BookVocabulary { link.welcome.vocabulary }

    /// The device's time, used by `play(at:)`.
    public var now: MachineTime { link.now }

    // MARK: Calls

    /// Performs a call. Returns once its effects have arrived, such as changes of the process's sounds.
    ///
    /// - Parameters:
    ///   - call: The call.
    ///   - explains: Whether the outcome includes reasons in `because`.
    /// - Throws: `DeviceError.refused` if the policy refuses, `.unreachable` if the device is gone, `.forked`.
    @discardableResult
    public func perform(_ call: AppCall, explains: Bool = false) throws(DeviceError) -> CallOutcome {
        guard !ForkedProcess.isThisOne else { throw .forked }
        let number = notices.beginCall()
        defer {
            notices.endCall(number)
            hasCalled()
        }
        let outcome: CallOutcome
        do throws(LinkError) { outcome = try link.perform(call, explains: explains) } catch {
            throw .unreachable(error)
        }
        if let refusal = outcome.refusal { throw .refused(refusal) }
        return outcome
    }

    /// Declares the meaning of the app's sound. Replaces all options.
    ///
    /// - Parameters:
    ///   - category: The kind of sound, and its effect on other apps.
    ///   - mode: A refinement of the category, or nil to keep the mode.
    ///   - options: Permissions added to the category, such as ducking others.
    ///   - policy: How the app shares routes with the system.
    /// - Throws: As `perform(_:explains:)`.
    @discardableResult
    public func setCategory(
        _ category: Category, mode: Mode? = nil, options: CategoryOptions = [], policy: RouteSharingPolicy = .default
    ) throws(DeviceError) -> CallOutcome {
        try perform(.changeCategory(category, mode: mode, options: options, policy: policy))
    }

    /// Changes the mode, and keeps category and options.
    ///
    /// - Throws: As `perform(_:explains:)`.
    @discardableResult
    public func setMode(_ mode: Mode) throws(DeviceError) -> CallOutcome {
        try perform(.changeCategory(nil, mode: mode, options: nil))
    }

    /// Activates or deactivates the session.
    ///
    /// - Parameter notifyingOthers: Whether apps that the session interrupted may resume; counts at deactivation only.
    /// - Throws: As `perform(_:explains:)`.
    @discardableResult
    public func setActive(_ isActive: Bool, notifyingOthers: Bool = false) throws(DeviceError) -> CallOutcome {
        try perform(.setActive(isActive, notifyOthers: notifyingOthers))
    }

    /// Overrides the output to the speaker until the category is set again or the session ends, or removes the
    /// override.
    ///
    /// - Throws: As `perform(_:explains:)`.
    @discardableResult
    public func overrideOutput(toSpeaker: Bool) throws(DeviceError) -> CallOutcome {
        try perform(.overrideOutput(toSpeaker: toSpeaker))
    }

    /// Queries the policy with an explained step. `facts` answers most questions without one.
    ///
    /// - Throws: As `perform(_:explains:)`.
    public func ask(_ question: Question) throws(DeviceError) -> CallAnswer {
        // The policy answers every question that it accepts.
        try perform(.ask(question)).answer ?? .flag(false)
    }

    /// Makes the device vibrate.
    ///
    /// - Throws: As `perform(_:explains:)`.
    @discardableResult
    public func vibrate() throws(DeviceError) -> CallOutcome { try perform(.vibrate) }

    /// Quits the app on the device. Its next call relaunches it.
    ///
    /// - Throws: As `perform(_:explains:)`.
    @discardableResult
    public func quit() throws(DeviceError) -> CallOutcome { try perform(.quit) }

    /// Returns the facts that the app may read now.
    ///
    /// - Throws: `DeviceError.unreachable` if the device is gone, `.forked`.
    public func facts() throws(DeviceError) -> SessionFacts {
        guard !ForkedProcess.isThisOne else { throw .forked }
        do throws(LinkError) { return try link.facts() } catch { throw .unreachable(error) }
    }

    /// The output and the maximum input latency of the devices in force, in seconds; 0 without audible sounds.
    package var latencies: (output: Double, input: Double) { stage.latencies ?? (0, 0) }

    /// Reports a fact to the device without waiting.
    func report(_ fact: ProcessFact) {
        if !ForkedProcess.isThisOne { link.report(fact) }
    }

    /// Subscribes to changes of the device's calls (`AppNotice.Message.callChanged`).
    public func followCalls() { report(.followsCalls) }

    /// Sets the app's Now Playing info, or clears it with nil.
    public func setNowPlaying(_ info: NowPlayingInfo?) { report(.nowPlaying(info)) }

    // MARK: Notices

    /// A stream of the app's notices from now on, in order. Each stream receives all of them and buffers unread ones.
    ///
    /// There is no notice before the app's first call, so create the stream before it.
    public var noticeStream: AsyncStream<AppNotice> {
        let (stream, continuation) = AsyncStream.makeStream(of: AppNotice.self, bufferingPolicy: .unbounded)
        let notices = notices
        let listener = notices.add(tell: { continuation.yield($0) }, end: { continuation.finish() })
        continuation.onTermination = { [weak notices] _ in notices?.remove(listener) }
        guard Self.reportsReactions else { return stream }
        // Who asks for the next notice has handled the one before. A stream is read by one task at a time.
        nonisolated(unsafe) var unread = stream.makeAsyncIterator()
        return AsyncStream { [weak link] in
            link?.report(.handles(notice: 0))
            guard let notice = await unread.next() else { return nil }
            link?.report(.handles(notice: notice.number))
            return notice
        }
    }

    /// Whether the host wants to know when the program handles a notice.
    private static let reportsReactions = SocketPlace.environment(SocketPlace.reactionsVariable) != nil

    /// Runs the program's code for a notice, and reports that to a host that wants to know.
    package func handle(_ notice: UInt64, _ work: () -> Void) {
        guard Self.reportsReactions else { return work() }
        report(.handles(notice: notice))
        work()
        report(.handles(notice: 0))
    }

    /// Calls a closure with each notice from now on, in order, under the lock of the app's notices: it may only store it.
    package func collectNotices(_ tell: @escaping @Sendable (AppNotice) -> Void) { _ = notices.add(tell: tell) }

    /// The number of the app's last notice, delivered or not; 0 before the first.
    package var lastNotice: UInt64 { notices.lastNotice }

    /// Calls a closure with each notice from now on, serially and in order.
    ///
    /// - Parameters:
    ///   - queue: The queue to call it on. Calls are serial even on a concurrent queue.
    ///   - take: Receives a notice. May call the app.
    /// - Returns: A token that cancels the subscription, which otherwise lasts as long as the app.
    @discardableResult
    public func onNotice(
        queue: DispatchQueue, _ take: @escaping @Sendable (AppNotice) -> Void
    ) -> NoticeSubscription {
        observe(queue: queue) { [weak self] notice in
            if let self { self.handle(notice.number) { take(notice) } } else { take(notice) }
        }
    }

    /// Calls a closure likewise, which itself says by `handle` when the program handles a notice.
    @discardableResult
    package func observe(
        queue: DispatchQueue, _ take: @escaping @Sendable (AppNotice) -> Void
    ) -> NoticeSubscription {
        let inOrder = DispatchQueue(label: "audiosession.notices", target: queue)
        let listener = notices.add(tell: { notice in inOrder.async { take(notice) } })
        return NoticeSubscription(notices: notices, listener: listener)
    }
}

/// A subscription to an app's notices.
public struct NoticeSubscription: Sendable {
    private weak let notices: NoticeQueue?
    private let listener: UInt64

    init(notices: NoticeQueue, listener: UInt64) { (self.notices, self.listener) = (notices, listener) }

    /// Cancels the subscription for all later notices. Any thread.
    public func cancel() { notices?.remove(listener) }
}
