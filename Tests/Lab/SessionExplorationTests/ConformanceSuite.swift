import Foundation
import SessionPolicy

@testable import SessionScenario
@testable import SessionWorld

/// The scenario files of the repository.
enum ConformanceSuite {
    private static let scenarios = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Scenarios")

    /// The paths of the conformance cases under `Scenarios`, in order.
    static let paths: [String] =
        (FileManager.default.subpaths(atPath: scenarios.appending(path: "conformance").path) ?? [])
        .filter { $0.hasSuffix(".yaml") }.sorted().map { "conformance/\($0)" }

    /// The conformance cases, one for each rule book that a file names; one that cannot be read is missing here and fails
    /// where it is asked to hold.
    static let cases: [Scenario] = paths.compactMap { try? scenario($0) }.flatMap(\.tellings)

    /// The text of a case by its path under `Scenarios`.
    static func text(_ path: String) throws -> String {
        try String(contentsOf: scenarios.appending(path: path), encoding: .utf8)
    }

    /// A case by its path under `Scenarios`.
    static func scenario(_ path: String) throws -> Scenario {
        try Scenario(file: scenarios.appending(path: path).path, duration: nil)
    }
}

extension Scenario {
    /// Whether every expectation holds under a rule book, with the scenario's own changes to it; stops at the first
    /// that does not.
    func holds(under book: RuleBook) -> Bool {
        var world = World(book.with(self.book.switched), names: names)
        for step in steps {
            let reply = world.apply(step.step)
            if !step.failures(of: reply).isEmpty { return false }
        }
        return true
    }
}
