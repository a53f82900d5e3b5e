import Randomness
import SessionExploration
import Testing

@testable import SessionPolicy

/// Properties of the lives of apps in random stories: launch, suspension, and what they are told of both.
struct LifeStoryTests {
    private static let walks = 40
    private static let walkLength = 200

    /// Calls a closure with each step of random stories, as a state, what happens in it, and when.
    private static func stories(
        of book: RuleBook, _ visit: (_ walk: Int, PolicyState, Event, Instant) throws -> Void
    ) rethrows {
        for walk in 0..<walks {
            var generator = WalkGenerator(random: SplitMix(seed: UInt64(walk) &* 7919 &+ 5))
            var state = book.initialState()
            var time = Instant.zero
            for _ in 0..<walkLength {
                let step = generator.step(after: state, at: time)
                time = step.at
                while let due = state.nextDeadline, due <= time {
                    try visit(walk, state, .deadlineReached, due)
                    state = book.reduce(state, .deadlineReached, at: due).state
                }
                try visit(walk, state, step.event, time)
                state = book.reduce(state, step.event, at: time).state
            }
        }
    }

    @Test("From iOS 27 on each app is told by turns that its session became active and inactive")
    func alternation() {
        var active: Set<AppID> = []
        var told = 0
        var story = -1
        Self.stories(of: .modern) { walk, state, event, time in
            if walk != story { (story, active) = (walk, []) }
            let step = RuleBook.modern.reduce(state, event, at: time)
            for notice in step.notices {
                switch notice.message {
                case .becameActive: #expect(active.insert(notice.app).inserted, "walk \(walk), \(event)")
                case .becameInactive: #expect(active.remove(notice.app) != nil, "walk \(walk), \(event)")
                default: continue
                }
                told += 1
            }
            active.formIntersection(step.state.apps.map(\.id))
            for app in step.state.apps where !app.isSuspended {
                #expect(active.contains(app.id) == (app.session.phase == .active), "walk \(walk), \(event)")
            }
        }
        #expect(told > 300)
    }

    @Test("A first step that is not refused comes to the same as a launch and the step", arguments: RuleBook.all)
    func firstStep(book: RuleBook) {
        let stranger = AppID(Name(9_000))
        let sound = SoundID(Name(9_001))
        let first: [AppEvent] =
            Question.allCases.map { .ask($0) } + [
                .setActive(true, notifyOthers: false), .play(sound, lasts: nil, gain: nil), .pause(nil), .record(true),
                .setCategory(.ambient, .default, []), .setCategory(.playAndRecord, .default, .defaultToSpeaker),
                .overrideOutput(toSpeaker: true), .systemSound(sound, lasts: .milliseconds(500), isInterface: true),
                .enteredBackground, .quit,
            ]
        var taken = 0
        Self.stories(of: book) { walk, state, event, time in
            let event = first[(taken + walk) % first.count]
            taken += 1
            let alone = book.reduce(state, .app(stranger, event), at: time)
            if alone.refusal != nil { return }
            let launched = book.reduce(state, .app(stranger, .launched(Launch())), at: time)
            let then = book.reduce(launched.state, .app(stranger, event), at: time)
            #expect(alone.answer == then.answer, "walk \(walk), \(event)")
            #expect(alone.state == then.state, "walk \(walk), \(event)")
        }
        #expect(taken > 5_000)
    }
}
