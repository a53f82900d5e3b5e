public import SessionScenario

/// A run of the conformance suite, case by case, with this emulator or another program.
public struct Conformance {
    /// The suite was stopped.
    public struct Cancelled: Error {}

    /// The number of consecutive cases without any reply after which the run gives up.
    public static let patience = 3

    public let cases: [Scenario]
    /// The verdicts so far, in the order of the cases.
    public private(set) var verdicts: [CaseVerdict] = []
    private let command: String?
    private let patience: Patience

    /// Prepares a run.
    ///
    /// - Parameters:
    ///   - cases: The cases.
    ///   - command: The shell command that starts another implementation, or nil for this emulator.
    ///   - timeout: The time limit for each of its replies, in seconds.
    public init(_ cases: [Scenario], command: String? = nil, timeout: Double = 5) {
        self.init(cases, command: command, patience: Patience(seconds: timeout))
    }

    /// Prepares a run with its own clock.
    package init(_ cases: [Scenario], command: String?, patience: Patience) {
        self.cases = cases
        self.command = command
        self.patience = patience
    }

    /// The next case, or nil if all have been run.
    public var next: Scenario? { verdicts.count < cases.count ? cases[verdicts.count] : nil }

    /// Runs the next case.
    ///
    /// - Parameter isCancelled: Polled while waiting for another program.
    /// - Throws: `Cancelled`; the case then has no verdict.
    public mutating func runNext(isCancelled: @escaping () -> Bool = { false }) throws(Cancelled) {
        guard let next else { return }
        guard let command else { return verdicts.append(CaseVerdict(ours: next)) }
        if hasGivenUp {
            return verdicts.append(
                CaseVerdict(next, notTried: "not tried: the program did not reply to any case before"))
        }
        verdicts.append(try CaseVerdict(next, with: command, patience: patience, isCancelled: isCancelled))
    }

    /// Whether the last cases have brought no reply.
    public var hasGivenUp: Bool {
        verdicts.count >= Self.patience && verdicts.suffix(Self.patience).allSatisfy { $0.breach?.hasReplied == false }
    }

    public var summary: ConformanceSummary { ConformanceSummary(verdicts) }
}
