import SessionPolicy

/// One row of the step vocabulary: a verb, its sentence, its keys, and the fact that it tells the policy. What reads
/// steps, as text or typed, their schema and their help go by the rows; `Event.said` is the way back.
struct VerbRule: Sendable {
    let verb: Verb
    let sentence: String
    let keys: [KeyRule]
    let meaning: Meaning

    enum Meaning: Sendable {
        /// Something that the person or the device does.
        case device(@Sendable (Arguments) -> Event)
        /// Something that the app behind the key `app` does.
        case app(@Sendable (Arguments) -> AppEvent)
        /// Another rule book comes into force; the policy hears nothing of it.
        case ruleBook
    }

    init(_ verb: Verb, _ sentence: String, _ meaning: Meaning) { self.init(verb, sentence, [], meaning) }

    init(_ verb: Verb, _ sentence: String, _ keys: [KeyRule], _ meaning: Meaning) {
        (self.verb, self.sentence, self.meaning) = (verb, sentence, meaning)
        if case .app = meaning {
            self.keys = [.required(.app, .name)] + keys
        } else {
            self.keys = keys
        }
    }

    static func row(_ verb: String) -> VerbRule? {
        guard let row = rows[verb], row.verb.name.hasBytes(of: verb) else { return nil }
        return row
    }

    /// Returns the error for a verb that does not exist: with the nearest one, or with all of them if none is near.
    static func isMissing(_ verb: PositionedValue) -> StepError {
        if let near = verb.string.flatMap(nearest) {
            return StepError(verb.position, "there is no verb \(verb.kind); did you mean \(near)?")
        }
        let verbs = Verb.allCases.map { $0.name }.joined(separator: ", ")
        return StepError(verb.position, "there is no verb \(verb.kind); the verbs are \(verbs)")
    }

    /// The steps that people mean by words of their own.
    private static let peoplesWords = [
        "ring": "call incoming", "rings": "call incoming", "answer": "call answered", "decline": "call declined",
        "reject": "call declined", "hangup": "call ended", "dial": "call outgoing", "mute": "ringSwitch silent",
        "silent": "ringSwitch silent", "volume": "volumeButton up", "headphones": "plug headphones",
        "open": "launch", "start": "play", "kill": "quit", "activate": "setActive", "notify": "alert message",
    ]

    /// The step that a mistyped word most likely means; nil if none is near.
    private static func nearest(to word: String) -> String? {
        let word = word.lowercased()
        if let meant = peoplesWords[word] { return meant }
        guard word.utf8.count > 2, word.utf8.count <= 60 else { return nil }
        let near = Verb.allCases.map { (verb: $0.name, distance: distance(word, $0.name.lowercased())) }
            .min { $0.distance < $1.distance }
        return near.flatMap { $0.distance <= max(1, word.utf8.count / 3) ? $0.verb : nil }
    }

    /// The number of letters that must be changed, added, removed or swapped with their neighbour to turn one word into the
    /// other.
    private static func distance(_ one: String, _ other: String) -> Int {
        let (one, other) = (Array(one.utf8), Array(other.utf8))
        var beforeLast: [Int] = []
        var last = Array(0...other.count)
        for (place, letter) in one.enumerated() {
            var row = [place + 1]
            for (column, wanted) in other.enumerated() {
                var best = min(row[column] + 1, last[column + 1] + 1, last[column] + (letter == wanted ? 0 : 1))
                if place > 0, column > 0, letter == other[column - 1], one[place - 1] == wanted {
                    best = min(best, beforeLast[column - 1] + 1)
                }
                row.append(best)
            }
            (beforeLast, last) = (last, row)
        }
        return last[other.count]
    }

    static let all: [VerbRule] =
        [
            VerbRule(
                .rules, "The rule book under which the world starts; only as the first step.",
                [
                    .optional(.to, .book), .optional(.set, .settings),
                    .optional(.version, .whole(1...Reply.latestVersion)),
                ], .ruleBook)
        ] + ofDevice + ofApps

    // Written as a loop for Embedded Swift, as `RuleID.rules` is.
    private static let rows: [String: VerbRule] = {
        var rows: [String: VerbRule] = [:]
        for row in all where rows[row.verb.name] == nil { rows[row.verb.name] = row }
        return rows
    }()
}

/// The values of a step by their keys, in the order in which they are written; one that is nil is left out.
typealias StepValues = KeyValuePairs<StepKey, StepValue?>

enum StepValue: Sendable {
    case word(String)
    case words([String])
    case flag(Bool)
    case whole(Int)
    case number(Double)
    case seconds(Length)
    case name(Name)
}
