import Foundation
import Scratch
import SessionScenario
import Testing

@testable import SessionOracle
@testable import SessionPolicy

/// A promise that a book of somebody's own does not keep is told with a way to the trap and once round in it.
struct LivenessTests {
    private static let ipod = AppID(Name(0))

    /// A book in which who has taken the floor can never let go of it again.
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
        "Who cannot let go leaves others interrupted or ducked for ever, and the story shows it",
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
        #expect(!broken.loop.isEmpty)
        var state = trap
        for event in broken.loop {
            #expect(promise.redeems(event, Self.ipod))
            state = book.reduce(state, event, at: .zero).state
            #expect(isOpen(state))
        }
        #expect(state == trap)

        #expect(broken.scenario.contains("# From here on, again and again:"))
        #expect(broken.scenario.contains("# It is not kept towards ipod"))
        let story = try Scenario(text: broken.scenario, file: "promise.yaml", duration: nil)
        #expect(story.steps.count == broken.stem.count + broken.loop.count)
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
