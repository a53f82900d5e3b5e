import SessionPolicy
import SessionWorld

@testable import SessionExploration

/// One line of the document of wrong rows: the wrong cell, the slice that notices it, and the story.
struct WrongRow: Hashable {
    /// The books in which the same story tells.
    var books: [String]
    let flip: String
    let slice: String
    let invariant: String
    /// The letters that lead from the slice's first state to the violation; none where that state violates it.
    let story: [String]

    var text: String {
        "| \(flip) | \(books.joined(separator: ", ")) | `\(slice)` | `\(invariant)` | \(story.joined(separator: "; ")) |"
    }

    init(books: [String], flip: String, slice: String, invariant: String, story: [String]) {
        (self.books, self.flip, self.slice) = (books, flip, slice)
        (self.invariant, self.story) = (invariant, story)
    }

    /// Reads a line of the document; nil for one of another kind.
    init?(_ line: Substring) {
        var cells = line.split(separator: "|", omittingEmptySubsequences: false).map { cell in
            String(cell.drop { $0 == " " || $0 == "`" }.reversed().drop { $0 == " " || $0 == "`" }.reversed())
        }
        guard cells.count == 7, line.hasSuffix(" |") else { return nil }
        cells.removeFirst()
        self.init(
            books: cells[1].split(separator: ", ").map(String.init), flip: cells[0], slice: cells[2],
            invariant: cells[3], story: cells[4].split(separator: "; ").map(String.init))
    }

    /// A letter of a slice as it stands in a story.
    static func word(_ event: Event, in slice: Slice) -> String {
        event == .deadlineReached
            ? "deadline" : StepLine(event, at: .zero) { slice.alphabet.names[Int($0.number)] }.phrase
    }

    /// Whether the story, told by letters of the slice under a book, ends with what the invariant objects to.
    func isTold(in slice: Slice, under book: RuleBook) -> Bool {
        guard let invariant = Invariant.all.first(where: { $0.id == invariant }) else { return false }
        let words = slice.alphabet.events.map { WrongRow.word($0, in: slice) }
        let letters = story.compactMap(words.firstIndex)
        guard letters.count == story.count else { return false }
        let expander = Expander(slice.exploration(under: book))
        var state = expander.start(after: slice.alphabet.preamble)
        for letter in letters.dropLast() {
            guard let next = expander.successor(of: state, by: letter) else { return false }
            state = next
        }
        if letters.isEmpty && invariant.scope != .trial {
            let objections = expander.objections(toPreamble: slice.alphabet.preamble)
            return objections.contains { $0.objection.invariant.id == invariant.id }
        }
        guard invariant.scope != .trial, let last = letters.last else {
            let end = letters.last.map { expander.successor(of: state, by: $0) ?? state } ?? state
            return !invariant.trial(from: Standing(state: end, picture: book.picture(of: end), book: book)).isEmpty
        }
        let event = slice.alphabet.events[last]
        guard let now = event == .deadlineReached ? state.nextDeadline : .zero else { return false }
        let passage = Passage(from: state, event, at: now, book: book)
        return passage.concerns(invariant.scope) && invariant.objection(to: passage) != nil
    }

    /// The result of the slice for a book with one wrong row, among so many states; nil where it has none.
    static func told(_ flip: Flip, named name: String, of book: RuleBook, in slice: Slice, states: Int) -> WrongRow? {
        let limits = Exploration.Limits(states: states, violations: 1)
        var walk = Walk(slice.exploration(under: flip.book, limits: limits))
        walk.run(report: { _ in true })
        guard let objection = walk.objections.first else { return nil }
        let row = WrongRow(
            books: [book.name], flip: name, slice: slice.name, invariant: objection.invariant,
            story: objection.path.map { word(slice.alphabet.events[Int($0)], in: slice) })
        return row.isTold(in: slice, under: flip.book) && !row.isTold(in: slice, under: book) ? row : nil
    }
}

extension WrongRow {
    /// The slices in which a wrong row of a table is looked for, the likeliest families first.
    private static func families(of table: String) -> [Slice.Family] {
        switch table {
        case "vocabulary", "words": [.words, .ports, .policies, .options]
        case "categories", "directions": [.alone, .options, .words, .modes, .levels, .twins]
        case "options": [.options, .duals, .modes, .held]
        case "modes": [.modes, .options]
        case "coexistence": [.options, .modes, .three, .floor]
        case "interruptions": [.held, .policies, .modes, .banners, .calls]
        case "causes": [.held, .calls, .device, .requests]
        case "refusals":
            [
                .requests, .words, .duals, .mutes, .held, .policies, .options, .recorders, .ports, .alone, .reset,
                .modes, .rest,
                .banners, .lives,
            ]
        case "silencing":
            [.device, .held, .mutes, .recorders, .alone, .modes, .levels, .banners, .calls, .feedback]
        case "levels": [.device, .held, .modes, .levels, .feedback, .floor]
        case "accessories": [.ports, .duals, .device, .options, .routes]
        case "buttons": [.modes, .levels, .device]
        case "vibration": [.recorders, .device, .feedback, .held]
        default:
            [
                .words, .mutes, .duals, .options, .alone, .ports, .modes, .held, .device, .recorders, .reset, .levels,
                .rest, .policies,
                .lives, .floor, .properties, .wishes, .feedback, .deadlines, .routes, .setups, .calls,
            ]
        }
    }

    /// Slices in which a wrong row may show, few of a family that has many.
    static func candidates(for flip: String, under book: RuleBook) -> [Slice] {
        families(of: String(flip.prefix { $0 != ":" })).flatMap { family in
            let slices = family.slices(under: book)
            // The members of families come in threes, sixes and nines: a prime is in step with none of them.
            let step = [1, 5, 7, 11, 17, 29, 61].last { $0 <= max(1, slices.count / 90) } ?? 1
            return slices.indices.filter { $0 % step == step / 2 }.map { slices[$0] }
        }
    }
}
