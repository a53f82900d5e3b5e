// swift-format-ignore-file
// Written from Tests/Apple/AbsentNames.txt; change that list. A property here is kept or has always one value, and a function
// that answers nothing has no effect.

public import AudioToolbox
internal import CoreAudioTypes
public import Foundation

/// The side of a bus.
public enum AUAudioUnitBusType: Int, Sendable { case input = 1, output = 2 }

/// A bus of an audio unit: an input or an output.
open class AUAudioUnitBus: NSObject, @unchecked Sendable {
    let kept = Kept()
    public let format: AVAudioFormat
    public init(format: AVAudioFormat) throws { self.format = format }
    open var isEnabled: Bool { get { kept["isEnabled", true] } set { kept["isEnabled", true] = newValue } }
    open var name: String? { get { kept["name", nil] } set { kept["name", nil] = newValue } }
    open func setFormat(_ format: AVAudioFormat) throws { throw AudioFileFailure.error(-10_868, "A bus of a unit keeps its format.") }
}

/// The buses of one side of a unit.
open class AUAudioUnitBusArray: NSObject, @unchecked Sendable {
    private let busses: [AUAudioUnitBus]
    public let busType: AUAudioUnitBusType
    public init(audioUnit owner: AUAudioUnit, busType: AUAudioUnitBusType, busses: [AUAudioUnitBus] = []) { (self.busType, self.busses) = (busType, busses) }
    open var count: Int { busses.count }
    open subscript(index: Int) -> AUAudioUnitBus { busses[index] }
}

/// The audio unit of a node, without properties. Standalone units are refused.
open class AUAudioUnit: NSObject, @unchecked Sendable {
    let kept = Kept()
    override init() { super.init() }
    public init(componentDescription: AudioComponentDescription, options: AudioComponentInstantiationOptions = []) throws { throw AudioFileFailure.error(-3_000, "No unit of others is hosted here; use the units that this module has.") }
    public convenience init(componentDescription: AudioComponentDescription) throws { try self.init(componentDescription: componentDescription, options: []) }
    open var shouldBypassEffect: Bool { get { kept["shouldBypassEffect", false] } set { kept["shouldBypassEffect", false] = newValue } }
    open var maximumFramesToRender: AUAudioFrameCount { get { kept["maximumFramesToRender", 4_096] } set { kept["maximumFramesToRender", 4_096] = newValue } }
    open var outputProvider: AURenderPullInputBlock? { get { kept["outputProvider", nil] } set { kept["outputProvider", nil] = newValue } }
    open var inputHandler: AUInputHandler? { get { kept["inputHandler", nil] } set { kept["inputHandler", nil] = newValue } }
    open var isInputEnabled: Bool { get { kept["isInputEnabled", false] } set { kept["isInputEnabled", false] = newValue } }
    open var isOutputEnabled: Bool { get { kept["isOutputEnabled", true] } set { kept["isOutputEnabled", true] = newValue } }
    open var parameterTree: AUParameterTree? { get { kept["parameterTree", nil] } set { kept["parameterTree", nil] = newValue } }
    open var internalRenderBlock: AUInternalRenderBlock { { _, _, _, _, _, _, _ in -3_000 } }
    open func token(byAddingRenderObserver observer: @escaping AURenderObserver) -> Int { 0 }
    open func removeRenderObserver(_ token: Int) {}
    open var inputBusses: AUAudioUnitBusArray { AUAudioUnitBusArray(audioUnit: self, busType: .input) }
    open var outputBusses: AUAudioUnitBusArray { AUAudioUnitBusArray(audioUnit: self, busType: .output) }
    open var latency: TimeInterval { 0 }
    open func allocateRenderResources() throws { throw AudioFileFailure.error(-3_000, "No unit of others is hosted here.") }
    open func deallocateRenderResources() {}
    open func startHardware() throws { throw AudioFileFailure.error(-3_000, "No unit of others is hosted here.") }
    open func stopHardware() {}
    open func reset() {}
}

extension AVAudioInputNode {
    public var rate: Float { get { kept["rate", 1] } set { kept["rate", 1] = newValue } }
    public var isVoiceProcessingBypassed: Bool { get { kept["isVoiceProcessingBypassed", false] } set { kept["isVoiceProcessingBypassed", false] = newValue } }
    public var isVoiceProcessingAGCEnabled: Bool { get { kept["isVoiceProcessingAGCEnabled", true] } set { kept["isVoiceProcessingAGCEnabled", true] = newValue } }
    public var voiceProcessingOtherAudioDuckingConfiguration: AVAudioVoiceProcessingOtherAudioDuckingConfiguration { get { kept["voiceProcessingOtherAudioDuckingConfiguration", AVAudioVoiceProcessingOtherAudioDuckingConfiguration()] } set { kept["voiceProcessingOtherAudioDuckingConfiguration", AVAudioVoiceProcessingOtherAudioDuckingConfiguration()] = newValue } }
}

extension AVAudioMixerNode {
    public var rate: Float { get { kept["rate", 1] } set { kept["rate", 1] = newValue } }
}

extension AVAudioPlayerNode {
    public var rate: Float { get { kept["rate", 1] } set { kept["rate", 1] = newValue } }
}

extension AVAudioSourceNode {
    public var rate: Float { get { kept["rate", 1] } set { kept["rate", 1] = newValue } }
}

extension AVSpeechSynthesizer {
    public var usesApplicationAudioSession: Bool { get { kept["usesApplicationAudioSession", true] } set { kept["usesApplicationAudioSession", true] = newValue } }
    public var mixToTelephonyUplink: Bool { get { kept["mixToTelephonyUplink", false] } set { kept["mixToTelephonyUplink", false] = newValue } }
    public var outputChannels: [AVAudioSessionChannelDescription]? { get { kept["outputChannels", nil] } set { kept["outputChannels", nil] = newValue } }
}

extension AVSpeechUtterance {
    public var prefersAssistiveTechnologySettings: Bool { get { kept["prefersAssistiveTechnologySettings", false] } set { kept["prefersAssistiveTechnologySettings", false] = newValue } }
}

extension AVAudioEngine {
    public var isAutoShutdownEnabled: Bool { get { kept["isAutoShutdownEnabled", false] } set { kept["isAutoShutdownEnabled", false] = newValue } }
}

extension AVAudioConverter {
    public var availableEncodeSampleRates: [NSNumber]? { nil }
    public var availableEncodeBitRates: [NSNumber]? { nil }
}

/// The frames that a converter uses before the first.
public enum AVAudioConverterPrimeMethod: Int, Sendable { case pre = 0, normal = 1, none = 2 }

/// The gender of a voice.
public enum AVSpeechSynthesisVoiceGender: Int, Sendable { case unspecified = 0, male = 1, female = 2 }

extension AVSpeechSynthesisVoice {
    public var gender: AVSpeechSynthesisVoiceGender { .unspecified }
}

extension AVSpeechSynthesizer {
    public enum PersonalVoiceAuthorizationStatus: UInt, Sendable { case notDetermined = 0, denied = 1, unsupported = 2, authorized = 3 }
    public class var personalVoiceAuthorizationStatus: PersonalVoiceAuthorizationStatus { .unsupported }
    @discardableResult public class func requestPersonalVoiceAuthorization() async -> PersonalVoiceAuthorizationStatus { .unsupported }
    @preconcurrency public class func requestPersonalVoiceAuthorization(completionHandler handler: @escaping @Sendable (PersonalVoiceAuthorizationStatus) -> Void) { DispatchQueue.global().async { handler(.unsupported) } }
}
// Settings without an effect.
public let AVSampleRateConverterAlgorithm_Normal = "AVSampleRateConverterAlgorithm_Normal"
public let AVSampleRateConverterAlgorithm_Mastering = "AVSampleRateConverterAlgorithm_Mastering"
public let AVSampleRateConverterAlgorithm_MinimumPhase = "AVSampleRateConverterAlgorithm_MinimumPhase"
public let AVAudioBitRateStrategy_LongTermAverage = "AVAudioBitRateStrategy_LongTermAverage"
public let AVAudioBitRateStrategy_VariableConstrained = "AVAudioBitRateStrategy_VariableConstrained"
public let AVAudioBitRateStrategy_Variable = "AVAudioBitRateStrategy_Variable", AVEncoderBitDepthHintKey = "AVEncoderBitDepthHintKey"
public let AVEncoderAudioQualityForVBRKey = "AVEncoderAudioQualityForVBRKey", AVSpeechSynthesisIPANotationAttribute = "AVSpeechSynthesisIPANotationAttribute"
