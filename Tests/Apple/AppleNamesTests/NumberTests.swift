import AVFoundation
import AudioToolbox
import Foundation
import MediaPlayer
import SessionDevice
import Testing

extension OnePhone {
    /// Apps pass any number, also those that come of a division by zero. None of them ends the program, and what an
    /// object answers afterwards is a number.
    @Suite
    struct NumberTests {
        static let numbers: [Double] = [
            .nan, .infinity, -.infinity, .greatestFiniteMagnitude, -.greatestFiniteMagnitude, 1e19, -1e19, 1e10, -1,
            -0.0,
            .leastNonzeroMagnitude,
        ]

        private let session = ProcessPhone.session

        init() throws {
            try ProcessPhone.reset()
            try session.setCategory(.playAndRecord)
        }

        @Test("Players and recorders take any number", arguments: numbers)
        func players(number: Double) throws {
            let player = try AVAudioPlayer(contentsOf: try ProcessPhone.sound(1))
            player.enableRate = true
            player.isMeteringEnabled = true
            (player.volume, player.pan, player.rate) = (Float(number), Float(number), Float(number))
            player.setVolume(Float(number), fadeDuration: number)
            player.currentTime = number
            #expect(player.currentTime >= 0 && player.currentTime <= 1)
            player.play(atTime: number)
            try ProcessPhone.device.advance(by: 0.1)
            player.updateMeters()
            #expect(!player.currentTime.isNaN && !player.averagePower(forChannel: 0).isNaN)
            player.stop()

            let url = try ProcessPhone.sound(0.1, "recorded.wav")
            let recorder = try AVAudioRecorder(url: url, settings: [AVFormatIDKey: kAudioFormatLinearPCM])
            for begin in [
                { recorder.record(forDuration: number) }, { recorder.record(atTime: number) },
                { recorder.record(atTime: number, forDuration: number) },
            ] {
                _ = begin()
                try ProcessPhone.device.advance(by: 0.1)
                #expect(!recorder.currentTime.isNaN)
                recorder.stop()
            }
            for key in [
                AVFormatIDKey, AVSampleRateKey, AVNumberOfChannelsKey, AVLinearPCMBitDepthKey, AVEncoderBitRateKey,
            ] {
                var settings: [String: Any] = [AVSampleRateKey: 8_000, AVNumberOfChannelsKey: UInt32.max]
                settings[key] = number
                _ = try? AVAudioRecorder(url: url, settings: settings)
                _ = try? AVAudioFile(forWriting: url, settings: settings)
                _ = AVAudioFormat(settings: settings)?.description
            }
        }

        @Test("The session takes any number", arguments: numbers)
        func session(number: Double) throws {
            try? session.setPreferredSampleRate(number)
            try? session.setPreferredIOBufferDuration(number)
            try? session.setInputGain(Float(number))
            for count in [Int.min, -1, 0, Int.max] {
                try? session.setPreferredInputNumberOfChannels(count)
                try? session.setPreferredOutputNumberOfChannels(count)
            }
            #expect(session.sampleRate > 0 && session.ioBufferDuration > 0)
        }

        @Test("Moments of any clock are told by any other", arguments: numbers)
        func moments(number: Double) {
            #expect(!AVAudioTime.seconds(forHostTime: AVAudioTime.hostTime(forSeconds: number)).isNaN)
            var stamp = AudioTimeStamp()
            stamp.mSampleTime = number
            stamp.mHostTime = .max
            stamp.mFlags = [.sampleTimeValid, .hostTimeValid]
            let times = [
                AVAudioTime(audioTimeStamp: &stamp, sampleRate: number), AVAudioTime(hostTime: .max),
                AVAudioTime(hostTime: 0), AVAudioTime(sampleTime: .max, atRate: number),
                AVAudioTime(hostTime: 5, sampleTime: .min, atRate: number),
                AVAudioTime(hostTime: .max, sampleTime: .max, atRate: 1),
                AVAudioTime(hostTime: 0, sampleTime: 0, atRate: 1),
            ]
            for time in times {
                for anchor in times { _ = time.extrapolateTime(fromAnchor: anchor)?.audioTimeStamp }
            }
        }

        @Test("Formats of any rate can be made or are refused, and tell of themselves", arguments: numbers)
        func formats(number: Double) throws {
            var stream = AudioStreamBasicDescription()
            stream.mSampleRate = number
            stream.mFormatID = kAudioFormatLinearPCM
            stream.mFormatFlags = kAudioFormatFlagIsFloat | kAudioFormatFlagIsPacked
            (stream.mBytesPerPacket, stream.mFramesPerPacket, stream.mBytesPerFrame) = (4, 1, 4)
            (stream.mChannelsPerFrame, stream.mBitsPerChannel) = (1, 32)
            let good = try #require(AVAudioFormat(standardFormatWithSampleRate: 48_000, channels: 1))
            let formats = [
                AVAudioFormat(standardFormatWithSampleRate: number, channels: 1),
                AVAudioFormat(commonFormat: .pcmFormatInt16, sampleRate: number, channels: 2, interleaved: true),
                AVAudioFormat(settings: [AVFormatIDKey: kAudioFormatLinearPCM, AVSampleRateKey: number]),
                AVAudioFormat(streamDescription: &stream),
            ].compactMap { $0 }
            for format in formats {
                #expect(!format.description.isEmpty && format.hash == format.hash && format.isEqual(format))
                _ = AVAudioConverter(from: format, to: good)
                _ = AVAudioConverter(from: good, to: format)
                _ = AVAudioPCMBuffer(pcmFormat: format, frameCapacity: 16)
            }
            var file: ExtAudioFileRef?
            let url = try ProcessPhone.sound(0.1, "made.caf")
            if ExtAudioFileCreateWithURL(url as CFURL, kAudioFileCAFType, &stream, nil, 1, &file) == noErr, let file {
                ExtAudioFileDispose(file)
            }
            var queue: AudioQueueRef?
            if AudioQueueNewOutput(&stream, { _, _, _ in }, nil, nil, nil, 0, &queue) == noErr, let queue {
                AudioQueueDispose(queue, true)
            }
        }

        @Test("Engines render whatever their parts are set to", arguments: numbers)
        func engines(number: Double) throws {
            let (engine, player) = (AVAudioEngine(), AVAudioPlayerNode())
            let parts: [AVAudioNode] = [
                AVAudioUnitDelay(), AVAudioUnitReverb(), AVAudioUnitEQ(numberOfBands: 2), AVAudioUnitTimePitch(),
                AVAudioUnitVarispeed(), AVAudioUnitDistortion(),
            ]
            let format = try #require(AVAudioFormat(standardFormatWithSampleRate: 48_000, channels: 2))
            let word = Float(number)
            for node in [player] + parts { engine.attach(node) }
            for (from, to) in zip([player] + parts, parts + [engine.mainMixerNode]) {
                engine.connect(from, to: to, format: format)
            }
            for part in parts {
                switch part {
                case let delay as AVAudioUnitDelay:
                    delay.delayTime = number
                    (delay.feedback, delay.lowPassCutoff, delay.wetDryMix) = (word, word, word)
                case let reverb as AVAudioUnitReverb: reverb.wetDryMix = word
                case let equalizer as AVAudioUnitEQ:
                    equalizer.globalGain = word
                    for band in equalizer.bands {
                        (band.bypass, band.frequency, band.bandwidth, band.gain) = (false, word, word, word)
                    }
                case let time as AVAudioUnitTimePitch: (time.rate, time.pitch, time.overlap) = (word, word, word)
                case let speed as AVAudioUnitVarispeed: speed.rate = word
                case let distortion as AVAudioUnitDistortion:
                    (distortion.preGain, distortion.wetDryMix) = (word, word)
                default: break
                }
            }
            (player.volume, player.pan, player.rate) = (word, word, word)
            player.position = AVAudio3DPoint(x: word, y: word, z: word)
            engine.mainMixerNode.outputVolume = word
            try engine.enableManualRenderingMode(.offline, format: format, maximumFrameCount: 512)
            try engine.start()
            let buffer = ProcessPhone.buffer(440, 256, format)
            for rate in [number, 48_000] {
                for frame in [AVAudioFramePosition.min, 0, .max] {
                    player.scheduleBuffer(buffer, at: AVAudioTime(sampleTime: frame, atRate: rate))
                }
            }
            player.play(
                at: AVAudioTime(hostTime: AVAudioTime.hostTime(forSeconds: number), sampleTime: .max, atRate: number))
            player.play()
            let output = try #require(AVAudioPCMBuffer(pcmFormat: format, frameCapacity: 512))
            for _ in 0..<8 { #expect(try engine.renderOffline(512, to: output) == .success) }
            engine.stop()
        }

        /// Times that are none, or hardly.
        private static let edges: [CMTime] = [
            .zero, .invalid, .indefinite, .positiveInfinity, .negativeInfinity, CMTime(value: .max, timescale: 1),
            CMTime(value: .min, timescale: .max), CMTime(value: 1, timescale: 10),
        ]

        @Test("Times and stretches of media are any number", arguments: numbers)
        func media(number: Double) async throws {
            let scales: [CMTimeScale] = [600, .max, -1]
            let times =
                scales.map { CMTime(seconds: number, preferredTimescale: $0) }
                + [CMTimeMultiplyByFloat64(CMTime(value: 1, timescale: 2), multiplier: number)]
            try await play(times, at: Float(number))
            for time in times { stretch(time, .positiveInfinity) }
            stretch(CMTime(value: 1, timescale: 10), times[0])
        }

        @Test("Times and stretches of media are none, or without end")
        func endlessMedia() async throws {
            try await play(Self.edges, at: 1)
            for time in Self.edges {
                for other in Self.edges { stretch(time, other) }
            }
        }

        private func play(_ times: [CMTime], at rate: Float) async throws {
            let player = AVPlayer(playerItem: AVPlayerItem(asset: AVURLAsset(url: try ProcessPhone.sound(0.2))))
            (player.rate, player.volume) = (rate, rate)
            for time in times {
                await player.seek(to: time)
                #expect(player.currentTime().isNumeric)
                player.removeTimeObserver(player.addPeriodicTimeObserver(forInterval: time, queue: .main) { _ in })
                player.removeTimeObserver(
                    player.addBoundaryTimeObserver(forTimes: [NSValue(time: time)], queue: .main) {})
            }
            player.pause()
        }

        /// Does with two times what can be done with them.
        private func stretch(_ time: CMTime, _ other: CMTime) {
            _ = [time + other, time - other, CMTimeConvertScale(time, timescale: other.timescale, method: .default)]
            let (range, back) = (CMTimeRange(start: time, duration: other), CMTimeRange(start: other, duration: time))
            _ = (time < other, time == other, range.end, range.containsTime(time), range.union(back))
        }

        @Test("What a screen shows, and what is spoken, are any number", arguments: numbers)
        func words(number: Double) {
            MPNowPlayingInfoCenter.default().nowPlayingInfo = [
                MPMediaItemPropertyPlaybackDuration: number, MPNowPlayingInfoPropertyElapsedPlaybackTime: number,
                MPNowPlayingInfoPropertyPlaybackRate: number,
            ]
            MPNowPlayingInfoCenter.default().nowPlayingInfo = nil
            let utterance = AVSpeechUtterance(string: "One two")
            (utterance.rate, utterance.pitchMultiplier, utterance.volume) = (
                Float(number), Float(number), Float(number)
            )
            (utterance.preUtteranceDelay, utterance.postUtteranceDelay) = (number, number)
            let speaker = AVSpeechSynthesizer()
            speaker.write(utterance) { _ in }
            speaker.speak(utterance)
            speaker.stopSpeaking(at: .immediate)
            _ = CFRunLoopRunInMode(.defaultMode, min(number, 0), true)
        }
    }
}
