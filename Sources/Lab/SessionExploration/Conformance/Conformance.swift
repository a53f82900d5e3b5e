public import SessionScenario

/// The conformance suite in the act: case after case, with this emulator or with another program.
public struct Conformance {
    /// The suite was stopped.
    public struct Cancelled: Error {}

    /// The number of cases in a row without a single reply after which the rest is not tried.
    public static let patience = 3

    public let cases: [Scenario]
    /// The verdicts so far, in the order of the cases.
    public private(set) var verdicts: [CaseVerdict] = []
    private let command: String?
    private let patience: Patience

    /// Prepares a suite; nothing runs yet.
    ///
    /// - Parameters:
    ///   - cases: What to hold the implementation to.
    ///   - command: What a shell runs to start another implementation, or nil for this emulator.
    ///   - timeout: How long each of its replies may take, in seconds.
    public init(_ cases: [Scenario], command: String? = nil, timeout: Double = 5) {
        self.init(cases, command: command, patience: Patience(seconds: timeout))
    }

    /// Prepares a suite whose time goes by a clock of its own.
    package init(_ cases: [Scenario], command: String?, patience: Patience) {
        self.cases = cases
        self.command = command
        self.patience = patience
    }

    /// The case that comes next, or nil if all have been run.
    public var next: Scenario? { verdicts.count < cases.count ? cases[verdicts.count] : nil }

    /// Runs the next case.
    ///
    /// - Parameter isCancelled: Asked while another program keeps us waiting.
    /// - Throws: Where it was stopped; the case then has no verdict.
    public mutating func runNext(isCancelled: @escaping () -> Bool = { false }) throws(Cancelled) {
        guard let next else { return }
        guard let command else { return verdicts.append(CaseVerdict(ours: next)) }
        if hasGivenUp {
            return verdicts.append(
                CaseVerdict(next, notTried: "not tried: the program did not reply to any case before"))
        }
        verdicts.append(try CaseVerdict(next, with: command, patience: patience, isCancelled: isCancelled))
    }

    /// Whether the last cases have not brought a single reply.
    public var hasGivenUp: Bool {
        verdicts.count >= Self.patience && verdicts.suffix(Self.patience).allSatisfy { $0.breach?.hasReplied == false }
    }

    public var summary: ConformanceSummary { ConformanceSummary(verdicts) }
}
