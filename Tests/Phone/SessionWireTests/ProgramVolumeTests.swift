import Scratch
import SessionPhone
import SessionPolicy
import SessionWorld
import Sounder
import Testing

@testable import SessionWire

/// The volume in force reaches a sound once: by the hardware, which one process moves, or by the program's own samples.
struct ProgramVolumeTests {
    private let folder: Scratch
    private let host: TestHost
    private let home = Inbox()
    private let ofMusic = Inbox()
    private let control = VolumeControlName(card: "0", control: "Master")

    init() throws {
        folder = Scratch()
        let control = control
        let outputs = ArbiterOutputs(
            output: { SceneOutput(port: $0.route.level.port, pcm: "front", volume: control) }, inputPCM: { _ in nil })
        host = try TestHost(at: folder.place, outputs: outputs)
        let home = home
        host.ask { _ = $0.arbiter.attach(scenes: home, isHome: true) }
    }

    private func play(_ app: String, _ inbox: Inbox) throws -> HostLink {
        let link = try HostLink(folder.place, app: app, notices: inbox, scenes: inbox)
        #expect(try link.perform(.changeCategory(.playback, mode: nil, options: nil), explains: false).isAccepted)
        #expect(try link.perform(.play("song", lasts: nil, gain: nil), explains: false).isAccepted)
        return link
    }

    private func volume(_ inbox: Inbox) -> Double? { inbox.scenes.last?.picture.sounds.first?.volume }

    private func turn(to level: Double) {
        host.ask { _ = $0.arbiter.perform(.volumeSliderMoved(to: level), by: .step) }
    }

    @Test("The host holds the hardware's control, whichever app sounds; no program is told to move it")
    func oneMover() throws {
        // The host learns of the volume before any app plays.
        home.wait { _, scenes in scenes.last?.output.volume == control }
        turn(to: 0.25)
        home.wait { _, scenes in scenes.last?.picture.mediaVolume == 0.25 }
        let music = try play("music", ofMusic)
        ofMusic.wait { _, scenes in scenes.last?.names.isEmpty == false }
        #expect(ofMusic.scenes.allSatisfy { $0.output.volume == nil && $0.output.pcm == "front" })
        // No process can move it yet: the program does all of it.
        #expect(volume(ofMusic) == 0.25)
        host.ask { [control] in $0.arbiter.report(.control(control, isHeld: true)) }
        ofMusic.wait { _, scenes in scenes.last?.picture.sounds.first?.volume == 1 }
        turn(to: 0.5)
        home.wait { _, scenes in scenes.last?.picture.mediaVolume == 0.5 }
        #expect(try music.facts().outputVolume == 0.5)
        #expect(volume(ofMusic) == 1)
        // The card is pulled out.
        host.ask { [control] in $0.arbiter.report(.control(control, isHeld: false)) }
        ofMusic.wait { _, scenes in scenes.last?.picture.sounds.first?.volume == 0.5 }
        music.close()
        host.end()
    }

    @Test("The hardware stands at the loudest of all sounds, and each program lowers its own by the rest")
    func loudest() throws {
        turn(to: 0.25)
        let music = try play("music", ofMusic)
        host.ask { [control] in $0.arbiter.report(.control(control, isHeld: true)) }
        ofMusic.wait { _, scenes in scenes.last?.picture.sounds.first?.volume == 1 }
        // An alert has the ringer's volume, which is higher.
        host.ask {
            _ = $0.arbiter.perform(.alertArrived(.calendar, app: nil, lasts: .milliseconds(3_600_000)), by: .step)
        }
        let heard = host.ask { $0.arbiter.world.picture.sounds.map(\.volume) }
        let loudest = try #require(heard.max())
        #expect(heard.count == 2 && loudest > 0.25)
        home.wait { _, scenes in scenes.last?.picture.mediaVolume == loudest }
        ofMusic.wait { _, scenes in scenes.last?.picture.sounds.first?.volume == 0.25 * (1 / loudest) }
        host.skip(seconds: 3_601)
        home.wait { _, scenes in scenes.last?.picture.mediaVolume == 0.25 }
        ofMusic.wait { _, scenes in scenes.last?.picture.sounds.first?.volume == 1 }
        music.close()
        host.end()
    }
}
