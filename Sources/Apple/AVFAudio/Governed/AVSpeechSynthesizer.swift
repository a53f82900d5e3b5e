// swift-format-ignore-file: AlwaysUseLowerCamelCase

internal import AppleSession
internal import CoreAudioTypes
public import Foundation

/// The place in an utterance at which speech is to stop or pause.
public enum AVSpeechBoundary: Int, Sendable {
    /// Speech ends immediately.
    case immediate = 0
    /// Speech ends behind the word.
    case word = 1
}

/// Says one utterance after the other. Each is a sound of the app, so that session, ducking, interruptions and delegate
/// behave as on the phone: it is told of its words and its end when they are heard. It is heard where espeak-ng is
/// installed and has its language; else it is silent. Any thread; the delegate is told on the main queue.
open class AVSpeechSynthesizer: NSObject, @unchecked Sendable {
    private let lock = NSLock()
    let kept = Kept()
    private weak var listener: (any AVSpeechSynthesizerDelegate)?
    private var queue: [AVSpeechUtterance] = []
    /// The sound of the first utterance, and the observation of the notices that concern it.
    private var sound: (any BackendSound)?
    private var observation: NewsObservation?
    private var isHeld = false
    /// The words that are still to be said, each with its time in the utterance.
    private var words: [(range: NSRange, after: TimeInterval)] = []
    /// The number of the alarm for the next word; an earlier one comes to nothing.
    private var turn = 0

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
    /// Whether it is paused, by the app or by an interruption.
    open var isPaused: Bool { lock.withLock { isHeld && !queue.isEmpty } }

    /// Says an utterance, behind those that wait; it is cancelled where the policy does not let the app play. An
    /// utterance that is said or waits already ends the program, as on the phone.
    open func speak(_ utterance: AVSpeechUtterance) {
        let (isKnown, isFirst) = lock.withLock {
            let isKnown = queue.contains { $0 === utterance }
            if !isKnown { queue.append(utterance) }
            return (isKnown, queue.count == 1)
        }
        precondition(!isKnown, "AVSpeechSynthesizer: an utterance is spoken once; make another AVSpeechUtterance.")
        if isFirst { begin(utterance) }
    }

    // The host is asked with no lock held.
    private func begin(_ utterance: AVSpeechUtterance) {
        let spoken = SpokenUtterance(utterance) { [weak self] in self?.follow(utterance, spoken: $0) }
        do throws(DeviceFailure) {
            let made = try ProcessApp.shared.backend().sound(channels: 1, rate: SpeechFormat.rate) {
                spoken.render($0, $1)
            }
            let observed = NewsObservation { [weak self] in self?.handle($0, of: utterance, made) }
            let isWanted = lock.withLock {
                guard queue.first === utterance else { return false }
                (sound, observation, words) = (made, observed, utterance.words)
                return true
            }
            guard isWanted else { return }
            tell { $0.speechSynthesizer($1, didStart: utterance) }
            try made.play(at: nil)
            // The app may have paused it before it was played.
            if isPaused { try made.pause() }
        } catch {
            // Those that wait may be refused likewise, and are many: each from the bottom of a stack.
            return DispatchQueue.global().async { [weak self] in self?.finish(utterance, wasSaid: false) }
        }
        tellWords(of: utterance)
    }

    /// Takes the true length of the words, which are about to be heard.
    private func follow(_ utterance: AVSpeechUtterance, spoken seconds: TimeInterval) {
        let before = utterance.pauses.before
        lock.withLock {
            guard queue.first === utterance, utterance.spoken > 0 else { return }
            let scale = seconds / utterance.spoken
            words = words.map { ($0.range, before + ($0.after - before) * scale) }
        }
        tellWords(of: utterance)
    }

    private func handle(_ message: AppNotice.Message, of utterance: AVSpeechUtterance, _ sound: any BackendSound) {
        switch message {
        case .soundFinished(sound.name): finish(utterance, wasSaid: true)
        case .soundFailed(sound.name, _): finish(utterance, wasSaid: false)
        case .mediaServicesWereLost: stopSpeaking(at: .immediate)
        case .interruptionBegan, .becameInactive:
            // A program that has gone on with it by the time at which it is told keeps it running.
            if !sound.isPlaying { pauseSpeaking(at: .immediate) }
        default: break
        }
    }

    /// Sets the alarm for the next word, by the device's time and the place of the sound.
    private func tellWords(of utterance: AVSpeechUtterance) {
        let next = lock.withLock { () -> (turn: Int, wait: TimeInterval)? in
            turn += 1
            guard queue.first === utterance, !isHeld, let sound, let word = words.first else { return nil }
            return (turn, word.after - sound.position)
        }
        guard let next, let backend = try? ProcessApp.shared.backend() else { return }
        backend.after(max(0, next.wait)) { [weak self] in
            guard let self else { return }
            self.lock.withLock {
                guard self.turn == next.turn, let sound = self.sound, let word = self.words.first else { return }
                // A sound that had to wait for its samples is behind the clock.
                guard sound.position >= word.after - 0.001 else { return }
                self.words.removeFirst()
                // Before another thread can end the utterance, and tell of that.
                self.tell(word.range, of: utterance)
            }
            if self.lock.withLock({ self.turn == next.turn }) { self.tellWords(of: utterance) }
        }
    }

    private func tell(_ range: NSRange, of utterance: AVSpeechUtterance) {
        tell { $0.speechSynthesizer($1, willSpeakRangeOfSpeechString: range, utterance: utterance) }
    }

    private func finish(_ utterance: AVSpeechUtterance, wasSaid: Bool) {
        // An utterance that another thread says meanwhile finds the queue empty behind what is told here, and begins itself.
        let old = lock.withLock {
            () -> (sound: (any BackendSound)?, observation: NewsObservation?, next: AVSpeechUtterance?)? in
            // Another thread may have ended it meanwhile, and told so.
            guard queue.first === utterance else { return nil }
            queue.removeFirst()
            turn += 1
            if wasSaid {
                // The device may tell of the end before the alarm of the last word.
                for word in words { tell(word.range, of: utterance) }
                tell { $0.speechSynthesizer($1, didFinish: utterance) }
            } else {
                tell { $0.speechSynthesizer($1, didCancel: utterance) }
            }
            defer { (sound, observation, words) = (nil, nil, []) }
            return (sound, observation, queue.first)
        }
        guard let old else { return }
        if !wasSaid { _ = try? old.sound?.stop() }
        if let next = old.next { begin(next) }
    }

    /// Ends what is said, and forgets what waits.
    ///
    /// - Returns: Whether something was said.
    @discardableResult
    open func stopSpeaking(at boundary: AVSpeechBoundary) -> Bool {
        let current = lock.withLock {
            (queue, isHeld) = (Array(queue.prefix(1)), false)
            return queue.first
        }
        guard let current else { return false }
        finish(current, wasSaid: false)
        return true
    }

    /// Pauses what is said. An interruption does so, too.
    ///
    /// - Returns: Whether something was said.
    @discardableResult
    open func pauseSpeaking(at boundary: AVSpeechBoundary) -> Bool {
        let current = lock.withLock { () -> (AVSpeechUtterance, (any BackendSound)?)? in
            guard let first = queue.first, !isHeld else { return nil }
            isHeld = true
            turn += 1
            // Before another thread can continue it, and tell of that.
            tell { $0.speechSynthesizer($1, didPause: first) }
            return (first, sound)
        }
        guard let (utterance, sound) = current else { return false }
        _ = try? sound?.pause()
        // Another thread may have continued it before the sound was paused.
        if lock.withLock({ queue.first === utterance && !isHeld }) { _ = try? sound?.play(at: nil) }
        return true
    }

    /// Goes on with what was paused, by the app or by an interruption.
    ///
    /// - Returns: Whether something was paused, and the policy lets the app play.
    @discardableResult
    open func continueSpeaking() -> Bool {
        let current = lock.withLock { () -> (AVSpeechUtterance, any BackendSound)? in
            guard isHeld, let first = queue.first, let sound else { return nil }
            isHeld = false
            return (first, sound)
        }
        guard let (utterance, sound) = current else { return false }
        guard (try? sound.play(at: nil)) != nil else {
            lock.withLock { if queue.first === utterance { isHeld = true } }
            return false
        }
        tell { $0.speechSynthesizer($1, didContinue: utterance) }
        tellWords(of: utterance)
        return true
    }

    /// Hands over an utterance in buffers, on a thread that is not the main one, and at the end an empty one. They are
    /// silent if nothing speaks its language, and then as long as its words would take.
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
    /// Called when the speaker continues with an utterance.
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
