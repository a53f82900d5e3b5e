extension RuleBook {
    /// The only way the policy moves.
    ///
    /// Total: every event is legal in every state. What the world does not allow is refused, with its rule, and changes
    /// nothing; the one exception is R-ACT-9 in the modern book, which deactivates and refuses.
    ///
    /// - Parameters:
    ///   - state: The state before.
    ///   - event: What happened.
    ///   - now: When; never before the moments given so far. The caller first reports every `nextDeadline` that is due.
    /// - Returns: The state after, and all that the step has to say.
    public func reduce(_ state: PolicyState, _ event: Event, at now: Instant) -> Step {
        var reduction = Reduction(book: self, state: state, now: now)
        reduction.take(event)
        return reduction.finish(from: state)
    }
}
