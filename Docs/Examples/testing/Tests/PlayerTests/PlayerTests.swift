import Foundation
import Player
import SessionTesting
import Testing

extension TestSession: PlayerSession {}
extension TestPlayer: PlayerSound {}

/// A phone with the player on it.
private struct Fixture {
    let phone: TestPhone
    let player: Player

    init(_ faults: Player.Faults) throws {
        let phone = TestPhone()
        self.phone = phone
        player = try Player(
            session: phone.session, sound: phone.player("song"), center: phone.notificationCenter, faults: faults)
        phone.whenCallKit { [player] activates in if !activates { try? player.callKitDeactivated() } }
    }
}

/// Each test is held against the mended player, where it passes, and against one with a fault, which it must find.
struct PlayerTests {
    private func holds(finding fault: Player.Faults, _ test: (TestPhone, Player) throws -> Void) throws {
        let mended = try Fixture([])
        try test(mended.phone, mended.player)
        withKnownIssue("the test finds the fault") {
            let faulty = try Fixture(fault)
            try test(faulty.phone, faulty.player)
        }
    }

    @Test("What the person had paused stays paused after a call")
    func paused() throws {
        try holds(finding: .resumesWhatWasPaused) { phone, player in
            player.pressButton()
            player.pressButton()
            phone.device.ring()
            phone.device.decline()
            phone.expect(heard: [])
        }
    }

    @Test("Headphones that were pulled out during a call keep the song from going on aloud")
    func headphones() throws {
        try holds(finding: .forgetsTheHeadphones) { phone, player in
            phone.device.plug(.headphones)
            player.pressButton()
            phone.device.ring()
            phone.device.unplug(.headphones)
            phone.device.decline()
            phone.expect(heard: [])
        }
    }

    @Test("After the app's own call the song continues, and is heard")
    func ownCall() throws {
        try holds(finding: .isQuickerThanCallKit) { phone, player in
            player.pressButton()
            phone.device.call(.outgoing, app: "app")
            try player.callBegins()
            phone.device.call(.answered, app: "app")
            try player.callEnds()
            phone.device.call(.ended, app: "app")
            phone.expect(heard: ["app/song"])
        }
    }
}
