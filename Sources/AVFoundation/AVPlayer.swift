internal import AppleSession
public import CoreMedia
public import Foundation

/// Plays one item after the other.
///
/// Unlike AVAudioPlayer it pauses by itself where what it played on is pulled out. Members may be called on any thread;
/// notifications and blocks come on the main queue unless another one is named.
open class AVPlayer: NSObject, KeyValueObservable, @unchecked Sendable {
    /// Whether it can play.
    public enum Status: Int, Sendable {
        /// Nobody has tried.
        case unknown = 0
        /// Yes.
        case readyToPlay = 1
        /// No.
        case failed = 2
    }

    /// Whether it plays.
    public enum TimeControlStatus: Int, Sendable {
        /// No.
        case paused = 0
        /// It would, and waits.
        case waitingToPlayAtSpecifiedRate = 1
        /// Yes.
        case playing = 2
    }

    /// Why it waits; it never does here.
    public struct WaitingReason: RawRepresentable, Hashable, Sendable {
        public let rawValue: String
        /// Names a reason.
        public init(rawValue: String) { self.rawValue = rawValue }
        /// For more of the item.
        public static let toMinimizeStalls = WaitingReason(rawValue: "AVPlayerWaitingToMinimizeStallsReason")
        /// For something to play.
        public static let noItemToPlay = WaitingReason(rawValue: "AVPlayerWaitingWithNoItemToPlayReason")
    }

    /// What it does at an item's end.
    public enum ActionAtItemEnd: Int, Sendable {
        /// Plays the next one.
        case advance = 0
        /// Pauses.
        case pause = 1
        /// Nothing.
        case none = 2
    }

    private let lock = NSRecursiveLock()
    private var item: AVPlayerItem?
    private var wanted: Float = 0
    private var level: Float = 1
    private var observation: NewsObservation?
    private var timers: [Timer] = []
    /// Who observes its properties.
    public let observationHolder = KeyValueObservers()

    private final class Timer: NSObject, @unchecked Sendable {
        let source: any DispatchSourceTimer
        init(_ source: any DispatchSourceTimer) { self.source = source }
        deinit { source.cancel() }
    }

    /// Creates a player without an item.
    public override convenience init() { self.init(playerItem: nil) }

    /// Creates a player of what stands at an address.
    public convenience init(url URL: URL) { self.init(playerItem: AVPlayerItem(url: URL)) }

    /// Creates a player of an item.
    public init(playerItem item: AVPlayerItem?) {
        self.item = item
        super.init()
        observation = NewsObservation { [weak self] in self?.take($0) }
    }

    deinit { _ = try? item?.sound?.stop() }

    /// What it plays.
    open var currentItem: AVPlayerItem? { lock.withLock { item } }

    /// Plays something else from now on.
    open func replaceCurrentItem(with item: AVPlayerItem?) {
        let (old, plays) = lock.withLock { (self.item, wanted > 0) }
        guard old !== item else { return }
        _ = try? old?.sound?.stop()
        lock.withLock { self.item = item }
        if plays { start() }
        changed()
    }

    /// Plays.
    open func play() { rate = defaultRate }

    /// Pauses.
    open func pause() { rate = 0 }

    /// Plays at a speed, at once.
    open func playImmediately(atRate rate: Float) { self.rate = rate }

    /// How fast it plays; 0 while it is paused.
    open var rate: Float {
        get { lock.withLock { wanted } }
        set {
            lock.withLock { wanted = max(0, newValue) }
            if newValue > 0 { start() } else { _ = try? currentItem?.sound?.pause() }
            changed()
        }
    }

    /// How fast `play()` plays.
    open var defaultRate: Float = 1

    private func start() {
        guard let sound = currentItem?.sound else { return }
        sound.rate = Double(rate)
        sound.setGain(isMuted ? 0 : Double(volume), over: nil)
        if !sound.isPlaying, (try? sound.play(at: nil)) == nil { lock.withLock { wanted = 0 } }
    }

    /// Whether it plays.
    open var timeControlStatus: TimeControlStatus {
        guard rate > 0 else { return .paused }
        return currentItem?.sound == nil ? .waitingToPlayAtSpecifiedRate : .playing
    }

    /// Why it waits; nil where it does not.
    open var reasonForWaitingToPlay: WaitingReason? {
        timeControlStatus == .waitingToPlayAtSpecifiedRate ? .noItemToPlay : nil
    }

    /// Whether it can play.
    open var status: Status { .readyToPlay }
    /// Why it cannot.
    open var error: (any Error)? { nil }
    /// Whether it waits rather than to stall; kept.
    open var automaticallyWaitsToMinimizeStalling = true
    /// What it does at an item's end.
    open var actionAtItemEnd = ActionAtItemEnd.pause
    /// Whether a film may go to another screen; there is none.
    open var allowsExternalPlayback = true
    /// Whether it has gone there.
    open var isExternalPlaybackActive: Bool { false }

    /// Its own level, 0 to 1.
    open var volume: Float {
        get { lock.withLock { level } }
        set {
            lock.withLock { level = newValue }
            currentItem?.sound?.setGain(isMuted ? 0 : Double(newValue), over: nil)
        }
    }

    /// Whether it is silent.
    open var isMuted = false {
        didSet { currentItem?.sound?.setGain(isMuted ? 0 : Double(volume), over: nil) }
    }

    // MARK: Where it is

    /// Where its item is.
    open func currentTime() -> CMTime { currentItem?.currentTime() ?? .zero }

    /// Places its item.
    open func seek(to time: CMTime) { currentItem?.seek(to: time, completionHandler: nil) }

    /// Places its item, and says when that is done.
    open func seek(to time: CMTime, completionHandler: @escaping @Sendable (Bool) -> Void) {
        guard let item = currentItem else { return completionHandler(false) }
        item.seek(to: time, completionHandler: completionHandler)
    }

    /// Places its item; it always does so exactly.
    open func seek(to time: CMTime, toleranceBefore: CMTime, toleranceAfter: CMTime) { seek(to: time) }

    /// Places its item, and says when that is done; it always does so exactly.
    open func seek(
        to time: CMTime, toleranceBefore: CMTime, toleranceAfter: CMTime,
        completionHandler: @escaping @Sendable (Bool) -> Void
    ) {
        seek(to: time, completionHandler: completionHandler)
    }

    /// Places its item, and waits until that is done.
    @discardableResult
    open func seek(to time: CMTime) async -> Bool {
        await withCheckedContinuation { continuation in
            seek(to: time, completionHandler: { continuation.resume(returning: $0) })
        }
    }

    /// Has a block called again and again while it plays.
    ///
    /// - Returns: What `removeTimeObserver(_:)` takes.
    open func addPeriodicTimeObserver(
        forInterval interval: CMTime, queue: DispatchQueue?, using block: @escaping @Sendable (CMTime) -> Void
    ) -> Any {
        let source = DispatchSource.makeTimerSource(queue: queue ?? .main)
        let seconds = max(0.01, interval.isNumeric ? interval.seconds : 1)
        source.schedule(deadline: .now() + seconds, repeating: seconds)
        source.setEventHandler { [weak self] in
            if let self, self.timeControlStatus == .playing { block(self.currentTime()) }
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

    private func changed() {
        observationHolder.tell()
        currentItem?.observationHolder.tell()
    }

    private func take(_ message: AppNotice.Message) {
        switch message {
        case .soundFinished(currentItem?.sound?.name ?? ""): finish()
        case .soundFailed(currentItem?.sound?.name ?? "", _):
            post(.AVPlayerItemFailedToPlayToEndTime)
            rate = 0
        case .interruptionBegan where rate > 0: rate = 0
        case .routeChanged(.oldDeviceUnavailable, _) where rate > 0: rate = 0
        default: break
        }
    }

    func finish() {
        post(.AVPlayerItemDidPlayToEndTime)
        if actionAtItemEnd != .none {
            lock.withLock { wanted = 0 }
            changed()
        }
    }

    func post(_ name: NSNotification.Name) {
        guard let item = currentItem else { return }
        OperationQueue.main.addOperation { NotificationCenter.default.post(name: name, object: item) }
    }
}

/// Plays a queue of items.
open class AVQueuePlayer: AVPlayer, @unchecked Sendable {
    private let queueLock = NSLock()
    private var queue: [AVPlayerItem]

    /// Creates a player of a queue.
    public init(items: [AVPlayerItem]) {
        queue = items
        super.init(playerItem: items.first)
    }

    /// What is still to be played, with what plays.
    open func items() -> [AVPlayerItem] { queueLock.withLock { queue } }

    /// Goes to the next item.
    open func advanceToNextItem() {
        let next = queueLock.withLock {
            if !queue.isEmpty { queue.removeFirst() }
            return queue.first
        }
        replaceCurrentItem(with: next)
    }

    /// Puts an item behind another one, or at the end.
    open func insert(_ item: AVPlayerItem, after afterItem: AVPlayerItem?) {
        let isFirst = queueLock.withLock {
            let place = afterItem.flatMap { after in queue.firstIndex { $0 === after } }.map { $0 + 1 } ?? queue.count
            queue.insert(item, at: place)
            return queue.count == 1
        }
        if isFirst { replaceCurrentItem(with: item) }
    }

    /// Whether an item could be put there.
    open func canInsert(_ item: AVPlayerItem, after afterItem: AVPlayerItem?) -> Bool {
        !items().contains { $0 === item }
    }

    /// Takes an item out.
    open func remove(_ item: AVPlayerItem) {
        if currentItem === item { return advanceToNextItem() }
        queueLock.withLock { queue.removeAll { $0 === item } }
    }

    /// Takes all items out.
    open func removeAllItems() {
        queueLock.withLock { queue = [] }
        replaceCurrentItem(with: nil)
    }

    override func finish() {
        guard items().count > 1, actionAtItemEnd != .none else { return super.finish() }
        post(.AVPlayerItemDidPlayToEndTime)
        advanceToNextItem()
    }
}
