import ALSADevice
import ArgumentParser
import CommandSupport
import SessionPolicy
import SessionScenario
import SoundFiles
import Sounder

struct PhoneOptions: ParsableArguments {
    @OptionGroup var bindings: BindingsOption

    @Option(
        help: "The PCM that plays everything, instead of those bound to the ports.",
        transform: PlaceName.read)
    var device: String?

    @Flag(help: "Open no device: sounds play silently in real time.")
    var silent = false

    @Option(help: "A scenario file whose sounds the steps may play.")
    var sounds: String?

    @Option(
        help: """
            Write the recordings of emulated apps into this WAV file; by default only their length and level are \
            reported.
            """)
    var recordTo: String?

    @Option(
        help: """
            A sound file in place of the microphone: it begins with the first recording, and silence follows. Without it \
            that of the scenario file behind --sounds.
            """)
    var microphone: String?

    @OptionGroup var bookOptions: BookOptions

    /// Returns the path of the microphone's file as other processes open it, too; nil for a real microphone.
    ///
    /// - Throws: `SoundFileError` if it cannot be decoded.
    func microphoneFile(of scenario: Scenario?) throws -> String? {
        guard let path = microphone ?? scenario?.microphone else { return nil }
        _ = try MicrophoneFile(path: path)
        return FilePath.real(path) ?? path
    }

    var ports: Bindings {
        get throws {
            guard let device else { return try bindings.bindingsOrRefusal(.current()) }
            return Bindings(Port.allCases.map { Bindings.Entry(port: $0, pcm: device) })
        }
    }

    func requireRecordable(inputs: [String], _ bindings: Bindings?) throws {
        guard let recordTo else { return }
        var inputs = inputs + bookOptions.files + [microphone].compactMap { $0 }
        if case .file(let file) = bindings?.origin { inputs.append(file) }
        _ = try OutputPlan([recordTo], inputs: inputs)
    }
}

struct HostOptions: ParsableArguments {
    @OptionGroup var phone: PhoneOptions

    @Option(help: "Whether programs count as third-party apps or as the system's own.")
    var kind = Kind.app

    @Option(help: "Whether programs may play in the background, as on a desktop.")
    var backgroundAudio = YesOrNo.yes

    enum Kind: String, ExpressibleByArgument, CaseIterable {
        case app, system
    }

    enum YesOrNo: String, ExpressibleByArgument, CaseIterable {
        case yes, no
    }

    var launchOptions: LaunchOptions {
        LaunchOptions(kind: kind == .app ? .app : .system, backgroundAudio: backgroundAudio == .yes)
    }
}
