import ArgumentParser

/// The commands by name; `groups` has their order in the help.
enum CommandName: String, CaseIterable {
    case oracle, live, run, hold, host, step, watch, replay, check, explain, rules, conform, explore, expand, schema,
        device
    case apps, devices, doctor

    var type: any ParsableCommand.Type {
        switch self {
        case .oracle: Oracle.self
        case .live: Live.self
        case .run: Run.self
        case .hold: Hold.self
        case .host: HostCommand.self
        case .step: StepCommand.self
        case .watch: Watch.self
        case .replay: Replay.self
        case .check: Check.self
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

    /// The commands that a mistyped word may mean, the most similar ones only: at most two letters were left out, added,
    /// changed or exchanged with their neighbour, and not all of them; else those that begin with the word.
    static func similar(to word: String) -> [CommandName] {
        let word = word.lowercased()
        let distances = allCases.map { ($0, distance(word, $0.rawValue)) }
        let least = distances.map(\.1).min() ?? 0
        if least <= 2, least < word.count { return distances.filter { $0.1 == least }.map(\.0) }
        return word.isEmpty ? [] : allCases.filter { $0.rawValue.hasPrefix(word) }
    }

    /// The number of letters to leave out, add, change or exchange with their neighbour to make one word of the other.
    private static func distance(_ one: String, _ other: String) -> Int {
        let (one, other) = (Array(one), Array(other))
        // A row for each beginning of the one word, the last three of them.
        var rows = [[Int]](repeating: Array(0...other.count), count: 3)
        for (place, letter) in one.enumerated() {
            rows = [rows[1], rows[2], [place + 1] + other.map { _ in 0 }]
            for (index, otherLetter) in other.enumerated() {
                var least = min(rows[1][index + 1], rows[2][index]) + 1
                least = min(least, rows[1][index] + (letter == otherLetter ? 0 : 1))
                if place > 0, index > 0, letter == other[index - 1], one[place - 1] == otherLetter {
                    least = min(least, rows[0][index - 1] + 1)
                }
                rows[2][index + 1] = least
            }
        }
        return rows[2][other.count]
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
