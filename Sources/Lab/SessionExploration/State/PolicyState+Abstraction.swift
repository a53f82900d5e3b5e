import SessionPolicy

// Reduces the number of states of a walk by forgetting what no rule depends on.

extension PolicyState {
    /// Replaces each level by its class: silent, lowest, between, full. A level in between becomes a new phone's
    /// initial level.
    /// - Parameter book: The rules with the lowest and the initial levels.
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
        // A new phone's level may be at an end; then the middle represents those in between.
        return between > lowest && between < 1 ? between : (lowest + 1) / 2
    }

    /// Replaces deadlines by their order: the first is at 2 ns, the next at 4, and so on. Equal deadlines stay equal,
    /// and there is room for one more between two. Halted and paused sounds keep an unknown remaining length.
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

    /// Returns the state with the apps sorted by name, which forgets the order of launch.
    /// - Parameter numbers: Replacements for names, by number; others are kept.
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

    /// Renames references to apps outside the list.
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
        // In the order that launching by name would have produced.
        app.causes.sort { ($0.rank, $0.app?.name.number ?? 0) < ($1.rank, $1.app?.name.number ?? 0) }
        return app
    }
}
