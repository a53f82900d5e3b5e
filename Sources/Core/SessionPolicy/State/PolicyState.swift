/// Everything the policy knows: one value, to be compared, stored, branched and replayed.
///
/// It holds no clock: the only times in it are the ends of sounds that run now.
public struct PolicyState: Hashable, Sendable {
    public package(set) var ringSwitch: RingSwitch = .ring
    public package(set) var isLocked = false
    public package(set) var isAsleep = false
    /// The calls that ring, are on or wait, in the order in which they came.
    public package(set) var calls: [Call] = []
    /// The alarms that fire, in order, by what tells them apart.
    public package(set) var alarms: [Name?] = []
    public package(set) var siriListens = false
    /// Whether Siri, while she listens, lowers other sounds and interrupts no session (R-SIRI-1).
    public package(set) var siriLowers = false
    /// The end of the message that Siri reads aloud now.
    public package(set) var announcementEnds: Instant?
    /// The time until which activations are refused after an alarm (contested point C43).
    public package(set) var alarmGuardEnds: Instant?
    /// Whether the phone is at an ear.
    public package(set) var isAtEar = false
    public package(set) var mediaServicesAreLost = false
    /// Whether the hardware mutes the phone's own microphone.
    public package(set) var microphoneIsMuted = false
    /// The alert that sounds now.
    public package(set) var alert: AlertSound?
    /// The end of the keyboard click that sounds now.
    public package(set) var keyClickEnds: Instant?
    /// The one system or alert sound that runs now (R-SYS-2).
    public package(set) var systemSound: PlayingSystemSound?
    /// The settings that are off.
    public package(set) var settingsOff: SettingSet = []
    /// The apps whose notification sounds are off.
    public package(set) var appsWithoutAlertSounds: Set<AppID> = []
    /// The apps that may not hear the microphone, or not yet.
    public package(set) var permissionsNotGranted: [AppPermission] = []
    /// The gestures: what was plugged in, connected or picked, the last one last; the phone itself is always one of them.
    public package(set) var gestures: [Gesture]
    /// The media levels that are not at the default.
    public package(set) var mediaLevels: [OutputKey: Double] = [:]
    public package(set) var ringerVolume: Double
    public package(set) var callVolume: Double
    /// The live apps in order of launch, each with its session and its sounds.
    public package(set) var apps: [App] = []
    /// The apps whose session is active or interrupted, in order of activation.
    public package(set) var activationOrder: [AppID] = []
    public package(set) var foreground: AppID?
    /// The app that last started a sound in a non-mixable session, of those registered as Now Playing.
    public package(set) var nowPlaying: AppID?
    /// The apps that have ended.
    public package(set) var endedApps: Set<AppID> = []

    init(ringerVolume: Double, callVolume: Double, gestures: [Gesture] = [.phone(speakerPicked: false)]) {
        (self.ringerVolume, self.callVolume, self.gestures) = (ringerVolume, callVolume, gestures)
    }
}

extension PolicyState {
    /// Returns the person's answer to an app's question for the microphone; granted unless set otherwise.
    public func recordPermission(of app: AppID) -> RecordPermission {
        permissionsNotGranted.first { $0.app == app }?.permission ?? .granted
    }

    /// The live app with this identifier.
    public subscript(app: AppID) -> App? { index(of: app).map { apps[$0] } }

    /// Whether it is the Now Playing app: of those registered as such, the last that started a sound in a session that does
    /// not mix.
    public func isNowPlaying(_ app: App) -> Bool { app.isNowPlaying && nowPlaying == app.id }

    func index(of app: AppID) -> Int? { apps.indices.first { apps[$0].id == app } }

    /// The next time at which something is due, or nil. The state keeps no other times (decision 3).
    public var nextDeadline: Instant? {
        var next: Instant?
        func consider(_ end: Instant?) {
            guard let end else { return }
            next = min(next ?? end, end)
        }
        consider(alert?.ends)
        consider(keyClickEnds)
        consider(systemSound?.ends)
        consider(announcementEnds)
        consider(alarmGuardEnds)
        for app in apps {
            consider(app.suspendsAt)
            for sound in app.sounds {
                if case .running(let ends) = sound.progress { consider(ends) }
            }
        }
        return next
    }
}

extension PolicyState {
    /// The greatest number of live apps: far more than a phone has, and few enough for a reply that lists them all.
    public static let appLimit = 256
    /// The greatest number of started sounds, paused ones included: few enough for a reply that lists them all.
    public static let soundLimit = 1024
}

// A step asks all apps for a part of them several times. Each is looked at where it stands: an app that is copied has its lists
// counted up and down, which made a reply of the oracle a tenth slower.
extension PolicyState {
    /// The number of started sounds of all apps.
    var soundCount: Int { apps.reduce(0) { $0 + $1.sounds.count } }

    /// Returns a started sound; nil where the app has none of the name.
    public func startedSound(_ sound: SoundID, of app: AppID) -> Sound? {
        guard let index = index(of: app), let place = apps[index].place(of: sound) else { return nil }
        return apps[index].sounds[place]
    }

    /// Returns the session of a live app.
    func session(of app: AppID) -> Session? { index(of: app).map { apps[$0].session } }

    /// Whether a session fits; asked in order of launch.
    func hasSession(_ fits: (Session) -> Bool) -> Bool {
        apps.indices.contains { fits(apps[$0].session) }
    }

    /// Whether the app at a place has sounds.
    func hasSounds(at index: Int) -> Bool { !apps[index].sounds.isEmpty }

    /// Returns whether the same apps live in both, with equal sessions.
    package func hasEqualSessions(to other: PolicyState) -> Bool {
        apps.count == other.apps.count
            && apps.indices.allSatisfy {
                apps[$0].id == other.apps[$0].id && apps[$0].session == other.apps[$0].session
            }
    }

    /// Takes out an app, also as a cause for which others wait.
    mutating func removeApp(at index: Int) {
        let id = apps.remove(at: index).id
        removeActivated(id)
        for other in apps.indices { apps[other].causes.removeAll { $0.app == id } }
    }

    /// The session is active, as the latest.
    mutating func appendActivated(_ app: AppID) {
        removeActivated(app)
        activationOrder.append(app)
    }

    mutating func removeActivated(_ app: AppID) {
        if let place = activationOrder.lastIndex(of: app) { activationOrder.remove(at: place) }
    }

    /// Adds a cause for which the session of an app waits: behind those that outrank it, of two apps the one launched first.
    mutating func add(_ cause: Cause, to index: Int) {
        func rank(_ cause: Cause) -> (Int, Int) { (cause.rank, cause.app.flatMap(self.index) ?? 0) }
        let own = rank(cause)
        let place = apps[index].causes.firstIndex { rank($0) > own } ?? apps[index].causes.endIndex
        apps[index].causes.insert(cause, at: place)
    }
}

/// An app that may not hear the microphone, or not yet.
public struct AppPermission: Hashable, Sendable {
    public package(set) var app: AppID
    /// The permission, which is not `granted`.
    public let permission: RecordPermission
}

/// A set of settings.
public struct SettingSet: OptionSet, Hashable, Sendable {
    public let rawValue: UInt16

    /// Creates a set from one bit per setting.
    public init(rawValue: UInt16) { self.rawValue = rawValue }

    /// Creates a set of one setting.
    public init(_ setting: Setting) { rawValue = 1 << UInt16(setting.rawValue) }
}

/// Something a person did about where sound goes.
public enum Gesture: Hashable, Sendable {
    /// The phone's own outputs; `speakerPicked` once a person has picked the speaker.
    case phone(speakerPicked: Bool)
    case accessory(Accessory)
}

/// A notification's sound.
public struct AlertSound: Hashable, Sendable {
    public let kind: AlertKind
    /// The app behind a push notification.
    public package(set) var app: AppID?
    public package(set) var ends: Instant
}

/// A sound of System Sound Services.
public struct PlayingSystemSound: Hashable, Sendable {
    public package(set) var app: AppID
    public let sound: SoundID
    public let isAlert: Bool
    /// Whether the setting for sound effects concerns it.
    public let isInterface: Bool
    public package(set) var ends: Instant
}
