public import SessionPolicy
public import SessionWorld

/// A scenario played from its first step to its last, with every reply and every failed expectation.
public struct ScenarioRun: Sendable {
    public let scenario: Scenario
    /// The rules in effect at the end.
    public let book: RuleBook
    /// One entry per step.
    public let entries: [Entry]
    /// The changes after the last step while finite sounds were still audible.
    public let tail: [Moment]

    /// A step with its outcome.
    public struct Entry: Sendable {
        public let step: ScenarioStep
        public let reply: Reply
        public let failures: [FailedExpectation]
    }

    /// Every failed expectation, in order.
    public var failures: [FailedExpectation] { entries.flatMap { $0.failures } }

    /// The number of expectations.
    public var expectationCount: Int { scenario.steps.reduce(0) { $0 + $1.expectations.count } }

    /// Whether every expectation held.
    public var holds: Bool { entries.allSatisfy { $0.failures.isEmpty } }

    /// The time of its last change.
    public var end: Instant { (tail.last ?? entries.last?.reply.moment)?.at ?? .zero }

    /// The length in seconds.
    public var seconds: Double {
        end.seconds
    }

    /// All changes of the world, in order of time.
    public var moments: [Moment] {
        entries.flatMap { $0.reply.meanwhile + [$0.reply.moment] } + tail
    }

    /// Plays a scenario in virtual time.
    ///
    /// - Parameters:
    ///   - scenario: The scenario.
    ///   - book: The rules, instead of the scenario's own.
    public init(_ scenario: Scenario, under book: RuleBook? = nil) {
        var world = World(book ?? scenario.book, names: scenario.names)
        entries = scenario.steps.map { step in
            let reply = world.apply(step.step)
            return Entry(step: step, reply: reply, failures: step.failures(of: reply, book: scenario.bookName))
        }
        tail = world.playOut()
        self.scenario = scenario
        self.book = world.book
    }
}
