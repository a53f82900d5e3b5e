import SessionPolicy
package import SessionWorld

extension ScenarioStep {
    /// Returns the expectations that another implementation's reply does not meet.
    ///
    /// - Parameters:
    ///   - reply: The reply.
    ///   - scenario: The scenario that has the step.
    public func failures(of reply: WrittenReply, in scenario: Scenario) -> [FailedExpectation] {
        unmet(by: reply, book: scenario.bookName)
    }

    /// Returns the expectations that a reply of this emulator does not meet.
    /// - Parameters:
    ///   - book: The name of the rule book, if the scenario runs under several.
    package func failures(of reply: Reply, book: String? = nil) -> [FailedExpectation] {
        expectations.isEmpty ? [] : unmet(by: WrittenReply(reply), book: book)
    }

    private func unmet(by reply: WrittenReply, book: String?) -> [FailedExpectation] {
        expectations.compactMap { expectation in
            guard let mismatch = expectation.mismatch(reply) else { return nil }
            return FailedExpectation(
                step: number, stepText: text, at: reply.at, key: expectation.key, position: expectation.position,
                expected: mismatch.expected, actual: mismatch.actual,
                deciding: reply.decidingRules(about: mismatch), book: book)
        }
    }
}

/// The difference between an expectation and a reply.
struct Mismatch {
    let expected: String
    let actual: String
    /// The sounds concerned; empty if the whole step is.
    var sounds: Set<SoundName> = []
    /// The apps concerned, in addition to those of the sounds.
    var apps: Set<ByteText> = []
}

extension Mismatch {
    static func compare(_ expected: String, _ actual: String) -> Mismatch? {
        expected.hasBytes(of: actual) ? nil : Mismatch(expected: expected, actual: actual.printable)
    }

    static func compare(_ expected: PositionedValue, _ actual: PositionedValue?) -> Mismatch? {
        if let actual, expected.says(theSameAs: actual) { return nil }
        return Mismatch(expected: expected.text, actual: actual?.text ?? "no answer")
    }

    /// - Parameter text: A sound of the reply in words.
    static func compare(
        _ expected: [SoundName], _ actual: [WrittenReply.AudibleSound],
        text: (WrittenReply.AudibleSound) -> String = { $0.name.text }
    ) -> Mismatch? {
        let difference = Set(expected).symmetricDifference(actual.map { $0.name })
        guard !difference.isEmpty else { return nil }
        return Mismatch(
            expected: list(expected.map { $0.text }), actual: list(actual.map(text)), sounds: difference)
    }

    static func compare(ports expected: [String], _ actual: [String]) -> Mismatch? {
        areSame(expected, actual) ? nil : Mismatch(expected: list(expected), actual: list(actual))
    }

    /// Whether both lists contain the same texts, in any order.
    static func areSame(_ one: [String], _ other: [String]) -> Bool {
        Set(one.map { ByteText($0) }) == Set(other.map { ByteText($0) })
    }

    static func list(_ items: [String]) -> String {
        items.isEmpty ? "nothing" : items.map { $0.printable }.joined(separator: ", ")
    }

    static func list(events: [PositionedValue]) -> String {
        events.isEmpty ? "no event" : events.map { $0.text }.joined(separator: ", ")
    }

    static func compare(_ expected: [ExpectedSound], _ reply: WrittenReply) -> Mismatch? {
        let wrong = expected.filter { !$0.holds(reply) }
        guard !wrong.isEmpty else { return nil }
        return Mismatch(
            expected: wrong.map { $0.text }.joined(separator: ", "),
            actual: wrong.map { reply.standing(of: $0.sound) }.joined(separator: ", "),
            sounds: Set(wrong.map { $0.sound }))
    }

    /// Compares the reply with an expectation. Events since the previous step also count: the reply contains them, and
    /// they came first.
    static func compare(events expected: [PositionedValue], _ reply: WrittenReply) -> Mismatch? {
        var rest = (reply.eventsMeanwhile + reply.events)[...]
        for event in expected {
            guard let place = rest.firstIndex(where: { $0.has(membersOf: event) }) else {
                let actual = WrittenReply.usual(reply.eventsMeanwhile) + WrittenReply.usual(reply.events)
                return Mismatch(expected: list(events: expected) + ", in this order", actual: list(events: actual))
            }
            rest = rest[(place + 1)...]
        }
        return nil
    }

    static func compare(phases expected: [(app: String, phase: String)], _ reply: WrittenReply) -> Mismatch? {
        func actual(_ app: String) -> String { reply.phaseName(of: app) ?? "not running" }
        let wrong = expected.filter { !actual($0.app).hasBytes(of: $0.phase) }
        guard !wrong.isEmpty else { return nil }
        return Mismatch(
            expected: list(wrong.map { "\($0.app) \($0.phase)" }),
            actual: list(wrong.map { "\($0.app) \(actual($0.app))" }),
            apps: Set(wrong.map { ByteText($0.app) }))
    }

    static func compare(rules expected: [RuleID], _ reply: WrittenReply) -> Mismatch? {
        let actual = reply.reasons.map { $0.rule }
        guard !expected.allSatisfy({ actual.place(of: $0.id) != nil }) else { return nil }
        return Mismatch(expected: list(expected.map { $0.id }), actual: list(actual))
    }
}

/// The expectation of one sound.
struct ExpectedSound: Sendable {
    let sound: SoundName
    /// The expectation in words.
    let text: String
    let holds: @Sendable (WrittenReply) -> Bool
}

extension PositionedValue {
    /// Whether every member of another object has the same value here.
    fileprivate func has(membersOf other: PositionedValue) -> Bool {
        guard case .object(let members) = other.content else { return false }
        return members.allSatisfy { self[$0.key]?.says(theSameAs: $0.value) ?? false }
    }
}

extension WrittenReply {
    /// Returns the state of a sound in a few words.
    fileprivate func standing(of sound: SoundName) -> String {
        if let heard = heard.first(where: { $0.name == sound }) {
            let outputs = heard.outputs.map { $0.printable }.joined(separator: ", ")
            return "\(sound.text) heard at \(plainText(heard.decibels)) dB on \(outputs)"
        }
        if let unheard = unheard.first(where: { $0.sound == sound }) {
            return "\(sound.text) not heard, by \(unheard.rule.printable)"
        }
        return "\(sound.text) not started"
    }

    /// The rules behind the sounds of a mismatch, or behind the whole step if none of them concerns these.
    fileprivate func decidingRules(about mismatch: Mismatch) -> [String] {
        let silenced = unheard.filter { mismatch.sounds.contains($0.sound) }
            .map { "\($0.rule) keeps \($0.sound.text) from being heard" }
        let apps = mismatch.apps.union(mismatch.sounds.compactMap { $0.app })
        let about = reasons.filter { apps.contains(ByteText($0.about)) }
        return (silenced + (about.isEmpty ? reasons : about).map { "\($0.rule) (\($0.about)): \($0.says)" }).map {
            $0.printable
        }
    }
}
