import SessionPolicy

// What a reply says to people: the lines of a replay, and of the story of a test's device.
extension Reply {
    /// What happened at this step and since the one before, who is heard then, who is told what, and why.
    ///
    /// - Parameter step: The step in words.
    package func timeline(of step: String) -> String {
        story(of: step) + reasons.map { TextColumn.hanging("            because  ", $0.description) }.joined()
    }

    /// The same without the reasons.
    package func story(of step: String) -> String {
        let result = if case .accepted = outcome { "" } else { " → \(outcome.name)" }
        return meanwhile.map { timeline(due: $0) }.joined()
            + TextColumn.hanging("\(moment.at.clockText)  ", step + result) + timeline(of: moment)
    }

    /// What fell due at a moment.
    package func timeline(due moment: Moment) -> String {
        moment.at.clockText + "  (time passes)\n" + timeline(of: moment)
    }

    private func timeline(of moment: Moment) -> String {
        var text = ""
        for sound in moment.heard {
            let line = SoundText.heard(
                self.text(of: sound.reference), decibels: sound.decibels, isDucked: sound.isDucked, on: sound.outputs)
            text += TextColumn.hanging("            heard    ", line)
        }
        for sound in moment.unheard {
            let line = SoundText.unheard(self.text(of: sound.reference), by: sound.rule)
            text += TextColumn.hanging("            unheard  ", line)
        }
        for notice in moment.notices {
            text += TextColumn.hanging("            told     ", notice.sentence(names))
        }
        if moment.vibrates { text += "            vibrates\n" }
        return text
    }
}

extension Reply: CustomStringConvertible {
    /// The step's verb and app, and the lines that a replay prints of it.
    public var description: String {
        String(timeline(of: [verb, app].compactMap { $0 }.joined(separator: " ")).dropLast())
    }
}

extension Reply.Reason: CustomStringConvertible {
    /// The rule, whom it is about, and its sentence.
    public var description: String { SoundText.reason(rule, about: about, says: says) }
}

extension Notice {
    /// Who is told what, in a few words.
    package func sentence(_ names: NameTable) -> String {
        let details = message.details(names).map { "\($0.key) \(PositionedValue($0.value, at: .nowhere).text)" }
        return ([names[app.name] + ":", message.name] + details).joined(separator: " ")
    }
}
