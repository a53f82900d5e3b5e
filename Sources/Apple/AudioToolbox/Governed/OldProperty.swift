internal import AppleSession
internal import CoreAudioTypes
internal import Foundation

/// A code of four characters, as in the header AudioSession.h, which has Apple's names of the old interface's codes.
struct OldCode: Hashable, ExpressibleByStringLiteral, Sendable {
    let number: UInt32

    init(_ number: UInt32) { self.number = number }
    init(stringLiteral text: StaticString) {
        number = text.withUTF8Buffer { $0.reduce(0) { $0 << 8 | UInt32($1) } }
    }

    var status: OSStatus { OSStatus(bitPattern: number) }

    static let notInitialized: OldCode = "!ini"
    static let alreadyInitialized: OldCode = "init"
    static let unsupported: OldCode = "pty?"
    static let badSize: OldCode = "!siz"
    static let incompatibleCategory: OldCode = "!cat"
}

/// A property of the old interface: its type, and how it is read and written.
struct OldProperty: Sendable {
    enum Kind {
        case uint32, float32, float64, object

        var size: UInt32 { self == .uint32 || self == .float32 ? 4 : 8 }
    }

    let kind: Kind
    /// Whether listeners are called when it changes.
    var isTold = false
    /// Returns the value, or nil if there is none now; nil for a property that cannot be read.
    var read: (@Sendable (SessionFacts) -> OldValue?)?
    /// Writes a value and returns 0 or an error code; nil for a property that cannot be written.
    var write: (@Sendable (OldValue) -> OSStatus)?

    /// Properties by their codes; the header AudioSession.h has their names.
    // swift-format-ignore
    static let all: [OldCode: OldProperty] = [
        "hwsr": .init(kind: .float64, read: { _ in .float64(app.preferredSampleRate) }, write: { app.preferredSampleRate = max(0, $0.number); return noErr }),
        "iobd": .init(kind: .float32, read: { _ in .float32(app.preferredBufferDuration) }, write: { app.preferredBufferDuration = max(0, $0.number); return noErr }),
        "acat": .init(kind: .uint32, read: { .uint32(OldWords.categories.code(of: $0.category) ?? "plar") }, write: { setCategory($0.code) }),
        "rout": .init(kind: .object, read: { .object(NSString(string: OldWords.route($0.route, hasInput: !$0.availableInputs.isEmpty))) }),
        "roch": .init(kind: .object, isTold: true),
        "chsr": .init(kind: .float64, read: { _ in .float64(app.hardware.sampleRate) }),
        "chic": .init(kind: .uint32, isTold: true, read: { .uint32($0.route.inputs.isEmpty ? 0 : 1) }),
        "choc": .init(kind: .uint32, isTold: true, read: { .uint32($0.route.outputs.allSatisfy { [.builtInReceiver, .bluetoothHFP].contains($0.port) } ? 1 : 2) }),
        "chov": .init(kind: .float32, isTold: true, read: { .float32($0.outputVolume) }),
        "cilt": .init(kind: .float32, read: { _ in .float32(app.hardware.inputLatency) }),
        "colt": .init(kind: .float32, read: { _ in .float32(app.hardware.outputLatency) }),
        "chbd": .init(kind: .float32, read: { _ in .float32(app.hardware.bufferDuration) }),
        "othr": .init(kind: .uint32, read: { .flag($0.otherAudioIsPlaying) }),
        "ovrd": .init(kind: .uint32, write: { overrideRoute($0.code) }),
        "aiav": .init(kind: .uint32, isTold: true, read: { .flag($0.inputIsAvailable) }),
        "died": .init(kind: .uint32, isTold: true),
        "duck": option(.duckOthers), "cmix": option(.mixWithOthers), "cspk": option(.defaultToSpeaker), "cblu": option(.allowBluetooth),
        "type": .init(kind: .uint32, read: { _ in OldSession.shared.interruptionType.map { .uint32($0) } }),
        "mode": .init(kind: .uint32, read: { .uint32(OldWords.modes.code(of: $0.mode) ?? "dflt") }, write: { setMode($0.code) }),
        "igav": .init(kind: .uint32, isTold: true, read: { _ in .uint32(0) }),
        "igsc": .init(kind: .float32, isTold: true, read: { _ in .float32(OldSession.shared.inputGain) }, write: { OldSession.shared.inputGain = min(1, max(0, $0.number)); return noErr }),
        "crar": .init(kind: .object, read: { .object(OldWords.description($0.route)) }),
    ]

    private static var app: ProcessApp { ProcessApp.shared }

    private static func option(_ option: SessionPolicy.CategoryOptions) -> OldProperty {
        OldProperty(
            kind: .uint32, read: { .flag($0.options.contains(option)) },
            write: { perform(.setOption(option, $0.number != 0)) })
    }

    private static func setCategory(_ code: OldCode) -> OSStatus {
        guard let category = OldWords.categories.first(where: { $0.code == code })?.value else {
            return OldCode.unsupported.status
        }
        return perform(.changeCategory(category, mode: nil, options: []))
    }

    private static func setMode(_ code: OldCode) -> OSStatus {
        guard let mode = OldWords.modes.first(where: { $0.code == code })?.value else {
            return OldCode.unsupported.status
        }
        return perform(.changeCategory(nil, mode: mode, options: nil))
    }

    private static func overrideRoute(_ code: OldCode) -> OSStatus {
        guard code.number == 0 || code == "spkr" else { return OldCode.unsupported.status }
        return perform(.overrideOutput(toSpeaker: code.number != 0))
    }

    /// Performs a call. A refusal because of the category becomes '!cat'.
    static func perform(_ call: AppCall) -> OSStatus {
        do throws(DeviceFailure) {
            try ProcessApp.shared.perform(call)
            return noErr
        } catch {
            return error.code == kAudio_ParamError ? OldCode.incompatibleCategory.status : error.code
        }
    }
}

enum OldValue {
    case uint32(UInt32)
    case float32(Float32)
    case float64(Float64)
    case object(NSObject)

    /// Reads a value of the program's; nil for a number that is not finite.
    init?(_ kind: OldProperty.Kind, at memory: UnsafeRawPointer) {
        switch kind {
        case .uint32: self = .uint32(memory.loadUnaligned(as: UInt32.self))
        case .float32: self = .float32(memory.loadUnaligned(as: Float32.self))
        case .float64: self = .float64(memory.loadUnaligned(as: Float64.self))
        case .object: return nil
        }
        guard number.isFinite else { return nil }
    }

    static func flag(_ value: Bool) -> OldValue { .uint32(value ? 1 : 0) }
    static func uint32(_ code: OldCode) -> OldValue { .uint32(code.number) }
    static func float32(_ value: Double) -> OldValue { .float32(Float32(value)) }

    var number: Double {
        switch self {
        case .uint32(let value): Double(value)
        case .float32(let value): Double(value)
        case .float64(let value): value
        case .object: 0
        }
    }

    /// The value of a property of codes.
    var code: OldCode { if case .uint32(let value) = self { OldCode(value) } else { OldCode(0) } }

    func write(to memory: UnsafeMutableRawPointer) {
        switch self {
        case .uint32(let value): memory.storeBytes(of: value, as: UInt32.self)
        case .float32(let value): memory.storeBytes(of: value, as: Float32.self)
        case .float64(let value): memory.storeBytes(of: value, as: Float64.self)
        case .object(let value):
            memory.storeBytes(of: Unmanaged.passRetained(value).toOpaque(), as: UnsafeMutableRawPointer.self)
        }
    }
}

extension [(code: OldCode, value: SessionPolicy.Category)] {
    func code(of category: SessionPolicy.Category) -> OldCode? { first { $0.value == category }?.code }
}

extension [(code: OldCode, value: SessionPolicy.Mode)] {
    func code(of mode: SessionPolicy.Mode) -> OldCode? { first { $0.value == mode }?.code }
}

enum OldWords {
    /// The last two are the names before 3.0.
    static let categories: [(code: OldCode, value: SessionPolicy.Category)] = [
        ("ambi", .ambient), ("solo", .soloAmbient), ("medi", .playback), ("reca", .record), ("plar", .playAndRecord),
        ("proc", .audioProcessing), ("uifx", .ambient), ("live", .playback),
    ]

    static let modes: [(code: OldCode, value: SessionPolicy.Mode)] = [
        ("dflt", .default), ("vcct", .voiceChat), ("vrcd", .videoRecording), ("msmt", .measurement),
        ("gmct", .gameChat),
    ]

    static let reason = "OutputDeviceDidChange_Reason"
    static let oldRoute = "OutputDeviceDidChange_OldRoute"
    static let previousDescription = "ActiveAudioRouteDidChange_OldDetailedRoute"
    static let currentDescription = "ActiveAudioRouteDidChange_NewDetailedRoute"
    static let inputs = "RouteDetailedDescription_Inputs"
    static let outputs = "RouteDetailedDescription_Outputs"
    static let type = "RouteDetailedDescription_PortType"

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
        func ports(_ ports: [PortFacts], _ name: (SessionPolicy.Port) -> String) -> NSArray {
            NSArray(
                array: ports.map {
                    NSDictionary(object: NSString(string: name($0.port)), forKey: NSString(string: type))
                })
        }
        return NSDictionary(
            objects: [ports(route.inputs, input), ports(route.outputs, output)],
            forKeys: [NSString(string: inputs), NSString(string: outputs)])
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
