import ArgumentParser
import SessionWorld

/// The command line of the emulator.
@main
struct AudioSession: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "audiosession",
        abstract:
            "Emulates what a phone does with everybody's sound: who is heard, how loud, on what, and by which rule.",
        discussion: """
            A device in virtual time is told steps (an app plays, the phone rings, headphones are pulled out) and says \
            what follows, with the rule behind it. Steps stand in scenario files or come as lines of JSON.

            See a documented scenario, step by step, and hear it:
              audiosession replay Scenarios/scenario-3-navigation.yaml

            Ask a question from any program:
              echo '{"do": "play", "app": "game", "sound": "jump"}' | audiosession oracle

            Let this machine behave like the device, plugs and volume included:
              audiosession live

            Learn the rules:
              audiosession rules

            Exit status: 0 where all is well, 1 where an expectation failed, 2 where a file, a device or a step was \
            refused, 64 where the command line says what there is not, 128 and the number of the signal where one ended it.
            """,
        version: "0.1.0 (protocol \(Reply.latestVersion))",
        subcommands: CommandName.allCases.map(\.type))

    /// The command that the first word names, read by itself: from the beginning of the line ArgumentParser would first work
    /// through this type, with an eighth of all that a short command executes. Nil where it asks for help and where the line
    /// says what there is not; who reads the whole line then tells of it.
    ///
    /// - Throws: `ExitCode.refused` where a file was refused, of which all has been said: it must not be read again.
    private static func named(_ words: ArraySlice<String>) throws -> (any ParsableCommand)? {
        guard let type = words.first.flatMap(CommandName.init)?.type else { return nil }
        do {
            let command = try type.parseAsRoot(Array(words.dropFirst()))
            return Swift.type(of: command) == type ? command : nil
        } catch  where type.exitCode(for: error) == .refused {
            throw ExitCode.refused
        } catch {
            return nil
        }
    }

    /// Runs a command; where it finds that the line says what there is not, shows its usage, and not that of the program.
    private static func run(_ command: any ParsableCommand) throws {
        var command = command
        do { try command.run() } catch let error as ValidationError {
            let type = Swift.type(of: command)
            guard let name = CommandName.allCases.first(where: { $0.type == type }) else { throw error }
            Output.complain(
                lines: """
                    Error: \(error)
                    Usage: \(usageString(for: type))
                      See 'audiosession \(name.rawValue) --help' for more information.
                    """)
            throw ExitCode.validationFailure
        }
    }

    /// Runs the command that the command line names.
    static func main() {
        do {
            let command = try named(CommandLine.arguments.dropFirst()) ?? parseAsRoot()
            try run(command)
        } catch {
            let message = fullMessage(for: error)
            guard !exitCode(for: error).isSuccess, !message.isEmpty else { exit(withError: error) }
            // Said here and not by ArgumentParser, because it repeats what the command line says as it is.
            Output.complain(lines: message)
            exit(withError: exitCode(for: error))
        }
    }
}

extension ExitCode {
    /// A file, a device or a step was refused.
    static let refused = ExitCode(2)
}
