extension AVAudioSession {
    /// The options that an app adds to its category; every change of the category replaces all of them.
    public struct CategoryOptions: OptionSet, Hashable, Sendable {
        public let rawValue: UInt
        /// Creates a set from its bits.
        public init(rawValue: UInt) { self.rawValue = rawValue }

        /// Sounds together with others.
        public static var mixWithOthers: CategoryOptions { CategoryOptions(rawValue: 0x1) }
        /// Lowers others while the session is active; implies mixing.
        public static var duckOthers: CategoryOptions { CategoryOptions(rawValue: 0x2) }
        /// Takes a hands-free set for input.
        public static var allowBluetooth: CategoryOptions { CategoryOptions(rawValue: 0x4) }
        /// Takes a hands-free set for input.
        public static var allowBluetoothHFP: CategoryOptions { CategoryOptions(rawValue: 0x4) }
        /// Takes the loudspeaker where the receiver would be taken.
        public static var defaultToSpeaker: CategoryOptions { CategoryOptions(rawValue: 0x8) }
        /// Interrupts continuous speech and mixes with the rest.
        public static var interruptSpokenAudioAndMixWithOthers: CategoryOptions { CategoryOptions(rawValue: 0x11) }
        /// Takes Bluetooth for music while recording.
        public static var allowBluetoothA2DP: CategoryOptions { CategoryOptions(rawValue: 0x20) }
        /// Takes AirPlay while recording.
        public static var allowAirPlay: CategoryOptions { CategoryOptions(rawValue: 0x40) }
        /// Is not interrupted when the microphone is muted by hardware.
        public static var overrideMutedMicrophoneInterruption: CategoryOptions { CategoryOptions(rawValue: 0x80) }
        /// Takes a microphone that hears far.
        public static var farFieldInput: CategoryOptions { CategoryOptions(rawValue: 0x40000) }
        /// Takes a Bluetooth microphone of high quality.
        public static var bluetoothHighQualityRecording: CategoryOptions { CategoryOptions(rawValue: 0x80000) }
    }

    /// The options of an activation or deactivation.
    public struct SetActiveOptions: OptionSet, Hashable, Sendable {
        public let rawValue: UInt
        /// Creates a set from its bits.
        public init(rawValue: UInt) { self.rawValue = rawValue }

        /// Tells the sessions that this one interrupted that they may continue.
        public static var notifyOthersOnDeactivation: SetActiveOptions { SetActiveOptions(rawValue: 1) }
    }

    /// Whether an interruption begins or ends.
    public enum InterruptionType: UInt, Sendable {
        case ended = 0  // It is over.
        case began = 1  // It is there: the session is inactive already.
    }

    /// The options that come with the end of an interruption.
    public struct InterruptionOptions: OptionSet, Hashable, Sendable {
        public let rawValue: UInt
        /// Creates a set from its bits.
        public init(rawValue: UInt) { self.rawValue = rawValue }

        public static var shouldResume: InterruptionOptions { InterruptionOptions(rawValue: 1) }  // The app may go on.
    }

    /// The reason for which an interruption began.
    public enum InterruptionReason: UInt, Sendable {
        case `default` = 0  // The sound of another app or of the phone.
        case appWasSuspended = 1  // The app was suspended.
        case builtInMicMuted = 2  // The microphone was muted by hardware.
        case sceneWasBackgrounded = 3  // The scene went to the background.
        case routeDisconnected = 4  // What the app played on is gone.
        case deviceUnauthenticated = 5  // The device is not authenticated.
    }

    /// The reason for which the route changed.
    public enum RouteChangeReason: UInt, Sendable {
        case unknown = 0  // The reason is not known.
        case newDeviceAvailable = 1  // Something was plugged in or connected.
        case oldDeviceUnavailable = 2  // Something was pulled out or disconnected.
        case categoryChange = 3  // The category changed.
        case override = 4  // The route was overridden.
        case wakeFromSleep = 6  // The device woke.
        case noSuitableRouteForCategory = 7  // There is nothing that suits the category.
        case routeConfigurationChange = 8  // The ports are the same, arranged otherwise.
    }

    /// Whether another app's main sound begins or ends.
    public enum SilenceSecondaryAudioHintType: UInt, Sendable {
        case end = 0  // It ends.
        case begin = 1  // It begins.
    }

    /// The output that is used in spite of the category.
    public enum PortOverride: UInt, Sendable {
        case none = 0  // Where the category wants it.
        case speaker = 0x7370_6B72  // To the loudspeaker: 'spkr'.
    }

    /// The policy by which an app shares routes with others.
    public enum RouteSharingPolicy: UInt, Sendable {
        case `default` = 0  // The system's.
        case longFormAudio = 1  // That of long listening.
        case independent = 2  // Its own; set by the system.
        case longFormVideo = 3  // That of long watching.

        /// The former name of `longFormAudio`.
        public static var longForm: RouteSharingPolicy { .longFormAudio }
    }

    /// Whether the app may hear the microphone; superseded by `AVAudioApplication`.
    public enum RecordPermission: UInt, Sendable {
        case undetermined = 0x756E_6474  // The person was not asked: 'undt'.
        case denied = 0x6465_6E79  // No: 'deny'.
        case granted = 0x6772_6E74  // Yes: 'grnt'.
    }

    /// The style in which an app had better speak now.
    public enum PromptStyle: UInt, Sendable {
        case none = 0x6E6F_6E65  // Not at all: 'none'.
        case short = 0x7368_7274  // In few words: 'shrt'.
        case normal = 0x6E72_6D6C  // As usual: 'nrml'.
    }

    /// The error of a call of the session; the domain is `NSOSStatusErrorDomain`.
    public enum ErrorCode: Int, Sendable {
        case none = 0  // It did not fail.
        case mediaServicesFailed = 0x6D73_7276  // The media server is gone: 'msrv'.
        case isBusy = 0x2161_6374  // Something still runs: '!act'.
        case incompatibleCategory = 0x2163_6174  // It makes no sense in this category: '!cat'.
        case cannotInterruptOthers = 0x2169_6E74  // An app in the background may not interrupt others: '!int'.
        case missingEntitlement = 0x656E_743F  // It wants an entitlement: 'ent?'.
        case siriIsRecording = 0x7369_7269  // The assistant records: 'siri'.
        case cannotStartPlaying = 0x2170_6C61  // The app may not start to sound now: '!pla'.
        case cannotStartRecording = 0x2172_6563  // The app may not start to record now: '!rec'.
        case badParam = -50  // The argument is not one: -50.
        case insufficientPriority = 0x2170_7269  // A session of higher priority has the device: '!pri'.
        case resourceNotAvailable = 0x2172_6573  // The hardware is not there: '!res'.
        case unspecified = 0x7768_6174  // Anything else: 'what'.
        case expiredSession = 0x2173_6573  // The session is no more: '!ses'.
        case sessionNotActive = 0x696E_6163  // It wants an active session: 'inac'.
    }
}
