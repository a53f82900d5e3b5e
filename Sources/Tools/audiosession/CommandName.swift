import ArgumentParser

/// The names of the commands; `groups` has their order in the help.
enum CommandName: String, EnumerableFlag {
    case oracle, live, run, hold, host, step, watch, replay, check, explain, rules, conform, explore, expand, schema,
        device
    case apps, devices, doctor
}

extension CommandName {
    /// Whether only `--help-all` lists the command.
    var isRare: Bool { [.schema, .expand, .conform].contains(self) }

    static let groups = [
        CommandGroup(name: "Ask", subcommands: [Oracle.self, Explain.self, Rules.self, Schema.self]),
        CommandGroup(name: "Replay", subcommands: [ReplayCommand.self, CheckCommand.self]),
        CommandGroup(
            name: "Run",
            subcommands: [
                RunCommand.self, HoldCommand.self, HostCommand.self, StepCommand.self, WatchCommand.self, Live.self,
                DeviceCommand.self,
            ]),
        CommandGroup(name: "Explore", subcommands: [Explore.self, Expand.self, Conform.self]),
        CommandGroup(name: "Set up", subcommands: [Devices.self, Apps.self, Doctor.self]),
    ]

    /// Returns the command that a mistyped word may mean, found by ArgumentParser's search, or nil.
    static func similar(to word: String) -> String? {
        // Every command of four letters is similar to a shorter word.
        guard word.count > 2 else { return nil }
        do { _ = try Options.parse(["--\(word)"]) } catch {
            return Options.message(for: error).firstMatch(of: #/Did you mean '--(\w+)'/#).map { String($0.1) }
        }
        return nil
    }

    private struct Options: ParsableArguments {
        @Flag var command: CommandName?
    }
}

extension CommandConfiguration {
    init(_ name: CommandName, abstract: String, discussion: String = "") {
        self.init(
            commandName: name.rawValue, abstract: abstract, discussion: discussion,
            shouldDisplay: !(name.isRare && RootCommand.printsShortHelp))
    }
}
