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
                "status": .words(RemoteCommandStatus.names),
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
            "event": .members(["oneOf": .array(events)]),
            "session": .record(
                [
                    "category": .definition("category"), "mode": .words(Mode.names),
                    "options": .list(of: .words(CategoryOptions.named.map { $0.name })),
                    "phase": .words(SessionPhase.names), "recording": .flag, "hearsSilence": .flag,
                ], optional: ["recording", "hearsSilence"]),
            "device": device,
            "reason": .record(["rule": .definition("rule"), "about": .text, "says": .text]),
            "moment": .record([
                "at": .time, "events": .list(of: .definition("event")), "heard": .list(of: .definition("heard")),
            ]),
            "category": .words(Category.names),
            "kind": .words(SoundKind.names),
            "port": .words(Port.names),
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
                .words(PromptStyle.names),
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
                "ringSwitch": .words(RingSwitch.names),
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
                            "app": .text, "uid": .text, "phase": .words(Call.Phase.names),
                            "muted": .flag,
                        ], optional: ["app", "uid"])),
                "proximity": .words(Proximity.names),
                "nowPlaying": .record(
                    [
                        "app": .text, "title": .text, "artist": .text, "album": .text, "duration": .type("number"),
                        "elapsed": .type("number"), "rate": .type("number"),
                        "state": .words(NowPlayingInfo.PlaybackState.names),
                    ], optional: ["title", "artist", "album", "duration", "elapsed", "rate", "state"]),
            ], optional: ["calls", "proximity", "nowPlaying"])
    }

    private static let events: [JSONText] = [
        event("soundFinished", ["sound": .text]), event("terminated"), event("mediaServicesWereLost"),
        event("mediaServicesWereReset"),
        event(
            "routeChange",
            ["reason": .words(RouteChangeReason.allCases.map { $0.name }), "previousRoute": .definition("route")],
            optional: ["previousRoute"]),
        event("interruption", ["type": .const("began"), "reason": interruptionReason], optional: ["reason"]),
        event("interruption", ["type": .const("ended"), "shouldResume": .flag], optional: ["shouldResume"]),
        event("silenceSecondaryAudioHint", ["type": .words(["begin", "end"])]),
        event("outputVolume", ["value": .level]), event("didActivate"), event("didDeactivate"),
        event("inputMuteStateChange", ["muted": .flag]),
        event(
            "remoteCommand", ["command": .words(RemoteCommand.Kind.names), "value": .type("number")],
            optional: ["value"]),
        event("availableInputsChange"), event("userIntentToUnmuteOutput"),
        event("outputMuteStateChange", ["muted": .flag]), event("didBecomeActive"),
        event(
            "didBecomeInactive", ["source": .words(["app", "system"]), "reason": interruptionReason],
            optional: ["reason"]),
        event("resumptionRecommendation", ["recommendation": .words(["shouldNotResume", "shouldResume"])]),
        event("proximityStateChange", ["state": .words(Proximity.names)]),
    ]

    private static let interruptionReason = JSONText.words(InterruptionReason.allCases.map { $0.name })

    private static func event(
        _ name: String, _ details: KeyValuePairs<String, JSONText> = [:], optional: [String] = []
    ) -> JSONText {
        let members = details.map { JSONText.Member($0.key, $0.value) }
        return .record(
            members: [JSONText.Member("to", .text), JSONText.Member("name", .const(name))] + members,
            optional: optional)
    }
}
