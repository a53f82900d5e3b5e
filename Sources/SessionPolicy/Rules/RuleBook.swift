/// A whole policy as data: the tables of one era.
///
/// A rule book is a value. Two books differ in rows and settings, never in code; changing a row makes a new book.
public struct RuleBook: Hashable, Sendable {
    /// `iPhoneOS3` or `modern`.
    public let name: String
    /// Table 4-1.
    public var categories: [CategoryRule]
    /// Which option fits which category.
    public var options: [OptionRule]
    /// What a mode switches on besides.
    public var modes: [ModeRule]
    /// Who may be heard together.
    public var coexistence: [CoexistenceRule]
    /// What is refused; the first row that fits wins.
    public var refusals: [RefusalRule]
    /// What keeps a started sound from being heard; the first row that fits wins.
    public var silencing: [SilencingRule]
    /// At which level and on what each kind of sound is heard.
    public var levels: [LevelRule]
    /// Which category can use which accessory.
    public var accessories: [AccessoryRule]
    /// What the volume buttons move; the first row that fits wins.
    public var buttons: [ButtonRule]
    /// When the device vibrates.
    public var vibration: [VibrationRule]
    /// How long each change of level takes.
    public var ramps: [RampRule]
    /// What differs between eras, and the contested points.
    public var settings: Settings
    /// The numbers.
    public var numbers: Numbers
}

extension RuleBook {
    /// What differs between eras and is not a row of a table, and the contested points with their defaults.
    public struct Settings: Hashable, Sendable {
        /// R-BG-1: a third-party app that leaves the foreground ends; otherwise it is suspended or goes on (R-BG-2).
        public var leavingForegroundEndsApp: Bool
        /// R-INT-8: answering a call ends third-party apps.
        public var answeredCallEndsApp: Bool
        /// R-ACT-9: deactivating while something runs deactivates all the same, and is refused.
        public var busySessionIsDeactivated: Bool
        /// R-ACT-10: the end of an interruption says whether to resume.
        public var hasResumeFlag: Bool
        /// C15: an app that ends leaves those whom it interrupted untold and inactive.
        public var endOfAppIsSilent: Bool
        /// R-HINT-3: foreground apps are told when other apps' primary audio starts and stops.
        public var hasSecondaryAudioHint: Bool
        /// R-SP-1: one session can interrupt spoken audio alone.
        public var interruptsSpokenAudio: Bool
        /// C17, R-AL-4: an alert that is heard ducks media while it sounds.
        public var alertDucksMedia: Bool
        /// R-VOL-7: A2DP accessories obey the phone's volume.
        public var a2dpHasVolume: Bool
        /// C3: the switch silences Ambient and SoloAmbient on headphones too.
        public var silentAppliesToHeadphones: Bool
        /// R-RTE-5: what plays pauses when its output goes, in its app's stead.
        public var pausesWhenOutputGoes: Bool
    }

    /// The numbers, most of them ours where Apple gives none (contested point C18).
    public struct Numbers: Hashable, Sendable {
        /// The factor by which others are ducked, linear.
        public var duckGain = 0.2
        /// One press of a volume button (R-VOL-4).
        public var volumeStep = 1.0 / 16
        /// The lowest level that the buttons reach for ringer and call (R-VOL-5).
        public var ringerFloor = 1.0 / 16
        public var callFloor = 1.0 / 16
        /// The levels of a new phone.
        public var mediaVolume = 0.5
        public var ringerVolume = 0.75
        public var callVolume = 0.5
        /// The longest system sound (R-SYS-1).
        public var systemSoundLimit = Length.milliseconds(30_000)
        public var keyClickLength = Length.milliseconds(50)

        /// Creates the numbers of the design.
        public init() {}
    }

    /// The world as it starts: nothing plays, switch at ring, unlocked, nothing plugged in.
    public func initialState() -> PolicyState {
        PolicyState(ringerVolume: numbers.ringerVolume, callVolume: numbers.callVolume)
    }

    /// The rule books by name.
    public static let all: [RuleBook] = [.iPhoneOS3, .modern]
}
