internal import AppleSession
public import CoreMedia
public import Foundation
internal import Synchronization

/// Plays a queue of items; an item that has been played leaves the queue.
open class AVQueuePlayer: AVPlayer, @unchecked Sendable {
    private let queueLock = NSLock()
    private var queue: [AVPlayerItem]
    /// The looper, which puts items behind those that have been played.
    fileprivate let looper = Mutex(WeakLooper())

    fileprivate struct WeakLooper { weak var value: AVPlayerLooper? }

    /// Creates a player of a queue.
    public init(items: [AVPlayerItem]) {
        queue = items.first.map { [$0] } ?? []
        super.init(playerItem: items.first)
        actionAtItemEnd = .advance
        for item in items.dropFirst() { insert(item, after: nil) }
    }

    /// Creates a player of an empty queue.
    public override init() {
        queue = []
        super.init()
        actionAtItemEnd = .advance
    }

    /// Creates a player of a queue of what stands at an address.
    public override init(url URL: URL) {
        let item = AVPlayerItem(url: URL)
        queue = [item]
        super.init(playerItem: item)
        actionAtItemEnd = .advance
    }

    /// Creates a player of a queue of one item, or of none.
    public override init(playerItem item: AVPlayerItem?) {
        queue = item.map { [$0] } ?? []
        super.init(playerItem: item)
        actionAtItemEnd = .advance
    }

    /// Returns the items that are still to be played, beginning with the one that plays.
    open func items() -> [AVPlayerItem] { queueLock.withLock { queue } }

    /// Goes to the next item.
    open func advanceToNextItem() {
        let next = queueLock.withLock {
            if !queue.isEmpty { queue.removeFirst() }
            return queue.first
        }
        super.replaceCurrentItem(with: next)
    }

    /// Plays something else in place of what plays, and what is behind it as before.
    open override func replaceCurrentItem(with item: AVPlayerItem?) {
        queueLock.withLock {
            if !queue.isEmpty { queue.removeFirst() }
            if let item { queue.insert(item, at: 0) }
        }
        super.replaceCurrentItem(with: item)
    }

    /// Puts an item behind another one, or at the end.
    open func insert(_ item: AVPlayerItem, after afterItem: AVPlayerItem?) {
        let isFirst = queueLock.withLock {
            let place = afterItem.flatMap { after in queue.firstIndex { $0 === after } }.map { $0 + 1 } ?? queue.count
            queue.insert(item, at: place)
            return queue.count == 1
        }
        if isFirst { super.replaceCurrentItem(with: item) }
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

/// Plays an item again and again, by a queue of its copies.
open class AVPlayerLooper: NSObject, KeyValueObservable, @unchecked Sendable {
    /// Whether the looper can repeat the item.
    public enum Status: Int, Sendable {
        /// The looper has not been tried.
        case unknown = 0
        /// The looper can repeat the item.
        case ready = 1
        /// The looper cannot repeat the item.
        case failed = 2
        /// The looper was told to end.
        case cancelled = 3
    }

    private weak var player: AVQueuePlayer?
    private let template: AVPlayerItem
    /// The part of the item that is repeated, or nil if the item has none that lasts.
    private let range: CMTimeRange?
    private let state = Mutex((rounds: 0, isOver: false))
    /// The observers of the looper's properties.
    public let observationHolder = KeyValueObservers()

    /// Repeats the part of an item that lies in a range; an invalid range is the whole item.
    public init(player: AVQueuePlayer, templateItem itemToLoop: AVPlayerItem, timeRange loopRange: CMTimeRange) {
        (self.player, template) = (player, itemToLoop)
        range = Self.part(of: itemToLoop, loopRange)
        super.init()
        guard range != nil else { return }
        player.looper.withLock { $0.value = self }
        for _ in 0..<2 { insertCopy() }
    }

    /// Repeats an item.
    public convenience init(player: AVQueuePlayer, templateItem itemToLoop: AVPlayerItem) {
        self.init(player: player, templateItem: itemToLoop, timeRange: .invalid)
    }

    /// The part of an item that lies in a range, or nil if it does not last a millisecond, and would be played without
    /// an end as fast as the processor can.
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

    /// The number of times that the item has been played to its end.
    open var loopCount: Int { state.withLock { $0.rounds } }
    /// Whether it loops; failed where the item has no part in the range.
    open var status: Status {
        guard range != nil else { return .failed }
        return state.withLock { $0.isOver } ? .cancelled : .ready
    }
    /// The copies that are still to be played.
    open var loopingPlayerItems: [AVPlayerItem] { player?.items() ?? [] }

    /// Lets what plays be the last round.
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
