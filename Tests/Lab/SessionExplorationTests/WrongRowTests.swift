import Foundation
import SessionPolicy
import SessionReference
import SessionScenario
import Testing

@testable import SessionExploration

/// A wrong row is noticed by the reference model or by a conformance case, or it is a matter of choice, and the list says why
/// nothing notices it.
struct WrongRowTests {
    private static let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../WrongRows.txt")
    /// The most walks beside the model that look for a wrong row.
    private static let most = 120
    private static let walkLength = 200

    /// The lines of the file: a pattern of rows, and why nothing notices them.
    private static func choices() throws -> [(pattern: String, reason: String)] {
        try String(contentsOf: file, encoding: .utf8).split(separator: "\n").compactMap { line in
            let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
            return cells.count == 2 && cells[0].contains(", ") ? (cells[0], cells[1]) : nil
        }
    }

    @Test("Every wrong row is noticed by the model or by a case, or is in the list", arguments: RuleBook.whole)
    func noticed(book: RuleBook) throws {
        let choices = try Self.choices()
        let model = try #require(ReferenceModel.Book(rawValue: book.name))
        let flips = Flip.everything(in: book)
        #expect(flips.count > 800)
        for flip in flips {
            let name = "\(book.name), \(flip.name)"
            if choices.contains(where: { ConformanceTests.fits($0.pattern, name) }) { continue }
            let pair = TwoAccounts(model: model, policy: flip.book)
            let isNoticed =
                (0..<Self.most).contains { pair.walk(seed: 1 &+ UInt64($0) &* 7919, length: Self.walkLength) != nil }
                || ConformanceSuite.cases.contains { $0.book.name == book.name && !$0.holds(under: flip.book) }
            #expect(isNoticed, "nothing notices \(name)")
        }
    }

    @Test("Each reason is about some wrong row")
    func reasons() throws {
        let names = RuleBook.whole.flatMap { book in Flip.everything(in: book).map { "\(book.name), \($0.name)" } }
        for (pattern, reason) in try Self.choices() {
            #expect(names.contains { ConformanceTests.fits(pattern, $0) }, "\(pattern) fits nothing")
            #expect(reason.count > 20, "\(pattern)")
        }
    }
}
