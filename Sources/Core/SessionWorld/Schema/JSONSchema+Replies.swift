import SessionPolicy

extension JSONSchema {
    static var reply: JSONText {
        let first: [JSONText.Member] = [
            JSONText.Member("$schema", dialect),
            JSONText.Member("$id", .string("urn:audiosession:schema:reply:1")),
            JSONText.Member("title", .string("A reply")),
            .description("A line from the oracle: what follows from one step, and by which rule."),
        ]
        let isAnswered: [JSONText.Member] = [
            JSONText.Member("do", .const(Verb.ask.name)), JSONText.Member("result", .const("ok")),
        ]
        let last: [JSONText.Member] = [
            JSONText.Member("if", .object([.properties(isAnswered)])),
            JSONText.Member("then", .object([.required(["answer"])])),
            JSONText.Member("else", .object([.properties([JSONText.Member("answer", .bool(false))])])),
            JSONText.Member("$defs", definitions),
        ]
        return .object(first + record.members + last)
    }

    private static var record: JSONText {
        let textOrNull = JSONText.members(["type": .array([.string("string"), .string("null")])])
        return .record(
            [
                "n": .members(["type": .string("integer"), "minimum": .number("1")]),
                "at": .time,
                "do": textOrNull,
                "app": textOrNull,
                "result": .definition("result"),
                "answer": .definition("answer"),
                "status": .words(RemoteCommandStatus.allCases.map { $0.name }),
                "heard": .list(of: .definition("heard")),
                "unheard": .list(of: .definition("unheard")),
                "events": .list(of: .definition("event")),
                "vibrated": .flag,
                "sessions": .members(["type": .string("object"), "additionalProperties": .definition("session")]),
                "device": .definition("device"),
                "because": .list(of: .definition("reason")),
                "meanwhile": .list(of: .definition("moment")),
                "version": .members(["type": .string("integer"), "minimum": .number("3")]),
                "did": .members(["type": .string("string")]), "now": .members(["type": .string("string")]),
                "from": .const("machine"),
            ], optional: ["answer", "status", "version", "did", "now", "from"])
    }

    private static var definitions: JSONText {
        .members([
            "result": result, "answer": answer,
            "heard": .record(
                [
                    "app": .text, "sound": .text, "as": .definition("kind"), "gainDB": .number(in: -144...0),
                    "ducked": .flag, "on": .list(of: .definition("port")), "duckedBy": .definition("ducker"),
                ], optional: ["app", "sound", "duckedBy"], appsOnly),
            "ducker": .record(
                ["app": .text, "cause": .words(Picture.Originator.devices), "rule": .definition("rule")],
                optional: ["app", "cause"]),
            "unheard": .record(
                ["app": .text, "sound": .text, "as": .definition("kind"), "rule": .definition("rule")],
                optional: ["app", "sound"], appsOnly),
            "event": .members(["oneOf": .array(messages.map(schema))]),
            "session": .record(
                [
                    "category": .definition("category"), "mode": .words(Mode.allCases.map { $0.name }),
                    "options": .list(of: .words(CategoryOptions.named.map { $0.name })),
                    "phase": .words(SessionPhase.allCases.map { $0.name }), "recording": .flag, "hearsSilence": .flag,
                ], optional: ["recording", "hearsSilence"]),
            "device": device,
            "reason": .record(["rule": .definition("rule"), "about": .text, "says": .text]),
            "moment": .record([
                "at": .time, "events": .list(of: .definition("event")), "heard": .list(of: .definition("heard")),
            ]),
            "category": .words(Category.allCases.map { $0.name }),
            "kind": .words(SoundKind.allCases.map { $0.name }),
            "port": .words(Port.allCases.map { $0.name }),
            "route": .record([
                "inputs": .list(of: .definition("port")), "outputs": .list(of: .definition("port")),
            ]),
            "rule": .words(RuleID.allCases.map { $0.id }),
        ])
    }

    /// `ok`, a refusal by the world, or a step that could not be read.
    private static var result: JSONText {
        let errors = SessionError.allCases.map { error in
            JSONText.record([
                "error": .const(error.name),
                "code": error.code.map { .members(["const": .number("\($0)")]) } ?? .type("null"),
                "says": .text,
            ])
        }
        let place = JSONText.members(["type": .string("integer"), "minimum": .number("1")])
        let badStep = JSONText.record([
            "error": .const("badStep"), "code": .type("null"), "line": place, "column": place, "says": .text,
        ])
        return .members(["oneOf": .array([.const("ok")] + errors + [badStep])])
    }

    private static var answer: JSONText {
        .members([
            "oneOf": .array([
                .flag, .level, .definition("category"), .definition("route"), .record(["slider": .level]),
                .record(["deviceName": .text]), .list(of: .definition("port")), .definition("port"), .type("null"),
                .words(PromptStyle.allCases.map { $0.name }),
            ])
        ])
    }

    /// Apps' sounds have an app and a name; device sounds have neither.
    private static var appsOnly: [JSONText.Member] {
        let own: [SoundKind] = [.sound, .systemSound, .alertSound]
        let isOwn: [JSONText.Member] = [.properties([JSONText.Member("as", .words(own.map { $0.name }))])]
        let nothing = ["app", "sound"].map { JSONText.Member($0, .bool(false)) }
        return [
            JSONText.Member("if", .object(isOwn)),
            JSONText.Member("then", .object([.required(["app", "sound"])])),
            JSONText.Member("else", .object([.properties(nothing)])),
        ]
    }

    private static var device: JSONText {
        .record(
            [
                "ringSwitch": .words(RingSwitch.allCases.map { $0.name }),
                "locked": .flag,
                "call": .words(["none", "incoming", "answered", "outgoing"]),
                "alarm": .words(["none", "firing"]),
                "outputs": .list(of: .definition("port")),
                "inputs": .list(of: .definition("port")),
                "mediaVolume": .level, "ringerVolume": .level, "callVolume": .level,
                "foreground": .members(["type": .array([.string("string"), .string("null")])]),
                "calls": .list(
                    of: .record(
                        [
                            "app": .text, "uid": .text, "phase": .words(Call.Phase.allCases.map { $0.name }),
                            "muted": .flag,
                        ], optional: ["app", "uid"])),
                "proximity": .words(Proximity.allCases.map { $0.name }),
                "nowPlaying": .record(
                    [
                        "app": .text, "title": .text, "artist": .text, "album": .text, "duration": .type("number"),
                        "elapsed": .type("number"), "rate": .type("number"),
                        "state": .words(NowPlayingInfo.PlaybackState.allCases.map { $0.name }),
                    ], optional: ["title", "artist", "album", "duration", "elapsed", "rate", "state"]),
            ], optional: ["calls", "proximity", "nowPlaying"])
    }

    /// One message of every kind, with arbitrary values.
    private static let messages: [Notice.Message] = [
        .soundFinished(SoundID(Name(0))), .terminated, .mediaServicesWereLost, .mediaServicesWereReset,
        .routeChange(.unknown, previous: nowhere), .interruptionBegan(), .interruptionEnded(shouldResume: nil),
        .silenceSecondaryAudioHint(begins: true), .outputVolume(0), .callActivated, .callDeactivated,
        .inputMuteStateChange(true), .remoteCommand(RemoteCommand(.play)),
        .availableInputsChange, .userIntentToUnmuteOutput, .outputMuteStateChange(true),
        .becameActive, .becameInactive(.app), .resumptionRecommended(true), .proximityStateChange(.near),
    ]

    private static let nowhere = Route(outputs: [], level: OutputKey(port: .builtInSpeaker, uid: nil))

    private static func schema(of message: Notice.Message) -> JSONText {
        let name = JSONText.const(message.name)
        switch message {
        case .soundFinished: return .record(["to": .text, "name": name, "sound": .text])
        case .terminated, .mediaServicesWereLost, .mediaServicesWereReset, .callActivated, .callDeactivated,
            .availableInputsChange, .userIntentToUnmuteOutput, .becameActive:
            return .record(["to": .text, "name": name])
        case .routeChange:
            let reasons = RouteChangeReason.allCases.map { $0.name }
            return .record(
                ["to": .text, "name": name, "reason": .words(reasons), "previousRoute": .definition("route")],
                optional: ["previousRoute"])
        case .interruptionBegan:
            let reasons = InterruptionReason.allCases.map { $0.name }
            return .record(
                ["to": .text, "name": name, "type": .const("began"), "reason": .words(reasons)], optional: ["reason"])
        case .inputMuteStateChange, .outputMuteStateChange: return .record(["to": .text, "name": name, "muted": .flag])
        case .proximityStateChange:
            return .record(["to": .text, "name": name, "state": .words(Proximity.allCases.map { $0.name })])
        case .becameInactive:
            return .record(
                [
                    "to": .text, "name": name,
                    "source": .words([Deactivation.app, .system(because: .default)].map { $0.source }),
                    "reason": .words(InterruptionReason.allCases.map { $0.name }),
                ], optional: ["reason"])
        case .resumptionRecommended:
            return .record([
                "to": .text, "name": name, "recommendation": .words(["shouldNotResume", "shouldResume"]),
            ])
        case .interruptionEnded:
            return .record(
                ["to": .text, "name": name, "type": .const("ended"), "shouldResume": .flag],
                optional: ["shouldResume"])
        case .silenceSecondaryAudioHint:
            return .record(["to": .text, "name": name, "type": .words(["begin", "end"])])
        case .outputVolume: return .record(["to": .text, "name": name, "value": .level])
        case .remoteCommand:
            return .record(
                [
                    "to": .text, "name": name, "command": .words(RemoteCommand.Kind.allCases.map { $0.name }),
                    "value": .type("number"),
                ], optional: ["value"])
        }
    }
}
