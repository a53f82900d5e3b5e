/// The whole state of the policy, as a value that can be compared, stored, branched and replayed.
///
/// It has no clock; its only times are those at which something is due.
public struct PolicyState: Hashable, Sendable {
    public package(set) var ringSwitch: RingSwitch = .ring
    public package(set) var isLocked = false
    public package(set) var isAsleep = false
    /// The calls, in order of arrival.
    public package(set) var calls: [Call] = []
    /// The firing alarms by identifier, in order.
    public package(set) var alarms: [Name?] = []
    public package(set) var siriListens = false
    /// Whether Siri, while she listens, lowers other sounds and interrupts no session (R-SIRI-1).
    public package(set) var siriLowers = false
    /// When Siri's announcement ends.
    public package(set) var announcementEnds: Instant?
    /// Until when activations are refused after an alarm (contested point C43).
    public package(set) var alarmGuardEnds: Instant?
    /// Whether the phone is at an ear.
    public package(set) var isAtEar = false
    public package(set) var mediaServicesAreLost = false
    /// Whether the hardware mutes the phone's own microphone.
    public package(set) var microphoneIsMuted = false
    /// The alert that sounds now.
    public package(set) var alert: AlertSound?
    /// When the keyboard click ends.
    public package(set) var keyClickEnds: Instant?
    /// The running system or alert sound (R-SYS-2).
    public package(set) var systemSound: PlayingSystemSound?
    /// The settings that are off.
    public package(set) var settingsOff: SettingSet = []
    /// The apps whose notification sounds are off.
    public package(set) var appsWithoutAlertSounds: Set<AppID> = []
    /// The apps without granted microphone permission.
    public package(set) var permissionsNotGranted: [AppPermission] = []
    /// The accessories plugged in or connected and the outputs picked, the latest last. Always contains the phone itself.
    public package(set) var gestures: [Gesture]
    /// The media levels that differ from the default.
    public package(set) var mediaLevels: [OutputKey: Double] = [:]
    public package(set) var ringerVolume: Double
    public package(set) var callVolume: Double
    /// The running apps in order of launch.
    public package(set) var apps: [App] = []
    /// The apps whose session is active or interrupted, in order of activation.
    public package(set) var activationOrder: [AppID] = []
    public package(set) var foreground: AppID?
    /// The app registered as Now Playing that last started a sound in a non-mixable session.
    public package(set) var nowPlaying: AppID?
    /// The apps that have ended.
    public package(set) var endedApps: Set<AppID> = []

    init(ringerVolume: Double, callVolume: Double, gestures: [Gesture] = [.phone(speakerPicked: false)]) {
        (self.ringerVolume, self.callVolume, self.gestures) = (ringerVolume, callVolume, gestures)
    }
}

extension PolicyState {
    /// The accessories that are plugged in or connected, in the order of the gestures.
    var accessories: some BidirectionalCollection<Accessory> {
        gestures.lazy.compactMap { if case .accessory(let accessory) = $0 { accessory } else { nil } }
    }

    /// Returns an app's microphone permission, which is granted by default.
    public func recordPermission(of app: AppID) -> RecordPermission {
        permissionsNotGranted.first { $0.app == app }?.permission ?? .granted
    }

    /// The running app with this identifier.
    public subscript(app: AppID) -> App? { index(of: app).map { apps[$0] } }

    /// Whether it is the Now Playing app: the registered app that last started a sound in a non-mixable session.
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
    /// The maximum number of running apps, limited for replies that list them all.
    public static let appLimit = 256
    /// The maximum number of started sounds, including paused ones.
    public static let soundLimit = 1024
}

// Each step queries all apps several times. They are accessed in place, because copying an app retains its lists, which
// made the oracle a tenth slower.
extension PolicyState {
    var soundCount: Int { apps.reduce(0) { $0 + $1.sounds.count } }

    /// Returns a started sound, or nil.
    public func startedSound(_ sound: SoundID, of app: AppID) -> Sound? {
        guard let index = index(of: app), let place = apps[index].place(of: sound) else { return nil }
        return apps[index].sounds[place]
    }

    func session(of app: AppID) -> Session? { index(of: app).map { apps[$0].session } }

    /// Whether any session matches, in order of launch.
    func hasSession(_ fits: (Session) -> Bool) -> Bool {
        apps.indices.contains { fits(apps[$0].session) }
    }

    func hasSounds(at index: Int) -> Bool { !apps[index].sounds.isEmpty }

    package func hasEqualSessions(to other: PolicyState) -> Bool {
        apps.count == other.apps.count
            && apps.indices.allSatisfy {
                apps[$0].id == other.apps[$0].id && apps[$0].session == other.apps[$0].session
            }
    }

    /// Removes an app, also as a cause of interruptions.
    mutating func removeApp(at index: Int) {
        let id = apps.remove(at: index).id
        removeActivated(id)
        for other in apps.indices { apps[other].causes.removeAll { $0.app == id } }
    }

    mutating func appendActivated(_ app: AppID) {
        removeActivated(app)
        activationOrder.append(app)
    }

    mutating func removeActivated(_ app: AppID) {
        if let place = activationOrder.lastIndex(of: app) { activationOrder.remove(at: place) }
    }

    /// Adds a cause in order of rank; of two apps, the one launched first comes first.
    mutating func add(_ cause: Cause, to index: Int) {
        func rank(_ cause: Cause) -> (Int, Int) { (cause.rank, cause.app.flatMap(self.index) ?? 0) }
        let own = rank(cause)
        let place = apps[index].causes.firstIndex { rank($0) > own } ?? apps[index].causes.endIndex
        apps[index].causes.insert(cause, at: place)
    }
}

/// An app without granted microphone permission.
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

/// A person's act on the route of sound.
public enum Gesture: Hashable, Sendable {
    /// The phone's own outputs; `speakerPicked` after a person has picked the speaker.
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
