internal import AppleSession
internal import CoreAudioTypes
internal import Foundation

/// A code of four characters, as in the header AudioSession.h, which has Apple's names of the old interface's codes.
struct OldCode: Hashable, ExpressibleByStringLiteral, Sendable {
    let number: UInt32

    init(_ number: UInt32) { self.number = number }
    /// A code that a program has written.
    init(_ number: Double) { self.number = UInt32(number) }
    init(stringLiteral text: String) { number = UInt32(letters: text) }

    var status: OSStatus { OSStatus(bitPattern: number) }
    var refusal: StatusError { StatusError(status) }

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

        func bytes(of number: Double) -> [UInt8] {
            switch self {
            case .uint32: PropertyBytes.of(UInt32(number))
            case .float32: PropertyBytes.of(Float32(number))
            case .float64, .object: PropertyBytes.of(number)
            }
        }

        /// Returns the number that a program has written, or nil for an object and for what is no number.
        func number(at memory: UnsafeRawPointer) -> Double? {
            let number =
                switch self {
                case .uint32: Double(memory.loadUnaligned(as: UInt32.self))
                case .float32: Double(memory.loadUnaligned(as: Float32.self))
                case .float64: memory.loadUnaligned(as: Float64.self)
                case .object: Double.nan
                }
            return number.isFinite ? number : nil
        }
    }

    let kind: Kind
    /// Whether listeners are called when it changes.
    var isTold = false
    /// Returns the value, or nil if there is none now; nil for a property that cannot be read.
    var read: (@Sendable (SessionFacts) -> OldValue?)?
    /// Writes a value; nil for a property that cannot be written.
    var write: (@Sendable (Double) throws -> Void)?

    /// Properties by their codes; the header AudioSession.h has their names.
    // swift-format-ignore
    static let all: [OldCode: OldProperty] = [
        "hwsr": .init(kind: .float64, read: { _ in .number(app.preferredSampleRate) }, write: { app.preferredSampleRate = max(0, $0) }),
        "iobd": .init(kind: .float32, read: { _ in .number(app.preferredBufferDuration) }, write: { app.preferredBufferDuration = max(0, $0) }),
        "acat": .init(kind: .uint32, read: { .code(OldWords.categories.code(of: $0.category) ?? "plar") }, write: { try setCategory(OldCode($0)) }),
        "rout": .init(kind: .object, read: { .object(NSString(string: OldWords.route($0.route, hasInput: !$0.availableInputs.isEmpty))) }),
        "roch": .init(kind: .object, isTold: true),
        "chsr": .init(kind: .float64, read: { _ in .number(DeviceFormat.rate) }),
        "chic": .init(kind: .uint32, isTold: true, read: { .number($0.route.inputs.isEmpty ? 0 : 1) }),
        "choc": .init(kind: .uint32, isTold: true, read: { .number($0.route.outputs.allSatisfy { [.builtInReceiver, .bluetoothHFP].contains($0.port) } ? 1 : 2) }),
        "chov": .init(kind: .float32, isTold: true, read: { .number($0.outputVolume) }),
        "cilt": .init(kind: .float32, read: { _ in .number(app.latencies.input) }),
        "colt": .init(kind: .float32, read: { _ in .number(app.latencies.output) }),
        "chbd": .init(kind: .float32, read: { _ in .number(app.bufferDuration) }),
        "othr": .init(kind: .uint32, read: { .flag($0.otherAudioIsPlaying) }),
        "ovrd": .init(kind: .uint32, write: { try overrideRoute(OldCode($0)) }),
        "aiav": .init(kind: .uint32, isTold: true, read: { .flag($0.inputIsAvailable) }),
        "died": .init(kind: .uint32, isTold: true),
        "duck": option(.duckOthers), "cmix": option(.mixWithOthers), "cspk": option(.defaultToSpeaker), "cblu": option(.allowBluetooth),
        "type": .init(kind: .uint32, read: { _ in OldSession.shared.interruptionType.map { .code($0) } }),
        "mode": .init(kind: .uint32, read: { .code(OldWords.modes.code(of: $0.mode) ?? "dflt") }, write: { try setMode(OldCode($0)) }),
        "igav": .init(kind: .uint32, isTold: true, read: { _ in .number(0) }),
        "igsc": .init(kind: .float32, isTold: true, read: { _ in .number(OldSession.shared.inputGain) }, write: { OldSession.shared.inputGain = min(1, max(0, $0)) }),
        "crar": .init(kind: .object, read: { .object(OldWords.description($0.route)) }),
    ]

    private static var app: ProcessApp { ProcessApp.shared }

    private static func option(_ option: SessionPolicy.CategoryOptions) -> OldProperty {
        OldProperty(
            kind: .uint32, read: { .flag($0.options.contains(option)) },
            write: { try perform(.setOption(option, $0 != 0)) })
    }

    private static func setCategory(_ code: OldCode) throws {
        let category = try OldWords.categories.value(of: code).or(OldCode.unsupported.status)
        try perform(.changeCategory(category, mode: nil, options: []))
    }

    private static func setMode(_ code: OldCode) throws {
        let mode = try OldWords.modes.value(of: code).or(OldCode.unsupported.status)
        try perform(.changeCategory(nil, mode: mode, options: nil))
    }

    private static func overrideRoute(_ code: OldCode) throws {
        guard code.number == 0 || code == "spkr" else { throw OldCode.unsupported.refusal }
        try perform(.overrideOutput(toSpeaker: code.number != 0))
    }

    /// Performs a call. The old interface has a code of its own for invalid parameters.
    static func perform(_ call: AppCall) throws {
        do { try ProcessApp.shared.perform(call) } catch {
            let code = DeviceFailure(error).code
            throw StatusError(code == kAudio_ParamError ? OldCode.incompatibleCategory.status : code)
        }
    }
}

/// A value of a property: a number, which a program sees in the type of the property, or an object.
enum OldValue: @unchecked Sendable {
    case number(Double)
    case object(NSObject)

    static func flag(_ value: Bool) -> OldValue { .number(value ? 1 : 0) }
    static func code(_ code: OldCode) -> OldValue { .number(Double(code.number)) }
}

extension Array {
    fileprivate func code<Value: Equatable>(of value: Value) -> OldCode?
    where Element == (code: OldCode, value: Value) {
        first { $0.value == value }?.code
    }

    fileprivate func value<Value>(of code: OldCode) -> Value? where Element == (code: OldCode, value: Value) {
        first { $0.code == code }?.value
    }
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
