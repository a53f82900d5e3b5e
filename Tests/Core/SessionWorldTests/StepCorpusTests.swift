import Foundation
import Testing

@testable import SessionWorld

/// Inputs that the fuzzer of the oracle under `Tests/Fuzz` has kept, read again without it.
@Suite struct StepCorpusTests {
    static let folder = "Tests/Fuzz/Corpus"

    @Test("Every line of the oracle's corpus that is neither blank nor a comment gets one reply, and a readable one")
    func oracle() throws {
        let files = Repository.files(under: "\(Self.folder)/oracle")
        #expect(files.count > 100)
        for file in files {
            // The first byte is the harness's: the size of the blocks, and whether the oracle is strict.
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
}
