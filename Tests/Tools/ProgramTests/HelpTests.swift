import Randomness
import Testing

/// The help of the program and of each command, and the answers to lines with mistakes.
@Suite struct HelpTests {
    private let program: TestProgram
    private let commands: [Substring]

    init() throws {
        program = try TestProgram()
        _ = try program.run(#""$0" --help-all >help"#)
        commands = program.text(of: "help").matches(of: #/(?m)^  ([a-z]+)  /#).map(\.output.1)
    }

    @Test("The help has the commands in groups, each command in one")
    func groups() {
        let help = program.text(of: "help")
        let groups = help.matches(of: #/(?m)^([A-Z ]+) SUBCOMMANDS:$/#).map(\.output.1)
        #expect(groups == ["ASK", "REPLAY", "RUN", "EXPLORE", "SET UP"])
        #expect(commands.count == 19 && Set(commands).count == commands.count, "\(commands)")
    }

    @Test("Every command tells its usage in one way, by --help and by help")
    func usage() throws {
        #expect(commands.contains("check") && commands.contains("oracle"))
        for command in commands {
            _ = try program.run(#""$0" \#(command) --help >asked; "$0" help \#(command) >told"#)
            #expect(program.text(of: "asked").contains("USAGE: audiosession \(command)"))
            #expect(program.text(of: "asked") == program.text(of: "told"), "\(command)")
        }
    }

    @Test("An unknown option is told with the whole name of the command")
    func unknownOption() throws {
        for command in commands {
            let (status, complaints) = try program.run(#""$0" \#(command) --nonsense 2>complaints"#)
            #expect(status == 64 && complaints.contains("Usage: audiosession \(command) "), "\(command): \(complaints)")
        }
    }

    @Test("A missing or wrong argument is told with the usage of the command")
    func misuse() throws {
        for line in [
            "check", "replay", "explain", "explore --slice nope", "expand --slice nope --first", "rules --diff modern",
            "run", "explore --apps 9",
        ] {
            let (status, complaints) = try program.run(#""$0" \#(line) 2>complaints"#)
            let command = line.prefix { $0 != " " }
            #expect(status == 64 && complaints.contains("\nUsage: audiosession \(command) "), "\(line): \(complaints)")
            #expect(complaints.hasSuffix("\n  See 'audiosession \(command) --help' for more information.\n"), "\(line)")
        }
    }

    @Test(
        "A mistyped command is told with the one that it is nearest to, by itself and where help is asked",
        arguments: SplitMix.seeds)
    func mistyped(seed: UInt64) throws {
        var random = SplitMix(seed: seed)
        for command in commands {
            var letters = Array(command)
            let place = Int.random(in: 1..<letters.count - 1, using: &random)
            switch Int.random(in: 0..<4, using: &random) {
            case 0: letters.remove(at: place)
            case 1: letters.insert("q", at: place)
            case 2: letters[place] = "q"
            default: letters.swapAt(place, place - 1)
            }
            let word = String(letters)
            // A word of two letters is near to too many.
            guard word.count > 2, word != command, !commands.contains(word[...]) else { continue }
            for line in [word, "help \(word)", "\(word) --help"] {
                let (status, complaints) = try program.run(#""$0" \#(line) >told 2>complaints"#)
                #expect(status == 64, "\(line)")
                #expect(complaints.contains("there is no command \"\(word)\"; did you mean "), "\(line): \(complaints)")
                // A command of which the other one is a part may be as near.
                let nearest = complaints.firstMatch(of: #/did you mean (.*)\?/#)?.output.1 ?? ""
                #expect(
                    nearest.contains(command) || !nearest.isEmpty && command.contains(nearest),
                    "\(line): \(complaints)")
                #expect(program.text(of: "told").isEmpty, "\(line)")
            }
        }
    }

    @Test(
        "What is no command is refused, with the usage of the program",
        arguments: ["nothing", "help nothing", "''", "help ''", "x"])
    func unknown(line: String) throws {
        let (status, complaints) = try program.run(#""$0" \#(line) >told 2>complaints"#)
        #expect(status == 64)
        #expect(complaints.hasPrefix("Error: there is no command \""), "\(complaints)")
        #expect(complaints.hasSuffix("\n  See 'audiosession --help' for more information.\n"))
        #expect(!complaints.contains("did you mean") && program.text(of: "told").isEmpty)
    }
}
