// swift-format-ignore-file: AlwaysUseLowerCamelCase

internal import AppleSession
internal import CoreAudioTypes
public import Foundation

/// The quality of a voice.
public enum AVSpeechSynthesisVoiceQuality: Int, Sendable {
    case `default` = 1  // The default quality.
    case enhanced = 2  // Enhanced quality.
    case premium = 3  // Premium quality.
}

public let AVSpeechUtteranceMinimumSpeechRate: Float = 0  // The lowest speech rate.
public let AVSpeechUtteranceMaximumSpeechRate: Float = 1  // The highest speech rate.
public let AVSpeechUtteranceDefaultSpeechRate: Float = 0.5  // The default speech rate.

/// A voice, one for each language that phones provide. It is silent unless espeak-ng is installed and supports the language.
public final class AVSpeechSynthesisVoice: NSObject, Sendable {
    public let language: String  // The language code, such as "en-US".

    /// The identifier of the voice.
    public var identifier: String { Self.prefix + language }
    /// The display name of the voice.
    public var name: String { language }
    /// The quality of the voice.
    public var quality: AVSpeechSynthesisVoiceQuality { .default }
    /// The special traits of the voice: none.
    public var voiceTraits: Traits { [] }
    /// The audio settings of buffers from `write(_:toBufferCallback:)`.
    public var audioFileSettings: [String: Any] { SpeechFormat.format.settings }

    /// The special traits of a voice.
    public struct Traits: OptionSet, Sendable {
        public let rawValue: UInt
        /// Creates a set from its bits.
        public init(rawValue: UInt) { self.rawValue = rawValue }

        public static let isNoveltyVoice = Traits(rawValue: 1)  // A voice for special effects.
        public static let isPersonalVoice = Traits(rawValue: 2)  // A voice of the user's own.
    }

    private static let prefix = "com.apple.voice.compact."
    private static let languages = [
        "ar-001", "cs-CZ", "da-DK", "de-DE", "el-GR", "en-AU", "en-GB", "en-IE", "en-US", "en-ZA", "es-ES", "es-MX",
        "fi-FI", "fr-CA", "fr-FR", "he-IL", "hi-IN", "hu-HU", "id-ID", "it-IT", "ja-JP", "ko-KR", "nl-BE", "nl-NL",
        "nb-NO", "pl-PL", "pt-BR", "pt-PT", "ro-RO", "ru-RU", "sk-SK", "sv-SE", "th-TH", "tr-TR", "zh-CN", "zh-HK",
        "zh-TW",
    ]

    private init(spoken: String) { language = spoken }

    /// Creates the voice of a language such as "en-US" or "en", by default the user's; nil if there is none.
    public convenience init?(language languageCode: String?) {
        let wanted = (languageCode ?? Self.currentLanguageCode()).replacingOccurrences(of: "_", with: "-")
        let known = wanted.contains("-") ? [wanted] : Self.languages.filter { $0.hasPrefix(wanted + "-") }
        guard let language = known.first(where: { Self.languages.contains($0) }) else { return nil }
        self.init(spoken: language)
    }

    /// Creates the voice with an identifier, or nil if there is none.
    public convenience init?(identifier: String) {
        guard identifier.hasPrefix(Self.prefix) else { return nil }
        let language = String(identifier.dropFirst(Self.prefix.count))
        guard Self.languages.contains(language) else { return nil }
        self.init(spoken: language)
    }

    /// Returns all voices.
    public class func speechVoices() -> [AVSpeechSynthesisVoice] {
        languages.map { AVSpeechSynthesisVoice(spoken: $0) }
    }

    /// Returns the user's language code.
    public class func currentLanguageCode() -> String {
        let code = Locale.current.identifier.prefix { $0 != "@" && $0 != "." }.replacingOccurrences(of: "_", with: "-")
        return languages.contains(code) ? code : "en-US"
    }

    /// Returns whether the other object is the same voice.
    public override func isEqual(_ object: Any?) -> Bool {
        (object as? AVSpeechSynthesisVoice)?.language == language
    }
    /// Agrees with `isEqual(_:)`.
    public override var hash: Int { language.hash }
}

enum SpeechFormat {
    static let rate = 22_050
    static let format = AVAudioFormat(rate: Double(rate), channels: 1)
}

/// A text to speak, with its settings.
open class AVSpeechUtterance: NSObject, NSCopying, @unchecked Sendable {
    let kept = Kept()
    public let speechString: String  // The text to speak.
    /// The text with its attributes. Pronunciations are ignored.
    public let attributedSpeechString: NSAttributedString
    /// The voice, or nil for the user's default.
    open var voice: AVSpeechSynthesisVoice? {
        get { kept["voice", nil] }
        set { kept["voice", nil] = newValue }
    }
    /// The speech rate, from 0 to 1.
    open var rate: Float {
        get { kept["rate", AVSpeechUtteranceDefaultSpeechRate] }
        set { kept[number: "rate", AVSpeechUtteranceDefaultSpeechRate] = newValue }
    }
    /// The pitch multiplier, from 0.5 to 2.
    open var pitchMultiplier: Float {
        get { kept["pitchMultiplier", 1] }
        set { kept[number: "pitchMultiplier", 1] = newValue }
    }
    /// The gain, from 0 to 1.
    open var volume: Float {
        get { kept["volume", 1] }
        set { kept[number: "volume", 1] = newValue }
    }
    /// The silence before the utterance, in seconds.
    open var preUtteranceDelay: TimeInterval {
        get { kept["preUtteranceDelay", 0] }
        set { kept[number: "preUtteranceDelay", 0] = newValue }
    }
    /// The silence after the utterance, in seconds.
    open var postUtteranceDelay: TimeInterval {
        get { kept["postUtteranceDelay", 0] }
        set { kept[number: "postUtteranceDelay", 0] = newValue }
    }

    /// Creates an utterance of a text.
    public init(string: String) {
        (speechString, attributedSpeechString) = (string, NSAttributedString(string: string))
    }

    /// Creates an utterance of an attributed text.
    public init(attributedString string: NSAttributedString) {
        (speechString, attributedSpeechString) = (string.string, string)
    }

    /// Creates an utterance of the text content of SSML, or nil if there is none. Markup is ignored.
    public convenience init?(ssmlRepresentation string: String) {
        guard string.contains("<speak") else { return nil }
        let text = string.replacing(/<[^>]*>?/, with: "")
        self.init(string: text.trimmingCharacters(in: .whitespacesAndNewlines))
    }

    /// Characters spoken per second: fifteen at the default rate.
    private var speed: Double {
        15 * Double(max(0.1, min(1, rate))) / Double(AVSpeechUtteranceDefaultSpeechRate)
    }

    /// The synthesized speech at the rate of `SpeechFormat`, or nil if no installed voice supports the language. Slow.
    var samples: [Float]? {
        let language = voice?.language ?? AVSpeechSynthesisVoice.currentLanguageCode()
        let samples = try? ProcessApp.shared.backend().speech(
            of: speechString, language: language, speed: speed / 15, pitch: Double(pitchMultiplier))
        let level = min(1, max(0, volume))
        return samples?.map { $0 * level }
    }

    /// The silence before and after the speech, in seconds.
    var pauses: (before: TimeInterval, after: TimeInterval) {
        (Self.pause(preUtteranceDelay), Self.pause(postUtteranceDelay))
    }

    /// The estimated length of the speech, in seconds.
    var spoken: TimeInterval { Double(speechString.count) / speed }

    /// Clamps a pause to 0 through a day, in seconds; NaN becomes 0.
    private static func pause(_ seconds: TimeInterval) -> TimeInterval { seconds > 0 ? min(seconds, 86_400) : 0 }

    /// The words, each with its time from the beginning of the utterance, in seconds.
    var words: [(range: NSRange, after: TimeInterval)] {
        let pause = Self.pause(preUtteranceDelay)
        return speechString.split(whereSeparator: \.isWhitespace).map { word in
            let letters = speechString.distance(from: speechString.startIndex, to: word.startIndex)
            let range = NSRange(word.startIndex..<word.endIndex, in: speechString)
            return (range, pause + Double(letters) / speed)
        }
    }

    /// Returns a copy with the same text and settings.
    open func copy(with zone: NSZone? = nil) -> Any {
        let copy = AVSpeechUtterance(attributedString: attributedSpeechString)
        (copy.voice, copy.rate, copy.pitchMultiplier, copy.volume) = (voice, rate, pitchMultiplier, volume)
        (copy.preUtteranceDelay, copy.postUtteranceDelay) = (preUtteranceDelay, postUtteranceDelay)
        copy.prefersAssistiveTechnologySettings = prefersAssistiveTechnologySettings
        return copy
    }
}
