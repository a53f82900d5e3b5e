import SessionPolicy
import Testing

@testable import SessionOracle

struct FingerprintTests {
    @Test("As many fingerprints as canonical forms, and as many of these as states", arguments: RuleBook.all)
    func losesNothing(book: RuleBook) {
        let alphabet = Alphabet.everything(apps: 2, book: book)
        let start = alphabet.preamble.reduce(book.initialState()) { book.reduce($0, $1, at: .zero).state }
        var states: Set<PolicyState> = [start]
        var frontier = [start]
        while states.count < 4_000 {
            frontier = frontier.flatMap { state in
                alphabet.events.map { book.reduce(state, $0, at: state.nextDeadline ?? .zero).state }
            }.filter { states.insert($0).inserted }
        }
        let words = Set(states.map(Words.init))
        #expect(Set(states.map(Fingerprint.init)).count == words.count)
        // Two states that differ only in the order in which two apps ended have one canonical form.
        let withTwoEnded = states.count { $0.endedApps.count == 2 }
        #expect((states.count - withTwoEnded...states.count).contains(words.count))
    }

    @Test("A fingerprint is the same in every run")
    func isStable() {
        let fingerprint = Fingerprint(RuleBook.iPhoneOS3.initialState())
        #expect(fingerprint.high == 0 && fingerprint.low == 0)
    }

    @Test("A set of fingerprints grows and forgets none")
    func visited() {
        var set = VisitedSet()
        var all: [Fingerprint] = []
        for number in 0..<10_000 {
            let app = AppID(Name(UInt32(number)))
            let step = RuleBook.modern.reduce(
                RuleBook.modern.initialState(), .app(app, .launched(.app, backgroundAudio: false, resumes: true)),
                at: .zero)
            all.append(Fingerprint(step.state))
        }
        #expect(all.allSatisfy { set.insert($0) })
        #expect(all.allSatisfy { !set.insert($0) })
        #expect(set.count == 10_000)
        #expect(set.bytes <= 10_000 * 16 * 4)
    }
}
