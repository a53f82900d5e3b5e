import SessionPolicy
import SessionWorld
import Testing

@testable import SessionPhone
@testable import Sounder

/// Steps that come while time passes by itself.
struct StepTests {
    @Test("A step happens when it comes whatever time it names")
    func stepTime() throws {
        let bench = try Bench(Bench.twoOutputs)
        bench.pass(250)
        try bench.step(#"{"at": 7, "do": "lock"}"#)
        bench.pass(250)
        try bench.step(#"{"at": 1, "do": "unlock"}"#)
        #expect(bench.replies.map(\.reply.at) == [0.25, 0.5])
        #expect(bench.log.filter { $0.contains("time is ignored") }.count == 1, "said once")
    }

    @Test("Any number of sounds is heard one after another")
    func manySounds() throws {
        let bench = try Bench(Bench.twoOutputs)
        for number in 0..<2_100 {
            try bench.step(#"{"do": "play", "app": "ipod", "sound": "song \#(number)"}"#)
            bench.pass(number % 100 == 99 ? 30 : 1)
            try bench.step(#"{"do": "stop", "app": "ipod", "sound": "song \#(number)"}"#)
        }
        #expect(bench.phone.sound.loop.busCount < 200)
        try bench.step(#"{"do": "play", "app": "ipod", "sound": "last"}"#)
        bench.pass(30)
        #expect(bench.heard("speaker").last.map { TestSounds.place($0) } ?? 0 > 500)
        #expect(!bench.log.contains { $0.contains("says") })
    }

    @Test("A line that is no step is answered and changes nothing")
    func invalidLine() throws {
        let bench = try Bench(Bench.twoOutputs)
        try bench.step(#"{"do": "play", "app": "ipod", "sound": "song"}"#)
        bench.pass(100)
        try bench.step(#"{"do": "dance"}"#)
        bench.phone.perform(.failure(StepError(SourcePosition(line: 3, column: 9), "this is not JSON")))
        #expect(bench.replies.suffix(2).map(\.reply.outcome.name) == ["badStep", "badStep"])
        bench.pass(100)
        let heard = bench.heard("speaker").dropFirst(240)
        #expect(heard.map { TestSounds.place($0) } == Array(0..<heard.count))
    }

    /// Neither a device is dropped nor a file looked for, for what is refused.
    @Test(
        "A step that is refused has touched nothing",
        arguments: [
            #"{"do": "unplug", "port": "headphones", "uid": "other"}"#,
            #"{"do": "unplug", "port": "headphones", "why": 1}"#,
            #"{"do": "play", "sound": "never"}"#,
        ])
    func whatIsRefusedHasTouchedNothing(step: String) throws {
        let bench = try Bench(Bench.twoOutputs)
        bench.plug("Headphone Jack")
        try bench.step(#"{"do": "play", "app": "ipod", "sound": "song"}"#)
        bench.pass(100)
        try bench.step(step)
        bench.pass(100)
        #expect(bench.replies.last?.reply.outcome.name != "ok")
        #expect(!bench.log.contains { $0.contains("drops") })
        #expect(!bench.sounds.prepared.contains("never"))
        let heard = bench.heard("headphones").dropFirst(240)
        #expect(heard.map { TestSounds.place($0) } == Array(0..<heard.count), "without a gap")
    }

    @Test("The end of a sound of unknown length is the machine's")
    func unknownLength() throws {
        let bench = try Bench(Bench.twoOutputs)
        try bench.step(#"{"do": "play", "app": "ipod", "sound": "song"}"#)
        bench.pass(5_200)
        #expect(bench.replies.map(\.reply.verb) == ["play", "wait"])
        #expect(bench.world.state.apps.allSatisfy { $0.sounds.isEmpty })
    }

    @Test("The first step may choose the rules")
    func rulesStep() throws {
        let bench = try Bench(Bench.twoOutputs)
        try bench.step(#"{"do": "rules", "to": "modern"}"#)
        #expect(bench.world.book == .modern)
        try bench.step(#"{"do": "play", "app": "ipod", "sound": "song"}"#)
        bench.pass(50)
        #expect(bench.heard("speaker").last.map { $0 > 0 } == true)
    }

    @Test("After a call the song goes on where it was")
    func songAfterCall() throws {
        let bench = try Bench(Bench.twoOutputs)
        try bench.step(#"{"do": "launch", "app": "ipod", "kind": "system"}"#)
        try bench.step(#"{"do": "play", "app": "ipod", "sound": "song"}"#)
        bench.pass(300)
        try bench.step(#"{"do": "call", "phase": "incoming"}"#)
        bench.pass(1_000)
        let before = bench.heard("speaker").filter { $0 != 0 }.count
        try bench.step(#"{"do": "call", "phase": "declined"}"#)
        bench.pass(1_000)
        let last = try #require(bench.heard("speaker").last)
        let heard = bench.heard("speaker").count - 240
        let times = bench.replies.filter { $0.reply.verb == "call" }.map(\.reply.at)
        let pause = Int(((times[1] - times[0]) * 48_000).rounded())
        #expect(TestSounds.place(last) == heard - 1 - pause)
        // Frames that were heard while it faded are heard again.
        #expect((14_000...16_200).contains(before))
    }
}
