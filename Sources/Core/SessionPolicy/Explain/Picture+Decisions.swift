extension Picture {
    /// Returns the decisions that explain the difference from another picture: the sounds that fell silent, sound
    /// again, are ducked or no longer so, each with the rule.
    ///
    /// What an interruption halted is explained by the step that interrupted.
    ///
    /// - Parameter before: The picture before a step.
    public func decisions(since before: Picture) -> [Decision] {
        var decisions: [Decision] = []
        // Where it would stand if nothing had come or gone; one that comes or goes moves all behind it by one.
        var next = 0
        for level in sounds {
            let place = before.place(of: level.reference, near: next)
            if let place { next = place + 1 }
            let old = place.map { before.sounds[$0] }
            guard old != level else { continue }
            let subject = level.reference.app.map(Subject.app) ?? .device
            func decide(_ rule: RuleID, _ template: String, other: AppID? = nil) {
                decisions.appendOnce(
                    Decision(rule: rule, subject: subject, sentence: Sentence(template, other: other?.name)))
            }
            if level.isRunning, level.unheardBy != old?.unheardBy {
                if let rule = level.unheardBy {
                    decide(rule, rule.silences)
                } else if let rule = old?.unheardBy {
                    decide(rule, "what silenced it is over: it is heard again")
                }
            }
            switch (old?.duckedBy, level.duckedBy) {
            case (let old, let new) where old == new: break
            case (_, .dk1?): decide(.dk1, "{other}'s session is active and ducks others", other: level.ducker)
            case (_, let rule?): decide(rule, "an alert sounds, and media gives way while it does")
            case (let rule?, nil): decide(rule, "nothing ducks it any more: its level comes back")
            case (nil, nil): break
            }
        }
        return decisions
    }
}

extension RuleID {
    /// The reason for which a sound that the rule paused stays paused; `{other}` is the sound.
    var pauses: String {
        switch self {
        case .int15: "{other} is paused: only {app} plays it again"
        case .rte5: "{other} stays paused: its output had gone, and nothing resumes by itself"
        case .rte13: "{other} stays paused: its output had gone, and no end follows that interruption"
        case .int3: "{other} stays paused: {app} had ended the interruption by itself"
        case .int4: "{other} stays paused: {app} does not resume by itself"
        case .int5: "{other} stays paused: the interruption had ended without leave to resume"
        case .act9, .act9b: "{other} stays paused: {app} had deactivated its session while it played"
        case .act12: "{other} stays paused: the app that interrupted it had gone without deactivating"
        case .bg6: "{other} stays paused: {app} had been suspended"
        case .int17: "{other} stays paused: {app}'s call was over"
        default: "{other} stays paused: {app} could not go on with it when the interruption ended"
        }
    }

    /// The effect of the rule on a sound that it silences.
    fileprivate var silences: String {
        switch self {
        case .cat1: "its category has no output"
        case .int2: "the phone, an alarm or Siri holds the device"
        case .int7: "an app prefers no interruptions by alerts of the system, and calls come in as banners"
        case .int20: "a call is on: another that comes in does not ring"
        case .al6: "a recording goes on: the device keeps its own sounds out of it"
        case .set1: "the person has switched this sound off in Settings"
        case .sw1: "the switch is at silent, and {app}'s category obeys it"
        case .sw2: "the switch is at silent"
        case .lk1: "the screen is locked, and {app}'s category obeys that"
        case .lk2: "the screen is locked, and {app} has no background audio"
        case .lk3: "the screen is locked"
        case .vol5: "the volume is at 0"
        case .vol8: "{app}'s own level is at 0"
        case .om1: "{app} has muted its own output"
        default: "it is not heard"
        }
    }
}
