import AVFoundation
import Foundation
import SessionDevice
import SoundFiles
import Synchronization
import Testing

extension OnePhone {
    /// Speech that is heard.
    @Suite(.enabled(if: SpokenText.isAvailable, "espeak-ng is not installed: make speech"))
    struct SpeechTests {
        init() throws {
            try ProcessPhone.reset()
            try ProcessPhone.session.setCategory(.playback)
        }

        private final class Delegate: AVSpeechSynthesizerDelegate, Sendable {
            let told = Told()
            func speechSynthesizer(_ synthesizer: AVSpeechSynthesizer, didStart utterance: AVSpeechUtterance) {
                told.say("start")
            }
            func speechSynthesizer(_ synthesizer: AVSpeechSynthesizer, didFinish utterance: AVSpeechUtterance) {
                told.say("finish")
            }
            func speechSynthesizer(
                _ synthesizer: AVSpeechSynthesizer, willSpeakRangeOfSpeechString range: NSRange,
                utterance: AVSpeechUtterance
            ) {
                told.say((utterance.speechString as NSString).substring(with: range))
            }
        }

        /// The samples that are handed over for an utterance.
        private func written(_ text: String, _ adjust: (AVSpeechUtterance) -> Void = { _ in }) async -> [Float] {
            let utterance = AVSpeechUtterance(string: text)
            utterance.voice = AVSpeechSynthesisVoice(language: "en-US")
            adjust(utterance)
            let pieces = AsyncStream<[Float]> { continuation in
                AVSpeechSynthesizer().write(utterance) { buffer in
                    guard let buffer = buffer as? AVAudioPCMBuffer, buffer.frameLength > 0,
                        let data = buffer.floatChannelData?[0]
                    else { return continuation.finish() }
                    continuation.yield((0..<Int(buffer.frameLength)).map { data[$0] })
                }
            }
            var samples: [Float] = []
            for await piece in pieces { samples += piece }
            return samples
        }

        private func loudness(_ samples: [Float]) -> Float { samples.map(abs).max() ?? 0 }

        @Test("A text is written as it is spoken: in its language, as fast and as loud as is wanted")
        func written() async throws {
            let usual = await written("Turn left at the next crossing")
            #expect(usual.count > 22_050 && loudness(usual) > 0.1)
            let fast = await written("Turn left at the next crossing") { $0.rate = 0.75 }
            #expect(fast.count < usual.count * 4 / 5)
            let quiet = await written("Turn left at the next crossing") { $0.volume = 0.25 }
            // The noise in the voice and some samples of its length are drawn anew each time.
            let ratio = loudness(quiet) / loudness(usual)
            #expect(abs(quiet.count - usual.count) < 200 && ratio > 0.2 && ratio < 0.3)
            let german = await written("Turn left at the next crossing") {
                $0.voice = AVSpeechSynthesisVoice(language: "de-DE")
            }
            #expect(abs(german.count - usual.count) > 500 && loudness(german) > 0.1)
        }

        @Test(
            "An utterance is heard as a sound of the app, its words are told in order, and an interruption silences it")
        func heard() async throws {
            let (speaker, delegate) = (AVSpeechSynthesizer(), Delegate())
            speaker.delegate = delegate
            speaker.speak(AVSpeechUtterance(string: "One two"))
            #expect(await delegate.told.next() == "start")
            // The samples come from another thread.
            while loudness(try ProcessPhone.device.listen(for: 0.01)) < 0.01 { await Task.yield() }
            #expect(ProcessPhone.device.facts.heard.contains { $0.name.app == "app" })
            for word in ["One", "two", "finish"] { #expect(await delegate.told.next() == word) }
            speaker.speak(AVSpeechUtterance(string: "One two three four five six seven eight nine ten"))
            while loudness(try ProcessPhone.device.listen(for: 0.01)) < 0.01 { await Task.yield() }
            try ProcessPhone.controls.call(.incoming)
            #expect(!ProcessPhone.device.facts.heard.contains { $0.name.app == "app" })
            try ProcessPhone.controls.call(.declined)
            speaker.stopSpeaking(at: .immediate)
        }
    }
}
