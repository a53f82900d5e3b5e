import Testing

@testable import SessionReplay

struct SoundBankTests {
    /// The seconds after which each tone is where it began.
    @Test(arguments: [(440, 1), (997.25, 4), (261.6, 5), (440.0083, 60), (0.25 / 61, 60)] as [(Double, Int)])
    func aToneGoesRoundWithoutASeam(hertz: Double, seconds: Int) {
        let round = SoundBank.round(of: hertz)
        let cycles = round.hertz * Double(round.seconds)
        #expect(round.seconds == seconds)
        #expect(abs(cycles - cycles.rounded()) < 1e-9)
        #expect(abs(round.hertz - hertz) <= 1.0 / 120)
    }
}
