import ArgumentParser
import CAudioSession
import CommandSupport
import SessionPolicy
import SessionWorld

@main
struct RootCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "audiosession",
        abstract:
            "Emulates the sound of a phone: which app is heard, how loud, on which output, and by which rule.",
        discussion: printsShortHelp ? shortDiscussion : longDiscussion,
        version: "\(AUDIOSESSION_VERSION) (protocol \(Reply.latestVersion))",
        groupedSubcommands: CommandName.groups)

    private static let shortDiscussion = """
        Begin with: audiosession replay Scenarios/scenario-3-navigation.yaml
        All commands, examples and exit statuses: audiosession --help-all
        """

    private static let longDiscussion = """
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

        List all commands, with those that few need:
          audiosession --help-all

        Exit status: 0 where all is well, 1 where an expectation failed, 2 where a file, a device or a step was \
        refused, 64 where the command line says what there is not, 128 and the number of the signal where one ended it.
        """

    static let printsShortHelp = {
        let words = Array(CommandLine.arguments.dropFirst())
        return words.isEmpty || [["--help"], ["-h"], ["help"]].contains(words)
    }()

    /// Rejects an unknown word in place of a command's name, alone or after `help`: ArgumentParser would report a
    /// superfluous argument, or print the program's help.
    private static func requireCommand(_ words: ArraySlice<String>) throws {
        let words = words.first == "help" ? words.dropFirst() : words
        guard let word = words.first, !word.hasPrefix("-"), word != "help", CommandName(rawValue: word) == nil else {
            return
        }
        let question = CommandName.similar(to: word).map { "; did you mean \($0)?" } ?? ""
        throw misuse("there is no command \"\(word.shortened)\"\(question)", usage: usageString(), of: "audiosession")
    }

    /// Runs a command; if it throws a validation error, shows the usage of that command.
    private static func run(_ command: any ParsableCommand) throws {
        var command = command
        do { try command.run() } catch let error as ValidationError {
            let type = Swift.type(of: command)
            guard type != Self.self, let name = type.configuration.commandName else { throw error }
            throw misuse("\(error)", usage: usageString(for: type), of: "audiosession \(name)")
        } catch  where !(error is ExitCode) && exitCode(for: error) == .failure {
            throw CommandFailure(error).say()
        }
    }

    /// Reports an invalid command line in ArgumentParser's format.
    private static func misuse(_ sentence: String, usage: String, of command: String) -> ExitCode {
        complain(
            """
            Error: \(sentence)
            Usage: \(usage)
              See '\(command) --help' for more information.
            """)
        return .validationFailure
    }

    /// Reports an error in the command line in few lines, with the usage but without its options, which the help lists.
    private static func complain(_ message: String) {
        // A log holds whole lines.
        guard Terminal.canDraw else { return Output.complain(lines: message) }
        let style = Terminal.complaints
        let lines = message.split(separator: "\n", omittingEmptySubsequences: false).flatMap { line -> [String] in
            guard let label = ["Error: ", "Usage: "].first(where: { line.hasPrefix($0) }) else {
                return [String(line).printable]
            }
            var text = String(line.dropFirst(label.count)).printable
            let usage = text.replacing(#/ \[--[^\]]*\]/#, with: "")
            if label == "Usage: ", text.columns + label.count > style.width { text = usage + " [<options>]" }
            var lines = PlainText.hanging(label, text, width: style.width)
            if label == "Error: " {
                lines[0] = style.paint("Error: ", .bad) + style.strong(String(lines[0].dropFirst(7)))
            }
            return lines
        }
        Output.draw(lines.joined(separator: "\n") + "\n")
    }

    /// The help with the commands right below the sentence about the program.
    private static func commandsFirst(_ help: String) -> String {
        let blocks = help.split(separator: "\n\n", omittingEmptySubsequences: false)
        let isList = { (block: Substring) in block.prefix { $0 != "\n" }.hasSuffix("SUBCOMMANDS:") }
        guard let last = blocks.last, blocks.contains(where: isList) else { return help }
        let others = blocks.dropFirst().dropLast().filter { !isList($0) }
        return ([blocks[0]] + blocks.dropLast().filter(isList) + others + [last]).joined(separator: "\n\n")
    }

    /// Runs the command that the command line names, or prints what ArgumentParser has to print.
    private static func perform(_ words: ArraySlice<String>) throws {
        do {
            try requireCommand(words)
            try run(try parseAsRoot(words.elementsEqual(["--help-all"]) ? ["--help"] : Array(words)))
        } catch  where exitCode(for: error).isSuccess {
            // Help, a version, completions; empty if the program has succeeded.
            var text = fullMessage(for: error)
            guard !text.isEmpty else { return }
            text = Terminal.painted(commandsFirst(text) + "\n")
            Output.prepare()
            try text.withUTF8 { try Output.write(UnsafeRawBufferPointer($0)) }
        }
    }

    static func main() {
        guard !CommandLine.arguments.isEmpty else {
            Output.complain(lines: "The command line cannot be read. Mount /proc.")
            exit(withError: ExitCode.refused)
        }
        do { try perform(CommandLine.arguments.dropFirst()) } catch {
            let message = fullMessage(for: error)
            // Printed here because ArgumentParser would repeat the command line unescaped.
            if !message.isEmpty { complain(message) }
            exit(withError: exitCode(for: error))
        }
    }
}
