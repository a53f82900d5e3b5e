import SessionPhone
import SessionPolicy
import SessionWire
import SessionWorld
import Synchronization
import SystemSupport
import Testing

@testable import SessionDesktop

/// The host's app that is Now Playing, as a media player of the session bus.
@Suite(.timeLimit(.minutes(5))) struct MPRISServiceTests {
    /// The remote commands that an app has got.
    private final class Commands: NoticeReceiver {
        let all = Mutex<[RemoteCommand]>([])

        func receive(_ notice: AppNotice) {
            if case .remoteCommand(let command) = notice.message { all.withLock { $0.append(command) } }
        }
    }

    /// An app of a program that is joined to the host.
    private struct LinkedApp {
        let name: String
        let arbiter: Arbiter
        let seat: SeatID
        private let commands = Commands()

        init(_ name: String, _ arbiter: Arbiter) throws {
            (self.name, self.arbiter) = (name, arbiter)
            let process = arbiter.attach(scenes: DesktopLevels(try DesktopNews()), isHome: false)
            (seat, _) = arbiter.open(
                name, launch: LaunchOptions(backgroundAudio: true), in: process, notices: commands)
        }

        func perform(_ call: AppCall) { #expect(arbiter.perform(call, of: seat).isAccepted) }

        /// Starts a sound, as a person does who has brought the app to the foreground.
        func play() {
            perform(.changeCategory(.playback, mode: nil, options: nil))
            let outcome = arbiter.perform(by: .step) { [name] in .app(AppID($0.name(name)), .enteredForeground) }
            #expect(outcome.isAccepted)
            perform(.play("song", lasts: nil, gain: nil))
        }

        func tell(_ info: NowPlayingInfo?) { arbiter.report(.nowPlaying(info), of: seat) }

        /// Returns the commands since the last call.
        func newCommands() -> [RemoteCommand] {
            commands.all.withLock { all in
                defer { all = [] }
                return all
            }
        }
    }

    private let bench: DesktopBench
    private let client: SessionBus

    init() throws {
        bench = try DesktopBench()
        client = try bench.connect()
        // The name is asked for when the connection stands.
        while try owner(of: HostObject.name) == nil {}
    }

    private func owner(of name: String) throws -> String? {
        var owner: String??
        client.call(SessionBus.daemon.name, SessionBus.daemon.path, "org.freedesktop.DBus.GetNameOwner", [.text(name)])
        {
            owner = .some((try? $0.get())?.first?.text)
        }
        try bench.until { owner != nil }
        return owner ?? nil
    }

    /// Expects an app to be a player of the bus, or not, once all that has been decided has reached the bus.
    private func expect(
        _ app: String, isThere: Bool = true, _ place: SourceLocation = #_sourceLocation
    ) throws {
        try bench.settle(client)
        #expect(try (owner(of: MPRISService.busName(of: app)) != nil) == isThere, sourceLocation: place)
    }

    private func ask(_ peer: String, _ method: String, _ body: [BusValue] = []) throws -> Result<[BusValue], BusFailure>
    {
        var answer: Result<[BusValue], BusFailure>?
        client.call(peer, MPRISPlayer.path, method, body) { answer = $0 }
        try bench.until { answer != nil }
        return try #require(answer)
    }

    private func call(_ app: String, _ method: String, _ body: [BusValue] = []) throws {
        #expect(try ask(MPRISService.busName(of: app), "\(MPRISPlayer.interface).\(method)", body).get().isEmpty)
    }

    private func property(_ app: String, _ name: String, of interface: String = MPRISPlayer.interface) throws
        -> BusValue?
    {
        let body = [BusValue.text(interface), .text(name)]
        return try ask(MPRISService.busName(of: app), "org.freedesktop.DBus.Properties.Get", body).get().first
    }

    @Test("An app that plays is a player of the bus, whose status follows its sound, and leaves the bus at its end")
    func life() throws {
        let radio = try LinkedApp("radio", bench.arbiter)
        try expect("radio", isThere: false)
        radio.play()
        try expect("radio")
        #expect(try property("radio", "Identity", of: "org.mpris.MediaPlayer2") == .text("radio"))
        #expect(try property("radio", "PlaybackStatus") == .text("Playing"))
        for flag in ["CanControl", "CanPlay", "CanPause", "CanGoNext", "CanGoPrevious", "CanSeek"] {
            #expect(try property("radio", flag) == .flag(true))
        }
        radio.perform(.pause(nil))
        try bench.settle(client)
        #expect(try property("radio", "PlaybackStatus") == .text("Paused"))
        radio.play()
        try bench.settle(client)
        #expect(try property("radio", "PlaybackStatus") == .text("Playing"))
        try bench.perform(.call(.incoming))
        try bench.settle(client)
        #expect(try property("radio", "PlaybackStatus") == .text("Paused"))
        radio.perform(.quit)
        try expect("radio", isThere: false)
        #expect(bench.complaints.isEmpty && bench.desktop?.playerCount == 0)
    }

    @Test("Each method of the player is one remote command to its app")
    func commands() throws {
        let radio = try LinkedApp("radio", bench.arbiter)
        radio.play()
        radio.tell(NowPlayingInfo(title: "News", duration: 60))
        try expect("radio")
        let same: [(String, RemoteCommand.Kind)] = [
            ("Play", .play), ("Pause", .pause), ("PlayPause", .togglePlayPause), ("Stop", .stop), ("Next", .nextTrack),
            ("Previous", .previousTrack),
        ]
        for (method, kind) in same {
            try call("radio", method)
            #expect(radio.newCommands() == [RemoteCommand(kind)])
        }
        try call("radio", "Seek", [.long(15_000_000)])
        #expect(radio.newCommands() == [RemoteCommand(.skipForward, value: 15)])
        try call("radio", "Seek", [.long(-2_500_000)])
        #expect(radio.newCommands() == [RemoteCommand(.skipBackward, value: 2.5)])
        try call("radio", "Seek", [.long(.min)])
        #expect(radio.newCommands() == [RemoteCommand(.skipBackward, value: 1e9)])
        let track = try #require(try property("radio", "Metadata")?.dictionary?["mpris:trackid"])
        try call("radio", "SetPosition", [track, .long(30_000_000)])
        #expect(radio.newCommands() == [RemoteCommand(.changePlaybackPosition, value: 30)])
        // MPRIS: neither for another piece nor beyond this one.
        try call("radio", "SetPosition", [.path("/another"), .long(30_000_000)])
        try call("radio", "SetPosition", [track, .long(60_000_001)])
        try call("radio", "SetPosition", [track, .long(-1)])
        #expect(radio.newCommands().isEmpty)
    }

    @Test("What an app says of its piece is told, and each change to all that listen")
    func changes() throws {
        let radio = try LinkedApp("radio", bench.arbiter)
        radio.play()
        try expect("radio")
        var told: [[String: BusValue]] = []
        var positions: [BusValue] = []
        client.listen(to: "type='signal',path='\(MPRISPlayer.path)',interface='org.freedesktop.DBus.Properties'") {
            if let changes = $0.body.dropFirst().first?.dictionary { told.append(changes) }
        }
        client.listen(to: "type='signal',path='\(MPRISPlayer.path)',member='Seeked'") { positions += $0.body }
        try bench.settle(client)
        radio.perform(.pause(nil))
        try bench.until { told.count == 1 }
        #expect(told[0] == ["PlaybackStatus": .text("Paused")])
        radio.tell(NowPlayingInfo(title: "News", artist: "BBC", album: "Day", duration: 61.5, elapsed: 2, rate: 2))
        try bench.until { told.count == 2 && positions.count == 1 }
        let data = try #require(told[1]["Metadata"]?.dictionary)
        #expect(data["xesam:title"] == .text("News") && data["xesam:artist"] == .texts(["BBC"]))
        #expect(data["xesam:album"] == .text("Day") && data["mpris:length"] == .long(61_500_000))
        #expect(told[1]["Rate"] == .number(2) && told[1]["PlaybackStatus"] == nil)
        #expect(positions == [.long(2_000_000)])
        #expect(try property("radio", "Position") == .long(2_000_000))
        // An app whose piece is over says so itself: the policy does not know.
        radio.tell(
            NowPlayingInfo(
                title: "News", artist: "BBC", album: "Day", duration: 61.5, elapsed: 2, rate: 2, state: .stopped))
        try bench.until { told.count == 3 }
        #expect(told[2] == ["PlaybackStatus": .text("Stopped")] && positions.count == 1)
        // What the player does not tell changes nothing of it.
        try bench.perform(.volumeSliderMoved(to: 0.25))
        try bench.settle(client)
        #expect(told.count == 3)
    }

    @Test("The player of a second app takes the place of the first one's, and gets the commands")
    func twoApps() throws {
        let (first, second) = (try LinkedApp("first", bench.arbiter), try LinkedApp("second", bench.arbiter))
        first.play()
        try expect("first")
        second.play()
        try expect("second")
        try expect("first", isThere: false)
        try call("second", "Pause")
        #expect(second.newCommands() == [RemoteCommand(.pause)] && first.newCommands().isEmpty)
    }

    @Test("A player of the bus is not shown a second time, and an own player is not followed")
    func foreign() throws {
        let radio = try LinkedApp("radio", bench.arbiter)
        radio.play()
        try expect("radio")
        #expect(bench.desktop?.playerCount == 0)
        let tune = try TestPlayer("tune", bench)
        tune.press("Playing")
        try bench.until { bench.heard == ["tune"] }
        try expect("radio", isThere: false)
        #expect(try owner(of: MPRISService.busName(of: "tune")) == nil)
        #expect(bench.desktop?.playerCount == 1 && tune.status == "Playing")
        radio.play()
        try bench.until { tune.status == "Paused" }
        try expect("radio")
        #expect(bench.heard == ["radio"] && tune.calls == ["Pause"])
    }

    @Test(
        "The position goes on while the app plays, from where it was paused or the app has put it, to the end of the piece"
    )
    func position() throws {
        var now: Int64 = 0
        let player = MPRISService(on: try bench.connect(), bench.arbiter, clock: { now }, say: { _ in })
        func show(_ isPlaying: Bool, _ title: String = "News", elapsed: Double = 10) {
            let info = NowPlayingInfo(title: title, duration: 60, elapsed: elapsed, rate: 2)
            player.show(NowPlayingFacts(app: "radio", isPlaying: isPlaying, info: info))
        }
        show(true)
        now += 5_000_000_000
        #expect(player.position == 20)
        show(false)
        now += 5_000_000_000
        #expect(player.position == 20)
        show(true)
        now += 5_000_000_000
        #expect(player.position == 30)
        show(true, elapsed: 50)
        #expect(player.position == 50)
        now += 6_000_000_000
        #expect(player.position == 60)
        show(true, "Weather", elapsed: 50)
        #expect(player.position == 50)
    }

    @Test("A command for an app that is Now Playing no longer is refused, with the rule's sentence where no app is")
    func late() throws {
        // A player of its own that has not been told what the policy has decided meanwhile.
        let host = try bench.connect()
        var said: [String] = []
        let player = MPRISService(on: host, bench.arbiter) { said.append($0) }
        func play() throws -> Result<[BusValue], BusFailure> {
            try ask("org.test.Host", "\(MPRISPlayer.interface).Play")
        }
        var isNamed: Bool?
        host.request("org.test.Host") { isNamed = $0 == .isOurs }
        try bench.until { isNamed == true }
        let none = #expect(throws: BusFailure.self) { try play().get() }
        #expect(none?.name == "org.freedesktop.DBus.Error.UnknownObject")
        player.show(NowPlayingFacts(app: "gone", isPlaying: true, info: nil))
        let gone = #expect(throws: BusFailure.self) { try play().get() }
        #expect(gone?.name == "org.audiosession.Host1.Refused")
        #expect(gone?.message == "no app is Now Playing; let one register as such and start a sound first (R-RC-1)")
        let radio = try LinkedApp("radio", bench.arbiter)
        radio.play()
        let other = #expect(throws: BusFailure.self) { try play().get() }
        #expect(other?.message == "radio is Now Playing, and gone no longer; give the command to radio.")
        #expect(radio.newCommands().isEmpty)
        player.show(NowPlayingFacts(app: "radio", isPlaying: true, info: nil))
        #expect(try play().get().isEmpty && radio.newCommands() == [RemoteCommand(.play)])
        // The bus gives the name to one connection only, here to that of the desktop.
        try bench.until { said.count == 1 }
        let name = MPRISService.busName(of: "radio")
        #expect(
            said == ["\(name) belongs to another program of the session bus: radio is no player there until it ends."])
    }

    @Test(
        "A property or method that the player has not is an error by D-Bus's name",
        arguments: [
            ("org.mpris.MediaPlayer2.Player.Louder", [], "UnknownMethod"),
            ("org.mpris.MediaPlayer2.Player.Seek", [.text("far")], "InvalidArgs"),
            ("org.mpris.MediaPlayer2.Player.OpenUri", [.text("file:///a")], "NotSupported"),
            (
                "org.freedesktop.DBus.Properties.Get", [.text(MPRISPlayer.interface), .text("Louder")],
                "UnknownProperty"
            ),
            (
                "org.freedesktop.DBus.Properties.Set",
                [.text(MPRISPlayer.interface), .text("Rate"), .variant(.number(2))],
                "PropertyReadOnly"
            ),
        ] as [(String, [BusValue], String)])
    func mistakes(method: String, body: [BusValue], error: String) throws {
        let radio = try LinkedApp("radio", bench.arbiter)
        radio.play()
        try expect("radio")
        let failure = #expect(throws: BusFailure.self) {
            try ask(MPRISService.busName(of: "radio"), method, body).get()
        }
        #expect(failure?.name == "org.freedesktop.DBus.Error.\(error)" && failure?.message.isEmpty == false)
        #expect(radio.newCommands().isEmpty)
    }

    @Test("An app of any name has a name on the bus")
    func names() throws {
        #expect(MPRISService.busName(of: "radio 2") == "org.mpris.MediaPlayer2.audiosession.radio_202")
        #expect(MPRISService.busName(of: "7_ä.b") == "org.mpris.MediaPlayer2.audiosession._37_5f_c3_a4_2eb")
        let long = String(repeating: "ä", count: 124)
        #expect(MPRISService.busName(of: long).utf8.count <= 255)
        for name in ["7_ä.b", "\u{1}", long] {
            let app = try LinkedApp(name, bench.arbiter)
            app.play()
            try expect(name)
            #expect(try property(name, "Identity", of: "org.mpris.MediaPlayer2") == .text(name))
        }
    }

    @Test("Introspection names the properties and methods that there are")
    func introspection() throws {
        let radio = try LinkedApp("radio", bench.arbiter)
        radio.play()
        try expect("radio")
        let name = MPRISService.busName(of: "radio")
        let answer = try ask(name, "org.freedesktop.DBus.Introspectable.Introspect")
        let text = try #require(try answer.get().first?.text)
        let names = text.matches(of: /<property name="(\w+)"/).map { String($0.1) }
        var all: [String] = []
        for interface in ["org.mpris.MediaPlayer2", MPRISPlayer.interface] {
            let answer = try ask(name, "org.freedesktop.DBus.Properties.GetAll", [.text(interface)])
            all += try #require(try answer.get().first?.dictionary).keys
        }
        #expect(names.sorted() == all.sorted())
        for method in text.matches(of: /<method name="(\w+)"/).map({ String($0.1) }).prefix(while: { $0 != "Get" }) {
            let isOfRoot = ["Raise", "Quit"].contains(method)
            let interface = isOfRoot ? "org.mpris.MediaPlayer2" : MPRISPlayer.interface
            let answer = try ask(name, "\(interface).\(method)")
            if case .failure(let failure) = answer { #expect(failure.name == "org.freedesktop.DBus.Error.InvalidArgs") }
        }
    }
}
