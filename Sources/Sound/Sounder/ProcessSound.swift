package import ALSADevice
import Mixer
public import SessionPolicy
import Synchronization
import SystemSupport

/// A fact about this process's sounds or their device, for the arbiter.
public enum SoundingFact: Hashable, Sendable {
    /// A sound has been played to its end.
    case ended(SceneName)
    /// A sound could not be read to its end; the part that was read has been played.
    case failed(SceneName, reason: String)
    /// A sound stalled for this long.
    case stalled(SceneName, by: Length)
    /// The device of a port disappeared while playing.
    case outputLost(Port)
    /// Another program set the volume control that this process holds; linear, 0 to 1.
    case volumeTurned(to: Double, isTurnedNow: Bool)
    /// The process now controls a volume control, or no longer does.
    case control(VolumeControlName, isHeld: Bool)
}

/// The sounds of this process, made audible as scenes say.
///
/// The caller's thread only enqueues scenes and changes. Another thread applies them and opens devices; further threads
/// read files and call apps' closures. Any thread, never blocking.
public final class ProcessSound: SceneReceiver {
    /// Returns the source of a sound, or nil for an inaudible one. Called on the sounds' thread; feeders keep its
    /// streams filled.
    package typealias Source = @Sendable (SceneName, Feeders) -> VoiceSource?

    private let inbox: Inbox
    let loop: SounderLoop
    private let hasEnded: WakeSignal
    private let way = OutputLatency()
    private let rate: Int

    /// The latency from an app's rendering to the ear in seconds: render-ahead, device buffer and limiter. Uses the
    /// playing device, or the last one.
    package var latency: Double {
        1 / Double(SoundContent.aheadInASecond) + Double(way.frames.load(ordering: .relaxed)) / Double(rate)
    }

    /// Called on any thread when another program changes a volume control.
    package typealias Hear = @Sendable (VolumeControlName, HardwareVolume.Change) -> Void

    /// Starts the thread. With a manual clock the calling threads do all work.
    /// - Parameters:
    ///   - rate: The mixer's rate in frames per second.
    ///   - tell: Receives each fact on the sounds' thread. Must not wait for a call of this object.
    ///   - say: Receives each sentence about the machine, on any thread.
    ///   - source: Returns the source of a sound without a player.
    /// - Throws: `Shortage` if files or threads are exhausted, `MixerError` for an unsupported rate.
    package init(
        _ machine: SoundMachine, rate: Int = Capture.rate, tell: @escaping @Sendable (SoundingFact) -> Void,
        say: @escaping @Sendable (String) -> Void, source: @escaping Source = { _, _ in nil }
    ) throws {
        let hand = machine.hand
        let inbox = try Inbox()
        (self.inbox, hasEnded, self.rate) = (inbox, try WakeSignal(), rate)
        let access = try machine.access { volume, change in
            inbox.post { $0.hear(change, of: volume) }
        }
        let sounder = try Sounder(
            access: access, feeders: Feeders(isByHand: hand != nil, rendersByHand: machine.rendersByHand, say),
            rate: rate, latency: way, say: say, provider: source)
        loop = SounderLoop(sounder, hand: hand, tell: tell)
        guard hand == nil else { return }
        let (loop, hasEnded) = (loop, hasEnded)
        try OrdinaryThread.start {
            loop.run(inbox)
            hasEnded.raise()
        }.detach()
    }

    deinit { inbox.end() }

    // MARK: Sounds

    /// Assigns a player to a sound.
    public func add(_ player: SoundPlayer, as name: SceneName) {
        player.state.withLock { $0.sound = self }
        post { $0.players[name] = player }
    }

    /// Removes the player of a sound. A playing voice continues until a scene ends it.
    public func remove(_ player: SoundPlayer) {
        player.state.withLock { $0.sound = nil }
        post { $0.remove(player) }
    }

    /// Enqueues a scene.
    public func receive(_ scene: Scene) { post { $0.show(scene) } }

    /// Stops the device immediately and discards its frames. Call when the accessory is pulled out, before the
    /// resulting scene.
    public func drop() { post { $0.halt() } }

    /// Called when the machine's devices have changed: retries unavailable ones.
    public func devicesHaveChanged() { post { $0.retryNow() } }

    /// Performs due work and reports facts, with a manual clock only.
    package func lookByHand() {
        guard loop.isByHand else { return }
        let items = inbox.drain()
        loop.apply(items)
        inbox.note(followed: items.count)
    }

    /// When to call `lookByHand` next, in nanoseconds, or nil.
    package var nextWakeUp: Int64? { loop.nextWakeUp }

    /// Whether nothing is audible and no item is pending.
    package var isQuiet: Bool { isSettled && loop.isQuiet }

    var isSettled: Bool { inbox.isIdle }

    /// Fades out, closes the device and waits. The last call.
    package func close() {
        inbox.end()
        loop.isByHand ? loop.close() : hasEnded.wait()
    }

    /// The sounds' clock, in nanoseconds.
    public var now: Int64 { loop.now }

    /// Advances a manual clock. Has no effect on the machine's clock.
    ///
    /// - Parameters:
    ///   - moment: The new time in nanoseconds, not before the present one.
    ///   - keepsHeard: Whether to return the frames heard meanwhile.
    /// - Returns: The audible frames, interleaved stereo; empty unless `keepsHeard`.
    @discardableResult
    public func advance(to moment: Int64, keepsHeard: Bool = false) -> [Float] {
        loop.advance(to: moment, keepsHeard: keepsHeard)
    }

    /// Lets the sounds' thread do something; with a manual clock, the caller does it.
    func post(_ item: @escaping Inbox.Item) { loop.isByHand ? loop.follow(item) : inbox.post(item) }
}

/// The queue of items that other threads post.
final class Inbox: Sendable {
    typealias Item = @Sendable (Sounder) -> Void

    private let items: WakingList<Item>
    /// The number of items received and not yet handled.
    private let waiting = Atomic(0)
    private let isOver = Atomic(false)

    init() throws(Shortage) { items = try WakingList() }

    var isIdle: Bool { waiting.load(ordering: .acquiring) == 0 }

    func post(_ item: @escaping Item) {
        waiting.add(1, ordering: .relaxed)
        items.add(item)
    }

    func note(followed count: Int) { waiting.subtract(count, ordering: .releasing) }

    func end() {
        isOver.store(true, ordering: .relaxed)
        items.wakeSignal.raise()
    }

    /// Waits for items, at most this long. Returns nil after the end.
    func next(within nanoseconds: Int64?) -> [Item]? {
        items.wakeSignal.wait(nanoseconds: nanoseconds)
        return isOver.load(ordering: .relaxed) ? nil : drain()
    }

    func drain() -> [Item] { items.collect() }
}
