import CALSA
import CPacedCard
import Testing

@testable import ALSADevice

extension DeviceSurvey.PCMDevice {
    /// A PCM of the card `PCH` that opens, unless said otherwise.
    static func analogue(
        _ device: Int = 0, _ direction: DeviceSurvey.Direction = .playback, name: String = "ALC257 Analog",
        state: DeviceSurvey.State = .free(nil)
    ) -> Self {
        Self(
            pcm: "hw:CARD=PCH,DEV=\(device)", device: device, direction: direction, id: name, name: name, state: state)
    }
}

extension DeviceSurvey.Card {
    static func card(
        number: Int = 0, id: String = "PCH", driver: String = "HDA-Intel", _ pcms: [DeviceSurvey.PCMDevice],
        volumes: [VolumeControl] = [], jacks: [(String, Bool)] = []
    ) -> Self {
        Self(
            number: number, id: id, driver: driver, name: "HDA Intel PCH", pcms: pcms, volumes: volumes,
            jacks: jacks.map { DeviceSurvey.Jack(control: $0.0, isPlugged: $0.1) })
    }
}

extension VolumeControl {
    static func volume(_ name: String, step: Int = 50, isMuted: Bool? = false) -> Self {
        Self(name: name, range: -60...0, steps: 61, decibels: Double(step - 60), step: step, isMuted: isMuted)
    }
}

@Suite struct DeviceSurveyTests {
    @Test("What a card can do is asked")
    func whatACardCanDoIsAsked() throws {
        var options = paced_card_options()
        options.format = SND_PCM_FORMAT_S24_3LE
        (options.rate_min, options.rate_max) = (32_000, 96_000)
        (options.channels_min, options.channels_max) = (1, 8)
        (options.period_frames_min, options.period_frames_max) = (32, 4096)
        var pcm: OpaquePointer?
        var error: CInt = 0
        let card = try #require(paced_card_open(options, &pcm, &error))
        let handle = try #require(pcm)
        defer {
            snd_pcm_close(handle)
            paced_card_release(card)
        }
        let capabilities = try #require(PCMCapabilities(asking: handle))
        #expect(capabilities.rates == 32_000...96_000)
        #expect(capabilities.usualRates == [32_000, 44_100, 48_000, 88_200, 96_000])
        #expect(capabilities.channels == 1...8)
        #expect(capabilities.formats == ["S24_3LE"])
        #expect(capabilities.periodFrames.contains(32...4096))
    }

    @Test("What takes anything is told in few words")
    func anyParameters() throws {
        var pcm: OpaquePointer?
        try #require(snd_pcm_open(&pcm, "null", SND_PCM_STREAM_PLAYBACK, 0) >= 0)
        let handle = try #require(pcm)
        defer { snd_pcm_close(handle) }
        let capabilities = try #require(PCMCapabilities(asking: handle))
        #expect(
            capabilities.formats == ["U8", "S16_LE", "S20_3LE", "S24_3LE", "S24_LE", "S32_LE", "FLOAT_LE"])
        #expect(capabilities.channels == 1...PCMCapabilities.mostChannels)
    }

    @Test("The machine is asked for its default")
    func systemDefault() {
        #expect(DeviceSurvey.current().named.first?.pcm == "default")
    }
}
