/// Everything the policy knows: one value, to be compared, stored, branched and replayed.
///
/// It holds no clock: the only times in it are the ends of sounds that run now.
public struct PolicyState: Hashable, Sendable {
    /// An array of one, which is a reference that is shared until a state that has it changes.
    @usableFromInline var fields: [Fields]

    init(ringerVolume: Double, callVolume: Double, gestures: [Gesture] = [.phone(speakerPicked: false)]) {
        fields = [Fields(ringerVolume: ringerVolume, callVolume: callVolume, gestures: gestures)]
    }

    private init(fields: [Fields]) { self.fields = fields }

    /// Whether both share their fields, as they do while neither has been changed: then they are equal. Where they do not,
    /// they may be equal all the same.
    @inlinable
    package func isShared(with other: PolicyState) -> Bool {
        fields.withUnsafeBufferPointer { one in
            other.fields.withUnsafeBufferPointer { other in one.baseAddress == other.baseAddress }
        }
    }

    /// Returns whether two states share their apps: then no app and no session differs.
    @inlinable
    package func sharesApps(with other: PolicyState) -> Bool {
        fields[0].apps.withUnsafeBufferPointer { one in
            other.fields[0].apps.withUnsafeBufferPointer { other in one.baseAddress == other.baseAddress }
        }
    }

    /// The value in place of a state that was moved elsewhere: it has no fields, and none may be read.
    static var moved: PolicyState { PolicyState(fields: []) }
}

extension PolicyState {
    /// Returns the person's answer to an app's question for the microphone; granted unless set otherwise.
    public func recordPermission(of app: AppID) -> RecordPermission {
        permissionsNotGranted.first { $0.app == app }?.permission ?? .granted
    }

    /// The live app with this identifier.
    public subscript(app: AppID) -> App? { apps.first { $0.id == app } }

    /// The state without apps that are to be told when the device is free.
    package var waitingForNobody: PolicyState {
        var state = self
        for index in apps.indices where apps[index].waitsForDevice { state.apps[index].waitsForDevice = false }
        return state
    }

    /// The apps whose session is active or interrupted, in order of activation.
    public var activationOrder: [AppID] { activated.map { apps[$0].id } }

    /// Whether it is the Now Playing app: of those registered as such, the last that started a sound in a session that does
    /// not mix.
    public func isNowPlaying(_ app: App) -> Bool { app.isNowPlaying && nowPlaying == app.id }

    func index(of app: AppID) -> Int? { apps.firstIndex { $0.id == app } }

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
        for app in apps { consider(app.suspendsAt) }
        for sound in sounds {
            if case .running(let ends) = sound.progress { consider(ends) }
        }
        return next
    }
}

extension PolicyState {
    /// The greatest number of live apps: far more than a phone has, and few enough for a reply that lists them all.
    public static let appLimit = AppSet.limit
    /// The greatest number of started sounds, paused ones included: few enough for a reply that lists them all.
    public static let soundLimit = 1024
}

/// The parts of lists that belong to one app, which stand together: each is a range.
extension PolicyState {
    /// The places of an app's sounds in `sounds`, in the order of their start.
    public func soundPlaces(of app: AppID) -> Range<Int> {
        guard let index = index(of: app) else { return 0..<0 }
        return soundPlaces(of: index)
    }

    /// The places of the sounds of the app at a place.
    func soundPlaces(of index: Int) -> Range<Int> {
        let first = apps[..<index].reduce(0) { $0 + Int($1.soundCount) }
        return first..<first + Int(apps[index].soundCount)
    }

    /// Whether an app fits, with the places of its sounds; asked in order of launch.
    func hasApp(_ fits: (App, Range<Int>) -> Bool) -> Bool {
        var first = 0
        for app in apps {
            let end = first + Int(app.soundCount)
            if fits(app, first..<end) { return true }
            first = end
        }
        return false
    }

    /// Whether a sound of the app or a recording runs.
    public func hasRunningIO(_ app: App) -> Bool {
        app.recording == .running || isAnyRunning(soundPlaces(of: app.id))
    }

    func isAnyRunning(_ places: Range<Int>) -> Bool { sounds[places].contains(where: { $0.isRunning }) }

    func soundPlace(_ sound: SoundID, of index: Int) -> Int? {
        let places = soundPlaces(of: index)
        return sounds[places].firstIndex { $0.id == sound }
    }

    /// Adds a sound behind the others of its app.
    mutating func add(_ sound: Sound, of index: Int) {
        sounds.insert(sound, at: soundPlaces(of: index).upperBound)
        apps[index].soundCount += 1
    }

    mutating func removeSound(at place: Int, of index: Int) {
        sounds.remove(at: place)
        apps[index].soundCount -= 1
    }

    /// Adds an app behind the others.
    mutating func add(_ app: App) {
        apps.append(app)
        waits.append(CauseSet())
    }

    /// Takes out an app with all that is its own.
    mutating func removeApp(at index: Int) {
        sounds.removeSubrange(soundPlaces(of: index))
        apps.remove(at: index)
        waits.remove(at: index)
        for place in waits.indices { waits[place].close(index) }
        activated = activated.compactMap { $0 == index ? nil : $0 > index ? $0 - 1 : $0 }
    }

    /// Clears the causes of the app at a place. An empty set is not touched: the list belongs to the state before, too, and
    /// would be copied.
    mutating func clearWaits(of index: Int) { if !waits[index].isEmpty { waits[index] = CauseSet() } }

    /// The session is active, as the latest.
    mutating func appendActivated(_ index: Int) {
        removeActivated(index)
        activated.append(index)
    }

    mutating func removeActivated(_ index: Int) {
        if let place = activated.lastIndex(of: index) { activated.remove(at: place) }
    }

    /// Returns the causes for which the session of an app waits, the one that outranks the others first.
    public func causes(of app: AppID) -> [Cause] {
        guard let index = index(of: app) else { return [] }
        return causes(ofAppAt: index)
    }

    /// Returns the causes for which the session of the app at a place waits, the one that outranks the others first.
    public func causes(ofAppAt index: Int) -> [Cause] {
        waits[index].isEmpty ? [] : waits[index].causes.map { cause($0) }
    }

    /// Whether the session of the app at a place waits for anybody.
    package func hasCauses(ofAppAt index: Int) -> Bool { !waits[index].isEmpty }

    /// Takes each of them in the same order, and allocates nothing.
    package func walkCauses(ofAppAt index: Int, _ body: (Cause) -> Void) {
        if !waits[index].isEmpty { waits[index].walk { body(cause($0)) } }
    }

    /// Returns the cause that outranks the others for which the app at a place waits.
    func firstCause(of index: Int) -> Cause? { waits[index].first.map { cause($0) } }

    private func cause(_ placed: PlacedCause) -> Cause {
        switch placed {
        case .device(.call): .call
        case .device(.alarm): .alarm
        case .device(.siri): .siri
        case .device(.hold): .hold
        case .device(.microphone): .microphone
        case .app(let place): .app(apps[place].id)
        case .spoken(let place): .spoken(apps[place].id)
        }
    }
}

/// An app that may not hear the microphone, or not yet.
public struct AppPermission: Hashable, Sendable {
    public let app: AppID
    /// The permission, which is not `granted`.
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
    /// The app behind a push notification; which kind of notification it is, no rule asks.
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
