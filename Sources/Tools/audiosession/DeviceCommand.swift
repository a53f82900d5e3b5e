import ArgumentParser
import CommandSupport
import Glibc
import SystemSupport

/// Tries steps on a device: starts the neighbouring program that shows the page.
struct DeviceCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        .device, abstract: DeviceArguments.abstract, discussion: DeviceArguments.discussion)

    @OptionGroup var arguments: DeviceArguments

    func run() throws {
        Output.prepare()
        let program = ProgramFile.folder + "/audiosession-device"
        // A child inherits ignored signals.
        for number in SignalGuard.signals { signal(number, SIG_DFL) }
        // The other program parses this command's arguments again.
        let words = CommandLine.arguments.drop { $0 != Self.configuration.commandName }.dropFirst()
        var arguments: [UnsafeMutablePointer<CChar>?] = (["audiosession device"] + words).map { strdup($0) }
        arguments.append(nil)
        execv(program, arguments)
        throw CommandFailure(
            "\(program) cannot be started: \(String(cString: strerror(errno))); the package audiosession-device or make "
                + "install puts it there, and in a clone `swift build --product audiosession-device` builds it")
    }
}
