package import SessionPolicy

/// All that a reply shows, its reasons excepted, and what a host needs besides to make it heard.
package struct Observation: Equatable, Sendable {
    /// A sound that is heard.
    package struct Heard: Equatable, Sendable {
        package var sound: SoundReference
        /// The product of all gains, linear.
        package var gain: Double
        package var isDucked: Bool
        package var outputs: PortSet
        /// The kind of change by which the sound comes to its duck, or to none.
        package var duckChange: RampRule.Change

        /// Creates the description of one sound that is heard.
        package init(
            sound: SoundReference, gain: Double, isDucked: Bool, outputs: PortSet, duckChange: RampRule.Change
        ) {
            self.duckChange = duckChange
            self.sound = sound
            self.gain = Observation.rounded(gain)
            self.isDucked = isDucked
            self.outputs = outputs
        }
    }

    /// A started sound that is not heard.
    package struct Unheard: Equatable, Sendable {
        package var sound: SoundReference
        package var rule: RuleID
        /// The kind of change by which the sound was halted; nil where it runs on unheard.
        package var haltChange: RampRule.Change?

        /// Creates the description of one sound that is not heard.
        package init(sound: SoundReference, rule: RuleID, haltChange: RampRule.Change?) {
            self.haltChange = haltChange
            self.sound = sound
            self.rule = rule
        }
    }

    /// One app's session.
    package struct SessionLine: Equatable, Sendable {
        package var app: AppID
        package var category: Category
        package var mode: Mode
        /// The options, with the mixing that others imply.
        package var options: CategoryOptions
        package var phase: String

        /// Creates the description of one session.
        package init(app: AppID, category: Category, mode: Mode, options: CategoryOptions, phase: String) {
            self.app = app
            self.category = category
            self.mode = mode
            self.options = options
            self.phase = phase
        }
    }

    /// The device.
    package struct Device: Equatable, Sendable {
        package var isSilent = false
        package var isLocked = false
        package var isAtEar = false
        package var call = CallState.none
        /// Each call as a line.
        package var calls: [String] = []
        package var alarmFires = false
        package var outputs: PortSet = []
        package var inputs: PortSet = []
        package var mediaVolume = 0.0
        package var ringerVolume = 0.0
        package var callVolume = 0.0
        package var foreground: AppID?
        /// Whether the phone's volume governs the output in force.
        package var hasVolumeControl = true
        /// The outputs that a host with one device plays on.
        package var preferredOutputs: PortSet = []

        /// Creates a description to be filled in.
        package init() {}
    }

    /// A message to one app.
    package struct Told: Equatable, Sendable {
        package var app: AppID
        package var message: Notice.Message

        /// Creates a notice; a volume is rounded.
        package init(app: AppID, message: Notice.Message) {
            self.app = app
            switch message {
            case .outputVolume(let volume): self.message = .outputVolume(Observation.rounded(volume))
            case .routeChange(let reason, let previous):
                // Apps are not told which level a route has.
                let nowhere = OutputKey(port: .builtInSpeaker, uid: nil)
                let route = Route(outputs: previous.outputs, inputs: previous.inputs, level: nowhere)
                self.message = .routeChange(reason, previous: route)
            default: self.message = message
            }
        }
    }

    /// An answer, without what a reply does not show of it.
    package enum Answered: Equatable, Sendable {
        case flag(Bool)
        case volume(Double)
        case category(Category)
        case route(outputs: PortSet, inputs: PortSet)
        case slider(Double)
        case accessory(Accessory.Kind, name: Name?)
        case inputs(PortSet)
        case input(Port?)
        case status(RemoteCommandStatus)
        case promptStyle(PromptStyle)

        /// Takes over an answer of the policy.
        package init(_ answer: Answer) {
            switch answer {
            case .flag(let flag): self = .flag(flag)
            case .volume(let volume): self = .volume(Observation.rounded(volume))
            case .category(let category): self = .category(category)
            case .route(let route): self = .route(outputs: route.outputs, inputs: route.inputs)
            case .slider(let level): self = .slider(Observation.rounded(level))
            case .accessory(let kind, let name): self = .accessory(kind, name: name)
            case .inputs(let ports): self = .inputs(ports)
            case .input(let port): self = .input(port)
            case .status(let status): self = .status(status)
            case .promptStyle(let style): self = .promptStyle(style)
            }
        }
    }

    package var at: Instant
    /// Nil for a step that was accepted.
    package var error: SessionError?
    package var answer: Answered?
    package var heard: [Heard] = []
    package var unheard: [Unheard] = []
    package var events: [Told] = []
    package var vibrated = false
    /// The sessions in order of launch.
    package var sessions: [SessionLine] = []
    package var device = Device()
    /// The events since the step before, each with its time.
    package var meanwhile: [Observation] = []

    /// Creates an observation to be filled in.
    package init(at: Instant) { self.at = at }

    /// A call in one line.
    package static func line(of app: AppID?, _ uid: Name?, _ phase: Call.Phase, isMuted: Bool) -> String {
        let owner = app.map { "app \($0.name.number)" } ?? "phone"
        return "\(owner) \(uid.map { "\($0.number)" } ?? "-") \(phase.name)\(isMuted ? " muted" : "")"
    }

    /// A number to the billionth, so that two orders of multiplication compare equal.
    package static func rounded(_ number: Double) -> Double { (number * 1e9).rounded() / 1e9 }

    /// Whether one sound stands before another where neither list nor names give an order.
    package static func precedes(_ a: SoundReference, _ b: SoundReference) -> Bool {
        func key(_ reference: SoundReference) -> [Int64] {
            [
                Int64(reference.kind.rawValue), reference.app.map { Int64($0.name.number) } ?? -1,
                reference.sound.map { Int64($0.name.number) } ?? -1,
            ]
        }
        return key(a).lexicographicallyPrecedes(key(b))
    }
}
