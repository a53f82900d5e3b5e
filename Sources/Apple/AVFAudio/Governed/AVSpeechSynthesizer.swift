// swift-format-ignore-file: AlwaysUseLowerCamelCase

internal import AppleSession
internal import CoreAudioTypes
public import Foundation

/// The place in an utterance at which speech is to stop or pause.
public enum AVSpeechBoundary: Int, Sendable {
    /// Speech ends at once.
    case immediate = 0
    /// Speech ends behind the word.
    case word = 1
}

/// Says one utterance after the other. Each takes its time as a sound of the app, so that session, ducking and delegate
/// behave as on the phone. It is heard where espeak-ng is installed and has its language; else it is silent. Any thread; the
/// delegate is told on the main queue.
open class AVSpeechSynthesizer: NSObject, @unchecked Sendable {
    private let lock = NSRecursiveLock()
    let kept = Kept()
    private weak var listener: (any AVSpeechSynthesizerDelegate)?
    private var queue: [AVSpeechUtterance] = []
    private var sound: (any BackendSound)?
    private var isHeld = false
    /// The moment at which the utterance will have been said, and the seconds that are left of it while it is paused.
    private var end: (date: Date, left: TimeInterval) = (Date(), 0)
    /// The length of the utterance with its pauses, in seconds: a guess until its samples are there.
    private var length: TimeInterval = 0
    private var turn = 0
    /// The words that are still to be said.
    private var words: [(range: NSRange, after: TimeInterval)] = []

    /// Creates a speaker that has nothing to say.
    public override init() { super.init() }

    deinit { _ = try? sound?.stop() }

    /// The delegate, which is told of the progress; not retained.
    open var delegate: (any AVSpeechSynthesizerDelegate)? {
        get { lock.withLock { listener } }
        set { lock.withLock { listener = newValue } }
    }

    /// Whether it speaks, or is paused within an utterance.
    open var isSpeaking: Bool { lock.withLock { !queue.isEmpty } }
    /// Whether it is paused.
    open var isPaused: Bool { lock.withLock { isHeld && !queue.isEmpty } }

    /// Says an utterance, behind those that wait. An utterance that is said or waits already ends the program, as on the
    /// phone.
    open func speak(_ utterance: AVSpeechUtterance) {
        let isKnown = lock.withLock { queue.contains { $0 === utterance } }
        precondition(!isKnown, "AVSpeechSynthesizer: an utterance is spoken once; make another AVSpeechUtterance.")
        let isFirst = lock.withLock {
            queue.append(utterance)
            return queue.count == 1
        }
        if isFirst { begin(utterance) }
    }

    private func begin(_ utterance: AVSpeechUtterance) {
        // The host is asked with no lock held.
        let spoken = SpokenUtterance(utterance) { [weak self] in self?.follow(utterance, spoken: $0) }
        let made = try? ProcessApp.shared.backend().sound(channels: 1, rate: SpeechFormat.rate) {
            spoken.render($0, $1)
        }
        lock.withLock { (sound, words, length) = (made, utterance.words, utterance.duration) }
        // Before it plays: the device's thread may know the true length at once.
        tell { $0.speechSynthesizer($1, didStart: utterance) }
        wait(for: utterance, utterance.duration)
        _ = try? made?.play(at: nil)
    }

    /// Takes the true length of the words, which are about to be heard.
    private func follow(_ utterance: AVSpeechUtterance, spoken seconds: TimeInterval) {
        let (before, after) = utterance.pauses
        let goesOn = lock.withLock {
            guard queue.first === utterance else { return false }
            let scale = utterance.spoken > 0 ? seconds / utterance.spoken : 1
            words = words.map { ($0.range, before + ($0.after - before) * scale) }
            length = before + seconds + after
            end.left = length
            return !isHeld
        }
        if goesOn { wait(for: utterance, before + seconds + after) }
    }

    /// Tells of each word when it is its turn, as long as nothing pauses or ends it.
    private func tellWords(of utterance: AVSpeechUtterance, turn: Int) {
        let spent = lock.withLock { length - max(0, end.date.timeIntervalSinceNow) }
        guard let next = lock.withLock({ words.first }) else { return }
        DispatchQueue.global().asyncAfter(deadline: .now() + max(0, next.after - spent)) { [weak self] in
            guard let self else { return }
            let isTurn = self.lock.withLock {
                guard self.turn == turn, !self.isHeld, !self.words.isEmpty else { return false }
                self.words.removeFirst()
                return true
            }
            guard isTurn else { return }
            self.tell { $0.speechSynthesizer($1, willSpeakRangeOfSpeechString: next.range, utterance: utterance) }
            self.tellWords(of: utterance, turn: turn)
        }
    }

    private func wait(for utterance: AVSpeechUtterance, _ seconds: TimeInterval) {
        let turn = lock.withLock {
            self.turn += 1
            end = (Date(timeIntervalSinceNow: seconds), seconds)
            return self.turn
        }
        tellWords(of: utterance, turn: turn)
        DispatchQueue.global().asyncAfter(deadline: .now() + seconds) { [weak self] in
            guard let self, self.lock.withLock({ self.turn == turn && !self.isHeld }) else { return }
            self.finish(utterance, wasSaid: true)
        }
    }

    private func finish(_ utterance: AVSpeechUtterance, wasSaid: Bool) {
        let (old, next, isFirst) = lock.withLock {
            let isFirst = queue.contains { $0 === utterance }
            defer { if isFirst { sound = nil } }
            queue.removeAll { $0 === utterance }
            return (isFirst ? sound : nil, queue.first, isFirst)
        }
        // Another thread has ended it meanwhile, and told so.
        guard isFirst else { return }
        _ = try? old?.stop()
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

    /// Hands over an utterance in buffers, on a thread that is not the main one, and at the end an empty one. They are
    /// silent where nothing speaks its language, and then as long as its words would take.
    open func write(_ utterance: AVSpeechUtterance, toBufferCallback bufferCallback: @escaping BufferCallback) {
        let format = SpeechFormat.format
        let callback = UncheckedCallback(call: bufferCallback)
        DispatchQueue.global().async {
            let samples = utterance.samples
            let frames = samples?.count ?? Int(nearest: utterance.spoken * format.sampleRate)
            for start in stride(from: 0, through: frames, by: 4_096) {
                let count = AVAudioFrameCount(min(4_096, frames - start))
                guard let buffer = AVAudioPCMBuffer(pcmFormat: format, frameCapacity: max(1, count)) else { return }
                buffer.frameLength = count
                if let samples, let data = buffer.floatChannelData?[0] {
                    for index in 0..<Int(count) { data[index] = samples[start + index] }
                }
                callback.call(buffer)
            }
            if frames % 4_096 != 0, let end = AVAudioPCMBuffer(pcmFormat: format, frameCapacity: 1) {
                callback.call(end)
            }
        }
    }

    /// Takes a piece of what is said.
    public typealias BufferCallback = (AVAudioBuffer) -> Void

    /// A closure that Apple's signature does not promise to be sendable, and that is called on one other thread, as there.
    private struct UncheckedCallback: @unchecked Sendable { let call: BufferCallback }

    /// Whether the app may speak by the person's own voice; there is none.
    open class var personalVoiceAuthorizationStatus: PersonalVoiceAuthorizationStatus { .unsupported }

    /// Asks for the person's own voice; there is none.
    @preconcurrency
    open class func requestPersonalVoiceAuthorization(
        completionHandler handler: @escaping @Sendable (PersonalVoiceAuthorizationStatus) -> Void
    ) {
        DispatchQueue.global().async { handler(.unsupported) }
    }

    /// Asks for the person's own voice; there is none.
    open class func requestPersonalVoiceAuthorization() async -> PersonalVoiceAuthorizationStatus { .unsupported }

    /// Whether an app may speak by the person's own voice.
    public enum PersonalVoiceAuthorizationStatus: UInt, Sendable {
        /// The person was not asked.
        case notDetermined = 0
        /// The person has refused.
        case denied = 1
        /// The device has no such voice.
        case unsupported = 2
        /// The person has allowed it.
        case authorized = 3
    }

    /// Never posted: it would tell that other voices can be had.
    public static let availableVoicesDidChangeNotification = NSNotification.Name(
        "AVSpeechSynthesisAvailableVoicesDidChangeNotification")

    private func tell(_ what: @escaping @Sendable (any AVSpeechSynthesizerDelegate, AVSpeechSynthesizer) -> Void) {
        DispatchQueue.main.async { [weak self] in
            if let self, let delegate = self.delegate { what(delegate, self) }
        }
    }
}

/// The delegate of a speaker, called on the main queue; every method may be left out.
public protocol AVSpeechSynthesizerDelegate: AnyObject {
    /// Called when the speaker begins with an utterance.
    func speechSynthesizer(_ synthesizer: AVSpeechSynthesizer, didStart utterance: AVSpeechUtterance)
    /// Called when the speaker has said an utterance.
    func speechSynthesizer(_ synthesizer: AVSpeechSynthesizer, didFinish utterance: AVSpeechUtterance)
    /// Called when the speaker is paused within an utterance.
    func speechSynthesizer(_ synthesizer: AVSpeechSynthesizer, didPause utterance: AVSpeechUtterance)
    /// Called when the speaker goes on with an utterance.
    func speechSynthesizer(_ synthesizer: AVSpeechSynthesizer, didContinue utterance: AVSpeechUtterance)
    /// Called when the speaker was stopped within an utterance.
    func speechSynthesizer(_ synthesizer: AVSpeechSynthesizer, didCancel utterance: AVSpeechUtterance)
    /// Called when the speaker is about to say a word of an utterance.
    func speechSynthesizer(
        _ synthesizer: AVSpeechSynthesizer, willSpeakRangeOfSpeechString characterRange: NSRange,
        utterance: AVSpeechUtterance)
}

extension AVSpeechSynthesizerDelegate {
    /// Does nothing.
    public func speechSynthesizer(_ synthesizer: AVSpeechSynthesizer, didStart utterance: AVSpeechUtterance) {}
    /// Does nothing.
    public func speechSynthesizer(_ synthesizer: AVSpeechSynthesizer, didFinish utterance: AVSpeechUtterance) {}
    /// Does nothing.
    public func speechSynthesizer(_ synthesizer: AVSpeechSynthesizer, didPause utterance: AVSpeechUtterance) {}
    /// Does nothing.
    public func speechSynthesizer(_ synthesizer: AVSpeechSynthesizer, didContinue utterance: AVSpeechUtterance) {}
    /// Does nothing.
    public func speechSynthesizer(_ synthesizer: AVSpeechSynthesizer, didCancel utterance: AVSpeechUtterance) {}
    /// Does nothing.
    public func speechSynthesizer(
        _ synthesizer: AVSpeechSynthesizer, willSpeakRangeOfSpeechString characterRange: NSRange,
        utterance: AVSpeechUtterance
    ) {}
}
