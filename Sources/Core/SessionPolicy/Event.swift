/// A fact for the policy: an act of a person, the device or an app.
public enum Event: Hashable, Sendable {
    case ringSwitchMoved(to: RingSwitch)
    case screenLocked
    case screenUnlocked
    /// `times` is one or more.
    case volumeButtonPressed(VolumeDirection, times: Int)
    /// `level` is 0 to 1, linear.
    case volumeSliderMoved(to: Double)
    /// The ringer's slider in Settings; `level` is 0 to 1, linear.
    case ringerSliderMoved(to: Double)
    case accessoryConnected(Accessory)
    /// Without `uid`, the accessory of that kind that was connected last.
    case accessoryDisconnected(Accessory.Kind, uid: Name?)
    /// `kind` nil is the built-in speaker.
    case routePicked(Accessory.Kind?, uid: Name?)
    /// `name`: whose call it is, and which.
    case call(CallPhase, CallName = CallName())
    /// `uid` tells alarms apart that fire at once; without it the last one is meant.
    case alarm(AlarmPhase, uid: Name? = nil)
    /// `app` is the app behind a push notification.
    case alertArrived(AlertKind, app: AppID?, lasts: Length)
    case keyClicked
    case settingChanged(Setting, to: Bool)
    /// The notification sounds of one app.
    case alertSoundsChanged(app: AppID, to: Bool)
    /// The person answers an app's question for the microphone, or resets it as if not yet asked.
    case permissionAnswered(app: AppID, RecordPermission)
    case mediaServices(MediaServicesPhase)
    /// `by`: how Siri listens; it counts when Siri begins.
    case siri(SiriPhase, by: SiriInput = .phone)
    /// Siri reads a message aloud in the person's headphones for so long.
    case messageAnnounced(lasts: Length)
    /// The phone comes to the ear, or leaves it.
    case proximityChanged(to: Proximity)
    /// The hardware mutes the phone's own microphone, as a tablet's folio does when it is closed.
    case microphoneMuted(Bool)
    /// The ports of the route stay and their configuration changes: channels, rate, a data source.
    case routeConfigurationChanged
    case fallsAsleep
    case wakes
    /// The person gives the Now Playing app a command from elsewhere.
    case remoteCommand(RemoteCommand)
    /// Presses the button of a headset in quick succession; `times` is 1 to 3.
    case headsetButtonPressed(times: Int)
    /// Nothing but time has passed.
    case timePassed
    /// The moment that `PolicyState.nextDeadline` named has come.
    case deadlineReached
    case app(AppID, AppEvent)
}

/// The way in which names are written: as numbers inside the policy, as text outside it.
public protocol Naming: Sendable {
    /// The name of an app or of a call.
    associatedtype Name: Hashable & Sendable
    /// The name of a sound.
    associatedtype Sound: Hashable & Sendable
}

/// Names as numbers, which the policy compares.
public enum NumberedNames: Naming {
    /// The number of a name.
    public typealias Name = SessionPolicy.Name
    /// The number of a sound.
    public typealias Sound = SoundID
}

/// Names as their owners write them; two apps may use the same name.
public enum WrittenNames: Naming {
    /// The text of a name.
    public typealias Name = String
    /// The name of a sound within its app.
    public typealias Sound = String
}

/// An act of one app, as the policy decides it.
public typealias AppEvent = AppAct<NumberedNames>

/// A call of an app to the device that governs its sound.
public typealias AppCall = AppAct<WrittenNames>

/// An act of one app, declared once for the policy, programs, the wire and tests.
public enum AppAct<Names: Naming>: Hashable, Sendable {
    case launched(Launch)
    case enteredForeground
    case enteredBackground
    case quit
    case crashed
    case setCategory(Category, Mode, CategoryOptions, policy: RouteSharingPolicy = .default)
    /// Declares a part of what the session means; nil keeps the category, the mode, the options or the policy.
    case changeCategory(Category?, mode: Mode?, options: CategoryOptions?, policy: RouteSharingPolicy? = nil)
    case setActive(Bool, notifyOthers: Bool)
    case overrideOutput(toSpeaker: Bool)
    /// `lasts` nil: until stopped. `gain` is 0 to 1, linear; nil: 1, or what a paused sound had.
    case play(Names.Sound, lasts: Length?, gain: Double?)
    /// The app plays an object that it made before the media server died, as only the object knows (R-MS-1).
    case playLost(Names.Sound)
    /// Without a sound, all of the app's.
    case pause(Names.Sound?)
    case stop(Names.Sound?)
    /// `to` is 0 to 1, linear. `over`: how long it takes to be heard; nil is the rule book's.
    case setGain(Names.Sound, to: Double, over: Length? = nil)
    /// A started sound has so much to go, if it continues by itself: its place, its rate or its loops have changed.
    /// Nil: it has no end.
    case soundMoved(Names.Sound, remaining: Length?)
    case record(Bool)
    /// `isInterface`: whether it belongs to the user interface, so that the setting for sound effects concerns it.
    case systemSound(Names.Sound, lasts: Length, isInterface: Bool)
    case alertSound(Names.Sound, lasts: Length)
    /// Whether it is registered as Now Playing, by its remote commands.
    case registeredNowPlaying(Bool)
    /// Whether the device may vibrate and sound while it records.
    case allowedHapticsWhileRecording(Bool)
    case vibrate
    /// The microphone that it would rather use; without a port whichever the rules choose. `uid` tells two of one port
    /// apart.
    case setPreferredInput(Port?, uid: Names.Name?)
    case preferred(Preference, Bool)
    /// Whether its input is muted, which it then records as silence.
    case setInputMuted(Bool)
    /// Whether its output is muted: its samples are then zero, and it counts as playing.
    case setOutputMuted(Bool)
    /// Whether it shows the system's volume view.
    case showedVolumeView(Bool)
    /// The app processes voice from now on, by its audio unit or its engine.
    case startedVoiceProcessing
    /// One option of its category, as the first phones' interface sets it: the others stay (R-DK-5).
    case setOption(CategoryOptions, Bool)
    /// The app's answer to a remote command.
    case answeredRemoteCommand(RemoteCommand.Kind, RemoteCommandStatus)
    case ask(Question)
    /// Asks the person for the microphone. The answer is a flag if the person has decided already, else a notice.
    case requestRecordPermission
    /// A phase of one of the app's own calls, as CallKit reports it. `uid` nil is the call that is on, else the last.
    case call(CallPhase, uid: Names.Name?)
}

extension AppAct {
    /// Returns the act with its names written in another way.
    ///
    /// - Parameters:
    ///   - sound: Converts the name of a sound.
    ///   - name: Converts any other name.
    public func renamed<Other: Naming>(
        to _: Other.Type = Other.self, sound: (Names.Sound) -> Other.Sound, name: (Names.Name) -> Other.Name
    ) -> AppAct<Other> {
        switch self {
        case .launched(let launch): .launched(launch)
        case .enteredForeground: .enteredForeground
        case .enteredBackground: .enteredBackground
        case .quit: .quit
        case .crashed: .crashed
        case .setCategory(let category, let mode, let options, let policy):
            .setCategory(category, mode, options, policy: policy)
        case .changeCategory(let category, let mode, let options, let policy):
            .changeCategory(category, mode: mode, options: options, policy: policy)
        case .setActive(let isActive, let notifyOthers): .setActive(isActive, notifyOthers: notifyOthers)
        case .overrideOutput(let toSpeaker): .overrideOutput(toSpeaker: toSpeaker)
        case .play(let id, let length, let gain): .play(sound(id), lasts: length, gain: gain)
        case .playLost(let id): .playLost(sound(id))
        case .pause(let id): .pause(id.map(sound))
        case .stop(let id): .stop(id.map(sound))
        case .setGain(let id, let gain, let length): .setGain(sound(id), to: gain, over: length)
        case .soundMoved(let id, let remaining): .soundMoved(sound(id), remaining: remaining)
        case .record(let starts): .record(starts)
        case .systemSound(let id, let length, let isInterface):
            .systemSound(sound(id), lasts: length, isInterface: isInterface)
        case .alertSound(let id, let length): .alertSound(sound(id), lasts: length)
        case .registeredNowPlaying(let isRegistered): .registeredNowPlaying(isRegistered)
        case .allowedHapticsWhileRecording(let allows): .allowedHapticsWhileRecording(allows)
        case .vibrate: .vibrate
        case .setPreferredInput(let port, let uid): .setPreferredInput(port, uid: uid.map(name))
        case .preferred(let preference, let prefers): .preferred(preference, prefers)
        case .setInputMuted(let isMuted): .setInputMuted(isMuted)
        case .setOutputMuted(let isMuted): .setOutputMuted(isMuted)
        case .showedVolumeView(let isShown): .showedVolumeView(isShown)
        case .startedVoiceProcessing: .startedVoiceProcessing
        case .setOption(let option, let isSet): .setOption(option, isSet)
        case .answeredRemoteCommand(let kind, let status): .answeredRemoteCommand(kind, status)
        case .ask(let question): .ask(question)
        case .requestRecordPermission: .requestRecordPermission
        case .call(let phase, let uid): .call(phase, uid: uid.map(name))
        }
    }
}

/// A preference of an app about its interruptions, with AVAudioSession's names.
public enum Preference: UInt8, CaseIterable, Hashable, Sendable {
    /// `prefersNoInterruptionsFromSystemAlerts`
    case noInterruptionsFromSystemAlerts
    /// `prefersInterruptionOnRouteDisconnect`
    case interruptionOnRouteDisconnect
    /// `prefersEchoCancelledInput`
    case echoCancelledInput
}

/// The kind and the behaviour of an app that is launched.
public struct Launch: Hashable, Sendable {
    public var kind: AppKind
    public var backgroundAudio: Bool
    /// Whether it resumes by itself after an interruption.
    public var resumes: Bool
    /// Whether it resumes also where the interruption ended without leave, as games do.
    public var resumesWithoutLeave = false
    /// Whether it pauses when the output goes that it plays on, or the input that it records from; nil: it does, unless its
    /// session is in a chat (R-RTE-5).
    public var pausesAtUnplug: Bool?
    /// Whether it is launched or woken in the background, by a push for instance.
    public var isInBackground = false
    /// The time that the app continues without a reason to run, before it is suspended; nil: none for an app that may not
    /// sound in the background, else `RuleBook.Numbers.suspensionDelay`.
    public var suspensionDelay: Length?
    /// Whether it is suspended while it plays and records nothing in the background or under the lock (R-BG-9). A program
    /// of a desktop is not.
    public var suspendsWhenIdle = true
    /// Whether an app in the background may go on there as after an interruption, because it sounded before the device
    /// forgot it.
    public var mayResumeInBackground = false
    /// How its session ducks others.
    public var duck = Duck()
    /// Whether the app is recommended, under every rule book, to start once what refused it is over (R-LC-3).
    public var wantsRecommendation = false

    /// Describes a launch to the foreground.
    ///
    /// - Parameters:
    ///   - kind: Whose app it is.
    ///   - backgroundAudio: Whether it may sound in the background; a system app may.
    ///   - resumes: Whether it resumes by itself after an interruption.
    public init(_ kind: AppKind = .app, backgroundAudio: Bool = false, resumes: Bool = true) {
        (self.kind, self.backgroundAudio, self.resumes) = (kind, backgroundAudio, resumes)
    }
}

extension Launch {
    /// The launch of a real program, which acts for itself: nothing is done in its stead but what the system does.
    ///
    /// - Parameters:
    ///   - kind: Whose app it is.
    ///   - backgroundAudio: Whether it may sound in the background; a system app may.
    public static func program(_ kind: AppKind = .app, backgroundAudio: Bool = false) -> Launch {
        var launch = Launch(kind, backgroundAudio: backgroundAudio, resumes: false)
        launch.pausesAtUnplug = false
        launch.suspendsWhenIdle = false
        return launch
    }
}

extension AppAct {
    /// A launch to the foreground.
    public static func launched(_ kind: AppKind, backgroundAudio: Bool, resumes: Bool) -> AppAct {
        .launched(Launch(kind, backgroundAudio: backgroundAudio, resumes: resumes))
    }
}

/// The phases of Siri.
public enum SiriPhase: UInt8, VocabularyWord {
    case began, ended

    public static let names = ["began", "ended"]
}

/// The ways in which Siri listens.
public enum SiriInput: UInt8, VocabularyWord {
    /// The side button, or the voice: the phone's own microphone and speaker.
    case phone
    /// A wired headset.
    case headset
    case airPods

    public static let names = ["phone", "headset", "airPods"]
}

/// The distance of the phone's front from an ear.
public enum Proximity: UInt8, VocabularyWord {
    case near, far

    public static let names = ["near", "far"]
}

/// The Ring/Silent switch.
public enum RingSwitch: UInt8, VocabularyWord {
    case ring, silent

    public static let names = ["ring", "silent"]
}

/// The side button that is pressed.
public enum VolumeDirection: UInt8, VocabularyWord {
    case up, down

    public static let names = ["up", "down"]
}

/// An event of a call; `missed` is the caller giving up, `remoteEnded` the other side hanging up.
public enum CallPhase: UInt8, VocabularyWord {
    case incoming, answered, declined, missed, ended
    case outgoing, held, unheld, swapped, muted, unmuted, remoteEnded

    public static let names = [
        "incoming", "answered", "declined", "missed", "ended", "outgoing", "held", "unheld", "swapped", "muted",
        "unmuted", "remoteEnded",
    ]
}

/// The name of a call.
public struct CallName: Hashable, Sendable {
    /// The app whose call it is, or nil for the phone's own.
    public var app: AppID?
    /// Tells two calls of one owner apart; nil is the one that is on, else the last.
    public var uid: Name?

    /// Names a call.
    public init(app: AppID? = nil, uid: Name? = nil) { (self.app, self.uid) = (app, uid) }
}

/// An event of a Clock alarm.
public enum AlarmPhase: UInt8, VocabularyWord {
    case fires, dismissed, snoozed

    public static let names = ["fires", "dismissed", "snoozed"]
}

/// The kinds of notification with a sound.
public enum AlertKind: UInt8, VocabularyWord {
    case message, mail, calendar, push

    public static let names = ["message", "mail", "calendar", "push"]

    /// The setting for its tone, or nil for a push, for which each app has a setting of its own.
    var tones: Setting? {
        switch self {
        case .message: .messageTones
        case .mail: .mailTones
        case .calendar: .calendarTones
        case .push: nil
        }
    }
}

/// A setting that a person switches in Settings; all are on at first.
public enum Setting: UInt8, VocabularyWord {
    case vibrateOnRing, vibrateOnSilent, soundEffects, keyboardClicks
    /// Calls come in as banners; otherwise they fill the screen.
    case callBanners
    /// The volume buttons move the ringer.
    case changeWithButtons
    /// The tones of the device's own notifications and of calls.
    case messageTones, mailTones, calendarTones, ringtones

    public static let names = [
        "vibrateOnRing", "vibrateOnSilent", "soundEffects", "keyboardClicks", "callBanners", "changeWithButtons",
        "messageTones", "mailTones", "calendarTones", "ringtones",
    ]
}

/// An event of the media server.
public enum MediaServicesPhase: UInt8, VocabularyWord {
    case lost, reset

    public static let names = ["lost", "reset"]
}

/// The person's answer to an app's question for the microphone.
public enum RecordPermission: UInt8, VocabularyWord {
    case undetermined, denied, granted

    public static let names = ["undetermined", "denied", "granted"]
}

/// Whose app it is: a third party's, or the system's own, such as the iPod.
public enum AppKind: UInt8, VocabularyWord {
    case app, system

    public static let names = ["app", "system"]
}

/// A question that an app may ask.
public enum Question: UInt8, VocabularyWord {
    case otherAudioIsPlaying, secondaryAudioShouldBeSilencedHint, outputVolume, currentRoute, category, inputAvailable
    case volumeSlider, availableInputs, preferredInput, inputMuted, outputMuted, promptStyle

    public static let names = [
        "otherAudioIsPlaying", "secondaryAudioShouldBeSilencedHint", "outputVolume", "currentRoute", "category",
        "inputAvailable", "volumeSlider", "availableInputs", "preferredInput", "inputMuted", "outputMuted",
        "promptStyle",
    ]
}
