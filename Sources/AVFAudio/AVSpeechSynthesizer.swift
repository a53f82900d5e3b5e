// swift-format-ignore-file: AlwaysUseLowerCamelCase

internal import AppleSession
public import Foundation

/// Where in an utterance something is to happen.
public enum AVSpeechBoundary: Int, Sendable {
    /// At once.
    case immediate = 0
    /// Behind the word.
    case word = 1
}

/// How natural a voice is.
public enum AVSpeechSynthesisVoiceQuality: Int, Sendable {
    /// As it comes.
    case `default` = 1
    /// Better.
    case enhanced = 2
    /// Best.
    case premium = 3
}

/// Whose voice it is like.
public enum AVSpeechSynthesisVoiceGender: Int, Sendable {
    /// It is not said.
    case unspecified = 0
    /// A man's.
    case male = 1
    /// A woman's.
    case female = 2
}

/// The slowest speech.
public let AVSpeechUtteranceMinimumSpeechRate: Float = 0
/// The fastest speech.
public let AVSpeechUtteranceMaximumSpeechRate: Float = 1
/// Speech as it comes.
public let AVSpeechUtteranceDefaultSpeechRate: Float = 0.5
/// The voice of most words.
public let AVSpeechSynthesisVoiceIdentifierAlex = "com.apple.speech.voice.Alex"

/// A voice. This device has none: utterances take their time, and are silent.
public final class AVSpeechSynthesisVoice: NSObject, Sendable {
    /// Which language it speaks, such as "en-US".
    public let language: String
    /// Which voice it is.
    public let identifier: String
    /// What people call it.
    public var name: String { identifier }
    /// How natural it is.
    public var quality: AVSpeechSynthesisVoiceQuality { .default }
    /// Whose it is like.
    public var gender: AVSpeechSynthesisVoiceGender { .unspecified }

    /// The voice of a language; nil, because there is none, unless no language is named.
    public init?(language languageCode: String?) { return nil }

    /// The voice of a name; nil, because there is none.
    public init?(identifier: String) { return nil }

    /// The voices that there are: none.
    public class func speechVoices() -> [AVSpeechSynthesisVoice] { [] }

    /// The language of the person.
    public class func currentLanguageCode() -> String {
        Locale.current.identifier.replacingOccurrences(of: "_", with: "-")
    }
}

/// Something to be said.
open class AVSpeechUtterance: NSObject, @unchecked Sendable {
    /// The text.
    public let speechString: String
    /// By which voice; nil is the person's.
    open var voice: AVSpeechSynthesisVoice?
    /// How fast, 0 to 1.
    open var rate = AVSpeechUtteranceDefaultSpeechRate
    /// How high, 0.5 to 2.
    open var pitchMultiplier: Float = 1
    /// How loud, 0 to 1.
    open var volume: Float = 1
    /// Whether the person's settings for speech come first.
    open var prefersAssistiveTechnologySettings = false
    /// Seconds of silence before it.
    open var preUtteranceDelay: TimeInterval = 0
    /// Seconds of silence behind it.
    open var postUtteranceDelay: TimeInterval = 0

    /// Takes a text.
    public init(string: String) { speechString = string }

    /// How long it takes, in seconds: fifteen letters in a second at the usual rate.
    var duration: TimeInterval {
        let speed = 15 * Double(max(0.1, rate)) / Double(AVSpeechUtteranceDefaultSpeechRate)
        return preUtteranceDelay + Double(speechString.count) / speed + postUtteranceDelay
    }
}

/// Says one utterance after the other. This device has no voice: each takes its time as a sound of the app, so that session,
/// ducking and delegate behave as on the phone, and is silent. Any thread; the delegate is told on the main queue.
open class AVSpeechSynthesizer: NSObject, @unchecked Sendable {
    private let lock = NSRecursiveLock()
    private weak var listener: (any AVSpeechSynthesizerDelegate)?
    private var queue: [AVSpeechUtterance] = []
    private var sound: (any BackendSound)?
    private var isHeld = false
    /// When the utterance will have been said; what is left of it while it is paused.
    private var end: (date: Date, left: TimeInterval) = (Date(), 0)
    private var turn = 0
    /// Whether it uses the app's session; it always does.
    open var usesApplicationAudioSession = true
    /// Whether others on a call hear it, too; nobody does.
    open var mixToTelephoneUplink = false

    /// Creates a speaker that is silent.
    public override init() { super.init() }

    deinit { _ = try? sound?.stop() }

    /// Who is told how it gets on; not retained.
    open var delegate: (any AVSpeechSynthesizerDelegate)? {
        get { lock.withLock { listener } }
        set { lock.withLock { listener = newValue } }
    }

    /// Whether it speaks, or is paused within an utterance.
    open var isSpeaking: Bool { lock.withLock { !queue.isEmpty } }
    /// Whether it is paused.
    open var isPaused: Bool { lock.withLock { isHeld && !queue.isEmpty } }

    /// Says an utterance, behind those that wait.
    open func speak(_ utterance: AVSpeechUtterance) {
        let isFirst = lock.withLock {
            queue.append(utterance)
            return queue.count == 1
        }
        if isFirst { begin(utterance) }
    }

    private func begin(_ utterance: AVSpeechUtterance) {
        lock.withLock {
            let made = try? ProcessApp.shared.backend().sound(channels: 1, rate: 48_000) { samples, frames in
                samples.update(repeating: 0)
                return frames
            }
            sound = made
            _ = try? made?.play(at: nil)
        }
        tell { $0.speechSynthesizer($1, didStart: utterance) }
        wait(for: utterance, utterance.duration)
    }

    private func wait(for utterance: AVSpeechUtterance, _ seconds: TimeInterval) {
        let turn = lock.withLock {
            self.turn += 1
            end = (Date(timeIntervalSinceNow: seconds), seconds)
            return self.turn
        }
        DispatchQueue.global().asyncAfter(deadline: .now() + seconds) { [weak self] in
            guard let self, self.lock.withLock({ self.turn == turn && !self.isHeld }) else { return }
            self.finish(utterance, wasSaid: true)
        }
    }

    private func finish(_ utterance: AVSpeechUtterance, wasSaid: Bool) {
        let next = lock.withLock {
            _ = try? sound?.stop()
            sound = nil
            queue.removeAll { $0 === utterance }
            return queue.first
        }
        tell {
            wasSaid ? $0.speechSynthesizer($1, didFinish: utterance) : $0.speechSynthesizer($1, didCancel: utterance)
        }
        if let next { begin(next) }
    }

    /// Ends what is said, and forgets what waits.
    ///
    /// - Returns: Whether something was said.
    @discardableResult
    open func stopSpeaking(at boundary: AVSpeechBoundary) -> Bool {
        let current = lock.withLock {
            defer { (queue, isHeld) = (Array(queue.prefix(1)), false) }
            turn += 1
            return queue.first
        }
        guard let current else { return false }
        finish(current, wasSaid: false)
        return true
    }

    /// Pauses what is said.
    ///
    /// - Returns: Whether something was said.
    @discardableResult
    open func pauseSpeaking(at boundary: AVSpeechBoundary) -> Bool {
        let current = lock.withLock { () -> AVSpeechUtterance? in
            guard let first = queue.first, !isHeld else { return nil }
            isHeld = true
            turn += 1
            end.left = max(0, end.date.timeIntervalSinceNow)
            _ = try? sound?.pause()
            return first
        }
        guard let current else { return false }
        tell { $0.speechSynthesizer($1, didPause: current) }
        return true
    }

    /// Goes on with what was paused.
    ///
    /// - Returns: Whether something was paused.
    @discardableResult
    open func continueSpeaking() -> Bool {
        let current = lock.withLock { () -> (AVSpeechUtterance, TimeInterval)? in
            guard let first = queue.first, isHeld else { return nil }
            isHeld = false
            _ = try? sound?.play(at: nil)
            return (first, end.left)
        }
        guard let current else { return false }
        tell { $0.speechSynthesizer($1, didContinue: current.0) }
        wait(for: current.0, current.1)
        return true
    }

    private func tell(_ what: @escaping @Sendable (any AVSpeechSynthesizerDelegate, AVSpeechSynthesizer) -> Void) {
        DispatchQueue.main.async { [weak self] in
            if let self, let delegate = self.delegate { what(delegate, self) }
        }
    }
}

/// Who is told how a speaker gets on, on the main queue; every method may be left out.
public protocol AVSpeechSynthesizerDelegate: AnyObject {
    /// It begins with an utterance.
    func speechSynthesizer(_ synthesizer: AVSpeechSynthesizer, didStart utterance: AVSpeechUtterance)
    /// It has said an utterance.
    func speechSynthesizer(_ synthesizer: AVSpeechSynthesizer, didFinish utterance: AVSpeechUtterance)
    /// It is paused within an utterance.
    func speechSynthesizer(_ synthesizer: AVSpeechSynthesizer, didPause utterance: AVSpeechUtterance)
    /// It goes on with an utterance.
    func speechSynthesizer(_ synthesizer: AVSpeechSynthesizer, didContinue utterance: AVSpeechUtterance)
    /// It was stopped within an utterance.
    func speechSynthesizer(_ synthesizer: AVSpeechSynthesizer, didCancel utterance: AVSpeechUtterance)
    /// It is about to say a part of an utterance; never told, for nothing is said.
    func speechSynthesizer(
        _ synthesizer: AVSpeechSynthesizer, willSpeakRangeOfSpeechString characterRange: NSRange,
        utterance: AVSpeechUtterance)
}

extension AVSpeechSynthesizerDelegate {
    /// Nothing to do.
    public func speechSynthesizer(_ synthesizer: AVSpeechSynthesizer, didStart utterance: AVSpeechUtterance) {}
    /// Nothing to do.
    public func speechSynthesizer(_ synthesizer: AVSpeechSynthesizer, didFinish utterance: AVSpeechUtterance) {}
    /// Nothing to do.
    public func speechSynthesizer(_ synthesizer: AVSpeechSynthesizer, didPause utterance: AVSpeechUtterance) {}
    /// Nothing to do.
    public func speechSynthesizer(_ synthesizer: AVSpeechSynthesizer, didContinue utterance: AVSpeechUtterance) {}
    /// Nothing to do.
    public func speechSynthesizer(_ synthesizer: AVSpeechSynthesizer, didCancel utterance: AVSpeechUtterance) {}
    /// Nothing to do.
    public func speechSynthesizer(
        _ synthesizer: AVSpeechSynthesizer, willSpeakRangeOfSpeechString characterRange: NSRange,
        utterance: AVSpeechUtterance
    ) {}
}
