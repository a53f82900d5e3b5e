import Testing

/// A command is read by itself where its line is right; whoever asks for help, or makes a mistake, is told as by the whole
/// program.
@Suite struct HelpTests {
    private let program: TestProgram
    private let commands: [Substring]

    init() throws {
        program = try TestProgram()
        _ = try program.run(#""$0" --help >help"#)
        commands = program.text(of: "help").matches(of: #/(?m)^  ([a-z]+)  /#).map(\.output.1)
    }

    @Test func everyCommandTellsItsUseInOneWay() throws {
        #expect(commands.contains("check") && commands.contains("oracle"))
        for command in commands {
            _ = try program.run(#""$0" \#(command) --help >asked; "$0" help \#(command) >told"#)
            #expect(program.text(of: "asked").contains("USAGE: audiosession \(command)"))
            #expect(program.text(of: "asked") == program.text(of: "told"), "\(command)")
        }
    }

    @Test func whatACommandDoesNotKnowIsSaidWithTheWholeName() throws {
        for command in commands {
            let (status, complaints) = try program.run(#""$0" \#(command) --nonsense 2>complaints"#)
            #expect(status == 64 && complaints.contains("Usage: audiosession \(command) "), "\(command): \(complaints)")
        }
    }

    @Test func whatACommandMissesOrFindsNowhereIsSaidWithItsOwnUse() throws {
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
}
