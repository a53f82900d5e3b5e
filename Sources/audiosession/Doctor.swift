import ALSADevice
import ArgumentParser

/// Finds what is wrong with sound.
struct Doctor: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "doctor",
        abstract: "Finds what is wrong with the sound of this machine, in words, with the remedy.",
        discussion: """
            Looks at cards, permissions, volumes, sound servers and ALSA's configuration; plays nothing and changes \
            nothing.

              audiosession doctor

            Exit status: 0 where sound works, 1 where it does not.
            """)

    func run() throws {
        Output.ignoreClosedPipes()
        let machine = Machine.current()
        let lines = machine.findings.map { "\($0.weight.rawValue): \($0.sentence)\n    \($0.remedy)" }
        try Output.write((lines + [verdict(machine)]).joined(separator: "\n") + "\n")
        if !machine.soundWorks { throw ExitCode.failure }
    }

    private func verdict(_ machine: Machine) -> String {
        if let error = machine.defaultError {
            return machine.findings.contains { $0.weight == .fault } ? "Sound does not work." : "\(error)"
        }
        return machine.soundWorks
            ? "Sound works: the default device opens." : "The default device opens, but is silent."
    }
}
