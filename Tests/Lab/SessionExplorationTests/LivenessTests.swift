import Foundation
import Scratch
import SessionScenario
import Synchronization
import Testing

@testable import SessionExploration
@testable import SessionPolicy

/// A promise that a book of a user's own does not keep is told with a way to the trap and once round in it.
struct LivenessTests {
    private static let ipod = AppID(Name(0))

    /// A book in which an app that has taken the floor can never let go of it again.
    private func grasping() throws -> RuleBook {
        let scratch = Scratch()
        let file = scratch.url.appending(path: "grasping.yaml")
        let text = """
            book: grasping
            based on: modern
            refusals:
              - condition: categoryIsNotPlayAndRecord
                rule: R-ACT-9
                requests: [deactivate]
                error: isBusy
                remedy: "{app} keeps what it has"
            """
        try text.write(to: file, atomically: true, encoding: .utf8)
        return try RuleBook(file: file.path)
    }

    @Test(
        "Who cannot let go leaves others interrupted or ducked for ever; the story ends where nothing changes that",
        arguments: [
            ("told-the-end", "floor/playback+playback"), ("duck-ends", "floor/playback+playback.duckOthers"),
        ])
    func breaks(promise id: String, slice name: String) throws {
        let book = try grasping()
        let slice = try #require(Slice.named(name, under: book).first)
        let result = Liveness(of: slice, under: book).check()
        #expect(result.closed)
        let broken = try #require(result.broken.first { $0.id == id && $0.app == "ipod" })
        let promise = try #require(Promise.all.first { $0.id == id })
        func isOpen(_ state: PolicyState) -> Bool { promise.isOpen(state, book.picture(of: state), Self.ipod) }

        let trap = broken.stem.reduce(book.initialState()) { book.reduce($0, $1, at: .zero).state }
        #expect(isOpen(trap))
        #expect(broken.loop.isEmpty)
        for event in slice.alphabet.events where promise.redeems(event, Self.ipod) && event != .deadlineReached {
            #expect(book.reduce(trap, event, at: .zero).state == trap, "\(event)")
        }

        #expect(broken.scenario.hasSuffix("is refused here, or does nothing.\n"))
        #expect(broken.scenario.contains("# It is not kept towards ipod: what could keep it changes nothing"))
        let story = try Scenario(text: broken.scenario, file: "promise.yaml", duration: nil)
        #expect(story.steps.count == broken.stem.count)
    }

    @Test("Where steps still do something, and in vain, the story goes once round by steps that do")
    func round() throws {
        // An app that never plays is never heard, whatever else it does.
        let book = RuleBook.modern
        let slice = Slice(
            name: "mute", family: .setups,
            alphabet: Alphabet(apps: 1, parts: [.categories, .activation], book: book), abstraction: [])
        let broken = try #require(Liveness(of: slice, under: book).check().broken.first { $0.id == "heard-again" })
        #expect(!broken.loop.isEmpty)
        let trap = broken.stem.reduce(book.initialState()) { book.reduce($0, $1, at: .zero).state }
        var state = trap
        for event in broken.loop {
            let next = book.reduce(state, event, at: .zero).state
            #expect(next != state, "\(event)")
            state = next
        }
        #expect(state == trap)
        let lines = broken.scenario.split(separator: "\n")
        #expect(lines.dropLast(broken.loop.count).last == "  # From here on, again and again:")
        let story = try Scenario(text: broken.scenario, file: "promise.yaml", duration: nil)
        #expect(story.steps.count == broken.stem.count + broken.loop.count)
    }

    /// A book in which an app that records can do nothing else any more: no category without an input may be set, and
    /// those with one have no output. It takes both rows: with one of them a way back is left.
    private func mute(_ tables: String...) throws -> RuleBook {
        let scratch = Scratch()
        let file = scratch.url.appending(path: "mute.yaml")
        let rows = [
            "refusals": "{condition: categoryHasNoInput, rule: R-CAT-1, requests: [record, setCategory]}",
            "directions": "{category: playAndRecord, output: false}",
        ]
        let text = tables.map { "\($0):\n  - \(rows[$0] ?? "")\n" }.joined()
        try "book: mute\nbased on: iPhoneOS3\n\(text)".write(to: file, atomically: true, encoding: .utf8)
        return try RuleBook(file: file.path)
    }

    /// One app that changes its category, as those of the family do.
    private func setUps(under book: RuleBook) -> Slice {
        Slice(
            name: "made/setups", family: .setups,
            alphabet: Alphabet(apps: 1, parts: [.categories, .activation, .sounds], book: book), abstraction: [])
    }

    @Test("Who can set no category that is heard is never heard again, and the story ends where that begins")
    func breaksHeardAgain() throws {
        let book = try mute("refusals", "directions")
        let result = Liveness(of: setUps(under: book), under: book).check()
        #expect(result.closed)
        let broken = try #require(result.broken.first { $0.id == "heard-again" })
        let last = try #require(broken.stem.last)
        guard case .app(_, .setCategory(let category, _, _, _)) = last else {
            Issue.record("the story ends with \(last)")
            return
        }
        #expect(category == .record || category == .playAndRecord)
        #expect(broken.scenario.contains("# From here on, again and again:"))
    }

    @Test("One of its two rows alone breaks nothing, for a way back is left", arguments: ["refusals", "directions"])
    func keepsHeardAgain(table: String) throws {
        let book = try mute(table)
        let result = Liveness(of: setUps(under: book), under: book).check()
        #expect(result.closed)
        #expect(!result.broken.contains { $0.id == "heard-again" })
    }

    @Test("A check that is ended says nothing of promises, wherever it was ended, and asks no more")
    func ended() throws {
        let book = try mute("refusals", "directions")
        let check = Liveness(of: setUps(under: book), under: book)
        var asked = 0
        let whole = check.check {
            asked += 1
            return true
        }
        #expect(whole.closed && !whole.broken.isEmpty)
        // Every sixteen states, and before each promise.
        #expect(asked > whole.states / 16)
        for end in 1...asked {
            var left = end
            let result = check.check {
                left -= 1
                return left > 0
            }
            #expect(left == 0)
            #expect(!result.closed && result.broken.isEmpty, "ended at the \(end). of \(asked) questions")
        }
    }

    @Test("A slice whose promises were not all asked is proved without them")
    func endedSurvey() throws {
        let slice = try #require(Slice.named("held/spoken/two", under: .modern).first)
        var survey = SliceSurvey(of: [slice], under: .modern)
        survey.asksPromises = true
        let asked = Atomic(0)
        let whole = survey.run(goesOn: { asked.wrappingAdd(1, ordering: .relaxed).newValue > 0 })
        #expect(whole.first?.liveness?.closed == true)
        // The last questions are those before each promise.
        let last = asked.load(ordering: .relaxed)
        let outcomes = survey.run(goesOn: { asked.wrappingSubtract(1, ordering: .relaxed).newValue > 0 })
        #expect(last > 1 && asked.load(ordering: .relaxed) == 0)
        let outcome = try #require(outcomes.first)
        #expect(outcome.result.closed && outcome.liveness == nil)
        #expect(outcome.json.contains("promises") == false)
    }

    @Test(
        "The book that it is based on keeps both there",
        arguments: ["floor/playback+playback", "floor/playback+playback.duckOthers"])
    func keeps(slice name: String) throws {
        let slice = try #require(Slice.named(name, under: .modern).first)
        let result = Liveness(of: slice, under: .modern).check()
        #expect(result.closed)
        #expect(result.broken.map { "\($0.id) towards \($0.app)" } == [])
    }
}
