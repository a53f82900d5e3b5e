import SessionPolicy
import SessionWorld
import Testing

@testable import SessionPhone
@testable import Sounder

/// The route of sound when plugs come and go: every sample that is heard is looked at.
struct RouteTests {
    private static let song = #"{"do": "play", "app": "ipod", "sound": "song"}"#
    /// Frames of the limiter's look-ahead, and of the fade with which a sound continues.
    private static let (latency, fade) = (240, 480)

    private func bookThatGoesOn() -> RuleBook {
        var book = RuleBook.iPhoneOS3
        book.settings.pausesWhenOutputGoes = false
        return book
    }

    @Test("A song is heard from its first frame")
    func firstFrame() throws {
        let bench = try Bench(Bench.twoOutputs)
        try bench.step(Self.song)
        bench.pass(100)
        let heard = bench.heard("speaker")
        #expect(heard.count == 4_800)
        #expect(heard.prefix(Self.latency).allSatisfy { $0 == 0 })
        #expect(heard.dropFirst(Self.latency).map { TestSounds.place($0) } == Array(0..<4_800 - Self.latency))
    }

    @Test("A pulled headset pauses before one sample reaches the speaker")
    func aPulledHeadsetPausesBeforeOneSampleReachesTheSpeaker() throws {
        let bench = try Bench(Bench.twoOutputs)
        bench.plug("Headphone Jack")
        try bench.step(Self.song)
        bench.pass(500)
        bench.plug("Headphone Jack", false)
        bench.pass(3_000)
        #expect(bench.heard("speaker").isEmpty)
        #expect(bench.heard("headphones").count == 24_000, "nothing after the pull")
        #expect(
            bench.log == [
                "0 machine: plug", "0 opens headphones", "0 starts headphones", "0 play ipod",
                "500 drops headphones", "500 machine: unplug",
            ])
        // The person presses play again: from where it was heard last, now on the speaker.
        try bench.step(Self.song)
        bench.pass(100)
        let last = try #require(bench.heard("headphones").last)
        let heard = bench.heard("speaker").dropFirst(Self.latency + Self.fade)
        #expect(TestSounds.place(try #require(heard.first)) == TestSounds.place(last) + 1 + Self.fade)
    }

    @Test("What still plays goes on with the next frame")
    func continuesOnNextFrame() throws {
        let bench = try Bench(Bench.twoOutputs, book: bookThatGoesOn())
        bench.plug("Headphone Jack")
        try bench.step(Self.song)
        bench.pass(500)
        bench.plug("Headphone Jack", false)
        bench.pass(500)
        let before = bench.heard("headphones").map { TestSounds.place($0) }
        #expect(before.suffix(1_000) == Array(24_000 - Self.latency - 1_000..<24_000 - Self.latency)[...])
        let after = bench.heard("speaker").dropFirst(Self.latency)
        let begin = try #require(before.last) + 1
        #expect(
            after.dropFirst(Self.fade).map { TestSounds.place($0) } == Array(begin + Self.fade..<begin + after.count))
        #expect(after.prefix(Self.fade).enumerated().allSatisfy { TestSounds.place($1) < begin + $0 + 1 }, "fades in")
    }

    @Test("A plug takes the sound along")
    func aPlugTakesTheSoundAlong() throws {
        let bench = try Bench(Bench.twoOutputs)
        try bench.step(Self.song)
        bench.pass(300)
        bench.plug("Headphone Jack")
        bench.pass(300)
        let before = bench.heard("speaker")
        let faded = before.suffix(TestOutput.fadeFrames)
        let last = try #require(before.dropLast(faded.count).last)
        #expect(zip(faded, faded.dropFirst()).allSatisfy { $0 > $1 })
        #expect(try #require(faded.last) < 0.01 * last)
        let heard = bench.heard("headphones").dropFirst(Self.latency + Self.fade)
        #expect(TestSounds.place(try #require(heard.first)) == TestSounds.place(last) + 1 + Self.fade)
        #expect(
            bench.log.suffix(4) == [
                "300 fades speaker", "300 opens headphones", "300 starts headphones", "300 machine: plug",
            ])
    }

    @Test("An end in mid-sound fades, and one after a rest has nothing to fade")
    func fadeAtEnd() throws {
        let bench = try Bench(Bench.twoOutputs)
        try bench.step(Self.song)
        bench.pass(300)
        bench.phone.close()
        #expect(bench.log.last == "300 fades speaker")
        try bench.step(#"{"do": "stop", "app": "ipod"}"#)
        try bench.step(Self.song)
        bench.pass(200)
        try bench.step(#"{"do": "stop", "app": "ipod"}"#)
        bench.pass(3_000)
        #expect(bench.log.last?.hasSuffix("drops speaker") == true)
    }

    /// A sound that begins while nothing of it has been heard yet begins on the new device, as much later than the rest
    /// as it would have.
    @Test("What was not heard yet begins anew")
    func whatWasNotHeardYetBeginsAnew() throws {
        let bench = try Bench(Bench.twoOutputs, book: bookThatGoesOn())
        bench.plug("Headphone Jack")
        try bench.step(#"{"do": "setCategory", "app": "nav", "category": "ambient"}"#)
        try bench.step(#"{"do": "play", "app": "nav", "sound": "unheard"}"#)
        try bench.step(#"{"do": "play", "app": "nav", "sound": "first"}"#)
        bench.pass(500)
        try bench.step(#"{"do": "play", "app": "nav", "sound": "second"}"#)
        bench.pass(2)
        bench.plug("Headphone Jack", false)
        bench.pass(200)
        let last = TestSounds.place(try #require(bench.heard("headphones").last))
        let heard = bench.heard("speaker").dropFirst(Self.latency)
        // Both count up, so that their sum counts by two from where the second has begun.
        let slopes = zip(heard.dropFirst(Self.fade), heard.dropFirst(Self.fade + 1)).map {
            TestSounds.place($1) - TestSounds.place($0)
        }
        let begin = try #require(slopes.firstIndex(of: 2))
        #expect(slopes[..<begin].allSatisfy { $0 == 1 })
        #expect(slopes[(begin + 1)...].allSatisfy { $0 == 2 })
        #expect(last > 23_000)
    }

    @Test("Ports on one PCM share it but a pull still drops what it holds")
    func sharedPCM() throws {
        let bench = try Bench(
            """
              builtInSpeaker: {pcm: card}
              headphones: {pcm: card, jack: {card: PCH, control: Headphone Jack}}

            """)
        bench.plug("Headphone Jack")
        try bench.step(Self.song)
        bench.pass(500)
        bench.plug("Headphone Jack", false)
        bench.pass(100)
        #expect(bench.heard("card").count == 24_000)
        #expect(bench.log.suffix(2) == ["500 drops card", "500 machine: unplug"])
        try bench.step(Self.song)
        bench.plug("Headphone Jack")
        bench.pass(100)
        #expect(bench.log.suffix(2) == ["600 play ipod", "600 machine: plug"], "no reopening")
    }

    @Test("A script may pull the plug too")
    func aScriptMayPullThePlugToo() throws {
        let bench = try Bench(Bench.twoOutputs)
        try bench.step(#"{"do": "plug", "port": "headphones"}"#)
        try bench.step(Self.song)
        bench.pass(500)
        try bench.step(#"{"do": "unplug", "port": "headphones"}"#)
        bench.pass(500)
        #expect(bench.heard("speaker").isEmpty)
        #expect(bench.heard("headphones").count == 24_000)
    }

    /// A fade that began just before is cut off, too.
    @Test("Nothing of a fade is heard elsewhere")
    func fadeStaysHere() throws {
        let bench = try Bench(Bench.twoOutputs)
        bench.plug("Headphone Jack")
        try bench.step(Self.song)
        bench.pass(500)
        try bench.step(#"{"do": "systemSound", "app": "game", "sound": "unheard"}"#)
        try bench.step(#"{"do": "pause", "app": "ipod"}"#)
        bench.pass(1)
        bench.plug("Headphone Jack", false)
        try bench.step(#"{"do": "systemSound", "app": "game", "sound": "ping", "seconds": 0.3}"#)
        bench.pass(200)
        let heard = bench.heard("speaker").dropFirst(Self.latency)
        #expect(
            heard.map { TestSounds.place($0, volume: 0.75) } == Array(0..<heard.count),
            "the ping alone, from its first frame")
    }
}
