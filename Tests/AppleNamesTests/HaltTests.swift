import AVFoundation
import Foundation
import SessionDevice
import Testing

extension OnePhone {
    /// What plays and records says so of itself, whoever has halted it.
    @Suite
    struct HaltTests {
        private let session = Phone.session
        private let url: URL
        private let player: AVAudioPlayer
        private let recorder: AVAudioRecorder
        private let engine = AVAudioEngine()
        private let node = AVAudioPlayerNode()
        private let film: AVPlayer

        init() throws {
            try Phone.reset()
            try session.setCategory(.playAndRecord)
            url = try Phone.sound(30)
            player = try AVAudioPlayer(contentsOf: url)
            recorder = try AVAudioRecorder(
                url: url.appendingPathExtension("wav"), settings: [AVSampleRateKey: 16_000, AVNumberOfChannelsKey: 1])
            film = AVPlayer(url: url)
            engine.attach(node)
            engine.connect(node, to: engine.mainMixerNode, format: nil)
        }

        private func start() throws {
            #expect(player.play() && recorder.record())
            try engine.start()
            film.play()
        }

        private func end() {
            player.stop()
            recorder.stop()
            engine.stop()
            film.pause()
        }

        private var states: [Bool] { [player.isPlaying, recorder.isRecording, engine.isRunning, film.rate == 1] }

        @Test("A session that is deactivated under them halts them all, and each can be started again")
        func busy() throws {
            for _ in 0..<2 {
                try start()
                #expect(states == [true, true, true, true])
                #expect(Phone.code { try session.setActive(false) } == AVAudioSession.ErrorCode.isBusy.rawValue)
                #expect(states == [false, false, false, false])
            }
            end()
        }

        @Test("The loss of the media server halts them all, and none of them can be started again")
        func serverDies() async throws {
            let ear = Ear(AVAudioSession.mediaServicesWereLostNotification)
            try start()
            try Phone.controls.mediaServices(.lost)
            _ = await ear.next()
            #expect(states == [false, false, false, false])
            #expect(Phone.code { try session.setActive(true) } == AVAudioSession.ErrorCode.mediaServicesFailed.rawValue)
            try Phone.controls.mediaServices(.reset)
            #expect(session.category == .soloAmbient)
            try session.setCategory(.playAndRecord)
            film.play()
            #expect(!player.play() && !player.prepareToPlay() && !recorder.record() && film.rate == 0)
            #expect(Phone.code { try engine.start() } == AVAudioSession.ErrorCode.mediaServicesFailed.rawValue)
            let again = try AVAudioPlayer(contentsOf: url)
            #expect(again.play() && again.isPlaying)
            again.stop()
            end()
        }

        @Test("An engine is told of another configuration of its route, and goes on")
        func configuration() async throws {
            let (told, telling) = AsyncStream.makeStream(of: Bool.self)
            let observer = NotificationCenter.default.addObserver(
                forName: .AVAudioEngineConfigurationChange, object: engine, queue: nil
            ) { telling.yield(($0.object as? AVAudioEngine)?.isRunning ?? false) }
            try engine.start()
            try Phone.controls.changeRouteConfiguration()
            for await isRunning in told {
                #expect(isRunning)
                break
            }
            // From one channel of the receiver to two of the headphones.
            try Phone.controls.connect(.headphones)
            for await isRunning in told {
                #expect(isRunning)
                break
            }
            NotificationCenter.default.removeObserver(observer)
            end()
        }

        @Test("Settings hold numbers that are whatever a program takes them for")
        func numbers() throws {
            let settings = player.settings
            #expect(settings[AVSampleRateKey] as? Int == 48_000 && settings[AVSampleRateKey] as? Double == 48_000)
            #expect(settings[AVFormatIDKey] as? UInt32 == kAudioFormatLinearPCM && settings[AVFormatIDKey] is NSNumber)
            #expect(settings[AVNumberOfChannelsKey] as? Int == 2 && settings[AVLinearPCMIsFloatKey] as? Bool != nil)
            #expect(recorder.settings[AVSampleRateKey] as? Double == 16_000)
        }
    }
}
