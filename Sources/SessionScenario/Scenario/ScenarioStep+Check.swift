import SessionPolicy

extension ScenarioStep {
    /// The expectations that a reply does not meet.
    func failures(of reply: Reply) -> [Failure] {
        expectations.compactMap { expectation in
            guard let mismatch = expectation.check.mismatch(with: reply) else { return nil }
            return Failure(
                step: number, stepText: text, at: reply.at, key: expectation.key, position: expectation.position,
                expected: mismatch.expected, actual: mismatch.actual,
                deciding: reply.decidingRules(about: mismatch.sounds))
        }
    }
}

/// How a reply differs from what was expected.
private struct Mismatch {
    let expected: String
    let actual: String
    /// The sounds that it is about; none where it is about the whole step.
    var sounds: Set<String> = []
}

extension Expectation.Check {
    fileprivate func mismatch(with reply: Reply) -> Mismatch? {
        switch self {
        case .result(let name): Self.compare(name, reply.outcome.name)
        case .answer(let value): Self.compare(value, reply.answer.map { $0.value(reply.names) })
        case .heard(let sounds): Self.compare(sounds, reply.moment.heard.map { reply.text(of: $0.reference) })
        case .ducked(let sounds):
            Self.compare(sounds, reply.moment.heard.filter(\.isDucked).map { reply.text(of: $0.reference) })
        case .unheard(let sounds): Self.compare(unheard: sounds, reply)
        case .outputs(let ports):
            Self.compare(ports, reply.moment.picture.route.outputs.ports.map(\.name), areSounds: false)
        case .events(let events): Self.compare(events: events, reply)
        case .noEvents:
            Self.compare("no event", Self.text(reply.moment.notices.map { $0.value(reply.names) }, "no event"))
        case .phases(let phases): Self.compare(phases: phases, reply)
        case .rules(let rules): Self.compare(rules: rules, reply)
        case .vibrated(let flag): Self.compare("\(flag)", "\(reply.moment.vibrates)")
        case .gainDB(let gains): Self.compare(gains: gains, reply)
        }
    }

    private static func compare(_ expected: String, _ actual: String) -> Mismatch? {
        expected == actual ? nil : Mismatch(expected: expected, actual: actual)
    }

    private static func compare(_ expected: PositionedValue, _ actual: PositionedValue?) -> Mismatch? {
        if let actual, expected.says(theSameAs: actual) { return nil }
        return Mismatch(expected: expected.text, actual: actual?.text ?? "no answer")
    }

    private static func compare(_ expected: [String], _ actual: [String], areSounds: Bool = true) -> Mismatch? {
        let difference = Set(expected).symmetricDifference(actual)
        guard !difference.isEmpty else { return nil }
        return Mismatch(
            expected: text(expected), actual: text(actual), sounds: areSounds ? difference : [])
    }

    private static func text(_ items: [String]) -> String { items.isEmpty ? "nothing" : items.joined(separator: ", ") }

    private static func text(_ events: [PositionedValue], _ none: String) -> String {
        events.isEmpty ? none : events.map(\.text).joined(separator: ", ")
    }

    private static func compare(unheard expected: [(sound: String, rule: RuleID)], _ reply: Reply) -> Mismatch? {
        let wrong = expected.filter { sound, rule in
            !reply.moment.unheard.contains { reply.text(of: $0.reference) == sound && $0.rule == rule }
        }
        guard !wrong.isEmpty else { return nil }
        return Mismatch(
            expected: wrong.map { "\($0.sound) by \($0.rule.id)" }.joined(separator: ", "),
            actual: wrong.map { reply.standing(of: $0.sound) }.joined(separator: ", "),
            sounds: Set(wrong.map(\.sound)))
    }

    /// What fell due since the step before counts too: it is in the same reply, and came first.
    private static func compare(events expected: [[PositionedValue.Member]], _ reply: Reply) -> Mismatch? {
        let actual = (reply.meanwhile + [reply.moment]).flatMap(\.notices).map { $0.value(reply.names) }
        var rest = actual[...]
        for event in expected {
            let place = rest.firstIndex { candidate in
                event.allSatisfy { member in candidate[member.key]?.says(theSameAs: member.value) ?? false }
            }
            guard let place else {
                let expectedEvents = expected.map {
                    PositionedValue(.object($0), at: SourcePosition(line: 0, column: 0))
                }
                return Mismatch(
                    expected: text(expectedEvents, "no event") + ", in this order", actual: text(actual, "no event"))
            }
            rest = rest[(place + 1)...]
        }
        return nil
    }

    private static func compare(phases expected: [(app: String, phase: String)], _ reply: Reply) -> Mismatch? {
        func actual(_ name: String) -> String {
            reply.state.apps.first { reply.names[$0.id.name] == name }?.session.phase.name ?? "not running"
        }
        let wrong = expected.filter { actual($0.app) != $0.phase }
        guard !wrong.isEmpty else { return nil }
        return Mismatch(
            expected: wrong.map { "\($0.app) \($0.phase)" }.joined(separator: ", "),
            actual: wrong.map { "\($0.app) \(actual($0.app))" }.joined(separator: ", "),
            sounds: Set(wrong.map { "\($0.app)/" }))
    }

    private static func compare(rules expected: [RuleID], _ reply: Reply) -> Mismatch? {
        let actual = reply.reasons.map(\.rule)
        guard !expected.allSatisfy(actual.contains) else { return nil }
        return Mismatch(expected: text(expected.map(\.id)), actual: text(actual.map(\.id)))
    }

    private static func compare(gains expected: [(sound: String, decibels: Double)], _ reply: Reply) -> Mismatch? {
        let wrong = expected.filter { sound, decibels in
            // A little more than a tenth, so that a difference of exactly one tenth holds.
            !reply.moment.heard.contains {
                reply.text(of: $0.reference) == sound && abs($0.decibels - decibels) < 0.1 + 1e-9
            }
        }
        guard !wrong.isEmpty else { return nil }
        return Mismatch(
            expected: wrong.map { "\($0.sound) at \(plainText($0.decibels)) dB" }.joined(separator: ", "),
            actual: wrong.map { reply.standing(of: $0.sound) }.joined(separator: ", "),
            sounds: Set(wrong.map(\.sound)))
    }
}

extension Reply {
    /// How a sound stands, in a few words.
    fileprivate func standing(of sound: String) -> String {
        if let heard = moment.heard.first(where: { text(of: $0.reference) == sound }) {
            return "\(sound) heard at \(plainText(heard.decibels)) dB"
        }
        if let unheard = moment.unheard.first(where: { text(of: $0.reference) == sound }) {
            return "\(sound) unheard by \(unheard.rule.id)"
        }
        return "\(sound) not started"
    }

    /// The rules behind the sounds of a mismatch, or behind the whole step where none of them is about these.
    fileprivate func decidingRules(about sounds: Set<String>) -> [String] {
        let silenced = moment.unheard.filter { sounds.contains(text(of: $0.reference)) }
            .map { "\($0.rule.id) keeps \(text(of: $0.reference)) from being heard" }
        let apps = Set(sounds.compactMap { $0.split(separator: "/").first.map(String.init) })
        let about = reasons.filter { apps.contains($0.about) }
        return silenced + (about.isEmpty ? reasons : about).map { "\($0.rule.id) (\($0.about)): \($0.says)" }
    }
}

extension Answer {
    /// The answer as the value in a reply.
    fileprivate func value(_ names: NameTable) -> PositionedValue { .written { $0.append(self, names) } }
}

extension Notice {
    /// The event as the object in a reply.
    func value(_ names: NameTable) -> PositionedValue { .written { $0.append(self, names) } }
}

extension PositionedValue {
    /// What a reader of the reply would see, so that an expectation is held against nothing else.
    fileprivate static func written(_ write: (inout ByteBuffer) -> Void) -> PositionedValue {
        var buffer = ByteBuffer(capacity: 256)
        write(&buffer)
        let value = buffer.withBytes { try? JSONLineReader.read($0.bindMemory(to: UInt8.self), line: 0) }
        return value ?? PositionedValue(.null, at: SourcePosition(line: 0, column: 0))
    }
}
