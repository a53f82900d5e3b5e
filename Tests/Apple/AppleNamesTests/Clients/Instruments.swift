import AVFAudio

/// A keyboard with a chain of effects behind it, and a hosted one if there is any.
final class Keyboard {
    private let engine = AVAudioEngine()
    private let sampler = AVAudioUnitSampler()
    private let reverb = AVAudioUnitReverb()
    private let player = AVAudioPlayerNode()
    private lazy var limiter = AVAudioUnitEffect(
        audioComponentDescription: AudioComponentDescription(
            componentType: kAudioUnitType_Effect, componentSubType: kAudioUnitSubType_PeakLimiter,
            componentManufacturer: kAudioUnitManufacturer_Apple, componentFlags: 0, componentFlagsMask: 0))

    func begin(with sample: URL?) throws {
        for node in [sampler, reverb, limiter, player] as [AVAudioNode] { engine.attach(node) }
        engine.connect(sampler, to: reverb, format: nil)
        engine.connect(reverb, to: limiter, format: nil)
        engine.connect(limiter, to: engine.mainMixerNode, format: nil)
        engine.connect(player, to: engine.mainMixerNode, format: nil)
        reverb.loadFactoryPreset(.cathedral)
        if let sample { try sampler.loadAudioFiles(at: [sample]) }
        for bus in 0..<engine.mainMixerNode.numberOfInputs {
            player.destination(forMixer: engine.mainMixerNode, bus: bus)?.volume = 0.5
        }
        sampler.overallGain = -3
        try engine.start()
    }

    func press(_ note: UInt8) { sampler.startNote(note, withVelocity: 100, onChannel: 0) }
    func release(_ note: UInt8) { sampler.stopNote(note, onChannel: 0) }
    func bend(_ value: UInt16) { sampler.sendPitchBend(value, onChannel: 0) }
    func load(_ bank: URL, program: UInt8) throws {
        try sampler.loadSoundBankInstrument(
            at: bank, program: program, bankMSB: UInt8(kAUSampler_DefaultMelodicBankMSB),
            bankLSB: UInt8(kAUSampler_DefaultBankLSB))
    }
    func silence() { sampler.sendController(123, withValue: 0, onChannel: 0) }

    func host(_ description: AudioComponentDescription) async -> AVAudioUnit? {
        try? await AVAudioUnit.instantiate(with: description, options: .loadOutOfProcess)
    }
}
