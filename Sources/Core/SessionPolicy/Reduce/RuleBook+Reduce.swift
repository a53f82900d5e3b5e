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
        var step = Step(idleIn: state)
        // What most steps have to say, so that saying it does not grow the list three times.
        if explains { step.decisions.reserveCapacity(6) }
        var reduction = Reduction(book: self, borrowing: &step, now: now, ear: explains ? .open : .toNews)
        reduction.take(event)
        reduction.finish(from: state, seenAs: picture, route: &route)
        reduction.giveBack(to: &step)
        return step
    }

    /// Variant of `reduce` for exploration, which takes many steps from one state and asks no reasons. The picture of
    /// the state is not computed again. Records only the first decision, and none that needs the picture after the
    /// step.
    ///
    /// - Parameters:
    ///   - step: Idle in the state before; takes what comes of the step.
    ///   - state: The state before.
    ///   - picture: The picture of that state.
    ///   - event: What happened.
    ///   - now: When.
    ///   - route: Takes the media route after the step.
    package func take(
        _ step: inout Step, from state: PolicyState, seenAs picture: Picture, _ event: Event, at now: Instant,
        route: inout Route
    ) {
        var reduction = Reduction(book: self, borrowing: &step, now: now, ear: .halfOpen)
        reduction.take(event)
        reduction.finish(from: state, seenAs: picture, route: &route)
        reduction.giveBack(to: &step)
    }

    /// Returns the state to which a step leads, for a caller that wants the state only.
    ///
    /// - Parameters:
    ///   - state: The state before.
    ///   - event: What happened.
    ///   - now: When.
    /// - Returns: The same state as that of `reduce`.
    package func settle(_ state: PolicyState, _ event: Event, at now: Instant) -> PolicyState {
        var step = Step(idleIn: state)
        var reduction = Reduction(book: self, borrowing: &step, now: now, ear: .shut)
        reduction.take(event)
        reduction.settle(from: state)
        reduction.giveBack(to: &step)
        return step.state
    }
}
