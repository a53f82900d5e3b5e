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
        var route = Route.to(.builtInSpeaker)
        return reduction.finish(from: state, seenAs: nil, route: &route)
    }

    /// The same for whoever takes many steps from one state: its picture is not painted again.
    ///
    /// - Parameters:
    ///   - state: The state before.
    ///   - picture: The picture of that state.
    ///   - event: What happened.
    ///   - now: When.
    ///   - route: Takes the media route after the step.
    package func reduce(
        _ state: PolicyState, seenAs picture: Picture, _ event: Event, at now: Instant, route: inout Route
    ) -> Step {
        var reduction = Reduction(book: self, state: state, now: now)
        reduction.take(event)
        return reduction.finish(from: state, seenAs: picture, route: &route)
    }

    /// The state to which a step leads, for whoever does not ask what the step has to say.
    ///
    /// - Parameters:
    ///   - state: The state before.
    ///   - event: What happened.
    ///   - now: When.
    /// - Returns: The same state as that of `reduce`.
    package func settle(_ state: PolicyState, _ event: Event, at now: Instant) -> PolicyState {
        var reduction = Reduction(book: self, state: state, now: now, isMute: true)
        reduction.take(event)
        return reduction.settle(from: state)
    }
}
