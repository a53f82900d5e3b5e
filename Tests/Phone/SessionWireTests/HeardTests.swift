import Glibc
import Scratch
import SessionPhone
import SessionPolicy
import SessionWorld
import Sounder
import Testing

@testable import SessionWire

/// One decision in several processes, heard sample by sample.
struct HeardTests {
    /// The frames of a period, by which two programs' ramps may differ.
    private static let period = 256

    private let folder: Scratch
    private let host: TestHost

    init() throws {
        folder = Scratch()
        let outputs = ArbiterOutputs(
            output: { SceneOutput(port: $0.route.level.port, pcm: $0.route.level.port.name) }, inputPCM: { _ in nil })
        host = try TestHost(at: folder.place, outputs: outputs)
    }

    /// Plays what a process was shown, from a moment to another, by time that is given by hand.
    ///
    /// - Returns: The left channel, of which the last sample is that of the end.
    private func heard(
        _ inbox: Inbox, _ name: SceneName, from begin: Int64, to end: Int64, dropsAt place: Int? = nil
    ) throws -> [Float] {
        let sound = try ProcessSound(.hand(ManualClock(from: begin)), tell: { _ in }, say: { _ in })
        let player = try SoundPlayer(.samples([Float](repeating: 0.5, count: 480_000), channels: 1, rate: 48_000))
        player.withHead { $0.loops = -1 }
        sound.add(player, as: name)
        var samples: [Float] = []
        for (number, scene) in inbox.scenes.enumerated() {
            samples += sound.advance(to: scene.at.nanoseconds, keepsHeard: true)
            // The process that holds a device which is pulled out stops it before it says so.
            if number == place {
                sound.drop()
                samples = []
            }
            sound.receive(scene)
        }
        samples += sound.advance(to: end, keepsHeard: true)
        return stride(from: 0, to: samples.count, by: 2).map { samples[$0] }
    }

    @Test("The ramps of two programs begin within one period of each other")
    func ramps() throws {
        let boxes = [Inbox(), Inbox()]
        let apps = ["music", "podcast"]
        var links: [HostLink] = []
        for (app, inbox) in zip(apps, boxes) {
            let link = try HostLink(folder.place, app: app, notices: inbox, scenes: inbox)
            let category: AppCall = .changeCategory(.playback, mode: nil, options: .mixWithOthers)
            #expect(try link.perform(category, explains: false).isAccepted)
            #expect(try link.perform(.play("song", lasts: nil, gain: nil), explains: false).isAccepted)
            inbox.wait { _, scenes in scenes.last?.names.isEmpty == false }
            links.append(link)
            // The other one begins somewhere in a period of this one.
            host.skip(seconds: 0.123_456)
        }
        host.skip(seconds: 1)
        let inbox = Inbox()
        let prompt = try HostLink(folder.place, app: "prompt", notices: inbox, scenes: inbox)
        #expect(
            try prompt.perform(.changeCategory(.playback, mode: nil, options: .duckOthers), explains: false).isAccepted)
        #expect(try prompt.perform(.setActive(true, notifyOthers: false), explains: false).isAccepted)
        for inbox in boxes { inbox.wait { _, scenes in scenes.last?.picture.sounds.first?.duck != 1 } }
        let at = try #require(boxes[0].scenes.last?.at)
        #expect(boxes[1].scenes.last?.at == at)
        let begin = try #require(boxes[0].scenes.first?.at.nanoseconds)
        let end = at.advanced(by: 500_000_000).nanoseconds
        let distances = try zip(apps, boxes).map { app, inbox in
            let samples = try heard(inbox, SceneName(.sound, app: app, sound: "song"), from: begin, to: end)
            let last = try #require(samples.last)
            let steady = try #require(samples.dropLast(30_000).last)
            #expect(steady > last && last > 0)
            let first = try #require(samples.lastIndex { $0 == steady })
            // Down it goes, without a step.
            #expect(zip(samples[first...], samples[(first + 1)...]).allSatisfy { $0 >= $1 && $0 - $1 < 0.001 })
            return samples.count - first
        }
        #expect(abs(distances[0] - distances[1]) <= Self.period)
        for link in links + [prompt] { link.close() }
        host.end()
    }

    @Test(
        "A deeper duck goes on from where the way down is, at its own pace, and its end leads up to the other duck's depth"
    )
    func depths() throws {
        let inbox = Inbox()
        let music = try HostLink(folder.place, app: "music", notices: inbox, scenes: inbox)
        let mixes: AppCall = .changeCategory(.playback, mode: nil, options: .mixWithOthers)
        #expect(try music.perform(mixes, explains: false).isAccepted)
        #expect(try music.perform(.play("song", lasts: nil, gain: nil), explains: false).isAccepted)
        inbox.wait { _, scenes in scenes.last?.names.isEmpty == false }
        host.skip(seconds: 1)
        func isDucked(to gain: Float) throws -> Int64 {
            inbox.wait { _, scenes in scenes.last?.picture.sounds.first?.duck == Double(gain) }
            return try #require(inbox.scenes.last).at.nanoseconds
        }
        func duck(_ app: String, to gain: Float, over length: Length) throws -> (link: HostLink, at: Int64) {
            let silent = Inbox()
            let link = try HostLink(folder.place, app: app, notices: silent, scenes: silent)
            link.report(.ducks(Duck(gain: Double(gain), over: length)))
            let ducks: AppCall = .changeCategory(.playback, mode: nil, options: .duckOthers)
            #expect(try link.perform(ducks, explains: false).isAccepted)
            #expect(try link.perform(.setActive(true, notifyOthers: false), explains: false).isAccepted)
            return (link, try isDucked(to: gain))
        }
        let one = try duck("one", to: 0.5, over: .milliseconds(400))
        host.skip(seconds: 0.2)
        let two = try duck("two", to: 0.125, over: .milliseconds(100))
        host.skip(seconds: 0.3)
        two.link.close()
        let end = try isDucked(to: 0.5)
        let begin = try #require(inbox.scenes.first?.at.nanoseconds)
        let samples = try heard(
            inbox, SceneName(.sound, app: "music", sound: "song"), from: begin, to: end + 1_000_000_000)
        /// The level at a moment, as a factor of the level before the ducks.
        func level(_ moment: Int64, after milliseconds: Int64) -> Float {
            samples[Int((moment - begin + milliseconds * 1_000_000) * 48 / 1_000_000)] / steady
        }
        let before = Int((one.at - begin) * 48 / 1_000_000) - 1
        let steady = samples[before]
        #expect(steady > 0)
        let halfway = level(two.at, after: 0)
        // Straight in decibels, over 400 ms of a clock that the machine's time moves, too.
        let wayDown = min(1, Float(two.at - one.at) / 400_000_000)
        #expect(abs(halfway - exp2(-wayDown)) < 0.05)
        let below = level(two.at, after: 50)
        #expect(below > 0.15 && below < halfway)
        // A period later than at once, and a period for the ramp's own start.
        #expect(abs(level(two.at, after: 112) - 0.125) < 1e-4)
        #expect(abs(level(end, after: 0) - 0.125) < 1e-4)
        #expect(try abs(#require(samples.last) / steady - 0.5) < 1e-4)
        #expect(zip(samples[before...], samples[(before + 1)...]).allSatisfy { abs($0 - $1) < 0.001 })
        for link in [one.link, music] { link.close() }
        host.end()
    }

    @Test("Of what the policy pauses as a plug is pulled nothing reaches the loudspeaker")
    func pulledPlug() throws {
        let home = Inbox()
        host.ask { _ = $0.arbiter.attach(scenes: home, isHome: true) }
        let inbox = Inbox()
        let program = try HostLink(folder.place, app: "program", notices: inbox, scenes: inbox)
        #expect(
            try program.perform(.changeCategory(.playback, mode: nil, options: .mixWithOthers), explains: false)
                .isAccepted
        )
        #expect(try program.perform(.play("song", lasts: nil, gain: nil), explains: false).isAccepted)
        let control = try ControlClient(folder.place, wants: "step")
        func step(_ line: String) throws {
            #expect(try control.ask(line)?.contains(#""result": "ok""#) == true, "\(line)")
        }
        try step(#"{"do": "plug", "port": "headphones"}"#)
        try step(#"{"do": "launch", "app": "ipod", "kind": "system"}"#)
        try step(#"{"do": "setCategory", "app": "ipod", "category": "playback", "options": ["mixWithOthers"]}"#)
        try step(#"{"do": "play", "app": "ipod", "sound": "song"}"#)
        home.wait { _, scenes in scenes.last?.names.isEmpty == false }
        host.skip(seconds: 1)
        try step(#"{"do": "unplug", "port": "headphones"}"#)
        home.wait { _, scenes in scenes.last?.names.isEmpty == true }
        inbox.wait { _, scenes in scenes.last?.output.port == .builtInSpeaker }
        // The emulated app is paused, and the host plays nothing of it any more.
        let scenes = home.scenes
        let begin = try #require(scenes.first?.at.nanoseconds)
        let pulled = try #require(scenes.last?.at)
        let name = SceneName(.sound, app: "ipod", sound: "song")
        let before = try heard(home, name, from: begin, to: pulled.nanoseconds)
        #expect(before.contains { $0 != 0 })
        let after = try heard(
            home, name, from: begin, to: pulled.advanced(by: 500_000_000).nanoseconds, dropsAt: scenes.count - 1)
        #expect(after.allSatisfy { $0 == 0 })
        // The program is told, and continues until it pauses itself, as on the phone.
        inbox.wait { notices, _ in
            notices.contains { if case .routeChanged(.oldDeviceUnavailable, _) = $0.message { true } else { false } }
        }
        #expect(inbox.scenes.last?.picture.sounds.first?.isRunning == true)
        #expect(try program.perform(.pause(nil), explains: false).isAccepted)
        inbox.wait { _, scenes in scenes.last?.names.isEmpty == true }
        host.end()
    }

    @Test("A line that comes byte by byte holds up no other client, and is answered when it is whole")
    func slowly() throws {
        let other = try ControlClient(folder.place, wants: "step")
        let slow = try SlowClient(folder.place)
        for (number, byte) in "audiosession 1 step\n{\"do\": \"lock\"}\n".utf8.enumerated() {
            slow.send(byte)
            let step = number % 2 == 0 ? "ringSwitch\", \"to\": \"silent" : "ringSwitch\", \"to\": \"ring"
            #expect(try other.ask("{\"do\": \"\(step)\"}")?.contains(#""result": "ok""#) == true)
        }
        #expect(slow.next() == "audiosession 1 ok")
        #expect(slow.next()?.hasPrefix(#"{"n": 1, "at": "#) == true)
        // If a message is one packet, one byte is a message, and none that can be read.
        let program = try RawClient(folder.place)
        program.send([1])
        #expect(try program.farewell() == .malformed)
        host.end()
    }
}
