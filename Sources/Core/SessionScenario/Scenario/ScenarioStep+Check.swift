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
    package func failures(of reply: Reply) -> [FailedExpectation] { unmet(by: reply) }

    /// Returns the expectations that a reply does not meet.
    /// - Parameters:
    ///   - book: The name of the rule book, if the scenario runs under several.
    func unmet(by reply: some ObservedReply, book: String? = nil) -> [FailedExpectation] {
        expectations.compactMap { expectation in
            guard let mismatch = expectation.check.mismatch(with: reply) else { return nil }
            return FailedExpectation(
                step: number, stepText: text, at: reply.at, key: expectation.key, position: expectation.position,
                expected: mismatch.expected, actual: mismatch.actual,
                deciding: reply.decidingRules(about: mismatch), book: book)
        }
    }
}

private struct Mismatch {
    let expected: String
    let actual: String
    /// The sounds concerned; empty if the whole step is.
    var sounds: Set<SoundName> = []
    /// The apps concerned, in addition to those of the sounds.
    var apps: Set<ByteText> = []
}

extension Expectation.Check {
    fileprivate func mismatch(with reply: some ObservedReply) -> Mismatch? {
        switch self {
        case .result(let name): Self.compare(name, reply.resultName)
        case .answer(let value): Self.compare(value, reply.answerValue)
        case .heard(let sounds): Self.compare(sounds, reply.heardSounds.map { $0.name })
        case .ducked(let sounds): Self.compare(ducked: sounds, reply.heardSounds.filter { $0.isDucked })
        case .unheard(let sounds): Self.compare(unheard: sounds, reply)
        case .outputs(let ports): Self.compare(ports: ports, reply.outputNames)
        case .events(let events): Self.compare(events: events, reply)
        case .noEvents: Self.compare("no event", Self.text(reply.eventsNow, "no event"))
        case .phases(let phases): Self.compare(phases: phases, reply)
        case .rules(let rules): Self.compare(rules: rules, reply)
        case .vibrated(let flag): Self.compare("\(flag)", "\(reply.isVibrating)")
        case .gainDB(let gains): Self.compare(gains: gains, reply)
        case .heardOn(let sounds): Self.compare(heardOn: sounds, reply)
        }
    }

    private static func compare(_ expected: String, _ actual: String) -> Mismatch? {
        expected.hasBytes(of: actual) ? nil : Mismatch(expected: expected, actual: actual.printable)
    }

    private static func compare(_ expected: PositionedValue, _ actual: PositionedValue?) -> Mismatch? {
        if let actual, expected.says(theSameAs: actual) { return nil }
        return Mismatch(expected: expected.text, actual: actual?.text ?? "no answer")
    }

    private static func compare(_ expected: [SoundName], _ actual: [SoundName]) -> Mismatch? {
        let difference = Set(expected).symmetricDifference(actual)
        guard !difference.isEmpty else { return nil }
        return Mismatch(
            expected: text(expected.map { $0.text }), actual: text(actual.map { $0.text }), sounds: difference)
    }

    private static func compare(ducked expected: [SoundName], _ actual: [ObservedSound]) -> Mismatch? {
        let difference = Set(expected).symmetricDifference(actual.map { $0.name })
        guard !difference.isEmpty else { return nil }
        return Mismatch(
            expected: text(expected.map { $0.text }),
            actual: text(actual.map { sound in sound.name.text + (sound.ducker.map { " (by \($0))" } ?? "") }),
            sounds: difference)
    }

    private static func compare(ports expected: [String], _ actual: [String]) -> Mismatch? {
        areSame(expected, actual) ? nil : Mismatch(expected: text(expected), actual: text(actual))
    }

    /// Whether both lists contain the same texts, in any order.
    private static func areSame(_ one: [String], _ other: [String]) -> Bool {
        Set(one.map { ByteText($0) }) == Set(other.map { ByteText($0) })
    }

    private static func text(_ items: [String]) -> String {
        items.isEmpty ? "nothing" : items.map { $0.printable }.joined(separator: ", ")
    }

    private static func text(_ events: [PositionedValue], _ none: String) -> String {
        events.isEmpty ? none : events.map { $0.text }.joined(separator: ", ")
    }

    private static func compare(
        unheard expected: [(sound: SoundName, rule: RuleID)], _ reply: some ObservedReply
    ) -> Mismatch? {
        let actual = reply.unheardSounds
        let wrong = expected.filter { sound, rule in
            !actual.contains { $0.sound == sound && $0.rule.hasBytes(of: rule.id) }
        }
        guard !wrong.isEmpty else { return nil }
        return Mismatch(
            expected: wrong.map { "\($0.sound.text) by \($0.rule.id)" }.joined(separator: ", "),
            actual: wrong.map { reply.standing(of: $0.sound) }.joined(separator: ", "),
            sounds: Set(wrong.map { $0.sound }))
    }

    /// Compares the reply with an expectation. Events since the previous step also count: the reply contains them, and
    /// they came first.
    private static func compare(
        events expected: [[PositionedValue.Member]], _ reply: some ObservedReply
    ) -> Mismatch? {
        var rest = reply.eventsInFull[...]
        for event in expected {
            let place = rest.firstIndex { candidate in
                event.allSatisfy { member in candidate[member.key]?.says(theSameAs: member.value) ?? false }
            }
            guard let place else {
                let expectedEvents = expected.map { PositionedValue(.object($0), at: .nowhere) }
                let actual = reply.eventsMeanwhile + reply.eventsNow
                return Mismatch(
                    expected: text(expectedEvents, "no event") + ", in this order", actual: text(actual, "no event"))
            }
            rest = rest[(place + 1)...]
        }
        return nil
    }

    private static func compare(
        phases expected: [(app: String, phase: String)], _ reply: some ObservedReply
    ) -> Mismatch? {
        func actual(_ app: String) -> String { reply.phaseName(of: app) ?? "not running" }
        let wrong = expected.filter { !actual($0.app).hasBytes(of: $0.phase) }
        guard !wrong.isEmpty else { return nil }
        return Mismatch(
            expected: text(wrong.map { "\($0.app) \($0.phase)" }),
            actual: text(wrong.map { "\($0.app) \(actual($0.app))" }),
            apps: Set(wrong.map { ByteText($0.app) }))
    }

    private static func compare(rules expected: [RuleID], _ reply: some ObservedReply) -> Mismatch? {
        let actual = reply.grounds.map { $0.rule }
        guard !expected.allSatisfy({ actual.place(of: $0.id) != nil }) else { return nil }
        return Mismatch(expected: text(expected.map { $0.id }), actual: text(actual))
    }

    private static func compare(
        gains expected: [(sound: SoundName, decibels: Double)], _ reply: some ObservedReply
    ) -> Mismatch? {
        let heard = reply.heardSounds
        let wrong = expected.filter { sound, decibels in
            // Slightly more than a tenth, so that a difference of exactly a tenth is accepted.
            !heard.contains { $0.name == sound && abs($0.decibels - decibels) < 0.1 + 1e-9 }
        }
        guard !wrong.isEmpty else { return nil }
        return Mismatch(
            expected: wrong.map { "\($0.sound.text) at \(plainText($0.decibels)) dB" }.joined(separator: ", "),
            actual: wrong.map { reply.standing(of: $0.sound) }.joined(separator: ", "),
            sounds: Set(wrong.map { $0.sound }))
    }

    private static func compare(
        heardOn expected: [(sound: SoundName, ports: [String])], _ reply: some ObservedReply
    ) -> Mismatch? {
        let heard = reply.heardSounds
        let wrong = expected.filter { sound, ports in
            !heard.contains { $0.name == sound && areSame($0.outputs, ports) }
        }
        guard !wrong.isEmpty else { return nil }
        return Mismatch(
            expected: wrong.map { "\($0.sound.text) on \(text($0.ports))" }.joined(separator: ", "),
            actual: wrong.map { reply.standing(of: $0.sound) }.joined(separator: ", "),
            sounds: Set(wrong.map { $0.sound }))
    }
}

extension ObservedReply {
    /// Returns the state of a sound in a few words.
    fileprivate func standing(of sound: SoundName) -> String {
        if let heard = heardSounds.first(where: { $0.name == sound }) {
            let outputs = heard.outputs.map { $0.printable }.joined(separator: ", ")
            return "\(sound.text) heard at \(plainText(heard.decibels)) dB on \(outputs)"
        }
        if let unheard = unheardSounds.first(where: { $0.sound == sound }) {
            return "\(sound.text) not heard, by \(unheard.rule.printable)"
        }
        return "\(sound.text) not started"
    }

    /// The rules behind the sounds of a mismatch, or behind the whole step if none of them concerns these.
    fileprivate func decidingRules(about mismatch: Mismatch) -> [String] {
        let silenced = unheardSounds.filter { mismatch.sounds.contains($0.sound) }
            .map { "\($0.rule) keeps \($0.sound.text) from being heard" }
        let apps = mismatch.apps.union(mismatch.sounds.compactMap { $0.app })
        let all = grounds
        let about = all.filter { apps.contains(ByteText($0.about)) }
        return (silenced + (about.isEmpty ? all : about).map { "\($0.rule) (\($0.about)): \($0.says)" }).map {
            $0.printable
        }
    }
}
