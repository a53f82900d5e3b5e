public import Dispatch
@_exported public import SessionPolicy

/// An app on a device: its session, its sounds, and what the device tells it. `AudioApp.join()` returns that of this program.
///
/// Each call returns the policy's outcome, or throws why nothing was done. Calls may come from any thread and any actor,
/// also from inside a notice; of two threads' calls the one is decided before the other. Nothing here waits for a file, for
/// sound hardware or for another app.
///
/// The app of `join()` leaves the device when the process ends. One that was opened on a `PrivateDevice` leaves it, as if it
/// had crashed, when the last reference to it and to its sounds is gone.
public final class AudioApp: Sendable {
    let link: any AppLink
    let notices: NoticeQueue
    let stage: AppSceneSink
    let names = SoundNames()

    /// Whether the stage is this app's alone, and ends with it.
    private let ownsStage: Bool

    init(_ link: any AppLink, notices: NoticeQueue, stage: AppSceneSink, ownsStage: Bool = false) {
        (self.link, self.notices, self.stage, self.ownsStage) = (link, notices, stage, ownsStage)
    }

    deinit {
        if !ForkedProcess.isThisOne { link.close() }
        if ownsStage { stage.close() }
        notices.end()
    }

    /// The name under which the device knows the app.
    public var name: String { link.welcome.app }

    /// The name of the rule book in force.
    public var book: String { link.welcome.book }

    /// The words of the rule book in force.
    public var vocabulary: BookVocabulary { link.welcome.vocabulary }

    /// The time of the device, which `play(at:)` counts by.
    public var now: MachineTime { link.now }

    // MARK: Calls

    /// Hands over a call, and returns once all that follows from it has come: the process's sounds then stand as the
    /// decision says.
    ///
    /// - Parameters:
    ///   - call: The call.
    ///   - explains: Whether the outcome says why, in `because`.
    /// - Throws: `DeviceError.refused` if the policy refuses, `.unreachable` if the device is gone, `.forked`.
    @discardableResult
    public func perform(_ call: AppCall, explains: Bool = false) throws(DeviceError) -> CallOutcome {
        guard !ForkedProcess.isThisOne else { throw .forked }
        let number = notices.beginCall()
        defer { notices.endCall(number) }
        let outcome: CallOutcome
        do throws(LinkError) { outcome = try link.perform(call, explains: explains) } catch {
            throw .unreachable(error)
        }
        if let refusal = outcome.refusal { throw .refused(refusal) }
        return outcome
    }

    /// Declares the meaning of the app's sound; options are replaced.
    ///
    /// - Parameters:
    ///   - category: The kind of sound, and its effect on other apps.
    ///   - mode: A refinement of the category; nil keeps the mode.
    ///   - options: Permissions added to the category, such as ducking others.
    ///   - policy: The manner in which the app shares routes with the system.
    /// - Throws: As `perform(_:explains:)`.
    @discardableResult
    public func setCategory(
        _ category: Category, mode: Mode? = nil, options: CategoryOptions = [], policy: RouteSharingPolicy = .default
    ) throws(DeviceError) -> CallOutcome {
        try perform(.changeCategory(category, mode: mode, options: options, policy: policy))
    }

    /// States the app's preferences for its inputs, its interruptions and its place among other apps.
    ///
    /// - Throws: As `perform(_:explains:)`.
    @discardableResult
    public func wish(_ wish: AppWish) throws(DeviceError) -> CallOutcome { try perform(wish) }

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

    /// Sends the sound to the speaker, until the category is set again or the session ends; or takes that back.
    ///
    /// - Throws: As `perform(_:explains:)`.
    @discardableResult
    public func overrideOutput(toSpeaker: Bool) throws(DeviceError) -> CallOutcome {
        try perform(.overrideOutput(toSpeaker: toSpeaker))
    }

    /// Asks the policy, as a step that it explains; `facts` answers most questions without one.
    ///
    /// - Throws: As `perform(_:explains:)`.
    public func ask(_ question: Question) throws(DeviceError) -> CallAnswer {
        // The policy answers every question that it accepts.
        try perform(.ask(question)).answer ?? .flag(false)
    }

    /// Lets the device vibrate.
    ///
    /// - Throws: As `perform(_:explains:)`.
    @discardableResult
    public func vibrate() throws(DeviceError) -> CallOutcome { try perform(.vibrate) }

    /// Ends the app's life on the device of its own accord. Its next call launches it again.
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

    /// Seconds that what the app renders will be on its way to the ear, and that what it captures has been on its way
    /// at most, as the devices in force have it; 0 if nothing is made audible.
    package var latencies: (output: Double, input: Double) { stage.latencies ?? (0, 0) }

    /// Tells the device of a sound, without waiting.
    func report(_ fact: ProcessFact) {
        if !ForkedProcess.isThisOne { link.report(fact) }
    }

    /// Has the device tell the app of each change of its calls from now on (`AppNotice.Message.callChanged`).
    public func followCalls() { report(.followsCalls) }

    /// Tells the device what the app plays; nil: the app says nothing any more.
    public func setNowPlaying(_ info: NowPlayingInfo?) { report(.nowPlaying(info)) }

    // MARK: Notices

    /// The notices that the device gives the app from now on, in order. Each sequence gets all of them, and keeps those
    /// that are not read yet.
    ///
    /// The app gets no notice before its first call: a program that asks for the stream before that call misses none.
    public var noticeStream: AsyncStream<AppNotice> {
        let (stream, continuation) = AsyncStream.makeStream(of: AppNotice.self, bufferingPolicy: .unbounded)
        let notices = notices
        let listener = notices.add(tell: { continuation.yield($0) }, end: { continuation.finish() })
        continuation.onTermination = { [weak notices] _ in notices?.remove(listener) }
        return stream
    }

    /// The number of the last notice that the device has decided for the app, told or not; 0 before the first.
    package var lastNotice: UInt64 { notices.lastNotice }

    /// Calls a closure with each notice that the device gives the app from now on, one after the other and in order.
    ///
    /// - Parameters:
    ///   - queue: The queue on which it is called. A concurrent queue calls it one after the other, too.
    ///   - take: Takes a notice; it may call the app.
    /// - Returns: A token that ends it; it continues until then, or until the app is gone.
    @discardableResult
    public func onNotice(
        queue: DispatchQueue, _ take: @escaping @Sendable (AppNotice) -> Void
    ) -> NoticeSubscription {
        let inOrder = DispatchQueue(label: "audiosession.notices", target: queue)
        let listener = notices.add(tell: { notice in inOrder.async { take(notice) } })
        return NoticeSubscription(notices: notices, listener: listener)
    }
}

/// A closure that gets an app's notices.
public struct NoticeSubscription: Sendable {
    private weak let notices: NoticeQueue?
    private let listener: UInt64

    init(notices: NoticeQueue, listener: UInt64) { (self.notices, self.listener) = (notices, listener) }

    /// Ends it: no notice that is decided from now on is passed. Any thread.
    public func cancel() { notices?.remove(listener) }
}
