/// The facts about its session and the device that an app may read.
public struct SessionFacts: Hashable, Sendable {
    /// The time of these facts.
    public var at: MachineTime
    public var category: Category
    public var mode: Mode
    public var options: CategoryOptions
    public var phase: SessionPhase
    /// Whether the temporary override to the speaker is in force.
    public var overridesToSpeaker: Bool
    /// Whether the app is running. Otherwise the facts describe its state at launch.
    public var isLaunched: Bool
    public var isInForeground: Bool
    /// The route in force, which is the answer to `currentRoute`.
    public var route: RouteFacts
    /// The media volume in force, 0 to 1.
    public var outputVolume: Double
    public var slider: VolumeSlider
    /// Whether any other app is audible (R-HINT-1).
    public var otherAudioIsPlaying: Bool
    /// Whether another app plays in a session that does not mix (R-HINT-2).
    public var secondaryAudioShouldBeSilencedHint: Bool
    public var inputIsAvailable: Bool
    public var recordPermission: RecordPermission
    public var mediaServicesAreLost: Bool
    /// The microphones that category and options allow (R-RTE-15).
    public var availableInputs: [PortFacts]
    /// The app's preferred microphone, until the person picks another.
    public var preferredInput: PortFacts?
    /// The calls of the device, in the order in which they began.
    public var calls: [CallFacts]

    /// Describes a session.
    public init(
        at: MachineTime, category: Category, mode: Mode = .default, options: CategoryOptions = [],
        phase: SessionPhase = .inactive, overridesToSpeaker: Bool = false, isLaunched: Bool, isInForeground: Bool,
        route: RouteFacts, outputVolume: Double, slider: VolumeSlider, otherAudioIsPlaying: Bool,
        secondaryAudioShouldBeSilencedHint: Bool, inputIsAvailable: Bool, recordPermission: RecordPermission,
        mediaServicesAreLost: Bool, availableInputs: [PortFacts] = [], preferredInput: PortFacts? = nil,
        calls: [CallFacts] = []
    ) {
        (self.at, self.category, self.mode, self.options) = (at, category, mode, options)
        (self.phase, self.overridesToSpeaker) = (phase, overridesToSpeaker)
        (self.isLaunched, self.isInForeground, self.route) = (isLaunched, isInForeground, route)
        (self.outputVolume, self.slider, self.otherAudioIsPlaying) = (outputVolume, slider, otherAudioIsPlaying)
        self.secondaryAudioShouldBeSilencedHint = secondaryAudioShouldBeSilencedHint
        (self.inputIsAvailable, self.recordPermission) = (inputIsAvailable, recordPermission)
        self.mediaServicesAreLost = mediaServicesAreLost
        (self.availableInputs, self.preferredInput) = (availableInputs, preferredInput)
        self.calls = calls
    }
}

/// One endpoint of a route.
public struct PortFacts: Hashable, Sendable {
    public let port: Port
    /// Distinguishes accessories of one kind. Built-in ports have their kind's name.
    public let uid: String
    /// The name that people read.
    public let name: String

    /// Describes an endpoint.
    public init(port: Port, uid: String, name: String) { (self.port, self.uid, self.name) = (port, uid, name) }
}

/// The outputs and inputs in force, each sorted by the name of its kind.
public struct RouteFacts: Hashable, Sendable {
    public let outputs: [PortFacts]
    /// Empty unless a session with input is active.
    public let inputs: [PortFacts]

    /// Describes a route.
    public init(outputs: [PortFacts], inputs: [PortFacts]) { (self.outputs, self.inputs) = (outputs, inputs) }
}

extension PolicyState {
    /// Returns a port with the name that the person gave it; the phone's own ports and unnamed ones have the names of their
    /// kind.
    ///
    /// - Parameter name: The text behind a name.
    package func portFacts(_ port: Port, name: (Name) -> String) -> PortFacts {
        let accessory = accessories.last { $0.kind.output == port || $0.input == port }
        return PortFacts(
            port: port, uid: accessory?.uid.map(name) ?? port.name, name: accessory?.name.map(name) ?? port.usualName)
    }
}

extension Port {
    fileprivate var usualName: String {
        switch self {
        case .hdmi: "HDMI"
        case .airPlay: "AirPlay"
        case .bluetoothA2DP, .bluetoothHFP: "Bluetooth"
        case .builtInMic: "Microphone"
        case .builtInReceiver: "Receiver"
        case .builtInSpeaker: "Speaker"
        case .carAudio: "Car"
        case .headphones: "Headphones"
        case .headsetMic: "Headset Microphone"
        case .lineOut: "Line Out"
        case .usbAudio: "USB Audio"
        }
    }
}
