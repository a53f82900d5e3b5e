/// One step in the making: the state as it becomes, and what has been said so far.
struct Reduction {
    let book: RuleBook
    let now: Instant
    var state: PolicyState
    init(book: RuleBook, state: PolicyState, now: Instant) { self.book = book; self.state = state; self.now = now }
    mutating func take(_ event: Event) {}
    func finish(from before: PolicyState) -> Step { Step(state: state) }
}
