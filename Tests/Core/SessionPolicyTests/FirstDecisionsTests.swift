import Testing

@testable import SessionPolicy

/// Sentences of `Docs/Decisions` about the policy, asked of the policy itself; the numbers are those of the pages.
@Suite struct FirstDecisionsTests {
    private let ipod = AppID(Name(1))
    private let app = AppID(Name(2))
    private let other = AppID(Name(3))
    private let sound = SoundID(Name(4))

    /// A phone that is told one event after the other, all at one moment.
    private struct Phone {
        let book: RuleBook
        var state: PolicyState

        init(_ book: RuleBook) {
            self.book = book
            state = book.initialState()
        }

        @discardableResult
        mutating func take(_ event: Event) -> Step {
            let step = book.reduce(state, event, at: .zero)
            state = step.state
            return step
        }

        func level(_ reference: SoundReference) -> Picture.Level? {
            book.picture(of: state).sounds.first { $0.reference == reference }
        }
    }

    private func phone(_ book: RuleBook, playing category: SessionPolicy.Category = .playback) -> Phone {
        var phone = Phone(book)
        phone.take(.app(app, .launched(.app, backgroundAudio: true, resumes: true)))
        phone.take(.app(app, .setCategory(category, .default, [])))
        phone.take(.app(app, .play(sound, lasts: nil, gain: nil)))
        return phone
    }

    @Test("A refused first step launches no app", arguments: RuleBook.all)
    func refusedFirstStep(book: RuleBook) {
        var phone = phone(book)
        let before = phone.state
        let step = phone.take(.app(other, .overrideOutput(toSpeaker: true)))
        #expect(step.refusal?.error == .badParam)
        #expect(phone.state == before)
    }

    @Test("During a call a new session of Playback is heard at the media volume")
    func playbackDuringCall() {
        var phone = Phone(.modern)
        phone.take(.call(.incoming))
        phone.take(.call(.answered))
        phone.take(.volumeButtonPressed(.up, times: 3))
        phone.take(.app(app, .setCategory(.playback, .default, [.duckOthers])))
        #expect(phone.take(.app(app, .play(sound, lasts: nil, gain: nil))).refusal == nil)
        let level = phone.level(SoundReference(.sound, app: app, sound: sound))
        #expect(level?.unheardBy == nil && level?.volume == phone.book.numbers.mediaVolume)
        #expect(phone.level(SoundReference(.callAudio))?.totalGain == phone.state.callVolume)
        #expect(phone.take(.app(other, .setCategory(.record, .default, []))).refusal?.rule == .act7)
    }

    @Test("An interruption ends the override but not the options")
    func optionsAfterInterruption() {
        var phone = phone(.iPhoneOS3, playing: .playAndRecord)
        phone.take(.app(app, .setCategory(.playAndRecord, .default, [.mixWithOthers])))
        phone.take(.app(app, .overrideOutput(toSpeaker: true)))
        phone.take(.call(.incoming))
        phone.take(.call(.declined))
        #expect(phone.state[app]?.session.phase == .active)
        #expect(phone.state[app]?.session.options == .mixWithOthers)
        #expect(phone.state[app]?.session.overridesToSpeaker == false)
    }

    @Test(
        "An app may say how far and how slowly it lowers others; of two that do, or of it and an alert, the deeper counts",
        arguments: RuleBook.all)
    func ducksOfApps94(book: RuleBook) throws {
        var phone = phone(book)
        func launch(_ id: AppID, _ duck: Duck) {
            var launch = Launch(.system, resumes: false)
            launch.duck = duck
            phone.take(.app(id, .launched(launch)))
            phone.take(.app(id, .setCategory(.playback, .default, .duckOthers)))
            phone.take(.app(id, .setActive(true, notifyOthers: false)))
        }
        // The older book ends an app that leaves the front.
        phone.take(.app(app, .quit))
        launch(app, Duck())
        phone.take(.app(app, .setCategory(.playback, .default, .mixWithOthers)))
        phone.take(.app(app, .play(sound, lasts: nil, gain: nil)))
        func duck() throws -> (gain: Double, down: Length) {
            let picture = book.picture(of: phone.state)
            let level = try #require(picture.sounds.first { $0.reference.app == app })
            return (level.duck, picture.length(of: .duckDown))
        }
        let down = book.picture(of: phone.state).length(of: .duckDown)
        #expect(try duck() == (1, down))
        launch(ipod, Duck(gain: 0.5, over: .milliseconds(40)))
        #expect(try duck() == (0.5, .milliseconds(40)))
        launch(other, Duck())
        #expect(try duck() == (book.numbers.duckGain, down))
        phone.take(.app(other, .quit))
        #expect(try duck() == (0.5, .milliseconds(40)))
        let before = phone
        phone.take(.alertArrived(.message, app: nil, lasts: .milliseconds(1_000)))
        #expect(try duck().gain == (book.settings.alertDucksMedia ? book.numbers.duckGain : 0.5))
        phone = before
        phone.take(.app(ipod, .crashed))
        #expect(try duck() == (1, down))
    }

    @Test("The switch is named before the lock", arguments: RuleBook.all)
    func switchBeforeLock(book: RuleBook) {
        var phone = phone(book, playing: .ambient)
        phone.take(.screenLocked)
        #expect(phone.level(SoundReference(.sound, app: app, sound: sound))?.unheardBy == .lk1)
        phone.take(.ringSwitchMoved(to: .silent))
        #expect(phone.level(SoundReference(.sound, app: app, sound: sound))?.unheardBy == .sw1)
    }

    @Test("A call and an alarm silence by the same rule", arguments: RuleBook.all)
    func callAndAlarm(book: RuleBook) {
        for event in [Event.call(.incoming), .alarm(.fires)] {
            var phone = phone(book)
            phone.take(event)
            #expect(phone.level(SoundReference(.sound, app: app, sound: sound))?.unheardBy == .int2)
            phone.take(.alertArrived(.message, app: nil, lasts: .milliseconds(1_000)))
            #expect(phone.level(SoundReference(.alert))?.unheardBy == .int2)
        }
    }

    @Test("A2DP without a volume control still has a level")
    func levelOfA2DP() {
        var phone = phone(.iPhoneOS3)
        phone.take(.accessoryConnected(Accessory(kind: .bluetoothA2DP)))
        phone.take(.volumeButtonPressed(.down, times: 4))
        #expect(phone.book.picture(of: phone.state).mediaVolume == phone.book.numbers.mediaVolume)
        #expect(phone.level(SoundReference(.sound, app: app, sound: sound))?.volume == 1)
        #expect(phone.state.ringerVolume == phone.book.numbers.ringerVolume)
        #expect(phone.take(.volumeSliderMoved(to: 0.1)).refusal?.rule == .vol7)
    }

    @Test("A picked route is an override", arguments: RuleBook.all)
    func pickingARouteIsAnOverride11(book: RuleBook) {
        var phone = phone(book)
        phone.take(.accessoryConnected(Accessory(kind: .headphones)))
        let step = phone.take(.routePicked(nil, uid: nil))
        guard case .routeChange(.override, _)? = step.notices.map(\.message).first else {
            Issue.record("\(step.notices)")
            return
        }
    }

    @Test("Newer options are accepted, and MultiRoute is not")
    func newerOptions() {
        var phone = Phone(.iPhoneOS3)
        phone.take(.accessoryConnected(Accessory(kind: .airPlay)))
        let setting = AppEvent.setCategory(
            .playAndRecord, .voiceChat, [.allowAirPlay, .interruptSpokenAudioAndMixWithOthers])
        #expect(phone.take(.app(app, setting)).refusal == nil)
        phone.take(.app(app, .setActive(true, notifyOthers: false)))
        #expect(phone.book.picture(of: phone.state).route.outputs.ports == [.airPlay])
        #expect(phone.state[app].map { phone.book.mixes($0.session) } == true)
        #expect(phone.take(.app(app, .setCategory(.multiRoute, .default, []))).refusal?.rule == .err2)
    }

    @Test("System sounds outlast the switch, and not a call", arguments: RuleBook.all)
    func systemSounds(book: RuleBook) {
        var phone = Phone(book)
        let reference = SoundReference(.systemSound, app: app, sound: sound)
        phone.take(.app(app, .systemSound(sound, lasts: .milliseconds(800), isInterface: true)))
        phone.take(.ringSwitchMoved(to: .silent))
        #expect(phone.level(reference)?.unheardBy == .sw2)
        phone.take(.ringSwitchMoved(to: .ring))
        #expect(phone.level(reference)?.unheardBy == nil && phone.level(reference) != nil)
        phone.take(.call(.incoming))
        phone.take(.call(.declined))
        #expect(phone.level(reference) == nil)
    }

    /// Contested point C24.
    @Test("An app that an interrupted app had interrupted waits for it no longer")
    func waitingEnds() {
        var phone = Phone(.modern)
        phone.take(.app(ipod, .launched(.system, backgroundAudio: true, resumes: true)))
        phone.take(.app(ipod, .play(sound, lasts: nil, gain: nil)))
        for id in [app, other] {
            phone.take(.app(id, .launched(.app, backgroundAudio: true, resumes: true)))
            phone.take(.app(id, .setCategory(.playback, .default, [])))
            phone.take(.app(id, .setActive(true, notifyOthers: false)))
        }
        #expect(phone.state[app]?.session.phase.name == "interrupted")
        let step = phone.take(.app(app, .setActive(false, notifyOthers: true)))
        #expect(phone.state[app]?.session.phase == .inactive)
        #expect(step.notices.isEmpty, "the iPod still waits for the other app")
        #expect(phone.state[ipod]?.session.phase == .interrupted && phone.state[ipod]?.session.mayResume == true)
        #expect(phone.state[ipod]?.causes == [.app(other)])
        phone.take(.app(other, .setActive(false, notifyOthers: true)))
        #expect(phone.state[ipod]?.session.phase == .active)
    }
}
