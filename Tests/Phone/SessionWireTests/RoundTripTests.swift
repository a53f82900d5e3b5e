import Scratch
import SessionPhone
import SessionPolicy
import Testing

@testable import SessionDevice
@testable import SessionWire

/// The cost of a call: one message there, and all that follows from it back.
struct RoundTripTests {
    private let folder = Scratch()

    private func open(_ name: String) throws -> AudioApp {
        let (notices, stage) = (NoticeQueue(), AppSceneSink())
        let link = try HostLink(folder.place, app: name, notices: notices, scenes: stage)
        return AudioApp(link, notices: notices, stage: stage, ownsStage: true)
    }

    @Test("Play, pause and stop are one message each, and on return the sound is where the call has put it")
    func sounds() throws {
        let host = try TestHost(at: folder.place)
        let app = try open("player")
        let sound = try app.sound(samples: [Float](repeating: 0, count: 480_000), channels: 1, rate: 48_000)
        func count() -> Int { host.ask { $0.messageCount } }
        for (call, isPlaying) in [
            ({ try sound.play() }, true), ({ try sound.pause() }, false), ({ try sound.play() }, true),
            ({ try sound.stop() }, false),
        ] as [(() throws -> CallOutcome, Bool)] {
            let before = count()
            _ = try call()
            #expect(sound.isPlaying == isPlaying)
            #expect(count() == before + 1)
        }
        host.end()
    }

    @Test("A session that is refused its end because it plays (R-ACT-9) finds its sounds halted on return")
    func refused() throws {
        let host = try TestHost(at: folder.place, book: .iOS18)
        let app = try open("player")
        let sound = try app.sound(samples: [Float](repeating: 0, count: 480_000), channels: 1, rate: 48_000)
        try sound.play()
        #expect(throws: DeviceError.self) { try app.setActive(false) }
        #expect(!sound.isPlaying)
        host.end()
    }

    @Test("By the time at which an app is told of an interruption, its sounds have been halted")
    func notices() throws {
        let host = try TestHost(at: folder.place)
        let inbox = Inbox()
        let link = try HostLink(folder.place, app: "player", notices: inbox, scenes: inbox)
        _ = try link.perform(.play("song", lasts: nil, gain: nil), explains: false)
        host.ask { _ = $0.arbiter.perform(.call(.incoming), by: .step) }
        inbox.wait(for: .interruptionBegan())
        #expect(inbox.scenes.last?.picture.sounds.allSatisfy { !$0.isRunning } == true)
        link.close()
        host.end()
    }

    @Test(
        "A client of version 1 is served, and a host of version 1 is asked for facts behind a call that changes sounds")
    func earlierVersion() throws {
        let host = try TestHost(at: folder.place)
        let client = try RawClient(folder.place)
        guard case .welcome(_, let version) = try client.ask(.hello(.init(versions: 1...1, app: "old"))) else {
            Issue.record("A client of version 1 is not welcome.")
            return
        }
        #expect(version == 1)
        guard case .outcome = try client.ask(.call(.setActive(true, notifyOthers: false), explains: false)) else {
            Issue.record("A call of version 1 has no outcome.")
            return
        }
        host.end()

        let old = try LyingHost(at: folder.place) { message, number in
            guard case .hello(let hello) = message else {
                return .say(LyingHost.honest(message, number).map { [$0] } ?? [])
            }
            let welcome = AppWelcome(app: hello.app, book: .modern, isSilent: true)
            return .say([HostMessage.welcome(welcome, version: 1).bytes(number: number)])
        }
        let inbox = Inbox()
        let link = try HostLink(folder.place, app: "player", notices: inbox, scenes: inbox)
        _ = try link.perform(.play("song", lasts: nil, gain: nil), explains: false)
        #expect(old.messages.last == .facts)
        _ = try link.perform(.changeCategory(.playback, mode: nil, options: nil), explains: false)
        #expect(old.messages.last != .facts)
        link.close()
        old.end()
    }
}
