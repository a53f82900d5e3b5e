/// What keeps a started sound from being heard.
public struct SilencingRule: Hashable, Sendable {
    public let rule: RuleID
    public let kinds: Members<SoundKind>
    public let condition: Condition

    /// What must be so for the row to fit.
    public enum Condition: UInt8, CaseIterable, Hashable, Sendable {
        case categoryHasNoOutput
        case deviceIsHeld
        /// A session with the Record category is active whose app allows no such sound.
        case recordIsActive
        /// Any session records now whose app allows no such sound.
        case inputRuns
        case settingIsOff
        /// A call is on already.
        case callIsOn
        /// A session is active whose app prefers no interruptions by alerts of the system.
        case sessionPrefersNoAlerts
        /// The switch is at silent, the category obeys it, and the route is the phone's own (C3).
        case silentForCategory
        /// The screen is locked and the category obeys it.
        case lockedForCategory
        /// The screen is locked over a third-party app without background audio.
        case lockedWithoutBackgroundAudio
        case silent
        case locked
        case volumeIsZero
        case gainIsZero
    }
}

extension SilencingRule {
    private static let feedback: Members<SoundKind> = [.systemSound, .alertSound, .alert, .keyClick]

    // swift-format-ignore
    private static func table(modern: Bool) -> [SilencingRule] {
        [
        //    rule            what                                   when
        .init(rule: .cat1,    kinds: [.sound],                       condition: .categoryHasNoOutput),
        .init(rule: .int2,    kinds: feedback,                       condition: .deviceIsHeld),
        .init(rule: .al6,     kinds: feedback,                       condition: .recordIsActive),
        ] + (modern ? [
        .init(rule: .al6,     kinds: [.systemSound, .alertSound],    condition: .inputRuns),
        ] : []) + [
        .init(rule: .set1,    kinds: feedback,                       condition: .settingIsOff),
        .init(rule: .int20,   kinds: [.ringtone],                    condition: .callIsOn),
        ] + (modern ? [
        .init(rule: .int7,    kinds: [.ringtone],                    condition: .sessionPrefersNoAlerts),
        ] : []) + [
        .init(rule: .sw1,     kinds: [.sound],                       condition: .silentForCategory),
        ] + (modern ? [
        .init(rule: .lk2,     kinds: [.sound],                       condition: .lockedWithoutBackgroundAudio),
        ] : []) + [
        .init(rule: .lk1,     kinds: [.sound],                       condition: .lockedForCategory),
        .init(rule: .sw2,     kinds: feedback.union([.ringtone]),    condition: .silent),
        .init(rule: .lk3,     kinds: [.systemSound, .alertSound],    condition: .locked),
        .init(rule: .vol5,    kinds: Members(SoundKind.allCases),        condition: .volumeIsZero),
        .init(rule: .vol8,    kinds: [.sound],                       condition: .gainIsZero),
        ]
    }

    static let iPhoneOS3 = table(modern: false)
    static let modern = table(modern: true)
}

/// At which level a kind of sound is heard, and on what.
public struct LevelRule: Hashable, Sendable {
    public let kind: SoundKind
    public let volume: Volume
    public let outputs: Outputs
    /// Whether what ducks others lowers it: a session that does, or an alert where alerts duck media.
    public let ducks: Bool
    public let rule: RuleID

    /// The three levels of a phone (R-VOL-1).
    public enum Volume: UInt8, Hashable, Sendable { case media, ringer, call }

    /// The outputs that a kind of sound goes to.
    public enum Outputs: UInt8, Hashable, Sendable {
        case media
        /// The media route, but the speaker in place of AirPlay.
        case mediaButAirPlay
        case speakerAndHeadphones
        /// Headset, headphones or HFP, else the receiver.
        case call
    }
}

extension LevelRule {
    // swift-format-ignore
    static let all: [LevelRule] = [
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

/// Which level the volume buttons move.
public struct ButtonRule: Hashable, Sendable {
    public let condition: Condition
    public let moves: LevelRule.Volume
    public let rule: RuleID

    /// What must be so for the row to fit.
    public enum Condition: UInt8, Hashable, Sendable {
        case callIsAnswered
        case ringtoneOrAlarmSounds
        /// The session of a chat is active, whose mode has the level of calls.
        case chatIsActive
        /// The app in front shows a volume view, and the screen is unlocked.
        case volumeViewIsShown
        case appSoundRuns
        /// A session is active and not silenced (C28).
        case sessionIsActive
        case otherwise
    }
}

extension ButtonRule {
    // swift-format-ignore
    static let iPhoneOS3: [ButtonRule] = [
        .init(condition: .callIsAnswered,        moves: .call,   rule: .vol12),
        .init(condition: .ringtoneOrAlarmSounds, moves: .ringer, rule: .vol2),
        .init(condition: .volumeViewIsShown,     moves: .media,  rule: .vol14),
        .init(condition: .appSoundRuns,          moves: .media,  rule: .vol2),
        .init(condition: .otherwise,             moves: .ringer, rule: .vol2),
    ]

    // swift-format-ignore
    static let modern: [ButtonRule] = [
        .init(condition: .callIsAnswered,        moves: .call,   rule: .vol12),
        .init(condition: .ringtoneOrAlarmSounds, moves: .ringer, rule: .vol2),
        .init(condition: .chatIsActive,          moves: .call,   rule: .vol13),
        .init(condition: .volumeViewIsShown,     moves: .media,  rule: .vol14),
        .init(condition: .appSoundRuns,          moves: .media,  rule: .vol2),
        .init(condition: .sessionIsActive,       moves: .media,  rule: .vol2),
        .init(condition: .otherwise,             moves: .ringer, rule: .vol2),
    ]
}

/// When the device vibrates; whether it then does is the setting for the switch's position (R-SW-7).
public struct VibrationRule: Hashable, Sendable {
    public let occasion: Occasion
    /// Whether an app's own Record or PlayAndRecord session forbids it.
    public let exceptWhileOwnSessionRecords: Bool
    /// Whether a recording of any app forbids it that does not allow it (contested point C29).
    public let exceptWhileInputRuns: Bool
    public let rule: RuleID

    /// What may make the device vibrate.
    public enum Occasion: UInt8, CaseIterable, Hashable, Sendable {
        case callComesIn, alarmFires, alertArrives, alertSound, vibrate
    }
}

extension VibrationRule {
    // swift-format-ignore
    private static func table(modern: Bool) -> [VibrationRule] {
        [
        .init(occasion: .callComesIn,  exceptWhileOwnSessionRecords: false, exceptWhileInputRuns: false,  rule: .sw7),
        .init(occasion: .alarmFires,   exceptWhileOwnSessionRecords: false, exceptWhileInputRuns: false,  rule: .sw7),
        .init(occasion: .alertArrives, exceptWhileOwnSessionRecords: false, exceptWhileInputRuns: modern, rule: .al5),
        .init(occasion: .alertSound,   exceptWhileOwnSessionRecords: true,  exceptWhileInputRuns: modern, rule: .sys4),
        .init(occasion: .vibrate,      exceptWhileOwnSessionRecords: false, exceptWhileInputRuns: modern, rule: .sw7),
        ]
    }

    static let iPhoneOS3 = table(modern: false)
    static let modern = table(modern: true)
}
