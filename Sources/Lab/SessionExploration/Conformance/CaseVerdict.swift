import SessionPolicy
public import SessionScenario
import SessionWorld

/// The verdict on a case of the conformance suite.
public struct CaseVerdict: Sendable {
    public let scenario: Scenario
    /// The expectations that did not hold.
    public let failures: [FailedExpectation]
    /// The protocol violation of the other program, after which no steps were tried.
    public let breach: Breach?

    /// A violation of the protocol.
    public struct Breach: Sendable {
        /// The step at which it occurred, or nil before the first one or after the last.
        public let step: ScenarioStep?
        /// A sentence about what the program did.
        public let says: String
        /// Whether the program had replied to any step before.
        public let hasReplied: Bool
    }

    /// Whether every expectation held.
    public var holds: Bool { failures.isEmpty && breach == nil }

    /// The failures in lines for people; empty if there are none.
    public var text: String {
        var text = failures.map { $0.text(file: scenario.file) + "\n" }.joined()
        if let breach {
            let place = breach.step.map { "step \($0.number) (\($0.text)): " } ?? ""
            text += "\(scenario.file): \(place)\(breach.says)".printable + "\n"
        }
        return text
    }

    init(ours scenario: Scenario) {
        self.scenario = scenario
        failures = ScenarioRun(scenario).failures
        breach = nil
    }

    init(_ scenario: Scenario, notTried says: String) {
        self.scenario = scenario
        failures = []
        breach = Breach(step: nil, says: says, hasReplied: false)
    }

    /// Plays a case with another program.
    /// - Parameter command: The shell command that starts the program.
    init(
        _ scenario: Scenario, with command: String, patience: Patience, isCancelled: @escaping () -> Bool
    ) throws(Conformance.Cancelled) {
        var conversation = Conversation(scenario)
        var breach: Breach?
        do throws(Implementation.Stop) {
            try conversation.run(with: command, patience: patience, isCancelled: isCancelled)
        } catch {
            guard case .breach(let says) = error else { throw Conformance.Cancelled() }
            breach = Breach(step: conversation.step, says: "the program \(says)", hasReplied: conversation.count > 0)
        }
        self.scenario = scenario
        self.failures = conversation.failures
        self.breach = breach
    }
}

/// A case, sent to another program step by step.
private struct Conversation {
    let scenario: Scenario
    var step: ScenarioStep?
    var count = 0
    var failures: [FailedExpectation] = []

    init(_ scenario: Scenario) { self.scenario = scenario }

    mutating func run(
        with command: String, patience: Patience, isCancelled: @escaping () -> Bool
    ) throws(Implementation.Stop) {
        var program = try Implementation(command, patience: patience, isCancelled: isCancelled)
        if scenario.steps.first?.step.verb != .rules {
            let version = scenario.expectsEventsOfVersion5 ? 5 : nil
            let reply = try read(try program.reply(to: Self.line(choosing: scenario.book, version: version)))
            guard reply.isAccepted else { throw .breach("refused the rule book \(scenario.book.title)") }
        }
        for step in scenario.steps {
            self.step = step
            let reply = try read(try program.reply(to: Self.line(of: step, under: scenario.book)))
            failures += step.failures(of: reply, in: scenario)
        }
        step = nil
        try program.finish()
    }

    /// A step as sent to the program. A step that chooses no rule book gets the scenario's.
    private static func line(of step: ScenarioStep, under book: RuleBook) -> String {
        guard case .rules(nil, let changes, let version) = step.step.action else { return step.json }
        return line(choosing: book.with(changes), at: step.step.at, version: version)
    }

    static func line(choosing book: RuleBook, at time: StepTime? = nil, version: Int? = nil) -> String {
        var step = "{\"do\": \"rules\", \"to\": \"\(book.name)\""
        if let time { step += ", \"at\": \(time.seconds)" }
        if let version { step += ", \"version\": \(version)" }
        if !book.switched.isEmpty {
            let members = book.switched.map { "\"\($0.name)\": \($0.value.json)" }
            step += ", \"set\": {\(members.joined(separator: ", "))}"
        }
        return step + "}"
    }

    private mutating func read(_ line: [UInt8]) throws(Implementation.Stop) -> WrittenReply {
        let reply: WrittenReply
        do throws(StepError) {
            reply = try WrittenReply(line: line)
        } catch {
            let text = String(decoding: line.prefix(60), as: UTF8.self)
            let end = line.count > 60 ? "…" : ""
            throw .breach("wrote what is no reply, column \(error.position.column): \(error.says): \(text)\(end)")
        }
        count += 1
        guard reply.number == count else {
            throw .breach("gave its reply the number \(reply.number); it is number \(count)")
        }
        return reply
    }
}
