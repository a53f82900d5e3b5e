import Glibc
import Testing

@testable import ALSADevice

@Suite struct DoctorTests {
    /// A machine on which all is well.
    private static func sound(_ adjust: (inout Machine) -> Void = { _ in }) -> Machine {
        var machine = Machine()
        machine.kernelCards = ["HDA Intel PCH"]
        machine.nodes = ["controlC0", "pcmC0D0p"]
        machine.survey = DeviceSurvey(cards: [.card([.analogue()], volumes: [.volume("Master")])], named: [])
        adjust(&machine)
        return machine
    }

    private static func fails(_ number: CInt, _ kind: ALSAError.Kind) -> ALSAError {
        ALSAError(.open, pcm: "default", code: -number, kind: kind)
    }

    private static func cards(_ pcm: DeviceSurvey.PCMDevice, _ volumes: VolumeControl...) -> DeviceSurvey {
        DeviceSurvey(cards: [.card([pcm], volumes: volumes)], named: [])
    }

    struct Case: Sendable {
        let kind: Finding.Kind
        let works: Bool
        /// The words that the sentence and the remedy must hold.
        let names: [String]
        let machine: Machine
    }

    static let cases: [Case] = [
        Case(
            kind: .noCard, works: false, names: ["no sound card", "snd-dummy"],
            machine: sound {
                ($0.kernelCards, $0.nodes, $0.survey) = ([], nil, DeviceSurvey(cards: [], named: []))
                $0.defaultError = fails(ENOENT, .noCard)
            }),
        Case(
            kind: .noNodes, works: false, names: ["HDA Intel PCH", "--device /dev/snd"],
            machine: sound {
                ($0.nodes, $0.survey) = (nil, DeviceSurvey(cards: [], named: []))
                $0.defaultError = fails(ENOENT, .noCard)
            }),
        Case(
            kind: .noPlayback, works: false, names: ["HDA Intel PCH", "output"],
            machine: sound {
                $0.survey = DeviceSurvey(cards: [.card([.analogue(0, .capture)])], named: [])
                $0.defaultError = fails(ENOENT, .noSuchDevice)
            }),
        Case(
            kind: .noPermission, works: false, names: ["controlC0, pcmC0D0p", "usermod -aG audio"],
            machine: sound {
                $0.survey = DeviceSurvey(cards: [], named: [])
                $0.forbiddenNodes = ["controlC0", "pcmC0D0p"]
                $0.defaultError = fails(EACCES, .notPermitted)
            }),
        Case(
            kind: .busy, works: false, names: ["hw:CARD=PCH,DEV=0", "jackd (process 812)"],
            machine: sound {
                $0.survey = cards(.analogue(state: .busy(owner: "jackd (process 812)")))
                $0.defaultError = fails(EBUSY, .busy)
            }),
        Case(
            kind: .muted, works: false, names: ["'Master' of HDA Intel PCH", "amixer -c PCH sset 'Master' unmute"],
            machine: sound { $0.survey = cards(.analogue(), .volume("Master", isMuted: true), .volume("PCM")) }),
        Case(
            kind: .silent, works: false, names: ["'PCM' of HDA Intel PCH", "80%"],
            machine: sound { $0.survey = cards(.analogue(), .volume("PCM", step: 0)) }),
        Case(
            kind: .serverUnreachable, works: false, names: ["PulseAudio", "/run/user/1000/pulse/native", "--start"],
            machine: sound {
                $0.servers = [
                    Machine.Server(kind: .pulseAudio, socket: "/run/user/1000/pulse/native", state: .refuses)
                ]
                $0.defaultError = fails(ECONNREFUSED, .noServer)
            }),
        // Where sound works without it, a dead socket is only worth knowing.
        Case(
            kind: .serverUnreachable, works: true, names: ["PipeWire", "wireplumber"],
            machine: sound {
                $0.servers = [Machine.Server(kind: .pipeWire, socket: "/run/pipewire-0", state: .missing)]
            }),
        Case(
            kind: .missingPlugin, works: false, names: ["PipeWire", "pipewire-alsa"],
            machine: sound {
                $0.servers = [Machine.Server(kind: .pipeWire, socket: "/run/pipewire-0", state: .answers)]
                $0.survey = cards(.analogue(state: .busy(owner: nil)))
                $0.defaultError = fails(EBUSY, .busy)
            }),
        Case(
            kind: .wrongDefault, works: false, names: ["plughw:CARD=PCH,DEV=0", "~/.asoundrc"],
            machine: sound { $0.defaultError = fails(ENOENT, .noSuchDevice) }),
        Case(
            kind: .wrongDefault, works: false, names: ["pulse would"],
            machine: sound {
                let pulse = DeviceSurvey.NamedPCM(pcm: "pulse", state: .free)
                $0.survey = DeviceSurvey(cards: [], named: [pulse])
                $0.defaultError = fails(ENOENT, .noSuchDevice)
            }),
        Case(
            kind: .noLibrary, works: false, names: ["libasound", "file too short", "libasound2"],
            machine: sound {
                ($0.kernelCards, $0.survey) = ([], DeviceSurvey(cards: [], named: []))
                $0.defaultError = fails(ELIBACC, .noLibrary(detail: "libasound.so.2: file too short"))
            }),
        Case(
            kind: .noRealTime, works: true, names: ["real time", "rtprio"],
            machine: sound { $0.mayRunInRealTime = false }),
    ]

    @Test("A finding names its remedy", arguments: cases)
    func aFindingNamesItsRemedy(example: Case) throws {
        let finding = try #require(example.machine.findings.first { $0.kind == example.kind })
        let text = "\(finding.sentence) \(finding.remedy)"
        for name in example.names { #expect(text.contains(name)) }
        #expect(example.machine.soundWorks == example.works)
        #expect((finding.weight == .advice) == example.works)
    }

    @Test("Every kind of finding is shown")
    func everyKindOfFindingIsShown() {
        #expect(Set(Self.cases.map(\.kind)) == Set(Finding.Kind.allCases))
    }

    @Test("Where all is well nothing is found")
    func whereAllIsWellNothingIsFound() {
        #expect(Self.sound().findings.isEmpty)
        #expect(Self.sound().soundWorks)
    }

    @Test("A sound server is all that a machine needs")
    func soundServerAlone() {
        let machine = Self.sound {
            ($0.kernelCards, $0.nodes, $0.survey) = ([], nil, DeviceSurvey(cards: [], named: []))
            $0.plugins = ["pulse"]
            $0.servers = [Machine.Server(kind: .pulseAudio, socket: "/run/pulse/native", state: .answers)]
        }
        #expect(machine.findings.isEmpty)
    }

    @Test("A server that speaks PulseAudio's protocol needs no second plug-in")
    func pulseProtocol() {
        let machine = Self.sound {
            $0.plugins = ["pulse"]
            $0.servers = [
                Machine.Server(kind: .pulseAudio, socket: "/run/pulse/native", state: .answers),
                Machine.Server(kind: .pipeWire, socket: "/run/pipewire-0", state: .answers),
            ]
        }
        #expect(machine.findings.isEmpty)
    }

    @Test("One open way is enough")
    func oneOpenWayIsEnough() {
        let machine = Self.sound {
            $0.survey = Self.cards(.analogue(), .volume("Speaker", isMuted: true), .volume("Headphone"))
        }
        #expect(machine.soundWorks)
    }

    @Test("A second card may be muted")
    func aSecondCardMayBeMuted() {
        let machine = Self.sound {
            let other = DeviceSurvey.Card.card(
                number: 1, id: "HDMI", [.analogue(3, name: "HDMI 0")], volumes: [.volume("Master", isMuted: true)])
            $0.survey = DeviceSurvey(cards: $0.survey.cards + [other], named: [])
        }
        #expect(machine.soundWorks)
        #expect(machine.findings.map(\.weight) == [.advice])
    }

    /// Whatever this machine has, the doctor says whether it works and does not contradict itself.
    @Test("This machine is looked at")
    func thisMachineIsLookedAt() {
        let machine = Machine.current()
        let plays = (try? ALSAOutput(acceptsOtherRate: true)) != nil
        #expect((machine.defaultError == nil) == plays)
        if !plays { #expect(!machine.soundWorks) }
    }
}
