public import Foundation

// What an asset says of itself: it is one file of sound, of which no metadata is read.

extension AVAsset {
    /// The speed at which the asset wants to be played.
    public var preferredRate: Float { 1 }
    /// Whether it can be written as another file.
    public var isExportable: Bool { isPlayable }

    /// Loads the values of some keys; returns immediately, because an asset here already has them.
    public func loadValues(forKeys keys: [String]) async {}

    /// Returns the tracks for a purpose.
    public func tracks(withMediaCharacteristic mediaCharacteristic: AVMediaCharacteristic) -> [AVAssetTrack] {
        tracks.filter { $0.hasMediaCharacteristic(mediaCharacteristic) }
    }

    /// Returns the tracks for a purpose.
    public func loadTracks(
        withMediaCharacteristic mediaCharacteristic: AVMediaCharacteristic
    ) async throws -> [AVAssetTrack] {
        tracks(withMediaCharacteristic: mediaCharacteristic)
    }
}

extension AVAssetTrack {
    /// Whether it can be played.
    public var isPlayable: Bool { true }
    /// The number of pictures a second: none.
    public var nominalFrameRate: Float { 0 }
    /// The size of the track's picture: it has none.
    public var naturalSize: CGSize { .zero }
    /// Whether it is for a purpose: it is heard.
    public func hasMediaCharacteristic(_ mediaCharacteristic: AVMediaCharacteristic) -> Bool {
        mediaCharacteristic == .audible
    }
}

extension AVAsyncProperty where Root: AVAsset, Value == Float {
    /// The speed at which the asset wants to be played.
    public static var preferredRate: AVAsyncProperty { AVAsyncProperty { $0.preferredRate } }
}

extension AVAsyncProperty where Root: AVAsset, Value == Bool {
    /// Whether it can be written as another file.
    public static var isExportable: AVAsyncProperty { AVAsyncProperty { $0.isExportable } }
}
