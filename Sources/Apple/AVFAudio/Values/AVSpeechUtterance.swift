// swift-format-ignore-file: AlwaysUseLowerCamelCase

internal import AppleSession
internal import CoreAudioTypes
public import Foundation

/// The quality of a voice.
public enum AVSpeechSynthesisVoiceQuality: Int, Sendable {
    case `default` = 1  // As it comes.
    case enhanced = 2  // Better.
    case premium = 3  // Best.
}

public let AVSpeechUtteranceMinimumSpeechRate: Float = 0  // The slowest speech.
public let AVSpeechUtteranceMaximumSpeechRate: Float = 1  // The fastest speech.
public let AVSpeechUtteranceDefaultSpeechRate: Float = 0.5  // Speech as it comes.

/// A voice: one for each language that phones bring along. It is heard where espeak-ng is installed and speaks the language.
public final class AVSpeechSynthesisVoice: NSObject, Sendable {
    public let language: String  // Which language it speaks, such as "en-US".

    /// The identifier of the voice.
    public var identifier: String { Self.prefix + language }
    /// The name of the voice, as people read it.
    public var name: String { language }
    /// The quality of the voice.
    public var quality: AVSpeechSynthesisVoiceQuality { .default }
    /// The format of what `write(_:toBufferCallback:)` passes.
    public var audioFileSettings: [String: Any] { SpeechFormat.format.settings }

    private static let prefix = "com.apple.voice.compact."
    private static let languages = [
        "ar-001", "cs-CZ", "da-DK", "de-DE", "el-GR", "en-AU", "en-GB", "en-IE", "en-US", "en-ZA", "es-ES", "es-MX",
        "fi-FI", "fr-CA", "fr-FR", "he-IL", "hi-IN", "hu-HU", "id-ID", "it-IT", "ja-JP", "ko-KR", "nl-BE", "nl-NL",
        "nb-NO", "pl-PL", "pt-BR", "pt-PT", "ro-RO", "ru-RU", "sk-SK", "sv-SE", "th-TH", "tr-TR", "zh-CN", "zh-HK",
        "zh-TW",
    ]

    private init(spoken: String) { language = spoken }

    /// The voice of a language, such as "en-US" or "en", or of the person's where none is named, or nil if there is
    /// none.
    public convenience init?(language languageCode: String?) {
        let wanted = (languageCode ?? Self.currentLanguageCode()).replacingOccurrences(of: "_", with: "-")
        let known = wanted.contains("-") ? [wanted] : Self.languages.filter { $0.hasPrefix(wanted + "-") }
        guard let language = known.first(where: { Self.languages.contains($0) }) else { return nil }
        self.init(spoken: language)
    }

    /// The voice of a name, or nil if there is none.
    public convenience init?(identifier: String) {
        guard identifier.hasPrefix(Self.prefix) else { return nil }
        let language = String(identifier.dropFirst(Self.prefix.count))
        guard Self.languages.contains(language) else { return nil }
        self.init(spoken: language)
    }

    /// The voices that there are.
    public class func speechVoices() -> [AVSpeechSynthesisVoice] {
        languages.map { AVSpeechSynthesisVoice(spoken: $0) }
    }

    /// The language of the person.
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

/// Something to be said.
open class AVSpeechUtterance: NSObject, NSCopying, @unchecked Sendable {
    let kept = Kept()
    public let speechString: String  // The text.
    /// The text, with what was said of its parts; how they are to be pronounced is not heard.
    public let attributedSpeechString: NSAttributedString
    /// The voice of the utterance; nil is the person's own choice.
    open var voice: AVSpeechSynthesisVoice? {
        get { kept["voice", nil] }
        set { kept["voice", nil] = newValue }
    }
    /// The speed of speech, 0 to 1.
    open var rate: Float {
        get { kept["rate", AVSpeechUtteranceDefaultSpeechRate] }
        set { kept[number: "rate", AVSpeechUtteranceDefaultSpeechRate] = newValue }
    }
    /// The pitch of speech, 0.5 to 2.
    open var pitchMultiplier: Float {
        get { kept["pitchMultiplier", 1] }
        set { kept[number: "pitchMultiplier", 1] = newValue }
    }
    /// The loudness of speech, 0 to 1.
    open var volume: Float {
        get { kept["volume", 1] }
        set { kept[number: "volume", 1] = newValue }
    }
    /// Seconds of silence before it.
    open var preUtteranceDelay: TimeInterval {
        get { kept["preUtteranceDelay", 0] }
        set { kept[number: "preUtteranceDelay", 0] = newValue }
    }
    /// Seconds of silence behind it.
    open var postUtteranceDelay: TimeInterval {
        get { kept["postUtteranceDelay", 0] }
        set { kept[number: "postUtteranceDelay", 0] = newValue }
    }

    /// Takes a text.
    public init(string: String) {
        (speechString, attributedSpeechString) = (string, NSAttributedString(string: string))
    }

    /// Takes a text with what is said of its parts.
    public init(attributedString string: NSAttributedString) {
        (speechString, attributedSpeechString) = (string.string, string)
    }

    /// Takes what stands between the marks of a text in SSML, or nil if it has none.
    public convenience init?(ssmlRepresentation string: String) {
        guard string.contains("<speak") else { return nil }
        var isMark = false
        let text = string.filter { letter in
            if letter == "<" { isMark = true }
            defer { if letter == ">" { isMark = false } }
            return !isMark
        }
        self.init(string: text.trimmingCharacters(in: .whitespacesAndNewlines))
    }

    /// The number of letters that are said in a second: fifteen at the usual rate.
    private var speed: Double {
        15 * Double(max(0.1, min(1, rate))) / Double(AVSpeechUtteranceDefaultSpeechRate)
    }

    /// The words as samples at the rate of `SpeechFormat`, or nil if nothing that speaks the language is installed.
    /// Takes time.
    var samples: [Float]? {
        let language = voice?.language ?? AVSpeechSynthesisVoice.currentLanguageCode()
        let samples = try? ProcessApp.shared.backend().speech(
            of: speechString, language: language, speed: speed / 15, pitch: Double(pitchMultiplier))
        let level = min(1, max(0, volume))
        return samples?.map { $0 * level }
    }

    /// The pauses before and after the words, in seconds.
    var pauses: (before: TimeInterval, after: TimeInterval) {
        (Self.pause(preUtteranceDelay), Self.pause(postUtteranceDelay))
    }

    /// The length of the words, in seconds.
    var spoken: TimeInterval { Double(speechString.count) / speed }

    /// The length of a pause, in seconds: 0 for a negative one and for what is no number, a day at most.
    private static func pause(_ seconds: TimeInterval) -> TimeInterval { seconds > 0 ? min(seconds, 86_400) : 0 }

    /// The words, and for each the time from the beginning of the utterance, in seconds.
    var words: [(range: NSRange, after: TimeInterval)] {
        var words: [(NSRange, TimeInterval)] = []
        var start: String.Index?
        func end(at index: String.Index) {
            guard let begin = start else { return }
            let after = Double(speechString.distance(from: speechString.startIndex, to: begin)) / speed
            words.append((NSRange(begin..<index, in: speechString), Self.pause(preUtteranceDelay) + after))
            start = nil
        }
        for index in speechString.indices {
            if speechString[index].isWhitespace { end(at: index) } else if start == nil { start = index }
        }
        end(at: speechString.endIndex)
        return words
    }

    /// Returns an utterance of the text with all its settings.
    open func copy(with zone: NSZone? = nil) -> Any {
        let copy = AVSpeechUtterance(attributedString: attributedSpeechString)
        (copy.voice, copy.rate, copy.pitchMultiplier, copy.volume) = (voice, rate, pitchMultiplier, volume)
        (copy.preUtteranceDelay, copy.postUtteranceDelay) = (preUtteranceDelay, postUtteranceDelay)
        copy.prefersAssistiveTechnologySettings = prefersAssistiveTechnologySettings
        return copy
    }
}

/// The pronunciation of a part of a text, as an attribute of it; kept.
public let AVSpeechSynthesisIPANotationAttribute = "AVSpeechSynthesisIPANotationAttribute"
