internal import AppleSession
internal import CoreAudioTypes
public import CoreMedia
public import Foundation
internal import Synchronization

/// The policy for video playback while the app is in the background.
public enum AVPlayerAudiovisualBackgroundPlaybackPolicy: Int, Sendable {
    case automatic = 1  // The system's default.
    case pauses = 2  // Playback pauses.
    case continuesIfPossible = 3  // The sound continues.
}

/// Plays an item.
///
/// Unlike AVAudioPlayer it pauses when its output device is disconnected. Members may be called on any thread. Observers of its
/// properties and of its items' properties are called on the main thread, and so are notifications and blocks unless a queue is
/// given.
open class AVPlayer: NSObject, KeyValueObservable, @unchecked Sendable {
    /// Whether the player can play.
    public enum Status: Int, Sendable {
        case unknown = 0  // Not known yet.
        case readyToPlay = 1  // It can play, or plays.
        case failed = 2  // It cannot play, or is paused.
    }

    /// The playback state.
    public enum TimeControlStatus: Int, Sendable {
        case paused = 0  // It cannot play, or is paused.
        case waitingToPlayAtSpecifiedRate = 1  // It waits to play.
        case playing = 2  // It can play, or plays.
    }

    /// The reason why a player waits. Players never wait here.
    public struct WaitingReason: RawRepresentable, Hashable, Sendable {
        public let rawValue: String
        /// Creates a reason from its string.
        public init(rawValue: String) { self.rawValue = rawValue }
        /// The player is buffering.
        public static let toMinimizeStalls = WaitingReason(rawValue: "AVPlayerWaitingToMinimizeStallsReason")
        /// The player is evaluating the buffering rate.
        public static let evaluatingBufferingRate = WaitingReason(
            rawValue: "AVPlayerWaitingWhileEvaluatingBufferingRateReason")
        /// The player has no item.
        public static let noItemToPlay = WaitingReason(rawValue: "AVPlayerWaitingWithNoItemToPlayReason")
    }

    /// The action of a player at the end of an item.
    public enum ActionAtItemEnd: Int, Sendable {
        case advance = 0  // Plays the next item.
        case pause = 1  // Pauses.
        case none = 2  // Does nothing.
    }

    /// The reason of a rate change.
    public struct RateDidChangeReason: RawRepresentable, Hashable, Sendable {
        public let rawValue: String
        /// Creates a reason from its string.
        public init(rawValue: String) { self.rawValue = rawValue }
        /// The program set the rate.
        public static let setRateCalled = RateDidChangeReason(rawValue: "AVPlayerRateDidChangeReasonSetRateCalled")
        /// The program failed to set the rate.
        public static let setRateFailed = RateDidChangeReason(rawValue: "AVPlayerRateDidChangeReasonSetRateFailed")
        /// The session was interrupted.
        public static let audioSessionInterrupted = RateDidChangeReason(
            rawValue: "AVPlayerRateDidChangeReasonAudioSessionInterrupted")
        /// The app moved to the background.
        public static let appBackgrounded = RateDidChangeReason(
            rawValue: "AVPlayerRateDidChangeReasonAppBackgrounded")
    }

    /// Posted on the main thread when the rate has changed.
    public static let rateDidChangeNotification = NSNotification.Name("AVPlayerRateDidChangeNotification")
    public static let rateDidChangeReasonKey = "AVPlayerRateDidChangeReasonKey"  // The key for a `RateDidChangeReason`.

    private let lock = NSRecursiveLock()
    let kept = Kept()
    private let life = MediaServerLife()
    private var item: AVPlayerItem?
    private var isReady = false
    private var wanted: Float = 0
    private var level: Float = 1
    private var observation: NewsObservation?
    private var timers: [Timer] = []
    public let observationHolder = KeyValueObservers()  // The observers of its properties.

    /// Calls a closure repeatedly by the device's time, until it is cancelled or released.
    private final class Timer: NSObject, @unchecked Sendable {
        private let isOver = Atomic(false)
        private let interval: Double
        private let work: @Sendable () -> Void

        init(every interval: Double, _ work: @escaping @Sendable () -> Void) {
            (self.interval, self.work) = (interval, work)
            super.init()
            wait()
        }

        func cancel() { isOver.store(true, ordering: .releasing) }

        private func wait() {
            try? ProcessApp.shared.backend().after(interval) { [weak self] in
                guard let self, !isOver.load(ordering: .acquiring) else { return }
                work()
                wait()
            }
        }
    }

    /// Creates a player without an item.
    public override init() {
        super.init()
        begin()
    }

    /// Creates a player for a URL.
    public init(url URL: URL) {
        item = AVPlayerItem(url: URL)
        super.init()
        begin()
    }

    /// Creates a player for an item.
    public init(playerItem item: AVPlayerItem?) {
        self.item = item
        super.init()
        begin()
    }

    private func begin() {
        observation = NewsObservation { [weak self] in self?.handle($0) }
        load()
    }

    private func load() {
        currentItem?.load()
        observationHolder.beginLoading()
        ProcessApp.shared.enqueue { [weak self] in
            guard let self else { return }
            self.lock.withLock { self.isReady = true }
            self.changed()
        }
    }

    deinit { _ = try? item?.sound?.stop() }

    /// The current item.
    open var currentItem: AVPlayerItem? { lock.withLock { item } }

    /// Replaces the current item.
    open func replaceCurrentItem(with item: AVPlayerItem?) {
        let (old, plays) = lock.withLock { (self.item, wanted > 0) }
        guard old !== item else { return }
        _ = try? old?.sound?.stop()
        lock.withLock { self.item = item }
        load()
        if plays { start() }
        changed(repeating: TimeControlStatus.self)
    }

    /// Plays at the default rate.
    open func play() { rate = defaultRate }

    /// Pauses.
    open func pause() { rate = 0 }

    /// Plays immediately at a rate.
    open func playImmediately(atRate rate: Float) { self.rate = rate }

    /// The playback rate; 0 while the player is paused or stopped by the policy.
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
        // On the phone, pausing a paused player also calls its observers.
        changed(repeating: rate == 0 && old == 0 ? TimeControlStatus.self : nil)
        guard self.rate != old || rate != old else { return }
        let told: RateDidChangeReason = rate > 0 && self.rate == 0 ? .setRateFailed : reason
        ProcessApp.shared.enqueue { [weak self] in
            NotificationCenter.default.post(
                name: Self.rateDidChangeNotification, object: self, userInfo: [Self.rateDidChangeReasonKey: told])
        }
    }

    /// Whether the program wants it to play.
    private var isWanted: Bool { lock.withLock { wanted > 0 } }

    /// Plays immediately at a rate from a time of the item.
    open func setRate(_ rate: Float, time itemTime: CMTime, atHostTime hostClockTime: CMTime) {
        if itemTime.isNumeric { seek(to: itemTime) }
        self.rate = rate
    }

    /// Prepares for `play()` and calls a closure when done.
    @preconcurrency
    open func preroll(atRate rate: Float, completionHandler: (@Sendable (Bool) -> Void)? = nil) {
        let isReady = (try? currentItem?.sound?.prepare()) != nil
        if let completionHandler { ProcessApp.shared.enqueue { completionHandler(isReady) } }
    }

    /// Does nothing: prerolls complete immediately.
    open func cancelPendingPrerolls() {}

    /// The rate at which `play()` plays.
    open var defaultRate: Float {
        get { kept["defaultRate", 1] }
        set { kept[number: "defaultRate", Float(1)] = newValue }
    }

    private func start() {
        guard let item = currentItem, let sound = item.sound else { return }
        guard !life.isOver else {
            // The device refuses it, and knows of it.
            _ = try? ProcessApp.shared.perform(.playLost(sound.name))
            return lock.withLock { wanted = 0 }
        }
        // An item at its end does not play until a seek.
        guard !item.isAtEnd else { return lock.withLock { wanted = 0 } }
        let wish = Double(lock.withLock { wanted })
        sound.rate = wish
        // A rate beyond the supported range reads back clamped.
        if abs(sound.rate - wish) > 0.01 { lock.withLock { wanted = Float(sound.rate) } }
        setLevel(of: sound)
        guard !sound.isPlaying else { return }
        item.beginsToPlay()
        if (try? sound.play(at: nil)) == nil { lock.withLock { wanted = 0 } }
    }

    private func setLevel(of sound: any BackendSound) { sound.setGain(isMuted ? 0 : Double(volume), over: nil) }

    /// The playback state.
    open var timeControlStatus: TimeControlStatus {
        guard rate > 0 else { return .paused }
        return currentItem?.sound == nil ? .waitingToPlayAtSpecifiedRate : .playing
    }

    /// The reason why the player waits, or nil if it does not.
    open var reasonForWaitingToPlay: WaitingReason? {
        timeControlStatus == .waitingToPlayAtSpecifiedRate ? .noItemToPlay : nil
    }

    /// Whether the player can play.
    open var status: Status {
        lock.withLock { isReady } && !KeyValueObservers.readsAsBefore ? .readyToPlay : .unknown
    }
    /// The error of the player: nil.
    open var error: (any Error)? { nil }
    /// The action at the end of an item.
    open var actionAtItemEnd: ActionAtItemEnd {
        get { kept["actionAtItemEnd", .pause] }
        set { kept["actionAtItemEnd", .pause] = newValue }
    }
    /// Whether the player waits to avoid stalls. Without effect: files never stall.
    open var automaticallyWaitsToMinimizeStalling: Bool {
        get { kept["automaticallyWaitsToMinimizeStalling", true] }
        set { kept["automaticallyWaitsToMinimizeStalling", true] = newValue }
    }
    /// Whether external playback is allowed. Without effect.
    open var allowsExternalPlayback: Bool {
        get { kept["allowsExternalPlayback", true] }
        set { kept["allowsExternalPlayback", true] = newValue }
    }
    /// Whether external playback is active: false.
    open var isExternalPlaybackActive: Bool { false }

    /// The player's gain, from 0 to 1.
    open var volume: Float {
        get { lock.withLock { level } }
        set {
            lock.withLock { level = SoundLimits.number(newValue, else: level) }
            levelChanged()
        }
    }

    /// Whether the player is muted.
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

    /// Returns the current time of the item.
    open func currentTime() -> CMTime { currentItem?.currentTime() ?? .zero }

    /// Seeks to a time.
    open func seek(to time: CMTime) {
        currentItem?.seek(to: time, completionHandler: nil)
    }

    /// Seeks to a time and calls a closure when the seek is done.
    @preconcurrency
    open func seek(to time: CMTime, completionHandler: @escaping @Sendable (Bool) -> Void) {
        guard let item = currentItem else { return completionHandler(false) }
        item.seek(to: time, completionHandler: completionHandler)
    }

    /// Seeks exactly, regardless of the tolerances.
    open func seek(to time: CMTime, toleranceBefore: CMTime, toleranceAfter: CMTime) { seek(to: time) }

    /// Seeks exactly, regardless of the tolerances, and calls a closure when the seek is done.
    @preconcurrency
    open func seek(
        to time: CMTime, toleranceBefore: CMTime, toleranceAfter: CMTime,
        completionHandler: @escaping @Sendable (Bool) -> Void
    ) {
        seek(to: time, completionHandler: completionHandler)
    }

    /// Seeks to a time and waits until the seek is done.
    @discardableResult
    open func seek(to time: CMTime) async -> Bool {
        await awaited { seek(to: time, completionHandler: $0) }
    }

    /// Calls a block periodically during playback.
    ///
    /// - Returns: The observer, for `removeTimeObserver(_:)`.
    @preconcurrency
    open func addPeriodicTimeObserver(
        forInterval interval: CMTime, queue: DispatchQueue?, using block: @escaping @Sendable (CMTime) -> Void
    ) -> Any {
        // A year is effectively never.
        let seconds = min(max(0.01, interval.isNumeric ? interval.seconds : 1), 365 * 86_400)
        return observe(every: seconds) { player in
            ProcessApp.shared.enqueue(on: queue) { [weak player] in
                if let player, player.timeControlStatus == .playing { block(player.currentTime()) }
            }
        }
    }

    /// Calls a block whenever playback crosses one of the given times.
    ///
    /// - Returns: The observer, for `removeTimeObserver(_:)`.
    @preconcurrency
    open func addBoundaryTimeObserver(
        forTimes times: [NSValue], queue: DispatchQueue?, using block: @escaping @Sendable () -> Void
    ) -> Any {
        let places = times.map(\.timeValue.seconds).filter(\.isFinite)
        let last = Mutex(currentTime().seconds)
        return observe(every: 0.01) { player in
            let now = player.currentTime().seconds
            let before = last.withLock { last in
                defer { last = now }
                return last
            }
            for place in places where before < place && place <= now && now - before < 1 {
                ProcessApp.shared.enqueue(on: queue, block)
            }
        }
    }

    private func observe(every seconds: Double, _ work: @escaping @Sendable (AVPlayer) -> Void) -> Any {
        let timer = Timer(every: seconds) { [weak self] in if let self { work(self) } }
        lock.withLock { timers.append(timer) }
        return timer
    }

    /// Removes a time observer.
    open func removeTimeObserver(_ observer: Any) {
        guard let timer = observer as? Timer else { return }
        timer.cancel()
        lock.withLock { timers.removeAll { $0 === timer } }
    }

    // MARK: News

    /// Calls the observers of changed properties on the main thread; those of properties of the type `repeated` always.
    private func changed(repeating repeated: Any.Type? = nil) {
        guard !Thread.isMainThread else { return tellObservers(repeating: repeated) }
        ProcessApp.shared.enqueue { [self] in tellObservers(repeating: repeated) }
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
            // If the program has restarted it in the meantime, it keeps running.
            if currentItem?.sound?.isPlaying != true { set(0, because: .audioSessionInterrupted) }
        case .routeChanged(.oldDeviceUnavailable, _) where isWanted: rate = 0
        default: break
        }
    }

    func finish() {
        // The state must be final before the program is notified.
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
        ProcessApp.shared.enqueue { NotificationCenter.default.post(name: name, object: item) }
    }
}
