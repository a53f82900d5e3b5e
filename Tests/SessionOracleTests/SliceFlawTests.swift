import Foundation
import SessionOracle
import SessionPolicy
import Testing

/// A wrong row that a walk made for it notices is noticed by a slice, too, which was cut without a thought of it.
struct SliceFlawTests {
    private static let document = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../../Docs/WrongRows.md")

    /// A row of the document.
    private struct Row: Hashable {
        let book: String
        let flaw: String
        let slice: String
        let invariant: String
        /// Among how many states it shows; how many a walk takes depends a little on its limit.
        var states: Int

        var text: String { "| \(book) | \(flaw) | `\(slice)` | `\(invariant)` | \(states) |" }

        init?(_ line: Substring) {
            let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: CharacterSet(charactersIn: " `")) }
            guard cells.count == 5, let states = Int(cells[4]) else { return nil }
            self.init(book: cells[0], flaw: cells[1], slice: cells[2], invariant: cells[3], states: states)
        }

        init(book: String, flaw: String, slice: String, invariant: String, states: Int) {
            (self.book, self.flaw, self.slice) = (book, flaw, slice)
            (self.invariant, self.states) = (invariant, states)
        }
    }

    /// `WRONG_ROWS_REWRITE=1 swift test --filter SliceFlawTests` looks for a slice for each row that none is named for, or
    /// that the named one does not notice any more, and writes the document anew.
    @Test("Every wrong row is noticed by the slice that is named for it")
    func noticed() throws {
        let text = try String(contentsOf: Self.document, encoding: .utf8)
        var rows: [Row] = []
        for book in RuleBook.whole {
            let flaws = BrokenBookTests.flaws(in: book)
            #expect(flaws.count > 80)
            for flaw in flaws {
                let named = text.split(separator: "\n").lazy.compactMap(Row.init)
                    .first { $0.book == book.name && $0.flaw == flaw.name }
                let slice = named.flatMap { Slice.named($0.slice, under: flaw.book).first }
                var found = slice.flatMap { Self.row(book, flaw, $0, atMost: named?.states ?? 0) }
                if let named { found?.states = named.states }
                if found == nil, Self.isWriting { found = Self.search(book, flaw) }
                if let found { rows.append(found) } else { Issue.record("\(book.name): nothing notices \(flaw.name)") }
            }
        }
        let head = text.prefix { $0 != "|" }
        let titles = "| book | wrong row | slice | objects | within states |\n|---|---|---|---|---|\n"
        let written = head + titles + rows.map { $0.text + "\n" }.joined()
        if Self.isWriting { try Data(written.utf8).write(to: Self.document) }
        let isEqual = written == text
        #expect(isEqual || Self.isWriting, "Docs/WrongRows.md is stale; WRONG_ROWS_REWRITE=1 swift test writes it anew")
    }

    @Test("What a slice notices is the wrong row: of the books as they are it says nothing", arguments: RuleBook.whole)
    func soundBooksPass(book: RuleBook) throws {
        let text = try String(contentsOf: Self.document, encoding: .utf8)
        let rows = text.split(separator: "\n").compactMap(Row.init).filter { $0.book == book.name }
        // The deepest few are left to the proof.
        let named = Dictionary(rows.map { ($0.slice, min($0.states, 3_000)) }, uniquingKeysWith: max)
        #expect(named.count > 20)
        for (name, states) in named {
            let slice = try #require(Slice.named(name, under: book).first)
            let limits = Exploration.Limits(states: states, violations: 1)
            let result = slice.exploration(under: book, limits: limits).run()
            #expect(result.violations.isEmpty, "\(name): \(result.violations.map(\.scenario))")
        }
    }

    private static let isWriting = ProcessInfo.processInfo.environment["WRONG_ROWS_REWRITE"] == "1"

    /// What a slice says of a wrong row; nil where it says nothing.
    private static func row(
        _ book: RuleBook, _ flaw: BrokenBookTests.Flaw, _ slice: Slice, atMost states: Int
    ) -> Row? {
        let limits = Exploration.Limits(states: states, violations: 1)
        let result = slice.exploration(under: flaw.book, limits: limits).run()
        guard let violation = result.violations.first else { return nil }
        return Row(
            book: book.name, flaw: flaw.name, slice: slice.name, invariant: violation.invariant, states: result.states)
    }

    /// Asks ever more slices of each family for ever longer, first those with the most letters of the walk that was made for
    /// the row.
    private static func search(_ book: RuleBook, _ flaw: BrokenBookTests.Flaw) -> Row? {
        let letters = Set(Alphabet(apps: 2, parts: flaw.parts, book: flaw.book).events)
        for (count, states) in [(12, 600), (40, 3_000), (400, 200_000)] {
            let slices = Slice.Family.allCases.flatMap { spread($0.slices(under: flaw.book), count) }
                .map { (slice: $0, shared: $0.alphabet.events.count(where: letters.contains)) }
            for (slice, _) in slices.sorted(by: { $0.shared > $1.shared }) {
                if let row = row(book, flaw, slice, atMost: states) { return row }
            }
        }
        return nil
    }

    /// Of many slices some that stand far apart.
    private static func spread(_ slices: [Slice], _ count: Int) -> [Slice] {
        let step = max(1, slices.count / count)
        return slices.indices.filter { $0 % step == step / 2 }.map { slices[$0] }
    }
}
