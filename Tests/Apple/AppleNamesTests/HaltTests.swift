import AVFoundation
import Foundation
import SessionDevice
import SessionPhone
import Synchronization
import Testing

extension OnePhone {
    /// A halted player or recorder says so of itself, by whatever cause it was halted.
    @Suite
    struct HaltTests {
        private let session = ProcessPhone.session
        private let url: URL
        private let player: AVAudioPlayer
        private let recorder: AVAudioRecorder
        private let engine = AVAudioEngine()
        private let node = AVAudioPlayerNode()
        private let film: AVPlayer

        init() throws {
            try ProcessPhone.reset()
            try session.setCategory(.playAndRecord)
            url = try ProcessPhone.sound(30)
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
                #expect(ProcessPhone.code { try session.setActive(false) } == nil)
                #expect(states == [false, false, false, false])
            }
            end()
        }

        @Test("The loss of the media server halts them all, and none of them can be started again")
        func serverDies() async throws {
            let ear = Ear(AVAudioSession.mediaServicesWereLostNotification)
            try start()
            try ProcessPhone.controls.mediaServices(.lost)
            _ = await ear.next()
            #expect(states == [false, false, false, false])
            #expect(
                ProcessPhone.code { try session.setActive(true) }
                    == AVAudioSession.ErrorCode.mediaServicesFailed.rawValue)
            try ProcessPhone.controls.mediaServices(.reset)
            #expect(session.category == .soloAmbient)
            try session.setCategory(.playAndRecord)
            let refused = Mutex(0)
            ProcessPhone.device.watch { news in
                if case .app(_, .playLost)? = news.event { refused.withLock { $0 += 1 } }
            }
            film.play()
            #expect(refused.withLock { $0 } == 1, "the device knows of it, as of a player of a file")
            #expect(!player.play() && !player.prepareToPlay() && !recorder.record() && film.rate == 0)
            #expect(refused.withLock { $0 } == 2)
            #expect(ProcessPhone.code { try engine.start() } == AVAudioSession.ErrorCode.mediaServicesFailed.rawValue)
            let again = try AVAudioPlayer(contentsOf: url)
            #expect(again.play() && again.isPlaying)
            again.stop()
            end()
        }

        @Test("An engine stops where its route gets another format, and can be started again")
        func configuration() async throws {
            let (told, telling) = AsyncStream.makeStream(of: [Bool].self)
            let observer = NotificationCenter.default.addObserver(
                forName: .AVAudioEngineConfigurationChange, object: engine, queue: nil
            ) { [node] in
                guard let engine = $0.object as? AVAudioEngine else { return }
                telling.yield([engine.isRunning, node.isPlaying, engine.attachedNodes.contains(node)])
            }
            var notices = told.makeAsyncIterator()
            // From one channel of the receiver to two of the headphones; and ports that stay, with another configuration.
            let changes: [() throws -> Void] = [
                { _ = try ProcessPhone.controls.connect(.headphones) },
                { _ = try ProcessPhone.controls.changeRouteConfiguration() },
            ]
            for change in changes {
                try engine.start()
                node.play()
                #expect(engine.isRunning && node.isPlaying)
                try change()
                #expect(await notices.next() == [false, false, true])
            }
            try engine.start()
            #expect(engine.isRunning)
            NotificationCenter.default.removeObserver(observer)
            end()
        }

        @Test("An engine that hears goes on when it is told only now of the route that it was started on")
        func lateRoute() async throws {
            try session.setActive(false)
            try session.setCategory(.playback)
            let hearing = AVAudioEngine()
            hearing.inputNode.installTap(onBus: 0, bufferSize: 4_096, format: nil) { _, _ in }
            for _ in 0..<20 {
                let route = Ear(AVAudioSession.routeChangeNotification)
                // The microphone comes with it; the notice does so on a thread of its own.
                try session.setCategory(.playAndRecord)
                try session.setActive(true)
                try hearing.start()
                #expect(await route.next() != nil)
                #expect(hearing.isRunning)
                hearing.stop()
                try session.setActive(false)
                try session.setCategory(.playback)
            }
            end()
        }

        @Test("An engine goes on where its route changes and keeps its format, and one that is rendered by hand always")
        func sameFormat() async throws {
            try session.setCategory(.playback)
            let route = Ear(AVAudioSession.routeChangeNotification)
            let byHand = AVAudioEngine()
            let format = try #require(AVAudioFormat(standardFormatWithSampleRate: 48_000, channels: 2))
            _ = byHand.mainMixerNode
            try byHand.enableManualRenderingMode(.offline, format: format, maximumFrameCount: 512)
            try byHand.start()
            try engine.start()
            node.play()
            // Two channels of the loudspeaker, two of the headphones.
            try ProcessPhone.controls.connect(.headphones)
            #expect(await route.next() != nil)
            #expect(engine.isRunning && node.isPlaying && byHand.isRunning)
            try ProcessPhone.controls.changeRouteConfiguration()
            // What the test before has changed may be told only now.
            let configuration = AVAudioSession.RouteChangeReason.routeConfigurationChange.rawValue
            while let heard = await route.next(),
                heard.info[AVAudioSessionRouteChangeReasonKey] as? UInt != configuration
            {}
            #expect(!engine.isRunning && byHand.isRunning)
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
