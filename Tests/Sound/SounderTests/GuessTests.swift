import SessionPolicy
import Sounder
import Testing

@testable import ALSADevice

/// The ports that a machine's cards seem to have.
@Suite struct GuessTests {
    private static func pcm(
        _ card: String, _ device: Int = 0, _ direction: DeviceSurvey.Direction = .playback,
        name: String = "ALC257 Analog"
    ) -> DeviceSurvey.PCMDevice {
        DeviceSurvey.PCMDevice(
            pcm: "hw:CARD=\(card),DEV=\(device)", device: device, direction: direction, id: name, name: name,
            state: .free)
    }

    private static func guess(
        _ cards: (id: String, driver: String, pcms: [DeviceSurvey.PCMDevice], volumes: [String], jacks: [String])...
    ) -> [String] {
        let all = cards.enumerated().map { number, card in
            DeviceSurvey.Card(
                number: number, id: card.id, driver: card.driver, name: "HDA Intel PCH", pcms: card.pcms,
                volumes: card.volumes.map {
                    VolumeControl(name: $0, range: -60...0, steps: 61, decibels: -10, step: 50, isMuted: false)
                },
                jacks: card.jacks.map { DeviceSurvey.Jack(control: $0, isPlugged: false) })
        }
        return Bindings(guessing: DeviceSurvey(cards: all, named: [])).entries.map {
            "\($0.port.name) \($0.pcm) \($0.volume.map { "\($0.card) \($0.control ?? "?")" } ?? "-") \($0.jack?.control ?? "-")"
        }
    }

    @Test("A laptop's ports are guessed, and those of what is plugged into it")
    func laptop() {
        let pcms = [
            Self.pcm("PCH"), Self.pcm("PCH", 0, .capture), Self.pcm("PCH", 3, name: "HDMI 0"),
            Self.pcm("PCH", 7, name: "HDMI 1"),
        ]
        let jacks = ["Headphone Jack", "Mic Jack", "HDMI/DP,pcm=3 Jack", "Internal Mic Phantom Jack"]
        let guesses = Self.guess(
            ("PCH", "HDA-Intel", pcms, ["Master", "Headphone", "Speaker"], jacks),
            ("Headset", "USB-Audio", [Self.pcm("Headset"), Self.pcm("Headset", 0, .capture)], ["PCM"], []))
        #expect(
            guesses == [
                "builtInSpeaker plughw:CARD=PCH,DEV=0 PCH Speaker -",
                "headphones plughw:CARD=PCH,DEV=0 PCH Headphone Headphone Jack",
                "builtInMic plughw:CARD=PCH,DEV=0 - -",
                "headsetMic plughw:CARD=PCH,DEV=0 - Mic Jack",
                "HDMI plughw:CARD=PCH,DEV=3 - HDMI/DP,pcm=3 Jack",
                "usbAudio plughw:CARD=Headset,DEV=0 Headset PCM -",
            ])
    }

    @Test("A card that makes no sound is no port", arguments: ["Dummy", "Loopback"])
    func silentCard(driver: String) {
        #expect(Self.guess(("PCH", driver, [Self.pcm("PCH")], [], [])) == ["builtInSpeaker default - -"])
    }

    @Test("Digital outputs are the line output")
    func digitalOutput() {
        let guesses = Self.guess(("PCH", "HDA-Intel", [Self.pcm("PCH", 1, name: "ALC257 Digital")], [], []))
        #expect(guesses == ["builtInSpeaker default - -", "lineOut plughw:CARD=PCH,DEV=1 - -"])
    }

    @Test(
        "A jack's name says its port",
        arguments: [
            ("Headphone Jack", Port.headphones), ("Headset Mic Jack", .headsetMic), ("Headset Jack", .headphones),
            ("Mic Jack", .headsetMic), ("Internal Mic Phantom Jack", .builtInMic), ("Line Out Front Jack", .lineOut),
            ("HDMI/DP,pcm=7 Jack", .hdmi), ("Speaker Phantom Jack", .builtInSpeaker), ("Line Jack", nil),
        ])
    func jack(name: String, port: Port?) { #expect(Port(jack: name) == port) }
}
