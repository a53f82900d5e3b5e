import SessionPolicy

// What a reply says to people: the lines of a replay, and of the story of a test's device.
extension Reply {
    /// Returns the events of this step and since the one before, the sounds that are heard then, the notices, and the
    /// reasons.
    /// - Parameter width: How many columns a line has at most.
    package func timeline(of step: String, width: Int = TextColumn.width) -> String {
        story(of: step, width: width)
            + reasons.map { TextColumn.hanging("            because    ", $0.description, width: width) }.joined()
    }

    /// Returns the timeline without the reasons.
    package func story(of step: String, width: Int) -> String {
        let result = if case .accepted = outcome { "" } else { " → \(outcome.name)" }
        return meanwhile.map { timeline(due: $0, width: width) }.joined()
            + TextColumn.hanging("\(moment.at.clockText)  ", step + result, width: width)
            + timeline(of: moment, width: width)
    }

    /// Returns the events of a moment that was due.
    package func timeline(due moment: Moment, width: Int) -> String {
        moment.at.clockText + "  (time passes)\n" + timeline(of: moment, width: width)
    }

    private func timeline(of moment: Moment, width: Int) -> String {
        var text = ""
        for sound in moment.heard {
            let line = SoundText.heard(
                self.text(of: sound.reference), decibels: sound.decibels, isDucked: sound.isDucked, on: sound.outputs)
            text += TextColumn.hanging("            heard      ", line, width: width)
        }
        for sound in moment.unheard {
            let line = SoundText.unheard(self.text(of: sound.reference), by: sound.rule)
            text += TextColumn.hanging("            not heard  ", line, width: width)
        }
        for notice in moment.notices where notice.message.sinceVersion <= version {
            text += TextColumn.hanging("            told       ", notice.sentence(names), width: width)
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
    /// The rule, the app or sound that it is about, and its sentence.
    public var description: String { SoundText.reason(rule, about: about, says: says) }
}

extension Notice {
    /// Returns the notice and its app, in a few words.
    package func sentence(_ names: NameTable) -> String {
        let details = message.details(names).map { "\($0.key) \(PositionedValue($0.value, at: .nowhere).text)" }
        return ([names[app.name] + ":", message.name] + details).joined(separator: " ")
    }
}
