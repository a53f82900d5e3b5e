import SessionPolicy
import SessionScenario
import SessionWorld
import Testing

@testable import SessionExploration

struct ViolationTests {
    @Test("Every letter, written as a line and read again, is the same event", arguments: RuleBook.all)
    func roundTrip(book: RuleBook) throws {
        let alphabet = Alphabet.everything(apps: 3, book: book)
        let path = alphabet.preamble + alphabet.events.filter { $0 != .deadlineReached }
        let violation = Violation(
            invariant: "id", sentence: "a sentence", objection: "an objection", path: path, book: book,
            names: alphabet.names)
        let scenario = try Scenario(text: violation.scenario, file: "violation.yaml", duration: nil)
        var texts: [String] = []
        for (step, event) in zip(scenario.steps, path) {
            guard case .event(let read) = step.step.action else { continue }
            let name = { scenario.names[$0] }
            texts.append(StepLine(read, at: .zero, name: name).text)
            #expect(texts.last == StepLine(event, at: .zero) { alphabet.names[Int($0.number)] }.text)
        }
        #expect(texts.count == path.count)
    }

    @Test("The story of what does not come back goes on to where it should have")
    func trials() throws {
        let flips = Flip.flips(of: .interruptions, in: .modern).filter { $0.name.contains("alarm, mixes") }
        var told = 0
        for flip in flips {
            let slices = Slice.named("alone/playAndRecord.duckOthers", under: flip.book)
            let violations = slices.flatMap { $0.exploration(under: flip.book).run().violations }
            for violation in violations where violation.invariant.hasSuffix("-restores") {
                let tried = violation.invariant == "nested-restores" ? 4 : 2
                let begin = violation.path.dropLast(tried).reduce(flip.book.initialState()) {
                    flip.book.reduce($0, $1, at: .zero).state
                }
                let end = violation.path.suffix(tried).reduce(begin) { flip.book.reduce($0, $1, at: .zero).state }
                #expect(
                    flip.book.picture(of: begin) != flip.book.picture(of: end), "\(flip.name): \(violation.scenario)")
                #expect(violation.path.suffix(tried).allSatisfy { Invariant.comesAndGoes($0) })
                told += 1
            }
        }
        #expect(told > 0)
    }
}

extension Invariant {
    /// Whether an event is one of those that are tried.
    fileprivate static func comesAndGoes(_ event: Event) -> Bool {
        switch event {
        case .alarm, .call, .ringSwitchMoved, .screenLocked, .screenUnlocked: true
        default: false
        }
    }
}
