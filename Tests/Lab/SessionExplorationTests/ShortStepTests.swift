import Randomness
import Testing

@testable import SessionPolicy

/// Explorations leave out of a step what they do not look at, and work out once what many steps begin with.
struct ShortStepTests {
    @Test(
        "A reduction that leaves out words, or is given the picture before, comes to an equal step",
        arguments: RuleBook.all)
    func agrees(book: RuleBook) {
        for walk in 0..<10 {
            var generator = WalkGenerator(random: SplitMix(seed: UInt64(walk) &* 7919 &+ 1))
            var state = book.initialState()
            var time = Instant.zero
            for _ in 0..<200 {
                let step = generator.step(after: state, at: time)
                time = step.at
                while let due = state.nextDeadline, due <= time { take(.deadlineReached, at: due, book, &state) }
                take(step.event, at: time, book, &state)
            }
        }
    }

    private func take(_ event: Event, at now: Instant, _ book: RuleBook, _ state: inout PolicyState) {
        let whole = book.reduce(state, event, at: now)
        var route = Route.to(.builtInSpeaker)
        let unexplained = book.reduce(
            state, seenAs: book.picture(of: state), event, at: now, route: &route, explains: false)
        #expect(unexplained.decisions.isEmpty && unexplained.state == whole.state)
        #expect(unexplained.refusal == whole.refusal && unexplained.answer == whole.answer)
        #expect(unexplained.notices == whole.notices && unexplained.started == whole.started)
        #expect(unexplained.vibrates == whole.vibrates)
        #expect(route == book.route(in: whole.state))
        #expect(book.picture(of: whole.state, on: route) == book.picture(of: whole.state))
        state = whole.state
    }
}
