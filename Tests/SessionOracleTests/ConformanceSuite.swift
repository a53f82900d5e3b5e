import Foundation
import SessionPolicy

@testable import SessionScenario

/// The scenario files of the repository.
enum ConformanceSuite {
    private static let scenarios = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "Scenarios")

    /// Every conformance case, in order of path.
    static let cases: [Scenario] = read("conformance", isDeep: true)

    /// The conformance cases and then the documented scenarios.
    static let all: [Scenario] = cases + read("", isDeep: false)

    /// Paths under `Scenarios`.
    static let paths: [String] = files("conformance", isDeep: true)

    /// A case by its path under `Scenarios`.
    static func scenario(_ path: String) throws -> Scenario {
        try Scenario(file: scenarios.appending(path: path).path, duration: nil)
    }

    private static func files(_ folder: String, isDeep: Bool) -> [String] {
        let root = scenarios.appending(path: folder)
        let names =
            isDeep
            ? FileManager.default.subpaths(atPath: root.path)
            : try? FileManager.default.contentsOfDirectory(atPath: root.path)
        return (names ?? []).filter { $0.hasSuffix(".yaml") }.sorted().map { folder.isEmpty ? $0 : "\(folder)/\($0)" }
    }

    private static func read(_ folder: String, isDeep: Bool) -> [Scenario] {
        files(folder, isDeep: isDeep).compactMap { try? scenario($0) }
    }
}

extension Scenario {
    /// Whether every expectation holds under a rule book; stops at the first that does not.
    func holds(under book: RuleBook) -> Bool {
        var world = World(book, names: names)
        for step in steps {
            let reply = world.take(step.step)
            if !step.expectations.isEmpty, !step.unmet(by: reply).isEmpty { return false }
        }
        return true
    }
}
