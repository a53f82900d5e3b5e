public import CoreMedia
internal import Foundation

/// An object with asynchronously loaded properties.
public protocol AVAsynchronousKeyValueLoading: AnyObject {}

extension AVAsynchronousKeyValueLoading {
    /// Loads a property.
    ///
    /// - Throws: Nothing; unreadable properties have default values.
    public func load<Value>(_ property: AVAsyncProperty<Self, Value>) async throws -> Value { property.read(self) }

    /// Loads several properties.
    ///
    /// - Throws: As `load(_:)`.
    public func load<One, Two, each Value>(
        _ one: AVAsyncProperty<Self, One>, _ two: AVAsyncProperty<Self, Two>,
        _ property: repeat AVAsyncProperty<Self, each Value>
    ) async throws -> (One, Two, repeat each Value) {
        (one.read(self), two.read(self), repeat (each property).read(self))
    }
}

/// An asynchronously loaded property.
public struct AVAsyncProperty<Root: AnyObject, Value>: @unchecked Sendable {
    let read: (Root) -> Value
}

extension AVAsyncProperty where Root: AVAsset, Value == CMTime {
    public static var duration: AVAsyncProperty { AVAsyncProperty { $0.duration } }  // The duration.
}

extension AVAsyncProperty where Root: AVAsset, Value == Bool {
    public static var isPlayable: AVAsyncProperty { AVAsyncProperty { $0.isPlayable } }  // Whether it is playable.
    /// Whether the asset has protected content.
    public static var hasProtectedContent: AVAsyncProperty { AVAsyncProperty { $0.hasProtectedContent } }
}

extension AVAsyncProperty where Root: AVAsset, Value == [AVAssetTrack] {
    public static var tracks: AVAsyncProperty { AVAsyncProperty { $0.tracks } }  // The tracks.
}

extension AVAsyncProperty where Root: AVAssetTrack, Value == CMTimeRange {
    /// The time range of the track in the asset.
    public static var timeRange: AVAsyncProperty { AVAsyncProperty { $0.timeRange } }
}

extension AVAsyncProperty where Root: AVAssetTrack, Value == Float {
    /// The estimated data rate in bits per second; 0 for compressed sound.
    public static var estimatedDataRate: AVAsyncProperty { AVAsyncProperty { $0.estimatedDataRate } }
}

extension AVAsyncProperty where Root: AVAssetTrack, Value == CMTimeScale {
    /// The natural time scale.
    public static var naturalTimeScale: AVAsyncProperty { AVAsyncProperty { $0.naturalTimeScale } }
}

extension AVAsyncProperty where Root: AVAssetTrack, Value == Bool {
    public static var isEnabled: AVAsyncProperty { AVAsyncProperty { $0.isEnabled } }  // Whether the track is enabled.
}
