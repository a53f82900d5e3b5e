import Randomness
import SessionPolicy
import Testing

@testable import SessionExploration

/// The walk that explorations take, held to the plainest one that there is: whole states in a set, every step taken whole, and
/// every invariant asked.
struct PlainWalkTests {
    /// The first way to a violation of each invariant.
    private struct Findings: Equatable {
        var paths: [String: [Event]] = [:]
        var states = 0
        var steps = 0

        mutating func note(_ objecting: [Invariant], after path: [Event]) {
            for invariant in objecting where paths[invariant.id] == nil { paths[invariant.id] = path }
        }
    }

    /// The objections to a step, and to the state after it if that is new.
    private func objections(to transition: Transition, isNew: Bool) -> [Invariant] {
        Invariant.all.filter { invariant in
            invariant.objection(to: transition) != nil || isNew && invariant.objection(to: transition.end) != nil
        }
    }

    private func plainWalk(_ alphabet: Alphabet, _ book: RuleBook, depth: Int) -> Findings {
        var findings = Findings()
        var start = book.initialState()
        for (place, event) in alphabet.preamble.enumerated() {
            let transition = Transition(from: start, event, at: .zero, book: book)
            let way = Array(alphabet.preamble[...place])
            findings.note(objections(to: transition, isNew: true), after: way)
            start = transition.state
        }
        var seen: Set<PolicyState> = [start]
        var frontier = [(state: start, path: alphabet.preamble)]
        for _ in 0..<depth {
            var next: [(state: PolicyState, path: [Event])] = []
            for (state, path) in frontier {
                let start = PicturedState(state, by: book)
                findings.note(Invariant.all.filter { $0.trialObjection(from: start) != nil }, after: path)
                for event in alphabet.events {
                    guard let now = event == .deadlineReached ? state.nextDeadline : .zero else { continue }
                    let transition = Transition(from: state, event, at: now, book: book)
                    findings.steps += 1
                    let isNew = seen.insert(transition.state).inserted
                    findings.note(objections(to: transition, isNew: isNew), after: path + [event])
                    guard isNew else { continue }
                    next.append((transition.state, path + [event]))
                }
            }
            frontier = next
        }
        findings.states = seen.count
        return findings
    }

    @Test("Whatever the plain walk objects to, the other one finds as well, by the same way", arguments: RuleBook.whole)
    func agree(book: RuleBook) {
        let flips = Flip.everything(in: book).map { ($0.name, $0.book) }
        let few =
            flips.indices.filter { $0 % 60 == 3 }.map { flips[$0] } + [("none", book)]
            + flips.filter { $0.0.contains("hasResumeFlag") || $0.0 == "levels: sound: row" }
        let parts: [Alphabet.Part] = [.activation, .sounds, .recording, .call, .ringSwitch, .lock, .systemSounds]
        var objected = 0
        for (name, flawed) in few {
            let alphabet = Alphabet(apps: 2, parts: parts, book: flawed)
            let plain = plainWalk(alphabet, flawed, depth: 2)
            let result = Exploration(of: alphabet, book: flawed, limits: .init(depth: 2, violations: .max)).run()
            #expect(result.states == plain.states, "\(name)")
            #expect(result.transitions == plain.steps, "\(name)")
            let paths = result.violations.map { ($0.invariant, $0.path) }
            #expect(Dictionary(paths) { one, _ in one } == plain.paths, "\(name)")
            objected += plain.paths.count
        }
        #expect(objected > 0)
        #expect(few.count > 8)
    }
}
