import AVFoundation
import AppleSession
import Foundation
import Scratch
import SessionDevice
import Testing

extension OnePhone {
    /// The files of a recorder, and the cases in which it writes none.
    @Suite
    struct RecorderTests {
        private let session = ProcessPhone.session
        private let told = Told()
        private let scratch = Scratch()
        private var url: URL { scratch.url.appending(path: "memo.wav") }
        private let settings: [String: Any] = [
            AVFormatIDKey: Int(kAudioFormatLinearPCM), AVSampleRateKey: 22_050.0, AVNumberOfChannelsKey: 1 as NSNumber,
            AVLinearPCMBitDepthKey: 16, AVLinearPCMIsFloatKey: false,
        ]

        init() throws {
            try ProcessPhone.reset()
            try session.setCategory(.playAndRecord, mode: .default, options: .defaultToSpeaker)
        }

        private func recorder() throws -> AVAudioRecorder {
            let recorder = try AVAudioRecorder(url: url, settings: settings)
            recorder.delegate = told
            return recorder
        }

        private func file() throws -> AVAudioFile { try AVAudioFile(forReading: url) }

        @Test("The file has the rate, the channels, the bits and the length that were asked for")
        func written() async throws {
            let recorder = try recorder()
            #expect(recorder.prepareToRecord() && FileManager.default.fileExists(atPath: url.path))
            #expect(recorder.record() && recorder.isRecording)
            #expect(session.currentRoute.inputs.map(\.portType) == [.builtInMic])
            try ProcessPhone.device.advance(by: 1)
            recorder.pause()
            #expect(!recorder.isRecording)
            try ProcessPhone.device.advance(by: 1)
            #expect(recorder.record())
            try ProcessPhone.device.advance(by: 0.5)
            recorder.stop()
            #expect(await told.next() == "recorded true, recording false")
            #expect(recorder.currentTime == 0)
            let file = try file()
            #expect(file.fileFormat.commonFormat == .pcmFormatInt16)
            #expect(file.fileFormat.sampleRate == 22_050 && file.fileFormat.channelCount == 1)
            #expect(abs(Double(file.length) - 1.5 * 22_050) <= 1)
            #expect(recorder.deleteRecording() && !FileManager.default.fileExists(atPath: url.path))
        }

        @Test("A recording of a certain length ends by itself, and has it exactly")
        func duration() async throws {
            let recorder = try recorder()
            #expect(recorder.record(forDuration: 0.5))
            try ProcessPhone.device.advance(by: 1)
            #expect(await told.next() == "recorded true, recording false")
            #expect(try file().length == 11_025)
        }

        @Test("An interruption that was over before it was made does not concern it, however late that is told")
        func toldLate() async throws {
            let gate = DispatchSemaphore(value: 0)
            let news = NewsObservation { [told] message in
                // What follows waits behind this one.
                if case .routeChanged(.newDeviceAvailable, _) = message { gate.wait() }
                if case .interruptionEnded = message { told.say("news") }
            }
            try session.setActive(true)
            try ProcessPhone.controls.connect(.headphones)
            try ProcessPhone.controls.call(.incoming)
            try ProcessPhone.controls.call(.declined)
            let recorder = try recorder()
            let player = try AVAudioPlayer(contentsOf: ProcessPhone.sound(60))
            player.delegate = told
            #expect(recorder.record() && player.play())
            gate.signal()
            #expect(await told.next() == "news")
            #expect(recorder.isRecording && player.isPlaying)
            recorder.stop()
            #expect(await told.next() == "recorded true, recording false")
            withExtendedLifetime(news) {}
        }

        @Test("An interruption stops it; it goes on in the same file")
        func interruption() async throws {
            let recorder = try recorder()
            #expect(recorder.record())
            try ProcessPhone.device.advance(by: 0.5)
            try ProcessPhone.controls.call(.incoming)
            #expect(await told.next() == "begin, recording false")
            #expect(!recorder.record(), "the phone rings")
            try ProcessPhone.device.advance(by: 1)
            try ProcessPhone.controls.call(.declined)
            #expect(await told.next() == "end 1")
            #expect(recorder.record())
            try ProcessPhone.device.advance(by: 0.5)
            recorder.stop()
            #expect(abs(Double(try file().length) - 22_050) <= 1)
        }

        @Test("What the person does not allow is silence, and no error")
        func denied() async throws {
            try ProcessPhone.controls.setRecordPermission(of: "app", to: .denied)
            defer { _ = try? ProcessPhone.controls.setRecordPermission(of: "app", to: .granted) }
            #expect(session.recordPermission == .denied)
            #expect(await AVAudioApplication.requestRecordPermission() == false)
            let recorder = try recorder()
            #expect(recorder.record())
            try ProcessPhone.device.advance(by: 0.5)
            recorder.stop()
            #expect(try file().length == 11_025)
        }

        @Test("Without an input, a file or a sound to describe it does not record, and says so")
        func refused() throws {
            try session.setCategory(.playback)
            #expect(try !recorder().record())
            try session.setCategory(.record)
            let nowhere = try AVAudioRecorder(url: URL(filePath: "/no/such/folder/x.wav"), settings: settings)
            #expect(!nowhere.prepareToRecord() && !nowhere.record() && !nowhere.isRecording)
            let bad: [String: Any] = [AVSampleRateKey: -1, AVNumberOfChannelsKey: 1_000]
            #expect(ProcessPhone.code { _ = try AVAudioRecorder(url: url, settings: bad) } == 1_718_449_215)
            let silent = try recorder()
            silent.stop()
            silent.pause()
            silent.updateMeters()
            #expect(silent.averagePower(forChannel: 99) == -160)
        }
    }
}
