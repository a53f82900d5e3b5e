public import CoreMedia
public import Foundation

/// What has properties that are read when they are asked for.
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
    /// How long it is.
    public static var duration: AVAsyncProperty { AVAsyncProperty { $0.duration } }
}

extension AVAsyncProperty where Root: AVAsset, Value == Bool {
    /// Whether it can be played.
    public static var isPlayable: AVAsyncProperty { AVAsyncProperty { $0.isPlayable } }
    /// Whether it may be played only where its seller allows it.
    public static var hasProtectedContent: AVAsyncProperty { AVAsyncProperty { $0.hasProtectedContent } }
}

extension AVAsyncProperty where Root: AVAsset, Value == [AVAssetTrack] {
    /// Its tracks.
    public static var tracks: AVAsyncProperty { AVAsyncProperty { $0.tracks } }
}

extension AVAsyncProperty where Root: AVAsset, Value == [AVMetadataItem] {
    /// What the file says of itself.
    public static var metadata: AVAsyncProperty { AVAsyncProperty { $0.metadata } }
    /// What the file says of itself, by the names that are common to all formats.
    public static var commonMetadata: AVAsyncProperty { AVAsyncProperty { $0.commonMetadata } }
}

extension AVAsyncProperty where Root: AVAsset, Value == [AVMetadataFormat] {
    /// The kinds of metadata that the file has.
    public static var availableMetadataFormats: AVAsyncProperty { AVAsyncProperty { $0.availableMetadataFormats } }
}

extension AVAsyncProperty where Root: AVAssetTrack, Value == CMTimeRange {
    /// Where in the asset it lies.
    public static var timeRange: AVAsyncProperty { AVAsyncProperty { $0.timeRange } }
}

extension AVAsyncProperty where Root: AVAssetTrack, Value == Float {
    /// Bits for each second; 0 where a codec decides.
    public static var estimatedDataRate: AVAsyncProperty { AVAsyncProperty { $0.estimatedDataRate } }
}

extension AVAsyncProperty where Root: AVAssetTrack, Value == CMTimeScale {
    /// Parts of a second by which its times are told.
    public static var naturalTimeScale: AVAsyncProperty { AVAsyncProperty { $0.naturalTimeScale } }
}

extension AVAsyncProperty where Root: AVAssetTrack, Value == Bool {
    /// Whether it is to be heard.
    public static var isEnabled: AVAsyncProperty { AVAsyncProperty { $0.isEnabled } }
}

extension AVAsyncProperty where Root: AVMetadataItem, Value == String? {
    /// As text.
    public static var stringValue: AVAsyncProperty { AVAsyncProperty { $0.stringValue } }
}

extension AVAsyncProperty where Root: AVMetadataItem, Value == Data? {
    /// As bytes.
    public static var dataValue: AVAsyncProperty { AVAsyncProperty { $0.dataValue } }
}

extension AVAsyncProperty where Root: AVMetadataItem, Value == NSNumber? {
    /// As a number.
    public static var numberValue: AVAsyncProperty { AVAsyncProperty { $0.numberValue } }
}

extension AVAsyncProperty where Root: AVMetadataItem, Value == (any NSCopying & NSObjectProtocol)? {
    /// As what it is.
    public static var value: AVAsyncProperty { AVAsyncProperty { $0.value } }
}
