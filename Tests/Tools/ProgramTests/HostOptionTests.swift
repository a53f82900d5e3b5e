import Foundation
import Glibc
import Testing

/// The effect of a host's options on its programs and its watchers.
@Suite(.timeLimit(.minutes(5))) struct HostOptionTests {
    @Test(
        "The answer to a call ends third-party apps and interrupts the system's, as --kind says",
        arguments: [
            ("app", "\"terminated\""), ("system", "\"interruption\""),
        ])
    func kind(kind: String, event: String) throws {
        let program = try TestProgram()
        let host = try program.start(
            "exec \"$0\" host --silent --rules iPhoneOS3 --kind \(kind) --socket sockets/host 2>complaints")
        _ = try host.ask(#"{"do": "unlock"}"#)
        let guest = try program.start(
            "AUDIOSESSION_SOCKET=sockets/host AUDIOSESSION_APP=music exec '\(try Guest.path(program))'")
        #expect(try guest.ask("open") == "open 0")
        #expect(try guest.ask("play -1") == "play 0")
        while !(try #require(host.next()).contains("\"do\": \"play\"")) {}
        var told = try #require(try host.ask(#"{"do": "call", "phase": "incoming"}"#))
        told += try #require(try host.ask(#"{"do": "call", "phase": "answered"}"#))
        #expect(told.contains(event))
        #expect(told.contains("\"terminated\"") == (kind == "app"))
        try guest.finish()
        _ = guest.end()
        host.send(SIGTERM)
        #expect(host.end().status == 0)
    }

    @Test(
        "A host of a desktop begins at full volume, whose person has another slider; any other at a phone's half",
        arguments: [
            ("", "-6.0"), ("--desktop-if-any", "0.0"), ("--desktop-if-any --set mediaVolume=0.25", "-12.0"),
        ])
    func firstVolume(options: String, level: String) throws {
        let program = try TestProgram()
        let host = try program.start(
            "export DBUS_SESSION_BUS_ADDRESS=; exec \"$0\" host --silent \(options) --socket sockets/host 2>complaints")
        _ = try host.ask(#"{"do": "setCategory", "app": "ipod", "category": "playback"}"#)
        let reply = try #require(try host.ask(#"{"do": "play", "app": "ipod", "sound": "song"}"#))
        #expect(reply.contains("\"gainDB\": \(level)"), "\(reply)")
        host.send(SIGTERM)
        #expect(host.end().status == 0)
    }

    @Test(
        "A host knows the sounds of a scenario by their ids, and keeps what emulated apps record",
        arguments: ["host", "run"])
    func emulatedApps(command: String) throws {
        let program = try TestProgram()
        try program.write("sounds: {blip: {tone: 440, seconds: 0.1}}\nsteps: []\n", to: "sounds.yaml")
        let options = "--silent --sounds sounds.yaml --record-to memo.wav"
        let line =
            command == "host"
            ? "host \(options) --socket sockets/host"
            : "run --drive \(options) -- sh -c 'while ! [ -e end ]; do sleep 0.02; done'"
        let host = try program.start("exec \"$0\" \(line) 2>complaints")
        #expect(
            try host.ask(#"{"do": "play", "app": "game", "sound": "blip"}"#)?.contains("\"result\": \"ok\"") == true)
        // Nothing but the length of the tone ends it.
        let end = try #require(host.next())
        #expect(end.contains("\"from\": \"machine\"") && end.contains("\"heard\": []"), "\(end)")
        for step in [
            #"{"do": "setCategory", "app": "memo", "category": "record"}"#,
            #"{"do": "record", "app": "memo", "phase": "start"}"#, #"{"do": "record", "app": "memo", "phase": "stop"}"#,
        ] {
            #expect(try host.ask(step)?.contains("\"result\": \"ok\"") == true, "\(step)")
        }
        if command == "host" { host.send(SIGTERM) } else { try program.write("", to: "end") }
        if command == "run" { try host.finish() }
        while host.next() != nil {}
        #expect(host.end().status == 0, "\(program.complaints)")
        #expect(program.bytes(of: "memo.wav")?.starts(with: Data("RIFF".utf8)) == true)
    }

    @Test("The microphone of a scenario file, which lies beside it, is what emulated apps record")
    func microphone() throws {
        let program = try TestProgram()
        // WAV of 16 bits, one channel, 48 kHz: a second of one level.
        func bytes(_ number: Int, _ count: Int) -> Data { Data((0..<count).map { UInt8(number >> (8 * $0) & 255) }) }
        let frames = Data((0..<48_000).flatMap { _ in bytes(8_192, 2) })
        let format = bytes(16, 4) + bytes(1, 2) + bytes(1, 2) + bytes(48_000, 4) + bytes(96_000, 4) + bytes(2, 2)
        let chunks = Data("WAVEfmt ".utf8) + format + bytes(16, 2) + Data("data".utf8) + bytes(frames.count, 4) + frames
        try FileManager.default.createDirectory(
            at: program.folder.appending(path: "apart"), withIntermediateDirectories: false)
        try program.write(Data("RIFF".utf8) + bytes(chunks.count, 4) + chunks, to: "apart/speech.wav")
        try program.write("microphone: speech.wav\nsteps: []\n", to: "apart/scenario.yaml")
        let steps = "(echo setCategory memo record; echo record memo start; sleep 0.3; echo record memo stop)"
        let run = try program.run(
            "\(steps) | \"$0\" live --silent --sounds apart/scenario.yaml --record-to memo.wav >out 2>complaints")
        #expect(run.status == 0 && run.complaints.contains("speech.wav, peak -12.0 dB"), "\(run.complaints)")
        let memo = try #require(program.bytes(of: "memo.wav"))
        let samples = try #require(memo.range(of: Data("data".utf8))).upperBound + 4
        let levels = Set(memo[samples...].withUnsafeBytes { Array($0.bindMemory(to: Float.self)) })
        #expect(levels == [0.25], "the frames are those of the file from its first on: \(levels.prefix(5))")
        try program.write("microphone: none.wav\nsteps: []\n", to: "apart/missing.yaml")
        let missing = try program.run("\"$0\" live --silent --sounds apart/missing.yaml </dev/null >out 2>complaints")
        #expect(missing.status == 2 && missing.complaints.contains("none.wav"), "\(missing.complaints)")
    }

    @Test("A host does not record over a file that it reads")
    func recordedOver() throws {
        let program = try TestProgram()
        try program.write("sounds: {blip: {tone: 440, seconds: 0.1}}\nsteps: []\n", to: "sounds.yaml")
        let run = try program.run(
            "\"$0\" run --silent --sounds sounds.yaml --record-to sounds.yaml -- true >out 2>complaints")
        #expect(run.status == 2 && run.complaints.contains("sounds.yaml"), "\(run.complaints)")
        #expect(program.text(of: "sounds.yaml").hasPrefix("sounds:"))
    }

    @Test("What a program calls after the device has ended it is refused under run, and launches it no more")
    func lateCall() throws {
        let program = try TestProgram()
        // It outlives its SIGTERM, and calls once more when the test lets it.
        let script =
            "trap \"\" TERM; { echo open; echo play -1; while ! [ -e go ]; do sleep 0.02; done; echo active 1; }"
            + " | \(try Guest.path(program))"
        let run = try program.start(
            "exec \"$0\" run --drive --silent --rules iPhoneOS3 -- sh -c '\(script)' 2>complaints")
        while !(try #require(run.next()).contains("\"do\": \"play\"")) {}
        _ = try run.ask(#"{"do": "call", "phase": "incoming"}"#)
        #expect(try #require(try run.ask(#"{"do": "call", "phase": "answered"}"#)).contains("\"terminated\""))
        try program.write("", to: "go")
        try run.finish()
        var rest: [String] = []
        while let line = run.next() { rest.append(line) }
        #expect(run.end().status == 0)
        #expect(!rest.contains { $0.contains("\"launch\"") || $0.contains("\"sessions\": {\"") }, "\(rest)")
        // The guest prints what it was answered: below zero is no.
        #expect(program.complaints.contains("active -1"))
    }

    @Test("A watcher that follows an app gets the present state, and then only what concerns the app")
    func followApp() throws {
        let program = try TestProgram()
        let host = try program.start(
            "exec \"$0\" host --silent --rules modern --socket sockets/host 2>complaints")
        _ = try host.ask(#"{"do": "unlock"}"#)
        let watch = try program.start("exec \"$0\" watch --socket sockets/host --follow-app music")
        #expect(try #require(watch.next()).contains("\"do\": \"watch\""))
        for step in [
            #"{"do": "play", "app": "music", "sound": "song"}"#, #"{"do": "ringerSlider", "to": 0.25}"#,
            #"{"do": "call", "phase": "incoming"}"#,
        ] {
            #expect(try #require(try host.ask(step)).contains("\"result\": \"ok\""))
        }
        #expect(try #require(watch.next()).contains("\"do\": \"play\", \"app\": \"music\""))
        // The ringer's slider is not its business; that it is interrupted is.
        #expect(try #require(watch.next()).contains("\"do\": \"call\""))
        host.send(SIGTERM)
        #expect(host.end().status == 0)
        #expect(watch.next() == nil)
    }

    @Test(
        "A host plays emulated apps' files on the devices that --config binds, and so does run",
        arguments: [
            "host --socket sockets/host", "run --drive",
        ])
    func config(command: String) throws {
        let program = try TestProgram()
        try program.writeTone(to: "tone.wav")
        try program.write("ports: {builtInSpeaker: {pcm: \"tee:null,'heard.raw',raw\"}}", to: "heard.yaml")
        let tail = command.hasPrefix("run") ? " -- cat" : ""
        let host = try program.start("exec \"$0\" \(command) --config heard.yaml\(tail) 2>complaints")
        _ = try host.ask(#"{"do": "setCategory", "app": "music", "category": "playback"}"#)
        let reply = try #require(try host.ask(#"{"do": "play", "app": "music", "sound": "tone.wav"}"#))
        #expect(reply.contains("\"result\": \"ok\""))
        while !(try #require(host.next()).contains("\"soundFinished\"")) {}
        // The sound's end is the policy's, by the clock.
        try program.awaited { program.bytes(of: "heard.raw")?.first { $0 != 0 } }
        if tail.isEmpty { host.send(SIGTERM) } else { try host.finish() }
        #expect(host.end().status == 0)
        // It plays in real time: a machine that is busy may read the file late, and says so.
        // And cat has joined no device.
        let complaints = program.complaints.split(separator: "\n").filter {
            !$0.contains("as fast as it plays") && !$0.contains("cat has ended, and neither it")
        }
        #expect(complaints.isEmpty)
        let missing = try program.run("\"$0\" \(command) --config none.yaml\(tail) </dev/null 2>complaints >out")
        #expect(missing.status == 2)
        #expect(missing.complaints.contains("none.yaml"))
    }

    @Test(
        "An empty name of a socket, a device, bindings or an app is refused with its option and a remedy",
        arguments: [
            ("host", "--socket"), ("host", "--config"), ("host", "--device"), ("step lock", "--socket"),
            ("watch", "--socket"), ("watch", "--follow-app"), ("replay", "--device"), ("run", "--device"),
            ("device", "--socket"), ("device", "--policy"),
        ])
    func emptyName(command: String, option: String) throws {
        let program = try TestProgram()
        let run = try program.run(
            "\"$0\" \(command) \(option) ''\(command == "run" ? " -- true" : "") </dev/null >out 2>complaints")
        #expect(run.status == 64)
        #expect(run.complaints.contains(option) && run.complaints.contains("an empty name names nothing; give one"))
    }
}

extension TestProgram {
    /// Writes a fifth of a second of a tone, mono, 8 kHz, 16 bits.
    fileprivate func writeTone(to name: String) throws {
        func little<Value: FixedWidthInteger>(_ value: Value) -> [UInt8] {
            withUnsafeBytes(of: value.littleEndian) { Array($0) }
        }
        let samples = (0..<1_600).flatMap { little(Int16(8_000 * sin(Double($0) * 0.35))) }
        var file = Data("RIFF".utf8) + little(UInt32(36 + samples.count)) + Data("WAVEfmt ".utf8) + little(UInt32(16))
        file += little(UInt16(1)) + little(UInt16(1)) + little(UInt32(8_000)) + little(UInt32(16_000))
        file += little(UInt16(2)) + little(UInt16(16)) + Data("data".utf8) + little(UInt32(samples.count)) + samples
        try write(file, to: name)
    }

    @Test(
        "A host that finds no session bus serves all the same, and says why it follows no players, with the remedy",
        arguments: [
            ("env DBUS_SESSION_BUS_ADDRESS=unix:path=nowhere/bus", "no bus answers (No such file or directory)"),
            (
                "env -u DBUS_SESSION_BUS_ADDRESS -u XDG_RUNTIME_DIR",
                "set DBUS_SESSION_BUS_ADDRESS or XDG_RUNTIME_DIR, or start the host"
            ),
        ])
    func desktopWithoutBus(environment: String, says: String) throws {
        let program = try TestProgram()
        let host = try program.start(
            "exec \(environment) \"$0\" host --silent --desktop --socket sockets/host 2>complaints")
        #expect(try host.ask(#"{"do": "unlock"}"#)?.contains("\"result\": \"ok\"") == true)
        #expect(
            program.complaints.contains(says) && program.complaints.contains("start the host within dbus-run-session."))
        #expect(program.complaints.contains("Streams of the sound server are governed all the same"))
        let apps = try program.run("\(environment) \"$0\" apps --socket sockets/host 2>complaints")
        #expect(apps.status == 0 && apps.complaints.isEmpty)
    }

    @Test("A host does not serve with a mistake in a table of apps, and tells its place; without a host apps says so")
    func appTable() throws {
        let program = try TestProgram()
        let table = "mkdir audiosession; echo 'apps: [{program: mpv, category: ambient}]' >audiosession/apps.yaml"
        let nowhere = "XDG_CONFIG_HOME=$PWD XDG_RUNTIME_DIR=$PWD DBUS_SESSION_BUS_ADDRESS=unix:path=nowhere/bus"
        let (status, complaints) = try program.run(
            "\(table); \(nowhere) \"$0\" host --silent --desktop --socket sockets/host </dev/null 2>complaints")
        #expect(status == 2)
        #expect(complaints.contains("audiosession/apps.yaml:1:33: \"category\" must be one of playback, playAndRecord"))
        let apps = try program.run("\(nowhere) \"$0\" apps 2>complaints")
        #expect(apps.status == 3)
        #expect(apps.complaints.contains("no host answers"))
    }

    @Test("A host that ends with its last program follows no players")
    func desktopUntilUnused() throws {
        let program = try TestProgram()
        let (status, complaints) = try program.run("\"$0\" host --desktop --until-unused </dev/null 2>complaints")
        #expect(status == 64)
        #expect(
            complaints.contains(
                "--desktop follows players as long as the host runs; say --desktop-if-any, or leave out --until-unused."
            ))
    }
}
