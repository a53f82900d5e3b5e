public import SessionPolicy

/// A scenario played from its first step to its last, with every reply and every expectation that did not hold.
public struct ScenarioRun: Sendable {
    public let scenario: Scenario
    /// The rules that were in force at the end.
    public let book: RuleBook
    /// One entry per step.
    public let entries: [Entry]
    /// What fell due after the last step while finite sounds were still heard.
    public let tail: [Moment]

    /// One step and what became of it.
    public struct Entry: Sendable {
        public let step: ScenarioStep
        public let reply: Reply
        public let failures: [Failure]
    }

    /// Every expectation that did not hold, in order.
    public var failures: [Failure] { entries.flatMap(\.failures) }

    /// How many expectations there were.
    public var expectationCount: Int { scenario.steps.reduce(0) { $0 + $1.expectations.count } }

    /// Whether every expectation held.
    public var holds: Bool { entries.allSatisfy(\.failures.isEmpty) }

    /// The time of its last moment, in seconds.
    public var seconds: Double {
        max(entries.last?.reply.at ?? 0, tail.last.map { Double($0.at.nanoseconds) / 1e9 } ?? 0)
    }

    /// Plays a scenario in virtual time, or in a player's time.
    ///
    /// - Parameters:
    ///   - scenario: What to play.
    ///   - book: The rules, in place of the scenario's own.
    ///   - player: Makes it audible; nil for no sound.
    ///   - observe: Hears of each step when it has happened.
    /// - Throws: Only what the player throws.
    public init(
        _ scenario: Scenario, under book: RuleBook? = nil, player: (any ScenarioPlayer)? = nil,
        observe: (Entry) throws -> Void = { _ in }
    ) throws {
        var world = World(book ?? scenario.book, names: scenario.names)
        try player?.begin(scenario, in: world)
        var entries: [Entry] = []
        for step in scenario.steps {
            let reply = world.take(step.step)
            for moment in reply.meanwhile + [reply.moment] { try player?.play(moment, in: world) }
            let entry = Entry(step: step, reply: reply, failures: step.failures(of: reply))
            entries.append(entry)
            try observe(entry)
        }
        let tail = world.playOut()
        for moment in tail { try player?.play(moment, in: world) }
        try player?.finish()
        self.scenario = scenario
        self.book = world.book
        self.entries = entries
        self.tail = tail
    }
}
