import AVFoundation
import CallKit
import Foundation
import MediaPlayer
import Scratch
import SessionDevice
import SessionOracle
import SessionPolicy
import SessionTestingAVFoundation
import Synchronization
import Testing

/// A music player as it is written for iOS: it knows of no test.
final class SongPlayer: NSObject, AVAudioPlayerDelegate, @unchecked Sendable {
    let player: AVAudioPlayer
    private(set) var shows = false
    private(set) var ends = 0
    private var goesOn = false

    init(_ url: URL) throws {
        player = try AVAudioPlayer(contentsOf: url)
        super.init()
        player.delegate = self
        try AVAudioSession.sharedInstance().setCategory(.playback)
        _ = NotificationCenter.default.addObserver(
            forName: AVAudioSession.interruptionNotification, object: nil, queue: .main
        ) { [weak self] in self?.interrupted($0) }
    }

    func press() {
        goesOn = false
        if shows {
            player.pause()
            shows = false
        } else {
            shows = player.play()
        }
    }

    private func interrupted(_ notification: Notification) {
        let info = notification.userInfo ?? [:]
        switch AVAudioSession.InterruptionType(rawValue: info[AVAudioSessionInterruptionTypeKey] as? UInt ?? 9) {
        case .began: (goesOn, shows) = (shows, false)
        case .ended:
            let options = AVAudioSession.InterruptionOptions(
                rawValue: info[AVAudioSessionInterruptionOptionKey] as? UInt ?? 0)
            if goesOn, options.contains(.shouldResume) { shows = player.play() }
        default: break
        }
    }

    func audioPlayerDidFinishPlaying(_ player: AVAudioPlayer, successfully flag: Bool) {
        (shows, ends) = (false, ends + 1)
    }
}

/// The number of buffers that a queue has played.
private final class Played: Sendable {
    private let number = Atomic(0)
    var count: Int { number.load(ordering: .acquiring) }
    func add() { number.add(1, ordering: .releasing) }
}

/// Tests of a phone with this process's Apple names. Each runs in a process of its own, because a process has one such phone.
struct ProcessPhoneTests {
    /// A file of one level for each second.
    static func song(_ levels: [Float]) throws -> URL {
        let folder = URL(filePath: Scratch.shared.fresh("songs"))
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let url = folder.appending(path: "song.wav")
        let settings: [String: Any] = [
            AVFormatIDKey: kAudioFormatLinearPCM, AVSampleRateKey: 48_000, AVNumberOfChannelsKey: 2,
            AVLinearPCMBitDepthKey: 16,
        ]
        let file = try AVAudioFile(forWriting: url, settings: settings)
        let buffer = try #require(AVAudioPCMBuffer(pcmFormat: file.processingFormat, frameCapacity: 48_000))
        buffer.frameLength = 48_000
        for level in levels {
            for channel in 0..<2 { buffer.floatChannelData?[channel].update(repeating: level, count: 48_000) }
            try file.write(from: buffer)
        }
        file.close()
        return url
    }

    /// A file of a constant level.
    static func song(seconds: Int) throws -> URL { try song([Float](repeating: 0.25, count: seconds)) }

    @Test("A call interrupts an unchanged player, which goes on after it is declined")
    func declined() async {
        await #expect(processExitsWith: .success) {
            let phone = try TestPhone(.process)
            let player = try SongPlayer(ProcessPhoneTests.song(seconds: 5))
            player.press()
            #expect(player.shows && player.player.isPlaying)
            phone.expect(heard: ["app/song.wav"])
            phone.device.advance(by: .seconds(1))
            #expect(player.player.currentTime == 1)
            phone.device.ring()
            #expect(!player.shows && !player.player.isPlaying)
            phone.expect(heard: ["ringtone"])
            phone.device.decline()
            #expect(player.shows && player.player.isPlaying)
            phone.expect(heard: ["app/song.wav"])
        }
    }

    @Test("Each phone finds the process as at its beginning, and what was made before is void")
    func fresh() async {
        await #expect(processExitsWith: .success) {
            let first = try TestPhone(.process)
            let old = try AVAudioPlayer(contentsOf: ProcessPhoneTests.song(seconds: 5))
            try AVAudioSession.sharedInstance().setCategory(.playback, mode: .moviePlayback)
            try AVAudioSession.sharedInstance().setPreferredIOBufferDuration(0.01)
            #expect(old.play())
            first.expect(heard: ["app/song.wav"])
            let second = try TestPhone(.process)
            #expect(AVAudioSession.sharedInstance().category == .soloAmbient)
            #expect(AVAudioSession.sharedInstance().mode == .default)
            #expect(AVAudioSession.sharedInstance().preferredIOBufferDuration == 0)
            #expect(!old.play())
            second.expect(heard: [])
        }
    }

    @Test("Sound is rendered into memory, and the end of a song is told its delegate at its time")
    func heard() async {
        await #expect(processExitsWith: .success) {
            let phone = try TestPhone(.process)
            let player = try SongPlayer(ProcessPhoneTests.song(seconds: 1))
            player.press()
            phone.device.advance(by: .milliseconds(500))
            #expect(phone.heardSamples.count == 48_000)
            let level = try #require(phone.heardSamples.last)
            #expect(level > 0.1)
            #expect(player.ends == 0)
            phone.device.advance(by: .seconds(10))
            #expect(player.ends == 1 && !player.shows && !player.player.isPlaying)
            #expect(phone.device.time == .milliseconds(10_500))
            phone.forgetHeardSamples()
            #expect(phone.heardSamples.isEmpty)
        }
    }

    @Test("A recorder writes as long as time passes, and not while a call is on")
    func recorder() async {
        await #expect(processExitsWith: .success) {
            let phone = try TestPhone(.process)
            let session = AVAudioSession.sharedInstance()
            try session.setCategory(.playAndRecord)
            try session.setActive(true)
            let url = URL(filePath: Scratch.shared.fresh("memo.wav"))
            let recorder = try AVAudioRecorder(
                url: url,
                settings: [AVFormatIDKey: kAudioFormatLinearPCM, AVSampleRateKey: 48_000, AVNumberOfChannelsKey: 1])
            #expect(recorder.record())
            phone.device.advance(by: .seconds(2))
            #expect(recorder.isRecording && recorder.currentTime == 2)
            phone.device.ring()
            #expect(!recorder.isRecording)
            phone.device.advance(by: .seconds(3))
            phone.device.decline()
            #expect(recorder.record())
            phone.device.advance(by: .seconds(1))
            recorder.stop()
            #expect(try AVAudioFile(forReading: url).length == 3 * 48_000)
        }
    }

    @Test("The time observers of a player, and the end of its item, come at their time")
    func timeObservers() async {
        await #expect(processExitsWith: .success) {
            let phone = try TestPhone(.process)
            let player = try AVPlayer(url: ProcessPhoneTests.song(seconds: 3))
            let ticks = Mutex<[Double]>([])
            let told = Mutex<[String]>([])
            let half = CMTime(value: 1, timescale: 2)
            let observer = player.addPeriodicTimeObserver(forInterval: half, queue: .main) { time in
                ticks.withLock { $0.append((time.seconds * 10).rounded() / 10) }
            }
            _ = player.addBoundaryTimeObserver(forTimes: [NSValue(time: CMTime(value: 1, timescale: 1))], queue: nil) {
                told.withLock { $0.append("boundary") }
            }
            _ = NotificationCenter.default.addObserver(
                forName: .AVPlayerItemDidPlayToEndTime, object: nil, queue: .main
            ) {
                _ in told.withLock { $0.append("end") }
            }
            player.play()
            phone.device.advance(by: .milliseconds(900))
            #expect(ticks.withLock { $0 } == [0.5] && told.withLock { $0 } == [])
            phone.device.advance(by: .milliseconds(1_200))
            #expect(ticks.withLock { $0 } == [0.5, 1, 1.5, 2] && told.withLock { $0 } == ["boundary"])
            player.removeTimeObserver(observer)
            phone.device.advance(by: .seconds(2))
            #expect(ticks.withLock { $0.count } == 4 && told.withLock { $0 } == ["boundary", "end"])
        }
    }

    /// A provider's delegate that fulfills everything.
    private final class Caller: NSObject, CXProviderDelegate, Sendable {
        let told = Mutex<[String]>([])

        private func say(_ text: String) { told.withLock { $0.append(text) } }

        func providerDidReset(_ provider: CXProvider) { say("reset") }
        func provider(_ provider: CXProvider, perform action: CXAnswerCallAction) {
            say("answer")
            action.fulfill()
        }
        func provider(_ provider: CXProvider, perform action: CXEndCallAction) {
            say("end")
            action.fulfill()
        }
        func provider(_ provider: CXProvider, didActivate audioSession: AVAudioSession) { say("active") }
        func provider(_ provider: CXProvider, didDeactivate audioSession: AVAudioSession) { say("inactive") }
    }

    @Test("A provider's delegate is told of the person's acts on its call; no call outlives its phone")
    func callKit() async {
        await #expect(processExitsWith: .success) {
            let phone = try TestPhone(.process)
            try AVAudioSession.sharedInstance().setCategory(.playAndRecord, mode: .voiceChat)
            let (caller, observer) = (Caller(), CXCallObserver())
            let provider = CXProvider(configuration: CXProviderConfiguration(localizedName: "Voice"))
            provider.setDelegate(caller, queue: nil)
            let (update, uuid) = (CXCallUpdate(), UUID())
            update.remoteHandle = CXHandle(type: .generic, value: "Ada")
            provider.reportNewIncomingCall(with: uuid, update: update) { #expect($0 == nil) }
            phone.device.call(.answered, app: "app", uid: uuid.uuidString)
            #expect(caller.told.withLock { $0 } == ["answer", "active"])
            #expect(observer.calls.count == 1)
            phone.device.call(.ended, app: "app", uid: uuid.uuidString)
            #expect(caller.told.withLock { $0 } == ["answer", "active", "end", "inactive"])
            _ = try TestPhone(.process)
            #expect(observer.calls.isEmpty)
        }
    }

    @Test("A test on the main actor awaits what the app is told")
    func mainActor() async {
        await #expect(processExitsWith: .success) { try await ProcessPhoneTests.playOnMainActor() }
    }

    @MainActor
    private static func playOnMainActor() async throws {
        let phone = try TestPhone(.process, delivery: .asDocumented)
        let player = try SongPlayer(song(seconds: 5))
        player.press()
        phone.device.ring()
        await phone.settle()
        #expect(!player.shows)
        phone.device.decline()
        await phone.settle()
        #expect(player.shows)
        phone.device.advance(by: .seconds(6))
        await phone.settle()
        #expect(player.ends == 1)
    }

    @Test("Recordings hear the microphone's file, whose time passes during a call; silence follows its end")
    func microphone() async {
        await #expect(processExitsWith: .success) {
            let phone = try TestPhone(.process, microphone: ProcessPhoneTests.song([0.25, 0.5, 0.125]).path)
            try AVAudioSession.sharedInstance().setCategory(.playAndRecord)
            phone.device.advance(by: .seconds(5))
            let url = URL(filePath: Scratch.shared.fresh("memo.wav"))
            let recorder = try AVAudioRecorder(
                url: url,
                settings: [AVFormatIDKey: kAudioFormatLinearPCM, AVSampleRateKey: 48_000, AVNumberOfChannelsKey: 1])
            #expect(recorder.record())
            phone.device.advance(by: .seconds(1))
            phone.device.ring()
            phone.device.advance(by: .seconds(1))
            phone.device.decline()
            #expect(recorder.record())
            phone.device.advance(by: .seconds(2))
            recorder.stop()
            let file = try AVAudioFile(forReading: url)
            let buffer = try #require(AVAudioPCMBuffer(pcmFormat: file.processingFormat, frameCapacity: 200_000))
            try file.read(into: buffer)
            let samples = UnsafeBufferPointer(start: buffer.floatChannelData?[0], count: Int(buffer.frameLength))
            #expect(samples.count == 3 * 48_000)
            for (second, level) in [Float(0.25), 0.125, 0].enumerated() {
                #expect(samples.dropFirst(second * 48_000).prefix(48_000).allSatisfy { abs($0 - level) < 1e-3 })
            }
        }
    }

    @Test("A microphone's file that is missing, empty or no sound is a sentence")
    func badMicrophone() async {
        await #expect(processExitsWith: .success) {
            let text = Scratch.shared.fresh("text.wav")
            try Data("no sound".utf8).write(to: URL(filePath: text))
            for path in ["none.wav", try ProcessPhoneTests.song([]).path, text] {
                let error = #expect(throws: DeviceError.self) { try TestPhone(.process, microphone: path) }
                #expect(error?.description.hasPrefix("microphone: \(path): ") == true)
            }
        }
    }

    @Test("An engine's tap hears the microphone's file")
    func tap() async {
        await #expect(processExitsWith: .success) {
            let phone = try TestPhone(.process, microphone: ProcessPhoneTests.song(seconds: 2).path)
            try AVAudioSession.sharedInstance().setCategory(.record)
            let heard = Mutex<[Float]>([])
            let engine = AVAudioEngine()
            engine.inputNode.installTap(onBus: 0, bufferSize: 4_800, format: nil) { buffer, _ in
                let samples = UnsafeBufferPointer(start: buffer.floatChannelData?[0], count: Int(buffer.frameLength))
                heard.withLock { $0 += samples }
            }
            try engine.start()
            phone.device.advance(by: .seconds(1))
            let samples = heard.withLock { $0 }
            #expect(samples.count > 24_000 && samples.allSatisfy { abs($0 - 0.25) < 1e-3 })
            // What has captured is no engine that plays: Record allows it to start again.
            engine.pause()
            try engine.start()
            phone.device.advance(by: .milliseconds(500))
            #expect(heard.withLock { $0.count } > samples.count)
        }
    }

    @Test("The buffers of a queue come back as they are played, while time passes")
    func queue() async {
        await #expect(processExitsWith: .success) {
            let phone = try TestPhone(.process)
            let played = Played()
            let format = try #require(AVAudioFormat(standardFormatWithSampleRate: 48_000, channels: 1))
            var (stream, queue) = (format.streamDescription.pointee, AudioQueueRef?.none)
            AudioQueueNewOutput(
                &stream,
                { played, _, _ in played.map { Unmanaged<Played>.fromOpaque($0).takeUnretainedValue().add() } },
                Unmanaged.passUnretained(played).toOpaque(), nil, nil, 0, &queue)
            let output = try #require(queue)
            for _ in 0..<3 {
                var buffer: AudioQueueBufferRef?
                AudioQueueAllocateBuffer(output, 48_000 * 4, &buffer)
                let made = try #require(buffer)
                made.pointee.mAudioDataByteSize = 48_000 * 4
                #expect(AudioQueueEnqueueBuffer(output, made, 0, nil) == noErr)
            }
            #expect(AudioQueueStart(output, nil) == noErr)
            #expect(played.count == 0)
            phone.device.advance(by: .milliseconds(1_500))
            #expect(played.count == 1)
            phone.device.advance(by: .milliseconds(1_000))
            #expect(played.count == 2)
            AudioQueueDispose(output, true)
        }
    }

    @Test("An engine renders while time passes, and stops for a call")
    func engine() async {
        await #expect(processExitsWith: .success) {
            let phone = try TestPhone(.process)
            let engine = AVAudioEngine()
            let node = AVAudioPlayerNode()
            engine.attach(node)
            let file = try AVAudioFile(forReading: ProcessPhoneTests.song(seconds: 4))
            engine.connect(node, to: engine.mainMixerNode, format: file.processingFormat)
            node.scheduleFile(file, at: nil)
            try engine.start()
            node.play()
            phone.device.advance(by: .seconds(1))
            #expect(engine.isRunning)
            let level = try #require(phone.heardSamples.last)
            #expect(level > 0.1)
            phone.device.ring()
            #expect(!engine.isRunning)
            phone.expect(heard: ["ringtone"])
        }
    }

    @Test("Remote commands reach the app, and Now Playing info the phone; neither outlives its phone")
    func remote() async {
        await #expect(processExitsWith: .success) {
            let phone = try TestPhone(.process)
            let player = try SongPlayer(ProcessPhoneTests.song(seconds: 5))
            MPRemoteCommandCenter.shared().pauseCommand.addTarget { _ in
                player.press()
                return .success
            }
            MPRemoteCommandCenter.shared().playCommand.addTarget { _ in .success }
            MPNowPlayingInfoCenter.default().nowPlayingInfo = [MPMediaItemPropertyTitle: "Song"]
            player.press()
            phone.device.send(RemoteCommand(.pause))
            #expect(!player.shows && !player.player.isPlaying)
            _ = try TestPhone(.process)
            #expect(MPRemoteCommandCenter.shared().pauseCommand.targetCount == 0)
            #expect(MPNowPlayingInfoCenter.default().nowPlayingInfo == nil)
        }
    }
}
