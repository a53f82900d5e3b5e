internal import Foundation
internal import Synchronization

/// The samples of an utterance, made on the device's thread when it first asks for them. Silence where nothing speaks.
final class SpokenUtterance: Sendable {
    private enum State {
        case unknown
        case silent
        /// The next sample; below 0 in the pause before the first.
        case samples([Float], place: Int)
    }

    private let utterance: AVSpeechUtterance
    private let known: @Sendable (_ seconds: TimeInterval) -> Void
    private let state = Mutex(State.unknown)

    /// Describes an utterance.
    ///
    /// - Parameter known: Gets the length of its words once it is known; is not called for silence.
    init(_ utterance: AVSpeechUtterance, known: @escaping @Sendable (_ seconds: TimeInterval) -> Void) {
        (self.utterance, self.known) = (utterance, known)
    }

    /// Renders the next frames; one thread at a time.
    func render(_ samples: UnsafeMutableBufferPointer<Float>, _ frames: Int) -> Int {
        if case .unknown = state.withLock({ $0 }) { make() }
        return state.withLock { state in
            samples.update(repeating: 0)
            guard case .samples(let all, let place) = state else { return frames }
            let count = min(frames, all.count - place)
            for index in max(0, -place)..<max(0, -place, count) { samples[index] = all[place + index] }
            state = .samples(all, place: place + count)
            return count
        }
    }

    private func make() {
        guard let words = utterance.samples else { return state.withLock { $0 = .silent } }
        let before = Int(nearest: utterance.pauses.before * Double(SpeechFormat.rate))
        state.withLock { $0 = .samples(words, place: -before) }
        known(Double(words.count) / Double(SpeechFormat.rate))
    }
}
