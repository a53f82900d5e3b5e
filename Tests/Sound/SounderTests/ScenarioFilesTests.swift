import Foundation
import SessionScenario
import SoundFiles
import Sounder
import Testing

/// The scenario files of the repository, with their sounds.
struct ScenarioFilesTests {
    private static let folder = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()
        .appendingPathComponent("Scenarios").path

    static let files: [String] = {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return names.filter { $0.hasSuffix(".yaml") }.sorted()
    }()

    private static func run(_ file: String) throws -> ScenarioRun {
        let scenario = try Scenario(file: "\(folder)/\(file)") { (path) throws(SoundDurationError) in
            guard let seconds = try? probe(path).seconds else { throw SoundDurationError("\(path) has no length") }
            return seconds
        }
        return ScenarioRun(scenario)
    }

    @Test("The four documented scenarios are there")
    func fourScenarios() {
        for start in ["scenario-1-", "scenario-2-", "scenario-3-", "scenario-4-"] {
            #expect(Self.files.contains { $0.hasPrefix(start) }, "\(start)*.yaml")
        }
    }

    @Test("every expectation holds", arguments: files)
    func holds(file: String) throws {
        let run = try Self.run(file)
        #expect(run.expectationCount > 0)
        for failure in run.failures { Issue.record("\(failure.text(file: file))") }
    }

    @Test("every sound that the scenario names can be decoded", arguments: files)
    func decodes(file: String) throws {
        _ = try ReplayPlan(try Self.run(file))
    }
}
