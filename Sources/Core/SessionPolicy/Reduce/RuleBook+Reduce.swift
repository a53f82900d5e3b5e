extension RuleBook {
    /// Applies an event. The only way to change the policy's state.
    ///
    /// Total: every event is legal in every state. A refusal names its rule and changes nothing, except by R-ACT-9 in
    /// the books of iOS 8 to iOS 18.
    ///
    /// - Parameters:
    ///   - state: The state before.
    ///   - event: What happened.
    ///   - now: The time, not before earlier ones. Report every due `nextDeadline` first.
    /// - Returns: The new state and the effects of the step.
    public func reduce(_ state: PolicyState, _ event: Event, at now: Instant) -> Step {
        var route = Route.to(.builtInSpeaker)
        return reduce(state, seenAs: nil, event, at: now, route: &route)
    }

    /// Variant of `reduce` for a caller that knows the picture before, or needs the route after.
    /// - Parameters:
    ///   - picture: The picture of that state, if known.
    ///   - route: Receives the media route after the step.
    ///   - explains: Whether to record decisions.
    package func reduce(
        _ state: PolicyState, seenAs picture: Picture?, _ event: Event, at now: Instant, route: inout Route,
        explains: Bool = true
    ) -> Step {
        var reduction = Reduction(book: self, from: state, at: now, explains: explains)
        reduction.apply(event)
        return reduction.finish(from: state, seenAs: picture, route: &route)
    }
}
