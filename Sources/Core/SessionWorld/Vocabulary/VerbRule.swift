import SessionPolicy

/// One row of the step vocabulary: a verb, its sentence, its keys, and the fact that it tells the policy.
///
/// What reads steps, as text or typed, what writes them, their schema and their help go by the rows.
struct VerbRule: Sendable {
    let verb: Verb
    /// The meaning of a step with this verb.
    let sentence: String
    let keys: [KeyRule]
    let meaning: Meaning

    /// The values of an event by the keys of its step, in the order in which they are written; nil for none.
    typealias Written = KeyValuePairs<StepKey, StepValue?>

    enum Meaning: Sendable {
        /// Something that the person or the device does, and the values of a step that says so; nil for another event.
        case device(@Sendable (Arguments) -> Event, written: @Sendable (Event) -> Written?)
        /// Something that the app behind the key `app` does.
        case app(@Sendable (Arguments) -> AppEvent, written: @Sendable (AppEvent) -> Written?)
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

    /// The row of a verb.
    static func row(_ verb: String) -> VerbRule? {
        guard let row = rows[verb], row.verb.name.hasBytes(of: verb) else { return nil }
        return row
    }

    /// Returns the error for a verb that there is not.
    static func isMissing(_ verb: PositionedValue) -> StepError {
        let verbs = Verb.allCases.map { $0.name }.joined(separator: ", ")
        return StepError(verb.position, "there is no verb \(verb.kind); the verbs are \(verbs)")
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

extension VerbRule.Meaning {
    /// An act of the person or the device that has no keys.
    static func device(_ event: Event) -> Self { .device({ _ in event }, written: { $0 == event ? [:] : nil }) }

    /// An act of an app that has no keys.
    static func app(_ event: AppEvent) -> Self { .app({ _ in event }, written: { $0 == event ? [:] : nil }) }

    /// An act of an app that is so or not, by the key `to`.
    static func app(
        _ event: @escaping @Sendable (Bool) -> AppEvent, isOn: @escaping @Sendable (AppEvent) -> Bool?
    ) -> Self {
        .app({ event($0.flag(.to)!) }, written: { event in isOn(event).map { [.to: .flag($0)] } })
    }
}

/// A value in a step that is written.
enum StepValue: Sendable {
    case word(String)
    case words([String])
    case flag(Bool)
    case whole(Int)
    case number(Double)
    case seconds(Length)
    case name(Name)
}
