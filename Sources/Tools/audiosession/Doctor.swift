import ALSADevice
import ArgumentParser
import CommandSupport
import SessionPolicy
import Sounder
import SystemSupport

struct Doctor: ParsableCommand {
    static let configuration = CommandConfiguration(
        .doctor,
        abstract: "Finds problems with the sound of this machine, and their remedies.",
        discussion: """
            Checks cards, permissions, volumes, sound servers, ALSA's configuration and the bindings of ports to \
            devices. Plays and changes nothing.

              audiosession doctor

            Exit status: 0 if sound works, 1 if not, 2 if that cannot be determined.
            """)

    @OptionGroup var devices: BindingsOption

    func run() throws {
        Output.prepare()
        try OpenFiles.requireForDevices()
        let machine = Machine.current()
        let lines = machine.findings.map { "\($0.weight.rawValue): \($0.sentence)\n    \($0.remedy)" }
        let (bindings, areRight) = bindingLines(machine)
        try Output.write(Terminal.folded((lines + bindings + [verdict(machine)]).joined(separator: "\n") + "\n"))
        if !machine.soundWorks || !areRight { throw ExitCode.failure }
    }

    /// Returns the problems of a bindings file, and whether anything can be heard nevertheless; a guess has none.
    private func bindingLines(_ machine: Machine) -> ([String], Bool) {
        let bindings: Bindings
        do throws(BindingsError) {
            bindings = try devices.bindings(machine.survey)
        } catch {
            return (["fault: The bindings of ports to devices cannot be read.\n    \(error)"], false)
        }
        guard case .file(let path) = bindings.origin else { return ([], true) }
        let checks = bindings.checks(machine.survey).filter { !$0.problems.isEmpty }
        let lines = checks.map { check in
            let weight = check.entry.port == .builtInSpeaker ? "fault" : "advice"
            return
                ([
                    """
                    \(weight): \(path) binds \(check.entry.port.name) to a device that is unavailable.
                    """
                ] + check.problems)
                .joined(separator: "\n    ")
        }
        return (lines, !checks.contains { $0.entry.port == .builtInSpeaker })
    }

    private func verdict(_ machine: Machine) -> String {
        if let error = machine.defaultError {
            return machine.findings.contains { $0.weight == .fault } ? "Sound does not work." : "\(error)"
        }
        if machine.survey.named.contains(where: { $0.pcm == "default" && $0.state == .unasked }) {
            return "The default device writes into a file; it was not opened, as that would empty the file."
        }
        return machine.soundWorks
            ? "Sound works: the default device opens." : "The default device opens, but is silent."
    }
}
