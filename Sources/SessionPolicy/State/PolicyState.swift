/// Everything the policy knows: one value, to be compared, stored, branched and replayed.
///
/// It holds no clock: the only times in it are the ends of sounds that run now.
public struct PolicyState: Hashable, Sendable {
    public internal(set) var ringSwitch: RingSwitch = .ring
    public internal(set) var isLocked = false
    public internal(set) var call: CallState = .none
    public internal(set) var alarmFires = false
    public internal(set) var mediaServicesAreLost = false

    /// The alert that sounds now.
    public internal(set) var alert: AlertSound?
    /// The end of the keyboard click that sounds now.
    public internal(set) var keyClickEnds: Instant?
    /// The one system or alert sound that runs now (R-SYS-2).
    public internal(set) var systemSound: SystemSound?

    /// The settings that are off.
    public internal(set) var settingsOff: SettingSet = []
    /// The apps whose notification sounds are off, in the order in which they were switched off.
    public internal(set) var appsWithoutAlertSounds: [AppID] = []

    /// The apps that may not hear the microphone, or not yet.
    public internal(set) var permissionsNotGranted: [AppPermission] = []

    /// What was plugged in, connected or picked, the last gesture last; the phone itself is always one of them.
    public internal(set) var gestures: [Gesture]
    /// The media levels that are not at the default.
    public internal(set) var mediaLevels: [OutputKey: Double] = Dictionary()
    public internal(set) var ringerVolume: Double
    public internal(set) var callVolume: Double

    /// The live apps in order of launch.
    public internal(set) var apps: [App] = []
    /// The started sounds, app by app in order of launch, those of one app in the order of their start; a sound that
    /// ended or was stopped is gone.
    public internal(set) var sounds: [Sound] = []
    /// What the interrupted sessions wait for, app by app in order of launch; of one app that first which outranks the
    /// others.
    public internal(set) var waits: [Wait] = []
    /// The apps that have ended, in that order.
    public internal(set) var endedApps: [AppID] = []
    /// The apps whose session is active or interrupted, in order of activation.
    public internal(set) var activationOrder: [AppID] = []
    public internal(set) var foreground: AppID?
    /// The app that last started a sound in a non-mixable session.
    public internal(set) var nowPlaying: AppID?

    init(ringerVolume: Double, callVolume: Double, gestures: [Gesture] = [.phone(speakerPicked: false)]) {
        self.gestures = gestures
        self.ringerVolume = ringerVolume
        self.callVolume = callVolume
    }

    /// What the person has answered to an app's question for the microphone; granted unless it was said otherwise.
    public func recordPermission(of app: AppID) -> RecordPermission {
        permissionsNotGranted.first { $0.app == app }?.permission ?? .granted
    }

    /// The live app with this identifier.
    public subscript(app: AppID) -> App? { apps.first { $0.id == app } }

    func index(of app: AppID) -> Int? { apps.firstIndex { $0.id == app } }

    /// Whether the phone or an alarm holds the device (contested points C4 and C23).
    public var isHeld: Bool { call != .none || alarmFires }

    /// The next moment at which something is due, if anything is.
    public var nextDeadline: Instant? {
        var next: Instant?
        func consider(_ end: Instant?) {
            guard let end else { return }
            next = min(next ?? end, end)
        }
        consider(alert?.ends)
        consider(keyClickEnds)
        consider(systemSound?.ends)
        for sound in sounds {
            if case .running(let ends) = sound.progress { consider(ends) }
        }
        return next
    }
}

extension PolicyState {
    /// How many apps may live at once: far more than a phone has, and few enough for a reply that lists them all.
    public static let appLimit = 256
    /// How many sounds may be started at once, paused ones included; likewise.
    public static let soundLimit = 1024
}

/// What belongs to one app stands together in one list of the state: its part of the list is a range.
extension PolicyState {
    /// The places of an app's sounds in `sounds`, in the order of their start.
    public func soundPlaces(of app: AppID) -> Range<Int> {
        guard let first = sounds.firstIndex(where: { $0.app == app }) else { return 0..<0 }
        var end = first + 1
        while end < sounds.count, sounds[end].app == app { end += 1 }
        return first..<end
    }

    /// The places of an app's causes in `waits`, the one that outranks the others first.
    public func waitPlaces(of app: AppID) -> Range<Int> {
        guard let first = waits.firstIndex(where: { $0.app == app }) else { return 0..<0 }
        var end = first + 1
        while end < waits.count, waits[end].app == app { end += 1 }
        return first..<end
    }

    /// Whether any sound or a recording of the app runs.
    public func hasRunningIO(_ app: App) -> Bool {
        app.recording == .running || sounds.contains { $0.app == app.id && $0.isRunning }
    }

    func soundPlace(_ sound: SoundID, of app: AppID) -> Int? {
        sounds.firstIndex { $0.app == app && $0.id == sound }
    }

    func waits(_ app: AppID, for cause: Cause) -> Bool {
        waits.contains { $0.app == app && $0.cause == cause }
    }

    /// Adds a sound behind the others of its app.
    mutating func add(_ sound: Sound) {
        let own = soundPlaces(of: sound.app)
        let place = own.isEmpty ? sounds.firstIndex { isLaunchedAfter($0.app, sound.app) } : own.upperBound
        sounds.insert(sound, at: place ?? sounds.count)
    }

    /// Adds a cause behind those of its app that do not rank below it.
    mutating func add(_ wait: Wait) {
        let place = waits.firstIndex {
            $0.app == wait.app ? $0.cause.rank > wait.cause.rank : isLaunchedAfter($0.app, wait.app)
        }
        waits.insert(wait, at: place ?? waits.count)
    }

    /// The app waits for nobody any more.
    mutating func endWaits(of app: AppID) {
        let places = waitPlaces(of: app)
        if !places.isEmpty { waits.removeSubrange(places) }
    }

    private func isLaunchedAfter(_ one: AppID, _ other: AppID) -> Bool {
        (index(of: one) ?? 0) > (index(of: other) ?? 0)
    }
}

/// The phone line.
public enum CallState: UInt8, CaseIterable, Hashable, Sendable { case none, incoming, answered }

/// An app that may not hear the microphone, or not yet.
public struct AppPermission: Hashable, Sendable {
    public let app: AppID
    /// Not granted.
    public let permission: RecordPermission
}

/// A set of settings.
public struct SettingSet: OptionSet, Hashable, Sendable {
    public let rawValue: UInt8

    /// Creates a set from one bit per setting.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Creates a set of one setting.
    public init(_ setting: Setting) { rawValue = 1 << setting.rawValue }
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
    public let app: AppID?
    public let ends: Instant
}

/// A sound of System Sound Services.
public struct SystemSound: Hashable, Sendable {
    public let app: AppID
    public let sound: SoundID
    public let isAlert: Bool
    /// Whether the setting for sound effects concerns it.
    public let isInterface: Bool
    public let ends: Instant
}
