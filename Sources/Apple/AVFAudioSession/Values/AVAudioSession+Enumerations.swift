extension AVAudioSession {
    /// The options of a category. Setting the category replaces all of them.
    public struct CategoryOptions: OptionSet, Hashable, Sendable {
        public let rawValue: UInt
        /// Creates a set from its bits.
        public init(rawValue: UInt) { self.rawValue = rawValue }

        /// Mixes with other apps.
        public static var mixWithOthers: CategoryOptions { CategoryOptions(rawValue: 0x1) }
        /// Ducks other apps while the session is active; implies mixing.
        public static var duckOthers: CategoryOptions { CategoryOptions(rawValue: 0x2) }
        /// Allows hands-free Bluetooth devices for input.
        public static var allowBluetooth: CategoryOptions { CategoryOptions(rawValue: 0x4) }
        /// Allows hands-free Bluetooth devices for input.
        public static var allowBluetoothHFP: CategoryOptions { CategoryOptions(rawValue: 0x4) }
        /// Routes to the speaker instead of the receiver.
        public static var defaultToSpeaker: CategoryOptions { CategoryOptions(rawValue: 0x8) }
        /// Interrupts spoken audio and mixes with other sound.
        public static var interruptSpokenAudioAndMixWithOthers: CategoryOptions { CategoryOptions(rawValue: 0x11) }
        /// Allows Bluetooth A2DP devices while recording.
        public static var allowBluetoothA2DP: CategoryOptions { CategoryOptions(rawValue: 0x20) }
        /// Allows AirPlay while recording.
        public static var allowAirPlay: CategoryOptions { CategoryOptions(rawValue: 0x40) }
        /// Prevents the interruption when the built-in microphone is muted in hardware.
        public static var overrideMutedMicrophoneInterruption: CategoryOptions { CategoryOptions(rawValue: 0x80) }
        /// Prefers a far-field microphone.
        public static var farFieldInput: CategoryOptions { CategoryOptions(rawValue: 0x40000) }
        /// Allows high-quality Bluetooth recording.
        public static var bluetoothHighQualityRecording: CategoryOptions { CategoryOptions(rawValue: 0x80000) }
    }

    /// The options of an activation or deactivation.
    public struct SetActiveOptions: OptionSet, Hashable, Sendable {
        public let rawValue: UInt
        /// Creates a set from its bits.
        public init(rawValue: UInt) { self.rawValue = rawValue }

        /// Notifies the sessions that this one has interrupted that they may resume.
        public static var notifyOthersOnDeactivation: SetActiveOptions { SetActiveOptions(rawValue: 1) }
    }

    /// Whether an interruption begins or ends.
    public enum InterruptionType: UInt, Sendable {
        case ended = 0  // The interruption has ended.
        case began = 1  // The interruption has begun; the session is already inactive.
    }

    /// The options that come with the end of an interruption.
    public struct InterruptionOptions: OptionSet, Hashable, Sendable {
        public let rawValue: UInt
        /// Creates a set from its bits.
        public init(rawValue: UInt) { self.rawValue = rawValue }

        public static var shouldResume: InterruptionOptions { InterruptionOptions(rawValue: 1) }  // Resume.
    }

    /// The reason of an interruption.
    public enum InterruptionReason: UInt, Sendable {
        case `default` = 0  // Another app or the system interrupted the session.
        case appWasSuspended = 1  // The app was suspended.
        case builtInMicMuted = 2  // The built-in microphone was muted in hardware.
        case sceneWasBackgrounded = 3  // The scene moved to the background.
        case routeDisconnected = 4  // The output device was disconnected.
        case deviceUnauthenticated = 5  // The device is not authenticated.
    }

    /// The reason of a route change.
    public enum RouteChangeReason: UInt, Sendable {
        case unknown = 0  // The reason is not known.
        case newDeviceAvailable = 1  // A device was connected.
        case oldDeviceUnavailable = 2  // A device was disconnected.
        case categoryChange = 3  // The category changed.
        case override = 4  // The route was overridden.
        case wakeFromSleep = 6  // The device woke from sleep.
        case noSuitableRouteForCategory = 7  // No route is suitable for the category.
        case routeConfigurationChange = 8  // The same ports have another configuration.
    }

    /// Whether secondary audio should be silenced or may resume.
    public enum SilenceSecondaryAudioHintType: UInt, Sendable {
        case end = 0  // Another app's primary audio has ended.
        case begin = 1  // Another app's primary audio has begun.
    }

    /// An override of the category's output.
    public enum PortOverride: UInt, Sendable {
        case none = 0  // No override.
        case speaker = 0x7370_6B72  // The speaker: 'spkr'.
    }

    /// A route sharing policy.
    public enum RouteSharingPolicy: UInt, Sendable {
        case `default` = 0  // The system's default.
        case longFormAudio = 1  // For long-form audio such as podcasts.
        case independent = 2  // An independent route; set only by the system.
        case longFormVideo = 3  // For long-form video.

        /// The former name of `longFormAudio`.
        public static var longForm: RouteSharingPolicy { .longFormAudio }
    }

    /// The app's permission to record; superseded by `AVAudioApplication`.
    public enum RecordPermission: UInt, Sendable {
        case undetermined = 0x756E_6474  // The user has not been asked: 'undt'.
        case denied = 0x6465_6E79  // Denied: 'deny'.
        case granted = 0x6772_6E74  // Granted: 'grnt'.
    }

    /// The style that spoken prompts should have now.
    public enum PromptStyle: UInt, Sendable {
        case none = 0x6E6F_6E65  // No prompts: 'none'.
        case short = 0x7368_7274  // Short prompts: 'shrt'.
        case normal = 0x6E72_6D6C  // Normal prompts: 'nrml'.
    }

    /// An error code of the session, in the domain `NSOSStatusErrorDomain`.
    public enum ErrorCode: Int, Sendable {
        case none = 0  // No error.
        case mediaServicesFailed = 0x6D73_7276  // The media server has died: 'msrv'.
        case isBusy = 0x2161_6374  // A sound is still running: '!act'.
        case incompatibleCategory = 0x2163_6174  // The operation is invalid in the category: '!cat'.
        case cannotInterruptOthers = 0x2169_6E74  // An app in the background may not interrupt others: '!int'.
        case missingEntitlement = 0x656E_743F  // An entitlement is missing: 'ent?'.
        case siriIsRecording = 0x7369_7269  // Siri is recording: 'siri'.
        case cannotStartPlaying = 0x2170_6C61  // The app may not start playing now: '!pla'.
        case cannotStartRecording = 0x2172_6563  // The app may not start recording now: '!rec'.
        case badParam = -50  // A parameter is invalid: -50.
        case insufficientPriority = 0x2170_7269  // A session of higher priority has the device: '!pri'.
        case resourceNotAvailable = 0x2172_6573  // The hardware is unavailable: '!res'.
        case unspecified = 0x7768_6174  // An unspecified error: 'what'.
        case expiredSession = 0x2173_6573  // The session has expired: '!ses'.
        case sessionNotActive = 0x696E_6163  // The session is not active: 'inac'.
    }
}
