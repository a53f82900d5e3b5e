internal import AppleSession
internal import CoreAudioTypes
public import CoreMedia
public import Foundation
internal import Synchronization

/// The fate of a film while the app is in the background.
public enum AVPlayerAudiovisualBackgroundPlaybackPolicy: Int, Sendable {
    case automatic = 1  // As the system has it.
    case pauses = 2  // It pauses.
    case continuesIfPossible = 3  // Its sound goes on.
}

/// Plays one item after the other.
///
/// Unlike AVAudioPlayer it pauses by itself where what it played on is pulled out. Members may be called on any thread;
/// observers of its properties and of its items' are called on the main thread, whichever thread made the change, and so are
/// notifications and blocks unless another queue is named.
open class AVPlayer: NSObject, KeyValueObservable, @unchecked Sendable {
    /// Whether the player can play.
    public enum Status: Int, Sendable {
        case unknown = 0  // It was not tried.
        case readyToPlay = 1  // Yes.
        case failed = 2  // No.
    }

    /// Whether it plays.
    public enum TimeControlStatus: Int, Sendable {
        case paused = 0  // No.
        case waitingToPlayAtSpecifiedRate = 1  // It would, and waits.
        case playing = 2  // Yes.
    }

    /// The reason for which a player waits; it never does here.
    public struct WaitingReason: RawRepresentable, Hashable, Sendable {
        public let rawValue: String
        /// Names a reason.
        public init(rawValue: String) { self.rawValue = rawValue }
        /// The player waits for more of the item.
        public static let toMinimizeStalls = WaitingReason(rawValue: "AVPlayerWaitingToMinimizeStallsReason")
        /// The player waits for the answer of the item's address.
        public static let evaluatingBufferingRate = WaitingReason(
            rawValue: "AVPlayerWaitingWhileEvaluatingBufferingRateReason")
        /// The player waits for an item.
        public static let noItemToPlay = WaitingReason(rawValue: "AVPlayerWaitingWithNoItemToPlayReason")
    }

    /// The action of a player at an item's end.
    public enum ActionAtItemEnd: Int, Sendable {
        case advance = 0  // Plays the next one.
        case pause = 1  // Pauses.
        case none = 2  // Nothing.
    }

    /// The reason for which the rate has changed.
    public struct RateDidChangeReason: RawRepresentable, Hashable, Sendable {
        public let rawValue: String
        /// Names a reason.
        public init(rawValue: String) { self.rawValue = rawValue }
        /// The program has set it.
        public static let setRateCalled = RateDidChangeReason(rawValue: "AVPlayerRateDidChangeReasonSetRateCalled")
        /// The program has set it in vain.
        public static let setRateFailed = RateDidChangeReason(rawValue: "AVPlayerRateDidChangeReasonSetRateFailed")
        /// The session was interrupted.
        public static let audioSessionInterrupted = RateDidChangeReason(
            rawValue: "AVPlayerRateDidChangeReasonAudioSessionInterrupted")
        /// The app has gone to the background.
        public static let appBackgrounded = RateDidChangeReason(
            rawValue: "AVPlayerRateDidChangeReasonAppBackgrounded")
    }

    /// The rate has changed; comes on the main thread.
    public static let rateDidChangeNotification = NSNotification.Name("AVPlayerRateDidChangeNotification")
    public static let rateDidChangeReasonKey = "AVPlayerRateDidChangeReasonKey"  // Holds a `RateDidChangeReason`.

    private let lock = NSRecursiveLock()
    let kept = Kept()
    private let life = MediaServerLife()
    private var item: AVPlayerItem?
    private var isReady = false
    private var wanted: Float = 0
    private var level: Float = 1
    private var observation: NewsObservation?
    private var timers: [Timer] = []
    public let observationHolder = KeyValueObservers()  // Who observes its properties.

    private final class Timer: NSObject, @unchecked Sendable {
        let source: any DispatchSourceTimer
        init(_ source: any DispatchSourceTimer) { self.source = source }
        deinit { source.cancel() }
    }

    /// Creates a player without an item.
    public override init() {
        super.init()
        begin()
    }

    /// Creates a player of what stands at an address.
    public init(url URL: URL) {
        item = AVPlayerItem(url: URL)
        super.init()
        begin()
    }

    /// Creates a player of an item.
    public init(playerItem item: AVPlayerItem?) {
        self.item = item
        super.init()
        begin()
    }

    private func begin() {
        observation = NewsObservation { [weak self] in self?.handle($0) }
        load()
    }

    /// Says on the main queue that it can play, and whether its item can.
    private func load() {
        currentItem?.load()
        DispatchQueue.main.async { [weak self] in
            guard let self else { return }
            self.lock.withLock { self.isReady = true }
            self.changed()
        }
    }

    deinit { _ = try? item?.sound?.stop() }

    /// The item that the player plays.
    open var currentItem: AVPlayerItem? { lock.withLock { item } }

    /// Plays something else from now on.
    open func replaceCurrentItem(with item: AVPlayerItem?) {
        let (old, plays) = lock.withLock { (self.item, wanted > 0) }
        guard old !== item else { return }
        _ = try? old?.sound?.stop()
        lock.withLock { self.item = item }
        load()
        if plays { start() }
        changed(repeating: TimeControlStatus.self)
    }

    /// Plays.
    open func play() { rate = defaultRate }

    /// Pauses.
    open func pause() { rate = 0 }

    /// Plays at a speed, at once.
    open func playImmediately(atRate rate: Float) { self.rate = rate }

    /// The speed of playing, 1 is the item's own; 0 while the player is paused, or halted by the policy.
    open var rate: Float {
        get {
            lock.withLock {
                let isHalted = item?.sound?.isPlaying == false && item?.isAtEnd == false
                return isHalted ? 0 : wanted
            }
        }
        set { set(newValue, because: .setRateCalled) }
    }

    private func set(_ rate: Float, because reason: RateDidChangeReason) {
        let old = lock.withLock {
            defer { wanted = rate.isFinite ? max(0, rate) : 0 }
            return wanted
        }
        if rate > 0 { start() } else if old > 0 { _ = try? currentItem?.sound?.pause() }
        // As on the phone, a player that is paused once more says so once more.
        changed(repeating: rate == 0 && old == 0 ? TimeControlStatus.self : nil)
        guard self.rate != old || rate != old else { return }
        let told: RateDidChangeReason = rate > 0 && self.rate == 0 ? .setRateFailed : reason
        DispatchQueue.main.async { [weak self] in
            NotificationCenter.default.post(
                name: Self.rateDidChangeNotification, object: self, userInfo: [Self.rateDidChangeReasonKey: told])
        }
    }

    /// Whether it is to play, whatever the policy lets it do.
    private var isWanted: Bool { lock.withLock { wanted > 0 } }

    /// Plays at a speed, from a place of the item on, at once.
    open func setRate(_ rate: Float, time itemTime: CMTime, atHostTime hostClockTime: CMTime) {
        if itemTime.isNumeric { seek(to: itemTime) }
        self.rate = rate
    }

    /// Gets ready what `play()` needs, and says so.
    @preconcurrency
    open func preroll(atRate rate: Float, completionHandler: (@Sendable (Bool) -> Void)? = nil) {
        let isReady = (try? currentItem?.sound?.prepare()) != nil
        if let completionHandler { DispatchQueue.main.async { completionHandler(isReady) } }
    }

    /// Forgets what is got ready; it is so at once.
    open func cancelPendingPrerolls() {}

    /// The speed at which `play()` plays.
    open var defaultRate: Float {
        get { kept["defaultRate", 1] }
        set { kept[number: "defaultRate", Float(1)] = newValue }
    }

    private func start() {
        guard let item = currentItem, let sound = item.sound else { return }
        guard !life.isOver else { return lock.withLock { wanted = 0 } }
        // An item at its end has nothing to play before it is placed elsewhere.
        guard !item.isAtEnd else { return lock.withLock { wanted = 0 } }
        let wish = Double(lock.withLock { wanted })
        sound.rate = wish
        // What is beyond the fastest or the slowest is read back as what plays.
        if abs(sound.rate - wish) > 0.01 { lock.withLock { wanted = Float(sound.rate) } }
        setLevel(of: sound)
        if !sound.isPlaying, (try? sound.play(at: nil)) == nil { lock.withLock { wanted = 0 } }
    }

    private func setLevel(of sound: any BackendSound) { sound.setGain(isMuted ? 0 : Double(volume), over: nil) }

    /// Whether it plays.
    open var timeControlStatus: TimeControlStatus {
        guard rate > 0 else { return .paused }
        return currentItem?.sound == nil ? .waitingToPlayAtSpecifiedRate : .playing
    }

    /// The reason for which the player waits, or nil if it does not.
    open var reasonForWaitingToPlay: WaitingReason? {
        timeControlStatus == .waitingToPlayAtSpecifiedRate ? .noItemToPlay : nil
    }

    /// Whether the player can play.
    open var status: Status { lock.withLock { isReady } ? .readyToPlay : .unknown }
    /// The reason for which the player cannot play; nil.
    open var error: (any Error)? { nil }
    /// The action of the player at an item's end.
    open var actionAtItemEnd: ActionAtItemEnd {
        get { kept["actionAtItemEnd", .pause] }
        set { kept["actionAtItemEnd", .pause] = newValue }
    }
    /// Whether it has gone there.
    open var isExternalPlaybackActive: Bool { false }

    /// The level of the player, 0 to 1.
    open var volume: Float {
        get { lock.withLock { level } }
        set {
            lock.withLock { level = SoundLimits.number(newValue, else: level) }
            levelChanged()
        }
    }

    /// Whether it is silent.
    open var isMuted: Bool {
        get { kept["isMuted", false] }
        set {
            kept["isMuted", false] = newValue
            levelChanged()
        }
    }

    private func levelChanged() {
        changed()
        if let sound = currentItem?.sound { setLevel(of: sound) }
    }

    // MARK: Where it is

    /// Returns the position in the item.
    open func currentTime() -> CMTime { currentItem?.currentTime() ?? .zero }

    /// Seeks in the item.
    open func seek(to time: CMTime) {
        currentItem?.seek(to: time, completionHandler: nil)
    }

    /// Seeks in the item, and says when that is done.
    @preconcurrency
    open func seek(to time: CMTime, completionHandler: @escaping @Sendable (Bool) -> Void) {
        guard let item = currentItem else { return completionHandler(false) }
        item.seek(to: time, completionHandler: completionHandler)
    }

    /// Seeks in the item, exactly whatever the tolerances are.
    open func seek(to time: CMTime, toleranceBefore: CMTime, toleranceAfter: CMTime) { seek(to: time) }

    /// Seeks in the item, exactly whatever the tolerances are, and says when that is done.
    @preconcurrency
    open func seek(
        to time: CMTime, toleranceBefore: CMTime, toleranceAfter: CMTime,
        completionHandler: @escaping @Sendable (Bool) -> Void
    ) {
        seek(to: time, completionHandler: completionHandler)
    }

    /// Seeks in the item, and waits until that is done.
    @discardableResult
    open func seek(to time: CMTime) async -> Bool {
        await withCheckedContinuation { continuation in
            seek(to: time, completionHandler: { continuation.resume(returning: $0) })
        }
    }

    /// Has a block called again and again while it plays.
    ///
    /// - Returns: What `removeTimeObserver(_:)` takes.
    @preconcurrency
    open func addPeriodicTimeObserver(
        forInterval interval: CMTime, queue: DispatchQueue?, using block: @escaping @Sendable (CMTime) -> Void
    ) -> Any {
        let source = DispatchSource.makeTimerSource(queue: queue ?? .main)
        // A year is as good as never, and Dispatch can still count it.
        let seconds = min(max(0.01, interval.isNumeric ? interval.seconds : 1), 365 * 86_400)
        source.schedule(deadline: .now() + seconds, repeating: seconds)
        source.setEventHandler { [weak self] in
            if let self, self.timeControlStatus == .playing { block(self.currentTime()) }
        }
        source.activate()
        let timer = Timer(source)
        lock.withLock { timers.append(timer) }
        return timer
    }

    /// Has a block called whenever it plays over one of some places.
    ///
    /// - Returns: What `removeTimeObserver(_:)` takes.
    @preconcurrency
    open func addBoundaryTimeObserver(
        forTimes times: [NSValue], queue: DispatchQueue?, using block: @escaping @Sendable () -> Void
    ) -> Any {
        let places = times.map(\.timeValue.seconds).filter(\.isFinite)
        let queue = queue ?? .main
        let source = DispatchSource.makeTimerSource(queue: DispatchQueue(label: "audiosession.boundaries"))
        source.schedule(deadline: .now(), repeating: .milliseconds(10))
        let last = Mutex(currentTime().seconds)
        source.setEventHandler { [weak self] in
            guard let self else { return }
            let now = self.currentTime().seconds
            let before = last.withLock { last in
                defer { last = now }
                return last
            }
            for place in places where before < place && place <= now && now - before < 1 { queue.async(execute: block) }
        }
        source.activate()
        let timer = Timer(source)
        lock.withLock { timers.append(timer) }
        return timer
    }

    /// Calls a block no more.
    open func removeTimeObserver(_ observer: Any) {
        guard let timer = observer as? Timer else { return }
        timer.source.cancel()
        lock.withLock { timers.removeAll { $0 === timer } }
    }

    // MARK: News

    /// Calls the observers of what has changed, on the main thread; those of a property of the type `repeated` in any case.
    private func changed(repeating repeated: Any.Type? = nil) {
        guard !Thread.isMainThread else { return tellObservers(repeating: repeated) }
        OperationQueue.main.addOperation { [self] in tellObservers(repeating: repeated) }
    }

    private func tellObservers(repeating repeated: Any.Type?) {
        observationHolder.tell(repeating: repeated)
        currentItem?.observationHolder.tell()
    }

    private func handle(_ message: AppNotice.Message) {
        switch message {
        case .soundFinished(currentItem?.sound?.name ?? ""): finish()
        case .soundFailed(currentItem?.sound?.name ?? "", _):
            post(.AVPlayerItemFailedToPlayToEndTime)
            rate = 0
        case .interruptionBegan where isWanted:
            // A program that has started it again by the time at which it is told keeps it running.
            if currentItem?.sound?.isPlaying != true { set(0, because: .audioSessionInterrupted) }
        case .routeChanged(.oldDeviceUnavailable, _) where isWanted: rate = 0
        default: break
        }
    }

    func finish() {
        // By the time at which the program is told, the player is where the end has put it.
        currentItem?.isAtEnd = true
        if actionAtItemEnd != .none {
            lock.withLock { wanted = 0 }
            changed()
        }
        post(.AVPlayerItemDidPlayToEndTime)
    }

    func post(_ name: NSNotification.Name) {
        if let item = currentItem { post(name, item) }
    }

    func post(_ name: NSNotification.Name, _ item: AVPlayerItem) {
        OperationQueue.main.addOperation { NotificationCenter.default.post(name: name, object: item) }
    }
}
