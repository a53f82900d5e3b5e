import ArgumentParser

/// The commands by name; `groups` has their order in the help.
enum CommandName: String, EnumerableFlag {
    case oracle, live, run, hold, host, step, watch, replay, check, explain, rules, conform, explore, expand, schema,
        device
    case apps, devices, doctor

    var type: any ParsableCommand.Type {
        switch self {
        case .oracle: Oracle.self
        case .live: Live.self
        case .run: RunCommand.self
        case .hold: HoldCommand.self
        case .host: HostCommand.self
        case .step: StepCommand.self
        case .watch: WatchCommand.self
        case .replay: ReplayCommand.self
        case .check: CheckCommand.self
        case .explain: Explain.self
        case .rules: Rules.self
        case .conform: Conform.self
        case .explore: Explore.self
        case .expand: Expand.self
        case .schema: Schema.self
        case .device: DeviceCommand.self
        case .apps: Apps.self
        case .devices: Devices.self
        case .doctor: Doctor.self
        }
    }
}

extension CommandName {
    /// Whether few people need the command, so that only `--help-all` lists it.
    var isRare: Bool { [.schema, .expand, .conform].contains(self) }

    /// The groups of the help, in its order.
    static let groups: [CommandGroup] = [
        group("Ask", [.oracle, .explain, .rules, .schema]),
        group("Replay", [.replay, .check]),
        group("Run", [.run, .hold, .host, .step, .watch, .live, .device]),
        group("Explore", [.explore, .expand, .conform]),
        group("Set up", [.devices, .apps, .doctor]),
    ]

    private static func group(_ name: String, _ commands: [CommandName]) -> CommandGroup {
        CommandGroup(name: name, subcommands: commands.map(\.type))
    }

    /// The command that a mistyped word may mean, by ArgumentParser's search among options; nil if no command is similar.
    static func similar(to word: String) -> String? {
        do { _ = try Options.parse(["--\(word)"]) } catch {
            return Options.message(for: error).firstMatch(of: #/Did you mean '--(\w+)'/#).map { String($0.1) }
        }
        return nil
    }

    /// The names of all commands as options.
    private struct Options: ParsableArguments {
        @Flag var command: CommandName?
    }
}

extension CommandConfiguration {
    /// Says the name, too: ArgumentParser would ask the runtime for it.
    init(_ name: CommandName, abstract: String, discussion: String = "") {
        self.init(
            commandName: name.rawValue, abstract: abstract, discussion: discussion,
            shouldDisplay: !(name.isRare && RootCommand.printsShortHelp))
    }
}
