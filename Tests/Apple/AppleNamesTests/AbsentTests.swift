import AVFoundation
import Foundation
import MediaPlayer
import SessionDevice
import Speech
import Testing

extension OnePhone {
    /// The names of things that are absent here: they keep the value that is set, or refuse with Apple's code.
    @Suite
    struct AbsentTests {
        init() throws { try ProcessPhone.reset() }

        @Test("Effects pass on what they get, bit for bit, and keep what they are set to")
        func effects() throws {
            let (engine, player) = (AVAudioEngine(), AVAudioPlayerNode())
            let (equalizer, delay) = (AVAudioUnitEQ(numberOfBands: 3), AVAudioUnitDelay())
            let format = try #require(AVAudioFormat(standardFormatWithSampleRate: 48_000, channels: 2))
            for node in [player, equalizer, delay] as [AVAudioNode] { engine.attach(node) }
            engine.connect(player, to: equalizer, format: format)
            engine.connect(equalizer, to: delay, format: format)
            engine.connect(delay, to: engine.mainMixerNode, format: format)
            (equalizer.globalGain, equalizer.bands[2].gain, delay.delayTime) = (6, 3, 0.5)
            #expect((equalizer.globalGain, equalizer.bands[2].gain, delay.delayTime) == (6, 3, 0.5))
            try engine.enableManualRenderingMode(.offline, format: format, maximumFrameCount: 512)
            try engine.start()
            let buffer = ProcessPhone.buffer(440, 512, format)
            player.scheduleBuffer(buffer)
            player.play()
            let output = try #require(AVAudioPCMBuffer(pcmFormat: format, frameCapacity: 512))
            #expect(try engine.renderOffline(512, to: output) == .success)
            let (given, made) = (try #require(buffer.floatChannelData), try #require(output.floatChannelData))
            #expect((0..<512).allSatisfy { made[0][$0] == given[0][$0] && made[1][$0] == given[1][$0] })
        }

        @Test("An analysis of speech and its languages refuse, and players of sample buffers have failed")
        func analysis() async throws {
            let transcriber = SpeechTranscriber(locale: .current, preset: .transcription)
            let analyzer = SpeechAnalyzer(modules: [transcriber])
            nonisolated(unsafe) let file = try AVAudioFile(forReading: try ProcessPhone.sound(0.1))
            await #expect(throws: NSError.self) {
                if let last = try await analyzer.analyzeSequence(from: file) {
                    try await analyzer.finalizeAndFinish(through: last)
                }
            }
            #expect(await AssetInventory.reservedLocales.isEmpty)
            #expect(await DictationTranscriber.supportedLocales.isEmpty)
            await #expect(throws: NSError.self) {
                try await AssetInventory.assetInstallationRequest(supporting: [transcriber])?.downloadAndInstall()
            }
            await #expect(throws: NSError.self) { try await AssetInventory.reserve(locale: .current) }
            let (renderer, clock) = (AVSampleBufferAudioRenderer(), AVSampleBufferRenderSynchronizer())
            clock.addRenderer(renderer)
            clock.setRate(1, time: .zero)
            #expect(renderer.status == .failed && !renderer.isReadyForMoreMediaData && !clock.currentTime().isValid)
            #expect(clock.rate == 1)
        }

        @Test("A session of Now Playing has the app's centres; a looper that cannot loop says why")
        func nowPlayingSession() async throws {
            let item = AVPlayerItem(url: try ProcessPhone.sound(1))
            let player = AVQueuePlayer(playerItem: nil)
            let session = MPNowPlayingSession(players: [player])
            session.automaticallyPublishesNowPlayingInfo = true
            #expect(session.nowPlayingInfoCenter === MPNowPlayingInfoCenter.default() && session.players == [player])
            #expect(session.remoteCommandCenter === MPRemoteCommandCenter.shared())
            let isActive = await withCheckedContinuation { told in
                session.becomeActiveIfPossible { told.resume(returning: $0) }
            }
            #expect(isActive)
            item.nowPlayingInfo = [MPMediaItemPropertyTitle: "Song"]
            #expect(item.nowPlayingInfo?[MPMediaItemPropertyTitle] as? String == "Song")
            let beyond = CMTimeRange(start: CMTime(value: 9, timescale: 1), end: CMTime(value: 10, timescale: 1))
            let looper = AVPlayerLooper(player: player, templateItem: item, timeRange: beyond)
            #expect(looper.status == .failed && looper.error != nil)
            #expect(AVPlayerLooper(player: player, templateItem: item).error == nil)
        }

        @Test("Instruments, hosted units, compositions and readers refuse with a code")
        func refusals() async throws {
            let nowhere = URL(filePath: "/nowhere/bank.sf2")
            #expect(ProcessPhone.code { try AVAudioUnitSampler().loadInstrument(at: nowhere) } == -10_871)
            await #expect(throws: NSError.self) {
                try await AVAudioUnit.instantiate(with: AudioComponentDescription())
            }
            let asset = AVURLAsset(url: try ProcessPhone.sound(0.1))
            let composition = AVMutableComposition()
            let track = try #require(
                composition.addMutableTrack(withMediaType: .audio, preferredTrackID: kCMPersistentTrackID_Invalid))
            let far = CMTime(seconds: 10_000_000, preferredTimescale: 600)
            let source = try #require(asset.tracks.first)
            #expect(throws: AVError(.operationNotSupportedForAsset)) {
                try track.insertTimeRange(
                    CMTimeRange(start: .zero, duration: asset.duration), of: source, at: far)
            }
            #expect(!composition.isPlayable && AVPlayerItem(asset: composition).status == .unknown)
            let reader = try AVAssetReader(asset: asset)
            #expect(!reader.startReading() && reader.status == .failed)
            #expect(throws: AVError(.operationNotSupportedForAsset)) {
                try AVAssetWriter(url: nowhere, fileType: .m4a)
            }
            #expect(
                ProcessPhone.code { _ = try AUAudioUnit(componentDescription: AudioComponentDescription()) } == -3_000)
        }

        @Test("A parameter keeps its value within its bounds, and what is no number changes nothing")
        func parameters() throws {
            let cutoff = AUParameterTree.createParameter(
                withIdentifier: "cutoff", name: "Cutoff", address: 7, min: 20, max: 20_000, unit: .hertz,
                unitName: nil, valueStrings: nil, dependentParameters: nil)
            let group = AUParameterTree.createGroup(withIdentifier: "filter", name: "Filter", children: [cutoff])
            let tree = AUParameterTree.createTree(withChildren: [group])
            let found = try #require(tree.parameter(withAddress: 7))
            for (wish, value) in [(440, 440), (.nan, 440), (.infinity, 20_000), (-1, 20)] as [(AUValue, AUValue)] {
                found.value = wish
                #expect(cutoff.value == value)
            }
            #expect(tree.parameter(withAddress: 8) == nil)
        }

        @Test("Recognition of speech is restricted, and a request fails on the main queue")
        func recognition() async throws {
            let recognizer = try #require(SFSpeechRecognizer())
            #expect(SFSpeechRecognizer.authorizationStatus() == .restricted && !recognizer.isAvailable)
            let code = await withCheckedContinuation { done in
                _ = recognizer.recognitionTask(with: SFSpeechAudioBufferRecognitionRequest()) { result, error in
                    done.resume(returning: result == nil ? (error as? NSError)?.code : nil)
                }
            }
            #expect(code == 1)
        }
    }
}
