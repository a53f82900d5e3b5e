import ALSADevice
import Mixer
public import SessionCalls
public import SessionHost
public import SessionPolicy
import Synchronization

/// What the sounds of this process do and what became of their device, to be told to whoever decides.
public enum SoundingFact: Hashable, Sendable {
    /// A sound has been played to its end.
    case ended(SceneName)
    /// The device that stood for a port went away while it played.
    case outputLost(Port)
    /// The volume control that the process holds stands at a level that somebody else has set; 0 to 1, linear.
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
    /// What the sounds are heard on.
    public enum Pace: Sendable {
        /// The PCMs that scenes name.
        case devices
        /// None: they play by the machine's clock.
        case clock
        /// None: they play by time that is given by hand, from a moment on.
        case hand(from: Int64)
    }

    private let inbox: Inbox
    private let room: Room

    /// Starts the thread, but for time by hand: then all is done by the threads that call.
    ///
    /// - Parameters:
    ///   - pace: What the sounds are heard on.
    ///   - rate: The mixer's rate in frames per second.
    ///   - tell: Gets each fact, on the sounds' thread; it must not wait for a call of this object's.
    ///   - say: Gets each sentence about the machine, on any thread.
    ///   - source: What a sound sounds like for which there is no player; asked on the sounds' thread.
    /// - Throws: `Shortage` where files or threads are not to be had, `MixerError` for a rate that no mixer has.
    public init(
        _ pace: Pace, rate: Int = 48_000, tell: @escaping @Sendable (SoundingFact) -> Void,
        say: @escaping @Sendable (String) -> Void,
        source: @escaping @Sendable (SceneName) -> VoiceSource? = { _ in nil }
    ) throws {
        let inbox = Inbox(bell: try Doorbell())
        self.inbox = inbox
        var hand: HandClock?
        let access: any DeviceAccess
        switch pace {
        case .devices: access = SystemAccess(rate: rate) { inbox.post(.turned($0, $1)) }
        case .clock: access = ClockAccess(rate: rate)
        case .hand(let moment):
            let clock = HandClock(from: moment)
            (hand, access) = (clock, HandAccess(clock, rate: rate))
        }
        room = Room(try Desk(access: access, rate: rate, say: say, source: source), hand: hand, tell: tell)
        guard hand == nil else { return }
        let room = room
        try OrdinaryThread.start { room.run(inbox) }.detach()
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

    /// Takes what is to be heard from a moment on.
    public func take(_ scene: Scene) { post(.scene(scene)) }

    /// Stops the device at once: nothing that it holds is heard any more. To be called when what is heard on it has been
    /// pulled out, before the scene that follows from that.
    public func drop() { post(.drop) }

    /// The machine's devices have changed: what could not be had may be there now.
    public func devicesHaveChanged() { post(.changed) }

    /// The time of the sounds, in nanoseconds: the machine's, or that which was given by hand.
    public var now: Int64 { room.now }

    /// Lets time pass that is given by hand. Does nothing where it is the machine's.
    ///
    /// - Parameters:
    ///   - moment: The new time, in nanoseconds; not before the present one.
    ///   - keepsHeard: Whether what is heard meanwhile is handed out.
    /// - Returns: What was heard, interleaved stereo, while anything was to be heard; empty unless `keepsHeard`.
    @discardableResult
    public func advance(to moment: Int64, keepsHeard: Bool = false) -> [Float] {
        room.advance(to: moment, keepsHeard: keepsHeard)
    }

    func replay(_ player: SoundPlayer, from place: Int64?) { post(.replay(player, place)) }
    func pan(_ player: SoundPlayer, to pan: Float) { post(.pan(player, pan)) }
    func measure(_ player: SoundPlayer) { post(.measure(player)) }

    private func post(_ item: Inbox.Item) {
        // By hand there is no thread that would see to it.
        room.isByHand ? room.follow(item) : inbox.post(item)
    }
}

/// What comes in from other threads.
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

    private let items = Mutex<[Item]>([])
    private let isOver = Atomic(false)
    private let bell: Doorbell

    init(bell: Doorbell) { self.bell = bell }

    func post(_ item: Item) {
        items.withLock { $0.append(item) }
        bell.ring()
    }

    func end() {
        isOver.store(true, ordering: .relaxed)
        bell.ring()
    }

    /// Waits for something, or for so many nanoseconds; nil once all is over.
    func next(within nanoseconds: Int64?) -> [Item]? {
        bell.wait(nanoseconds: nanoseconds)
        if isOver.load(ordering: .relaxed) { return nil }
        return items.withLock { items in
            defer { items = [] }
            return items
        }
    }
}
