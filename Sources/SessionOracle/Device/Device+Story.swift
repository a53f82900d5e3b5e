internal import SessionPolicy
internal import SessionWorld

extension Device {
    /// What happened so far, line by line: when, what, how it went, who is heard since, and the rules that decided.
    public var story: String {
        guard !acts.isEmpty else { return "nothing has happened yet, under the rules of \(rules.name)" }
        return (["under the rules of \(rules.name):"] + acts.flatMap(lines)).joined(separator: "\n")
    }

    private func lines(of act: Act) -> [String] {
        let reply = act.reply
        var lines = reply.meanwhile.flatMap { moment in
            [moment.at.clockText + "  (due)"] + told(moment) + [hearing(moment)]
        }
        let step = StepLine(act.event, at: .zero) { names[$0] }.phrase
        let outcome = if case .refused(let refusal) = reply.outcome { ": refused, \(refusal.error.name)" } else { "" }
        lines.append(reply.moment.at.clockText + "  " + step + outcome)
        lines += told(reply.moment)
        lines.append(hearing(reply.moment))
        lines += reply.reasons.map { "            \($0.rule.id) \($0.about): \($0.says)".printable }
        return lines
    }

    private func told(_ moment: Moment) -> [String] {
        moment.notices.map { "            \(names[$0.app.name].printable) is told \(Told($0.message, names))" }
    }

    private func hearing(_ moment: Moment) -> String {
        let sounds = moment.heard.map { sound in
            "\(names.name(of: sound.reference).text) \(sound.decibels) dB\(sound.isDucked ? " ducked" : "")"
                + " on \(sound.outputs.ports.map(\.name).joined(separator: ", "))"
        }
        return "            heard: " + (sounds.isEmpty ? "nothing" : sounds.joined(separator: "; "))
    }
}
