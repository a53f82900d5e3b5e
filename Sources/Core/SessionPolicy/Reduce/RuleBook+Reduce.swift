extension RuleBook {
    /// The only way the policy moves.
    ///
    /// Total: every event is legal in every state. What the world does not allow is refused, with its rule, and changes
    /// nothing; the one exception is R-ACT-9 in the books from iOS 8 to iOS 18, which deactivates and refuses.
    ///
    /// - Parameters:
    ///   - state: The state before.
    ///   - event: What happened.
    ///   - now: When; never before the moments given so far. The caller first reports every `nextDeadline` that is due.
    /// - Returns: The state after, and all that the step has to say.
    public func reduce(_ state: PolicyState, _ event: Event, at now: Instant) -> Step {
        var route = Route.to(.builtInSpeaker)
        return reduce(state, seenAs: nil, event, at: now, route: &route)
    }

    /// Variant of `reduce` for a caller that knows the picture of the state, and wants one of the state after the step.
    ///
    /// - Parameters:
    ///   - state: The state before.
    ///   - picture: The picture of that state; nil where it is to be painted, if it is needed.
    ///   - event: What happened.
    ///   - now: When.
    ///   - route: Takes the media route after the step.
    ///   - explains: Whether the caller wants the decisions; else there are none.
    /// - Returns: The state after, and all that the step has to say.
    package func reduce(
        _ state: PolicyState, seenAs picture: Picture?, _ event: Event, at now: Instant, route: inout Route,
        explains: Bool = true
    ) -> Step {
        var reduction = Reduction(book: self, from: state, at: now, explains: explains)
        reduction.apply(event)
        return reduction.finish(from: state, seenAs: picture, route: &route)
    }
}
