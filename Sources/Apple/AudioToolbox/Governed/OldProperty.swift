internal import AppleSession
internal import CoreAudioTypes
internal import Foundation

/// A property of the old interface: its type, and the calls that may use it.
struct OldProperty {
    enum Kind {
        case uint32, float32, float64, object

        var size: UInt32 {
            switch self {
            case .uint32, .float32: 4
            case .float64, .object: 8
            }
        }
    }

    /// The calls that may use a property.
    struct Access: OptionSet {
        let rawValue: Int
        static let read = Access(rawValue: 1)
        static let write = Access(rawValue: 2)
        static let listen = Access(rawValue: 4)
    }

    let kind: Kind
    let access: Access

    // swift-format-ignore
    static let all: [AudioSessionPropertyID: OldProperty] = [
        kAudioSessionProperty_PreferredHardwareSampleRate:             OldProperty(kind: .float64, access: [.read, .write]),
        kAudioSessionProperty_PreferredHardwareIOBufferDuration:       OldProperty(kind: .float32, access: [.read, .write]),
        kAudioSessionProperty_AudioCategory:                           OldProperty(kind: .uint32, access: [.read, .write]),
        kAudioSessionProperty_AudioRoute:                              OldProperty(kind: .object, access: .read),
        kAudioSessionProperty_AudioRouteChange:                        OldProperty(kind: .object, access: .listen),
        kAudioSessionProperty_CurrentHardwareSampleRate:               OldProperty(kind: .float64, access: .read),
        kAudioSessionProperty_CurrentHardwareInputNumberChannels:      OldProperty(kind: .uint32, access: [.read, .listen]),
        kAudioSessionProperty_CurrentHardwareOutputNumberChannels:     OldProperty(kind: .uint32, access: [.read, .listen]),
        kAudioSessionProperty_CurrentHardwareOutputVolume:             OldProperty(kind: .float32, access: [.read, .listen]),
        kAudioSessionProperty_CurrentHardwareInputLatency:             OldProperty(kind: .float32, access: .read),
        kAudioSessionProperty_CurrentHardwareOutputLatency:            OldProperty(kind: .float32, access: .read),
        kAudioSessionProperty_CurrentHardwareIOBufferDuration:         OldProperty(kind: .float32, access: .read),
        kAudioSessionProperty_OtherAudioIsPlaying:                     OldProperty(kind: .uint32, access: .read),
        kAudioSessionProperty_OverrideAudioRoute:                      OldProperty(kind: .uint32, access: .write),
        kAudioSessionProperty_AudioInputAvailable:                     OldProperty(kind: .uint32, access: [.read, .listen]),
        kAudioSessionProperty_ServerDied:                              OldProperty(kind: .uint32, access: .listen),
        kAudioSessionProperty_OtherMixableAudioShouldDuck:             OldProperty(kind: .uint32, access: [.read, .write]),
        kAudioSessionProperty_OverrideCategoryMixWithOthers:           OldProperty(kind: .uint32, access: [.read, .write]),
        kAudioSessionProperty_OverrideCategoryDefaultToSpeaker:        OldProperty(kind: .uint32, access: [.read, .write]),
        kAudioSessionProperty_OverrideCategoryEnableBluetoothInput:    OldProperty(kind: .uint32, access: [.read, .write]),
        kAudioSessionProperty_InterruptionType:                        OldProperty(kind: .uint32, access: .read),
        kAudioSessionProperty_Mode:                                    OldProperty(kind: .uint32, access: [.read, .write]),
        kAudioSessionProperty_InputGainAvailable:                      OldProperty(kind: .uint32, access: [.read, .listen]),
        kAudioSessionProperty_InputGainScalar:                         OldProperty(kind: .float32, access: [.read, .write, .listen]),
        kAudioSessionProperty_AudioRouteDescription:                   OldProperty(kind: .object, access: .read),
    ]
}

enum OldValue {
    case uint32(UInt32)
    case float32(Float32)
    case float64(Float64)
    case object(NSObject)

    func write(to memory: UnsafeMutableRawPointer) {
        switch self {
        case .uint32(let value): memory.storeBytes(of: value, as: UInt32.self)
        case .float32(let value): memory.storeBytes(of: value, as: Float32.self)
        case .float64(let value): memory.storeBytes(of: value, as: Float64.self)
        case .object(let value):
            memory.storeBytes(of: Unmanaged.passRetained(value).toOpaque(), as: UnsafeMutableRawPointer.self)
        }
    }

    static func flag(_ value: Bool) -> OldValue { .uint32(value ? 1 : 0) }
}

enum OldWords {
    // swift-format-ignore
    private static let categories: [(code: UInt32, category: SessionPolicy.Category)] = [
        (kAudioSessionCategory_AmbientSound, .ambient), (kAudioSessionCategory_SoloAmbientSound, .soloAmbient),
        (kAudioSessionCategory_MediaPlayback, .playback), (kAudioSessionCategory_RecordAudio, .record),
        (kAudioSessionCategory_PlayAndRecord, .playAndRecord), (kAudioSessionCategory_AudioProcessing, .audioProcessing),
        (kAudioSessionCategory_UserInterfaceSoundEffects, .ambient), (kAudioSessionCategory_LiveAudio, .playback),
    ]

    private static let modes: [(code: UInt32, mode: SessionPolicy.Mode)] = [
        (kAudioSessionMode_Default, .default), (kAudioSessionMode_VoiceChat, .voiceChat),
        (kAudioSessionMode_VideoRecording, .videoRecording), (kAudioSessionMode_Measurement, .measurement),
        (kAudioSessionMode_GameChat, .gameChat),
    ]

    static func category(_ code: UInt32) -> SessionPolicy.Category? { categories.first { $0.code == code }?.category }

    /// Returns the code of a category, or of the nearest one that the old interface has.
    static func code(_ category: SessionPolicy.Category) -> UInt32 {
        categories.first { $0.category == category }?.code ?? kAudioSessionCategory_PlayAndRecord
    }

    static func mode(_ code: UInt32) -> SessionPolicy.Mode? { modes.first { $0.code == code }?.mode }

    /// Returns the code of a mode, or of the default mode if the old interface does not have it.
    static func code(_ mode: SessionPolicy.Mode) -> UInt32 {
        modes.first { $0.mode == mode }?.code ?? kAudioSessionMode_Default
    }

    /// Returns the name of a route, as before iOS 5.
    static func route(_ route: RouteFacts, hasInput: Bool) -> String {
        guard let output = route.outputs.first?.port else { return "" }
        return switch output {
        case .builtInSpeaker: hasInput ? "SpeakerAndMicrophone" : "Speaker"
        case .builtInReceiver: hasInput ? "ReceiverAndMicrophone" : "Receiver"
        case .headphones where route.inputs.contains { $0.port == .headsetMic }: "HeadsetInOut"
        case .headphones: hasInput ? "HeadphonesAndMicrophone" : "Headphone"
        case .lineOut: hasInput ? "LineInOut" : "Lineout"
        case .bluetoothHFP, .bluetoothA2DP: "HeadsetBT"
        case .airPlay: "AirTunes"
        case .usbAudio: "USB"
        case .hdmi: "HDMI"
        case .carAudio: "CarAudio"
        case .builtInMic, .headsetMic: ""
        }
    }

    /// Returns the description of a route, as of iOS 5.
    static func description(_ route: RouteFacts) -> NSDictionary {
        func ports(_ ports: [PortFacts], _ type: (SessionPolicy.Port) -> String) -> NSArray {
            NSArray(
                array: ports.map {
                    NSDictionary(object: NSString(string: type($0.port)), forKey: kAudioSession_AudioRouteKey_Type)
                })
        }
        return NSDictionary(
            objects: [ports(route.inputs, input), ports(route.outputs, output)],
            forKeys: [kAudioSession_AudioRouteKey_Inputs, kAudioSession_AudioRouteKey_Outputs])
    }

    private static func input(_ port: SessionPolicy.Port) -> String {
        switch port {
        case .bluetoothHFP: "MicrophoneBluetooth"
        case .usbAudio: "USBInput"
        case .lineOut: "LineIn"
        default: output(port)
        }
    }

    private static func output(_ port: SessionPolicy.Port) -> String {
        switch port {
        case .hdmi: "HDMIOutput"
        case .airPlay: "AirPlay"
        case .bluetoothA2DP: "BluetoothA2DPOutput"
        case .bluetoothHFP: "BluetoothHFPOutput"
        case .builtInMic: "MicrophoneBuiltIn"
        case .builtInReceiver: "Receiver"
        case .builtInSpeaker: "Speaker"
        case .carAudio: "CarAudio"
        case .headphones: "Headphones"
        case .headsetMic: "MicrophoneWired"
        case .lineOut: "LineOut"
        case .usbAudio: "USBOutput"
        }
    }
}
