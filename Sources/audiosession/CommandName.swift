import ArgumentParser

/// The commands by name, in the order of the help.
enum CommandName: String, CaseIterable {
    case oracle, live, run, host, step, watch, replay, check, explain, rules, conform, explore, expand, schema, device
    case devices, doctor

    var type: any ParsableCommand.Type {
        switch self {
        case .oracle: Oracle.self
        case .live: Live.self
        case .run: Run.self
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
        case .devices: Devices.self
        case .doctor: Doctor.self
        }
    }
}

extension CommandConfiguration {
    /// Says the name, too: ArgumentParser would ask the runtime for it.
    init(_ name: CommandName, abstract: String, discussion: String = "") {
        self.init(commandName: name.rawValue, abstract: abstract, discussion: discussion)
    }
}
