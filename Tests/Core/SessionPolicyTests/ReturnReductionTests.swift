import Testing

@testable import SessionPolicy

/// Apps that come back from a device that is gone (R-APP-3).
struct ReturnReductionTests {
    private let music = AppID(Name(1))
    private let talk = AppID(Name(2))

    /// A device that takes events, each at its second.
    private struct Phone {
        let book: RuleBook
        var state: PolicyState

        init(_ book: RuleBook = .modern) { (self.book, state) = (book, book.initialState()) }

        /// Takes an event, after what is due before it.
        ///
        /// - Returns: What an app is told from the step before on, and the rules that decided.
        @discardableResult
        mutating func take(_ event: Event, at second: Double) -> (notices: [Notice], rules: Set<RuleID>) {
            let now = Instant(nanoseconds: Length(seconds: second).nanoseconds)
            var (notices, rules): ([Notice], Set<RuleID>) = ([], [])
            func add(_ step: Step) {
                state = step.state
                notices += step.notices
                rules.formUnion(step.decisions.map(\.rule))
            }
            while let due = state.nextDeadline, due <= now { add(book.reduce(state, .deadlineReached, at: due)) }
            add(book.reduce(state, event, at: now))
            return (notices, rules)
        }

        mutating func comeBack(_ app: AppID, _ before: AppReturn, at second: Double) {
            var launch = Launch.program(backgroundAudio: true)
            launch.comesBack = before
            take(.app(app, .launched(launch)), at: second)
            take(.app(app, .setCategory(.playback, .default, [])), at: second)
        }
    }

    private func isEnd(_ notice: Notice, of app: AppID) -> Bool {
        notice.app == app && notice.message == .interruptionEnded(shouldResume: true)
    }

    @Test("An app that was interrupted is told the end after two seconds, if it is alone, and once")
    func alone() {
        var phone = Phone()
        phone.comeBack(music, AppReturn(wasInterrupted: true), at: 1)
        #expect(phone.state.nextDeadline == Instant(nanoseconds: 3_000_000_000))
        #expect(phone.take(.timePassed, at: 2.999).notices.isEmpty)
        let told = phone.take(.timePassed, at: 3)
        #expect(told.notices.count { isEnd($0, of: music) } == 1 && told.rules.contains(.app3))
        #expect(phone.state.nextDeadline == nil)
        #expect(phone.take(.timePassed, at: 10).notices.isEmpty)
        // It may begin in the background, where it has no right to interrupt by itself.
        #expect(phone.state.foreground == nil)
        phone.take(.app(music, .setActive(true, notifyOthers: false)), at: 11)
        #expect(phone.state[music]?.session.phase == .active)
    }

    @Test("While it would interrupt another app it is told nothing, and with that app's end it is")
    func patient() {
        var phone = Phone()
        phone.comeBack(music, AppReturn(wasInterrupted: true), at: 0)
        phone.comeBack(talk, AppReturn(wasInForeground: true), at: 1)
        phone.take(.app(talk, .setActive(true, notifyOthers: false)), at: 1)
        let waits = phone.take(.timePassed, at: 60)
        #expect(!waits.notices.contains { isEnd($0, of: music) } && phone.state[music]?.hasLeave == false)
        let told = phone.take(.app(talk, .quit), at: 61)
        #expect(told.notices.contains { isEnd($0, of: music) } && told.rules.contains(.app3))
    }

    @Test("While the phone rings it is told nothing, and once it rings no more it is")
    func ring() {
        var phone = Phone()
        phone.comeBack(music, AppReturn(wasInForeground: true, wasInterrupted: true), at: 0)
        phone.take(.call(.incoming), at: 1)
        #expect(!phone.take(.timePassed, at: 5).notices.contains { isEnd($0, of: music) })
        #expect(phone.take(.call(.declined), at: 6).notices.contains { isEnd($0, of: music) })
    }

    @Test("An app that activates its session before is told nothing any more")
    func byItself() {
        var phone = Phone()
        phone.comeBack(music, AppReturn(wasInForeground: true, wasInterrupted: true), at: 0)
        phone.take(.app(music, .setActive(true, notifyOthers: false)), at: 1)
        phone.take(.app(music, .setActive(false, notifyOthers: true)), at: 1.5)
        #expect(phone.state.nextDeadline == nil)
        #expect(!phone.take(.timePassed, at: 5).notices.contains { isEnd($0, of: music) })
    }

    @Test("An app is in the foreground or the background as it was, and always in front where leaving it ends apps")
    func places() {
        var phone = Phone()
        phone.comeBack(talk, AppReturn(wasInForeground: true), at: 0)
        phone.comeBack(music, AppReturn(), at: 0)
        #expect(phone.state.foreground == talk)
        phone.take(.app(music, .setActive(true, notifyOthers: false)), at: 1)
        #expect(phone.state[music]?.session.phase == .active)
        var first = Phone(.iPhoneOS3)
        first.comeBack(music, AppReturn(wasInterrupted: true), at: 0)
        #expect(first.state.foreground == music)
        let told = first.take(.timePassed, at: 2).notices
        #expect(told.contains(Notice(app: music, message: .interruptionEnded(shouldResume: nil))))
    }
}
