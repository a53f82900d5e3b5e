internal import Foundation
internal import Synchronization

/// The samples of an utterance with its pauses, synthesized when the device first asks for them. Silent if no voice is
/// available.
final class SpokenUtterance: Sendable {
    private struct Samples {
        let words: [Float]
        /// The number of frames before the words.
        let before: Int
        /// The number of frames, including both pauses.
        let total: Int
        var place = 0
    }

    private let utterance: AVSpeechUtterance
    private let known: @Sendable (_ seconds: TimeInterval) -> Void
    private let state = Mutex<Samples?>(nil)

    /// Creates the samples of an utterance, without synthesizing them yet.
    /// - Parameter known: Called with the length of the speech once it is known; not called for silence.
    init(_ utterance: AVSpeechUtterance, known: @escaping @Sendable (_ seconds: TimeInterval) -> Void) {
        (self.utterance, self.known) = (utterance, known)
    }

    /// Renders the next frames, on one thread at a time. Returns 0 at the end.
    func render(_ samples: UnsafeMutableBufferPointer<Float>, _ frames: Int) -> Int {
        if state.withLock({ $0 == nil }) { make() }
        return state.withLock { state in
            guard let all = state else { return 0 }
            let count = min(frames, all.total - all.place)
            for index in 0..<count {
                let word = all.place + index - all.before
                samples[index] = all.words.indices.contains(word) ? all.words[word] : 0
            }
            state?.place += count
            return count
        }
    }

    private func make() {
        func frames(_ seconds: TimeInterval) -> Int { Int(nearest: seconds * Double(SpeechFormat.rate)) }
        let (words, pauses) = (utterance.samples, utterance.pauses)
        let (before, length) = (frames(pauses.before), words?.count ?? frames(utterance.spoken))
        state.withLock {
            $0 = Samples(words: words ?? [], before: before, total: before + length + frames(pauses.after))
        }
        if words != nil { known(Double(length) / Double(SpeechFormat.rate)) }
    }
}
