import Player
import SessionTesting
import Testing

@Test("A call pauses the song, and the song resumes when the call is declined")
func declinedCall() throws {
    let phone = TestPhone()
    let player = try Player(session: phone.session, sound: phone.player("song"), center: phone.notificationCenter)
    player.pressButton()
    phone.device.ring()
    #expect(!player.isPlaying)
}
