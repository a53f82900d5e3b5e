/// A condition that keeps a started sound from being heard.
public struct SilencingRule: DatedRow, Hashable {
    public var rule: RuleID
    public var kinds: Members<SoundKind>
    public var condition: Condition
    public var since: SystemVersion?
    public var until: SystemVersion?

    /// A condition that must hold for the row to fit, as the table prints it.
    public enum Condition: String, CaseIterable, Hashable, Sendable {
        case categoryHasNoOutput = "the category has no output"
        case deviceIsHeld = "a call or an alarm holds the device"
        case recordIsActive = "a Record session is active that allows no such sound"
        case inputRuns = "any session records that allows no such sound"
        case settingIsOff = "its setting is off"
        case callIsOn = "a call is on already"
        case sessionPrefersNoAlerts = """
            a session is active that prefers no interruptions by alerts of the system, and calls come in as banners
            """
        case silentForCategory =
            "the switch is at silent, the category obeys it, and the output is the phone's own (C3)"
        case lockedForCategory = "the screen is locked, and the category obeys it"
        case lockedWithoutBackgroundAudio =
            "the screen is locked, and the third-party app has no background audio and no call that is on"
        case silent = "the switch is at silent"
        case locked = "the screen is locked"
        case volumeIsZero = "the volume in force is 0"
        case gainIsZero = "the app's own level is 0"
        case outputIsMuted = "the app has muted its own output"
    }
}

extension SilencingRule {
    private static let feedback: Members<SoundKind> = [.systemSound, .alertSound, .alert, .keyClick]

    // swift-format-ignore
    static let history: [SilencingRule] = [
        //    rule            what                                   when
        .init(rule: .cat1,    kinds: [.sound],                       condition: .categoryHasNoOutput),
        .init(rule: .int2,    kinds: feedback,                       condition: .deviceIsHeld),
        .init(rule: .al6,     kinds: feedback,                       condition: .recordIsActive),
        // A recording keeps system sounds out since iOS 13 (AVAudioSession.h; WWDC 2019, session 510).
        .init(rule: .al6,     kinds: [.systemSound, .alertSound],    condition: .inputRuns,                    since: .iOS(13)),
        .init(rule: .set1,    kinds: feedback.union([.ringtone]),    condition: .settingIsOff),
        .init(rule: .int20,   kinds: [.ringtone],                    condition: .callIsOn),
        .init(rule: .int7,    kinds: [.ringtone],                    condition: .sessionPrefersNoAlerts,       since: .iOS(14)),
        .init(rule: .sw1,     kinds: [.sound],                       condition: .silentForCategory),
        .init(rule: .lk2,     kinds: [.sound],                       condition: .lockedWithoutBackgroundAudio, since: .iOS(4)),
        .init(rule: .lk1,     kinds: [.sound],                       condition: .lockedForCategory),
        .init(rule: .sw2,     kinds: feedback.union([.ringtone]),    condition: .silent),
        .init(rule: .lk3,     kinds: [.systemSound, .alertSound],    condition: .locked),
        .init(rule: .vol5,    kinds: Members(SoundKind.allCases),    condition: .volumeIsZero),
        .init(rule: .vol8,    kinds: [.sound],                       condition: .gainIsZero),
        .init(rule: .om1,     kinds: [.sound],                       condition: .outputIsMuted,                since: .iOS(26)),
    ]
}

/// The level at which a kind of sound is heard, and its outputs.
public struct LevelRule: DatedRow, Hashable {
    public var kind: SoundKind
    public var volume: Volume
    public var outputs: Outputs
    /// Whether what ducks others lowers it: a session that does, or an alert where alerts duck media.
    public var ducks: Bool
    public var rule: RuleID
    public var since: SystemVersion?
    public var until: SystemVersion?

    /// The three levels of a phone (R-VOL-1).
    public enum Volume: UInt8, CaseIterable, Hashable, Sendable { case media, ringer, call }

    /// The outputs that a kind of sound goes to, as the table prints them.
    public enum Outputs: String, CaseIterable, Hashable, Sendable {
        case media = "the media route"
        case mediaButAirPlay = "the media route, the speaker in place of AirPlay"
        case speakerAndHeadphones = "the speaker, and headphones or headset besides"
        case call = "headphones, headset or hands-free, else the receiver"
    }
}

extension LevelRule {
    // swift-format-ignore
    static let history: [LevelRule] = [
        //    kind                level            outputs                         ducks         rule
        .init(kind: .sound,       volume: .media,  outputs: .media,                ducks: true,  rule: .vol3),
        .init(kind: .systemSound, volume: .ringer, outputs: .media,                ducks: false, rule: .sys3),
        .init(kind: .alertSound,  volume: .ringer, outputs: .media,                ducks: false, rule: .sys3),
        .init(kind: .alert,       volume: .ringer, outputs: .mediaButAirPlay,      ducks: false, rule: .rte10),
        .init(kind: .keyClick,    volume: .ringer, outputs: .mediaButAirPlay,      ducks: false, rule: .rte10),
        .init(kind: .ringtone,    volume: .ringer, outputs: .speakerAndHeadphones, ducks: false, rule: .al2),
        .init(kind: .alarm,       volume: .ringer, outputs: .speakerAndHeadphones, ducks: false, rule: .al1),
        .init(kind: .callAudio,   volume: .call,   outputs: .call,                 ducks: false, rule: .dk3),
    ]
}

/// The level that the volume buttons move.
public struct ButtonRule: DatedRow, Hashable {
    public var condition: Condition
    public var moves: LevelRule.Volume
    public var rule: RuleID
    public var since: SystemVersion?
    public var until: SystemVersion?

    /// A condition that must hold for the row to fit, as the table prints it.
    public enum Condition: String, CaseIterable, Hashable, Sendable {
        case callIsAnswered = "a call is answered"
        case ringtoneOrAlarmSounds = "a ringtone or an alarm sounds"
        case chatIsActive = "the session of a chat is active"
        case volumeViewIsShown = "the app in front shows a volume view, and the screen is unlocked"
        case appSoundRuns = "an app's sound runs and is not silenced by switch or lock"
        case sessionIsActive = "a session is active and not silenced (C28)"
        case accessoryIsInForce = "the output in force is none of the phone's own"
        case ringerIsKept = "the setting changeWithButtons is off"
        case otherwise = "otherwise"
    }
}

extension ButtonRule {
    // swift-format-ignore
    static let history: [ButtonRule] = [
        .init(condition: .callIsAnswered,        moves: .call,   rule: .vol12),
        .init(condition: .ringtoneOrAlarmSounds, moves: .ringer, rule: .vol2),
        .init(condition: .chatIsActive,          moves: .call,   rule: .vol13, since: .iOS(7)),
        .init(condition: .volumeViewIsShown,     moves: .media,  rule: .vol14),
        .init(condition: .appSoundRuns,          moves: .media,  rule: .vol2),
        .init(condition: .sessionIsActive,       moves: .media,  rule: .vol2,  since: .iOS(4)),
        .init(condition: .accessoryIsInForce,    moves: .media,  rule: .vol11, since: .iOS(8)),
        .init(condition: .ringerIsKept,          moves: .media,  rule: .vol10, since: .iOS(5)),
        .init(condition: .otherwise,             moves: .ringer, rule: .vol2),
    ]
}

/// An occasion on which the device vibrates, if the setting for the switch's position says so (R-SW-7).
public struct VibrationRule: DatedRow, Hashable {
    public var occasion: Occasion
    /// Whether an app's own Record or PlayAndRecord session forbids it.
    public var exceptWhileOwnSessionRecords: Bool
    /// Whether a recording of any app forbids it that does not allow it (contested point C29).
    public var exceptWhileInputRuns: Bool
    public var rule: RuleID
    public var since: SystemVersion?
    public var until: SystemVersion?

    /// An occasion for a vibration, as the table prints it.
    public enum Occasion: String, CaseIterable, Hashable, Sendable {
        case callComesIn = "a call comes in"
        case alarmFires = "an alarm fires"
        case alertArrives = "a notification arrives"
        case alertSound = "an app plays an alert sound"
        case vibrate = "an app asks for vibration"
    }
}

extension VibrationRule {
    // A recording keeps vibration out before iOS 13, too (C29).
    // swift-format-ignore
    static let history: [VibrationRule] = [
        .init(occasion: .callComesIn,  exceptWhileOwnSessionRecords: false, exceptWhileInputRuns: false, rule: .sw7),
        .init(occasion: .alarmFires,   exceptWhileOwnSessionRecords: false, exceptWhileInputRuns: false, rule: .sw7),
        .init(occasion: .alertArrives, exceptWhileOwnSessionRecords: false, exceptWhileInputRuns: false, rule: .al5,  until: .iOS(4)),
        .init(occasion: .alertArrives, exceptWhileOwnSessionRecords: false, exceptWhileInputRuns: true,  rule: .al5,  since: .iOS(4)),
        .init(occasion: .alertSound,   exceptWhileOwnSessionRecords: true,  exceptWhileInputRuns: false, rule: .sys4, until: .iOS(4)),
        .init(occasion: .alertSound,   exceptWhileOwnSessionRecords: true,  exceptWhileInputRuns: true,  rule: .sys4, since: .iOS(4)),
        .init(occasion: .vibrate,      exceptWhileOwnSessionRecords: false, exceptWhileInputRuns: false, rule: .sw7,  until: .iOS(4)),
        .init(occasion: .vibrate,      exceptWhileOwnSessionRecords: false, exceptWhileInputRuns: true,  rule: .sw7,  since: .iOS(4)),
    ]
}
