// swift-format-ignore-file: AlwaysUseLowerCamelCase

/// The kind of a track.
public struct AVMediaType: RawRepresentable, Hashable, Sendable {
    public let rawValue: String
    /// Names a kind.
    public init(rawValue: String) { self.rawValue = rawValue }
    /// Names it.
    public init(_ rawValue: String) { self.init(rawValue: rawValue) }
    public static let audio = AVMediaType(rawValue: "soun")  // Sound.
    public static let video = AVMediaType(rawValue: "vide")  // Film.
    public static let text = AVMediaType(rawValue: "text")  // Text.
    public static let subtitle = AVMediaType(rawValue: "sbtl")  // What is said, in another language.
    public static let metadata = AVMediaType(rawValue: "meta")  // What is said of the rest.
}

/// The kind of a file.
public struct AVFileType: RawRepresentable, Hashable, Sendable {
    public let rawValue: String
    /// Names a kind.
    public init(rawValue: String) { self.rawValue = rawValue }
    /// Names it.
    public init(_ rawValue: String) { self.init(rawValue: rawValue) }
    public static let wav = AVFileType(rawValue: "com.microsoft.waveform-audio")  // WAVE.
    public static let aiff = AVFileType(rawValue: "public.aiff-audio")  // AIFF.
    public static let aifc = AVFileType(rawValue: "public.aifc-audio")  // AIFF, compressed.
    public static let caf = AVFileType(rawValue: "com.apple.coreaudio-format")  // Core Audio's.
    public static let m4a = AVFileType(rawValue: "com.apple.m4a-audio")  // MPEG-4 with sound only.
    public static let mp3 = AVFileType(rawValue: "public.mp3")  // MPEG layer 3.
    public static let mp4 = AVFileType(rawValue: "public.mpeg-4")  // MPEG-4.
    public static let mov = AVFileType(rawValue: "com.apple.quicktime-movie")  // QuickTime's.
    public static let m4v = AVFileType(rawValue: "com.apple.m4v-video")  // MPEG-4 with a film, as iTunes has it.
    public static let au = AVFileType(rawValue: "public.au-audio")  // That of old workstations.
}

public let AVFoundationErrorDomain = "AVFoundationErrorDomain"  // The domain of AVFoundation's errors.

/// The purpose of something in an asset.
public struct AVMediaCharacteristic: RawRepresentable, Hashable, Sendable {
    public let rawValue: String
    /// Names it.
    public init(rawValue: String) { self.rawValue = rawValue }
    /// Names it.
    public init(_ rawValue: String) { self.init(rawValue: rawValue) }
    public static let visual = AVMediaCharacteristic(rawValue: "AVMediaCharacteristicVisual")  // It is seen.
    public static let audible = AVMediaCharacteristic(rawValue: "AVMediaCharacteristicAudible")  // It is heard.
    public static let legible = AVMediaCharacteristic(rawValue: "AVMediaCharacteristicLegible")  // It is read.
}
