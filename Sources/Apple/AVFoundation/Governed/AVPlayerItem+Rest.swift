// swift-format-ignore-file: AlwaysUseLowerCamelCase

internal import CoreAudioTypes
public import CoreMedia
public import Foundation

// The capabilities of an item: a sound file plays forward and has no metadata.

extension AVPlayerItem {
    /// The tracks of the item, one for each of the asset's.
    public var tracks: [AVPlayerItemTrack] { asset.tracks.map(AVPlayerItemTrack.init) }

    /// Seeks to a time.
    public func seek(to time: CMTime, toleranceBefore: CMTime, toleranceAfter: CMTime) {
        seek(to: time, completionHandler: nil)
    }

    /// Seeks exactly, regardless of the tolerances.
    @preconcurrency
    public func seek(
        to time: CMTime, toleranceBefore: CMTime, toleranceAfter: CMTime,
        completionHandler: (@Sendable (Bool) -> Void)?
    ) {
        seek(to: time, completionHandler: completionHandler)
    }

    /// Seeks exactly, regardless of the tolerances, and waits until the seek is done.
    @discardableResult
    public func seek(to time: CMTime, toleranceBefore: CMTime, toleranceAfter: CMTime) async -> Bool {
        await awaited { seek(to: time, completionHandler: $0) }
    }
}

/// A track of an item.
open class AVPlayerItemTrack: NSObject, @unchecked Sendable {
    let kept = Kept()
    /// The asset's track.
    public let assetTrack: AVAssetTrack?

    init(_ track: AVAssetTrack) { assetTrack = track }
}

/// The former name of `AVPlayerItem.Status`.
public typealias AVPlayerItemStatus = AVPlayerItem.Status
