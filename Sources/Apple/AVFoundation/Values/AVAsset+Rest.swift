public import Foundation

// The properties of an asset: one sound file, without metadata.

extension AVAsset {
    /// The preferred playback rate: 1.
    public var preferredRate: Float { 1 }
    /// Whether the asset can be exported.
    public var isExportable: Bool { isPlayable }

    /// Loads the values of some keys; returns immediately, because an asset here already has them.
    public func loadValues(forKeys keys: [String]) async {}

    /// Returns the tracks with a characteristic.
    public func tracks(withMediaCharacteristic mediaCharacteristic: AVMediaCharacteristic) -> [AVAssetTrack] {
        tracks.filter { $0.hasMediaCharacteristic(mediaCharacteristic) }
    }

    /// Returns the tracks with a characteristic.
    public func loadTracks(
        withMediaCharacteristic mediaCharacteristic: AVMediaCharacteristic
    ) async throws -> [AVAssetTrack] {
        tracks(withMediaCharacteristic: mediaCharacteristic)
    }
}

extension AVAssetTrack {
    /// Whether it is playable.
    public var isPlayable: Bool { true }
    /// The video frame rate: 0.
    public var nominalFrameRate: Float { 0 }
    /// The size of the picture: zero.
    public var naturalSize: CGSize { .zero }
    /// Returns whether the track has a characteristic: only audible tracks exist.
    public func hasMediaCharacteristic(_ mediaCharacteristic: AVMediaCharacteristic) -> Bool {
        mediaCharacteristic == .audible
    }
}

extension AVAsyncProperty where Root: AVAsset, Value == Float {
    /// The preferred playback rate: 1.
    public static var preferredRate: AVAsyncProperty { AVAsyncProperty { $0.preferredRate } }
}

extension AVAsyncProperty where Root: AVAsset, Value == Bool {
    /// Whether the asset can be exported.
    public static var isExportable: AVAsyncProperty { AVAsyncProperty { $0.isExportable } }
}
