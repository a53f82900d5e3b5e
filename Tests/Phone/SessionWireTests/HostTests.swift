import CLinux
import Foundation
import Glibc
import Scratch
import SessionPhone
import SessionPolicy
import SessionWorld
import Testing

@testable import SessionWire

/// Programs on one host: each has its rights, and none of them harms another.
struct HostTests {
    private let folder: Scratch
    private let host: TestHost

    init() throws {
        folder = Scratch()
        host = try TestHost(at: folder.place)
    }

    private func link(_ app: String, _ inbox: Inbox = Inbox()) throws -> HostLink {
        try HostLink(folder.place, app: app, notices: inbox, scenes: inbox)
    }

    private func isActive(_ link: HostLink) throws -> Bool { try link.facts().phase == .active }

    private func play(_ link: HostLink, options: CategoryOptions = []) throws {
        #expect(try link.perform(.changeCategory(.playback, mode: nil, options: options), explains: false).isAccepted)
        #expect(try link.perform(.play("song", lasts: nil, gain: nil), explains: false).isAccepted)
    }

    @Test("A second program of a name is another app; a name is free again when its app has left")
    func appNames() throws {
        let first = try link("player")
        let second = try link("player")
        #expect(first.welcome.app == "player")
        #expect(second.welcome.app == "player#2")
        #expect(try link("player").welcome.app == "player#3")
        second.close()
        first.close()
        host.ask { _ in }
        host.end()
    }

    @Test("The welcome of a host with a rule book of its own says which words that book takes")
    func ownBook() throws {
        let (folder, book) = (Scratch(), RuleBook.iOS14.named("car"))
        let host = try TestHost(at: folder.place, book: book)
        let inbox = Inbox()
        let link = try HostLink(folder.place, app: "radio", notices: inbox, scenes: inbox)
        #expect(link.welcome.vocabulary == book.vocabulary && link.welcome.book == "car")
        #expect(link.welcome.vocabulary.features.contains(.systemAlertPreference))
        #expect(!link.welcome.vocabulary.features.contains(.inputMute))
        let client = try ControlClient(folder.place, wants: "book")
        let line = try #require(try client.answer())
        #expect(BookVocabulary(try PositionedValue(json: line.utf8, line: 1)) == book.vocabulary)
        #expect(client.next() == nil)
        host.end()
    }

    @Test("A greeting launches nothing, the first call does, and the next call after the end does again")
    func launches() throws {
        let link = try link("player")
        #expect(try !link.facts().isLaunched)
        #expect(try link.perform(.setActive(true, notifyOthers: false), explains: true).because.isEmpty == false)
        #expect(try link.facts().isLaunched)
        #expect(try link.perform(.quit, explains: false).isAccepted)
        #expect(try !link.facts().isLaunched)
        #expect(try link.perform(.vibrate, explains: false).isAccepted)
        #expect(try link.facts().isLaunched)
        host.end()
    }

    @Test("One program interrupts another; when it dies, the other is told in the same decision")
    func death() throws {
        let inbox = Inbox()
        let music = try link("music", inbox)
        try play(music)
        let talk = try RawClient(folder.place)
        #expect(try talk.greet("talk") == "talk")
        _ = try talk.ask(.call(.changeCategory(.playback, mode: nil, options: []), explains: false))
        _ = try talk.ask(.call(.setActive(true, notifyOthers: false), explains: false))
        inbox.wait(for: .interruptionBegan())
        #expect(try music.facts().phase == .interrupted)
        shutdown(talk.socket, CInt(SHUT_RDWR))
        inbox.wait(for: .interruptionEnded(shouldResume: false))
        #expect(inbox.isComplete)
        #expect(try music.facts().phase == .inactive)
        host.end()
    }

    @Test("A program hears of the others only what the policy tells it: its scenes name its own sounds")
    func scenes() throws {
        let inbox = Inbox()
        let music = try link("music", inbox)
        try play(music, options: .mixWithOthers)
        inbox.wait { _, scenes in scenes.contains { !$0.started.isEmpty } }
        let nav = try link("nav")
        try play(nav, options: .duckOthers)
        inbox.wait { _, scenes in scenes.last?.picture.sounds.first?.duck != 1 }
        let scene = try #require(inbox.scenes.last)
        #expect(scene.names == [SceneName(.sound, app: "music", sound: "song")])
        #expect(scene.started.isEmpty)
        let level = scene.picture.sounds[0]
        #expect(level.isRunning && level.duckedBy == .dk1 && level.originator == nil)
        #expect(level.changes.duck == .duckDown)
        #expect(Set(inbox.scenes.compactMap { $0.picture.sounds.first?.reference }).count == 1)
        nav.close()
        inbox.wait { _, scenes in scenes.last?.picture.sounds.first?.duck == 1 }
        #expect(inbox.scenes.last?.picture.sounds.first?.changes.duck == .duckUp)
        host.end()
    }

    @Test("A message that is malformed, too long or out of order ends that connection with a reason, and nothing else")
    func mischief() throws {
        let music = try link("music")
        try play(music)
        let tooLong = [UInt8](repeating: 0, count: WireFormat.messageLimit + 1)
        let hello = ProgramMessage.hello(.init(app: "x")).bytes(number: 1)
        let cases: [([[UInt8]], FarewellReason)] = [
            ([[1]], .malformed), ([tooLong], .malformed), ([hello + [0]], .malformed),
            ([hello, [0xFF, 0xFF, 0, 0, 0, 0, 0, 0]], .malformed), ([hello, tooLong], .malformed),
            ([hello, Array(repeating: 0xFF, count: 300)], .malformed), ([hello, hello], .outOfOrder),
            ([ProgramMessage.facts.bytes(number: 1)], .outOfOrder), ([ProgramMessage.bye.bytes()], .outOfOrder),
            ([ProgramMessage.hello(.init(versions: 3...9, app: "x")).bytes(number: 1)], .version),
            ([ProgramMessage.hello(.init(versions: 0...0, app: "x")).bytes(number: 1)], .version),
        ]
        for (messages, reason) in cases {
            let client = try RawClient(folder.place)
            for message in messages { client.send(message) }
            #expect(try client.farewell() == reason)
            #expect(try isActive(music))
        }
        for name in ["", "a/b", "a\u{1B}[2J", "a\nb", String(repeating: "n", count: 300), "\u{202E}evil"] {
            let client = try RawClient(folder.place)
            client.send(ProgramMessage.hello(.init(app: name)).bytes(number: 1))
            let reason = try client.farewell()
            // A name that is too long is cut where it is written.
            #expect(reason == .badName, "\(name.debugDescription)")
        }
        host.end()
    }

    @Test("Another user's process is turned away")
    func otherUser() throws {
        let folder = Scratch()
        let host = try TestHost(at: folder.place, user: geteuid() + 1)
        #expect(try RawClient(folder.place).farewell() == .otherUser)
        host.end()
    }

    @Test(
        "A program whose process cannot be watched for want of something is told what, and is let in once that is there",
        arguments: [(EMFILE, "ulimit -n"), (ENFILE, "fs.file-max"), (ENOMEM, "ulimit -v")])
    func unwatchable(number: CInt, remedy: String) throws {
        func open(_ number: CInt) {
            host.ask { host in
                host.openProcess = { socket, process in
                    if number == 0 { return clinux_peer_descriptor(socket, process) }
                    errno = number
                    return -1
                }
            }
        }
        open(number)
        let refused = try RawClient(folder.place)
        guard case .farewell(.full, let sentence) = try refused.next()?.message else {
            Issue.record("it is let in")
            return host.end()
        }
        #expect(sentence.contains(remedy), "\(sentence)")
        #expect(try refused.next() == nil)
        #expect(host.ask { $0.programCount } == 0)
        open(0)
        #expect(try RawClient(folder.place).greet("player") == "player")
        host.end()
    }

    @Test("A kernel that shows no processes keeps no program out; a program that ended before it was let in is gone")
    func unwatched() throws {
        host.ask { host in
            host.openProcess = { _, _ in
                errno = ENOSYS
                return -1
            }
        }
        let program = try RawClient(folder.place)
        #expect(try program.greet("player") == "player")
        #expect(host.ask { $0.programCount } == 1)
        host.ask { host in
            host.openProcess = { _, _ in
                errno = ESRCH
                return -1
            }
        }
        #expect(try RawClient(folder.place).next() == nil)
        #expect(host.ask { $0.programCount } == 1)
        host.end()
    }

    @Test("The host tells of each program that has joined by which way it has, and its session")
    func joined() throws {
        let programs = [
            ProgramMessage.Hello(app: "player"), .init(flags: .isByPlugin, app: "bell"),
            .init(flags: .notifiesAtEnd, app: "speech"),
        ]
        let clients = try programs.map { hello in
            let client = try RawClient(folder.place)
            client.send(ProgramMessage.hello(hello).bytes(number: 1))
            #expect(try client.next() != nil)
            return client
        }
        _ = try clients[1].ask(
            .call(.changeCategory(.playback, mode: nil, options: .mixWithOthers), explains: false))
        let stranger = try RawClient(folder.place)
        let joined = host.ask { $0.joined.sorted { $0.app < $1.app } }
        #expect(joined.map(\.app) == ["bell", "player", "speech"])
        #expect(joined.map(\.way) == [.byPlugin, .byItself, .underHold])
        #expect(joined[0].session.category == .playback && joined[0].session.options == .mixWithOthers)
        withExtendedLifetime(stranger) { host.end() }
    }

    @Test(
        "The host resumes a program that no person can start again, which so still holds what it had interrupted",
        arguments: [
            ProgramMessage.Hello(flags: .isByPlugin, app: "middle"), .init(flags: .isUnattended, app: "middle"),
        ])
    func unattended(hello: ProgramMessage.Hello) throws {
        func join(_ hello: ProgramMessage.Hello) throws -> RawClient {
            let client = try RawClient(folder.place)
            client.send(ProgramMessage.hello(hello).bytes(number: 1))
            #expect(try client.next() != nil)
            return client
        }
        func play(_ client: RawClient) throws {
            _ = try client.ask(.call(.changeCategory(.playback, mode: nil, options: []), explains: false))
            _ = try client.ask(.call(.play("sound", lasts: nil, gain: nil), explains: false))
        }
        func heard() -> [String] { host.ask { $0.arbiter.deviceFacts.heard.compactMap(\.name.app) } }
        let music = try join(.init(flags: .isByPlugin, app: "music"))
        let middle = try join(hello)
        let last = try join(.init(flags: .isByPlugin, app: "last"))
        for client in [music, middle, last] { try play(client) }
        #expect(heard() == ["last"])
        _ = try last.ask(.call(.stop(nil), explains: false))
        _ = try last.ask(.call(.setActive(false, notifyOthers: true), explains: false))
        #expect(heard() == ["middle"])
        _ = try middle.ask(.call(.stop(nil), explains: false))
        _ = try middle.ask(.call(.setActive(false, notifyOthers: true), explains: false))
        #expect(heard() == ["music"])
        host.end()
    }

    @Test("A client that floods and does not read is given up, and no other client waits for it")
    func flood() throws {
        let music = try link("music")
        try play(music)
        let flood = try RawClient(folder.place)
        #expect(try flood.greet("flood") != nil)
        _ = try flood.ask(.call(.vibrate, explains: false))
        _ = fcntl(flood.socket, F_SETFL, O_NONBLOCK)
        let question = ProgramMessage.facts.bytes(number: 9)
        // The kernel keeps some for him, then the host does; it takes what he sends until it has had enough.
        while host.ask({ $0.programCount }) == 2 {
            for _ in 0..<256 { flood.send(question) }
            #expect(try isActive(music))
        }
        #expect(host.ask { $0.arbiter.world.state.apps.count } == 1)
        host.end()
    }

    @Test("A host whose replies are no longer read rests, and takes steps as before", arguments: [false, true])
    func nobodyReads(hasRead: Bool) throws {
        let folder = Scratch()
        let loop = try EventLoop()
        let server = try HostServer(
            loop: loop, arbiter: Arbiter(World(.modern), clock: TestHost.TestClock()),
            place: try HostPlace(folder.place),
            launch: LaunchOptions(), termination: .ofAppOnly)
        var (input, output): ([CInt], [CInt]) = ([-1, -1], [-1, -1])
        try #require(pipe(&input) == 0 && pipe(&output) == 0)
        // A program that another test starts must not be the reader.
        for end in input + output { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        defer { for end in input + [output[1]] { close(end) } }
        let steps = try StandardSteps(server, input: input[0], output: output[1]) {}
        func give(_ step: String) { _ = step.withCString { write(input[1], $0, strlen($0)) } }
        if hasRead {
            give("{\"do\": \"lock\"}\n")
            loop.turn(waits: true)
            var byte: UInt8 = 0
            try #require(read(output[0], &byte, 1) == 1)
        }
        close(output[0])
        server.loop.beforeWaiting = {}
        let alarm = try #require(LoopTimer(on: loop))
        alarm.whenRung = { loop.stop() }
        alarm.set(at: EventLoop.now + 100_000_000)
        let wakeUps = loop.wakeUps
        loop.run()
        #expect(loop.wakeUps - wakeUps <= 2, "one for the reader's end, one for the alarm")
        give("{\"do\": \"ringSwitch\", \"to\": \"silent\"}\n")
        loop.turn(waits: true)
        #expect(server.arbiter.world.state.ringSwitch == .silent)
        steps.close()
        server.close()
    }

    @Test("Ten thousand connects and disconnects leave nothing behind")
    func churn() throws {
        let descriptors = openDescriptors
        for round in 0..<10_000 {
            let client = try RawClient(folder.place)
            #expect(try client.greet(round % 5 == 0 ? "guest\(round)" : "guest") != nil)
            if round % 2 == 0 {
                client.send(
                    ProgramMessage.call(.setActive(true, notifyOthers: false), explains: false).bytes(number: 2))
            }
            if round % 3 == 0 { client.send(ProgramMessage.bye.bytes()) }
        }
        while host.ask({ $0.programCount }) > 0 {}
        #expect(host.ask { $0.arbiter.world.state.apps.isEmpty })
        // Unused names are forgotten where there are a thousand.
        #expect(host.ask { $0.arbiter.world.names.count } <= 1_024)
        #expect(host.ask { $0.arbiter.world.state.endedApps.count } <= 1_024)
        // Other tests have some open, too.
        #expect(openDescriptors < descriptors + 500)
        host.end()
    }

    private var openDescriptors: Int {
        (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count) ?? 0
    }

    @Test("An app that names every sound otherwise fills no table, and what sounds keeps its name")
    func names() throws {
        let inbox = Inbox()
        let music = try link("music", inbox)
        try play(music)
        for round in 0..<20_000 {
            let name = "sound \(round)"
            #expect(try music.perform(.play(name, lasts: nil, gain: nil), explains: false).isAccepted)
            #expect(try music.perform(.stop(name), explains: false).isAccepted)
        }
        #expect(host.ask { $0.arbiter.world.names.count } <= 1_024)
        #expect(try music.perform(.setGain("song", to: 0.5, over: nil), explains: false).isAccepted)
        inbox.wait { _, scenes in scenes.last?.picture.sounds.first?.gain == 0.5 }
        #expect(inbox.scenes.last?.names == [SceneName(.sound, app: "music", sound: "song")])
        // Each sound has been told apart from the one before it, and the same one is the same throughout.
        let song = Set(inbox.scenes.compactMap { $0.picture.sounds.first?.reference })
        #expect(song.count == 1)
        host.end()
    }

    @Test("When the host is gone the app goes on, and is on the next host what it was")
    func nextHost() throws {
        let inbox = Inbox()
        let music = try link("music", inbox)
        try play(music, options: .duckOthers)
        #expect(try music.perform(.setGain("song", to: 0.5, over: nil), explains: false).isAccepted)
        #expect(
            try music.perform(.play("bell", lasts: .milliseconds(3_600_000), gain: 0.25), explains: false)
                .isAccepted)
        inbox.leave(.milliseconds(3_600_000), of: "bell")
        #expect(try music.perform(.play("gone", lasts: nil, gain: nil), explains: false).isAccepted)
        #expect(try music.perform(.stop("gone"), explains: false).isAccepted)
        inbox.wait { _, scenes in scenes.last?.names.count == 2 }
        let before = try #require(inbox.scenes.last)
        host.end()
        inbox.wait(for: .deviceLost)
        #expect(throws: LinkError.self) { try music.facts() }
        let next = try TestHost(at: folder.place)
        inbox.wait(for: .deviceFound)
        let facts = try music.facts()
        #expect(facts.category == .playback && facts.phase == .active)
        #expect(facts.options == [.duckOthers, .mixWithOthers])
        let after = try #require(inbox.scenes.last)
        #expect(after.names == before.names)
        #expect(after.started.isEmpty)
        #expect(after.picture.sounds.map(\.reference) == before.picture.sounds.map(\.reference))
        #expect(after.picture.sounds.map(\.gain) == before.picture.sounds.map(\.gain))
        #expect(next.ask { $0.arbiter.nextDeadline } != nil)
        #expect(inbox.isComplete)
        music.close()
        next.end()
    }
}
