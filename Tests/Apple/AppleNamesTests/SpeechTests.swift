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
            func speechSynthesizer(_ synthesizer: AVSpeechSynthesizer, didPause utterance: AVSpeechUtterance) {
                told.say("pause")
            }
            func speechSynthesizer(_ synthesizer: AVSpeechSynthesizer, didContinue utterance: AVSpeechUtterance) {
                told.say("continue")
            }
            func speechSynthesizer(_ synthesizer: AVSpeechSynthesizer, didCancel utterance: AVSpeechUtterance) {
                told.say("cancel")
            }
            func speechSynthesizer(
                _ synthesizer: AVSpeechSynthesizer, willSpeakRangeOfSpeechString range: NSRange,
                utterance: AVSpeechUtterance
            ) {
                told.say((utterance.speechString as NSString).substring(with: range))
            }
        }

        /// The samples that are passed for an utterance.
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
            // The noise in the voice and some samples of its length are drawn again each time.
            let ratio = loudness(quiet) / loudness(usual)
            #expect(abs(quiet.count - usual.count) < 200 && ratio > 0.2 && ratio < 0.3)
            let german = await written("Turn left at the next crossing") {
                $0.voice = AVSpeechSynthesisVoice(language: "de-DE")
            }
            #expect(abs(german.count - usual.count) > 500 && loudness(german) > 0.1)
        }

        /// Lets time pass until something is told; the samples come from another thread.
        private func next(_ delegate: Delegate) async throws -> String? {
            let isTold = Flag()
            let telling = Task {
                defer { isTold.raise() }
                return await delegate.told.next()
            }
            while !isTold.isRaised {
                _ = try ProcessPhone.device.listen(for: 0.01)
                await Task.yield()
            }
            return await telling.value
        }

        private final class Flag: Sendable {
            private let value = Atomic(false)
            var isRaised: Bool { value.load(ordering: .acquiring) }
            func raise() { value.store(true, ordering: .releasing) }
        }

        /// Lets time pass until speech is heard.
        private func hear() async throws {
            while loudness(try ProcessPhone.device.listen(for: 0.01)) < 0.01 { await Task.yield() }
        }

        private var isHeard: Bool { ProcessPhone.device.facts.heard.contains { $0.name.app == "app" } }

        @Test(
            "An utterance is heard as a sound of the app; its words are told in order, and its end when it has been heard"
        )
        func heard() async throws {
            let (speaker, delegate) = (AVSpeechSynthesizer(), Delegate())
            speaker.delegate = delegate
            let utterance = AVSpeechUtterance(string: "One two")
            utterance.postUtteranceDelay = 1
            speaker.speak(utterance)
            #expect(await delegate.told.next() == "start")
            try await hear()
            let begin = ProcessPhone.device.now
            #expect(isHeard && speaker.isSpeaking)
            for word in ["One", "two", "finish"] { #expect(try await next(delegate) == word) }
            #expect(
                ProcessPhone.device.now.length(since: begin).seconds > 1.3, "the words, and the pause behind them"
            )
            #expect(!speaker.isSpeaking)
        }

        @Test("An interruption pauses an utterance, and it goes on from there when the app continues it")
        func interruption() async throws {
            let (speaker, delegate) = (AVSpeechSynthesizer(), Delegate())
            speaker.delegate = delegate
            let numbers = ["One", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven"]
            speaker.speak(AVSpeechUtterance(string: numbers.joined(separator: " ")))
            #expect(await delegate.told.next() == "start")
            // A fixed time, and not the time until a word is told: words are told by the machine's clock, and all of
            // them may be heard before the first is told.
            try await hear()
            _ = try ProcessPhone.device.listen(for: 0.5)
            try ProcessPhone.controls.call(.incoming)
            #expect(!isHeard)
            // The words until then may be told later than they are heard.
            var said: [String] = []
            while let word = await delegate.told.next(), word != "pause" { said.append(word) }
            #expect(said.count < numbers.count)
            #expect(speaker.isPaused && speaker.isSpeaking)
            #expect(!speaker.pauseSpeaking(at: .immediate), "it is paused already")
            #expect(!speaker.continueSpeaking() && speaker.isPaused, "the phone rings")
            try ProcessPhone.device.advance(by: 20)
            try ProcessPhone.controls.call(.declined)
            try ProcessPhone.device.advance(by: 5)
            #expect(!isHeard && speaker.isPaused, "to go on is the app's affair")
            #expect(speaker.continueSpeaking() && !speaker.isPaused)
            #expect(await delegate.told.next() == "continue")
            while let word = try await next(delegate), word != "finish" { said.append(word) }
            #expect(said == numbers)
        }

        @Test("What the app pauses right behind an interruption's beginning, it can continue right behind its end")
        func pausedInside() async throws {
            let (speaker, delegate) = (AVSpeechSynthesizer(), Delegate())
            speaker.delegate = delegate
            speaker.speak(AVSpeechUtterance(string: "One and two and three and four and five and six"))
            #expect(await delegate.told.next() == "start")
            try await hear()
            try ProcessPhone.controls.call(.incoming)
            _ = speaker.pauseSpeaking(at: .word)
            try ProcessPhone.controls.call(.declined)
            #expect(speaker.continueSpeaking())
            var told: [String] = []
            while let word = try await next(delegate), word != "finish" { told.append(word) }
            #expect(told.filter { ["pause", "continue"].contains($0) } == ["pause", "continue"])
            #expect(told.last == "six")
        }

        @Test("An utterance that the policy does not let play is cancelled, and so are those that wait")
        func refused() async throws {
            let (speaker, delegate) = (AVSpeechSynthesizer(), Delegate())
            speaker.delegate = delegate
            try ProcessPhone.controls.call(.incoming)
            for text in ["One", "Two"] { speaker.speak(AVSpeechUtterance(string: text)) }
            for told in ["start", "cancel", "start", "cancel"] { #expect(await delegate.told.next() == told) }
            #expect(!speaker.isSpeaking)
            try ProcessPhone.controls.call(.declined)
        }
    }
}
