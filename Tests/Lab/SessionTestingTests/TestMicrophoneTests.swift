#if !os(macOS)
    import AVFAudio
    import Foundation
    import SessionOracle
    import SessionPolicy
    import Testing

    @testable import SessionTesting

    /// A WAV file in place of the microphone.
    final class TestMicrophoneTests {
        private var files: [URL] = []

        deinit { for file in files { try? FileManager.default.removeItem(at: file) } }

        /// The path of a WAV file whose frames hold their number, which fits into 16 bits.
        private func file(
            rate: Int = 1_000, channels: Int = 1, frames: Int, tag: Int = 1, bits: Int = 16
        ) throws -> String {
            let bytes = frames * channels * bits / 8
            var data = Data()
            func add(_ number: Int, bytes count: Int) {
                for byte in 0..<count { data.append(UInt8(truncatingIfNeeded: number >> (8 * byte))) }
            }
            data += Data("RIFF".utf8)
            add(36 + bytes, bytes: 4)
            data += Data("WAVEfmt ".utf8)
            let fields = [
                (16, 4), (tag, 2), (channels, 2), (rate, 4), (rate * channels * bits / 8, 4), (4, 2), (bits, 2),
            ]
            for (number, count) in fields { add(number, bytes: count) }
            data += Data("data".utf8)
            add(bytes, bytes: 4)
            for frame in 0..<frames { for _ in 0..<channels { add(frame << (bits - 16), bytes: bits / 8) } }
            let url = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).wav")
            try data.write(to: url)
            files.append(url)
            return url.path
        }

        /// Samples as the numbers of their frames.
        private func numbers(_ recorder: TestRecorder) -> [Int] { recorder.samples.map { Int($0 * 0x1p15) } }

        @Test("Frames come in virtual time, none come during a call, and silence follows the end")
        func recording() throws {
            let phone = TestPhone(microphone: try file(frames: 3_000))
            try phone.session.setCategory(.playAndRecord)
            let recorder = phone.recorder()
            phone.device.advance(by: .seconds(5))
            #expect(recorder.samples == [])
            recorder.record()
            phone.device.advance(by: .seconds(1))
            #expect(numbers(recorder) == Array(0..<1_000))
            phone.device.ring()
            phone.device.advance(by: .seconds(1))
            #expect(numbers(recorder) == Array(0..<1_000))
            phone.device.decline()
            recorder.record()
            phone.device.advance(by: .seconds(2))
            #expect(numbers(recorder) == Array(0..<1_000) + Array(2_000..<3_000) + [Int](repeating: 0, count: 1_000))
        }

        @Test("A muted input hears silence while the file goes on")
        func mutedInput() throws {
            let phone = TestPhone(microphone: try file(frames: 3_000))
            try phone.session.setCategory(.record)
            let recorder = phone.recorder()
            recorder.record()
            phone.device.perform("app", .setInputMuted(true))
            phone.device.advance(by: .seconds(1))
            phone.device.perform("app", .setInputMuted(false))
            phone.device.advance(by: .seconds(1))
            #expect(numbers(recorder) == [Int](repeating: 0, count: 1_000) + Array(1_000..<2_000))
        }

        @Test("Eight channels of 96 kHz become one, at the file's own rate", arguments: [16, 24, 32])
        func manyChannels(bits: Int) throws {
            let phone = TestPhone(microphone: try file(rate: 96_000, channels: 8, frames: 960, bits: bits))
            #expect(phone.microphoneRate == 96_000)
            try phone.session.setCategory(.record)
            let recorder = phone.recorder()
            recorder.record()
            phone.device.advance(by: .milliseconds(5))
            #expect(numbers(recorder) == Array(0..<480))
        }

        @Test("A phone without a file records silence")
        func silence() throws {
            let phone = TestPhone()
            try phone.session.setCategory(.record)
            let recorder = phone.recorder()
            recorder.record()
            phone.device.advance(by: .seconds(1))
            #expect(phone.microphoneRate == 48_000 && recorder.samples == [Float](repeating: 0, count: 48_000))
        }

        @Test("A file that is missing, empty, no WAV file or compressed is reported, and the test goes on")
        func badFiles() throws {
            let text = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).wav")
            try Data("no sound".utf8).write(to: text)
            files.append(text)
            let cases = [
                ("none.wav", "there is no such file"), (try file(frames: 0), "it holds no sound: its length is zero"),
                (text.path, "it is not a WAV file"), (try file(frames: 10, tag: 2), "its samples are not linear PCM"),
            ]
            for (path, sentence) in cases {
                withKnownIssue {
                    let phone = TestPhone(microphone: path)
                    #expect(phone.microphoneRate == 48_000)
                } matching: { issue in
                    issue.comments.contains { $0.rawValue.contains("microphone: \(path): \(sentence)") }
                }
            }
        }
    }
#endif
