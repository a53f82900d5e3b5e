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
    public static let closedCaption = AVMediaType(rawValue: "clcp")  // What is said, for those who do not hear it.
    public static let subtitle = AVMediaType(rawValue: "sbtl")  // What is said, in another language.
    public static let timecode = AVMediaType(rawValue: "tmcd")  // Times.
    public static let metadata = AVMediaType(rawValue: "meta")  // What is said of the rest.
    public static let muxed = AVMediaType(rawValue: "muxx")  // Several kinds at once.
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
    public static let ac3 = AVFileType(rawValue: "public.ac3-audio")  // AC-3.
    public static let amr = AVFileType(rawValue: "org.3gpp.adaptive-multi-rate-audio")  // AMR.
    public static let mov = AVFileType(rawValue: "com.apple.quicktime-movie")  // QuickTime's.
    public static let m4v = AVFileType(rawValue: "com.apple.m4v-video")  // MPEG-4 with a film, as iTunes has it.
    public static let mobile3GPP = AVFileType(rawValue: "public.3gpp")  // That of old telephones.
    public static let mobile3GPP2 = AVFileType(rawValue: "public.3gpp2")  // That of other old telephones.
    public static let au = AVFileType(rawValue: "public.au-audio")  // That of old workstations.
    public static let eac3 = AVFileType(rawValue: "public.enhanced-ac3-audio")  // Enhanced AC-3.
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
    /// The medium consists of pictures.
    public static let frameBased = AVMediaCharacteristic(rawValue: "AVMediaCharacteristicFrameBased")
}
