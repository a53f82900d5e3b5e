import SessionExploration
import SessionPolicy
import SessionScenario
import SessionWorld
import Testing

struct SliceTests {
    @Test("Slices close, and no invariant is violated in them", arguments: RuleBook.whole)
    func closes(book: RuleBook) throws {
        for name in ["lives/game/playback+playback", "routes/headphones,airPlay/soloAmbient+playback"] {
            let slice = try #require(Slice.named(name, under: book).first)
            let result = slice.exploration(under: book).run()
            #expect(result.closed, "\(name)")
            #expect(result.violations.isEmpty, "\(name): \(result.violations.map(\.scenario))")
            #expect(result.states > 30, "\(name)")
        }
    }

    @Test("Every family has slices, each with a name of its own by which it is found", arguments: RuleBook.all)
    func names(book: RuleBook) throws {
        // A system that lacks a thing needs no slice for it.
        let absent: [Slice.Family] =
            (book.knows(.siri) ? [] : [.siri]) + (book.knows(.systemAlertPreference) ? [] : [.banners])
        for family in Slice.Family.allCases where !absent.contains(family) {
            let slices = Slice.named(family.rawValue, under: book)
            #expect(!slices.isEmpty, "\(family)")
            #expect(Set(slices.map(\.name)).count == slices.count, "\(family)")
            let last = try #require(slices.last)
            #expect(Slice.named(last.name, under: book).map(\.name) == [last.name])
            #expect(Slice.named(last.name, under: book)[0].alphabet == last.alphabet)
            #expect(!last.alphabet.events.isEmpty)
        }
        #expect(Slice.named("flor", under: book).isEmpty)
        #expect(Slice.named("floor/playback", under: book).isEmpty)
    }

    /// An event as if it were the first app's: an act that one app performs in a slice, another need not.
    private func anonymous(_ event: Event) -> Event {
        if case .app(_, let what) = event { .app(AppID(Name(0)), what) } else { event }
    }

    @Test("Every letter of the whole alphabet stands in some slice, by whichever app", arguments: RuleBook.all)
    func coversLetters(book: RuleBook) {
        let slices = Slice.Family.allCases.flatMap { $0.slices(under: book) }
        var covered = Set<Event>()
        for slice in slices { covered.formUnion((slice.alphabet.events + slice.alphabet.preamble).map(anonymous)) }
        let letters = Alphabet.everything(apps: 2, book: book).events
        // Snoozing is dismissing, and what a slice fixes as its set-up is in its preamble.
        let missing = letters.filter { !covered.contains(anonymous($0)) && $0 != .alarm(.snoozed) }
        #expect(missing == [])
    }

    @Test("A survey tells each slice once and its table is in the order of the slices")
    func survey() {
        let slices = Slice.named("three", under: .iPhoneOS3).prefix(4)
        var survey = SliceSurvey(of: Array(slices), under: .iPhoneOS3)
        survey.jobs = 3
        let outcomes = survey.run()
        #expect(outcomes.map(\.slice.name) == slices.map(\.name))
        #expect(outcomes.allSatisfy { $0.isProved })
        #expect(outcomes.summary.contains("three: 4 slices, all closed"))
        #expect(outcomes.summary.contains("left out: "))
        #expect(survey.run(goesOn: { false }).isEmpty)
    }

    @Test(
        "An act that begins in a slice can end there: a promise is kept once all other apps have let go",
        arguments: RuleBook.all)
    func ends(book: RuleBook) {
        for slice in Slice.Family.allCases.flatMap({ $0.slices(under: book) }) {
            let letters = Set(slice.alphabet.events)
            for letter in slice.alphabet.preamble + slice.alphabet.events {
                let ends: [Event] =
                    switch letter {
                    case .call(.incoming, let name): [.call(.declined, name), .call(.ended, name)]
                    case .call(.outgoing, let name), .call(.answered, let name): [.call(.ended, name)]
                    case .alarm(.fires, let uid): [.alarm(.dismissed, uid: uid)]
                    case .call(.held, let name): [.call(.unheld, name)]
                    case .mediaServices(.lost): [.mediaServices(.reset)]
                    case .siri(.began, _): [.siri(.ended)]
                    case .messageAnnounced: [.deadlineReached]
                    case .microphoneMuted(true): [.microphoneMuted(false)]
                    case .app(let app, .play): [.app(app, .stop(nil))]
                    case .app(let app, .record(true)): [.app(app, .record(false))]
                    case .app(let app, .setActive(true, _)): [.app(app, .setActive(false, notifyOthers: true))]
                    default: []
                    }
                #expect(letters.isSuperset(of: ends), "\(slice.name): \(letter)")
            }
        }
    }

    @Test("Nothing is wrong on the way to the first state of any slice", arguments: RuleBook.whole)
    func firstStates(book: RuleBook) {
        var known = Set<[Event]>()
        for slice in Slice.Family.allCases.flatMap({ $0.slices(under: book) }) {
            guard known.insert(slice.alphabet.preamble).inserted || !slice.abstraction.isEmpty else { continue }
            let violations = slice.exploration(under: book, limits: .init(depth: 0)).run().violations
            #expect(violations.isEmpty, "\(slice.name): \(violations.map(\.scenario))")
        }
        #expect(known.count > 100)
    }

    @Test("The promises are kept in small slices", arguments: RuleBook.whole)
    func keepsPromises(book: RuleBook) throws {
        for name in ["three/playback+ambient+playback", "held/spoken/two"] {
            let slice = try #require(Slice.named(name, under: book).first)
            let result = Liveness(of: slice, under: book).check()
            #expect(result.closed)
            #expect(result.broken.map { "\($0.id) towards \($0.app)" } == [])
        }
    }

    @Test("A promise that is not kept is told as a scenario with a loop, which reads and replays")
    func breaksPromise() throws {
        let book = RuleBook.modern
        let alphabet = Alphabet(apps: 2, parts: [.activation, .sounds], book: book)
        let record = Event.app(AppID(Name(0)), .setCategory(.record, .default, []))
        let slice = Slice(
            name: "made/record", family: .setups,
            alphabet: Alphabet(
                names: alphabet.names, preamble: alphabet.preamble + [record], events: alphabet.events),
            abstraction: [])
        let result = Liveness(of: slice, under: book).check()
        #expect(result.closed)
        // The recorder has no output: by its set-up alone it is never heard.
        let broken = try #require(result.broken.first { $0.id == "heard-again" && $0.app == "ipod" })
        #expect(broken.scenario.contains("# From here on, again and again:"))
        let scenario = try Scenario(text: broken.scenario, file: "promise.yaml", duration: nil)
        #expect(scenario.steps.count == broken.stem.count + broken.loop.count)
        #expect(!broken.loop.isEmpty)
        #expect(!result.broken.contains { $0.app == "nav" && $0.id == "told-the-end" })
    }
}
