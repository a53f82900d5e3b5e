extension Picture {
    /// Returns the decisions that explain the difference from another picture: the sounds that fell silent or sound again,
    /// each with the rule; and for every heard sound that is ducked, the cause and the rule, as long as the duck lasts.
    ///
    /// What an interruption halted is explained by the step that interrupted.
    ///
    /// - Parameter before: The picture before a step, or nil if the step has not changed it.
    public func decisions(since before: Picture?) -> [Decision] {
        var lines: [LevelLine] = []
        // Where it would stand if nothing had come or gone; one that comes or goes moves all behind it by one.
        var next = 0
        for level in sounds {
            let place = before?.place(of: level.reference, near: next)
            if let place { next = place + 1 }
            let old = before == nil ? level : place.flatMap { before?.sounds[$0] }
            if level.isRunning, level.unheardBy != old?.unheardBy {
                if let rule = level.unheardBy {
                    lines.add(LevelLine(rule, level, level.silences(rule), names: level.originator?.app))
                } else if let rule = old?.unheardBy {
                    lines.add(
                        LevelLine(
                            rule, level, "is no longer silenced and is heard again",
                            several: "are no longer silenced and are heard again"))
                }
            }
            guard level.unheardBy == nil else { continue }
            if level.duckedBy != nil {
                lines.addDuck(of: level)
            } else if let rule = old?.duckedBy, old?.unheardBy == nil {
                lines.add(LevelLine(rule, level, "nothing ducks {app} any more: its level returns"))
            }
        }
        return lines.map { $0.decision }
    }
}

extension [Picture.Level] {
    /// The decisions that keep each sound as it is: not heard, or lowered.
    var standing: [Decision] {
        var lines: [LevelLine] = []
        for level in self {
            if let rule = level.unheardBy {
                let reason = level.silences(rule)
                lines.add(
                    LevelLine(
                        rule, level, "is still not heard: \(reason)", several: "are still not heard: \(reason)",
                        names: level.originator?.app))
            } else if level.duckedBy != nil {
                lines.addDuck(of: level)
            }
        }
        return lines.map { $0.decision }
    }
}

/// A line about the level of a sound, or about several sounds of one app for the same reason.
private struct LevelLine {
    let rule: RuleID
    let subject: Subject
    let other: Name?
    /// The sentence about one sound, and about several.
    let one: String, several: String
    /// The sound, if the sentence about one says which it is.
    let sound: Name?
    var isOfSeveral = false

    /// - Parameters:
    ///   - says: The whole sentence, or what is said of one sound if the line names its sound.
    ///   - several: What is said of several sounds, or nil if the line is the same for all.
    init(
        _ rule: RuleID, _ level: Picture.Level, _ says: String, several: String? = nil, names other: AppID? = nil
    ) {
        (self.rule, subject, self.other) = (rule, Subject(level.reference.app), other?.name)
        one = several == nil ? says : "\(level.noun) \(says)"
        self.several = several.map { "several sounds of {app} \($0)" } ?? says
        sound = several == nil ? nil : level.reference.sound?.name
    }

    var decision: Decision {
        Decision(
            rule: rule, subject: subject,
            sentence: Sentence(isOfSeveral ? several : one, other: other, sound: isOfSeveral ? nil : sound))
    }
}

extension [LevelLine] {
    /// Adds a line unless one says the same. A picture lists the few sounds outside of sessions first, and then those
    /// of each app together; so an equal line is looked for among the latest about the same subject, and no step takes
    /// the square of its sounds.
    fileprivate mutating func add(_ line: LevelLine) {
        for place in indices.reversed() {
            guard self[place].subject == line.subject else { break }
            guard self[place].rule == line.rule, self[place].other == line.other, self[place].one == line.one else {
                continue
            }
            if self[place].sound != line.sound { self[place].isOfSeveral = true }
            return
        }
        append(line)
    }

    fileprivate mutating func addDuck(of level: Picture.Level) {
        guard let rule = level.duckedBy else { return }
        let reason =
            switch level.originator {
            case .app?: "{other}'s session is active and ducks others"
            case .alertSound?: "{other}'s alert sound ducks media while it is heard"
            case .alert?: "an alert ducks media while it sounds"
            case .siri?:
                rule == .siri1
                    ? "Siri listens through AirPods and ducks media meanwhile"
                    : "Siri reads a message aloud and ducks media meanwhile"
            default: "media is ducked while something else sounds"
            }
        add(LevelLine(rule, level, reason, names: level.originator?.app))
    }
}

extension Picture.Level {
    /// The sound in a sentence: by its name, or by its kind if it has none.
    fileprivate var noun: String {
        switch reference.kind {
        case .sound, .systemSound, .alertSound: "{sound}"
        case .ringtone: "the ringtone"
        case .callAudio: "the call"
        case .alarm: "the alarm"
        case .alert: "the alert"
        case .keyClick: "the keyboard click"
        }
    }

    fileprivate func silences(_ rule: RuleID) -> String {
        switch (rule, originator) {
        case (.cat1, _): "{app}'s category has no output"
        case (.int2, .call(nil)?): "the phone's call holds the device"
        case (.int2, .call?): "{other}'s call holds the device"
        case (.int2, .alarm?): "an alarm holds the device"
        case (.int2, .siri?): "Siri holds the device"
        case (.int7, .app?): "{other} prefers no interruptions by system alerts, and calls appear as banners"
        case (.int17, _): "{app}'s own call is on hold"
        case (.siri2, _): "Siri reads a message aloud, and has interrupted {app}'s spoken audio"
        case (.int20, .call(nil)?): "the phone's call is on: a second call does not ring"
        case (.int20, .call?): "{other}'s call is on: a second call does not ring"
        case (.int21, _): "the phone's microphone, which {app} records from, is muted"
        case (.act3, .app?): "{other}'s session, which does not mix, has interrupted {app}"
        case (.sp1, .app?): "{other}'s session has interrupted {app}'s spoken audio"
        case (.al6, .app?): "{other}'s session keeps the device's own sounds out of what it records"
        case (.set1, _):
            switch reference.kind {
            case .keyClick: "keyboardClicks is off in Settings"
            case .alert:
                originator == nil
                    ? "the tone of this kind of notification is off in Settings"
                    : "alertSounds is off for {other} in Settings"
            case .ringtone: "ringtones is off in Settings"
            case .systemSound, .alertSound: "soundEffects is off in Settings"
            default: "the person has switched this sound off in Settings"
            }
        case (.sw1, _): "the switch is at silent, and {app}'s category obeys it"
        case (.sw2, _):
            switch reference.kind {
            case .systemSound, .alertSound: "the switch is at silent, and sound effects obey it"
            default: "the switch is at silent, and \(noun) obeys it"
            }
        case (.lk1, _): "the screen is locked, and {app}'s category obeys that"
        case (.lk2, _): "the screen is locked, and {app} has no background audio"
        case (.lk3, _): "the screen is locked"
        case (.vol5, _): reference.kind == .sound ? "the media volume is at 0" : "the volume is at 0"
        case (.vol8, _): "{app}'s own level is at 0"
        case (.om1, _): "{app} has muted its own output"
        default: "the rule silences it"
        }
    }
}

extension RuleID {
    /// The reason for which a sound that the rule paused stays paused; `{other}` is the sound.
    var pauses: String {
        switch self {
        case .int15: "{other} is paused: only {app} can resume it"
        case .rte5: "{other} stays paused: its output was disconnected, and nothing resumes by itself"
        case .rte13: "{other} stays paused: its output was disconnected, and no end follows that interruption"
        case .int3: "{other} stays paused: {app}'s interruption was ended early"
        case .int4: "{other} stays paused: {app} does not resume by itself"
        case .int5: "{other} stays paused: the interruption ended without shouldResume"
        case .act9, .act9b: "{other} stays paused: {app} deactivated its session while it was playing"
        case .act12: "{other} stays paused: the app that interrupted {app} never deactivated its session"
        case .bg6: "{other} stays paused: {app} was suspended"
        case .int17: "{other} stays paused: {app}'s call had ended"
        default: "{other} stays paused: {app} could not resume it when the interruption ended"
        }
    }
}
