// swift-format-ignore-file
// Written from Docs/AbsentNames.txt; change that list. A property here is kept or has always one value, and a function
// that answers nothing has no effect.

internal import CoreAudioTypes
public import Foundation

/// An audio unit of a node, of which nothing can be asked.
open class AUAudioUnit: NSObject, @unchecked Sendable {
    let kept = Kept()
    open var shouldBypassEffect: Bool { get { kept["shouldBypassEffect", false] } set { kept["shouldBypassEffect", false] = newValue } }
    open var maximumFramesToRender: UInt32 { get { kept["maximumFramesToRender", 4_096] } set { kept["maximumFramesToRender", 4_096] = newValue } }
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
