extension Picture {
    /// Why it differs from another: what fell silent, sounds again, is ducked or no longer so, and by which rule.
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
                    Decision(rule: rule, subject: subject, sentence: Sentence(template, other: other)))
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
    /// What the rule does to a sound that it silences.
    fileprivate var silences: String {
        switch self {
        case .cat1: "its category has no output"
        case .int2: "the phone or an alarm holds the device"
        case .al6: "a recording goes on: the device keeps its own sounds out of it"
        case .set1: "the person has switched this sound off in Settings"
        case .sw1: "the switch is at silent, and {app}'s category obeys it"
        case .sw2: "the switch is at silent"
        case .lk1: "the screen is locked, and {app}'s category obeys that"
        case .lk2: "the screen is locked, and {app} has no background audio"
        case .lk3: "the screen is locked"
        case .vol5: "the volume is at 0"
        case .vol8: "{app}'s own level is at 0"
        default: "it is not heard"
        }
    }
}
