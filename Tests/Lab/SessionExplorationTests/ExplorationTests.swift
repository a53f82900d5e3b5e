import SessionPolicy
import SessionScenario
import Testing

@testable import SessionExploration

/// Every invariant in every state that the walks reach. The sizes are those that a debug build walks in seconds: `make
/// nightly` walks ten million states of the whole world in each book, `make proof` its slices to their ends.
struct ExplorationTests {
    // swift-format-ignore
    static let closing: [(book: RuleBook, apps: Int, parts: [Alphabet.Part], states: Int, depth: Int)] = [
        (.iPhoneOS3, 1, [.categories, .activation, .sounds, .recording, .ringSwitch, .lock, .call], 864, 9),
        (.modern,    1, [.categories, .activation, .sounds, .recording, .ringSwitch, .lock, .call], 1856, 10),
        (.modern,    2, [.lives, .categories, .activation], 4777, 13),
    ]

    @Test("The walks close, and no invariant is violated on the way", arguments: closing.indices)
    func closes(index: Int) {
        let walk = Self.closing[index]
        let alphabet = Alphabet(apps: walk.apps, parts: walk.parts, book: walk.book)
        let result = Exploration(of: alphabet, book: walk.book).run()
        expectNone(result)
        #expect(result.closed)
        #expect(result.states == walk.states)
        #expect(result.depth == walk.depth)
    }

    @Test("Three apps that take the floor from each other and from the phone", arguments: RuleBook.whole)
    func threeApps(book: RuleBook) {
        let parts: [Alphabet.Part] = [.lives, .activation, .sounds, .call, .alarm]
        let result = Exploration(
            of: Alphabet(apps: 3, parts: parts, book: book), book: book, limits: .init(states: 8_000), trialStride: 16
        ).run()
        expectNone(result)
        #expect(result.depth >= 5)
    }

    @Test("All of the world, two apps: no invariant is violated in the first states", arguments: RuleBook.whole)
    func everything(book: RuleBook) {
        let result = Exploration(
            of: .everything(apps: 2, book: book), book: book, limits: .init(states: 20_000), trialStride: 16
        ).run()
        expectNone(result)
        #expect(result.states == 20_000)
        #expect(!result.closed)
    }

    @Test("The same in the books between the two, in fewer states", arguments: RuleBook.all)
    func versions(book: RuleBook) {
        guard !RuleBook.whole.contains(book) else { return }
        let result = Exploration(
            of: .everything(apps: 2, book: book), book: book, limits: .init(states: 4_000), trialStride: 16
        ).run()
        expectNone(result)
        #expect(result.states == 4_000)
    }

    @Test("What is wrong before the first letter is told, up to the step after which it is wrong")
    func firstState() throws {
        var book = RuleBook.modern
        book.settings.hasResumeFlag = false
        let whole = Alphabet(apps: 1, parts: [.ringSwitch, .sounds], book: book)
        let play = try #require(whole.events.first { if case .app(_, .play) = $0 { true } else { false } })
        let way = whole.preamble + [play, .alarm(.fires), .alarm(.dismissed)]
        // No letter leads anywhere else.
        let exploration = Exploration(
            of: Alphabet(
                names: whole.names, preamble: way + [.settingChanged(.keyboardClicks, to: false)],
                events: [.settingChanged(.keyboardClicks, to: false)]), book: book)
        let result = exploration.run()
        #expect(result.closed && result.states == 1)
        #expect(result.violations.map(\.invariant) == ["resume-flag"])
        #expect(result.violations.first?.path == way)
        let expansion = LineExpansion(of: exploration)
        #expect(try expansion.expand(expansion.first).contains { $0.hasPrefix("violation resume-flag - ") })
    }

    private func expectNone(_ result: Exploration.Result) {
        #expect(result.violations.isEmpty, "\(result.violations.map(\.scenario).joined(separator: "\n"))")
    }
}
