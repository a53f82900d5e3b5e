import Foundation
import Testing

@testable import SessionScenario

/// What the fuzzers under `Tests/Fuzz` have found worth keeping, read again without them.
@Suite struct FuzzCorpusTests {
    static let folder = "Tests/Fuzz/Corpus"

    @Test("Every line of the oracle's corpus that is neither blank nor a comment gets one reply, and a readable one")
    func oracle() throws {
        let files = Repository.files(under: "\(Self.folder)/oracle")
        #expect(files.count > 100)
        for file in files {
            // The first byte is the harness's: how large the blocks are, and whether the oracle is strict.
            let bytes = [UInt8](try Data(contentsOf: Repository.root.appending(path: file))).dropFirst()
            let steps = bytes.split(separator: UInt8(ascii: "\n")).count { line in
                line.first != UInt8(ascii: "#") && !line.allSatisfy { $0 == 0x20 || $0 == 0x09 || $0 == 0x0D }
            }
            let whole = replies(to: Array(bytes), in: [4096])
            #expect(whole.count == steps, "\(file)")
            for reply in whole { #expect(throws: Never.self, "\(file)") { try value(reply) } }
            #expect(replies(to: Array(bytes), in: [1, 7, 2]) == whole, "\(file)")
        }
    }

    @Test("Every text of the scenarios' corpus is either told to its end or refused with a place")
    func scenarios() throws {
        let files = Repository.files(under: "\(Self.folder)/scenario")
        var told = 0
        #expect(files.count > 100)
        for file in files {
            guard let text = try? String(contentsOf: Repository.root.appending(path: file), encoding: .utf8) else {
                continue
            }
            do throws(ScenarioError) {
                let scenario = try Scenario(text: text, file: file) { path in Double(path.utf8.count) }
                let run = ScenarioRun(scenario)
                #expect(run.entries.count == scenario.steps.count, "\(file)")
                #expect(!run.timeline.isEmpty && !run.explanation().isEmpty, "\(file)")
                told += 1
            } catch {
                let positions = error.problems.map(\.position)
                #expect(!positions.isEmpty && positions.allSatisfy { $0.line > 0 && $0.column > 0 }, "\(file)")
            }
        }
        #expect(told > 0 && told < files.count)
    }
}
