import Randomness
import Testing

@testable import SessionExploration
@testable import SessionPolicy

/// Statements of an abstract walk hold in the full world: every walk of that, abstracted, stays among the states that
/// the abstract one found.
struct AbstractionTests {
    private static let ipod = AppID(Name(0))
    private static let nav = AppID(Name(1))
    private static let song = SoundID(Name(3))

    /// The fingerprints of all states of an abstract walk, which must close.
    private func states(of exploration: Exploration) -> Set<Fingerprint> {
        var walk = SessionExploration.Walk(exploration)
        walk.run(report: { _ in true })
        #expect(walk.result.closed)
        #expect(walk.result.violations.isEmpty)
        return Set(walk.numbers.keys)
    }

    /// Walks in the full world and looks for each state, abstracted, among those of the abstract walk.
    ///
    /// - Parameter next: Rolls the next event and how much later it is.
    private func expectWithin(
        _ exploration: Exploration, steps: Int, seed: UInt64, next: (inout SplitMix) -> (Event, Int64)
    ) {
        let (book, abstraction) = (exploration.book, exploration.abstraction)
        let known = states(of: exploration)
        var dice = SplitMix(seed: seed)
        var now = Instant.zero
        var state = exploration.alphabet.preamble.reduce(book.initialState()) { book.reduce($0, $1, at: .zero).state }
        var outside: [Event] = []
        for _ in 0..<steps {
            let (event, wait) = next(&dice)
            let moment = now.advanced(by: Length(nanoseconds: wait))
            // Things that are due before are due first, as in the world.
            while let deadline = state.nextDeadline, deadline <= moment {
                state = book.reduce(state, .deadlineReached, at: deadline).state
                if !known.contains(Fingerprint(abstraction(state, book))) { outside.append(.deadlineReached) }
            }
            now = moment
            state = book.reduce(state, event, at: now).state
            if !known.contains(Fingerprint(abstraction(state, book))) { outside.append(event) }
        }
        #expect(outside == [])
    }

    @Test("Levels as classes", arguments: RuleBook.whole)
    func levels(book: RuleBook) {
        let whole = Alphabet(apps: 1, parts: [.volume, .sounds, .call], book: book)
        let press = VolumeDirection.allCases.map { Event.volumeButtonPressed($0, times: 1) }
        let alphabet = Alphabet(
            names: whole.names, preamble: whole.preamble,
            events: whole.events + press + [.volumeSliderMoved(to: 1.0 / 16), .volumeSliderMoved(to: 1)])
        let exploration = Exploration(of: alphabet, book: book, abstraction: .levels)
        expectWithin(exploration, steps: 10_000, seed: 1) { dice in
            switch dice.roll(4) {
            case 0: (.volumeButtonPressed(dice.roll(2) == 0 ? .up : .down, times: 1 + dice.roll(16)), 0)
            case 1: (.volumeSliderMoved(to: Double(dice.roll(33)) / 32), 0)
            default: (whole.events[dice.roll(whole.events.count)], 0)
            }
        }
    }

    @Test("Time as the order of what is due")
    func deadlines() {
        let book = RuleBook.modern
        let parts: [Alphabet.Part] = [.activation, .call]
        let whole = Alphabet(apps: 2, parts: parts, book: book)
        let places = (1...5).map { Length(nanoseconds: $0) }
        let apps = [Self.ipod, Self.nav]
        let ambient = Event.app(Self.nav, .setCategory(.ambient, .default, []))
        let letters: [Event] =
            apps.flatMap { app in
                [.app(app, .play(Self.song, lasts: places[0], gain: nil)), .app(app, .pause(nil))]
                    + places.map { Event.app(app, .soundMoved(Self.song, remaining: $0)) }
            } + places.map { .alertArrived(.message, app: nil, lasts: $0) } + [.deadlineReached]
        let alphabet = Alphabet(
            names: whole.names, preamble: whole.preamble + [ambient], events: whole.events + letters)
        let exploration = Exploration(of: alphabet, book: book, abstraction: .deadlines)
        expectWithin(exploration, steps: 10_000, seed: 2) { dice in
            let app = apps[dice.roll(2)]
            let length = Length(nanoseconds: Int64(1 + dice.roll(1000)))
            let event: Event =
                switch dice.roll(6) {
                case 0, 1: .app(app, .play(Self.song, lasts: length, gain: nil))
                case 2: .app(app, .pause(nil))
                case 3: .alertArrived(.message, app: nil, lasts: length)
                default: whole.events[dice.roll(whole.events.count)]
                }
            return (event, Int64(dice.roll(300)))
        }
    }

    @Test("Twice abstracted is once abstracted", arguments: RuleBook.whole)
    func settles(book: RuleBook) {
        let all: Abstraction = [.levels, .deadlines]
        let alphabet = Alphabet.everything(apps: 2, book: book)
        var dice = SplitMix(seed: 5)
        var state = alphabet.preamble.reduce(book.initialState()) { book.reduce($0, $1, at: .zero).state }
        for _ in 0..<2_000 {
            let event = alphabet.events[dice.roll(alphabet.events.count)]
            state = book.reduce(state, event, at: event == .deadlineReached ? state.nextDeadline ?? .zero : .zero).state
            let once = all(state, book)
            #expect(all(once, book) == once)
        }
    }
}

extension SplitMix {
    fileprivate mutating func roll(_ sides: Int) -> Int { Int.random(in: 0..<sides, using: &self) }
}
