package import SessionPolicy

extension Notice.Message {
    /// What the event carries beside its name, as keys and values in the order of a reply.
    package func details(_ names: NameTable) -> [(key: String, value: PositionedValue.Content)] {
        switch self {
        case .soundFinished(let sound): [("sound", .string(names[sound.name]))]
        case .terminated, .mediaServicesWereLost, .mediaServicesWereReset: []
        case .routeChange(let reason): [("reason", .string(reason.name))]
        case .interruptionBegan: [("type", .string("began"))]
        case .interruptionEnded(let shouldResume):
            [("type", .string("ended"))] + (shouldResume.map { [("shouldResume", .bool($0))] } ?? [])
        case .silenceSecondaryAudioHint(let begins): [("type", .string(begins ? "begin" : "end"))]
        case .outputVolume(let level): [("value", .number(level))]
        }
    }
}

extension Notice {
    /// The event as the object in a reply.
    package func value(_ names: NameTable) -> PositionedValue {
        .object([("to", .string(names[app.name])), ("name", .string(message.name))] + message.details(names))
    }
}

extension Answer {
    /// The answer as the value in a reply.
    package func value(_ names: NameTable) -> PositionedValue {
        switch self {
        case .flag(let flag): PositionedValue(.bool(flag), at: .nowhere)
        case .volume(let level): PositionedValue(.number(level), at: .nowhere)
        case .category(let category): PositionedValue(.string(category.name), at: .nowhere)
        case .route(let route): .object([("inputs", .list(route.inputs)), ("outputs", .list(route.outputs))])
        case .slider(let level): .object([("slider", .number(level))])
        case .accessory(let kind, let name):
            .object([("deviceName", .string(name.map { names[$0] } ?? kind.name))])
        }
    }
}

extension PositionedValue {
    fileprivate static func object(_ members: [(key: String, value: Content)]) -> PositionedValue {
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
