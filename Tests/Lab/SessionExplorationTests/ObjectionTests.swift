import Foundation
import Testing

@testable import SessionExploration
@testable import SessionPolicy

/// Every invariant can object. Most of them object to some wrong row of a book. An invariant that no row can break is
/// broken by a mistake in the policy's code: such a mistake is forged here, into the result of one step.
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
        func passage(under book: RuleBook) -> Passage {
            let start = (ObjectionTests.both + before).reduce(book.initialState()) {
                book.reduce($0, $1, at: .zero).state
            }
            return Passage(from: start, event, at: .zero, book: book)
        }
    }

    /// A book in which no mode lets a session use a hands-free microphone.
    private static let deaf: RuleBook = {
        var book = RuleBook.modern
        book.modes.removeAll { $0.mode == .voiceChat }
        return book
    }()

    private static func set(_ category: Category, _ mode: Mode = .default) -> Event {
        .app(nav, .setCategory(category, mode, []))
    }

    static let forgeries: [Forgery] = ofSessions + ofNotices + ofDevice + ofTrials

    private static let ofSessions: [Forgery] = [
        Forgery("activation-order", song) { step, _ in step.state.activationOrder = [] },
        Forgery("causes-alive", after: [song], .alarm(.fires)) { step, _ in step.state.alarms = [] },
        Forgery("somebody-can-end-it", after: [song], .app(nav, .setActive(true, notifyOthers: false))) { step, _ in
            step.state.apps[1].session.phase = .interrupted(mayResume: true)
            step.state.apps[1].causes = [.app(step.state.apps[0].id)]
        },
        Forgery("sound-by-phase", after: [song], idle) { step, _ in step.state.apps[0].session.phase = .inactive },
        Forgery("recording-needs-input", after: [set(.playAndRecord), .app(nav, .record(true))], idle) { step, _ in
            step.state.apps[1].session.category = .playback
        },
        Forgery("nothing-left-behind", idle) { step, _ in step.state.foreground = AppID(Name(9)) },
        Forgery("end-is-end", .app(nav, .quit)) { step, before in step.state = before },
        Forgery(
            "suspended-is-inactive", after: [set(.ambient), .app(nav, .setActive(true, notifyOthers: false))], idle
        ) {
            step, _ in
            step.state.apps[1].isSuspended = true
        },
        Forgery("suspended-has-reason", after: [.app(nav, .enteredBackground)], idle) { step, _ in
            step.state.apps[1].isSuspended = false
        },
        Forgery("suspended-sleeps", after: [.app(nav, .enteredBackground)], idle) { step, _ in
            step.notices = [Notice(app: nav, message: .interruptionBegan())]
        },
        Forgery(
            "resumes-as-by-hand",
            after: [set(.playback), .app(nav, .play(sound, lasts: nil, gain: nil)), .alarm(.fires)], .alarm(.dismissed)
        ) { step, _ in
            step.state.foreground = nil
            step.state.apps[1].recording = .running
        },
    ]

    private static let ofNotices: [Forgery] = [
        Forgery("refused-unchanged", .app(nav, .record(true))) { step, _ in step.state.ringerVolume = 0.25 },
        Forgery("because", .ringSwitchMoved(to: .ring)) { step, _ in step.decisions = [] },
        Forgery("began-ended", after: [song], .alarm(.fires)) { step, _ in
            step.notices.append(Notice(app: ipod, message: .interruptionBegan()))
        },
        Forgery("route-told", .routeConfigurationChanged) { step, _ in step.notices = [] },
        Forgery("interrupted-is-told", after: [song], .alarm(.fires)) { step, _ in step.notices = [] },
        Forgery("order-told", idle) { step, _ in
            step.notices = [
                Notice(app: nav, message: .inputMuteStateChange(true)), Notice(app: nav, message: .terminated),
            ]
        },
        Forgery("resume-needs-leave", after: [song, .alarm(.fires)], .alarm(.dismissed)) { step, _ in
            step.notices = []
        },
        Forgery("paused-stays", after: [song, .app(ipod, .pause(nil))], idle) { step, _ in
            step.state.apps[0].sounds[0].progress = .running(ends: nil)
        },
        Forgery("life-told", song) { step, _ in step.notices.removeAll { $0.message == .becameActive } },
        Forgery("refused-waits", after: [.call(.incoming)], .app(ipod, .setActive(true, notifyOthers: false))) {
            step, _ in
            step.state.apps[0].waitsForDevice = false
        },
        Forgery("mute-told", .app(ipod, .setOutputMuted(true))) { step, _ in step.notices = [] },
        Forgery("inputs-told", after: [set(.playAndRecord)], .accessoryConnected(Accessory(kind: .headset))) {
            step, _ in
            step.notices.removeAll { $0.message == .availableInputsChange }
        },
    ]

    private static let ofDevice: [Forgery] = [
        Forgery("plug-goes-on", after: [song], .accessoryConnected(Accessory(kind: .headphones))) { step, _ in
            step.state.apps[0].sounds[0].progress = .paused(remaining: nil, by: .int15)
        },
        Forgery(
            "unplug-no-resume",
            after: [.accessoryConnected(Accessory(kind: .headphones)), song, .app(ipod, .pause(nil))],
            .accessoryDisconnected(.headphones, uid: nil)
        ) { step, _ in step.state.apps[0].sounds[0].progress = .running(ends: nil) },
        Forgery("switch-tells-nothing", .screenLocked) { step, _ in
            step.notices = [Notice(app: ipod, message: .mediaServicesWereLost)]
        },
        Forgery("levels-are-the-persons", idle) { step, _ in step.state.ringerVolume = 0.25 },
        Forgery("level-range", idle) { step, _ in step.state.ringerVolume = 0 },
        Forgery("ear-told", .proximityChanged(to: .near)) { step, _ in step.notices = [] },
        Forgery(
            "siri-in-headphones", after: [song, .accessoryConnected(Accessory(kind: .headphones))],
            .siri(.began, by: .airPods)
        ) { step, _ in step.notices.append(Notice(app: ipod, message: .interruptionBegan())) },
        Forgery(
            "override",
            after: [
                set(.playAndRecord), .app(nav, .setActive(true, notifyOthers: false)),
                .app(nav, .overrideOutput(toSpeaker: true)),
            ], idle
        ) { step, _ in step.state.apps[1].session.category = .playback },
        Forgery(
            "hands-free",
            after: [set(.playAndRecord, .voiceChat), .app(nav, .setActive(true, notifyOthers: false))],
            .accessoryConnected(Accessory(kind: .bluetoothHFP)), under: deaf
        ) { _, _ in },
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
        let sound = invariant.objection(to: forgery.passage(under: .modern))
        #expect(sound == nil)
        var passage = forgery.passage(under: forgery.book)
        let before = passage.before
        passage.forge { forgery.change(&$0, before) }
        let isAsked = passage.concerns(invariant.scope)
        #expect(isAsked)
        let objection = invariant.objection(to: passage)
        #expect(objection != nil)
    }

    @Test("Every invariant objects to a forged step, or to a wrong row")
    func all() throws {
        let document = URL(filePath: #filePath).deletingLastPathComponent().appending(
            path: "../WrongRows.txt")
        let rows = try String(contentsOf: document, encoding: .utf8).split(separator: "\n").compactMap(WrongRow.init)
        let objecting = Set(rows.map(\.invariant) + Self.forgeries.map(\.invariant))
        #expect(Invariant.all.map(\.id).filter { !objecting.contains($0) } == [])
    }
}
