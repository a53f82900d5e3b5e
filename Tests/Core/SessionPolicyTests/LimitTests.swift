import SessionPolicy
import Testing

/// The limits of a world; a refused event changes nothing, and the refusal says what would help.
struct LimitTests {
    private static let apps = (0..<UInt32(PolicyState.appLimit)).map { AppID(Name($0)) }
    private static let newcomer = AppID(Name(10_000))

    private static func crowded(_ book: RuleBook) -> PolicyState {
        apps.reduce(book.initialState()) { state, app in
            book.reduce(state, .app(app, .launched(.system, backgroundAudio: true, resumes: true)), at: .zero).state
        }
    }

    @Test("One app too many is refused, whatever it begins with, until another quits", arguments: RuleBook.all)
    func apps(book: RuleBook) {
        let state = Self.crowded(book)
        #expect(state.apps.count == PolicyState.appLimit)
        let beginnings: [AppEvent] = [
            .launched(.system, backgroundAudio: true, resumes: true), .setActive(true, notifyOthers: false), .vibrate,
        ]
        for event in beginnings {
            let step = book.reduce(state, .app(Self.newcomer, event), at: .zero)
            #expect(step.refusal?.rule == .step1 && step.refusal?.error == .badParam)
            #expect(step.state == state && step.notices.isEmpty && !step.vibrates)
        }
        // An app that lives already is not counted again, and an app that ends makes room for the next one.
        #expect(book.reduce(state, .app(Self.apps[0], beginnings[0]), at: .zero).refusal == nil)
        let roomier = book.reduce(state, .app(Self.apps[0], .quit), at: .zero).state
        #expect(book.reduce(roomier, .app(Self.newcomer, beginnings[0]), at: .zero).refusal == nil)
    }

    @Test("One sound too many is refused; the started ones can be played again", arguments: RuleBook.all)
    func sounds(book: RuleBook) {
        func play(_ sound: Int) -> Event {
            .app(Self.newcomer, .play(SoundID(Name(UInt32(sound))), lasts: nil, gain: nil))
        }
        let launch = Event.app(Self.newcomer, .launched(.system, backgroundAudio: true, resumes: true))
        var state = book.reduce(book.initialState(), launch, at: .zero).state
        for sound in 0..<PolicyState.soundLimit { state = book.reduce(state, play(sound), at: .zero).state }
        #expect(state.apps.reduce(0) { $0 + $1.sounds.count } == PolicyState.soundLimit)
        let step = book.reduce(state, play(PolicyState.soundLimit), at: .zero)
        #expect(step.refusal?.rule == .step1 && step.state == state)
        #expect(book.reduce(state, play(0), at: .zero).refusal == nil)
        let quieter = book.reduce(state, .app(Self.newcomer, .stop(SoundID(Name(7)))), at: .zero).state
        #expect(book.reduce(quieter, play(PolicyState.soundLimit), at: .zero).refusal == nil)
    }
}
