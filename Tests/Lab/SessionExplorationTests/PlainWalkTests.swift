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

        mutating func note(_ objections: [(invariant: Invariant, objection: String)], after path: [Event]) {
            for (invariant, _) in objections where paths[invariant.id] == nil { paths[invariant.id] = path }
        }
    }

    private static let ofStates: [Invariant.Scope] = [.state, .sound]
    private static let ofSteps = Invariant.Scope.allCases.filter { !ofStates.contains($0) && $0 != .trial }

    private func plainWalk(_ alphabet: Alphabet, _ book: RuleBook, depth: Int) -> Findings {
        var findings = Findings()
        var start = book.initialState()
        for (place, event) in alphabet.preamble.enumerated() {
            let passage = Passage(from: start, event, at: .zero, book: book)
            let way = Array(alphabet.preamble[...place])
            findings.note(Invariant.objections(to: passage, scopes: Self.ofSteps), after: way)
            findings.note(Invariant.objections(to: passage, scopes: Self.ofStates), after: way)
            start = passage.state
        }
        var seen: Set<PolicyState> = [start]
        var frontier = [(state: start, path: alphabet.preamble)]
        for _ in 0..<depth {
            var next: [(state: PolicyState, path: [Event])] = []
            for (state, path) in frontier {
                let idle = Passage(from: state, .timePassed, at: .zero, book: book)
                findings.note(Invariant.objections(to: idle, scopes: [.trial]), after: path)
                for event in alphabet.events {
                    guard let now = event == .deadlineReached ? state.nextDeadline : .zero else { continue }
                    let passage = Passage(from: state, event, at: now, book: book)
                    findings.steps += 1
                    findings.note(Invariant.objections(to: passage, scopes: Self.ofSteps), after: path + [event])
                    guard seen.insert(passage.state).inserted else { continue }
                    findings.note(Invariant.objections(to: passage, scopes: Self.ofStates), after: path + [event])
                    next.append((passage.state, path + [event]))
                }
            }
            frontier = next
        }
        findings.states = seen.count
        return findings
    }

    @Test("Whatever the plain walk objects to, the other one finds as well, by the same way", arguments: RuleBook.whole)
    func agree(book: RuleBook) {
        let flaws = BrokenBookTests.flaws(in: book)
        // Some from each table, and the book as it is.
        let few = flaws.indices.filter { $0 % 7 == 3 }.map { (flaws[$0].name, flaws[$0].book) } + [("none", book)]
        let parts: [Alphabet.Part] = [.activation, .sounds, .recording, .call, .ringSwitch, .lock, .systemSounds]
        var objected = 0
        for (name, flawed) in few {
            let alphabet = Alphabet(apps: 2, parts: parts, book: flawed)
            let plain = plainWalk(alphabet, flawed, depth: 2)
            let result = Exploration(
                of: alphabet, book: flawed, limits: .init(depth: 2, violations: .max), jobs: 2
            ).run()
            #expect(result.states == plain.states, "\(name)")
            #expect(result.transitions == plain.steps, "\(name)")
            let paths = result.violations.map { ($0.invariant, $0.path) }
            #expect(Dictionary(paths) { one, _ in one } == plain.paths, "\(name)")
            objected += plain.paths.count
        }
        #expect(objected > 3)
        #expect(few.count > 8)
    }

    @Test("Where an invariant's scope has it not asked, it would object to nothing", arguments: RuleBook.whole)
    func notAsked(book: RuleBook) {
        var unasked: [String: Int] = [:]
        let flaws = BrokenBookTests.flaws(in: book)
        for number in flaws.indices where number % 9 == 4 {
            let broken = flaws[number].book
            var generator = WalkGenerator(random: SplitMix(seed: UInt64(number) &* 7919 &+ 1))
            var state = broken.initialState()
            var time = Instant.zero
            for _ in 0..<120 {
                let step = generator.step(after: state, at: time)
                time = step.at
                while let due = state.nextDeadline, due <= time {
                    state = broken.reduce(state, .deadlineReached, at: due).state
                }
                let passage = Passage(from: state, step.event, at: time, book: broken)
                for invariant in Invariant.all where !passage.concerns(invariant.scope) {
                    #expect(invariant.objection(to: passage) == nil, "\(invariant.id)")
                    unasked[invariant.id, default: 0] += 1
                }
                state = passage.state
            }
        }
        let always: [Invariant.Scope] = [.step, .state, .trial]
        for invariant in Invariant.all where !always.contains(invariant.scope) {
            #expect(unasked[invariant.id, default: 0] > 100, "\(invariant.id)")
        }
    }
}
