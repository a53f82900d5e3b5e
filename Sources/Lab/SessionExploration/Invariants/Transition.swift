import SessionPolicy

struct PicturedState: Sendable {
    let state: PolicyState
    let picture: Picture
    let book: RuleBook

    init(_ state: PolicyState, by book: RuleBook) {
        self.init(state: state, picture: book.picture(of: state), book: book)
    }

    init(state: PolicyState, picture: Picture, book: RuleBook) {
        (self.state, self.picture, self.book) = (state, picture, book)
    }
}

/// A step as invariants see it: the state before, the event, and the outcome.
struct Transition: Sendable {
    let book: RuleBook
    let before: PolicyState
    private(set) var event = Event.timePassed
    private(set) var step: Step
    let pictureBefore: Picture
    private(set) var route: Route
    /// The fingerprints of the states before and after, which tell whether the state changed and is known.
    private let fingerprintBefore: Fingerprint
    private(set) var fingerprint: Fingerprint

    init(from state: PolicyState, _ event: Event, at now: Instant, book: RuleBook) {
        self.init(from: PicturedState(state, by: book))
        advance(by: event, at: now)
    }

    /// A step that has not been taken yet: time passes, and nothing changes.
    init(from start: PicturedState) {
        book = start.book
        before = start.state
        step = Step(idleIn: start.state)
        pictureBefore = start.picture
        route = start.picture.route
        fingerprintBefore = Fingerprint(start.state)
        fingerprint = fingerprintBefore
    }

    /// Replaces this step by another one from the same state.
    mutating func advance(by event: Event, at now: Instant) {
        self.event = event
        step = book.reduce(before, seenAs: pictureBefore, event, at: now, route: &route)
        fingerprint = step.state == before ? fingerprintBefore : Fingerprint(step.state)
    }

    /// Replaces the outcome with that of a faulty policy.
    mutating func forge(_ change: (inout Step) -> Void) {
        change(&step)
        route = book.route(in: step.state)
        fingerprint = Fingerprint(step.state)
    }

    var isChange: Bool { fingerprint != fingerprintBefore }

    var state: PolicyState { _read { yield step.state } }

    /// The picture after the step, computed on demand, because most checks do not need it.
    var picture: Picture { isChange ? book.picture(of: step.state, on: route) : pictureBefore }

    var end: PicturedState { PicturedState(state: state, picture: picture, book: book) }
}

extension RuleBook {
    func state(after event: Event, in state: PolicyState, at now: Instant) -> PolicyState {
        var route = Route(outputs: [], level: OutputKey(port: .builtInSpeaker, uid: nil))
        return reduce(state, seenAs: nil, event, at: now, route: &route, explains: false).state
    }
}
