import AVFoundation
import Foundation
import MediaPlayer
import SessionDevice
import Testing

extension OnePhone {
    /// Instruments, the empty library and sessions of what plays; all that a program asks of a phone that has little in it.
    @Suite
    struct InstrumentTests {
        private let engine: AVAudioEngine
        private let sampler = AVAudioUnitSampler()

        init() throws {
            try Phone.reset()
            engine = AVAudioEngine()
            engine.attach(sampler)
            engine.connect(sampler, to: engine.mainMixerNode, format: nil)
            let format = try #require(AVAudioFormat(standardFormatWithSampleRate: 48_000, channels: 2))
            try engine.enableManualRenderingMode(.offline, format: format, maximumFrameCount: 4_800)
            try engine.start()
        }

        /// The next tenth of a second, left.
        private func next() throws -> [Float] {
            let output = try #require(AVAudioPCMBuffer(pcmFormat: engine.manualRenderingFormat, frameCapacity: 4_800))
            #expect(try engine.renderOffline(4_800, to: output) == .success)
            let data = try #require(output.floatChannelData)
            return (0..<4_800).map { data[0][$0] }
        }

        /// How often a tone crosses zero upwards in a tenth of a second.
        private func crossings(_ samples: [Float]) -> Int {
            zip(samples, samples.dropFirst()).count { $0 <= 0 && $1 > 0 }
        }

        @Test("A note is a tone of its pitch, an octave above twice as high, and is over soon after it has ended")
        func tones() throws {
            #expect(try next().allSatisfy { $0 == 0 })
            sampler.startNote(69, withVelocity: 127, onChannel: 0)
            #expect(abs(crossings(try next()) - 44) <= 1)
            sampler.stopNote(69, onChannel: 1)
            #expect(try next().contains { $0 != 0 }, "another channel's note was ended")
            sampler.stopNote(69, onChannel: 0)
            let fading = try next()
            #expect(fading.contains { $0 != 0 } && fading[2_400...].allSatisfy { $0 == 0 })
            sampler.sendMIDIEvent(0x90, data1: 81, data2: 100)
            #expect(abs(crossings(try next()) - 88) <= 1)
            sampler.sendMIDIEvent(0x90, data1: 81, data2: 0)
            _ = try next()
            #expect(try next().allSatisfy { $0 == 0 })
        }

        @Test("A file is played as it is for the middle C, and from there on higher and shorter")
        func file() throws {
            try sampler.loadAudioFiles(at: [try Phone.sound(0.1)])
            sampler.startNote(60, withVelocity: 127, onChannel: 0)
            #expect(try next().allSatisfy { abs($0 - 0.25) < 1e-3 })
            #expect(try next().allSatisfy { $0 == 0 })
            sampler.startNote(72, withVelocity: 127, onChannel: 0)
            let made = try next()
            #expect(abs(made.prefix { $0 != 0 }.count - 2_400) <= 1)
            sampler.overallGain = -20
            sampler.startNote(60, withVelocity: 127, onChannel: 0)
            #expect(try next().allSatisfy { abs($0 - 0.025) < 1e-3 })
        }

        @Test("What is no sound and no bank of sounds is refused with a code, and leaves the instrument as it was")
        func refused() throws {
            let nowhere = URL(filePath: "/nowhere/bank.sf2")
            #expect(Phone.code { try sampler.loadAudioFiles(at: []) } == -10_851)
            #expect(Phone.code { try sampler.loadInstrument(at: nowhere) } == -10_871)
            #expect(
                Phone.code {
                    try sampler.loadSoundBankInstrument(at: nowhere, program: 0, bankMSB: 0x79, bankLSB: 0)
                } == -10_871)
            #expect(Phone.code { try sampler.loadAudioFiles(at: [nowhere]) } != nil)
            sampler.startNote(200, withVelocity: 255, onChannel: 99)
            #expect(try next().contains { $0 != 0 } && engine.isRunning)
        }

        @Test("No unit of others is hosted; one that is named passes on what it gets")
        func units() async throws {
            let limiter = AudioComponentDescription(
                componentType: kAudioUnitType_Effect, componentSubType: kAudioUnitSubType_PeakLimiter,
                componentManufacturer: kAudioUnitManufacturer_Apple, componentFlags: 0, componentFlagsMask: 0)
            await #expect(throws: NSError.self) { try await AVAudioUnit.instantiate(with: limiter) }
            let effect = AVAudioUnitEffect(audioComponentDescription: limiter)
            #expect(effect.audioComponentDescription == limiter)
            engine.attach(effect)
            engine.connect(sampler, to: effect, format: nil)
            engine.connect(effect, to: engine.mainMixerNode, format: nil)
            sampler.startNote(69, withVelocity: 127, onChannel: 0)
            #expect(abs(crossings(try next()) - 44) <= 1)
        }

        @Test("A source as its mixer takes it is the source; there is none for an input that it does not feed")
        func destination() throws {
            sampler.startNote(69, withVelocity: 127, onChannel: 0)
            let loud = try next().map(abs).max() ?? 0
            let destination = try #require(sampler.destination(forMixer: engine.mainMixerNode, bus: 0))
            #expect(destination.connectionPoint.node === engine.mainMixerNode)
            destination.volume = 0.5
            let quiet = try next().map(abs).max() ?? 0
            #expect(abs(quiet / loud - 0.5) < 0.01 && sampler.volume == 0.5)
            #expect(sampler.destination(forMixer: engine.mainMixerNode, bus: 1) == nil)
            #expect(engine.mainMixerNode.destination(forMixer: engine.outputNode, bus: 0)?.volume == 1)
        }

        @Test("The library is empty and may be looked into; the system's player finds nothing to play, and says so")
        func library() async throws {
            #expect(await MPMediaLibrary.requestAuthorization() == MPMediaLibrary.authorizationStatus())
            for query in [MPMediaQuery.songs(), .albums(), .playlists(), .podcasts(), MPMediaQuery()] {
                #expect(query.items == [] && query.collections == [])
            }
            let player = MPMusicPlayerController.applicationMusicPlayer
            player.setQueue(with: .songs())
            player.play()
            #expect(player.playbackState == .stopped && player.nowPlayingItem == nil)
            #expect(player.indexOfNowPlayingItem == NSNotFound && !player.isPreparedToPlay)
            let error = await withCheckedContinuation { continuation in
                player.prepareToPlay { continuation.resume(returning: $0 as? MPError) }
            }
            #expect(error?.code == .notFound)
        }

        @Test("One session of what plays is shown at a time, and says by itself how far its player is")
        func nowPlaying() async throws {
            let player = AVPlayer(url: try Phone.sound(5))
            let (one, other) = (MPNowPlayingSession(players: [player]), MPNowPlayingSession(players: []))
            #expect(await !other.becomeActiveIfPossible() && !other.isActive)
            #expect(await one.becomeActiveIfPossible() && one.isActive)
            other.addPlayer(AVPlayer())
            #expect(await other.becomeActiveIfPossible() && other.isActive && !one.isActive)
            one.automaticallyPublishesNowPlayingInfo = true
            let info = try #require(one.nowPlayingInfoCenter.nowPlayingInfo)
            #expect(info[MPMediaItemPropertyPlaybackDuration] as? Double == 5)
            #expect(info[MPNowPlayingInfoPropertyPlaybackRate] as? Double == 0)
            #expect(MPNowPlayingInfoCenter.default().nowPlayingInfo == nil)
        }
    }
}

/// Objects that say before they change.
struct ObservableObjectTests {
    private final class Volume: ObservableObject {
        @Published var level = 1
        @Published var name = "a"
        var quiet = 0
    }

    private final class Own: ObservableObject {
        let objectWillChange = ObservableObjectPublisher()
        @Published var level = 1
    }

    @Test("An object says before each change of what is published, and of nothing else, until nobody listens")
    func says() {
        let volume = Volume()
        var told: [Int] = []
        var listening: AnyCancellable? = volume.objectWillChange.sink { told.append(volume.level) }
        volume.level = 2
        volume.quiet = 3
        volume.name = "b"
        #expect(told == [1, 2], "it is told before the value is there")
        volume.objectWillChange.send()
        #expect(told == [1, 2, 2] && listening != nil)
        listening = nil
        volume.level = 5
        #expect(told == [1, 2, 2] && volume.level == 5)
    }

    @Test("Who listens to a property has its value at once, then each that follows; a set keeps that going")
    func property() {
        let volume = Volume()
        var told: [Int] = []
        var kept: Set<AnyCancellable> = []
        volume.$level.sink { told.append($0) }.store(in: &kept)
        volume.level = 2
        kept.removeAll()
        volume.level = 3
        #expect(told == [1, 2])
    }

    @Test("Objects are told apart, however many come and go; one that keeps its own way is told by it")
    func apart() {
        let kept = Volume()
        var told = 0
        let listening = kept.objectWillChange.sink { told += 1 }
        for number in 0..<500 {
            let other = Volume()
            var others = 0
            let listening = other.objectWillChange.sink { others += 1 }
            other.level = number
            #expect(others == 1)
            listening.cancel()
        }
        kept.level = 7
        #expect(told == 1)
        listening.cancel()
        let own = Own()
        let ownListening = own.objectWillChange.sink { told += 1 }
        own.level = 2
        #expect(told == 2)
        ownListening.cancel()
    }
}
