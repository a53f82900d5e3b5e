public import SessionPolicy

extension Notice.Message {
    /// The name of the event in a reply.
    public var name: String {
        switch self {
        case .soundFinished: "soundFinished"
        case .terminated: "terminated"
        case .mediaServicesWereLost: "mediaServicesWereLost"
        case .mediaServicesWereReset: "mediaServicesWereReset"
        case .routeChange: "routeChange"
        case .interruptionBegan, .interruptionEnded: "interruption"
        case .silenceSecondaryAudioHint: "silenceSecondaryAudioHint"
        case .outputVolume: "outputVolume"
        case .callActivated: "didActivate"
        case .callDeactivated: "didDeactivate"
        case .inputMuteStateChange: "inputMuteStateChange"
        case .remoteCommand: "remoteCommand"
        case .availableInputsChange: "availableInputsChange"
        case .userIntentToUnmuteOutput: "userIntentToUnmuteOutput"
        case .becameActive: "didBecomeActive"
        case .becameInactive: "didBecomeInactive"
        case .resumptionRecommended: "resumptionRecommendation"
        case .outputMuteStateChange: "outputMuteStateChange"
        case .proximityStateChange: "proximityStateChange"
        }
    }

    /// The first version of the protocol whose replies tell of it: what comes unasked is told from its version on.
    package var sinceVersion: Int {
        switch self {
        case .availableInputsChange, .becameActive, .becameInactive, .resumptionRecommended: 5
        default: 1
        }
    }

    /// The names of the events that replies tell from version 5 on.
    package static let namesSinceVersion5: Set<String> = [
        "availableInputsChange", "didBecomeActive", "didBecomeInactive", "resumptionRecommendation",
    ]

    /// Returns the details of the event beside its name, as keys and values in the order of a reply.
    /// - Parameter version: As of which version of the protocol.
    package func details(
        _ names: NameTable, version: Int = Reply.usualVersion
    ) -> [(key: String, value: PositionedValue.Content)] {
        switch self {
        case .soundFinished(let sound): [("sound", .string(names[sound.name]))]
        case .terminated, .mediaServicesWereLost, .mediaServicesWereReset, .callActivated, .callDeactivated,
            .availableInputsChange, .userIntentToUnmuteOutput, .becameActive:
            []
        case .becameInactive(let deactivation):
            [("source", .string(deactivation.source))]
                + (deactivation.reason.map { [("reason", .string($0.name))] } ?? [])
        case .resumptionRecommended(let should):
            [("recommendation", .string(should ? "shouldResume" : "shouldNotResume"))]
        case .routeChange(let reason, let previous):
            [("reason", .string(reason.name))] + (version >= 3 ? [("previousRoute", previous.value.content)] : [])
        case .interruptionBegan(let reason):
            [("type", .string("began"))]
                + (version >= 3 || reason != .default ? [("reason", .string(reason.name))] : [])
        case .inputMuteStateChange(let isMuted), .outputMuteStateChange(let isMuted): [("muted", .bool(isMuted))]
        case .proximityStateChange(let proximity): [("state", .string(proximity.name))]
        case .interruptionEnded(let shouldResume):
            [("type", .string("ended"))] + (shouldResume.map { [("shouldResume", .bool($0))] } ?? [])
        case .silenceSecondaryAudioHint(let begins): [("type", .string(begins ? "begin" : "end"))]
        case .outputVolume(let level): [("value", .number(level))]
        case .remoteCommand(let command):
            [("command", .string(command.kind.name))] + (command.value.map { [("value", .number($0))] } ?? [])
        }
    }
}

extension Notice {
    /// The event as the object in a reply.
    /// - Parameter version: As of which version of the protocol.
    package func value(_ names: NameTable, version: Int = Reply.usualVersion) -> PositionedValue {
        .object(
            [("to", .string(names[app.name])), ("name", .string(message.name))]
                + message.details(names, version: version))
    }
}

extension Answer {
    package func value(_ names: NameTable) -> PositionedValue {
        switch self {
        case .flag(let flag): PositionedValue(.bool(flag), at: .nowhere)
        case .volume(let level): PositionedValue(.number(level), at: .nowhere)
        case .category(let category): PositionedValue(.string(category.name), at: .nowhere)
        case .promptStyle(let style): PositionedValue(.string(style.name), at: .nowhere)
        case .route(let route): route.value
        case .inputs(let ports): PositionedValue(.list(ports), at: .nowhere)
        case .input(let port): PositionedValue(port.map { .string($0.name) } ?? .null, at: .nowhere)
        case .slider(let level): .object([("slider", .number(level))])
        case .accessory(let kind, let name):
            .object([("deviceName", .string(name.map { names[$0] } ?? kind.name))])
        case .status(let status): PositionedValue(.string(status.name), at: .nowhere)
        }
    }
}

extension Route {
    fileprivate var value: PositionedValue { .object([("inputs", .list(inputs)), ("outputs", .list(outputs))]) }
}

extension PositionedValue {
    static func object(_ members: [(key: String, value: Content)]) -> PositionedValue {
        let members = members.map { member in
            Member(
                key: member.key, keyPosition: .nowhere, value: PositionedValue(member.value, at: .nowhere))
        }
        return PositionedValue(.object(members), at: .nowhere)
    }
}

extension PositionedValue.Content {
    fileprivate static func list(_ ports: PortSet) -> Self {
        .array(ports.ports.map { PositionedValue(.string($0.name), at: .nowhere) })
    }
}
