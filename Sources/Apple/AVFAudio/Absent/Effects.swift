// swift-format-ignore-file
// Written from Tests/Apple/AbsentNames.txt; change that list. A property here is kept or has always one value, and a function
// that answers nothing has no effect.

public import AudioToolbox
internal import CoreAudioTypes
public import Foundation

/// An effect node. It passes its input through.
open class AVAudioUnitEffect: AVAudioUnit, @unchecked Sendable {
    open var bypass: Bool { get { kept["bypass", false] } set { kept["bypass", false] = newValue } }
    public override init() { super.init() }
    public override init(audioComponentDescription: AudioComponentDescription) { super.init(audioComponentDescription: audioComponentDescription) }
}

/// A time effect. It passes its input through.
open class AVAudioUnitTimeEffect: AVAudioUnit, @unchecked Sendable {
    open var bypass: Bool { get { kept["bypass", false] } set { kept["bypass", false] = newValue } }
    public override init() { super.init() }
    public override init(audioComponentDescription: AudioComponentDescription) { super.init(audioComponentDescription: audioComponentDescription) }
}

/// A change of rate and pitch. Without effect.
open class AVAudioUnitVarispeed: AVAudioUnitTimeEffect, @unchecked Sendable {
    open var rate: Float { get { kept["rate", 1] } set { kept["rate", 1] = newValue } }
}

/// A change of rate or pitch. Without effect.
open class AVAudioUnitTimePitch: AVAudioUnitTimeEffect, @unchecked Sendable {
    open var rate: Float { get { kept["rate", 1] } set { kept["rate", 1] = newValue } }
    open var pitch: Float { get { kept["pitch", 0] } set { kept["pitch", 0] = newValue } }
    open var overlap: Float { get { kept["overlap", 8] } set { kept["overlap", 8] = newValue } }
}

/// The filter types of an equalizer's band.
public enum AVAudioUnitEQFilterType: Int, Sendable { case parametric = 0, lowPass = 1, highPass = 2, resonantLowPass = 3, resonantHighPass = 4, bandPass = 5, bandStop = 6, lowShelf = 7, highShelf = 8, resonantLowShelf = 9, resonantHighShelf = 10 }

/// A band of an equalizer.
open class AVAudioUnitEQFilterParameters: NSObject, @unchecked Sendable {
    let kept = Kept()
    open var filterType: AVAudioUnitEQFilterType { get { kept["filterType", .parametric] } set { kept["filterType", .parametric] = newValue } }
    open var frequency: Float { get { kept["frequency", 1_000] } set { kept["frequency", 1_000] = newValue } }
    open var bandwidth: Float { get { kept["bandwidth", 0.5] } set { kept["bandwidth", 0.5] = newValue } }
    open var gain: Float { get { kept["gain", 0] } set { kept["gain", 0] = newValue } }
    open var bypass: Bool { get { kept["bypass", true] } set { kept["bypass", true] = newValue } }
}

/// An equalizer of up to 1,024 bands. Without effect.
open class AVAudioUnitEQ: AVAudioUnitEffect, @unchecked Sendable {
    public let bands: [AVAudioUnitEQFilterParameters]
    public init(numberOfBands: Int) {
        bands = (0..<max(0, min(1_024, numberOfBands))).map { _ in AVAudioUnitEQFilterParameters() }
        super.init()
    }
    public convenience override init() { self.init(numberOfBands: 1) }
    open var globalGain: Float { get { kept["globalGain", 0] } set { kept["globalGain", 0] = newValue } }
}

/// The presets of a reverberation.
public enum AVAudioUnitReverbPreset: Int, Sendable { case smallRoom = 0, mediumRoom = 1, largeRoom = 2, mediumHall = 3, largeHall = 4, plate = 5, mediumChamber = 6, largeChamber = 7, cathedral = 8, largeRoom2 = 9, mediumHall2 = 10, mediumHall3 = 11, largeHall2 = 12 }

/// A reverberation. Without effect.
open class AVAudioUnitReverb: AVAudioUnitEffect, @unchecked Sendable {
    open var wetDryMix: Float { get { kept["wetDryMix", 0] } set { kept["wetDryMix", 0] = newValue } }
    open func loadFactoryPreset(_ preset: AVAudioUnitReverbPreset) {}
}

/// A delay. Without effect.
open class AVAudioUnitDelay: AVAudioUnitEffect, @unchecked Sendable {
    open var delayTime: TimeInterval { get { kept["delayTime", 1] } set { kept["delayTime", 1] = newValue } }
    open var feedback: Float { get { kept["feedback", 50] } set { kept["feedback", 50] = newValue } }
    open var lowPassCutoff: Float { get { kept["lowPassCutoff", 15_000] } set { kept["lowPassCutoff", 15_000] = newValue } }
    open var wetDryMix: Float { get { kept["wetDryMix", 100] } set { kept["wetDryMix", 100] = newValue } }
}

/// The presets of a distortion.
public enum AVAudioUnitDistortionPreset: Int, Sendable { case drumsBitBrush = 0, drumsBufferBeats = 1, drumsLoFi = 2, multiBrokenSpeaker = 3, multiCellphoneConcert = 4, multiDecimated1 = 5, multiDecimated2 = 6, multiDecimated3 = 7, multiDecimated4 = 8, multiDistortedFunk = 9, multiDistortedCubed = 10, multiDistortedSquared = 11, multiEcho1 = 12, multiEcho2 = 13, multiEchoTight1 = 14, multiEchoTight2 = 15, multiEverythingIsBroken = 16, speechAlienChatter = 17, speechCosmicInterference = 18, speechGoldenPi = 19, speechRadioTower = 20, speechWaves = 21 }

/// A distortion. Without effect.
open class AVAudioUnitDistortion: AVAudioUnitEffect, @unchecked Sendable {
    open var preGain: Float { get { kept["preGain", -6] } set { kept["preGain", -6] = newValue } }
    open var wetDryMix: Float { get { kept["wetDryMix", 50] } set { kept["wetDryMix", 50] = newValue } }
    open func loadFactoryPreset(_ preset: AVAudioUnitDistortionPreset) {}
}

/// A MIDI instrument. It renders silence.
open class AVAudioUnitMIDIInstrument: AVAudioUnit, AVAudioMixing, @unchecked Sendable {
    open var volume: Float { get { kept["volume", 1] } set { kept["volume", 1] = newValue } }
    open var pan: Float { get { kept["pan", 0] } set { kept["pan", 0] = newValue } }
    open var rate: Float { get { kept["rate", 1] } set { kept["rate", 1] = newValue } }
    open func startNote(_ note: UInt8, withVelocity velocity: UInt8, onChannel channel: UInt8) {}
    open func stopNote(_ note: UInt8, onChannel channel: UInt8) {}
    open func sendController(_ controller: UInt8, withValue value: UInt8, onChannel channel: UInt8) {}
    open func sendPitchBend(_ pitchbend: UInt16, onChannel channel: UInt8) {}
}

/// A sampler. It cannot load samples and renders silence.
open class AVAudioUnitSampler: AVAudioUnitMIDIInstrument, @unchecked Sendable {
    public override init() { super.init() }
    open func loadAudioFiles(at audioFiles: [URL]) throws { throw AudioFileFailure.error(-10_871, "No instrument can be loaded here.") }
    open func loadInstrument(at instrumentURL: URL) throws { throw AudioFileFailure.error(-10_871, "No instrument can be loaded here.") }
    open func loadSoundBankInstrument(at bankURL: URL, program: UInt8, bankMSB: UInt8, bankLSB: UInt8) throws { throw AudioFileFailure.error(-10_871, "No instrument can be loaded here.") }
    open var overallGain: Float { get { kept["overallGain", 0] } set { kept["overallGain", 0] = newValue } }
    open var masterGain: Float { get { kept["masterGain", 0] } set { kept["masterGain", 0] = newValue } }
    open var stereoPan: Float { get { kept["stereoPan", 0] } set { kept["stereoPan", 0] = newValue } }
    open var globalTuning: Float { get { kept["globalTuning", 0] } set { kept["globalTuning", 0] = newValue } }
}
