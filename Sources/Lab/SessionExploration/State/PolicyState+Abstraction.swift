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
}
