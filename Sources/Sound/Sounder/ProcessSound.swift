package import ALSADevice
import Mixer
public import SessionPolicy
import Synchronization
import SystemSupport

/// A fact about this process's sounds or their device, to be told to the arbiter.
public enum SoundingFact: Hashable, Sendable {
    /// A sound has been played to its end.
    case ended(SceneName)
    /// A sound could not be read on; what had been read of it has been played. The reason is a sentence.
    case failed(SceneName, reason: String)
    /// A sound had to wait for its samples, and is so much later than it would be.
    case stalled(SceneName, by: Length)
    /// The device that stood for a port went away while it played.
    case outputLost(Port)
    /// The volume control that the process holds was set to this level by another program; 0 to 1, linear.
    case volumeTurned(to: Double, isTurnedNow: Bool)
    /// A volume control is moved from now on, or cannot be any more.
    case control(VolumeControlName, isHeld: Bool)
}

/// The sounds of this process, made audible as scenes say.
///
/// Scenes and changes are only noted by the caller's thread; they are followed on one of its own, which opens devices too.
/// Files are read, and apps asked for samples, on further threads. So nothing here holds its caller up. All members may be
/// called from any thread.
public final class ProcessSound: SceneReceiver {
    /// Returns the source of a sound; nil for a sound that is not heard. Called on the sounds' thread; the feeders keep its
    /// streams filled.
    package typealias Source = @Sendable (SceneName, Feeders) -> VoiceSource?

    private let inbox: Inbox
    let loop: SounderLoop
    private let hasEnded: WakeSignal
    private let way = OutputLatency()
    private let rate: Int

    /// Seconds from an app's rendering of a frame to the ear: what is asked for ahead, what the device holds, and what the
    /// limiter looks ahead. The device is the one that plays, else the last one that did.
    package var latency: Double {
        1 / Double(SoundContent.aheadInASecond) + Double(way.frames.load(ordering: .relaxed)) / Double(rate)
    }

    /// Is told when another program turns a volume control; on any thread.
    package typealias Hear = @Sendable (VolumeControlName, HardwareVolume.Change) -> Void

    /// Starts the thread, but for time by hand: then all is done by the threads that call.
    ///
    /// - Parameters:
    ///   - machine: The machine that the sounds are heard on.
    ///   - rate: The mixer's rate in frames per second.
    ///   - tell: Gets each fact, on the sounds' thread; it must not wait for a call of this object's.
    ///   - say: Gets each sentence about the machine, on any thread.
    ///   - source: Returns the source of a sound that has no player.
    /// - Throws: `Shortage` where files or threads are not to be had, `MixerError` for a rate that no mixer has.
    package init(
        _ machine: SoundMachine, rate: Int = Capture.rate, tell: @escaping @Sendable (SoundingFact) -> Void,
        say: @escaping @Sendable (String) -> Void, source: @escaping Source = { _, _ in nil }
    ) throws {
        let hand = machine.hand
        let inbox = try Inbox()
        (self.inbox, hasEnded, self.rate) = (inbox, try WakeSignal(), rate)
        let access = try machine.access { inbox.post(.turned($0, $1)) }
        let sounder = try Sounder(
            access: access, isByHand: hand != nil, rate: rate, latency: way, say: say, provider: source)
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

    /// Lets a sound be played by a player.
    public func add(_ player: SoundPlayer, as name: SceneName) {
        player.state.withLock { $0.sound = self }
        post(.add(player, name))
    }

    /// Forgets the player of a sound; what plays of it plays on until a scene ends it.
    public func remove(_ player: SoundPlayer) {
        player.state.withLock { $0.sound = nil }
        post(.remove(player))
    }

    /// Takes the scene that is to be heard from a moment on.
    public func receive(_ scene: Scene) { post(.scene(scene)) }

    /// Stops the device at once: nothing that it holds is heard any more. To be called when what is heard on it has been
    /// pulled out, before the scene that follows from that.
    public func drop() { post(.drop) }

    /// The machine's devices have changed: what could not be had may be there now.
    public func devicesHaveChanged() { post(.changed) }

    /// Does what is due by time that is moved by hand, and tells what came of it. Does nothing where it is the machine's.
    package func lookByHand() {
        guard loop.isByHand else { return }
        let items = inbox.drain()
        for item in items { loop.follow(item) }
        inbox.note(followed: items.count)
        loop.look()
    }

    /// The moment of the next call of `lookByHand`, in nanoseconds; nil where nothing is due by itself.
    package var nextWakeUp: Int64? { loop.nextWakeUp }

    /// Whether nothing sounds, the last of it has been heard, and nothing waits to be followed.
    package var isQuiet: Bool { isSettled && loop.isQuiet }

    /// Whether all that was asked for so far has been done.
    var isSettled: Bool { inbox.isIdle }

    /// Gives the device back, what sounds fading out, and waits until that is done. The last call.
    package func close() {
        inbox.end()
        loop.isByHand ? loop.close() : hasEnded.wait()
    }

    /// The time of the sounds, in nanoseconds: the machine's, or that which was given by hand.
    public var now: Int64 { loop.now }

    /// Lets time pass that is given by hand. Does nothing where it is the machine's.
    ///
    /// - Parameters:
    ///   - moment: The new time, in nanoseconds; not before the present one.
    ///   - keepsHeard: Whether what is heard meanwhile is handed out.
    /// - Returns: What was heard, interleaved stereo, while anything was to be heard; empty unless `keepsHeard`.
    @discardableResult
    public func advance(to moment: Int64, keepsHeard: Bool = false) -> [Float] {
        loop.advance(to: moment, keepsHeard: keepsHeard)
    }

    func replay(_ player: SoundPlayer, from place: Int64?) { post(.replay(player, place)) }
    func pan(_ player: SoundPlayer, to pan: Float) { post(.pan(player, pan)) }
    func measure(_ player: SoundPlayer) { post(.measure(player)) }

    private func post(_ item: Inbox.Item) {
        // By hand there is no thread that would see to it.
        loop.isByHand ? loop.follow(item) : inbox.post(item)
    }
}

/// The queue of items that other threads post.
final class Inbox: Sendable {
    enum Item: Sendable {
        case scene(Scene)
        case add(SoundPlayer, SceneName)
        case remove(SoundPlayer)
        case replay(SoundPlayer, Int64?)
        case pan(SoundPlayer, Float)
        case measure(SoundPlayer)
        case turned(VolumeControlName, HardwareVolume.Change)
        case changed
        case drop
    }

    private let items: WakingList<Item>
    /// The number that have come in and have not been followed.
    private let waiting = Atomic(0)
    private let isOver = Atomic(false)

    init() throws(Shortage) { items = try WakingList() }

    /// Whether all that has come in has been followed.
    var isIdle: Bool { waiting.load(ordering: .acquiring) == 0 }

    func post(_ item: Item) {
        waiting.add(1, ordering: .relaxed)
        items.add(item)
    }

    /// Notes that so many have been followed.
    func note(followed count: Int) { waiting.subtract(count, ordering: .releasing) }

    func end() {
        isOver.store(true, ordering: .relaxed)
        items.wakeSignal.raise()
    }

    /// Waits for something, or for so many nanoseconds; nil once all is over.
    func next(within nanoseconds: Int64?) -> [Item]? {
        items.wakeSignal.wait(nanoseconds: nanoseconds)
        return isOver.load(ordering: .relaxed) ? nil : drain()
    }

    /// Returns the waiting items, and removes them.
    func drain() -> [Item] { items.collect() }
}
