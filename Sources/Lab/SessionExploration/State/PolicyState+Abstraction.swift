import SessionPolicy

// What a walk through all states does to make them fewer: it forgets what no rule asks for.

extension PolicyState {
    /// Puts each level in its class: silent, lowest, between, full. A level between the ends becomes the one that a new
    /// phone has.
    /// - Parameter book: The rules, which say what is lowest and what a new phone has.
    mutating func classifyLevels(by book: RuleBook) {
        let numbers = book.numbers
        ringerVolume = Self.represented(ringerVolume, lowest: numbers.ringerFloor, between: numbers.ringerVolume)
        callVolume = Self.represented(callVolume, lowest: numbers.callFloor, between: numbers.callVolume)
        guard !mediaLevels.isEmpty else { return }
        mediaLevels = mediaLevels.compactMapValues { level in
            let level = Self.represented(level, lowest: numbers.volumeStep, between: numbers.mediaVolume)
            return level == numbers.mediaVolume ? nil : level
        }
    }

    private static func represented(_ level: Double, lowest: Double, between: Double) -> Double {
        if level <= 0 || level >= 1 || level == between { return level }
        if level <= lowest { return lowest }
        // A new phone's level may itself be at an end; then the middle stands for what is between.
        return between > lowest && between < 1 ? between : (lowest + 1) / 2
    }

    /// Keeps of the moments at which something is due only their order: the first is at 2 ns, the next at 4, and so on; what
    /// is due together stays together, and between two moments is room for one more. What is halted or paused has some
    /// length left, and no more is known of it.
    mutating func rankDeadlines() {
        var ends: [Instant] = []
        if let alert { ends.append(alert.ends) }
        if let keyClickEnds { ends.append(keyClickEnds) }
        if let systemSound { ends.append(systemSound.ends) }
        if let announcementEnds { ends.append(announcementEnds) }
        if let alarmGuardEnds { ends.append(alarmGuardEnds) }
        for app in apps {
            if let suspendsAt = app.suspendsAt { ends.append(suspendsAt) }
            for sound in app.sounds {
                if case .running(let end?) = sound.progress { ends.append(end) }
            }
        }
        ends.sort()
        func rank(_ end: Instant) -> Instant {
            var place: Int64 = 0
            var last: Instant?
            for other in ends where other <= end && other != last {
                place += 2
                last = other
            }
            return Instant(nanoseconds: place)
        }
        if let ends = alert?.ends { alert?.ends = rank(ends) }
        if let ends = systemSound?.ends { systemSound?.ends = rank(ends) }
        keyClickEnds = keyClickEnds.map(rank)
        announcementEnds = announcementEnds.map(rank)
        alarmGuardEnds = alarmGuardEnds.map(rank)
        for index in apps.indices {
            apps[index].suspendsAt = apps[index].suspendsAt.map(rank)
            for place in apps[index].sounds.indices {
                let progress: SoundProgress =
                    switch apps[index].sounds[place].progress {
                    case .running(let end): .running(ends: end.map(rank))
                    case .halted(let rest): .halted(remaining: rest.map { _ in Self.someLength })
                    case .paused(let rest, let rule): .paused(remaining: rest.map { _ in Self.someLength }, by: rule)
                    }
                apps[index].sounds[place].progress = progress
            }
        }
    }

    private static let someLength = Length(nanoseconds: 1)

    /// The apps in the order of their names, whichever was launched first: everything about them stays, the order in which
    /// the device lists them is forgotten.
    /// - Parameter numbers: What each name is called instead, by number; names beyond keep theirs.
    func renamed(_ numbers: [UInt32]) -> PolicyState {
        func name(_ id: AppID) -> AppID {
            let number = Int(id.name.number)
            return number < numbers.count ? AppID(Name(numbers[number])) : id
        }
        var other = self
        other.apps = apps.map { $0.renamed(by: name) }.sorted { $0.id.name.number < $1.id.name.number }
        other.activationOrder = activationOrder.map(name)
        other.renameOutsiders(as: name)
        return other
    }

    /// The apps that stand outside of the list of live ones.
    private mutating func renameOutsiders(as name: (AppID) -> AppID) {
        foreground = foreground.map(name)
        nowPlaying = nowPlaying.map(name)
        for place in calls.indices { calls[place].app = calls[place].app.map(name) }
        if let app = alert?.app { alert?.app = name(app) }
        if let app = systemSound?.app { systemSound?.app = name(app) }
        endedApps = Set(endedApps.map(name))
        appsWithoutAlertSounds = Set(appsWithoutAlertSounds.map(name))
        for place in permissionsNotGranted.indices {
            permissionsNotGranted[place].app = name(permissionsNotGranted[place].app)
        }
    }
}

extension App {
    fileprivate func renamed(by name: (AppID) -> AppID) -> App {
        var app = self
        app.id = name(id)
        app.causes = causes.map { cause in
            switch cause {
            case .app(let other): .app(name(other))
            case .spoken(let other): .spoken(name(other))
            case .call, .alarm, .siri, .hold, .microphone, .announcement: cause
            }
        }
        // As they would stand if the apps had been launched in the order of their names.
        app.causes.sort { ($0.rank, $0.app?.name.number ?? 0) < ($1.rank, $1.app?.name.number ?? 0) }
        return app
    }
}

extension RuleBook {
    /// An equal book that shares no reference with this one: threads that each have their own do not take turns in counting.
    var separate: RuleBook {
        var book = self
        // Setting a table builds all that is looked up again.
        book.numbers = numbers
        return book
    }
}

extension PolicyState {
    /// The state with lists of its own. States that came of one another share the parts that no step between them has
    /// changed; two threads that take steps from such states would count the shared lists up and down, and each wait
    /// for the other's processor.
    var separate: PolicyState {
        var state = self
        state.calls = calls.map { $0 }
        state.alarms = alarms.map { $0 }
        state.permissionsNotGranted = permissionsNotGranted.map { $0 }
        state.gestures = gestures.map { $0 }
        if !mediaLevels.isEmpty { state.mediaLevels = mediaLevels.mapValues { $0 } }
        state.apps = apps.map { app in
            var own = app
            own.sounds = app.sounds.map { $0 }
            own.causes = app.causes.map { $0 }
            return own
        }
        state.activationOrder = activationOrder.map { $0 }
        state.endedApps = Set(endedApps.map { $0 })
        state.appsWithoutAlertSounds = Set(appsWithoutAlertSounds.map { $0 })
        return state
    }
}
