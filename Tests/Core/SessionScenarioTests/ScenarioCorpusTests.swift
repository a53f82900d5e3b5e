import Foundation
import SessionWorld
import Testing

@testable import SessionScenario

/// Inputs that the fuzzer of scenarios under `Tests/Fuzz` has kept, read again without it.
@Suite struct ScenarioCorpusTests {
    static let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "../Fuzz/Corpus/scenario")

    @Test("Every text of the scenarios' corpus is either told to its end or refused with a place")
    func scenarios() throws {
        let files = try FileManager.default.contentsOfDirectory(atPath: Self.folder.path).sorted()
        var told = 0
        #expect(files.count > 100)
        for file in files {
            guard let text = try? String(contentsOf: Self.folder.appending(path: file), encoding: .utf8) else {
                continue
            }
            do throws(ScenarioError) {
                let scenario = try Scenario(text: text, file: file) { path in Double(path.utf8.count) }
                let run = ScenarioRun(scenario)
                #expect(run.entries.count == scenario.steps.count, "\(file)")
                #expect(!run.timeline().isEmpty && !run.explanation().isEmpty, "\(file)")
                told += 1
            } catch {
                let positions = error.problems.map(\.position)
                #expect(!positions.isEmpty && positions.allSatisfy { $0.line > 0 && $0.column > 0 }, "\(file)")
            }
        }
        #expect(told > 0 && told < files.count)
    }
}
