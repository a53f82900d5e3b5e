// swift-format-ignore-file: AlwaysUseLowerCamelCase

// The names are Apple's. What units are told by that are not here: no unit of the C interface is one of these (-3000), and
// an engine's effect takes no parameters by them (-50); it has properties of its own.

/// A limiter's: seconds until it works.
public let kLimiterParam_AttackTime: AudioUnitParameterID = 0
/// A limiter's: seconds until it works no longer.
public let kLimiterParam_DecayTime: AudioUnitParameterID = 1
/// A limiter's: decibels before it.
public let kLimiterParam_PreGain: AudioUnitParameterID = 2
/// A compressor's: decibels above which it works.
public let kDynamicsProcessorParam_Threshold: AudioUnitParameterID = 0
/// A compressor's: decibels above that at most.
public let kDynamicsProcessorParam_HeadRoom: AudioUnitParameterID = 1
/// A compressor's: how much quieter what is quiet becomes.
public let kDynamicsProcessorParam_ExpansionRatio: AudioUnitParameterID = 2
/// A compressor's: decibels below which that is so.
public let kDynamicsProcessorParam_ExpansionThreshold: AudioUnitParameterID = 3
/// A compressor's: seconds until it works.
public let kDynamicsProcessorParam_AttackTime: AudioUnitParameterID = 4
/// A compressor's: seconds until it works no longer.
public let kDynamicsProcessorParam_ReleaseTime: AudioUnitParameterID = 5
/// A compressor's: decibels behind it.
public let kDynamicsProcessorParam_OverallGain: AudioUnitParameterID = 6
/// A compressor's: the older name of `kDynamicsProcessorParam_OverallGain`.
public let kDynamicsProcessorParam_MasterGain: AudioUnitParameterID = 6
/// A compressor's: how much it does now; read only.
public let kDynamicsProcessorParam_CompressionAmount: AudioUnitParameterID = 1_000
/// A compressor's: decibels before it; read only.
public let kDynamicsProcessorParam_InputAmplitude: AudioUnitParameterID = 2_000
/// A compressor's: decibels behind it; read only.
public let kDynamicsProcessorParam_OutputAmplitude: AudioUnitParameterID = 3_000
/// A reverberation's: how much of it is heard, of 100.
public let kReverb2Param_DryWetMix: AudioUnitParameterID = 0
/// A reverberation's: decibels behind it.
public let kReverb2Param_Gain: AudioUnitParameterID = 1
/// A reverberation's: seconds of the nearest echo.
public let kReverb2Param_MinDelayTime: AudioUnitParameterID = 2
/// A reverberation's: seconds of the farthest echo.
public let kReverb2Param_MaxDelayTime: AudioUnitParameterID = 3
/// A reverberation's: seconds that low tones last.
public let kReverb2Param_DecayTimeAt0Hz: AudioUnitParameterID = 4
/// A reverberation's: seconds that high tones last.
public let kReverb2Param_DecayTimeAtNyquist: AudioUnitParameterID = 5
/// A reverberation's: how disorderly echoes are.
public let kReverb2Param_RandomizeReflections: AudioUnitParameterID = 6
/// A low-pass filter's: hertz above which it works.
public let kLowPassParam_CutoffFrequency: AudioUnitParameterID = 0
/// A low-pass filter's: decibels there.
public let kLowPassParam_Resonance: AudioUnitParameterID = 1
/// A high-pass filter's: hertz below which it works.
public let kHipassParam_CutoffFrequency: AudioUnitParameterID = 0
/// A high-pass filter's: decibels there.
public let kHipassParam_Resonance: AudioUnitParameterID = 1
/// A band-pass filter's: hertz in the middle.
public let kBandpassParam_CenterFrequency: AudioUnitParameterID = 0
/// A band-pass filter's: cents about that.
public let kBandpassParam_Bandwidth: AudioUnitParameterID = 1
/// A high shelf's: hertz above which it works.
public let kHighShelfParam_CutOffFrequency: AudioUnitParameterID = 0
/// A high shelf's: decibels there.
public let kHighShelfParam_Gain: AudioUnitParameterID = 1
/// A low shelf's: hertz below which it works.
public let kAULowShelfParam_CutoffFrequency: AudioUnitParameterID = 0
/// A low shelf's: decibels there.
public let kAULowShelfParam_Gain: AudioUnitParameterID = 1
/// A parametric equaliser's: hertz in the middle.
public let kParametricEQParam_CenterFreq: AudioUnitParameterID = 0
/// A parametric equaliser's: how narrow it is.
public let kParametricEQParam_Q: AudioUnitParameterID = 1
/// A parametric equaliser's: decibels there.
public let kParametricEQParam_Gain: AudioUnitParameterID = 2
/// An equaliser's: decibels of all.
public let kAUNBandEQParam_GlobalGain: AudioUnitParameterID = 0
/// An equaliser's: whether a band is passed by, beginning with the first.
public let kAUNBandEQParam_BypassBand: AudioUnitParameterID = 1_000
/// An equaliser's: what a band does.
public let kAUNBandEQParam_FilterType: AudioUnitParameterID = 2_000
/// An equaliser's: hertz of a band.
public let kAUNBandEQParam_Frequency: AudioUnitParameterID = 3_000
/// An equaliser's: decibels of a band.
public let kAUNBandEQParam_Gain: AudioUnitParameterID = 4_000
/// An equaliser's: octaves of a band.
public let kAUNBandEQParam_Bandwidth: AudioUnitParameterID = 5_000
/// A delay's: how much of it is heard, of 100.
public let kDelayParam_WetDryMix: AudioUnitParameterID = 0
/// A delay's: seconds.
public let kDelayParam_DelayTime: AudioUnitParameterID = 1
/// A delay's: how much comes back, of 100.
public let kDelayParam_Feedback: AudioUnitParameterID = 2
/// A delay's: hertz above which less comes back.
public let kDelayParam_LopassCutoff: AudioUnitParameterID = 3
/// A varispeed's: how fast.
public let kVarispeedParam_PlaybackRate: AudioUnitParameterID = 0
/// A varispeed's: how much higher.
public let kVarispeedParam_PlaybackCents: AudioUnitParameterID = 1
/// A time pitch's: how fast.
public let kNewTimePitchParam_Rate: AudioUnitParameterID = 0
/// A time pitch's: cents higher.
public let kNewTimePitchParam_Pitch: AudioUnitParameterID = 1
/// A time pitch's: how many pieces lie over each other.
public let kNewTimePitchParam_Overlap: AudioUnitParameterID = 4
/// A time pitch's: whether tones keep together.
public let kNewTimePitchParam_EnablePeakLocking: AudioUnitParameterID = 6
/// A sampler's: decibels.
public let kAUSamplerParam_Gain: AudioUnitParameterID = 900
/// A sampler's: semitones higher.
public let kAUSamplerParam_CoarseTuning: AudioUnitParameterID = 901
/// A sampler's: cents higher.
public let kAUSamplerParam_FineTuning: AudioUnitParameterID = 902
/// A sampler's: from -1, left, to 1, right.
public let kAUSamplerParam_Pan: AudioUnitParameterID = 903
