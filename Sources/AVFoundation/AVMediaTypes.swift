// swift-format-ignore-file: AlwaysUseLowerCamelCase

/// What kind of thing a track is.
public struct AVMediaType: RawRepresentable, Hashable, Sendable {
    public let rawValue: String
    /// Names a kind.
    public init(rawValue: String) { self.rawValue = rawValue }
    /// Sound.
    public static let audio = AVMediaType(rawValue: "soun")
    /// Film.
    public static let video = AVMediaType(rawValue: "vide")
}

/// What kind of file it is.
public struct AVFileType: RawRepresentable, Hashable, Sendable {
    public let rawValue: String
    /// Names a kind.
    public init(rawValue: String) { self.rawValue = rawValue }
    /// WAVE.
    public static let wav = AVFileType(rawValue: "com.microsoft.waveform-audio")
    /// AIFF.
    public static let aiff = AVFileType(rawValue: "public.aiff-audio")
    /// AIFF, compressed.
    public static let aifc = AVFileType(rawValue: "public.aifc-audio")
    /// Core Audio's.
    public static let caf = AVFileType(rawValue: "com.apple.coreaudio-format")
    /// MPEG-4 with sound only.
    public static let m4a = AVFileType(rawValue: "com.apple.m4a-audio")
    /// MPEG layer 3.
    public static let mp3 = AVFileType(rawValue: "public.mp3")
    /// MPEG-4.
    public static let mp4 = AVFileType(rawValue: "public.mpeg-4")
    /// AC-3.
    public static let ac3 = AVFileType(rawValue: "public.ac3-audio")
    /// AMR.
    public static let amr = AVFileType(rawValue: "org.3gpp.adaptive-multi-rate-audio")
}

/// The domain of AVFoundation's errors.
public let AVFoundationErrorDomain = "AVFoundationErrorDomain"
