import Foundation
import Testing

@testable import SessionWorld

@Suite struct DocumentedSessionTests {
    @Test("The session in Docs/Oracle.md is what the oracle says; an ellipsis stands for anything")
    func firstSession() throws {
        let document = try String(contentsOf: Repository.root.appending(path: "Docs/Oracle.md"), encoding: .utf8)
        let steps = try #require(Self.block("jsonl", of: document))
        let shown = try #require(Self.block("json", of: document)).split(separator: "\n")
        let said = replies(to: steps)
        #expect(shown.count == 3)
        for (line, reply) in zip(shown, said.suffix(shown.count)) {
            var rest = reply[...]
            for piece in line.components(separatedBy: "…").map({ $0.trimmingCharacters(in: .whitespaces) }) {
                let place = try #require(rest.range(of: piece), "\(piece) does not stand in \(reply)")
                rest = rest[place.upperBound...]
            }
        }
    }

    /// The inside of the first code block of a language.
    private static func block(_ language: String, of document: String) -> String? {
        document.components(separatedBy: "```\(language)\n").dropFirst().first?.components(separatedBy: "```").first
    }
}
