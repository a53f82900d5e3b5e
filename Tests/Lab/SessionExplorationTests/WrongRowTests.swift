import Foundation
import SessionPolicy
import SessionScenario
import Testing

@testable import SessionExploration

/// A wrong row is noticed by the reference model or by a conformance case, or it is a matter of choice, and the list says why
/// nothing notices it.
struct WrongRowTests {
    private static let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../WrongRows.txt")
    /// The number of walks beside the model that look for a wrong row, and that look for one that nothing should notice.
    private static let (most, few) = (40, 2)
    private static let walkLength = 200

    /// The cells of a line of the file: a walk that comes by a rare row, and the row; or a pattern of rows and a reason.
    private static func lines() throws -> [(first: String, second: String)] {
        try String(contentsOf: file, encoding: .utf8).split(separator: "\n").compactMap { line in
            let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
            return cells.count == 2 && (cells[0].contains(", ") || Int(cells[0]) != nil) ? (cells[0], cells[1]) : nil
        }
    }

    @Test(
        "Every wrong row is noticed by the model or by a case, or is said to be a matter of choice",
        arguments: RuleBook.whole)
    func noticed(book: RuleBook) throws {
        let lines = try Self.lines()
        let model = try #require(ReferenceModel.Book(rawValue: book.name))
        let flips = Flip.everything(in: book)
        #expect(flips.count > 800)
        for flip in flips {
            let name = "\(book.name), \(flip.name)"
            let choice = lines.first { Int($0.first) == nil && ConformanceTests.fits($0.first, name) }
            let known = lines.filter { $0.second == name }.compactMap { Int($0.first) }
            let walks = known + Array(0..<(choice == nil ? Self.most : Self.few))
            let pair = TwoAccounts(model: model, policy: flip.book)
            let isNoticed =
                walks.contains { pair.walk(seed: Self.seed(of: $0), length: Self.walkLength) != nil }
                || choice == nil
                    && ConformanceSuite.cases.contains { $0.book.name == book.name && !$0.holds(under: flip.book) }
            if let choice {
                #expect(!isNoticed, "\(name) is noticed; it is not true any more that \(choice.second)")
            } else {
                #expect(isNoticed, "nothing notices \(name)")
            }
        }
    }

    @Test("Each reason is about some wrong row")
    func choices() throws {
        let names = RuleBook.whole.flatMap { book in Flip.everything(in: book).map { "\(book.name), \($0.name)" } }
        for (pattern, reason) in try Self.lines() where Int(pattern) == nil {
            #expect(names.contains { ConformanceTests.fits(pattern, $0) }, "\(pattern) fits nothing")
            #expect(reason.count > 20, "\(pattern)")
        }
    }

    private static func seed(of walk: Int) -> UInt64 { 1 &+ UInt64(walk) &* 7919 }
}
