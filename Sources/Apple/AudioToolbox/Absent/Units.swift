// swift-format-ignore-file
// Written from Tests/Apple/AbsentNames.txt; change that list. A property here is kept or has always one value, and a function
// that answers nothing has no effect.

public import CoreAudioTypes
// Kinds of units that cannot be made, by their four characters.
public let kAudioUnitSubType_PeakLimiter: OSType = 0x6C6D_7472, kAudioUnitSubType_DynamicsProcessor: OSType = 0x6463_6D70
public let kAudioUnitSubType_LowPassFilter: OSType = 0x6C70_6173, kAudioUnitSubType_HighPassFilter: OSType = 0x6870_6173, kAudioUnitSubType_BandPassFilter: OSType = 0x6270_6173
public let kMultiChannelMixerParam_Volume: AudioUnitParameterID = 0, kMultiChannelMixerParam_Enable: AudioUnitParameterID = 1, kMultiChannelMixerParam_Pan: AudioUnitParameterID = 2, kAudioUnitProperty_BypassEffect: AudioUnitPropertyID = 21, kAudioUnitProperty_AudioChannelLayout: AudioUnitPropertyID = 19, kAudioUnitSubType_StereoMixer: OSType = 0x736D_7872, kNewTimePitchParam_Rate: AudioUnitParameterID = 0, kNewTimePitchParam_Pitch: AudioUnitParameterID = 1
public let kDistortionParam_Delay: AudioUnitParameterID = 0, kDistortionParam_Decay: AudioUnitParameterID = 1, kDistortionParam_DelayMix: AudioUnitParameterID = 2, kDistortionParam_Decimation: AudioUnitParameterID = 3, kDistortionParam_Rounding: AudioUnitParameterID = 4, kDistortionParam_DecimationMix: AudioUnitParameterID = 5, kDistortionParam_LinearTerm: AudioUnitParameterID = 6, kDistortionParam_SquaredTerm: AudioUnitParameterID = 7, kDistortionParam_CubicTerm: AudioUnitParameterID = 8, kDistortionParam_PolynomialMix: AudioUnitParameterID = 9, kDistortionParam_RingModFreq1: AudioUnitParameterID = 10, kDistortionParam_RingModFreq2: AudioUnitParameterID = 11, kDistortionParam_RingModBalance: AudioUnitParameterID = 12, kDistortionParam_RingModMix: AudioUnitParameterID = 13, kDistortionParam_SoftClipGain: AudioUnitParameterID = 14, kDistortionParam_FinalMix: AudioUnitParameterID = 15
public let kAudioUnitSubType_ParametricEQ: OSType = 0x706D_6571, kAudioUnitSubType_NBandEQ: OSType = 0x6E62_6571
public let kAudioUnitSubType_Distortion: OSType = 0x6469_7374, kAudioUnitSubType_Delay: OSType = 0x6465_6C79
public let kAudioUnitSubType_Reverb2: OSType = 0x7276_6232, kAudioUnitSubType_NewTimePitch: OSType = 0x6E75_7470
public let kAudioUnitSubType_Varispeed: OSType = 0x7661_7269
public let kAudioUnitSubType_MultiChannelMixer: OSType = 0x6D63_6D78
public let kAudioUnitSubType_Sampler: OSType = 0x7361_6D70, kAudioUnitSubType_MIDISynth: OSType = 0x6D73_796E
public let kAudioUnitType_MusicDevice: OSType = 0x6175_6D75, kAudioUnitType_Effect: OSType = 0x6175_6678
public let kAudioUnitType_MusicEffect: OSType = 0x6175_6D66, kAudioUnitType_Mixer: OSType = 0x6175_6D78
public let kAudioUnitType_Generator: OSType = 0x6175_676E
public let kAUSampler_DefaultMelodicBankMSB = 0x79, kAUSampler_DefaultPercussionBankMSB = 0x78, kAUSampler_DefaultBankLSB = 0x00
// The words of rendering units; no unit of a program's own is hosted.
public typealias AUValue = Float
public typealias AUAudioFrameCount = UInt32
public typealias AUAudioUnitStatus = OSStatus
public typealias AUEventSampleTime = Int64
public typealias AUParameterAddress = UInt64
public typealias AUParameterObserverToken = UnsafeMutableRawPointer
public typealias AURenderPullInputBlock = (UnsafeMutablePointer<AudioUnitRenderActionFlags>, UnsafePointer<AudioTimeStamp>, AUAudioFrameCount, Int, UnsafeMutablePointer<AudioBufferList>) -> AUAudioUnitStatus
public typealias AURenderBlock = (UnsafeMutablePointer<AudioUnitRenderActionFlags>, UnsafePointer<AudioTimeStamp>, AUAudioFrameCount, Int, UnsafeMutablePointer<AudioBufferList>, AURenderPullInputBlock?) -> AUAudioUnitStatus
public typealias AUInternalRenderBlock = (UnsafeMutablePointer<AudioUnitRenderActionFlags>, UnsafePointer<AudioTimeStamp>, AUAudioFrameCount, Int, UnsafeMutablePointer<AudioBufferList>, UnsafePointer<AURenderEvent>?, AURenderPullInputBlock?) -> AUAudioUnitStatus
public typealias AURenderObserver = (AudioUnitRenderActionFlags, UnsafePointer<AudioTimeStamp>, AUAudioFrameCount, Int) -> Void
public typealias AUImplementorValueObserver = (AUParameter, AUValue) -> Void
public typealias AUImplementorValueProvider = (AUParameter) -> AUValue
public typealias AUImplementorStringFromValueCallback = (AUParameter, UnsafePointer<AUValue>?) -> String
/// An event of a unit that renders. Never made.
public struct AURenderEvent: Sendable {}
public typealias AUInputHandler = (UnsafeMutablePointer<AudioUnitRenderActionFlags>, UnsafePointer<AudioTimeStamp>, AUAudioFrameCount, Int) -> Void
public let AUEventSampleTimeImmediate: AUEventSampleTime = -0x1_0000_0000

/// The unit of a parameter.
public enum AudioUnitParameterUnit: UInt32, Sendable { case generic = 0, indexed = 1, boolean = 2, percent = 3, seconds = 4, sampleFrames = 5, phase = 6, rate = 7, hertz = 8, cents = 9, relativeSemiTones = 10, midiNoteNumber = 11, midiController = 12, decibels = 13, linearGain = 14, degrees = 15, equalPowerCrossfade = 16, mixerFaderCurve1 = 17, pan = 18, meters = 19, absoluteCents = 20, octaves = 21, BPM = 22, beats = 23, milliseconds = 24, ratio = 25, customUnit = 26 }
/// The uses of a parameter.
public struct AudioUnitParameterOptions: OptionSet, Hashable, Sendable {
    public let rawValue: UInt32; public init(rawValue: UInt32) { self.rawValue = rawValue }
    public static let flag_IsReadable = Self(rawValue: 1 << 30), flag_IsWritable = Self(rawValue: 1 << 31), flag_CanRamp = Self(rawValue: 1 << 25), flag_DisplayLogarithmic = Self(rawValue: 1 << 22)
}

/// A parameter of a unit, or a group of parameters.
open class AUParameterNode: NSObject, @unchecked Sendable {
    let kept = Kept()
    public let identifier: String, displayName: String
    init(_ identifier: String, _ displayName: String) { (self.identifier, self.displayName) = (identifier, displayName) }
    open var implementorValueObserver: AUImplementorValueObserver? { get { kept["implementorValueObserver", nil] } set { kept["implementorValueObserver", nil] = newValue } }
    open var implementorValueProvider: AUImplementorValueProvider? { get { kept["implementorValueProvider", nil] } set { kept["implementorValueProvider", nil] = newValue } }
    open var implementorStringFromValueCallback: AUImplementorStringFromValueCallback? { get { kept["implementorStringFromValueCallback", nil] } set { kept["implementorStringFromValueCallback", nil] = newValue } }
}

/// A parameter of a unit. Its value is kept within its bounds.
open class AUParameter: AUParameterNode, @unchecked Sendable {
    public let address: AUParameterAddress, minValue: AUValue, maxValue: AUValue
    public let unit: AudioUnitParameterUnit, flags: AudioUnitParameterOptions, unitName: String?, valueStrings: [String]?
    init(_ identifier: String, _ name: String, _ address: AUParameterAddress, _ minimum: AUValue, _ maximum: AUValue, _ unit: AudioUnitParameterUnit, _ unitName: String?, _ flags: AudioUnitParameterOptions, _ valueStrings: [String]?) {
        (self.address, minValue, maxValue, self.unit, self.unitName) = (address, minimum, maximum, unit, unitName)
        (self.flags, self.valueStrings) = (flags, valueStrings)
        super.init(identifier, name)
    }
    open var value: AUValue { get { kept["value", minValue] } set { if !newValue.isNaN { kept["value", minValue] = max(minValue, min(maxValue, newValue)) } } }
    open func setValue(_ value: AUValue, originator: AUParameterObserverToken?) { self.value = value }
}

/// A group of parameters.
open class AUParameterGroup: AUParameterNode, @unchecked Sendable {
    public let children: [AUParameterNode]
    init(_ identifier: String, _ name: String, _ children: [AUParameterNode]) { self.children = children; super.init(identifier, name) }
    open var allParameters: [AUParameter] { children.flatMap { node in (node as? AUParameterGroup)?.allParameters ?? (node as? AUParameter).map { [$0] } ?? [] } }
}

/// The parameters of a unit. Values are kept.
open class AUParameterTree: AUParameterGroup, @unchecked Sendable {
    open class func createParameter(withIdentifier identifier: String, name: String, address: AUParameterAddress, min: AUValue, max: AUValue, unit: AudioUnitParameterUnit, unitName: String?, flags: AudioUnitParameterOptions = [], valueStrings: [String]?, dependentParameters: [NSNumber]?) -> AUParameter { AUParameter(identifier, name, address, min, max, unit, unitName, flags, valueStrings) }
    open class func createGroup(withIdentifier identifier: String, name: String, children: [AUParameterNode]) -> AUParameterGroup { AUParameterGroup(identifier, name, children) }
    open class func createTree(withChildren children: [AUParameterNode]) -> AUParameterTree { AUParameterTree("", "", children) }
    open func parameter(withAddress address: AUParameterAddress) -> AUParameter? { allParameters.first { $0.address == address } }
}
// A stream of bytes would be parsed; none is.
public typealias AudioFileStreamID = OpaquePointer
public typealias AudioFileStreamPropertyID = UInt32
public let kAudioFileStreamProperty_ReadyToProducePackets: AudioFileStreamPropertyID = 0x7265_6479, kAudioFileStreamProperty_FileFormat: AudioFileStreamPropertyID = 0x6666_6D74
public let kAudioFileStreamProperty_DataFormat: AudioFileStreamPropertyID = 0x6466_6D74, kAudioFileStreamProperty_FormatList: AudioFileStreamPropertyID = 0x666C_7374
public let kAudioFileStreamProperty_MagicCookieData: AudioFileStreamPropertyID = 0x6D67_6963, kAudioFileStreamProperty_AudioDataByteCount: AudioFileStreamPropertyID = 0x6263_6E74
public let kAudioFileStreamProperty_AudioDataPacketCount: AudioFileStreamPropertyID = 0x7063_6E74, kAudioFileStreamProperty_MaximumPacketSize: AudioFileStreamPropertyID = 0x7073_7A65
public let kAudioFileStreamProperty_DataOffset: AudioFileStreamPropertyID = 0x646F_6666, kAudioFileStreamProperty_PacketSizeUpperBound: AudioFileStreamPropertyID = 0x706B_7562
public let kAudioFileStreamProperty_AverageBytesPerPacket: AudioFileStreamPropertyID = 0x6162_7070, kAudioFileStreamProperty_BitRate: AudioFileStreamPropertyID = 0x6272_6174
public let kAudioFileStreamError_UnsupportedFileType: OSStatus = 0x7479_703F, kAudioFileStreamError_UnsupportedProperty: OSStatus = 0x7074_793F, kAudioFileStreamError_InvalidFile: OSStatus = 0x6474_613F
public let kAudioFileStreamError_UnspecifiedError: OSStatus = 0x7768_743F, kAudioFileStreamError_DataUnavailable: OSStatus = 0x6D6F_7265
/// The flags of a stream's property.
public struct AudioFileStreamPropertyFlags: OptionSet, Sendable {
    public let rawValue: UInt32; public init(rawValue: UInt32) { self.rawValue = rawValue }
    public static let propertyIsCached = Self(rawValue: 1), cacheProperty = Self(rawValue: 2)
}
/// The flags of parsing a stream.
public struct AudioFileStreamParseFlags: OptionSet, Sendable {
    public let rawValue: UInt32; public init(rawValue: UInt32) { self.rawValue = rawValue }
    public static let discontinuity = Self(rawValue: 1)
}
public typealias AudioFileStream_PropertyListenerProc = (UnsafeMutableRawPointer, AudioFileStreamID, AudioFileStreamPropertyID, UnsafeMutablePointer<AudioFileStreamPropertyFlags>) -> Void
public typealias AudioFileStream_PacketsProc = (UnsafeMutableRawPointer, UInt32, UInt32, UnsafeRawPointer, UnsafeMutablePointer<AudioStreamPacketDescription>?) -> Void
@discardableResult public func AudioFileStreamOpen(_ inClientData: UnsafeMutableRawPointer?, _ inPropertyListenerProc: AudioFileStream_PropertyListenerProc, _ inPacketsProc: AudioFileStream_PacketsProc, _ inFileTypeHint: AudioFileTypeID, _ outAudioFileStream: UnsafeMutablePointer<AudioFileStreamID?>) -> OSStatus { kAudioFileStreamError_UnsupportedFileType }
@discardableResult public func AudioFileStreamParseBytes(_ inAudioFileStream: AudioFileStreamID, _ inDataByteSize: UInt32, _ inData: UnsafeRawPointer?, _ inFlags: AudioFileStreamParseFlags) -> OSStatus { kAudioFileStreamError_UnsupportedFileType }
@discardableResult public func AudioFileStreamGetProperty(_ inAudioFileStream: AudioFileStreamID, _ inPropertyID: AudioFileStreamPropertyID, _ ioPropertyDataSize: UnsafeMutablePointer<UInt32>, _ outPropertyData: UnsafeMutableRawPointer) -> OSStatus { kAudioFileStreamError_UnsupportedProperty }
@discardableResult public func AudioFileStreamClose(_ inAudioFileStream: AudioFileStreamID) -> OSStatus { kAudioFileStreamError_UnsupportedFileType }
