import Glibc
import SessionPolicy
import SessionWorld
import Testing

@testable import ALSADevice
@testable import SessionPhone
@testable import Sounder

/// The policy's volumes on a control of the hardware.
struct VolumeTests {
    private static let song = #"{"do": "play", "app": "ipod", "sound": "song"}"#
    private static let ports = """
          builtInSpeaker: {pcm: speaker, volume: {card: PCH, control: Speaker}}
          headphones: {pcm: headphones, volume: {card: PCH, control: Headphone}, jack: {card: PCH, control: Headphone Jack}}

        """
    private static let speaker = Bindings.Volume(card: "PCH", control: "Speaker")

    private func bench(speaker decibels: Double) throws -> (Bench, TestLevel) {
        let bench = try Bench(Self.ports)
        let level = TestLevel(decibels)
        bench.machine.levels["Speaker"] = level
        bench.machine.levels["Headphone"] = TestLevel(-20)
        return (bench, level)
    }

    /// The gain of the samples heard last: the part of the song's own level that the mixer lets through.
    private func gain(_ bench: Bench) -> Double {
        let heard = bench.heard("speaker").dropFirst(240)
        return Double(heard.last ?? 0) / (Double(heard.count) * 0x1p-22)
    }

    @Test("What the person had set counts")
    func whatThePersonHadSetCounts() throws {
        let (bench, level) = try bench(speaker: -12)
        try bench.step(Self.song)
        #expect(abs(bench.world.picture.mediaVolume - pow(10, -12 / 20)) < 1e-9)
        bench.pass(100)
        #expect(level.settings.isEmpty, "no program turned it")
        #expect(abs(gain(bench) - 1) < 1e-5, "the hardware does it all")
    }

    @Test("The slider moves the hardware and the mixer does the rest")
    func slider() throws {
        let (bench, level) = try bench(speaker: -12)
        try bench.step(Self.song)
        bench.pass(100)
        try bench.step(#"{"do": "volumeSlider", "to": 0.35}"#)
        bench.pass(200)
        #expect(level.settings == [-9], "the step above -9.12 dB")
        #expect(abs(gain(bench) * pow(10, -9.0 / 20) - 0.35) < 1e-4)
        try bench.step(#"{"do": "volumeSlider", "to": 0}"#)
        bench.pass(200)
        #expect(gain(bench) == 0)
        try bench.step(#"{"do": "volumeSlider", "to": 1}"#)
        bench.pass(200)
        #expect(level.decibels == 0 && abs(gain(bench) - 1) < 1e-5)
    }

    @Test("A volume that another program turns is the slider")
    func foreignChange() throws {
        let (bench, level) = try bench(speaker: -12)
        try bench.step(Self.song)
        bench.pass(100)
        bench.tell(.level(Self.speaker, .turned(HardwareVolume.ControlState(decibels: -20, isMuted: false))))
        bench.pass(100)
        let last = try #require(bench.replies.last)
        #expect(last.isFromMachine && last.reply.verb == "volumeSlider")
        #expect(abs(bench.world.picture.mediaVolume - 0.1) < 1e-9)
        #expect(level.settings.isEmpty, "no hand pushes back")
        #expect(abs(gain(bench) - 1) < 1e-5)
    }

    /// The ringer is louder than the music: the control goes up for it, and comes down again.
    @Test("An alert is as loud as the ringer and the music stays where it was")
    func alertLevel() throws {
        let (bench, level) = try bench(speaker: -12)
        try bench.step(Self.song)
        bench.pass(100)
        try bench.step(#"{"do": "alert", "kind": "mail", "seconds": 1}"#)
        #expect(level.settings.isEmpty, "first the music is lowered")
        bench.pass(100)
        #expect(level.settings == [-2])
        let music = pow(10, -12.0 / 20)
        #expect(abs(gain(bench) * pow(10, -2.0 / 20) - music) < 1e-4, "the music is as loud as before")
        bench.pass(2_000)
        #expect(level.settings == [-2, -12])
        #expect(abs(gain(bench) - 1) < 1e-4)
    }

    /// At no time is the sound louder than it should be: the hardware's gain times the mixer's.
    @Test("The music never jumps up")
    func theMusicNeverJumpsUp() throws {
        let (bench, level) = try bench(speaker: -12)
        try bench.step(Self.song)
        bench.pass(100)
        try bench.step(#"{"do": "alert", "kind": "mail", "seconds": 0.5}"#)
        var loudest = 0.0
        for _ in 0..<1_500 {
            bench.pass(1)
            loudest = max(loudest, gain(bench) * pow(10, level.decibels / 20))
        }
        #expect(level.settings == [-2, -12])
        #expect(loudest < pow(10, -12.0 / 20) * 1.001)
    }

    @Test("Every output has its own control")
    func everyOutputHasItsOwnControl() throws {
        let (bench, level) = try bench(speaker: -12)
        try bench.step(Self.song)
        bench.pass(100)
        bench.plug("Headphone Jack")
        bench.pass(100)
        #expect(abs(bench.world.picture.mediaVolume - 0.1) < 1e-9, "the headphones are where they were left")
        #expect(level.settings.isEmpty)
    }
}
