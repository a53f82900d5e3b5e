/// The fields of a state, behind the one reference that a state is.
///
/// An exploration hands states on far more often than it changes them: from step to step, from depth to depth, from thread to
/// thread. Held in place, each time would count a dozen lists up and down.
extension PolicyState {
    @usableFromInline
    struct Fields: Hashable, Sendable {
        @usableFromInline var ringSwitch: RingSwitch = .ring
        @usableFromInline var isLocked: Bool = false
        @usableFromInline var calls: [Call] = []
        @usableFromInline var alarms: [Name?] = []
        @usableFromInline var siriListens: Bool = false
        @usableFromInline var mediaServicesAreLost: Bool = false
        @usableFromInline var microphoneIsMuted: Bool = false
        @usableFromInline var isAsleep: Bool = false
        @usableFromInline var alert: AlertSound?
        @usableFromInline var keyClickEnds: Instant?
        @usableFromInline var systemSound: SystemSound?
        @usableFromInline var settingsOff: SettingSet = []
        @usableFromInline var appsWithoutAlertSounds: AppIDSet = AppIDSet()
        @usableFromInline var permissionsNotGranted: [AppPermission] = []
        @usableFromInline var gestures: [Gesture]
        @usableFromInline var mediaLevels: [OutputKey: Double] = Dictionary()
        @usableFromInline var ringerVolume: Double
        @usableFromInline var callVolume: Double
        @usableFromInline var apps: [App] = []
        @usableFromInline var sounds: [Sound] = []
        @usableFromInline var waits: [CauseSet] = []
        @usableFromInline var endedApps: AppIDSet = AppIDSet()
        @usableFromInline var activated: [Int] = []
        @usableFromInline var foreground: AppID?
        @usableFromInline var nowPlaying: AppID?

        init(ringerVolume: Double, callVolume: Double, gestures: [Gesture]) {
            self.gestures = gestures
            self.ringerVolume = ringerVolume
            self.callVolume = callVolume
        }
    }
}

// Each field by its name; to change one copies the fields where another state shares them.
extension PolicyState {
    @inlinable public internal(set) var ringSwitch: RingSwitch {
        _read { yield fields[0].ringSwitch }
        _modify { yield &fields[0].ringSwitch }
    }

    @inlinable public internal(set) var isLocked: Bool {
        _read { yield fields[0].isLocked }
        _modify { yield &fields[0].isLocked }
    }

    /// The calls that ring, are on or wait, in the order in which they came.
    @inlinable public internal(set) var calls: [Call] {
        _read { yield fields[0].calls }
        _modify { yield &fields[0].calls }
    }

    /// The alarms that fire, in order, by what tells them apart.
    @inlinable public internal(set) var alarms: [Name?] {
        _read { yield fields[0].alarms }
        _modify { yield &fields[0].alarms }
    }

    @inlinable public internal(set) var siriListens: Bool {
        _read { yield fields[0].siriListens }
        _modify { yield &fields[0].siriListens }
    }

    @inlinable public internal(set) var mediaServicesAreLost: Bool {
        _read { yield fields[0].mediaServicesAreLost }
        _modify { yield &fields[0].mediaServicesAreLost }
    }

    /// Whether the hardware mutes the phone's own microphone.
    @inlinable public internal(set) var microphoneIsMuted: Bool {
        _read { yield fields[0].microphoneIsMuted }
        _modify { yield &fields[0].microphoneIsMuted }
    }

    @inlinable public internal(set) var isAsleep: Bool {
        _read { yield fields[0].isAsleep }
        _modify { yield &fields[0].isAsleep }
    }

    /// The alert that sounds now.
    @inlinable public internal(set) var alert: AlertSound? {
        _read { yield fields[0].alert }
        _modify { yield &fields[0].alert }
    }

    /// The end of the keyboard click that sounds now.
    @inlinable public internal(set) var keyClickEnds: Instant? {
        _read { yield fields[0].keyClickEnds }
        _modify { yield &fields[0].keyClickEnds }
    }

    /// The one system or alert sound that runs now (R-SYS-2).
    @inlinable public internal(set) var systemSound: SystemSound? {
        _read { yield fields[0].systemSound }
        _modify { yield &fields[0].systemSound }
    }

    /// The settings that are off.
    @inlinable public internal(set) var settingsOff: SettingSet {
        _read { yield fields[0].settingsOff }
        _modify { yield &fields[0].settingsOff }
    }

    /// The apps whose notification sounds are off.
    @inlinable public internal(set) var appsWithoutAlertSounds: AppIDSet {
        _read { yield fields[0].appsWithoutAlertSounds }
        _modify { yield &fields[0].appsWithoutAlertSounds }
    }

    /// The apps that may not hear the microphone, or not yet.
    @inlinable public internal(set) var permissionsNotGranted: [AppPermission] {
        _read { yield fields[0].permissionsNotGranted }
        _modify { yield &fields[0].permissionsNotGranted }
    }

    /// The gestures: what was plugged in, connected or picked, the last one last; the phone itself is always one of
    /// them.
    @inlinable public internal(set) var gestures: [Gesture] {
        _read { yield fields[0].gestures }
        _modify { yield &fields[0].gestures }
    }

    /// The media levels that are not at the default.
    @inlinable public internal(set) var mediaLevels: [OutputKey: Double] {
        _read { yield fields[0].mediaLevels }
        _modify { yield &fields[0].mediaLevels }
    }

    @inlinable public internal(set) var ringerVolume: Double {
        _read { yield fields[0].ringerVolume }
        _modify { yield &fields[0].ringerVolume }
    }

    @inlinable public internal(set) var callVolume: Double {
        _read { yield fields[0].callVolume }
        _modify { yield &fields[0].callVolume }
    }

    /// The live apps in order of launch.
    @inlinable public internal(set) var apps: [App] {
        _read { yield fields[0].apps }
        _modify { yield &fields[0].apps }
    }

    /// The started sounds, app by app in order of launch, those of one app in the order of their start; a sound that ended or
    /// was stopped is gone.
    @inlinable public internal(set) var sounds: [Sound] {
        _read { yield fields[0].sounds }
        _modify { yield &fields[0].sounds }
    }

    /// The causes for which the session of each app waits, by the app's place; empty unless it is interrupted.
    @inlinable public internal(set) var waits: [CauseSet] {
        _read { yield fields[0].waits }
        _modify { yield &fields[0].waits }
    }

    /// The apps that have ended.
    @inlinable public internal(set) var endedApps: AppIDSet {
        _read { yield fields[0].endedApps }
        _modify { yield &fields[0].endedApps }
    }

    /// The places of the apps whose session is active or interrupted, in order of activation.
    @inlinable package internal(set) var activated: [Int] {
        _read { yield fields[0].activated }
        _modify { yield &fields[0].activated }
    }

    @inlinable public internal(set) var foreground: AppID? {
        _read { yield fields[0].foreground }
        _modify { yield &fields[0].foreground }
    }

    /// The app that last started a sound in a non-mixable session, of those registered as Now Playing.
    @inlinable public internal(set) var nowPlaying: AppID? {
        _read { yield fields[0].nowPlaying }
        _modify { yield &fields[0].nowPlaying }
    }
}
