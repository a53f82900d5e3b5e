import AVFoundation
import AudioToolbox
import CallKit
import Foundation
import MediaPlayer
import SessionDevice
import Testing

/// The calls of `NumberTableTests` to Apple's classes and to the functions of Core Media.
enum ObjectDraws {
    static func all() throws -> [NumberDraw] {
        try players() + recorders() + nodes() + engines() + buffers() + formats() + session() + items() + times()
            + values()
    }

    private static func players() throws -> [NumberDraw] {
        let player = try AVAudioPlayer(contentsOf: try ProcessPhone.sound(1))
        player.enableRate = true
        player.isMeteringEnabled = true
        return [
            NumberDraw("AVAudioPlayer.volume", player, \.volume), NumberDraw("AVAudioPlayer.pan", player, \.pan),
            NumberDraw("AVAudioPlayer.rate", player, \.rate),
            NumberDraw("AVAudioPlayer.currentTime", player, \.currentTime),
            NumberDraw("AVAudioPlayer.numberOfLoops", player, \.numberOfLoops),
            NumberDraw("AVAudioPlayer.setVolume(_:fadeDuration:)") {
                player.setVolume($0.float, fadeDuration: $0.real)
            },
            NumberDraw("AVAudioPlayer.play(atTime:)") { number in
                player.play(atTime: number.real)
                try ProcessPhone.device.advance(by: 0.01)
                player.stop()
            },
            NumberDraw("AVAudioPlayer.peakPower(forChannel:)") {
                player.updateMeters()
                #expect(!player.peakPower(forChannel: $0.int).isNaN)
            },
            NumberDraw("AVAudioPlayer.averagePower(forChannel:)") {
                player.updateMeters()
                #expect(!player.averagePower(forChannel: $0.int).isNaN)
            },
        ]
    }

    private static func recorders() throws -> [NumberDraw] {
        let url = try ProcessPhone.sound(0.1, "recorded.wav")
        let recorder = try AVAudioRecorder(url: url, settings: [AVFormatIDKey: kAudioFormatLinearPCM])
        recorder.isMeteringEnabled = true
        func record(_ symbol: String, _ begin: @escaping (DrawnNumber) -> Void) -> NumberDraw {
            NumberDraw(symbol) { number in
                begin(number)
                try ProcessPhone.device.advance(by: 0.01)
                #expect(!recorder.currentTime.isNaN)
                recorder.stop()
            }
        }
        return [
            record("AVAudioRecorder.record(atTime:)") { recorder.record(atTime: $0.real) },
            record("AVAudioRecorder.record(forDuration:)") { recorder.record(forDuration: $0.real) },
            record("AVAudioRecorder.record(atTime:forDuration:)") {
                recorder.record(atTime: $0.real, forDuration: $0.real)
            },
            NumberDraw("AVAudioRecorder.peakPower(forChannel:)") {
                recorder.updateMeters()
                #expect(!recorder.peakPower(forChannel: $0.int).isNaN)
            },
            NumberDraw("AVAudioRecorder.averagePower(forChannel:)") {
                recorder.updateMeters()
                #expect(!recorder.averagePower(forChannel: $0.int).isNaN)
            },
        ]
    }

    private static func nodes() throws -> [NumberDraw] {
        let (engine, player, mixer) = (AVAudioEngine(), AVAudioPlayerNode(), AVAudioMixerNode())
        let source = AVAudioSourceNode { _, _, _, _ in noErr }
        for node in [player, mixer, source] as [AVAudioNode] { engine.attach(node) }
        let (input, file) = (engine.inputNode, try AVAudioFile(forReading: try ProcessPhone.sound(0.1)))
        return [
            NumberDraw("AVAudioInputNode.volume", input, \.volume), NumberDraw("AVAudioInputNode.pan", input, \.pan),
            NumberDraw("AVAudioMixerNode.volume", mixer, \.volume), NumberDraw("AVAudioMixerNode.pan", mixer, \.pan),
            NumberDraw("AVAudioMixerNode.outputVolume", mixer, \.outputVolume),
            NumberDraw("AVAudioPlayerNode.volume", player, \.volume),
            NumberDraw("AVAudioPlayerNode.pan", player, \.pan),
            NumberDraw("AVAudioSourceNode.volume", source, \.volume),
            NumberDraw("AVAudioSourceNode.pan", source, \.pan),
            NumberDraw("AVAudioPlayerNode.prepare(withFrameCount:)") { player.prepare(withFrameCount: $0.word) },
            NumberDraw("AVAudioPlayerNode.scheduleSegment(_:startingFrame:frameCount:at:completionHandler:)") {
                player.scheduleSegment(file, startingFrame: $0.whole, frameCount: $0.word, at: nil)
                player.stop()
            },
            NumberDraw(
                "AVAudioPlayerNode.scheduleSegment(_:startingFrame:frameCount:at:completionCallbackType:completionHandler:)"
            ) {
                player.scheduleSegment(
                    file, startingFrame: $0.whole, frameCount: $0.word, at: nil, completionCallbackType: .dataConsumed)
                player.stop()
            },
            NumberDraw("AVAudioNode.inputFormat(forBus:)") { _ = mixer.inputFormat(forBus: $0.int) },
            NumberDraw("AVAudioNode.outputFormat(forBus:)") { _ = mixer.outputFormat(forBus: $0.int) },
            NumberDraw("AVAudioNode.name(forInputBus:)") { _ = mixer.name(forInputBus: $0.int) },
            NumberDraw("AVAudioNode.name(forOutputBus:)") { _ = mixer.name(forOutputBus: $0.int) },
            NumberDraw("AVAudioNode.installTap(onBus:bufferSize:format:block:)") {
                mixer.installTap(onBus: $0.int, bufferSize: $0.word, format: nil) { _, _ in }
                mixer.removeTap(onBus: $0.int)
            },
            NumberDraw("AVAudioNode.removeTap(onBus:)") { mixer.removeTap(onBus: $0.int) },
            NumberDraw("AVAudioConnectionPoint.init(node:bus:)") {
                #expect(AVAudioConnectionPoint(node: mixer, bus: $0.int).bus == $0.int)
            },
            NumberDraw("AVAudioUnitEQ.init(numberOfBands:)") {
                #expect(AVAudioUnitEQ(numberOfBands: $0.int).bands.count <= 1_024)
            },
        ]
    }

    private static func engines() throws -> [NumberDraw] {
        let (engine, player, mixer) = (AVAudioEngine(), AVAudioPlayerNode(), AVAudioMixerNode())
        for node in [player, mixer] as [AVAudioNode] { engine.attach(node) }
        let format = try #require(AVAudioFormat(standardFormatWithSampleRate: 48_000, channels: 2))
        let output = try #require(AVAudioPCMBuffer(pcmFormat: format, frameCapacity: 512))
        let byHand = AVAudioEngine()
        byHand.connect(byHand.mainMixerNode, to: byHand.outputNode, format: format)
        try byHand.enableManualRenderingMode(.offline, format: format, maximumFrameCount: 512)
        try byHand.start()
        return [
            NumberDraw("AVAudioEngine.connect(_:to:fromBus:toBus:format:)") {
                engine.connect(player, to: mixer, fromBus: $0.int, toBus: $0.int, format: format)
                engine.connect(player, to: mixer, fromBus: 0, toBus: $0.int, format: format)
            },
            NumberDraw("AVAudioEngine.connect(_:to:fromBus:format:)") {
                let points = [AVAudioConnectionPoint(node: mixer, bus: $0.int)]
                engine.connect(player, to: points, fromBus: $0.int, format: format)
                engine.connect(player, to: points, fromBus: 0, format: format)
            },
            NumberDraw("AVAudioEngine.inputConnectionPoint(for:inputBus:)") {
                _ = engine.inputConnectionPoint(for: mixer, inputBus: $0.int)
            },
            NumberDraw("AVAudioEngine.outputConnectionPoints(for:outputBus:)") {
                _ = engine.outputConnectionPoints(for: player, outputBus: $0.int)
            },
            NumberDraw("AVAudioEngine.disconnectNodeInput(_:bus:)") {
                engine.disconnectNodeInput(mixer, bus: $0.int)
            },
            NumberDraw("AVAudioEngine.disconnectNodeOutput(_:bus:)") {
                engine.disconnectNodeOutput(player, bus: $0.int)
            },
            NumberDraw("AVAudioEngine.enableManualRenderingMode(_:format:maximumFrameCount:)") {
                try AVAudioEngine().enableManualRenderingMode(.offline, format: format, maximumFrameCount: $0.word)
            },
            NumberDraw("AVAudioEngine.renderOffline(_:to:)") { try byHand.renderOffline($0.word, to: output) },
        ]
    }

    private static func buffers() throws -> [NumberDraw] {
        let format = try #require(AVAudioFormat(standardFormatWithSampleRate: 48_000, channels: 2))
        let buffer = try #require(AVAudioPCMBuffer(pcmFormat: format, frameCapacity: 512))
        let url = try ProcessPhone.sound(0.1)
        let file = try AVAudioFile(forReading: url)
        let other = try #require(AVAudioFormat(standardFormatWithSampleRate: 44_100, channels: 2))
        let converter = try #require(AVAudioConverter(from: format, to: other))
        let coded = try #require(
            AVAudioFormat(settings: [
                AVFormatIDKey: kAudioFormatMPEG4AAC, AVSampleRateKey: 48_000, AVNumberOfChannelsKey: 2,
            ]))
        let packets = AVAudioCompressedBuffer(format: coded, packetCapacity: 4, maximumPacketSize: 16)
        return [
            NumberDraw("AVAudioCompressedBuffer.init(format:packetCapacity:maximumPacketSize:)") {
                _ = AVAudioCompressedBuffer(format: coded, packetCapacity: $0.word, maximumPacketSize: $0.int)
            },
            NumberDraw("AVAudioCompressedBuffer.byteLength") {
                packets.byteLength = $0.word
                #expect(packets.byteLength <= packets.byteCapacity)
            },
            NumberDraw("AVAudioCompressedBuffer.packetCount") {
                packets.packetCount = $0.word
                #expect(packets.packetCount <= 4)
            },
            NumberDraw("AVAudioPCMBuffer.init(pcmFormat:frameCapacity:)") {
                _ = AVAudioPCMBuffer(pcmFormat: format, frameCapacity: $0.word)
            },
            NumberDraw("AVAudioPCMBuffer.frameLength") {
                buffer.frameLength = $0.word
                #expect(buffer.frameLength <= 512)
            },
            NumberDraw("AVAudioFile.framePosition") { number in
                file.framePosition = number.whole
                try file.read(into: buffer)
            },
            NumberDraw("AVAudioFile.read(into:frameCount:)") { number in
                file.framePosition = 0
                try file.read(into: buffer, frameCount: number.word)
                #expect(buffer.frameLength <= 512)
            },
            NumberDraw("AVAudioConverter.bitRate", converter, \.bitRate),
            NumberDraw("AVAudioConverter.sampleRateConverterQuality", converter, \.sampleRateConverterQuality),
            NumberDraw("AVAudioConverter.channelMap") { number in
                converter.channelMap = [NSNumber(value: number.whole), NSNumber(value: number.real)]
                buffer.frameLength = 512
                let made = try #require(AVAudioPCMBuffer(pcmFormat: other, frameCapacity: 256))
                converter.convert(to: made, error: nil) { _, status in
                    status.pointee = .haveData
                    return buffer
                }
            },
        ]
    }

    private static func formats() throws -> [NumberDraw] {
        let layout = try #require(AVAudioChannelLayout(layoutTag: kAudioChannelLayoutTag_Stereo))
        return [
            NumberDraw("AVAudioFormat.init(standardFormatWithSampleRate:channels:)") {
                _ = AVAudioFormat(standardFormatWithSampleRate: $0.real, channels: $0.word)?.description
            },
            NumberDraw("AVAudioFormat.init(standardFormatWithSampleRate:channelLayout:)") {
                _ = AVAudioFormat(standardFormatWithSampleRate: $0.real, channelLayout: layout).description
            },
            NumberDraw("AVAudioFormat.init(commonFormat:sampleRate:channels:interleaved:)") {
                _ =
                    AVAudioFormat(
                        commonFormat: .pcmFormatInt32, sampleRate: $0.real, channels: $0.word, interleaved: true
                    )?.description
            },
            NumberDraw("AVAudioFormat.init(commonFormat:sampleRate:interleaved:channelLayout:)") {
                _ =
                    AVAudioFormat(
                        commonFormat: .pcmFormatInt16, sampleRate: $0.real, interleaved: true, channelLayout: layout
                    ).description
            },
            NumberDraw("AVAudioChannelLayout.init(layoutTag:)") {
                _ = AVAudioChannelLayout(layoutTag: $0.word)?.channelCount
            },
            NumberDraw("AudioChannelLayoutTag_GetNumberOfChannels(_:)") {
                _ = AudioChannelLayoutTag_GetNumberOfChannels($0.word)
            },
        ]
    }

    private static func session() -> [NumberDraw] {
        let session = ProcessPhone.session
        return [
            NumberDraw("AVAudioSession.setInputGain(_:)") { try session.setInputGain($0.float) },
            NumberDraw("AVAudioSession.setPreferredSampleRate(_:)") {
                try session.setPreferredSampleRate($0.real)
                #expect(session.sampleRate > 0)
            },
            NumberDraw("AVAudioSession.setPreferredIOBufferDuration(_:)") {
                try session.setPreferredIOBufferDuration($0.real)
                #expect(session.ioBufferDuration > 0)
            },
            NumberDraw("AVAudioSession.setPreferredInputNumberOfChannels(_:)") {
                try session.setPreferredInputNumberOfChannels($0.int)
            },
            NumberDraw("AVAudioSession.setPreferredOutputNumberOfChannels(_:)") {
                try session.setPreferredOutputNumberOfChannels($0.int)
            },
        ]
    }

    private static func items() throws -> [NumberDraw] {
        let asset = AVURLAsset(url: try ProcessPhone.sound(0.2))
        let player = AVPlayer(playerItem: AVPlayerItem(asset: asset))
        func play(_ symbol: String, _ begin: @escaping (DrawnNumber) -> Void) -> NumberDraw {
            NumberDraw(symbol) { number in
                begin(number)
                #expect(!player.rate.isNaN && player.currentTime().isNumeric, "\(symbol)")
                player.pause()
            }
        }
        return [
            NumberDraw("AVPlayer.volume", player, \.volume),
            NumberDraw("AVPlayer.defaultRate", player, \.defaultRate),
            play("AVPlayer.rate") { player.rate = $0.float },
            play("AVPlayer.playImmediately(atRate:)") { player.playImmediately(atRate: $0.float) },
            play("AVPlayer.setRate(_:time:atHostTime:)") {
                let time = CMTime(seconds: $0.real, preferredTimescale: $0.int32)
                player.setRate($0.float, time: time, atHostTime: time)
            },
            NumberDraw("AVSampleBufferRenderSynchronizer.setRate(_:time:)") {
                let time = CMTime(seconds: $0.real, preferredTimescale: $0.int32)
                AVSampleBufferRenderSynchronizer().setRate($0.float, time: time)
            },
            play("AVPlayer.preroll(atRate:completionHandler:)") { player.preroll(atRate: $0.float) { _ in } },
            NumberDraw("AVPlayer.preroll(atRate:)") { _ = await player.preroll(atRate: $0.float) },
        ]
    }

    private static func times() -> [NumberDraw] {
        let half = CMTime(value: 1, timescale: 2)
        return [
            NumberDraw("AVAudioTime.hostTime(forSeconds:)") { _ = AVAudioTime.hostTime(forSeconds: $0.real) },
            NumberDraw("AVAudioTime.seconds(forHostTime:)") {
                #expect(!AVAudioTime.seconds(forHostTime: $0.unsigned).isNaN)
            },
            NumberDraw("AVAudioTime.init(hostTime:)") { _ = AVAudioTime(hostTime: $0.unsigned).description },
            NumberDraw("AVAudioTime.init(sampleTime:atRate:)") {
                _ = AVAudioTime(sampleTime: $0.whole, atRate: $0.real).audioTimeStamp
            },
            NumberDraw("AVAudioTime.init(hostTime:sampleTime:atRate:)") {
                let time = AVAudioTime(hostTime: $0.unsigned, sampleTime: $0.whole, atRate: $0.real)
                _ = time.extrapolateTime(fromAnchor: time)?.audioTimeStamp
            },
            NumberDraw("AVAudioTime.init(audioTimeStamp:sampleRate:)") {
                var stamp = AudioTimeStamp()
                (stamp.mSampleTime, stamp.mHostTime, stamp.mFlags) = (
                    $0.real, $0.unsigned, [.sampleTimeValid, .hostTimeValid]
                )
                _ = AVAudioTime(audioTimeStamp: &stamp, sampleRate: $0.real).audioTimeStamp
            },
            NumberDraw("AudioConvertHostTimeToNanos(_:)") { _ = AudioConvertHostTimeToNanos($0.unsigned) },
            NumberDraw("AudioConvertNanosToHostTime(_:)") { _ = AudioConvertNanosToHostTime($0.unsigned) },
            NumberDraw("CMTime.init(seconds:preferredTimescale:)") {
                _ = CMTime(seconds: $0.real, preferredTimescale: $0.int32).seconds
            },
            NumberDraw("CMTime.convertScale(_:method:)") { _ = half.convertScale($0.int32, method: .default) },
            NumberDraw("CMTimeConvertScale(_:timescale:method:)") {
                _ = CMTimeConvertScale(half, timescale: $0.int32, method: .default)
            },
            NumberDraw("CMTimeMake(_:_:)") { _ = CMTimeMake($0.whole, $0.int32).seconds },
            NumberDraw("CMTimeMake(value:timescale:)") { _ = CMTimeMake(value: $0.whole, timescale: $0.int32).seconds },
            NumberDraw("CMTimeMakeWithSeconds(_:_:)") { _ = CMTimeMakeWithSeconds($0.real, $0.int32) },
            NumberDraw("CMTimeMakeWithSeconds(_:preferredTimescale:)") {
                _ = CMTimeMakeWithSeconds($0.real, preferredTimescale: $0.int32)
            },
            NumberDraw("CMTimeMultiplyByFloat64(_:multiplier:)") {
                _ = CMTimeMultiplyByFloat64(CMTime(value: $0.whole, timescale: 1), multiplier: $0.real)
            },
        ]
    }

    private static func values() -> [NumberDraw] {
        let utterance = AVSpeechUtterance(string: "One")
        let configuration = CXProviderConfiguration()
        let command = MPRemoteCommandCenter.shared().skipForwardCommand
        let parameter = AUParameterTree.createParameter(
            withIdentifier: "cutoff", name: "Cutoff", address: 7, min: 20, max: 20_000, unit: .hertz, unitName: nil,
            valueStrings: nil, dependentParameters: nil)
        let tree = AUParameterTree.createTree(withChildren: [parameter])
        return [
            NumberDraw("AVSpeechUtterance.rate", utterance, \.rate),
            NumberDraw("AVSpeechUtterance.pitchMultiplier", utterance, \.pitchMultiplier),
            NumberDraw("AVSpeechUtterance.volume", utterance, \.volume),
            NumberDraw("AVSpeechUtterance.preUtteranceDelay", utterance, \.preUtteranceDelay),
            NumberDraw("AVSpeechUtterance.postUtteranceDelay", utterance, \.postUtteranceDelay),
            NumberDraw("CXProviderConfiguration.maximumCallGroups", configuration, \.maximumCallGroups),
            NumberDraw("CXProviderConfiguration.maximumCallsPerCallGroup", configuration, \.maximumCallsPerCallGroup),
            NumberDraw("MPChangePlaybackPositionCommandEvent.init(command:positionTime:)") {
                _ = MPChangePlaybackPositionCommandEvent(command: command, positionTime: $0.real)
            },
            NumberDraw("MPChangePlaybackRateCommandEvent.init(command:playbackRate:)") {
                _ = MPChangePlaybackRateCommandEvent(command: command, playbackRate: $0.float)
            },
            NumberDraw("MPRatingCommandEvent.init(command:rating:)") {
                _ = MPRatingCommandEvent(command: command, rating: $0.float)
            },
            NumberDraw("MPSkipIntervalCommandEvent.init(command:interval:)") {
                _ = MPSkipIntervalCommandEvent(command: command, interval: $0.real)
            },
            NumberDraw("AUParameter.value", parameter, \.value),
            NumberDraw("AUParameter.setValue(_:originator:)") {
                parameter.setValue($0.float, originator: nil)
                #expect(!parameter.value.isNaN)
            },
            NumberDraw("AUParameterTree.parameter(withAddress:)") { _ = tree.parameter(withAddress: $0.unsigned) },
            NumberDraw(
                "AUParameterTree.createParameter(withIdentifier:name:address:min:max:unit:unitName:flags:valueStrings:dependentParameters:)"
            ) {
                let made = AUParameterTree.createParameter(
                    withIdentifier: "any", name: "Any", address: $0.unsigned, min: $0.float, max: -$0.float,
                    unit: .generic, unitName: nil, valueStrings: nil, dependentParameters: [NSNumber(value: $0.whole)])
                made.value = $0.float
            },
        ]
    }
}
