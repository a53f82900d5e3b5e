import FaultFinding
import Foundation
import PlainPlayer
import SessionTestingAVFoundation
import Testing

private let song = URL(fileURLWithPath: #filePath)
    .appendingPathComponent("../../../../../../Scenarios/Sounds/song.flac").standardizedFileURL

/// A phone with the player on it: its `AVAudioSession.sharedInstance()` is the phone's.
private struct Fixture {
    let phone: TestPhone
    let player: PlainPlayer

    init(_ faults: PlainPlayer.Faults = []) throws {
        phone = try TestPhone(.process)
        player = try PlainPlayer(song: song, faults: faults)
        phone.whenCallKit { [player] activates in if !activates { try? player.callKitDeactivated() } }
        phone.appShows { [player] in player.isPlaying }
    }
}

/// The tests of `PlayerTests`, for a player that knows of no test. A process has one phone at a time.
@Suite(.processPhone)
struct PlainPlayerTests {
    @Test("A call pauses the song, and the song resumes when the call is declined")
    func declinedCall() throws {
        let phone = try TestPhone(.process)
        let player = try PlainPlayer(song: song)
        player.pressButton()
        phone.device.ring()
        #expect(!player.isPlaying)
        phone.device.decline()
        phone.expect(heard: ["app/song.flac"])
        phone.device.advance(by: .seconds(1))
        #expect(phone.heardSamples.contains { abs($0) > 0.1 })
    }

    /// A test passes with the mended player, and fails with a fault, which it must find.
    private func holds(finding fault: PlainPlayer.Faults, _ test: (TestPhone, PlainPlayer) throws -> Void) throws {
        let mended = try Fixture()
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
            try call(phone, player)
            phone.expect(heard: ["app/song.flac"])
        }
    }
}

@Suite("The mended player that knows of no test responds well to whatever comes between", .processPhone, .disrupted)
struct MendedPlainPlayerTests {
    @Test("It is listened to") func isListenedTo() throws { try listening([]) }
    @Test("It makes a call") func makesCall() throws { try calling([]) }
}

@Suite("What comes between finds each fault of the player that knows of no test", .processPhone)
struct FaultyPlainPlayerTests {
    @Test("It resumes what was paused", .finds(.leavesPausedWhatWasPaused), .disrupted)
    func resumesWhatWasPaused() throws { try listening(.resumesWhatWasPaused) }

    @Test("A player that keeps playing on the speaker after an unplug is found", .finds(.pausesAtUnplug), .disrupted)
    func forgetsTheHeadphones() throws { try listening(.forgetsTheHeadphones) }

    @Test("It waits for the person after each call", .finds(.resumes), .disrupted)
    func forgetsToResume() throws {
        let app = try Fixture(.forgetsToResume)
        app.player.pressButton()
        app.phone.expect(heard: ["app/song.flac"])
    }

    @Test("It is quicker than CallKit", .finds(.showsWhatIsHeard), .disrupted)
    func isQuickerThanCallKit() throws { try calling(.isQuickerThanCallKit) }
}

/// The player plays, pauses, and plays on through headphones.
private func listening(_ faults: PlainPlayer.Faults) throws {
    let app = try Fixture(faults)
    app.player.pressButton()
    app.phone.expect(heard: ["app/song.flac"])
    app.player.pressButton()
    app.phone.expect(heard: [])
    app.phone.device.plug(.headphones)
    app.player.pressButton()
    app.phone.device.advance(by: .seconds(2))
    app.phone.expect(heard: ["app/song.flac"])
    app.phone.device.ring()
    app.phone.device.decline()
    app.phone.expect(heard: ["app/song.flac"])
}

/// The player makes a call.
private func calling(_ faults: PlainPlayer.Faults) throws {
    let app = try Fixture(faults)
    app.player.pressButton()
    try call(app.phone, app.player)
}

private func call(_ phone: TestPhone, _ player: PlainPlayer) throws {
    phone.device.call(.outgoing, app: "app")
    try player.callBegins()
    phone.device.call(.answered, app: "app")
    try player.callEnds()
    phone.device.call(.ended, app: "app")
}
