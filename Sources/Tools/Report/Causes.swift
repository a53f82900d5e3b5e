import SessionPolicy
import SessionWorld

/// The causes for which the sounds of a chart changed: each once, with a number and all times at which it did so. In a long
/// story those of one rule are one, because a number for each would hide the lanes.
struct Causes {
    struct Note {
        let rule: String
        let words: String
        var times: [Double]
    }

    /// A time at which something changed, with the numbers of its notes, from 1.
    struct Mark {
        let at: Double
        let step: Chart.Step?
        var numbers: [Int]
    }

    private(set) var notes: [Note] = []
    private(set) var marks: [Mark] = []
    private(set) var omitted = 0

    /// Collects the causes of a chart.
    /// - Parameters:
    ///   - limit: The largest number of numbered causes; later ones are only counted.
    init(_ chart: Chart, limit: Int) {
        var places: [String: Int] = [:]
        var late: Set<String> = []
        // Sounds that an app starts, or that end without having been audible, have no rule as their cause.
        let starts = Dictionary(chart.groups.flatMap(\.lanes).map { ($0.label, Set($0.starts)) }) { $1 }
        for moment in chart.moments {
            let told = moment.changes.filter { change in
                switch (change.before, change.now) {
                case (nil, .heard): starts[change.sound]?.contains(moment.at) != true
                case (.unheard, nil): false
                default: true
                }
            }
            for (rule, words) in Self.causes(of: moment, told) {
                let kind = chart.isLong ? chart.rules.first { $0.id.id == rule } : nil
                let words = kind?.statement ?? words
                let key = "\(rule) \(words)"
                if let place = places[key] {
                    if notes[place].times.last != moment.at { notes[place].times.append(moment.at) }
                } else if notes.count < limit {
                    places[key] = notes.count
                    notes.append(Note(rule: rule, words: words, times: [moment.at]))
                } else {
                    late.insert(key)
                }
                if let place = places[key] { mark(place + 1, moment) }
            }
        }
        omitted = late.count
    }

    private mutating func mark(_ number: Int, _ moment: Chart.Snapshot) {
        guard let last = marks.last, last.at == moment.at else {
            return marks.append(Mark(at: moment.at, step: moment.step, numbers: [number]))
        }
        if !last.numbers.contains(number) { marks[marks.count - 1].numbers.append(number) }
    }

    /// The changes that a rule decided, without the starts and ends of the device's own sounds, which a lane shows.
    /// Sounds that change alike are grouped.
    private static func causes(of moment: Chart.Snapshot, _ changes: [Chart.Change]) -> [(rule: String, words: String)]
    {
        func words(_ cause: (change: Chart.Change, rule: String, says: String), _ sounds: [String]) -> String {
            let subject = sounds.count > 3 ? "\(sounds.count) sounds" : sounds.joined(separator: ", ")
            let became = cause.change.became(isPlural: sounds.count > 1)
            return "\(subject) \(became)" + (cause.says.isEmpty ? "" : ": \(cause.says)")
        }
        let causes = changes.compactMap {
            change -> (name: String, sentence: String, value: (Chart.Change, String, String))? in
            let isOwn = !change.sound.contains("/") && (change.before == nil || change.now == nil)
            guard let rule = change.rule, !isOwn else { return nil }
            let reasons = moment.reasons.filter { $0.rule.id == rule }
            let reason = reasons.first { change.sound.hasPrefix("\($0.about)/") } ?? reasons.first
            let cause = (change, rule, reason?.says ?? "")
            return (reason?.about ?? "", "\(rule) \(words(cause, []))", cause)
        }
        return FactGrouping.gathered(causes).map { ($0[0].1, words($0[0], $0.map(\.0.sound))) }
    }
}

extension Chart.Change {
    fileprivate func became(isPlural: Bool) -> String {
        let (be, end) = isPlural ? ("are", "") : ("is", "s")
        return switch (before, now) {
        case (_, nil): "stop\(end)"
        case (nil, .heard): "\(be) heard"
        case (nil, .ducked(let tenths)): "start\(end) lowered, at \(decibels(tenths))"
        case (nil, .unheard): "start\(end), and \(be) not heard"
        case (_, .ducked(let tenths)): "\(be) lowered to \(decibels(tenths))"
        case (_, .unheard): "\(be) not heard any more"
        case (.unheard, .heard): "\(be) heard again"
        case (.ducked, .heard(let tenths)): "\(be) back at \(decibels(tenths))"
        case (.heard, .heard(let tenths)):
            outputs.isEmpty
                ? "\(be) at \(decibels(tenths))" : "move\(end) to \(outputs.joined(separator: ", "))"
        }
    }
}
