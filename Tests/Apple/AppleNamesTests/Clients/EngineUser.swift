// swift-format-ignore-file: AvoidRetroactiveConformances

@preconcurrency import AVFoundation

// Graphs of nodes, taps, conversion, effects and places in space: as voice recorders and games write them.
extension AVAudioPCMBuffer: @retroactive @unchecked Sendable {}

final class EngineUser: @unchecked Sendable {
    private let engine = AVAudioEngine()
    private let player = AVAudioPlayerNode()
    private let space = AVAudioEnvironmentNode()
    private let pitch = AVAudioUnitTimePitch()
    private var file: AVAudioFile?

    func build(_ url: URL) throws {
        let file = try AVAudioFile(forReading: url)
        for node in [player, space, pitch] as [AVAudioNode] { engine.attach(node) }
        engine.connect(player, to: pitch, format: file.processingFormat)
        engine.connect(pitch, to: space, format: nil)
        engine.connect(space, to: engine.mainMixerNode, format: nil)
        player.renderingAlgorithm = .HRTFHQ
        player.sourceMode = .spatializeIfMono
        player.position = AVAudio3DPoint(x: 1, y: 0, z: -2)
        space.listenerPosition = AVAudio3DPoint(x: 0, y: 0, z: 0)
        space.listenerAngularOrientation = AVAudio3DAngularOrientation(yaw: 0, pitch: 0, roll: 0)
        space.distanceAttenuationParameters.distanceAttenuationModel = .inverse
        space.reverbParameters.loadFactoryReverbPreset(.cathedral)
        pitch.pitch = 300
        let distortion = AVAudioUnitDistortion()
        distortion.loadFactoryPreset(.multiEcho1)
        player.scheduleFile(file, at: nil, completionCallbackType: .dataPlayedBack) { [weak self] _ in self?.stop() }
        engine.prepare()
        try engine.start()
        player.play(at: AVAudioTime(hostTime: mach_absolute_time() + AVAudioTime.hostTime(forSeconds: 0.1)))
    }

    func record(to url: URL, level: @escaping @Sendable (Float) -> Void) throws -> AsyncStream<AVAudioPCMBuffer> {
        try engine.inputNode.setVoiceProcessingEnabled(true)
        engine.inputNode.isVoiceProcessingAGCEnabled = false
        engine.inputNode.voiceProcessingOtherAudioDuckingConfiguration = .init(
            enableAdvancedDucking: false, duckingLevel: .min)
        let format = engine.inputNode.outputFormat(forBus: 0)
        guard
            let target = AVAudioFormat(
                commonFormat: .pcmFormatInt16, sampleRate: 16_000, channels: 1, interleaved: true),
            let converter = AVAudioConverter(from: format, to: target)
        else { return AsyncStream { $0.finish() } }
        let file = try AVAudioFile(
            forWriting: url, settings: target.settings, commonFormat: .pcmFormatInt16, interleaved: true)
        self.file = file
        return AsyncStream { continuation in
            engine.inputNode.installTap(onBus: 0, bufferSize: 1_024, format: format) { buffer, when in
                level(Self.rms(buffer))
                let frames = AVAudioFrameCount(Double(buffer.frameLength) * 16_000 / format.sampleRate) + 16
                guard let output = AVAudioPCMBuffer(pcmFormat: target, frameCapacity: frames) else { return }
                var (error, wasGiven): (NSError?, Bool) = (nil, false)
                let status = converter.convert(to: output, error: &error) { _, state in
                    state.pointee = wasGiven ? .noDataNow : .haveData
                    defer { wasGiven = true }
                    return wasGiven ? nil : buffer
                }
                guard status != .error, error == nil else { return }
                try? file.write(from: output)
                continuation.yield(output)
            }
        }
    }

    static func rms(_ buffer: AVAudioPCMBuffer) -> Float {
        guard let data = buffer.floatChannelData?[0] else { return 0 }
        let samples = UnsafeBufferPointer(start: data, count: Int(buffer.frameLength))
        return (samples.reduce(0) { $0 + $1 * $1 } / Float(max(1, samples.count))).squareRoot()
    }

    func tone() -> AVAudioSourceNode {
        var phase: Float = 0
        return AVAudioSourceNode { _, _, frameCount, audioBufferList -> OSStatus in
            let list = UnsafeMutableAudioBufferListPointer(audioBufferList)
            for frame in 0..<Int(frameCount) {
                phase += 2 * .pi * 440 / 48_000
                for buffer in list {
                    let samples: UnsafeMutableBufferPointer<Float> = UnsafeMutableBufferPointer(buffer)
                    samples[frame] = sin(phase)
                }
            }
            return noErr
        }
    }

    func stop() {
        engine.inputNode.removeTap(onBus: 0)
        engine.stop()
        player.stop()
    }
}
