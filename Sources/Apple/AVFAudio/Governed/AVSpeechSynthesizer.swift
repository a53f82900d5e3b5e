// swift-format-ignore-file: AlwaysUseLowerCamelCase

internal import AppleSession
internal import CoreAudioTypes
public import Foundation

/// The position at which speech stops or pauses.
public enum AVSpeechBoundary: Int, Sendable {
    /// Speech stops immediately.
    case immediate = 0
    /// Speech stops after the current word.
    case word = 1
}

/// Speaks utterances one after the other.
/// || Each utterance is a sound of the app, so the session, ducking and interruptions apply to it, and the delegate learns of
/// words and ends when they are audible. An utterance is silent unless espeak-ng is installed and supports its language.
/// Members may be called on any thread; the delegate is called on the main queue.
open class AVSpeechSynthesizer: NSObject, @unchecked Sendable {
    private let lock = NSLock()
    let kept = Kept()
    private let listener = DelegateHolder<any AVSpeechSynthesizerDelegate>()
    private var queue: [AVSpeechUtterance] = []
    /// The sound of the current utterance, and the observation of its notices.
    private var sound: (any BackendSound)?
    private var observation: NewsObservation?
    private var isHeld = false
    /// The remaining words of the current utterance, each with its time.
    private var words: [(range: NSRange, after: TimeInterval)] = []
    /// The number of the current word alarm; older alarms are ignored.
    private var turn = 0

    /// Creates an idle synthesizer.
    public override init() { super.init() }

    deinit { _ = try? sound?.stop() }

    /// The delegate, not retained.
    open var delegate: (any AVSpeechSynthesizerDelegate)? {
        get { listener.delegate }
        set { listener.delegate = newValue }
    }

    /// Whether it is speaking or paused within an utterance.
    open var isSpeaking: Bool { lock.withLock { !queue.isEmpty } }
    /// Whether it is paused, by the app or by an interruption.
    open var isPaused: Bool { lock.withLock { isHeld && !queue.isEmpty } }

    /// Enqueues an utterance. It is cancelled if the policy does not let the app play. Enqueuing an utterance a second time
    /// before it has ended ends the program, as on the phone.
    open func speak(_ utterance: AVSpeechUtterance) {
        let (isKnown, isFirst) = lock.withLock {
            let isKnown = queue.contains { $0 === utterance }
            if !isKnown { queue.append(utterance) }
            return (isKnown, queue.count == 1)
        }
        precondition(!isKnown, "AVSpeechSynthesizer: an utterance is spoken once; make another AVSpeechUtterance.")
        if isFirst { begin(utterance) }
    }

    // No lock is held during calls to the host.
    private func begin(_ utterance: AVSpeechUtterance) {
        let spoken = SpokenUtterance(utterance) { [weak self] in self?.follow(utterance, spoken: $0) }
        do {
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
            // Asynchronously, because a long queue of refused utterances would otherwise overflow the stack.
            return ProcessApp.shared.enqueue(on: .global()) { [weak self] in self?.finish(utterance, wasSaid: false) }
        }
        tellWords(of: utterance)
    }

    /// Rescales the word times to the measured length of the speech.
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
            // If the program has resumed it in the meantime, it keeps speaking.
            if !sound.isPlaying { pauseSpeaking(at: .immediate) }
        default: break
        }
    }

    /// Sets the alarm for the next word, from the device's time and the sound's position.
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
                // A sound that waited for its samples lags behind the clock.
                guard sound.position >= word.after - 0.001 else { return }
                self.words.removeFirst()
                // Under the lock, so that no other thread reports the utterance's end first.
                self.tell(word.range, of: utterance)
            }
            if self.lock.withLock({ self.turn == next.turn }) { self.tellWords(of: utterance) }
        }
    }

    private func tell(_ range: NSRange, of utterance: AVSpeechUtterance) {
        tell { $0.speechSynthesizer($1, willSpeakRangeOfSpeechString: range, utterance: utterance) }
    }

    private func finish(_ utterance: AVSpeechUtterance, wasSaid: Bool) {
        // If another thread enqueues an utterance in the meantime, it finds an empty queue and begins by itself.
        let old = lock.withLock {
            () -> (sound: (any BackendSound)?, observation: NewsObservation?, next: AVSpeechUtterance?)? in
            // Another thread may already have ended and reported it.
            guard queue.first === utterance else { return nil }
            queue.removeFirst()
            turn += 1
            if wasSaid {
                // The end may be reported before the alarm of the last word.
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

    /// Stops speaking and empties the queue.
    ///
    /// - Returns: Whether it was speaking.
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

    /// Pauses speech, as an interruption also does.
    ///
    /// - Returns: Whether it was speaking.
    @discardableResult
    open func pauseSpeaking(at boundary: AVSpeechBoundary) -> Bool {
        let current = lock.withLock { () -> (AVSpeechUtterance, (any BackendSound)?)? in
            guard let first = queue.first, !isHeld else { return nil }
            isHeld = true
            turn += 1
            // Under the lock, so that no other thread reports a resumption first.
            tell { $0.speechSynthesizer($1, didPause: first) }
            return (first, sound)
        }
        guard let (utterance, sound) = current else { return false }
        _ = try? sound?.pause()
        // Another thread may have resumed it before the sound was paused.
        if lock.withLock({ queue.first === utterance && !isHeld }) { _ = try? sound?.play(at: nil) }
        return true
    }

    /// Resumes speech that the app or an interruption has paused.
    ///
    /// - Returns: Whether speech was paused and the policy lets the app play.
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

    /// Passes an utterance to a closure in buffers, the last one empty, on a background thread. If no voice supports its
    /// language, the buffers are silent and have the estimated length of the speech.
    open func write(_ utterance: AVSpeechUtterance, toBufferCallback bufferCallback: @escaping BufferCallback) {
        let format = SpeechFormat.format
        nonisolated(unsafe) let bufferCallback = bufferCallback
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
                bufferCallback(buffer)
            }
            if frames % 4_096 != 0, let end = AVAudioPCMBuffer(pcmFormat: format, frameCapacity: 1) {
                bufferCallback(end)
            }
        }
    }

    /// Receives a buffer of an utterance.
    public typealias BufferCallback = (AVAudioBuffer) -> Void

    /// A closure that Apple's signature does not declare `Sendable`; it is called on one other thread.

    private func tell(_ what: @escaping @Sendable (any AVSpeechSynthesizerDelegate, AVSpeechSynthesizer) -> Void) {
        listener.tell(of: self) { what($1, $0) }
    }
}

/// The delegate of a synthesizer, called on the main queue. Every method is optional.
public protocol AVSpeechSynthesizerDelegate: AnyObject {
    /// Called when an utterance begins.
    func speechSynthesizer(_ synthesizer: AVSpeechSynthesizer, didStart utterance: AVSpeechUtterance)
    /// Called when an utterance has been spoken to its end.
    func speechSynthesizer(_ synthesizer: AVSpeechSynthesizer, didFinish utterance: AVSpeechUtterance)
    /// Called when an utterance is paused.
    func speechSynthesizer(_ synthesizer: AVSpeechSynthesizer, didPause utterance: AVSpeechUtterance)
    /// Called when an utterance resumes.
    func speechSynthesizer(_ synthesizer: AVSpeechSynthesizer, didContinue utterance: AVSpeechUtterance)
    /// Called when an utterance is cancelled.
    func speechSynthesizer(_ synthesizer: AVSpeechSynthesizer, didCancel utterance: AVSpeechUtterance)
    /// Called before a word of an utterance is spoken.
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
