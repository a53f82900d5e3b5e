import Foundation
import SessionPolicy
import Testing

@testable import SessionExploration

/// A wrong row is noticed by a slice that was cut without a thought of it, or it is a matter of choice, and the
/// document says why no invariant objects.
struct SliceFlawTests {
    private static let document = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../WrongRows.txt")
    private static let titles = "| wrong row | books | slice | objects | after |\n|---|---|---|---|---|\n"
    private static let choiceTitles = "| wrong rows | why nobody objects |\n|---|---|\n"

    /// A group of rows to which no invariant objects: a pattern of names, with a star for one word or more, and the
    /// reason.
    private struct Choice: Hashable {
        let pattern: String
        let reason: String

        init?(_ line: Substring) {
            let cells = line.split(separator: "|", omittingEmptySubsequences: false).map {
                $0.trimmingCharacters(in: .whitespaces)
            }
            guard cells.count == 4, !cells[1].hasPrefix("-"), cells[1] != "wrong rows" else { return nil }
            (pattern, reason) = (cells[1], cells[2])
        }
    }

    private struct Document {
        let text: String
        let rows: [WrongRow]
        let choices: [Choice]

        init() throws {
            text = try String(contentsOf: SliceFlawTests.document, encoding: .utf8)
            let lines = text.split(separator: "\n")
            rows = lines.compactMap(WrongRow.init).filter { $0.flip != "wrong row" && !$0.flip.hasPrefix("-") }
            choices = lines.compactMap(Choice.init)
        }

        /// The reason for which no invariant objects to a flip; nil where one must.
        func choice(for name: String) -> Choice? { choices.first { ConformanceTests.fits($0.pattern, name) } }
    }

    /// `WRONG_ROWS_REWRITE=1 swift test --filter SliceFlawTests` looks for a slice for each wrong row that none is named for,
    /// or that the named one does not notice any more, and writes the first table anew. What nothing notices needs an
    /// invariant, letters that reach it, or a line in the second table.
    @Test("Every wrong row is noticed by the slice that is named for it, or is said to be a matter of choice")
    func noticed() throws {
        let document = try Document()
        let named = Dictionary(grouping: document.rows) { $0.flip }
        var told: [String: [WrongRow]] = [:]
        var rows: [WrongRow] = []
        for book in RuleBook.whole {
            let flips = Flip.everything(in: book)
            #expect(flips.count > 800)
            let slices = Slices(book)
            for flip in flips {
                let name = "\(book.name), \(flip.name)"
                let choice = document.choice(for: name)
                let known = (told[flip.name] ?? []) + (named[flip.name] ?? [])
                let row = known.first { slices.tell($0, flip) } ?? (choice == nil ? Self.search(flip, book) : nil)
                if var row {
                    #expect(choice == nil, "\(name) is noticed; it is not true any more that \(choice?.reason ?? "")")
                    row.books = [book.name]
                    rows.append(row)
                    told[flip.name, default: []].append(row)
                } else if choice == nil {
                    Issue.record("nothing notices \(name)")
                }
            }
        }
        let written = Self.text(of: rows, in: document.text)
        if Self.isWriting { try Data(written.utf8).write(to: Self.document) }
        let isEqual = written == document.text
        #expect(
            isEqual || Self.isWriting,
            "Tests/Lab/WrongRows.txt is stale; WRONG_ROWS_REWRITE=1 swift test writes it anew")
    }

    @Test("Each line of the second table is about some wrong row, and gives a reason")
    func choices() throws {
        let document = try Document()
        let names = RuleBook.whole.flatMap { book in
            Flip.everything(in: book).map { "\(book.name), \($0.name)" }
        }
        #expect(document.choices.count > 10)
        for choice in document.choices {
            #expect(names.contains { ConformanceTests.fits(choice.pattern, $0) }, "\(choice.pattern) fits nothing")
            #expect(choice.reason.count > 20, "\(choice.pattern)")
        }
    }

    @Test("The slices that notice are those that are explored, and what objects is what they are held to")
    func names() throws {
        let document = try Document()
        let slices = Set(
            RuleBook.whole.flatMap { book in
                Slice.Family.allCases.flatMap { $0.slices(under: book) }.map(\.name)
            })
        let noticing = Set(document.rows.map { $0.slice })
        #expect(noticing.count > 60)
        #expect(noticing.subtracting(slices) == [])
        let objecting = Set(document.rows.map { $0.invariant })
        #expect(objecting.count > 25)
        #expect(objecting.subtracting(Invariant.all.map(\.id)) == [])
    }

    private static let isWriting = ProcessInfo.processInfo.environment["WRONG_ROWS_REWRITE"] == "1"

    /// The slices of a book, by name.
    private final class Slices {
        private let book: RuleBook
        private var named: [String: Slice] = [:]

        init(_ book: RuleBook) {
            self.book = book
            for family in Slice.Family.allCases {
                for slice in family.slices(under: book) { named[slice.name] = slice }
            }
        }

        /// Whether a story makes the invariant object under the broken book, and not under the book as it is.
        func tell(_ row: WrongRow, _ flip: Flip) -> Bool {
            let isCutAlike =
                flip.book.features == book.features && flip.book.numbers == book.numbers
                && flip.book.categories.map { $0.category } == book.categories.map { $0.category }
            let slice = isCutAlike ? named[row.slice] : Slice.named(row.slice, under: flip.book).first
            guard let slice else { return false }
            return row.isTold(in: slice, under: flip.book) && !row.isTold(in: slice, under: book)
        }
    }

    /// Asks ever more states of the slices that are likely.
    private static func search(_ flip: Flip, _ book: RuleBook) -> WrongRow? {
        guard isWriting else { return nil }
        for states in [60, 600] {
            for slice in WrongRow.candidates(for: flip.name, under: flip.book) {
                if let row = WrongRow.told(flip, named: flip.name, of: book, in: slice, states: states) { return row }
            }
        }
        return nil
    }

    /// The document with these rows in its first table, those of both books that one story tells in one line.
    private static func text(of rows: [WrongRow], in text: String) -> String {
        var merged: [WrongRow] = []
        var places: [WrongRow: Int] = [:]
        for row in rows {
            var key = row
            key.books = []
            if let place = places[key] {
                merged[place].books += row.books
            } else {
                places[key] = merged.count
                merged.append(row)
            }
        }
        let table = titles + merged.map { $0.text + "\n" }.joined()
        guard let start = text.range(of: titles) else { return text }
        let rest = text[start.upperBound...]
        let end = rest.range(of: "\n\n").map { $0.lowerBound } ?? rest.endIndex
        return String(text[..<start.lowerBound]) + String(table.dropLast()) + String(rest[end...])
    }
}
