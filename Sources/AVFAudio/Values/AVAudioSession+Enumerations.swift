extension AVAudioSession {
    /// What an app asks for beside its category; every change of the category replaces all of them.
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

    /// What an app asks for at activation.
    public struct SetActiveOptions: OptionSet, Hashable, Sendable {
        public let rawValue: UInt
        /// Creates a set from its bits.
        public init(rawValue: UInt) { self.rawValue = rawValue }

        /// Tells those whom the session interrupted that they may go on.
        public static var notifyOthersOnDeactivation: SetActiveOptions { SetActiveOptions(rawValue: 1) }
    }

    /// Whether an interruption begins or ends.
    public enum InterruptionType: UInt, Sendable {
        /// It is over.
        case ended = 0
        /// It is there: the session is inactive already.
        case began = 1
    }

    /// What is said of an interruption's end.
    public struct InterruptionOptions: OptionSet, Hashable, Sendable {
        public let rawValue: UInt
        /// Creates a set from its bits.
        public init(rawValue: UInt) { self.rawValue = rawValue }

        /// The app may go on.
        public static var shouldResume: InterruptionOptions { InterruptionOptions(rawValue: 1) }
    }

    /// Why an interruption began.
    public enum InterruptionReason: UInt, Sendable {
        /// Somebody else's sound.
        case `default` = 0
        /// The app was suspended.
        case appWasSuspended = 1
        /// The microphone was muted by hardware.
        case builtInMicMuted = 2
        /// The scene went to the background.
        case sceneWasBackgrounded = 3
        /// What the app played on is gone.
        case routeDisconnected = 4
        /// The device is not authenticated.
        case deviceUnauthenticated = 5
    }

    /// Why the route changed.
    public enum RouteChangeReason: UInt, Sendable {
        /// Nobody knows.
        case unknown = 0
        /// Something was plugged in or connected.
        case newDeviceAvailable = 1
        /// Something was pulled out or disconnected.
        case oldDeviceUnavailable = 2
        /// The category changed.
        case categoryChange = 3
        /// The route was overridden.
        case override = 4
        /// The device woke.
        case wakeFromSleep = 6
        /// There is nothing that suits the category.
        case noSuitableRouteForCategory = 7
        /// The ports are the same, arranged otherwise.
        case routeConfigurationChange = 8
    }

    /// Whether somebody else's main sound begins or ends.
    public enum SilenceSecondaryAudioHintType: UInt, Sendable {
        /// It ends.
        case end = 0
        /// It begins.
        case begin = 1
    }

    /// Where sound goes in spite of the category.
    public enum PortOverride: UInt, Sendable {
        /// Where the category wants it.
        case none = 0
        /// To the loudspeaker: 'spkr'.
        case speaker = 0x7370_6B72
    }

    /// Which routes an app shares with others.
    public enum RouteSharingPolicy: UInt, Sendable {
        /// The system's.
        case `default` = 0
        /// That of long listening.
        case longFormAudio = 1
        /// Its own; set by the system.
        case independent = 2
        /// That of long watching.
        case longFormVideo = 3

        /// That of long listening, as it was called at first.
        public static var longForm: RouteSharingPolicy { .longFormAudio }
    }

    /// Whether input and output are to run in one clock.
    public enum IOType: UInt, Sendable {
        /// As it comes.
        case notSpecified = 0
        /// Together.
        case aggregated = 1
    }

    /// Whether the app may hear the microphone; superseded by `AVAudioApplication`.
    public enum RecordPermission: UInt, Sendable {
        /// Nobody was asked: 'undt'.
        case undetermined = 0x756E_6474
        /// No: 'deny'.
        case denied = 0x6465_6E79
        /// Yes: 'grnt'.
        case granted = 0x6772_6E74
    }

    /// How the device is held while two microphones hear.
    public enum StereoOrientation: Int, Sendable {
        /// In no way.
        case none = 0
        /// Upright.
        case portrait = 1
        /// Upside down.
        case portraitUpsideDown = 2
        /// On its left side.
        case landscapeRight = 3
        /// On its right side.
        case landscapeLeft = 4
    }

    /// How an app had better speak now.
    public enum PromptStyle: UInt, Sendable {
        /// Not at all: 'none'.
        case none = 0x6E6F_6E65
        /// In few words: 'shrt'.
        case short = 0x7368_7274
        /// As usual: 'nrml'.
        case normal = 0x6E72_6D6C
    }

    /// How sound of many channels is rendered.
    public enum RenderingMode: Int, Sendable {
        /// There is no such sound.
        case notApplicable = 0
        /// As one or two channels.
        case monoStereo = 1
        /// By several loudspeakers.
        case surround = 2
        /// Around the head.
        case spatialAudio = 3
        /// As Dolby's sound.
        case dolbyAudio = 4
        /// As Dolby's sound with objects.
        case dolbyAtmos = 5
    }

    /// What of the app's sound goes into a call.
    public enum MicrophoneInjectionMode: Int, Sendable {
        /// Nothing.
        case none = 0
        /// Its speech.
        case spokenAudio = 1
    }

    /// What the person chose to play on.
    public enum RouteSelection: Int, Sendable {
        /// Nothing.
        case none = 0
        /// This device.
        case local = 1
        /// Another device.
        case external = 2
    }

    /// Why a call of the session failed; the domain is `NSOSStatusErrorDomain`.
    public enum ErrorCode: Int, Sendable {
        /// It did not fail.
        case none = 0
        /// The media server is gone: 'msrv'.
        case mediaServicesFailed = 0x6D73_7276
        /// Something still runs: '!act'.
        case isBusy = 0x2161_6374
        /// It makes no sense in this category: '!cat'.
        case incompatibleCategory = 0x2163_6174
        /// An app in the background may not interrupt others: '!int'.
        case cannotInterruptOthers = 0x2169_6E74
        /// It wants an entitlement: 'ent?'.
        case missingEntitlement = 0x656E_743F
        /// The assistant records: 'siri'.
        case siriIsRecording = 0x7369_7269
        /// The app may not start to sound now: '!pla'.
        case cannotStartPlaying = 0x2170_6C61
        /// The app may not start to record now: '!rec'.
        case cannotStartRecording = 0x2172_6563
        /// The argument is not one: -50.
        case badParam = -50
        /// Somebody of higher priority has it: '!pri'.
        case insufficientPriority = 0x2170_7269
        /// The hardware is not there: '!res'.
        case resourceNotAvailable = 0x2172_6573
        /// Anything else: 'what'.
        case unspecified = 0x7768_6174
        /// The session is no more: '!ses'.
        case expiredSession = 0x2173_6573
        /// It wants an active session: 'inac'.
        case sessionNotActive = 0x696E_6163
    }
}
