import SessionPolicy

/// A second account of the policy, slow and obvious, to check the first one by. It shares the vocabulary with the
/// policy and nothing else: the facts are written down again, everything is worked out again whenever it is asked for,
/// and where the two disagree one of them misread the protocol (Docs/Protocol.md, whose numbered details the comments
/// cite).
package struct ReferenceModel: Sendable {
    /// The rule books by name, in the order of their systems.
    package enum Book: String, CaseIterable, Comparable, Sendable {
        case iPhoneOS3, iOS4, iOS6, iOS10, iOS13, iOS14, iOS18, iOS26, modern

        package static func < (one: Book, other: Book) -> Bool {
            allCases.firstIndex(of: one)! < allCases.firstIndex(of: other)!
        }
    }

    struct LiveApp: Sendable {
        var id: AppID
        var isSystem: Bool
        var hasBackgroundAudio: Bool
        var resumes: Bool
        var resumesWithoutLeave = false
        /// Nil if its launch says nothing of it.
        var pausesAtUnplug: Bool?
        var wasNeverInFront = false
        /// Registered by its remote commands.
        var isNowPlaying = false
        /// Whether the app was told `ended` with leave, and no other has started since.
        var mayResumeInBackground = false
        var allowsHaptics = false
        /// The delay that its launch has named, in nanoseconds.
        var suspensionDelay: Int64?
        /// Whether it is a program of a desktop, which never has to play to stay.
        var staysWithoutPlaying = false
        /// The time at which the app is suspended unless it needs to run before, in nanoseconds.
        var suspendsAt: Int64?
        var isSuspended = false
        var missedRoute: (reason: RouteChangeReason, previous: Route)?
        /// Whether the last that it was told of its session is that it became active.
        var believesActive = false
        /// Its sounds that died with the media server.
        var deadSounds: [SoundID] = []
        var hasDeadRecording = false
        var prefersNoAlerts = false
        /// Nil if it has not said.
        var prefersDisconnect: Bool?
        var hasMutedInput = false
        var hasMutedOutput = false
        var prefersNoEcho = false
        /// Whether the app hears of the end of what refused it to start, whatever the system.
        var wantsRecommendation = false
        /// Whether the app was refused to start by a cause that still holds the device.
        var isPutOff = false
        var showsVolumeView = false
        var policy = RouteSharingPolicy.default
        var wish: PreferredInput?
        /// Whether the app was suspended with a session and has not run since.
        var missedItsInterruption = false
        var category: Category
        var mode = Mode.default
        var options: CategoryOptions = []
        var overridesToSpeaker = false
        var phase = SessionPhase.inactive
        /// The causes that hold this session down; empty unless `phase` is interrupted.
        var causes: [Cause] = []
        /// Whether everyone who has left the floor so far left it with leave to resume.
        var mayResume = true
        var sounds: [StartedSound] = []
        var recording = Recording.off
    }

    /// An app's preferred microphone.
    struct PreferredInput: Sendable {
        var port: Port
        var uid: Name?
    }

    /// A call that rings, is on or waits.
    struct PhoneCall: Equatable, Sendable {
        var app: AppID?
        var uid: Name?
        var phase: Call.Phase
        var isMuted = false
    }

    /// A sound that an app has started and that has not ended.
    struct StartedSound: Sendable {
        enum Status: Sendable { case running, halted, paused }
        var id: SoundID
        var gain: Double
        var status: Status
        /// The time at which the sound ends, in nanoseconds, while it runs, or nil if it continues until stopped.
        var ends: Int64?
        /// The rest of the sound, in nanoseconds, while it does not run.
        var remaining: Int64?
    }

    struct ServicesSound: Sendable {
        var app: AppID
        var sound: SoundID
        var isAlert: Bool
        var isInterface: Bool
        var ends: Int64
    }

    struct Notification: Sendable {
        var kind: AlertKind
        var app: AppID?
        var ends: Int64
    }

    /// A person's act on the route of sound.
    enum Gesture: Equatable, Sendable {
        case phone
        case accessory(Accessory)
    }

    /// The key of a media volume of its own.
    enum LevelKey: Hashable, Sendable {
        case port(Port)
        case wireless(Name)
    }

    let book: Book
    var now: Int64 = 0

    var isSilent = false
    var isLocked = false
    var calls: [PhoneCall] = []
    var alarms: [Name?] = []
    var microphoneIsMuted = false
    var isAsleep = false
    var servicesAreLost = false
    /// The settings that a person has moved; every other one is on.
    var settings: [Setting: Bool] = [:]

    func isOn(_ setting: Setting) -> Bool { settings[setting] ?? true }
    var appsWithoutAlertSounds: [AppID] = []

    var alert: Notification?
    var keyClickEnds: Int64?
    var servicesSound: ServicesSound?

    var gestures: [Gesture] = [.phone]
    var speakerWasPicked = false
    var mediaLevels: [LevelKey: Double] = [:]
    var ringerVolume = 0.75
    var callVolume = 0.5

    var apps: [LiveApp] = []
    var endedApps: [AppID] = []
    /// The apps whose session is active or interrupted, the one activated last, last.
    var activationOrder: [AppID] = []
    var foreground: AppID?
    var nowPlaying: AppID?
    var siriListens = false
    var siriIsInAirPods = false
    /// The end of a message that Siri reads aloud, in nanoseconds.
    var readingEnds: Int64?
    var isAtEar = false

    // What the step under way has brought so far.
    var told: [Observation.Told] = []
    /// Notices that come before all of those.
    var toldFirst: [Observation.Told] = []
    /// The app that runs because of the step.
    var actor: AppID?
    var vibrates = false
    var answer: Observation.Answered?
    var reasonForRouteChange = RouteChangeReason.categoryChange
    var tellsRouteAnyway = false

    /// Creates a phone on which nothing has happened yet.
    package init(book: Book) { self.book = book }

    /// Whether the phone, an alarm or Siri holds the device.
    var isHeld: Bool { !calls.isEmpty || alarmFires || siriListens }

    var alarmFires: Bool { !alarms.isEmpty }

    var call: CallState {
        if calls.contains(where: { $0.phase == .answered || $0.phase == .held }) { return .answered }
        if calls.contains(where: { $0.phase == .outgoing }) { return .outgoing }
        return calls.isEmpty ? .none : .incoming
    }

    /// Whether a call rings and none is on beside which it would only knock.
    var ringsAloud: Bool { callOn == nil && calls.contains { $0.phase == .incoming } }

    /// The call that is on; the others ring or wait.
    var callOn: PhoneCall? { calls.first { $0.phase == .answered || $0.phase == .outgoing } }

    func isOnCall(_ app: LiveApp) -> Bool { callOn.map { $0.app == app.id } ?? false }

    /// Whether a call that rings leaves the app alone (R-INT-7, R-INT-14, R-INT-20).
    func ringSpares(_ app: LiveApp) -> Bool {
        callOn != nil || app.prefersNoAlerts && isOn(.callBanners) || isLongFormOnAirPlay(app)
    }

    /// Whether a call was answered or made that is not over.
    var isOnTheLine: Bool { calls.contains { $0.phase != .incoming } }

    /// Whether a call that is on leaves the app alone (R-INT-14, R-INT-17).
    func callSpares(_ app: LiveApp) -> Bool { hasCallThatIsNotNew(app) || isLongFormOnAirPlay(app) }

    func isLongFormOnAirPlay(_ app: LiveApp) -> Bool {
        (app.policy == .longFormAudio || app.policy == .longFormVideo) && ownRoute(of: app).outputs.contains(.airPlay)
    }

    /// Whether a recording keeps out what its app has not allowed.
    var recordsAlone: Bool { apps.contains { $0.recording == .running && !$0.allowsHaptics && !isStoppedByLock($0) } }

    /// Whether the session of a chat is active, which until iOS6 has no level of its own.
    var chats: Bool { book >= .iOS10 && apps.contains { $0.phase == .active && isSetUpToChat($0) } }

    func isSetUpToChat(_ app: LiveApp) -> Bool {
        app.category == .playAndRecord && [.voiceChat, .videoChat, .gameChat].contains(app.mode)
    }

    /// Whether the app talks, and does not stop when the route goes that it talks over.
    func talks(_ app: LiveApp) -> Bool {
        hasCallThatIsNotNew(app) || isSetUpToChat(app) && book != .iPhoneOS3
    }

    /// Returns the moment some nanoseconds from now, at most the last moment that can be told.
    func moment(after nanoseconds: Int64) -> Int64 {
        let (moment, isTooLate) = now.addingReportingOverflow(nanoseconds)
        return isTooLate ? .max : moment
    }

    func index(of id: AppID) -> Int? { apps.firstIndex { $0.id == id } }

    func isActive(_ id: AppID) -> Bool { apps.contains { $0.id == id && $0.phase == .active } }
}

/// A step that the world does not allow.
struct Refused: Error {
    let error: SessionError
    /// Whether what the step has done so far stays (R-ACT-9 from iOS 8 to iOS 18); otherwise nothing has happened.
    var keepsChanges = false
}
