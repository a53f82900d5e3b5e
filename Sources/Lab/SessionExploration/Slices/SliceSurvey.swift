public import SessionPolicy
internal import Synchronization

/// The outcome of a slice.
public struct SliceOutcome: Sendable {
    public let slice: Slice
    public let result: Exploration.Result
    /// The result for the promises, or nil if not all of them were checked.
    public let liveness: Liveness.Result?
    /// Wall-clock time of the slice, in seconds.
    public let seconds: Double
    /// Processor time of the slice, in seconds.
    public let processorSeconds: Double

    /// Whether everything was tried without an objection.
    public var isProved: Bool {
        result.closed && result.violations.isEmpty && liveness?.broken.isEmpty != false
    }
}

/// Explores slices in parallel, each on one thread.
public struct SliceSurvey: Sendable {
    public let slices: [Slice]
    public let book: RuleBook
    /// The limits at which each slice ends before it closes.
    public var limits = Exploration.Limits()
    /// The number of threads that work.
    public var jobs = 1
    /// Whether promises are checked on each slice that closes.
    public var asksPromises = false

    /// Prepares the survey of slices under a book.
    public init(of slices: [Slice], under book: RuleBook) { (self.slices, self.book) = (slices, book) }

    /// Runs the survey, blocking the calling thread.
    ///
    /// - Parameters:
    ///   - goesOn: Polled on any thread; false ends the survey.
    ///   - tell: Called with each outcome, on any thread, one at a time, in no particular order.
    /// - Returns: The outcomes in the order of the slices, without those that were not started.
    public func run(
        goesOn: @escaping @Sendable () -> Bool = { true }, tell: @escaping @Sendable (SliceOutcome) -> Void = { _ in }
    ) -> [SliceOutcome] {
        let survey = self
        let turn = Mutex(())
        return WorkerThreads.share(slices.count, among: jobs) { piece -> SliceOutcome? in
            guard goesOn() else { return nil }
            let outcome = survey.outcome(of: survey.slices[piece], goesOn: goesOn)
            turn.withLock { _ in tell(outcome) }
            return outcome
        }
        .compactMap { $0 }
    }

    private func outcome(of slice: Slice, goesOn: () -> Bool) -> SliceOutcome {
        let clock = ContinuousClock()
        let (start, workBefore) = (clock.now, WorkerThreads.work)
        let (liveness, exploration) = (Liveness(of: slice, under: book), slice.exploration(under: book, limits: limits))
        var walk = asksPromises ? liveness.walk(through: exploration) : Walk(exploration)
        walk.run { _ in goesOn() }
        let promises = asksPromises ? liveness.result(of: walk, goesOn: goesOn) : nil
        return SliceOutcome(
            slice: slice, result: walk.result, liveness: promises?.closed == true ? promises : nil,
            seconds: (clock.now - start) / .seconds(1), processorSeconds: WorkerThreads.work - workBefore)
    }
}

extension SliceOutcome {
    /// The outcome as a JSON line: `slice`, `states`, `transitions`, `depth`, `closed`, `seconds`, `processorSeconds`,
    /// `violations` and, if all were checked, `promises`.
    public var json: String {
        var members: [JSONText.Member] = [
            JSONText.Member(key: "slice", value: .string(slice.name)),
            JSONText.Member(key: "states", value: .number("\(result.states)")),
            JSONText.Member(key: "transitions", value: .number("\(result.transitions)")),
            JSONText.Member(key: "depth", value: .number("\(result.depth)")),
            JSONText.Member(key: "closed", value: .bool(result.closed)),
            JSONText.Member(key: "seconds", value: .number("\(seconds.thousandths)")),
            JSONText.Member(key: "processorSeconds", value: .number("\(processorSeconds.thousandths)")),
            JSONText.Member(key: "violations", value: .array(result.violations.map { .string($0.invariant) })),
        ]
        if let liveness {
            let broken = liveness.broken.map { JSONText.string("\($0.id) towards \($0.app)") }
            members.append(JSONText.Member(key: "promises", value: .array(broken)))
        }
        return JSONText.object(members).written(depth: 0)
    }
}

extension Double {
    fileprivate var thousandths: Double { (self * 1000).rounded() / 1000 }
}

extension [SliceOutcome] {
    /// The outcomes for people: a row per family, with what it keeps, leaves out and forgets.
    public var summary: String {
        var lines: [String] = []
        for family in Slice.Family.allCases {
            let outcomes = filter { $0.slice.family == family }
            guard let first = outcomes.first else { continue }
            let states = outcomes.reduce(0) { $0 + $1.result.states }
            let steps = outcomes.reduce(0) { $0 + $1.result.transitions }
            let depth = outcomes.map(\.result.depth).max() ?? 0
            let open = outcomes.filter { !$0.result.closed }
            let seconds = outcomes.reduce(0) { $0 + $1.seconds }
            lines.append(
                "\(family.rawValue): \(outcomes.count) slices, "
                    + (open.isEmpty ? "all closed" : "\(open.count) not closed, such as \(open[0].slice.name)")
                    + ", \(states) states, \(steps) steps, \(depth) deep, \((seconds * 10).rounded() / 10) s")
            lines.append("  takes part: \(family.keeps)")
            lines.append("  left out: \(family.leavesOut)")
            if !first.slice.abstraction.isEmpty {
                lines.append("  forgotten: \(first.slice.abstraction.words.joined(separator: "; "))")
            }
            for outcome in outcomes {
                for violation in outcome.result.violations {
                    lines.append(
                        "  \(outcome.slice.name) violates \(violation.invariant) after \(violation.path.count) steps: "
                            + violation.objection)
                }
                for broken in outcome.liveness?.broken ?? [] {
                    lines.append(
                        "  \(outcome.slice.name) does not keep \(broken.id) towards \(broken.app) after "
                            + "\(broken.stem.count) steps")
                }
            }
        }
        return lines.joined(separator: "\n")
    }
}
