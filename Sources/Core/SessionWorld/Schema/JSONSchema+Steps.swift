import SessionPolicy

extension JSONSchema {
    static var step: JSONText {
        let time = JSONText.Member.description("Seconds from the start, never less than the step before.")
        let definitions = VerbRule.all.map { JSONText.Member($0.verb.name, $0.schema) }
        return .members([
            "$schema": dialect,
            "$id": .string("urn:audiosession:schema:step:1"),
            "title": .string("A step"),
            "description": .string("A line for the oracle: something that a person, a device or an app does."),
            "oneOf": .array(VerbRule.all.map { .definition($0.verb.name) }),
            "$defs": .object([JSONText.Member("at", .object([time] + JSONText.time.members))] + definitions),
        ])
    }
}

extension VerbRule {
    fileprivate var schema: JSONText {
        let first = [JSONText.Member("do", .const(verb.name)), JSONText.Member("at", .definition("at"))]
        let last = ["expect", "note"].map { JSONText.Member($0, .bool(true)) }
        let required = keys.filter { $0.isAlwaysRequired }.map { $0.key.text }
        let members: [JSONText.Member] = [
            .description(sentence), JSONText.Member("type", .string("object")),
            .properties(first + keys.map { JSONText.Member($0.key.text, $0.schema) } + last),
            .required(["do"] + (verb == .wait ? ["at"] : []) + required),
            JSONText.Member("additionalProperties", .bool(false)),
        ]
        return .object(members + keys.flatMap { $0.condition })
    }
}

extension KeyRule {
    fileprivate var isAlwaysRequired: Bool {
        if case .required = presence { true } else { false }
    }

    fileprivate var schema: JSONText {
        guard let sentence = key.sentence else { return value.schema }
        return .object([.description(sentence)] + value.schema.members)
    }

    fileprivate var condition: [JSONText.Member] {
        guard case .onlyWith(let other, let word) = presence else { return [] }
        let isThere: [JSONText.Member] = [
            .properties([JSONText.Member(other.text, .const(word))]), .required([other.text]),
        ]
        return [
            JSONText.Member("if", .object(isThere)), JSONText.Member("then", .object([.required([key.text])])),
            JSONText.Member("else", .object([.properties([JSONText.Member(key.text, .bool(false))])])),
        ]
    }
}

extension ValueRule {
    fileprivate var schema: JSONText {
        switch self {
        case .word(let words): .words(words)
        case .words(let words): .list(of: .words(words))
        case .number(let range): .number(in: range)
        case .whole(let range):
            .members([
                "type": .string("integer"), "minimum": .number("\(range.lowerBound)"),
                "maximum": .number("\(range.upperBound)"),
            ])
        case .flag: .flag
        case .name: .text
        case .book: Self.bookSchema
        case .settings:
            .object([
                JSONText.Member("type", .string("object")),
                .properties(
                    RuleBook.Change.names.map { JSONText.Member($0, Self.schema(of: RuleBook.Change.domain($0))) }),
                JSONText.Member("additionalProperties", .bool(false)),
            ])
        }
    }
}

extension ValueRule {
    /// The schema of the names that `RuleBook.named` takes.
    private static let bookSchema: JSONText = .members([
        "anyOf": .array([
            .words(RuleBook.names),
            .members([
                "type": .string("string"),
                "pattern": .string(
                    #"^([mM][oO][dD][eE][rR][nN]|([iI]([pP][hH][oO][nN][eE] ?)?[oO][sS] ?)?([3-9]|[1-9][0-9])(\.[0-9]+)*)$"#
                ),
            ]),
            .members([
                "type": .string("number"), "minimum": .number("3"), "exclusiveMaximum": .number("100"),
            ]),
        ])
    ])

    private static func schema(of domain: RuleBook.Change.Domain?) -> JSONText {
        switch domain {
        case .words(let words): .words(words)
        case .flag, nil: .flag
        case .number(let range): .number(in: range)
        }
    }
}

extension StepKey {
    /// A description of the key, unless its name and values are clear.
    fileprivate var sentence: String? {
        switch self {
        case .app: "The name of an app, of the caller's choosing."
        case .sound: "The name of a sound of that app, of the caller's choosing."
        case .seconds: "How long it sounds, in seconds."
        case .gain: "The app's own level, linear."
        case .times: "How many presses; 1 when left out."
        case .uid: "Tells two accessories of one kind apart."
        case .backgroundAudio: "Whether the app may sound without being in front; false when left out."
        case .resumes: "Whether the app plays on by itself after an interruption; true when left out."
        case .set: "Contested points, settings and numbers of the rule book that are to be otherwise."
        case .resumesWithoutLeave: "Whether it resumes without leave, too, as games do; false when left out."
        case .pausesAtUnplug:
            "Whether the app pauses when its output or input goes; when left out it does, unless its session is in a chat."
        case .inBackground: "Whether it is launched or woken in the background; false when left out."
        case .wantsRecommendation:
            "Whether it is recommended, under every rule book, to start once what refused it is over; false when left out."
        case .notifyOthers: "Whether those it interrupted are told; false when left out."
        case .uiSound: "Whether the setting for sound effects concerns it; true when left out."
        case .suspensionDelay:
            "How long it continues before it is suspended, in seconds; 0 when left out, the book's with backgroundAudio."
        case .suspendsWhenIdle:
            "Whether it is suspended while it plays and records nothing in the background or under the lock; true when left out."
        case .duckGain: "The factor by which its session lowers others, linear; the rule book's when left out."
        case .duckSeconds: "How long it takes to lower them, in seconds; as the rule book says when left out."
        case .only: "The one direction that a USB accessory has; both when left out."
        case .policy: "How it shares routes with the system; default when left out."
        case .version:
            "The version of the protocol by which replies are told, 2 when left out; up to 3 the default book is iPhoneOS3."
        default: nil
        }
    }
}
