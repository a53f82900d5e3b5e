import FaultFinding
import Player
import SessionTesting
import Testing

/// The player plays, pauses, and plays on through headphones.
private func listening(_ faults: Player.Faults) throws {
    let phone = TestPhone()
    let player = try Player(
        session: phone.session, sound: phone.player("song"), center: phone.notificationCenter, faults: faults)
    phone.appShows { player.isPlaying }
    player.pressButton()
    phone.expect(heard: ["app/song"])
    player.pressButton()
    phone.expect(heard: [])
    phone.device.plug(.headphones)
    player.pressButton()
    phone.expect(heard: ["app/song"])
    phone.device.ring()
    phone.device.decline()
    phone.expect(heard: ["app/song"])
}

/// The player makes a call.
private func calling(_ faults: Player.Faults) throws {
    let phone = TestPhone()
    let player = try Player(
        session: phone.session, sound: phone.player("song"), center: phone.notificationCenter, faults: faults)
    phone.whenCallKit { [weak player] activates in if !activates { try? player?.callKitDeactivated() } }
    phone.appShows { player.isPlaying }
    player.pressButton()
    phone.device.call(.outgoing, app: "app")
    try player.callBegins()
    phone.device.call(.answered, app: "app")
    try player.callEnds()
    phone.device.call(.ended, app: "app")
}

@Suite("The mended player responds well to whatever comes between", .disrupted)
struct MendedPlayerTests {
    @Test("It is listened to") func isListenedTo() throws { try listening([]) }
    @Test("It makes a call") func makesCall() throws { try calling([]) }
}

@Suite("What comes between finds each fault of the player")
struct FaultyPlayerTests {
    @Test("It resumes what was paused", .finds(.leavesPausedWhatWasPaused), .disrupted)
    func resumesWhatWasPaused() throws { try listening(.resumesWhatWasPaused) }

    @Test("A player that keeps playing on the speaker after an unplug is found", .finds(.pausesAtUnplug), .disrupted)
    func forgetsTheHeadphones() throws { try listening(.forgetsTheHeadphones) }

    @Test("It waits for the person after each call", .finds(.resumes), .disrupted)
    func forgetsToResume() throws {
        let phone = TestPhone()
        let player = try Player(
            session: phone.session, sound: phone.player("song"), center: phone.notificationCenter,
            faults: .forgetsToResume)
        phone.appShows { player.isPlaying }
        player.pressButton()
        phone.expect(heard: ["app/song"])
    }

    @Test("It is quicker than CallKit", .finds(.showsWhatIsHeard), .disrupted)
    func isQuickerThanCallKit() throws { try calling(.isQuickerThanCallKit) }
}
