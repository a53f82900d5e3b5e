import ALSADevice
import Glibc
import SessionPolicy
import SessionWorld
import Testing

@testable import SessionPhone
@testable import Sounder

/// Devices that rest, vanish, are busy and return.
struct DeviceTests {
    private static let song = #"{"do": "play", "app": "ipod", "sound": "song"}"#
    private static let (latency, fade) = (240, 480)

    @Test("After two seconds of silence the device is given back, and no thread wakes")
    func deviceGivenBack() throws {
        let bench = try Bench(Bench.twoOutputs)
        bench.sounds.seconds["ping"] = 0.5
        try bench.step(#"{"do": "play", "app": "game", "sound": "ping"}"#)
        bench.pass(3_000)
        let words = bench.log.map { $0.split(separator: " ", maxSplits: 1)[1] }
        #expect(words == ["opens speaker", "starts speaker", "play game", "machine: wait", "drops speaker"])
        let finished = try #require(bench.replies.last)
        #expect(finished.isFromMachine && finished.reply.at == 0.5, "told when it was due, to the nanosecond")
        #expect(bench.heard("speaker").filter { $0 != 0 }.count == 24_000, "heard whole")
        let wakeUps = bench.machine.wakeUps
        bench.pass(60_000)
        #expect(bench.machine.wakeUps == wakeUps)
        #expect(bench.phone.nextWakeUpByHand == nil)
        try bench.step(#"{"do": "lock"}"#)
        let at = try #require(bench.replies.last).reply.at
        #expect(at > 62.9 && at < 63.1, "time has gone on for the person")
    }

    @Test("A sound that is only decided about opens nothing")
    func undecodedSound() throws {
        let bench = try Bench(Bench.twoOutputs)
        bench.sounds.seconds["unheard"] = 2
        try bench.step(#"{"do": "play", "app": "game", "sound": "unheard"}"#)
        bench.pass(3_000)
        #expect(bench.log == ["0 play game", "2000 machine: wait"])
        #expect(bench.machine.wakeUps == 1)
    }

    /// The end that the policy knows and the end of the samples are the same frame.
    @Test("A finite sound is cut in the frame of its end")
    func cutAtEnd() throws {
        let bench = try Bench(Bench.twoOutputs)
        bench.pass(137)
        try bench.step(#"{"do": "play", "app": "game", "sound": "long", "seconds": 0.25}"#)
        bench.pass(1_000)
        let heard = bench.heard("speaker").dropFirst(Self.latency)
        #expect(heard.prefix(12_000).map { TestSounds.place($0) } == Array(0..<12_000))
        let rest = heard.dropFirst(12_000)
        #expect(rest.prefix(480).filter { $0 != 0 }.count > 400, "then it fades")
        #expect(rest.dropFirst(480).allSatisfy { $0 == 0 })
    }

    @Test("A prompt and the duck begin in one frame")
    func promptAndDuck() throws {
        let bench = try Bench(Bench.twoOutputs)
        try bench.step(#"{"do": "launch", "app": "ipod", "kind": "system"}"#)
        try bench.step(Self.song)
        try bench.step(#"{"do": "setCategory", "app": "nav", "category": "playback", "options": ["duckOthers"]}"#)
        bench.pass(200)
        bench.sounds.seconds["turn"] = 0.5
        try bench.step(#"{"do": "setActive", "app": "nav", "to": true}"#)
        try bench.step(#"{"do": "play", "app": "nav", "sound": "turn"}"#)
        bench.pass(400)
        let heard = bench.heard("speaker").dropFirst(Self.latency).map { $0 }
        let begin = try #require(heard.indices.first { TestSounds.place(heard[$0]) != $0 })
        // The prompt's first sample is 1; the duck's first frame still has the full level.
        #expect(heard[begin] * 2 * 0x1p22 == Float(begin + 1) + 1)
        #expect(heard[begin + 1] * 2 * 0x1p22 < Float(begin + 2) + 2)
    }

    @Test("A lost accessory counts as pulled out")
    func lostAccessory() throws {
        let bench = try Bench(Bench.twoOutputs)
        bench.plug("Headphone Jack")
        try bench.step(Self.song)
        bench.pass(500)
        bench.machine.playing("headphones")?.lost = ENODEV
        bench.pass(100)
        #expect(bench.heard("speaker").isEmpty)
        #expect(bench.replies.last?.reply.verb == "unplug")
        #expect(bench.log.contains { $0.contains("'headphones' went away while it played: No such device") })
        bench.plug("Headphone Jack", false)
        #expect(bench.replies.count == 3, "the jack says nothing new")
    }

    @Test("A device of a server that comes and goes is an accessory")
    func serverAccessory() throws {
        let bench = try Bench("  builtInSpeaker: {pcm: speaker}\n  bluetoothA2DP: {pcm: \"pulse:headset\"}\n")
        try bench.step(Self.song)
        bench.pass(500)
        bench.tell(.sink("pulse:headset", isThere: true))
        bench.pass(500)
        bench.tell(.sink("pulse:other", isThere: false))
        #expect(bench.machine.playing("pulse:headset") != nil)
        let given = bench.heard("speaker").count
        bench.tell(.sink("pulse:headset", isThere: false))
        bench.pass(100)
        #expect(bench.replies.map(\.reply.verb) == ["play", "connect", "disconnect"])
        #expect(bench.replies.map(\.isFromMachine) == [false, true, true])
        #expect(bench.heard("speaker").count == given, "the policy has paused the song")
        #expect(bench.machine.playing("pulse:headset") == nil)
    }

    @Test("The want of priority is said once")
    func priorityAdvice() throws {
        let bench = try Bench(Bench.twoOutputs)
        bench.machine.priority = .plain(reason: "no", remedy: "Allow it.")
        try bench.step(Self.song)
        bench.pass(100)
        bench.plug("Headphone Jack")
        bench.pass(100)
        let said = bench.log.filter { $0.contains("says") }
        #expect(said.count == 1 && said[0].contains("without real-time priority"))
    }

    @Test("A lost speaker is opened again and the sound goes on from the right frame")
    func reopenedSpeaker() throws {
        let bench = try Bench(Bench.twoOutputs)
        try bench.step(Self.song)
        bench.pass(500)
        bench.machine.playing("speaker")?.lost = ENODEV
        bench.pass(100)
        let outputs = bench.machine.outputs.filter { $0.pcm == "speaker" }
        try #require(outputs.count == 2)
        let last = try #require(outputs[0].samples.prefix(outputs[0].played).last)
        let first = outputs[1].samples[Self.latency + Self.fade]
        #expect(TestSounds.place(first) == TestSounds.place(last) + 1 + Self.fade)
        #expect(bench.replies.count == 1, "the policy hears nothing of it")
    }

    @Test("A busy device is tried again while time goes on")
    func busyDevice() throws {
        let bench = try Bench(Bench.twoOutputs)
        bench.machine.refused["speaker"] = EBUSY
        try bench.step(Self.song)
        bench.pass(1_000)
        let said = bench.log.filter { $0.contains("says") }
        #expect(said.count == 1 && said[0].contains("in use by another program"), "said once")
        #expect((3...5).contains(bench.log.filter { $0.contains("cannot open") }.count), "with growing delay")
        bench.machine.refused = [:]
        bench.tell(.card(id: "Other", number: 3, isThere: true))
        bench.pass(100)
        let heard = bench.heard("speaker")
        #expect(heard.count == 4_800)
        let place = TestSounds.place(heard[0])
        #expect((47_500...49_500).contains(place), "where it is by now")
        #expect(heard.enumerated().allSatisfy { TestSounds.place($1) == place + $0 }, "without a gap from there")
        #expect(bench.log.contains("1000 says: speaker plays again."))
    }

    /// A library is looked for once.
    @Test("Without its library no device is tried again")
    func missingLibrary() throws {
        let bench = try Bench(Bench.twoOutputs)
        bench.machine.obstacle = .noLibrary(detail: "libasound.so.2: file too short")
        try bench.step(Self.song)
        bench.pass(6_000)
        bench.tell(.card(id: "Other", number: 3, isThere: true))
        #expect(bench.log.filter { $0.contains("cannot open") } == ["0 cannot open speaker"])
        let said = bench.log.filter { $0.contains("says") }
        #expect(said.count == 1 && said[0].contains("Install the package libasound2."))
        #expect(!said[0].contains("again"))
        #expect(bench.replies.map(\.reply.verb) == ["play", "wait"], "time goes on, and the song with it, to its end")
    }

    /// With no thread for silence either, the policy continues by the machine's clock, and the session can end.
    @Test("Without a thread only the policy goes on")
    func missingThread() throws {
        let bench = try Bench(Bench.twoOutputs)
        bench.sounds.seconds["ping"] = 0.5
        bench.machine.refused["speaker"] = EAGAIN
        bench.machine.lacksThreads = true
        try bench.step(#"{"do": "play", "app": "game", "sound": "ping"}"#)
        bench.pass(10_000)
        #expect(bench.log.contains { $0.contains("There is no thread to be had. End other programs") })
        #expect(bench.replies.map(\.reply.verb) == ["play", "wait"], "the sound has ended")
        #expect(bench.phone.isQuiet)
        bench.machine.refused = [:]
        bench.machine.lacksThreads = false
        try bench.step(#"{"do": "play", "app": "game", "sound": "ping"}"#)
        bench.pass(100)
        #expect(bench.machine.playing("speaker") != nil, "the next sound finds the device again")
    }

    /// A device that opens and is gone again does not make us spin.
    @Test("A device that flickers is tried with growing delay")
    func flickeringDevice() throws {
        let bench = try Bench(Bench.twoOutputs)
        try bench.step(Self.song)
        for _ in 0..<3_000 {
            bench.pass(1)
            bench.machine.playing("speaker")?.lost = ENODEV
        }
        #expect((3...8).contains(bench.log.filter { $0.contains("opens speaker") }.count))
    }
}
