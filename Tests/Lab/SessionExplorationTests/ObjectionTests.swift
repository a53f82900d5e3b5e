import Foundation
import Testing

@testable import SessionExploration
@testable import SessionPolicy

/// Every invariant can object: a mistake of the policy's code is forged here, into the result of one step.
struct ObjectionTests {
    private static let ipod = AppID(Name(0))
    private static let nav = AppID(Name(1))
    private static let sound = SoundID(Name(3))
    private static let both: [Event] = [
        .app(ipod, .launched(.system, backgroundAudio: true, resumes: true)),
        .app(nav, .launched(.app, backgroundAudio: true, resumes: true)),
    ]
    private static let song = Event.app(ipod, .play(sound, lasts: nil, gain: nil))
    private static let idle = Event.settingChanged(.keyboardClicks, to: false)

    /// A step that is as it should be, and what a mistake would have made of it.
    struct Forgery: Sendable, CustomTestStringConvertible {
        let invariant: String
        /// The events before the step.
        let before: [Event]
        let event: Event
        /// The rules by which the mistake is made.
        let book: RuleBook
        let change: @Sendable (inout Step, PolicyState) -> Void
        var testDescription: String { invariant }

        init(
            _ invariant: String, after before: [Event] = [], _ event: Event, under book: RuleBook = .modern,
            _ change: @escaping @Sendable (inout Step, PolicyState) -> Void
        ) {
            (self.invariant, self.before, self.event) = (invariant, before, event)
            (self.book, self.change) = (book, change)
        }

        /// The step under a book, before anything is forged.
        func transition(under book: RuleBook) -> Transition {
            let start = (ObjectionTests.both + before).reduce(book.initialState()) {
                book.reduce($0, $1, at: .zero).state
            }
            return Transition(from: start, event, at: .zero, book: book)
        }
    }

    /// A book in which the sounds of apps have no level.
    private static let withoutSounds: RuleBook = {
        var book = RuleBook.modern
        book.levels.removeAll { $0.kind == .sound }
        return book
    }()

    /// A book in which a volume of 0 silences nothing.
    private static let loud: RuleBook = {
        var book = RuleBook.modern
        book.silencing.removeAll { $0.condition == .volumeIsZero }
        return book
    }()

    private static func set(_ category: Category, _ mode: Mode = .default) -> Event {
        .app(nav, .setCategory(category, mode, []))
    }

    static let forgeries: [Forgery] = ofSteps + ofTrials

    private static let ofSteps: [Forgery] = [
        Forgery("activation-order", song) { step, _ in step.state.activationOrder = [] },
        Forgery("causes-alive", after: [song], .alarm(.fires)) { step, _ in step.state.alarms = [] },
        Forgery("somebody-can-end-it", after: [song], .app(nav, .setActive(true, notifyOthers: false))) { step, _ in
            step.state.apps[1].session.phase = .interrupted
            step.state.apps[1].causes = [.app(step.state.apps[0].id)]
        },
        Forgery("sound-by-phase", after: [song], idle) { step, _ in step.state.apps[0].session.phase = .inactive },
        Forgery("nothing-left-behind", idle) { step, _ in step.state.foreground = AppID(Name(9)) },
        Forgery(
            "suspended-is-inactive", after: [set(.ambient), .app(nav, .setActive(true, notifyOthers: false))], idle
        ) {
            step, _ in
            step.state.apps[1].isSuspended = true
        },
        Forgery("refused-unchanged", .app(nav, .record(true))) { step, _ in step.state.ringerVolume = 0.25 },
        Forgery("because", .ringSwitchMoved(to: .ring)) { step, _ in step.decisions = [] },
        Forgery("began-ended", after: [song], .alarm(.fires)) { step, _ in
            step.notices.append(Notice(app: ipod, message: .interruptionBegan()))
        },
        Forgery("started-stands", after: [song], idle, under: withoutSounds) { _, _ in },
        Forgery("heard-is-audible", after: [.volumeSliderMoved(to: 0)], song, under: loud) { _, _ in },
        Forgery("resume-flag", after: [song, .alarm(.fires)], .alarm(.dismissed)) { step, _ in
            step.notices = [Notice(app: ipod, message: .interruptionEnded(shouldResume: nil))]
        },
    ]

    /// An app that any step at all suspends, whatever else it does: it does not come back.
    private static let ofTrials: [Forgery] = ["ring-restores", "alarm-restores", "nested-restores", "switch-restores"]
        .map { name in
            Forgery(name, after: [set(.ambient), .app(nav, .setActive(true, notifyOthers: false))], idle) { step, _ in
                step.state.foreground = nil
            }
        }

    @Test(
        "An invariant says nothing of a step as it is, and objects to what a mistake makes of it", arguments: forgeries)
    func objects(forgery: Forgery) throws {
        let invariant = try #require(Invariant.all.first { $0.id == forgery.invariant })
        #expect(!invariant.objects(to: forgery.transition(under: .modern)))
        var transition = forgery.transition(under: forgery.book)
        let before = transition.before
        transition.forge { forgery.change(&$0, before) }
        #expect(invariant.objects(to: transition))
    }

    @Test("Every invariant objects to a forged step")
    func all() {
        #expect(Set(Invariant.all.map(\.id)) == Set(Self.forgeries.map(\.invariant)))
    }
}

extension Invariant {
    fileprivate func objects(to transition: Transition) -> Bool {
        objection(to: transition) != nil || objection(to: transition.end) != nil
            || trialObjection(from: transition.end) != nil
    }
}
