import Foundation
import Glibc
import Scratch
import SessionPhone
import SessionPolicy
import SessionWorld
import Testing

@testable import SessionWire

/// Programs whose host is gone, and their state on the next one.
struct ReturnTests {
    private let folder = Scratch()

    private func link(_ app: String, _ inbox: Inbox) throws -> HostLink {
        try HostLink(folder.place, app: app, notices: inbox, scenes: inbox)
    }

    private func play(_ link: HostLink, _ options: CategoryOptions = []) throws {
        #expect(try link.perform(.changeCategory(.playback, mode: nil, options: options), explains: false).isAccepted)
        #expect(try link.perform(.play("song", lasts: nil, gain: nil), explains: false).isAccepted)
    }

    /// Chance says which of two programs comes back first: either way the same one is in front, and both play.
    @Test("The app in the foreground is in the foreground again, and one in the background goes on there")
    func foreground() throws {
        let host = try TestHost(at: folder.place)
        let (ofMusic, ofMap) = (Inbox(), Inbox())
        let music = try link("music", ofMusic)
        try play(music)
        let map = try link("map", ofMap)
        try play(map, .duckOthers)
        #expect(try !music.facts().isInForeground && map.facts().isInForeground)
        host.end()
        for inbox in [ofMusic, ofMap] { inbox.wait(for: .deviceLost) }
        let next = try TestHost(at: folder.place)
        for inbox in [ofMusic, ofMap] { inbox.wait(for: .deviceFound) }
        #expect(try !music.facts().isInForeground && map.facts().isInForeground)
        #expect(try music.facts().phase == .active && map.facts().phase == .active)
        #expect(next.ask { $0.arbiter.world.picture.sounds.allSatisfy { $0.isRunning && $0.unheardBy == nil } })
        #expect(next.ask { $0.arbiter.world.picture.sounds.count } == 2)
        // The person sends it to the background; the app is not told, but it is there on a third host, too.
        let control = try ControlClient(folder.place, wants: "step")
        #expect(try control.ask(#"{"do": "background", "app": "map"}"#)?.contains(#""result": "ok""#) == true)
        #expect(try !map.facts().isInForeground)
        next.end()
        for inbox in [ofMusic, ofMap] { inbox.wait { notices, _ in notices.count { $0.message == .deviceLost } == 2 } }
        let third = try TestHost(at: folder.place)
        for inbox in [ofMusic, ofMap] { inbox.wait { notices, _ in notices.count { $0.message == .deviceFound } == 2 } }
        #expect(third.ask { $0.arbiter.world.state.foreground == nil })
        #expect(try music.facts().phase == .active && map.facts().phase == .active)
        third.end()
    }

    @Test("What is paused or stopped while there is no host is silent at once, and on the next one, too")
    func lettingGo() throws {
        let host = try TestHost(at: folder.place)
        let inbox = Inbox()
        let music = try link("music", inbox)
        try play(music)
        for sound in ["drums", "bass"] {
            #expect(try music.perform(.play(sound, lasts: nil, gain: nil), explains: false).isAccepted)
        }
        host.end()
        inbox.wait(for: .deviceLost)
        func heard() -> Set<String?> { Set(inbox.scenes.last?.names.map(\.sound) ?? []) }
        #expect(heard() == ["song", "drums", "bass"])
        #expect(try music.perform(.pause("song"), explains: false).isAccepted)
        #expect(heard() == ["drums", "bass"] && inbox.scenes.last?.picture.sounds.count == 2)
        #expect(try music.perform(.stop("drums"), explains: false).isAccepted)
        #expect(heard() == ["bass"])
        // No host is there that could allow a sound to begin.
        #expect(throws: LinkError.self) {
            try music.perform(.play("song", lasts: nil, gain: nil), explains: false)
        }
        #expect(throws: LinkError.self) { try music.perform(.setActive(false, notifyOthers: true), explains: false) }
        let next = try TestHost(at: folder.place)
        inbox.wait(for: .deviceFound)
        #expect(next.ask { $0.arbiter.world.picture.sounds.count } == 1)
        #expect(heard() == ["bass"])
        next.end()
    }

    @Test("What ends or fails while there is no host is not on the next one, unless it goes on again")
    func overMeanwhile() throws {
        let host = try TestHost(at: folder.place)
        let inbox = Inbox()
        let music = try link("music", inbox)
        try play(music)
        for sound in ["drums", "bass", "horn"] {
            #expect(try music.perform(.play(sound, lasts: nil, gain: nil), explains: false).isAccepted)
        }
        host.end()
        inbox.wait(for: .deviceLost)
        music.report(.soundMoved("drums", remaining: .zero))
        music.report(.soundFailed("bass", reason: "The file is gone."))
        // Its app has placed it again.
        music.report(.soundMoved("horn", remaining: .zero))
        music.report(.soundMoved("horn", remaining: nil))
        let next = try TestHost(at: folder.place)
        inbox.wait(for: .deviceFound)
        #expect(next.ask { $0.arbiter.world.picture.sounds.count } == 2)
        #expect(Set(inbox.scenes.last?.names.map(\.sound) ?? []) == ["song", "horn"])
        #expect(try music.perform(.play("drums", lasts: nil, gain: nil), explains: false).isAccepted)
        next.end()
    }

    @Test("An app that follows calls is told of those of the next host, too, and a call of its own does not come back")
    func calls() throws {
        let host = try TestHost(at: folder.place)
        let inbox = Inbox()
        let voice = try link("voice", inbox)
        voice.report(.followsCalls)
        #expect(try voice.perform(.call(.outgoing, uid: "1"), explains: false).isAccepted)
        let made = CallFacts(number: 1, uid: "1", isOwn: true, isOutgoing: true, phase: .outgoing)
        inbox.wait(for: .callChanged(made, action: nil))
        #expect(try voice.facts().calls == [made])
        host.end()
        inbox.wait(for: .deviceLost)
        let next = try TestHost(at: folder.place)
        inbox.wait(for: .deviceFound)
        #expect(try voice.facts().calls.isEmpty)
        let control = try ControlClient(folder.place, wants: "step")
        #expect(try control.ask(#"{"do": "call", "phase": "incoming"}"#)?.contains(#""result": "ok""#) == true)
        let phone = CallFacts(number: 1, isOwn: false, isOutgoing: false, phase: .incoming)
        inbox.wait(for: .callChanged(phone, action: nil))
        next.end()
    }

    @Test("An app that was interrupted when the host died is told the end without leave, once, and stays inactive")
    func interrupted() throws {
        let host = try TestHost(at: folder.place)
        let (ofMusic, ofTalk) = (Inbox(), Inbox())
        let music = try link("music", ofMusic)
        try play(music)
        let talk = try link("talk", ofTalk)
        try play(talk)
        ofMusic.wait(for: .interruptionBegan())
        host.end()
        for inbox in [ofMusic, ofTalk] { inbox.wait(for: .deviceLost) }
        let next = try TestHost(at: folder.place)
        for inbox in [ofMusic, ofTalk] { inbox.wait(for: .deviceFound) }
        #expect(try music.facts().phase == .inactive && talk.facts().phase == .active)
        talk.close()
        next.skip(seconds: 10)
        _ = try music.facts()
        let ends = ofMusic.notices.map(\.message).filter { if case .interruptionEnded = $0 { true } else { false } }
        #expect(ends == [.interruptionEnded(shouldResume: false)])
        #expect(!ofTalk.notices.contains { $0.message == .interruptionEnded(shouldResume: false) })
        #expect(ofMusic.isComplete)
        #expect(try music.facts().phase == .inactive)
        next.end()
    }

    @Test("A host is found again whose folder had gone with the one before")
    func folderGone() throws {
        let deeper = folder.path + "/deeper"
        let place = SocketPlace(given: deeper + "/host")
        #expect(mkdir(deeper, 0o700) == 0)
        let host = try TestHost(at: place)
        let inbox = Inbox()
        let music = try HostLink(place, app: "music", notices: inbox, scenes: inbox)
        try play(music)
        // It goes first, so that there is nothing to watch when the host is gone.
        try FileManager.default.removeItem(atPath: deeper)
        host.end()
        inbox.wait(for: .deviceLost)
        #expect(mkdir(deeper, 0o700) == 0)
        let next = try TestHost(at: place)
        inbox.wait(for: .deviceFound)
        #expect(try music.facts().phase == .active)
        next.end()
    }

    @Test("A host that is stopped holds up no program for ever: a call ends with an error, and the sounds go on")
    func stopped() throws {
        // A socket at which a process listens that never answers.
        let silent = try HostPlace(folder.place)
        let inbox = Inbox()
        do throws(WireError) {
            _ = try HostLink(folder.place, app: "music", notices: inbox, scenes: inbox)
            Issue.record("a host has answered")
        } catch {
            #expect(error == .noHost(folder.place.path, errno: ETIMEDOUT))
        }
        silent.close()
        let host = try TestHost(at: folder.place)
        let music = try link("music", inbox)
        try play(music)
        let goesOn = DispatchGate()
        host.ask(andThen: { goesOn.wait() }, { _ in })
        #expect(throws: LinkError.self) { try music.facts() }
        inbox.wait(for: .deviceLost)
        goesOn.open()
        inbox.wait(for: .deviceFound)
        #expect(try music.facts().phase == .active)
        host.end()
    }
}
