package import SessionPolicy
package import SessionWorld

extension ScenarioRun {
    /// The whole run for people: what happened at each step, who was heard and by which rule, and a lane per sound.
    public var timeline: String {
        heading + entries.map(\.timeline).joined() + conclusion
    }

    /// The timeline without its steps.
    public var summary: String { heading + drawing }

    /// What fell due after the last step, and a lane per sound.
    public var conclusion: String {
        tail.map { dueText($0) }.joined() + "\n" + drawing
    }

    /// A lane per sound, and an empty line.
    public var drawing: String { lanes + "\n" }

    /// The title of the scenario, its file and its rules.
    public var heading: String {
        var text = "\(scenario.title.printable)\n\(scenario.file.printable), rule book \(book.title)\n"
        if let source = scenario.source { text += TextColumn.hanging("", source) }
        return text + "\n"
    }

    /// One line: whether the scenario holds.
    public var verdict: String {
        let place = "\(scenario.file): \(scenario.title)".printable
        let under = scenario.bookName.map { "\($0); " } ?? ""
        let counted = [(entries.count, "step"), (expectationCount, "expectation")]
        let counts = under + counted.map { "\($0) \($1)" + ($0 == 1 ? "" : "s") }.joined(separator: ", ")
        return holds
            ? "holds: \(place) (\(counts))"
            : "FAILS: \(place) (\(counts), \(failures.count) failed)"
    }

    private func dueText(_ moment: Moment) -> String {
        entries.last?.reply.timeline(due: moment) ?? ""
    }
}

extension ScenarioRun.Entry {
    /// What happened at this step and since the one before, who is heard then, and why.
    public var timeline: String {
        var text = story
        for reason in reply.reasons {
            text += TextColumn.hanging("            because  ", "\(reason.rule.id) \(reason.about): \(reason.says)")
        }
        for failure in failures {
            text += TextColumn.hanging(
                "            FAILS    ", "\(failure.key): expected \(failure.expected); actual \(failure.actual)")
        }
        return text
    }

    /// The same without the reasons.
    var story: String {
        let result = if case .accepted = reply.outcome { "" } else { " → \(reply.outcome.name)" }
        var text = reply.meanwhile.map { reply.timeline(due: $0) }.joined()
        text += TextColumn.hanging("\(reply.moment.at.clockText)  ", step.text + result)
        return text + reply.timeline(of: reply.moment)
    }
}

extension Reply {
    /// What fell due at a moment.
    fileprivate func timeline(due moment: Moment) -> String {
        moment.at.clockText + "  (time passes)\n" + timeline(of: moment)
    }

    /// Who is heard, who is not, and who is told what.
    fileprivate func timeline(of moment: Moment) -> String {
        var text = ""
        for sound in moment.heard {
            let ports = sound.outputs.ports.map(\.name).joined(separator: ", ")
            let ducked = sound.isDucked ? ", ducked," : ""
            text += TextColumn.hanging(
                "            heard    ",
                "\(self.text(of: sound.reference)) at \(sound.decibels) dB\(ducked) on \(ports)")
        }
        for sound in moment.unheard {
            text += TextColumn.hanging("            unheard  ", "\(self.text(of: sound.reference)) by \(sound.rule.id)")
        }
        for notice in moment.notices {
            text += TextColumn.hanging("            told     ", notice.sentence(names))
        }
        if moment.vibrates { text += "            vibrates\n" }
        return text
    }
}

extension Notice {
    /// Who is told what, in a few words.
    package func sentence(_ names: NameTable) -> String {
        let details = message.details(names).map { "\($0.key) \(PositionedValue($0.value, at: .nowhere).text)" }
        return ([names[app.name] + ":", message.name] + details).joined(separator: " ")
    }
}
