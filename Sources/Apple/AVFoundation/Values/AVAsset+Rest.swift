public import CoreMedia
public import Foundation

// What an asset says of itself: it is one file of sound, of which no metadata is read.

extension AVAsset {
    /// The speed at which the asset wants to be played.
    public var preferredRate: Float { 1 }
    /// The level at which the asset wants to be played, 0 to 1.
    public var preferredVolume: Float { 1 }
    /// Whether it can be written as another file.
    public var isExportable: Bool { isPlayable }
    /// Whether its samples can be read.
    public var isReadable: Bool { isPlayable }
    /// Whether it can be put together with others.
    public var isComposable: Bool { isPlayable }
    /// Whether it can be seen elsewhere: there is nothing to see.
    public var isCompatibleWithAirPlayVideo: Bool { false }
    /// Whether its length is told exactly.
    public var providesPreciseDurationAndTiming: Bool { true }

    /// Returns the track of a number; nil where there is none.
    public func track(withTrackID trackID: CMPersistentTrackID) -> AVAssetTrack? {
        tracks.first { $0.trackID == trackID }
    }

    /// Returns the track of a number; nil where there is none.
    public func loadTrack(withTrackID trackID: CMPersistentTrackID) async throws -> AVAssetTrack? {
        track(withTrackID: trackID)
    }

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
    /// Whether it can be decoded.
    public var isDecodable: Bool { true }
    /// Whether all of it is in the file.
    public var isSelfContained: Bool { true }
    /// The level at which the track wants to be played, 0 to 1.
    public var preferredVolume: Float { 1 }
    /// The number of pictures a second: none.
    public var nominalFrameRate: Float { 0 }
    /// The size of the track's picture: it has none.
    public var naturalSize: CGSize { .zero }
    /// Whether it is for a purpose: it is heard.
    public func hasMediaCharacteristic(_ mediaCharacteristic: AVMediaCharacteristic) -> Bool {
        mediaCharacteristic == .audible
    }
}

extension AVURLAsset {
    /// The kinds of files that can be played.
    public class func audiovisualTypes() -> [AVFileType] { [.wav, .aiff, .aifc, .caf, .mp3, .au] }
    /// The kinds of files that can be played, as networks call them.
    public class func audiovisualMIMETypes() -> [String] {
        ["audio/wav", "audio/x-wav", "audio/aiff", "audio/x-aiff", "audio/x-caf", "audio/mpeg", "audio/basic"]
    }
    /// Whether a kind of file can be played, as networks call it.
    public class func isPlayableExtendedMIMEType(_ extendedMIMEType: String) -> Bool {
        let kind = extendedMIMEType.split(separator: ";").first.map { $0.trimmingCharacters(in: .whitespaces) }
        return audiovisualMIMETypes().contains(kind ?? "")
    }
}

extension AVAsyncProperty where Root: AVAsset, Value == Float {
    /// The speed at which the asset wants to be played.
    public static var preferredRate: AVAsyncProperty { AVAsyncProperty { $0.preferredRate } }
    /// The level at which the asset wants to be played, 0 to 1.
    public static var preferredVolume: AVAsyncProperty { AVAsyncProperty { $0.preferredVolume } }
}

extension AVAsyncProperty where Root: AVAsset, Value == Bool {
    /// Whether it can be written as another file.
    public static var isExportable: AVAsyncProperty { AVAsyncProperty { $0.isExportable } }
    /// Whether its samples can be read.
    public static var isReadable: AVAsyncProperty { AVAsyncProperty { $0.isReadable } }
    /// Whether it can be put together with others.
    public static var isComposable: AVAsyncProperty { AVAsyncProperty { $0.isComposable } }
    /// Whether its length is told exactly.
    public static var providesPreciseDurationAndTiming: AVAsyncProperty {
        AVAsyncProperty { $0.providesPreciseDurationAndTiming }
    }
}
