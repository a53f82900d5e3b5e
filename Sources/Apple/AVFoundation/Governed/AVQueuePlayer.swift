internal import AppleSession
public import CoreMedia
public import Foundation
internal import Synchronization

/// Plays a queue of items; finished items leave the queue.
open class AVQueuePlayer: AVPlayer, @unchecked Sendable {
    private let queueLock = NSLock()
    private var queue: [AVPlayerItem]
    /// The looper that appends items to the queue.
    fileprivate let looper = Mutex(WeakLooper())

    fileprivate struct WeakLooper { weak var value: AVPlayerLooper? }

    /// Creates a player with a queue of items.
    public init(items: [AVPlayerItem]) {
        queue = items.first.map { [$0] } ?? []
        super.init(playerItem: items.first)
        actionAtItemEnd = .advance
        for item in items.dropFirst() { insert(item, after: nil) }
    }

    /// Creates a player with an empty queue.
    public override init() {
        queue = []
        super.init()
        actionAtItemEnd = .advance
    }

    /// Creates a player with a queue of one item for a URL.
    public override init(url URL: URL) {
        let item = AVPlayerItem(url: URL)
        queue = [item]
        super.init(playerItem: item)
        actionAtItemEnd = .advance
    }

    /// Creates a player with a queue of at most one item.
    public override init(playerItem item: AVPlayerItem?) {
        queue = item.map { [$0] } ?? []
        super.init(playerItem: item)
        actionAtItemEnd = .advance
    }

    /// Returns the queued items, beginning with the current one.
    open func items() -> [AVPlayerItem] { queueLock.withLock { queue } }

    /// Advances to the next item.
    open func advanceToNextItem() {
        let next = queueLock.withLock {
            if !queue.isEmpty { queue.removeFirst() }
            return queue.first
        }
        super.replaceCurrentItem(with: next)
    }

    /// Replaces the current item and keeps the rest of the queue.
    open override func replaceCurrentItem(with item: AVPlayerItem?) {
        queueLock.withLock {
            if !queue.isEmpty { queue.removeFirst() }
            if let item { queue.insert(item, at: 0) }
        }
        super.replaceCurrentItem(with: item)
    }

    /// Inserts an item after another one, or at the end.
    open func insert(_ item: AVPlayerItem, after afterItem: AVPlayerItem?) {
        let isFirst = queueLock.withLock {
            let place = afterItem.flatMap { after in queue.firstIndex { $0 === after } }.map { $0 + 1 } ?? queue.count
            queue.insert(item, at: place)
            return queue.count == 1
        }
        if isFirst { super.replaceCurrentItem(with: item) }
    }

    /// Returns whether an item can be inserted there.
    open func canInsert(_ item: AVPlayerItem, after afterItem: AVPlayerItem?) -> Bool {
        !items().contains { $0 === item }
    }

    /// Removes an item.
    open func remove(_ item: AVPlayerItem) {
        if currentItem === item { return advanceToNextItem() }
        queueLock.withLock { queue.removeAll { $0 === item } }
    }

    /// Removes all items.
    open func removeAllItems() {
        queueLock.withLock { queue = [] }
        super.replaceCurrentItem(with: nil)
    }

    override func finish() {
        guard actionAtItemEnd == .advance, let item = currentItem else { return super.finish() }
        item.isAtEnd = true
        looper.withLock { $0.value }?.playsAgain()
        advanceToNextItem()
        if currentItem == nil { rate = 0 }
        post(.AVPlayerItemDidPlayToEndTime, item)
    }
}

/// Loops an item by enqueuing copies of it.
open class AVPlayerLooper: NSObject, KeyValueObservable, @unchecked Sendable {
    /// Whether the looper can repeat the item.
    public enum Status: Int, Sendable {
        /// Not known yet.
        case unknown = 0
        /// The looper can repeat the item.
        case ready = 1
        /// The looper cannot repeat the item.
        case failed = 2
        /// Looping was disabled.
        case cancelled = 3
    }

    private weak var player: AVQueuePlayer?
    private let template: AVPlayerItem
    /// The range that repeats, or nil if it is empty.
    private let range: CMTimeRange?
    private let state = Mutex((rounds: 0, isOver: false))
    /// The observers of the looper's properties.
    public let observationHolder = KeyValueObservers()

    /// Creates a looper for a range of an item; an invalid range means the whole item.
    public init(player: AVQueuePlayer, templateItem itemToLoop: AVPlayerItem, timeRange loopRange: CMTimeRange) {
        (self.player, template) = (player, itemToLoop)
        range = Self.part(of: itemToLoop, loopRange)
        super.init()
        guard range != nil else { return }
        player.looper.withLock { $0.value = self }
        for _ in 0..<2 { insertCopy() }
    }

    /// Creates a looper for a whole item.
    public convenience init(player: AVQueuePlayer, templateItem itemToLoop: AVPlayerItem) {
        self.init(player: player, templateItem: itemToLoop, timeRange: .invalid)
    }

    /// Returns the part of an item within a range, or nil if it is shorter than a millisecond, which would loop as fast as the
    /// processor can.
    private static func part(of item: AVPlayerItem, _ range: CMTimeRange) -> CMTimeRange? {
        let whole = CMTimeRange(start: .zero, duration: item.length)
        guard item.length.isNumeric else { return whole }
        let wanted = range.isValid ? range : whole
        let part = CMTimeRange(start: max(wanted.start, .zero), end: min(wanted.end, whole.end))
        return part.duration.isNumeric && part.duration.seconds >= 0.001 ? part : nil
    }

    private func insertCopy() {
        let copy = AVPlayerItem(asset: template.asset)
        if let range, range.end.isNumeric {
            copy.sound?.seek(to: range.start.seconds)
            copy.forwardPlaybackEndTime = range.end
        }
        player?.insert(copy, after: nil)
    }

    /// The number of completed rounds.
    open var loopCount: Int { state.withLock { $0.rounds } }
    /// Whether it can loop; failed if the item has no part in the range.
    open var status: Status {
        guard range != nil else { return .failed }
        return state.withLock { $0.isOver } ? .cancelled : .ready
    }
    /// The reason why it cannot loop, or nil if it can.
    open var error: (any Error)? { status == .failed ? AVError(.operationNotSupportedForAsset) : nil }
    /// The queued copies.
    open var loopingPlayerItems: [AVPlayerItem] { player?.items() ?? [] }

    /// Stops looping after the current round.
    open func disableLooping() {
        state.withLock { $0.isOver = true }
        guard let player else { return }
        for item in player.items().dropFirst() { player.remove(item) }
        observationHolder.tell()
    }

    func playsAgain() {
        let isOver = state.withLock { state in
            state.rounds += 1
            return state.isOver
        }
        if !isOver { insertCopy() }
        observationHolder.tell()
    }
}
