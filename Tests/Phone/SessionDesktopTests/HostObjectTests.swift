import SessionPhone
import SessionPolicy
import SessionWire
import SessionWorld
import SystemSupport
import Testing

@testable import SessionDesktop

/// `org.audiosession.Host1`: what other programs of the desktop are told, and what they may ask for.
@Suite(.timeLimit(.minutes(5))) struct HostObjectTests {
    private let bench: DesktopBench
    private let client: SessionBus

    init() throws {
        bench = try DesktopBench()
        client = try bench.connect()
        // The name is asked for when the connection stands.
        var owner: Bool?
        while owner != true {
            owner = nil
            client.call(
                SessionBus.daemon.name, SessionBus.daemon.path, "org.freedesktop.DBus.NameHasOwner",
                [.text(HostObject.name)]
            ) { owner = (try? $0.get()) == [.flag(true)] }
            try bench.until { owner != nil }
        }
    }

    private func hold(_ kind: String, _ app: String = "assistant", _ options: [String: BusValue] = [:]) throws -> UInt32
    {
        let answer = try bench.ask(client, "\(HostObject.name).Hold", [.text(kind), .text(app), .dictionary(options)])
        guard case .unsigned(let number)? = try answer.get().first else { throw CancellationError() }
        return number
    }

    private func properties() throws -> [String: BusValue] {
        let answer = try bench.ask(client, "org.freedesktop.DBus.Properties.GetAll", [.text(HostObject.name)])
        return try #require(try answer.get().first?.dictionary)
    }

    /// An app of another process that plays.
    private func music() throws -> SeatID {
        let news = try DesktopNews()
        let process = bench.arbiter.attach(scenes: DesktopLevels(news), isHome: false)
        let (seat, _) = bench.arbiter.open("music", in: process, notices: DesktopInbox(news))
        _ = bench.arbiter.perform(.changeCategory(.playback, mode: nil, options: nil), of: seat)
        #expect(bench.arbiter.perform(.play("song", lasts: nil, gain: nil), of: seat).isAccepted)
        return seat
    }

    private var isMusicDucked: Bool { bench.arbiter.deviceFacts.heard.contains { $0.isDucked } }

    @Test("The properties are those of the picture, and all that listen are told which have changed")
    func changes() throws {
        var told: [[String: BusValue]] = []
        client.listen(to: "type='signal',path='\(HostObject.path)',member='PropertiesChanged'") { signal in
            if let changes = signal.body.dropFirst().first?.dictionary { told.append(changes) }
        }
        try bench.settle(client)
        #expect(
            try properties() == [
                "Heard": .texts([]), "Ducked": .texts([]), "Outputs": .texts(["builtInSpeaker"]),
                "Volume": .number(0.5),
            ])
        let music = try music()
        try bench.until { told.count == 1 }
        #expect(told == [["Heard": .texts(["music"])]])
        try bench.perform(.volumeSliderMoved(to: 0.25))
        try bench.until { told.count == 2 }
        let hold = try hold("duck")
        try bench.until { told.count == 3 }
        #expect(told[1...] == [["Volume": .number(0.25)], ["Ducked": .texts(["music"])]])
        try bench.perform(.accessoryConnected(Accessory(kind: .headphones)))
        try bench.until { told.count == 4 }
        #expect(told[3]["Outputs"] == .texts(["headphones"]))
        #expect(try bench.ask(client, "\(HostObject.name).Release", [.unsigned(hold)]).get().isEmpty)
        bench.arbiter.close(music)
        try bench.until { bench.heard.isEmpty && told.last?["Heard"] == .texts([]) }
        #expect(try properties()["Heard"] == .texts([]))
    }

    @Test("A hold lowers the others until it is released, as far as it says")
    func duck() throws {
        _ = try music()
        let level = bench.arbiter.deviceFacts.heard[0].decibels
        let number = try hold("duck", "assistant", ["duck-db": .number(10), "duck-ramp-ms": .unsigned(100)])
        #expect(isMusicDucked && abs(bench.arbiter.deviceFacts.heard[0].decibels - level + 10) < 0.11)
        _ = try bench.ask(client, "\(HostObject.name).Release", [.unsigned(number)]).get()
        #expect(!isMusicDucked && bench.arbiter.world.state.apps.count == 1)
    }

    @Test("A hold pauses players, and they go on when its caller leaves the bus without a word")
    func callerLeaves() throws {
        let player = try TestPlayer("tune", bench)
        player.press("Playing")
        try bench.until { bench.heard == ["tune"] }
        var caller: SessionBus? = try bench.connect()
        let answer = try bench.ask(
            try #require(caller), "\(HostObject.name).Hold",
            [.text("pause"), .text("film"), .dictionary(["mode": .text("moviePlayback")])])
        #expect(try answer.get() == [.unsigned(1)])
        try bench.until { player.status == "Paused" }
        caller?.close()
        caller = nil
        try bench.until { bench.heard == ["tune"] }
        #expect(player.status == "Playing" && player.calls == ["Pause", "Play"])
    }

    @Test("A hold whose caller has left before the host heard of the call ends at once")
    func callerLeftBefore() throws {
        _ = try music()
        let caller = try bench.connect()
        try bench.settle(caller)
        caller.call(
            HostObject.name, HostObject.path, "\(HostObject.name).Hold", [.text("duck"), .text("a"), .dictionary([:])])
        caller.close()
        try bench.settle(client)
        #expect(!isMusicDucked && bench.arbiter.world.state.apps.count == 1)
    }

    @Test("Of two holds of one caller each ends by itself; the others are back after the last")
    func twoHolds() throws {
        _ = try music()
        let (first, second) = (try hold("duck"), try hold("duck"))
        #expect(first != second)
        _ = try bench.ask(client, "\(HostObject.name).Release", [.unsigned(first)]).get()
        #expect(isMusicDucked)
        _ = try bench.ask(client, "\(HostObject.name).Release", [.unsigned(second)]).get()
        #expect(!isMusicDucked)
    }

    @Test("A hold that a call has interrupted holds again when the call is over")
    func interruptedHold() throws {
        _ = try music()
        _ = try hold("duck")
        try bench.perform(.call(.incoming))
        try bench.settle(client)
        try bench.perform(.call(.declined))
        try bench.settle(client)
        #expect(bench.arbiter.world.state.apps.map(\.session.phase) == [.inactive, .active])
    }

    @Test("While the phone rings a hold is refused with the rule's sentence, and leaves nothing behind")
    func refused() throws {
        try bench.perform(.call(.incoming))
        let error = #expect(throws: BusFailure.self) { try hold("pause") }
        #expect(error?.name == "org.audiosession.Host1.Refused")
        #expect(error?.message == "the phone rings; try again when it is over (R-ACT-7)")
        #expect(bench.arbiter.world.state.apps.isEmpty)
    }

    @Test(
        "What a caller has got wrong is said, with the remedy",
        arguments: [
            ("Hold", [.text("duck")], "Hold takes a kind, an app's name and options: ssa{sv}."),
            (
                "Hold", [.text("mute"), .text("a"), .dictionary([:])],
                "The kind is mute; say duck to lower the others, or pause to interrupt them."
            ),
            (
                "Hold", [.text("duck"), .text("a/b"), .dictionary([:])],
                "The app: an app's name has 1 to 248 bytes, and neither a slash nor a control character; choose another."
            ),
            (
                "Hold", [.text("duck"), .text("a"), .dictionary(["loud": .flag(true)])],
                "loud is no option of Hold; it has category, mode, duck-db and duck-ramp-ms."
            ),
            ("Hold", [.text("duck"), .text("a"), .dictionary(["duck-db": .number(51)])], "duck-db must be 0 to 50."),
            ("Hold", [.text("duck"), .text("a"), .dictionary(["duck-db": .number(.nan)])], "duck-db must be 0 to 50."),
            ("Hold", [.text("duck"), .text("a"), .dictionary(["duck-db": .text("3")])], "duck-db is a number."),
            (
                "Hold", [.text("pause"), .text("a"), .dictionary(["duck-db": .number(3)])],
                "duck-db says how duck lowers the others; leave it out, or say duck."
            ),
            (
                "Hold", [.text("duck"), .text("a"), .dictionary(["category": .text("soloAmbient")])],
                "category soloAmbient lowers nothing; choose playback, or say pause."
            ),
            ("Release", [.text("1")], "Release takes the number that Hold returned: u."),
            (
                "Release", [.unsigned(1)],
                """
                1 is no hold of this connection; only the connection that called Hold releases it, and it ends with that \
                connection.
                """
            ),
        ] as [(String, [BusValue], String)])
    func mistakes(method: String, body: [BusValue], sentence: String) throws {
        let answer = try bench.ask(client, "\(HostObject.name).\(method)", body)
        let failure = BusFailure(name: "org.freedesktop.DBus.Error.InvalidArgs", message: sentence)
        #expect(throws: failure) { try answer.get() }
        #expect(bench.arbiter.world.state.apps.isEmpty)
    }

    @Test(
        "Another program's hold is not released, and each connection has 16 at a time, all together 128, so that programs find a place"
    )
    func limits() throws {
        let number = try hold("duck")
        let other = try bench.connect()
        let answer = try bench.ask(other, "\(HostObject.name).Release", [.unsigned(number)])
        #expect(throws: BusFailure.self) { try answer.get() }
        for _ in 1..<16 { _ = try hold("duck") }
        let error = #expect(throws: BusFailure.self) { try hold("duck") }
        #expect(error?.name == "org.freedesktop.DBus.Error.LimitsExceeded")
        _ = try bench.ask(client, "\(HostObject.name).Release", [.unsigned(number)]).get()
        #expect(try hold("duck") == 17)
        let body: [BusValue] = [.text("duck"), .text("crowd"), .dictionary([:])]
        func isGiven(_ bus: SessionBus) throws -> Bool {
            (try? bench.ask(bus, "\(HostObject.name).Hold", body).get()) != nil
        }
        var crowd: [SessionBus] = []
        for _ in 0..<7 {
            crowd.append(try bench.connect())
            for _ in 0..<16 { #expect(try isGiven(crowd[crowd.count - 1])) }
        }
        #expect(try !isGiven(other))
        for number in 0..<60 {
            _ = try TestPlayer("crowd\(number)", bench, status: "Playing")
        }
        let news = try DesktopNews()
        let process = bench.arbiter.attach(scenes: DesktopLevels(news), isHome: false)
        for number in 0..<32 {
            let (seat, _) = bench.arbiter.open("p\(number)", in: process, notices: DesktopInbox(news))
            #expect(bench.arbiter.perform(.setActive(true, notifyOthers: false), of: seat).isAccepted)
        }
        crowd[0].close()
        try bench.until { (try? isGiven(other)) == true }
    }

    @Test(
        "A property or method that is not there is an error by D-Bus's name",
        arguments: [
            ("Properties.Get", [.text("org.audiosession.Host1"), .text("Louder")], "UnknownProperty"),
            ("Properties.Get", [.text("org.other"), .text("Heard")], "UnknownProperty"),
            (
                "Properties.Set", [.text("org.audiosession.Host1"), .text("Volume"), .variant(.number(1))],
                "PropertyReadOnly"
            ),
            ("Properties.Louder", [], "UnknownMethod"),
        ] as [(String, [BusValue], String)])
    func unknown(method: String, body: [BusValue], error: String) throws {
        let answer = try bench.ask(client, "org.freedesktop.DBus.\(method)", body)
        let failure = #expect(throws: BusFailure.self) { try answer.get() }
        #expect(failure?.name == "org.freedesktop.DBus.Error.\(error)" && failure?.message.isEmpty == false)
    }

    @Test("Apps tells of the programs that have joined the host, too: their session, and the way by which each has")
    func joined() throws {
        let bench = try DesktopBench(follows: false)
        let news = try DesktopNews()
        let process = bench.arbiter.attach(scenes: DesktopLevels(news), isHome: false)
        let (seat, _) = bench.arbiter.open("bell", in: process, notices: DesktopInbox(news))
        _ = bench.arbiter.perform(.changeCategory(.playback, mode: nil, options: .mixWithOthers), of: seat)
        let session = try #require(bench.arbiter.facts(of: seat))
        let ways: [(JoinedProgram.Way, String)] = [
            (.byItself, "has joined by itself"), (.byPlugin, "by the plug-in for ALSA"),
            (.underHold, "under audiosession hold"),
        ]
        var way = JoinedProgram.Way.byItself
        try bench.follow(joined: { [JoinedProgram(app: "bell", way: way, session: session)] })
        let client = try bench.connect()
        try bench.until { bench.desktop?.hasFollowed == true }
        for (each, says) in ways {
            way = each
            let apps = try bench.ask(client, "\(HostObject.name).Apps").get().first?.dictionary
            let expected: [String: BusValue] = [
                "Kind": .text("program"), "Row": .text(says), "Category": .text("playback"), "Mode": .text("default"),
                "Options": .texts(["mixWithOthers"]),
            ]
            #expect(apps?["bell"]?.dictionary == expected)
        }
    }

    @Test("Introspection names the methods and properties that there are")
    func introspection() throws {
        let answer = try bench.ask(client, "org.freedesktop.DBus.Introspectable.Introspect")
        let text = try #require(try answer.get().first?.text)
        let names = text.matches(of: /<(?:method|property) name="(\w+)"/).map { String($0.1) }
        let own = Array(names.prefix { $0 != "Get" })
        #expect(own == ["Apps", "Hold", "Release"] + (try properties().keys.sorted()))
    }
}
