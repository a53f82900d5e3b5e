import SessionPolicy
import SessionScenario
import SessionWorld
import Testing

@testable import SessionOracle

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
}
