import SessionPolicy
import Testing

@testable import SessionExploration

struct FingerprintTests {
    @Test("As many fingerprints as states", arguments: RuleBook.whole)
    func losesNothing(book: RuleBook) {
        let alphabet = Alphabet.everything(apps: 2, book: book)
        let start = alphabet.preamble.reduce(book.initialState()) { book.reduce($0, $1, at: .zero).state }
        var states: Set<PolicyState> = [start]
        var waiting = [start]
        while let state = waiting.first, states.count < 1_500 {
            waiting.removeFirst()
            for event in alphabet.events {
                let next = book.reduce(state, event, at: state.nextDeadline ?? .zero).state
                if states.insert(next).inserted { waiting.append(next) }
            }
        }
        #expect(Set(states.map(Fingerprint.init)).count == states.count)
    }

    @Test("A fingerprint is the same in every run")
    func isStable() {
        let fingerprint = Fingerprint(RuleBook.iPhoneOS3.initialState())
        #expect((fingerprint.high, fingerprint.low) == (12_122_339_366_082_713_512, 10_210_646_448_749_185_535))
    }
}
