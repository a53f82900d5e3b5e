// swift-format-ignore-file: AlwaysUseLowerCamelCase

/// The media type of a track.
public struct AVMediaType: RawRepresentable, Hashable, Sendable {
    public let rawValue: String
    /// Creates a type from its string.
    public init(rawValue: String) { self.rawValue = rawValue }
    /// Creates a value from its string.
    public init(_ rawValue: String) { self.init(rawValue: rawValue) }
    public static let audio = AVMediaType(rawValue: "soun")  // Sound.
    public static let video = AVMediaType(rawValue: "vide")  // Video.
    public static let text = AVMediaType(rawValue: "text")  // Text.
    public static let subtitle = AVMediaType(rawValue: "sbtl")  // Subtitles.
    public static let metadata = AVMediaType(rawValue: "meta")  // Metadata.
}

/// The type of a file.
public struct AVFileType: RawRepresentable, Hashable, Sendable {
    public let rawValue: String
    /// Creates a type from its string.
    public init(rawValue: String) { self.rawValue = rawValue }
    /// Creates a value from its string.
    public init(_ rawValue: String) { self.init(rawValue: rawValue) }
    public static let wav = AVFileType(rawValue: "com.microsoft.waveform-audio")  // WAVE.
    public static let aiff = AVFileType(rawValue: "public.aiff-audio")  // AIFF.
    public static let aifc = AVFileType(rawValue: "public.aifc-audio")  // AIFF, compressed.
    public static let caf = AVFileType(rawValue: "com.apple.coreaudio-format")  // Core Audio Format.
    public static let m4a = AVFileType(rawValue: "com.apple.m4a-audio")  // MPEG-4 with sound only.
    public static let mp3 = AVFileType(rawValue: "public.mp3")  // MPEG layer 3.
    public static let mp4 = AVFileType(rawValue: "public.mpeg-4")  // MPEG-4.
    public static let mov = AVFileType(rawValue: "com.apple.quicktime-movie")  // QuickTime.
    public static let m4v = AVFileType(rawValue: "com.apple.m4v-video")  // MPEG-4 video.
    public static let mobile3GPP = AVFileType(rawValue: "public.3gpp")  // 3GPP.
    public static let au = AVFileType(rawValue: "public.au-audio")  // Sun AU.
}

public let AVFoundationErrorDomain = "AVFoundationErrorDomain"  // The error domain of AVFoundation.

/// A characteristic of a track.
public struct AVMediaCharacteristic: RawRepresentable, Hashable, Sendable {
    public let rawValue: String
    /// Creates a value from its string.
    public init(rawValue: String) { self.rawValue = rawValue }
    /// Creates a value from its string.
    public init(_ rawValue: String) { self.init(rawValue: rawValue) }
    public static let visual = AVMediaCharacteristic(rawValue: "AVMediaCharacteristicVisual")  // Visual.
    public static let audible = AVMediaCharacteristic(rawValue: "AVMediaCharacteristicAudible")  // Audible.
    public static let legible = AVMediaCharacteristic(rawValue: "AVMediaCharacteristicLegible")  // Legible.
}
