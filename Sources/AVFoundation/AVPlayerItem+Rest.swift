// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import CoreMedia
public import Foundation

// What an item can and cannot do, and where it goes: a file of sound plays forward, and says nothing of itself.

extension AVPlayerItem {
    /// Whether it can be played more slowly than it was recorded.
    public var canPlaySlowForward: Bool { canPlayFastForward }
    /// Whether it can be played backwards: no.
    public var canPlayReverse: Bool { false }
    /// Whether it can be played backwards fast: no.
    public var canPlayFastReverse: Bool { false }
    /// Whether it can be played backwards slowly: no.
    public var canPlaySlowReverse: Bool { false }
    /// Whether it has pictures to step through: no.
    public var canStepForward: Bool { false }
    /// Whether it has pictures to step through: no.
    public var canStepBackward: Bool { false }
    /// Its tracks: one for each of the asset's.
    public var tracks: [AVPlayerItemTrack] { asset.tracks.map(AVPlayerItemTrack.init) }
    /// Whether the person allows it to be played: always.
    public var isApplicationAuthorizedForPlayback: Bool { true }
    /// Whether its seller allows it to be played: always.
    public var isContentAuthorizedForPlayback: Bool { true }
    /// What it says of itself where it is; no file's metadata is read here.
    public var timedMetadata: [AVMetadataItem]? { nil }
    /// What date it plays, for what is live: none is.
    public func currentDate() -> Date? { nil }
    /// How a stream was taken; no stream is.
    public func accessLog() -> AVPlayerItemAccessLog? { nil }
    /// What went wrong with a stream; no stream is taken.
    public func errorLog() -> AVPlayerItemErrorLog? { nil }

    /// Places it.
    public func seek(to time: CMTime, toleranceBefore: CMTime, toleranceAfter: CMTime) {
        seek(to: time, completionHandler: nil)
    }

    /// Places it, exactly whatever the tolerances are.
    @preconcurrency
    public func seek(
        to time: CMTime, toleranceBefore: CMTime, toleranceAfter: CMTime,
        completionHandler: (@Sendable (Bool) -> Void)?
    ) {
        seek(to: time, completionHandler: completionHandler)
    }

    /// Places it, exactly whatever the tolerances are, and waits until that is done.
    @discardableResult
    public func seek(to time: CMTime, toleranceBefore: CMTime, toleranceAfter: CMTime) async -> Bool {
        await withCheckedContinuation { continuation in
            seek(to: time, completionHandler: { continuation.resume(returning: $0) })
        }
    }

    /// Gives an item what takes its metadata; no file's metadata is read here, so that nothing comes.
    public func add(_ output: AVPlayerItemOutput) { outputList.change { $0.append(output) } }
    /// Takes back what takes its metadata.
    public func remove(_ output: AVPlayerItemOutput) { outputList.change { $0.removeAll { $0 === output } } }
    /// What takes its metadata.
    public var outputs: [AVPlayerItemOutput] { outputList.values }
}

/// Objects behind a lock.
final class LockedList<Value>: @unchecked Sendable {
    private let lock = NSLock()
    private var list: [Value] = []

    var values: [Value] { lock.withLock { list } }
    func change(_ work: (inout [Value]) -> Void) { lock.withLock { work(&list) } }
}

/// A track of an item.
open class AVPlayerItemTrack: NSObject, @unchecked Sendable {
    /// The asset's track.
    public let assetTrack: AVAssetTrack?
    /// Whether it is to be heard; kept.
    open var isEnabled = true
    /// Pictures a second: there are none.
    open var currentVideoFrameRate: Float { 0 }

    init(_ track: AVAssetTrack) { assetTrack = track }
}

/// How a stream was taken; none is.
open class AVPlayerItemAccessLog: NSObject, @unchecked Sendable {
    /// What happened: nothing.
    open var events: [AVPlayerItemAccessLogEvent] { [] }
    override init() { super.init() }
}

/// One piece of how a stream was taken.
open class AVPlayerItemAccessLogEvent: NSObject, @unchecked Sendable {
    /// From where.
    open var uri: String? { nil }
    /// Bits per second that the stream wants.
    open var indicatedBitrate: Double { -1 }
    /// Bits per second that came.
    open var observedBitrate: Double { -1 }
    /// How often there was nothing to play.
    open var numberOfStalls: Int { -1 }
    override init() { super.init() }
}

/// What went wrong with a stream; none is taken.
open class AVPlayerItemErrorLog: NSObject, @unchecked Sendable {
    /// What happened: nothing.
    open var events: [AVPlayerItemErrorLogEvent] { [] }
    override init() { super.init() }
}

/// One thing that went wrong with a stream.
open class AVPlayerItemErrorLogEvent: NSObject, @unchecked Sendable {
    /// From where.
    open var uri: String? { nil }
    /// Its number.
    open var errorStatusCode: Int { 0 }
    /// Whose number it is.
    open var errorDomain: String { "" }
    /// What its maker says of it.
    open var errorComment: String? { nil }
    override init() { super.init() }
}

/// Takes something of an item while it plays.
open class AVPlayerItemOutput: NSObject, @unchecked Sendable {
    override init() { super.init() }
    /// Whether the item's own use of it is suppressed; kept.
    open var suppressesPlayerRendering = false
}

/// Told that an item has something to give.
public protocol AVPlayerItemOutputPushDelegate: AnyObject {
    /// The item has jumped.
    func outputSequenceWasFlushed(_ output: AVPlayerItemOutput)
}

extension AVPlayerItemOutputPushDelegate {
    public func outputSequenceWasFlushed(_ output: AVPlayerItemOutput) {}
}

/// Told what an item says of itself.
public protocol AVPlayerItemMetadataOutputPushDelegate: AVPlayerItemOutputPushDelegate {
    /// It says this.
    func metadataOutput(
        _ output: AVPlayerItemMetadataOutput, didOutputTimedMetadataGroups groups: [AVTimedMetadataGroup],
        from track: AVPlayerItemTrack?)
}

extension AVPlayerItemMetadataOutputPushDelegate {
    public func metadataOutput(
        _ output: AVPlayerItemMetadataOutput, didOutputTimedMetadataGroups groups: [AVTimedMetadataGroup],
        from track: AVPlayerItemTrack?
    ) {}
}

/// Takes what an item says of itself; no file's metadata is read here, so that nothing comes.
open class AVPlayerItemMetadataOutput: AVPlayerItemOutput, @unchecked Sendable {
    /// Takes what has these names; nil: everything.
    public init(identifiers: [String]?) { super.init() }
    /// Whom it tells.
    open private(set) weak var delegate: (any AVPlayerItemMetadataOutputPushDelegate)?
    /// On which queue.
    open private(set) var delegateQueue: DispatchQueue?
    /// How much earlier it tells, in seconds; kept.
    open var advanceIntervalForDelegateInvocation: TimeInterval = 0
    /// Says whom it tells, and on which queue.
    open func setDelegate(
        _ delegate: (any AVPlayerItemMetadataOutputPushDelegate)?, queue delegateQueue: DispatchQueue?
    ) {
        (self.delegate, self.delegateQueue) = (delegate, delegateQueue)
    }
}

/// Things that are said together.
open class AVMetadataGroup: NSObject, @unchecked Sendable {
    /// The things.
    open var items: [AVMetadataItem] { [] }
    override init() { super.init() }
}

/// Things that are said together of a part of something.
open class AVTimedMetadataGroup: AVMetadataGroup, @unchecked Sendable {
    private let list: [AVMetadataItem]
    /// The part.
    public let timeRange: CMTimeRange

    /// Puts things together.
    public init(items: [AVMetadataItem], timeRange: CMTimeRange) { (list, self.timeRange) = (items, timeRange) }
    /// The things.
    open override var items: [AVMetadataItem] { list }
}

/// The same as `AVPlayerItem.Status`; deprecated by Apple.
public typealias AVPlayerItemStatus = AVPlayerItem.Status
/// The same as `AVPlayer.Status`; deprecated by Apple.
public typealias AVPlayerStatus = AVPlayer.Status
/// The same as `AVPlayer.TimeControlStatus`; deprecated by Apple.
public typealias AVPlayerTimeControlStatus = AVPlayer.TimeControlStatus
/// The same as `AVPlayer.ActionAtItemEnd`; deprecated by Apple.
public typealias AVPlayerActionAtItemEnd = AVPlayer.ActionAtItemEnd
