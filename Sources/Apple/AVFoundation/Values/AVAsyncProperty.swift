public import CoreMedia
internal import Foundation

/// An object with properties that are read when they are asked for.
public protocol AVAsynchronousKeyValueLoading: AnyObject {}

extension AVAsynchronousKeyValueLoading {
    /// Reads a property.
    ///
    /// - Throws: Nothing here; what cannot be read has the value of nothing.
    public func load<Value>(_ property: AVAsyncProperty<Self, Value>) async throws -> Value { property.read(self) }

    /// Reads properties, as many as are named.
    ///
    /// - Throws: As `load(_:)`.
    public func load<One, Two, each Value>(
        _ one: AVAsyncProperty<Self, One>, _ two: AVAsyncProperty<Self, Two>,
        _ property: repeat AVAsyncProperty<Self, each Value>
    ) async throws -> (One, Two, repeat each Value) {
        (one.read(self), two.read(self), repeat (each property).read(self))
    }
}

/// A property that is read when it is asked for.
public struct AVAsyncProperty<Root: AnyObject, Value>: @unchecked Sendable {
    let read: (Root) -> Value
}

extension AVAsyncProperty where Root: AVAsset, Value == CMTime {
    public static var duration: AVAsyncProperty { AVAsyncProperty { $0.duration } }  // How long it is.
}

extension AVAsyncProperty where Root: AVAsset, Value == Bool {
    public static var isPlayable: AVAsyncProperty { AVAsyncProperty { $0.isPlayable } }  // Whether it can be played.
    /// Whether it may be played only where its seller allows it.
    public static var hasProtectedContent: AVAsyncProperty { AVAsyncProperty { $0.hasProtectedContent } }
}

extension AVAsyncProperty where Root: AVAsset, Value == [AVAssetTrack] {
    public static var tracks: AVAsyncProperty { AVAsyncProperty { $0.tracks } }  // Its tracks.
}

extension AVAsyncProperty where Root: AVAssetTrack, Value == CMTimeRange {
    public static var timeRange: AVAsyncProperty { AVAsyncProperty { $0.timeRange } }  // Where in the asset it lies.
}

extension AVAsyncProperty where Root: AVAssetTrack, Value == Float {
    /// The number of bits for each second; 0 where a codec decides.
    public static var estimatedDataRate: AVAsyncProperty { AVAsyncProperty { $0.estimatedDataRate } }
}

extension AVAsyncProperty where Root: AVAssetTrack, Value == CMTimeScale {
    /// The number of parts of a second by which its times are told.
    public static var naturalTimeScale: AVAsyncProperty { AVAsyncProperty { $0.naturalTimeScale } }
}

extension AVAsyncProperty where Root: AVAssetTrack, Value == Bool {
    public static var isEnabled: AVAsyncProperty { AVAsyncProperty { $0.isEnabled } }  // Whether it is to be heard.
}
