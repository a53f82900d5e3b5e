import Testing

/// Every command that prints tells of an output that cannot be written, and none continues for a reader that has gone.
@Suite(.timeLimit(.minutes(5))) struct OutputTests {
    private static let slice = "three/playback+ambient+playback"
    /// A line for each command that prints at once, and for each way in which it does.
    private static let lines = [
        "oracle <steps", "live --config ports.yaml <steps", "replay story.yaml --device null",
        "replay story.yaml --wav mix.wav", "replay story.yaml --quiet --svg a.svg", "check story.yaml",
        "check story.yaml --report pages", "explain story.yaml", "rules", "rules --format json",
        "rules --diff iPhoneOS3 modern", "conform story.yaml", "conform story.yaml --json",
        "explore --rules iPhoneOS3 --states 50", "explore --rules iPhoneOS3 --states 50 --json",
        "explore --rules iPhoneOS3 --list", "explore --rules iPhoneOS3 --slice \(slice)",
        "explore --rules iPhoneOS3 --slice \(slice) --json",
        "expand --rules iPhoneOS3 --slice \(slice) --first",
        "expand --rules iPhoneOS3 --slice \(slice) <state", "schema steps", "devices", "doctor",
        "device --silent",
        "--help", "--help-all", "check --help", "help check", "--version", "--generate-completion-script bash",
    ]
    /// Commands that other tests look at: they end with a program, or with the host that they hold or ask.
    private static let others = ["run", "hold", "host", "step", "watch", "apps"]

    private let program: TestProgram

    init() throws {
        program = try TestProgram()
        try program.write("{\"do\": \"lock\"}\n", to: "steps")
        try program.write("scenario: A lock\nrule: R-DK-1\nsteps:\n  - {at: 0, do: lock}\n", to: "story.yaml")
        _ = try program.run("\"$0\" expand --rules iPhoneOS3 --slice \(Self.slice) --first >state")
    }

    @Test("Each command of the help is tried here, or named as one that is tried elsewhere")
    func all() throws {
        func commands(in help: String) -> Set<String> {
            Set(help.matches(of: #/(?m)^  ([a-z]+)  /#).map { String($0.output.1) })
        }
        _ = try program.run("\"$0\" --help >help; \"$0\" --help-all >all")
        let all = commands(in: program.text(of: "all"))
        #expect(all.subtracting(commands(in: program.text(of: "help"))) == ["schema", "expand", "conform"])
        #expect(all.contains("oracle"))
        #expect(
            all
                == Set(
                    Self.lines.filter { !$0.hasPrefix("-") && !$0.hasPrefix("help") }.map {
                        String($0.prefix { $0 != " " })
                    } + Self.others))
    }

    @Test("A full disk and a closed output are told, with status 2", arguments: lines, [">/dev/full", ">&-"])
    func unwritable(line: String, output: String) throws {
        let (status, complaints) = try program.run("exec 2>complaints; exec \"$0\" \(line) \(output)")
        #expect(status == 2, "\(complaints)")
        #expect(complaints.contains("cannot write the output: "), "\(complaints)")
        #expect(complaints.matches(of: #/cannot write the output/#).count == 1, "it is told once: \(complaints)")
    }

    @Test("A reader that has gone ends it as a signal would, without a word", arguments: lines)
    func unread(line: String) throws {
        // The reader closes its end, and then lets the command begin.
        let command = "{ read begin <go; \"$0\" \(line) 2>complaints; echo $? >status; }"
        _ = try program.run("mkfifo go; \(command) | { exec <&-; echo >go; }")
        #expect(program.text(of: "status") == "141\n")
        #expect(program.complaints.isEmpty, "\(program.complaints)")
    }

    @Test("An exploration of many slices ends when the reader of its lines has gone")
    func slices() throws {
        let explore = "\"$0\" explore --rules iPhoneOS3 --slice three --json --jobs 1"
        _ = try program.run("{ \(explore) 2>complaints; echo $? >status; } | head -n 1 >told")
        #expect(program.text(of: "status") == "141\n")
    }
}
