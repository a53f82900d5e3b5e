import Glibc
import Scratch
import SessionPolicy
import Testing

@testable import ALSADevice
@testable import SessionPhone
@testable import Sounder

struct BindingsTests {
    @Test("A file is read")
    func aFileIsRead() throws {
        let bindings = try Bindings(
            yaml: """
                ports:
                  builtInSpeaker: {pcm: "plughw:CARD=PCH", volume: {card: PCH, control: Speaker}}
                  headphones: {pcm: "plughw:CARD=PCH", jack: {card: 0, control: Headphone Jack}}
                  usbAudio: {pcm: "plughw:CARD=Headset,DEV=0"}
                  HDMI: {pcm: "hdmi:CARD=PCH", card: TV}
                """, file: "a.yaml")
        #expect(bindings[.builtInSpeaker]?.volume == Bindings.Volume(card: "PCH", control: "Speaker"))
        #expect(bindings[.headphones]?.jack == Bindings.Jack(card: "0", control: "Headphone Jack"))
        #expect(bindings[.usbAudio]?.card == "Headset", "a USB card is the accessory itself")
        #expect(bindings.accessories(card: "TV", number: 4) == [.hdmi])
        #expect(
            bindings.accessory(jack: Bindings.Jack(card: "PCH", control: "Headphone Jack"), cardNumber: 0)
                == .headphones)
        #expect(bindings.output(for: .lineOut).port == .builtInSpeaker, "what is not bound is heard on the speaker")
    }

    @Test("A server's device is watched unless a card or a jack tells")
    func watchedServerDevice() throws {
        let bindings = try Bindings(
            yaml: """
                ports:
                  builtInSpeaker: {pcm: "pulse:speaker"}
                  bluetoothA2DP: {pcm: "pulse:headset"}
                  bluetoothHFP: {pcm: "pulse:headset", input: "pulse:headset.monitor"}
                  usbAudio: {pcm: "pulse:usb", card: Headset}
                  airPlay: {pcm: "hw:0"}
                """, file: "a.yaml")
        #expect(bindings.sinks == ["pulse:headset"])
        #expect(bindings.accessories(sink: "pulse:headset") == [.bluetoothA2DP, .bluetoothHFP])
        #expect(bindings[.bluetoothHFP]?.inputPCM == "pulse:headset.monitor")
        #expect(bindings[.bluetoothA2DP]?.inputPCM == "pulse:headset")
        let back = try Bindings(yaml: bindings.yaml, file: "b.yaml")
        #expect(back.entries == bindings.entries)
    }

    @Test("A file that a port is heard on is not emptied by a look")
    func filePortKept() throws {
        let scratch = Scratch()
        let path = scratch.file("heard")
        let file = try #require(fopen(path, "w"))
        fputs("kept", file)
        fclose(file)
        let bindings = Bindings([
            .init(port: .builtInSpeaker, pcm: "file:\(path)"), .init(port: .lineOut, pcm: "plug:'file:\(path)'"),
            .init(port: .headphones, pcm: "tee:null,\(path)"), .init(port: .hdmi, pcm: "null"),
        ])
        let states = bindings.checks(DeviceSurvey(cards: [], named: [])).map(\.state)
        #expect(states.prefix(3) == [.unasked, .unasked, .unasked])
        #expect(states.last != .unasked)
        var facts = stat()
        #expect(stat(path, &facts) == 0 && facts.st_size == 4)
    }

    @Test("A jack that brings a microphone is a headset")
    func headsetJack() throws {
        let bindings = try Bindings(
            yaml: """
                ports:
                  headphones: {pcm: a, jack: {card: C, control: Headset Jack}}
                  headsetMic: {pcm: a, jack: {card: C, control: Headset Jack}}
                """, file: "a.yaml")
        #expect(bindings.accessory(jack: Bindings.Jack(card: "C", control: "Headset Jack"), cardNumber: 0) == .headset)
    }

    @Test(
        "A mistake is named with its place",
        arguments: [
            ("ports:\n  headphone: {pcm: a}", "2:3: there is no port \"headphone\"; the nearest is headphones"),
            ("ports:\n  speaker: {pcm: a}", "2:3: there is no port \"speaker\"; the nearest is builtInSpeaker"),
            ("ports:\n  hdmi: {pcm: a}", "2:3: there is no port \"hdmi\"; the nearest is HDMI"),
            (
                "ports:\n  lineOut: {pmc: a}",
                "2:13: a port has no key \"pmc\"; its keys are pcm, input, volume, jack, card"
            ),
            ("ports:\n  lineOut: {volume: {card: a}}", "2:12: lineOut lacks \"pcm\""),
            (
                "ports:\n  lineOut: {pcm: a, input: b}",
                "2:21: lineOut has no input of its own; bind builtInMic or headsetMic"
            ),
            ("ports:\n  lineOut: {pcm: 3}", "2:18: \"pcm\" must be a name, in quotes if need be; found the number 3"),
            ("ports:\n  lineOut: {pcm: a, jack: {card: a}}", "2:27: the jack lacks \"card\" or \"control\""),
            ("ports:\n  builtInSpeaker: {pcm: a, card: b}", "2:28: builtInSpeaker is always there"),
            ("port: {}", "1:1: a file of bindings has no key \"port\""),
            ("[", "not YAML"), ("", "1:1: a file of bindings is an object"),
        ])
    func aMistakeIsNamedWithItsPlace(text: String, says: String) {
        let error = #expect(throws: BindingsError.self) { try Bindings(yaml: text, file: "a.yaml") }
        #expect(error?.description.contains(says) == true, "\(error?.description ?? "")")
    }

    @Test("A guess can be read back")
    func aGuessCanBeReadBack() throws {
        let pcm = DeviceSurvey.PCMDevice(
            pcm: "hw:CARD=PCH,DEV=0", device: 0, direction: .playback, id: "ALC", name: "ALC \"236\"", state: .free
        )
        let volume = VolumeControl(
            name: "Master", range: -60...0, steps: 61, decibels: -10, step: 50, isMuted: false)
        let card = DeviceSurvey.Card(
            number: 0, id: "PCH", driver: "HDA-Intel", name: "HDA", pcms: [pcm], volumes: [volume],
            jacks: [.init(control: "Headphone Jack", isPlugged: false)])
        let guess = Bindings(guessing: DeviceSurvey(cards: [card], named: []))
        #expect(guess.entries.map(\.port) == [.builtInSpeaker, .headphones])
        #expect(guess[.headphones]?.jack?.control == "Headphone Jack")
        let back = try Bindings(yaml: guess.yaml, file: "a.yaml")
        #expect(back.entries == guess.entries)
    }

    @Test("Without a card the default is the speaker")
    func defaultSpeaker() {
        let guess = Bindings(guessing: DeviceSurvey(cards: [], named: []))
        #expect(guess.entries == [Bindings.Entry(port: .builtInSpeaker, pcm: "default")])
    }

    @Test("The file is looked for where it belongs")
    func fileSearch() {
        #expect(
            Bindings.places { ["HOME": "/home/ann"][$0] } == [
                "./audiosession.yaml", "/home/ann/.config/audiosession/audiosession.yaml", "/etc/audiosession.yaml",
            ])
        #expect(Bindings.places { ["XDG_CONFIG_HOME": "/c"][$0] }[1] == "/c/audiosession/audiosession.yaml")
    }
}
