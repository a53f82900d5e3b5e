/// One endpoint of a route, with AVAudioSession's name.
public enum Port: UInt8, VocabularyWord {
    // The order is the order of the names, so that a set of ports lists itself sorted.
    case hdmi, airPlay, bluetoothA2DP, bluetoothHFP, builtInMic, builtInReceiver, builtInSpeaker, carAudio, headphones
    case headsetMic, lineOut, usbAudio

    public static let names = [
        "HDMI", "airPlay", "bluetoothA2DP", "bluetoothHFP", "builtInMic", "builtInReceiver", "builtInSpeaker",
        "carAudio", "headphones", "headsetMic", "lineOut", "usbAudio",
    ]
}

/// A set of ports; it lists them sorted by name.
public struct PortSet: OptionSet, Hashable, Sendable {
    public let rawValue: UInt16

    /// Creates a set from one bit per port.
    public init(rawValue: UInt16) { self.rawValue = rawValue }

    /// Creates a set of one port.
    public init(_ port: Port) { rawValue = 1 << UInt16(port.rawValue) }

    /// The built-in outputs of a phone.
    public static let builtIn: PortSet = [PortSet(.builtInSpeaker), PortSet(.builtInReceiver)]

    /// Whether the port is in the set.
    public func contains(_ port: Port) -> Bool { contains(PortSet(port)) }

    /// The ports in the set, sorted by name.
    public var ports: [Port] { Port.allCases.filter { contains($0) } }
}

/// A thing that a person plugs in or connects.
public struct Accessory: Hashable, Sendable {
    /// The kinds of accessory of the step vocabulary.
    public enum Kind: UInt8, VocabularyWord {
        case headphones, headset, lineOut, usbAudio, hdmi
        case bluetoothA2DP, bluetoothHFP, airPlay, carAudio

        public static let names = [
            "headphones", "headset", "lineOut", "usbAudio", "hdmi", "bluetoothA2DP", "bluetoothHFP", "airPlay",
            "carAudio",
        ]

        /// Whether it is plugged in by a wire; the others are connected by radio or network.
        public var isWired: Bool { rawValue <= Kind.hdmi.rawValue }

        /// The output that it offers.
        public var output: Port {
            switch self {
            case .headphones, .headset: .headphones
            case .lineOut: .lineOut
            case .usbAudio: .usbAudio
            case .hdmi: .hdmi
            case .bluetoothA2DP: .bluetoothA2DP
            case .bluetoothHFP: .bluetoothHFP
            case .airPlay: .airPlay
            case .carAudio: .carAudio
            }
        }

        /// The microphone that it offers, if it has one.
        public var input: Port? {
            switch self {
            case .headset: .headsetMic
            case .usbAudio: .usbAudio
            case .bluetoothHFP: .bluetoothHFP
            case .carAudio: .carAudio
            case .headphones, .lineOut, .hdmi, .bluetoothA2DP, .airPlay: nil
            }
        }
    }

    public let kind: Kind
    /// Tells two accessories of one kind apart, or nil if the person gave none.
    public let uid: Name?
    /// The name that people read, or nil if the person gave none.
    public let name: Name?
    /// The one direction that it has of the two of its kind, or nil if it has them all.
    public let only: Direction?

    /// The direction of sound.
    public enum Direction: UInt8, VocabularyWord {
        case input, output

        public static let names = ["input", "output"]
    }

    /// Creates an accessory.
    public init(kind: Kind, uid: Name? = nil, name: Name? = nil, only: Direction? = nil) {
        self.kind = kind
        self.uid = uid
        self.name = name
        self.only = only
    }

    /// Whether sound can go to it.
    public var hasOutput: Bool { only != .input }

    /// The microphone that it offers, if it has one.
    public var input: Port? { only == .output ? nil : kind.input }
}

/// The outputs and inputs in force.
public struct Route: Hashable, Sendable {
    public var outputs: PortSet
    /// Empty unless a session with input is active.
    public var inputs: PortSet
    /// The output whose level is the media volume in force.
    public var level: OutputKey

    /// Describes a route.
    public init(outputs: PortSet, inputs: PortSet = [], level: OutputKey) {
        self.outputs = outputs
        self.inputs = inputs
        self.level = level
    }
}

/// The key under which a media volume is stored (contested point C19): a port; for a wireless accessory with a `uid`
/// that accessory, whichever of its ports is in use.
public struct OutputKey: Hashable, Sendable {
    public let port: Port
    public let uid: Name?

    /// Names what remembers a volume.
    public init(port: Port, uid: Name?) { (self.port, self.uid) = (port, uid) }

    public static func == (one: OutputKey, other: OutputKey) -> Bool {
        one.uid == other.uid && (one.uid != nil || one.port == other.port)
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(uid)
        if uid == nil { hasher.combine(port) }
    }
}
