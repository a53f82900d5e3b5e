/// The facts about a machine's sound that the doctor examines, as a value that tests can create.
public struct Machine: Hashable, Sendable {
    /// A sound server.
    public struct Server: Hashable, Sendable {
        public enum Kind: String, Hashable, Sendable {
            case pulseAudio = "PulseAudio"
            case pipeWire = "PipeWire"

            /// ALSA's plug-in for it, as part of a file name, and the Debian package that brings it.
            var plugin: (name: String, package: String) {
                switch self {
                case .pulseAudio: ("pulse", "libasound2-plugins")
                case .pipeWire: ("pipewire", "pipewire-alsa")
                }
            }
        }

        public enum State: Hashable, Sendable {
            /// The server takes connections.
            case answers
            /// Its socket is there, but no process listens on it.
            case refuses
            /// The server is configured, but there is no socket.
            case missing
        }

        public let kind: Kind
        /// The path at which it was looked for.
        public let socket: String
        public let state: State
    }

    /// The devices that ALSA can open.
    public var survey = DeviceSurvey(cards: [], named: [])
    /// The cards the kernel lists, in its words, whether they can be opened or not.
    public var kernelCards: [String] = []
    /// The nodes of `/dev/snd`, or nil if that folder does not exist.
    public var nodes: [String]?
    /// The nodes that this user may not open.
    public var forbiddenNodes: [String] = []
    /// The error of the default PCM, or nil if it plays.
    public var defaultError: ALSAError?
    /// The sound servers that were found or asked for.
    public var servers: [Server] = []
    /// The names of ALSA's installed plug-ins for PCMs, such as `pulse`.
    public var plugins: Set<String> = []
    /// Whether a thread may have real-time priority.
    public var mayRunInRealTime = true

    /// Describes a machine without devices and without problems.
    public init() {}
}

/// Something that the doctor has found.
public struct Finding: Hashable, Sendable {
    /// The meaning of a finding for the person.
    public enum Weight: String, Hashable, Sendable {
        /// Nothing is heard because of it.
        case fault
        /// Sound works, or could, but something is worth knowing.
        case advice
    }

    /// The kind of finding, independent of its wording.
    public enum Kind: String, Hashable, Sendable, CaseIterable {
        case noCard, noNodes, noPermission, busy, muted, silent, serverUnreachable, wrongDefault, missingPlugin
        case noPlayback, noRealTime, noLibrary
    }

    public let kind: Kind
    public let weight: Weight
    /// The problem, as a sentence.
    public let sentence: String
    /// The remedy, as a sentence.
    public let remedy: String
}
