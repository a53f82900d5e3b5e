import Testing

@testable import ALSADevice

extension DeviceSurvey.PCMDevice {
    /// A PCM of the card `PCH` that opens, unless said otherwise.
    static func analogue(
        _ device: Int = 0, _ direction: DeviceSurvey.Direction = .playback, name: String = "ALC257 Analog",
        state: DeviceSurvey.State = .free
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
    @Test("The machine is asked for its default")
    func systemDefault() {
        #expect(DeviceSurvey.current().named.first?.pcm == "default")
    }
}
