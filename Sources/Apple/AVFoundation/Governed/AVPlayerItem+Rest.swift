// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import CoreMedia
public import Foundation

// What an item can and cannot do, and where it goes: a file of sound plays forward, and says nothing of itself.

extension AVPlayerItem {
    /// Whether it can be played more slowly than it was recorded.
    public var canPlaySlowForward: Bool { canPlayFastForward }
    /// Whether it can be played backwards: no.
    public var canPlayReverse: Bool { false }
    /// Whether it has pictures to step through: no.
    public var canStepForward: Bool { false }
    /// The tracks of the item: one for each of the asset's.
    public var tracks: [AVPlayerItemTrack] { asset.tracks.map(AVPlayerItemTrack.init) }

    /// Seeks in the item.
    public func seek(to time: CMTime, toleranceBefore: CMTime, toleranceAfter: CMTime) {
        seek(to: time, completionHandler: nil)
    }

    /// Seeks in the item, exactly whatever the tolerances are.
    @preconcurrency
    public func seek(
        to time: CMTime, toleranceBefore: CMTime, toleranceAfter: CMTime,
        completionHandler: (@Sendable (Bool) -> Void)?
    ) {
        seek(to: time, completionHandler: completionHandler)
    }

    /// Seeks in the item, exactly whatever the tolerances are, and waits until that is done.
    @discardableResult
    public func seek(to time: CMTime, toleranceBefore: CMTime, toleranceAfter: CMTime) async -> Bool {
        await withCheckedContinuation { continuation in
            seek(to: time, completionHandler: { continuation.resume(returning: $0) })
        }
    }
}

/// A track of an item.
open class AVPlayerItemTrack: NSObject, @unchecked Sendable {
    let kept = Kept()
    /// The asset's track.
    public let assetTrack: AVAssetTrack?
    /// The number of pictures a second: none.
    open var currentVideoFrameRate: Float { 0 }

    init(_ track: AVAssetTrack) { assetTrack = track }
}

/// The name of `AVPlayerItem.Status` that Apple has deprecated.
public typealias AVPlayerItemStatus = AVPlayerItem.Status
/// The name of `AVPlayer.Status` that Apple has deprecated.
public typealias AVPlayerStatus = AVPlayer.Status
/// The name of `AVPlayer.TimeControlStatus` that Apple has deprecated.
public typealias AVPlayerTimeControlStatus = AVPlayer.TimeControlStatus
/// The name of `AVPlayer.ActionAtItemEnd` that Apple has deprecated.
public typealias AVPlayerActionAtItemEnd = AVPlayer.ActionAtItemEnd
