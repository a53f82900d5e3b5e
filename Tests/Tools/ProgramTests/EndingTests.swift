import Foundation
import Glibc
import Randomness
import Testing

/// One signal ends every command, in the middle of any work, and nothing is lost that was promised; a reader that goes
/// away is reported. `make bench` measures how long it takes.
@Suite(.timeLimit(.minutes(5))) struct EndingTests {
    private let program: TestProgram

    init() throws { program = try TestProgram() }

    /// Its replies fill the pipe, and are not read.
    @Test("A session whose reader has stalled ends and keeps its recording", arguments: [SIGINT, SIGTERM, SIGHUP])
    func stalledReader(
        signal: CInt
    ) throws {
        let live = try program.start("exec \"$0\" live --config ports.yaml --record-to kept.wav 2>complaints")
        _ = try live.ask(#"{"do": "setCategory", "app": "memo", "category": "playAndRecord"}"#)
        let reply = try live.ask(#"{"do": "record", "app": "memo", "phase": "start"}"#)
        #expect(reply?.contains(#""result": "ok""#) == true)
        var random = SplitMix()
        for _ in 0..<Int.random(in: 0...400, using: &random) { try live.say(#"{"do": "lock"}"#) }
        live.send(signal)
        let (reason, status) = live.end()
        #expect(reason == .exit && status == 0, "\(random)")
        #expect(program.bytes(of: "kept.wav")?.starts(with: Data("RIFF".utf8)) == true)
        #expect(program.names == ["complaints", "kept.wav", "ports.yaml"])
    }

    /// The work of a session when the signal comes, at a random moment of it: files that are read, apps that interrupt
    /// each other, and a start that has not been waited for.
    enum Work: CaseIterable, Sendable {
        case beginning, reading, deciding, recording
    }

    @Test("A session ends at one signal whatever it does", arguments: Work.allCases, [SIGINT, SIGTERM])
    func oneSignal(
        work: Work, signal: CInt
    ) throws {
        if work == .reading {
            try program.write(
                """
                scenario: A song
                sounds: {tone: {tone: 440, seconds: 4}}
                steps: [{at: 0, do: play, app: a, sound: tone}]
                """, to: "song.yaml")
            #expect(try program.run("exec \"$0\" replay song.yaml --wav song.wav --quiet >output").status == 0)
        }
        let live = try program.start("exec \"$0\" live --config ports.yaml --record-to kept.wav 2>complaints")
        // Once it has answered, it has promised to end in order.
        _ = try live.ask(#"{"do": "setCategory", "app": "memo", "category": "playAndRecord"}"#)
        var random = SplitMix()
        let count = Int.random(in: 0...60, using: &random)
        for number in 0..<count {
            switch work {
            case .beginning: break
            case .reading: try live.say(#"{"do": "play", "app": "a\#(number)", "sound": "song.wav"}"#)
            case .deciding: try live.say(#"{"do": "setActive", "app": "a\#(number % 7)", "to": true}"#)
            case .recording:
                let phase = number % 2 == 0 ? "start" : "stop"
                try live.say(#"{"do": "record", "app": "memo", "phase": "\#(phase)"}"#)
            }
        }
        for _ in 0..<Int.random(in: 0...(work == .beginning ? 0 : count / 2), using: &random) { _ = live.next() }
        live.send(signal)
        let (reason, status) = live.end()
        #expect(reason == .exit && status == 0, "\(work), \(random): \(program.complaints)")
        // The kept part is whole: its header says how long it is.
        let kept = try #require(program.bytes(of: "kept.wav"))
        let length = kept[4..<8].reversed().reduce(0) { $0 << 8 | Int($1) }
        #expect(kept.count == length + 8)
        #expect(!program.names.contains { $0.hasSuffix(".part") })
    }

    /// Complaints wait for their reader as replies do, and sound waits for neither.
    @Test("A session goes on while its complaints are not read")
    func unreadComplaints() throws {
        let live = try program.start("exec 3>&1; exec \"$0\" live --config ports.yaml 2>&3")
        for _ in 0..<200 { try live.say(#"{"do": "play", "app": "a", "sound": "no such file"}"#) }
        // Before its first line the program may not have begun.
        #expect(live.next() != nil)
        live.send(SIGINT)
        #expect(live.end().reason == .exit)
    }

    /// A story that takes long to render, a signal at a random moment of it.
    @Test("A rendering leaves nothing", arguments: 0..<2)
    func aRenderingLeavesNothing(round: Int) throws {
        try program.write(Self.long, to: "long.yaml")
        let line = "exec \"$0\" replay long.yaml --wav mix.wav --stems stems 2>complaints"
        let replay = try program.start(line)
        var random = SplitMix()
        for _ in 0..<Int.random(in: 1...3, using: &random) { _ = replay.next() }
        replay.send(SIGINT)
        let (reason, status) = replay.end()
        #expect(reason == .exit && status == 130, "\(random)")
        #expect(program.complaints.contains("cancelled"))
        #expect(program.names.filter { $0 != "stems" } == ["complaints", "long.yaml", "ports.yaml"])
    }

    private static let long = """
        scenario: A while
        sounds: {odd: {tone: 440.5}, even: {tone: 440}, rain: {noise: pink}}
        steps:
          - {at: 0, do: play, app: a, sound: odd}
          - {at: 0, do: play, app: a, sound: even}
          - {at: 0, do: play, app: a, sound: rain}
          - {at: 600, do: wait}
        """

    /// A card without a clock plays at once; the shown text fills the pipe.
    @Test("A replay whose reader has stalled ends")
    func stalledReplay() throws {
        var story = "scenario: Many steps\nsteps:\n"
        for _ in 0..<2_000 { story += "  - {at: 0, do: lock}\n" }
        try program.write(story, to: "many.yaml")
        let replay = try program.start("exec \"$0\" replay many.yaml --why --device null 2>complaints")
        _ = replay.next()
        replay.send(SIGTERM)
        let (reason, status) = replay.end()
        #expect(reason == .exit && status == 143)
    }

    @Test("A reader that goes ends a replay as it ends other commands", arguments: ["--device null", "--wav mix.wav"])
    func goneReader(
        how: String
    ) throws {
        try program.write(
            "scenario: Steps\nsteps: [\(Array(repeating: "{at: 0, do: lock}", count: 2_000).joined(separator: ", "))]",
            to: "many.yaml")
        let command = "\"$0\" replay many.yaml --why \(how)"
        _ = try program.run("{ \(command) 2>complaints; echo $? >status; } | head -n 1 >/dev/null")
        #expect(program.text(of: "status") == "141\n")
        #expect(program.complaints.isEmpty)
        let (status, complaints) = try program.run("exec \(command) >/dev/full 2>complaints")
        #expect(status == 2)
        #expect(complaints.contains("No space left on device") && !complaints.contains("cancelled"))
        #expect(program.bytes(of: "mix.wav") == nil)
    }

    /// A card that writes down what it plays, and a pipe that is full before the first sound: every step is heard in its
    /// frame, as it is rendered.
    @Test("The sound of a replay does not wait for its reader")
    func soundAndReader() throws {
        try program.write(
            "pcm.null { type null }\npcm.tape { type file slave.pcm null file 'tape.raw' format raw }\n",
            to: "card.conf")
        var story = "scenario: On and off\nsounds: {tone: {tone: 440}}\nsteps:\n"
        for _ in 0..<2_000 { story += "  - {at: 0, do: lock}\n" }
        for (time, verb) in [("0", "unlock"), ("0.1", "play"), ("0.3", "pause"), ("0.5", "play"), ("0.7", "pause")] {
            story += "  - {at: \(time), do: \(verb)" + (verb == "unlock" ? "}\n" : ", app: a, sound: tone}\n")
        }
        try program.write(story + "  - {at: 0.8, do: wait}\n", to: "story.yaml")
        #expect(try program.run("exec \"$0\" replay story.yaml --wav mix.wav --quiet >output").status == 0)
        let replay = try program.start(
            "exec env ALSA_CONFIG_PATH=card.conf \"$0\" replay story.yaml --device tape 2>complaints")
        // The output is not read. The card has everything when the limiter's look-ahead has followed the last frame.
        let frames = 38_400 + 240
        while program.bytes(of: "tape.raw")?.count ?? 0 < 8 * frames {}
        replay.send(SIGINT)
        #expect(replay.end().reason == .exit)
        let heard = try #require(program.bytes(of: "tape.raw")).dropFirst(8 * 240).prefix(8 * 38_400)
        #expect(heard.elementsEqual(try #require(program.bytes(of: "mix.wav")).dropFirst(88)))
    }
}
