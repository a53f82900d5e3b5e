import SessionPhone
import SessionPolicy
import SessionWire
import SessionWorld
import SystemSupport
import Testing

@testable import SessionDesktop

/// Media players of the session bus, as apps of a phone.
@Suite(.timeLimit(.minutes(5))) struct MPRISPlayerTests {
    private let bench: DesktopBench

    init() throws { bench = try DesktopBench() }

    private func play(_ name: String) throws -> TestPlayer {
        let player = try TestPlayer(name, bench)
        player.press("Playing")
        try bench.until { bench.heard.contains(name) }
        return player
    }

    @Test("A player is heard while it plays, is paused while the phone rings, and goes on when the call is declined")
    func declinedCall() throws {
        let player = try play("tune")
        try bench.perform(.call(.incoming))
        try bench.until { player.status == "Paused" }
        #expect(bench.heard.isEmpty)
        try bench.perform(.call(.declined))
        try bench.until { bench.heard == ["tune"] }
        #expect(player.status == "Playing" && player.calls == ["Pause", "Play"])
        #expect(bench.complaints.isEmpty)
    }

    @Test("A player that was there before the host is followed as it is")
    func earlier() throws {
        let bench = try DesktopBench(follows: false)
        let player = try TestPlayer("early", bench, status: "Playing")
        var isNamed = false
        player.bus.call(SessionBus.daemon.name, SessionBus.daemon.path, "org.freedesktop.DBus.ListNames") { _ in
            isNamed = true
        }
        try bench.until { isNamed }
        try bench.follow()
        try bench.until { bench.heard == ["early"] }
    }

    @Test(
        "A player is an application of the table by its desktop entry; one that tells of none is known by its name",
        arguments: [("org.test.Book", "apps.yaml:3"), (nil, "apps.yaml:4")])
    func desktopEntry(entry: String?, row: String) throws {
        let bench = try DesktopBench(follows: false)
        let text = """
            apps:
              - {application: org.test.Radio}
              - {application: org.test.book, mode: spokenAudio}
              - {player: tune, mode: moviePlayback}
            """
        try bench.follow(rows: AppRow.read(yaml: text, file: "apps.yaml") + AppRow.builtIn)
        let player = try TestPlayer("tune", bench)
        player.entry = entry
        player.press("Playing")
        try bench.until { bench.heard == ["tune"] }
        try bench.settle(player.bus)
        let apps = try bench.ask(player.bus, "\(HostObject.name).Apps").get().first?.dictionary
        let tune = try #require(apps?["tune"]?.dictionary)
        #expect(tune["Row"]?.text == row)
        #expect(tune["Mode"]?.text == (entry == nil ? "moviePlayback" : "spokenAudio"))
    }

    @Test(
        "A player that a person has paused stays paused after the call, whether it has told so or not",
        arguments: [true, false])
    func pausedByPerson(tells: Bool) throws {
        let player = try play("tune")
        player.press("Paused", tells: tells)
        if tells { try bench.until { bench.heard.isEmpty } }
        try bench.perform(.call(.incoming))
        try bench.settle(player.bus)
        try bench.perform(.call(.declined))
        try bench.settle(player.bus)
        #expect(player.status == "Paused" && !player.calls.contains("Play"))
    }

    @Test("A player that a person stops during the call stays stopped")
    func stoppedDuringCall() throws {
        let player = try play("tune")
        try bench.perform(.call(.incoming))
        try bench.until { player.status == "Paused" }
        player.press("Stopped")
        try bench.settle(player.bus)
        try bench.perform(.call(.declined))
        try bench.settle(player.bus)
        #expect(player.status == "Stopped" && player.calls == ["Pause"])
    }

    @Test("A person who presses play while the phone rings is refused once, and the player plays when it may")
    func playDuringRing() throws {
        let player = try play("tune")
        try bench.perform(.call(.incoming))
        try bench.until { player.status == "Paused" }
        player.press("Playing")
        try bench.until { player.calls == ["Pause", "Pause"] && player.status == "Paused" }
        try bench.perform(.call(.declined))
        try bench.until { bench.heard == ["tune"] }
        #expect(player.status == "Playing" && bench.complaints.isEmpty)
    }

    @Test("A start that a player tells without the pause before it is a start all the same")
    func lateNews() throws {
        let player = try play("late")
        player.isLate = true
        try bench.perform(.call(.incoming))
        try bench.until { player.status == "Paused" }
        try bench.settle(player.bus)
        player.press("Playing")
        player.tellLate()
        try bench.until { player.calls == ["Pause", "Pause"] && player.status == "Paused" }
        try bench.perform(.call(.declined))
        try bench.until { player.status == "Playing" && bench.heard == ["late"] }
        // The same where another player has the floor, and gives it back without leave.
        let other = try play("other")
        try bench.until { player.status == "Paused" }
        other.press("Stopped")
        try bench.settle(other.bus, player.bus)
        player.press("Playing")
        player.tellLate()
        try bench.until { bench.heard == ["late"] }
        #expect(bench.complaints.isEmpty)
    }

    @Test("A player that insists after a refusal is not fought with, which is said; it counts as heard once it may")
    func insistence() throws {
        try bench.perform(.call(.incoming))
        let player = try TestPlayer("loud", bench)
        player.press("Playing")
        try bench.until { player.status == "Paused" }
        for _ in 0..<3 {
            player.press("Playing")
            try bench.settle(player.bus)
            player.press("Paused")
            try bench.settle(player.bus)
        }
        player.press("Playing")
        try bench.settle(player.bus)
        #expect(player.status == "Playing" && player.calls == ["Pause"] && bench.heard.isEmpty)
        #expect(bench.complaints.count == 1)
        #expect(bench.complaints.first?.hasPrefix("loud plays against the rules: the phone rings") == true)
        try bench.perform(.call(.declined))
        try bench.until { bench.heard == ["loud"] }
        #expect(player.calls == ["Pause"])
    }

    @Test("Of two players the second pauses the first, which stays paused when the second is paused")
    func twoPlayers() throws {
        let first = try play("first")
        let second = try play("second")
        try bench.until { first.status == "Paused" }
        #expect(bench.heard == ["second"])
        second.press("Paused")
        try bench.settle(second.bus, first.bus)
        #expect(bench.heard.isEmpty && first.calls == ["Pause"])
        // A person turns to the first again: it need not have been in the foreground.
        first.press("Playing")
        try bench.until { bench.heard == ["first"] }
        second.press("Playing")
        try bench.until { bench.heard == ["second"] && first.status == "Paused" }
        #expect(bench.complaints.isEmpty)
    }

    @Test("Of two players only the one that was heard goes on after a call")
    func twoPlayersAndCall() throws {
        let first = try play("first")
        let second = try play("second")
        try bench.until { first.status == "Paused" }
        try bench.perform(.call(.incoming))
        try bench.until { second.status == "Paused" }
        try bench.perform(.call(.declined))
        try bench.until { bench.heard == ["second"] }
        try bench.settle(first.bus, second.bus)
        #expect(first.status == "Paused" && first.calls == ["Pause"])
    }

    @Test("A player that tells of itself on two connections, as VLC may, is one, and does not interrupt itself")
    func repeated() throws {
        let player = try play("vlc")
        let other = try TestPlayer("vlc.instance9", bench, status: "Playing")
        try bench.settle(player.bus, other.bus)
        other.press("Playing")
        try bench.settle(player.bus, other.bus)
        #expect(bench.heard == ["vlc"] && player.calls.isEmpty && other.calls.isEmpty)
        let apps = try bench.ask(player.bus, "\(HostObject.name).Apps").get().first?.dictionary
        #expect(apps?.keys.sorted() == ["vlc"])
        try bench.perform(.call(.incoming))
        try bench.until { player.status == "Paused" }
        #expect(other.calls.isEmpty)
    }

    @Test("A player that leaves the bus, also while it waits for leave, is no app any more", arguments: [false, true])
    func vanishes(duringCall: Bool) throws {
        var player: TestPlayer? = try play("brief")
        if duringCall {
            try bench.perform(.call(.incoming))
            try bench.until { player?.status == "Paused" }
        }
        player = nil
        try bench.until { bench.desktop?.playerCount == 0 }
        #expect(bench.arbiter.world.state.apps.isEmpty)
        if duringCall { try bench.perform(.call(.declined)) }
        #expect(try play("brief").name == "brief")
    }

    @Test("A player that never answers keeps neither the host nor other players waiting, which is said")
    func silent() throws {
        let nowhere = try EventLoop()
        let stopped = try TestPlayer("stopped", bench, on: nowhere)
        // It says that it plays, and is read no more: as after SIGSTOP.
        while bench.desktop?.playerCount == 0 {
            nowhere.turn(waits: false)
            bench.loop.turn(waits: false)
        }
        stopped.press("Playing")
        try bench.until { bench.heard == ["stopped"] }
        let other = try play("other")
        try bench.perform(.call(.incoming))
        try bench.until { other.status == "Paused" }
        try bench.perform(.call(.declined))
        try bench.until { other.status == "Playing" }
        try bench.until { !bench.complaints.isEmpty }
        #expect(bench.complaints.count == 1 && bench.complaints[0].hasPrefix("stopped refuses Pause: "))
    }

    @Test("A player that answers Pause and goes on is heard again in the policy's eyes after the call")
    func deaf() throws {
        let player = try play("deaf")
        player.manner = .deaf
        try bench.perform(.call(.incoming))
        try bench.settle(player.bus)
        #expect(player.status == "Playing" && bench.heard.isEmpty)
        try bench.perform(.call(.declined))
        try bench.until { bench.heard == ["deaf"] }
    }

    @Test("A player that refuses Pause is complained of once")
    func unwilling() throws {
        let player = try play("unwilling")
        player.manner = .unwilling
        for _ in 0..<2 {
            try bench.perform(.call(.incoming))
            try bench.settle(player.bus)
            try bench.perform(.call(.declined))
            try bench.settle(player.bus)
        }
        #expect(bench.complaints == ["unwilling refuses Pause: not today. Its sound is not governed."])
        #expect(bench.heard == ["unwilling"])
    }

    @Test("Nonsense that a player tells changes nothing")
    func nonsense() throws {
        let player = try play("odd")
        player.tell(["PlaybackStatus": .text("Dancing")])
        player.tell(["PlaybackStatus": .number(1), "Metadata": .dictionary(["length": .long(1)])])
        let bodies: [[BusValue]] = [
            [], [.text(MPRISPlayer.interface)], [.text(MPRISPlayer.interface), .texts(["x"]), .dictionary([:])],
        ]
        for body in bodies {
            player.bus.emit(MPRISPlayer.path, "org.freedesktop.DBus.Properties.PropertiesChanged", body)
        }
        // Another program speaks of the player's object.
        let stranger = try bench.connect()
        stranger.emit(
            MPRISPlayer.path, "org.freedesktop.DBus.Properties.PropertiesChanged",
            [.text(MPRISPlayer.interface), .dictionary(["PlaybackStatus": .text("Stopped")]), .texts([])])
        try bench.settle(player.bus, stranger)
        #expect(bench.heard == ["odd"] && player.calls.isEmpty && bench.complaints.isEmpty)
    }

    @Test("A status whose value a player keeps to itself is asked for")
    func invalidated() throws {
        let player = try play("coy")
        player.press("Paused", tells: false)
        player.tell([:], invalidated: ["PlaybackStatus"])
        try bench.until { bench.heard.isEmpty }
    }

    @Test("Names that mirror other players are no players, and a thousand names of one program are one")
    func names() throws {
        let mirror = try TestPlayer("playerctld", bench)
        let many = try TestPlayer("many.n0", bench)
        for number in 1..<1_000 {
            many.bus.request("org.mpris.MediaPlayer2.many.n\(number)") { #expect($0 == .isOurs, "\(number) is taken") }
        }
        mirror.press("Playing")
        many.press("Playing")
        // Its app has the first of its names that the host has heard of.
        try bench.until { bench.heard.count == 1 }
        try bench.settle(mirror.bus, many.bus)
        #expect(bench.heard.allSatisfy { $0.hasPrefix("many.n") } && bench.heard.count == 1)
        #expect(bench.desktop?.playerCount == 1 && many.calls.isEmpty)
    }

    @Test("Of more than 32 players the first are followed, and it is said once that there are more")
    func crowd() throws {
        let nowhere = try EventLoop()
        let most = DesktopBus.mostPlayers
        let crowd = try (0..<most + 2).map { try TestPlayer("p\($0)", bench, on: nowhere) }
        let count = { bench.desktop?.playerCount ?? 0 }
        while bench.complaints.isEmpty || count() < most {
            nowhere.turn(waits: false)
            bench.loop.turn(waits: false)
        }
        #expect(count() == most && bench.complaints.count == 1 && crowd.count == most + 2)
        #expect(bench.complaints[0].hasPrefix("More than \(most) players are on the session bus: "))
    }

    @Test("Buttons of the device reach the player that plays, as the methods that MPRIS has for them")
    func remoteCommands() throws {
        let player = try play("tune")
        try bench.perform(.remoteCommand(RemoteCommand(.nextTrack)))
        try bench.until { player.calls == ["Next"] }
        try bench.perform(.remoteCommand(RemoteCommand(.togglePlayPause)))
        try bench.until { bench.heard.isEmpty }
        try bench.perform(.remoteCommand(RemoteCommand(.play)))
        try bench.until { bench.heard == ["tune"] }
        try bench.perform(.remoteCommand(RemoteCommand(.rating, value: 5)))
        try bench.settle(player.bus)
        #expect(player.calls == ["Next", "Pause", "Play"])
    }

    @Test("A player that tells once more that it plays, after it was paused, does not count as started by a person")
    func repeatedNews() throws {
        let player = try play("chatty")
        player.isLate = true
        let holder = try bench.connect()
        let body: [BusValue] = [.text("pause"), .text("film"), .dictionary([:])]
        _ = try bench.ask(holder, "\(HostObject.name).Hold", body).get()
        try bench.until { player.status == "Paused" }
        try bench.settle(player.bus)
        // As with a new title, told before the pause is.
        player.tell(["Metadata": .dictionary([:]), "PlaybackStatus": .text("Playing")])
        try bench.settle(player.bus)
        #expect(player.calls == ["Pause"] && bench.heard.isEmpty)
        player.tellLate()
        holder.close()
        try bench.until { player.status == "Playing" && bench.heard == ["chatty"] }
        #expect(player.calls == ["Pause", "Play"])
    }

    @Test("A second host on the bus leaves the players to the first, and says so")
    func secondHost() throws {
        let player = try play("tune")
        let second = Arbiter(World(.modern), clock: DesktopBench.Clock())
        var said: [String] = []
        let desktop = try Desktop(second, on: bench.loop, BusAddress(bench.address)) { said.append($0) }
        try bench.until { !said.isEmpty }
        try bench.settle(player.bus)
        #expect(said.count == 1 && said[0].hasPrefix("org.audiosession.Host1 belongs to another program"))
        #expect(desktop.playerCount == 0 && second.world.state.apps.isEmpty && bench.heard == ["tune"])
    }

    @Test("A player whose app the phone ends is paused, and launches its app again when a person starts it")
    func terminated() throws {
        let bench = try DesktopBench(.iPhoneOS3)
        let player = try TestPlayer("tune", bench)
        player.press("Playing")
        try bench.until { bench.heard == ["tune"] }
        try bench.perform(.call(.incoming))
        try bench.perform(.call(.answered))
        try bench.until { player.status == "Paused" }
        try bench.perform(.call(.ended))
        try bench.settle(player.bus)
        #expect(player.status == "Paused" && player.calls == ["Pause"] && bench.arbiter.world.state.apps.isEmpty)
        player.press("Playing")
        try bench.until { bench.heard == ["tune"] }
    }

    @Test("A player that plays on while media services are lost is heard again after their reset")
    func mediaServices() throws {
        let player = try play("tune")
        try bench.perform(.mediaServices(.lost))
        try bench.settle(player.bus)
        #expect(bench.heard.isEmpty)
        try bench.perform(.mediaServices(.reset))
        try bench.until { bench.heard == ["tune"] }
        #expect(player.calls.isEmpty)
    }

    @Test("When the bus goes, its players are apps no more, which is said once; the phone goes on")
    func lostBus() throws {
        let player = try play("tune")
        bench.endBus()
        try bench.until { !bench.complaints.isEmpty }
        #expect(bench.complaints.count == 1)
        #expect(bench.complaints.first?.hasPrefix("The session bus has ended the connection") == true)
        #expect(bench.heard.isEmpty && bench.arbiter.world.state.apps.isEmpty && player.status == "Playing")
        try bench.perform(.call(.incoming))
    }

    @Test("A bus that is not there is an error with its place and the remedy")
    func noBus() throws {
        let error = #expect(throws: BusError.self) { _ = try SessionBus("unix:path=/nowhere/bus", on: bench.loop) }
        let text = "\(try #require(error))"
        #expect(
            text.hasPrefix("unix:path=/nowhere/bus: no bus answers (No such file") && text.contains("dbus-run-session"))
    }
}
