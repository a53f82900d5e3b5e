import SessionPolicy
import SessionWorld

/// Reads a key under `expect`.
enum ExpectationReader {
    private static let keys = [
        "result", "answer", "heard", "ducked", "unheard", "outputs", "events", "noEvents", "phases", "rules",
        "vibrated", "gainDB", "heardOn",
    ]

    static func read(_ member: PositionedValue.Member) throws(StepError) -> Expectation {
        Expectation(
            key: member.key, position: member.keyPosition, events: names(ofEvents: member),
            mismatch: try check(member))
    }

    private static func names(ofEvents member: PositionedValue.Member) -> [String] {
        guard member.key == "events", case .array(let events) = member.value.content else { return [] }
        return events.compactMap { $0["name"]?.string }
    }

    private static func check(
        _ member: PositionedValue.Member
    ) throws(StepError) -> @Sendable (WrittenReply) -> Mismatch? {
        let value = member.value
        switch member.key {
        case "result":
            let result = try word(value, "result", ["ok"] + SessionError.names)
            return { Mismatch.compare(result, $0.resultName) }
        case "answer": return { Mismatch.compare(value, $0.answer) }
        case "heard":
            let sounds = try list(value, "heard", sound)
            return { Mismatch.compare(sounds, $0.heard) }
        case "ducked":
            let sounds = try list(value, "ducked", sound)
            return { reply in
                Mismatch.compare(sounds, reply.heard.filter { $0.isDucked }) { sound in
                    sound.name.text + (sound.ducker.map { " (by \($0))" } ?? "")
                }
            }
        case "unheard": return compare(try map(value, "unheard", unheard))
        case "outputs":
            let ports = try list(value, "outputs", port)
            return { Mismatch.compare(ports: ports, $0.outputs) }
        case "events":
            let events = try list(value, "events", event)
            return { Mismatch.compare(events: events, $0) }
        case "noEvents":
            guard case .bool(true) = value.content else {
                throw StepError(value.position, "\"noEvents\" must be true; leave it out where events may come")
            }
            return { Mismatch.compare("no event", Mismatch.list(events: WrittenReply.usual($0.events))) }
        case "phases":
            let phases = try map(value, "phases", phase)
            return { Mismatch.compare(phases: phases, $0) }
        case "rules":
            let rules = try list(value, "rules", rule)
            return { Mismatch.compare(rules: rules, $0) }
        case "vibrated":
            guard case .bool(let flag) = value.content else {
                throw StepError(value.position, "\"vibrated\" must be true or false; found \(value.kind)")
            }
            return { Mismatch.compare("\(flag)", "\($0.vibrated)") }
        case "gainDB": return compare(try map(value, "gainDB", gain))
        case "heardOn": return compare(try map(value, "heardOn", heardOn))
        default:
            throw StepError(
                member.keyPosition,
                "\"expect\" has no key \"\(member.key.shortened)\"; its keys are \(keys.joined(separator: ", "))")
        }
    }

    private static func compare(_ sounds: [ExpectedSound]) -> @Sendable (WrittenReply) -> Mismatch? {
        { Mismatch.compare(sounds, $0) }
    }

    private static func list<Element>(
        _ value: PositionedValue, _ key: String, _ element: (PositionedValue) throws(StepError) -> Element
    ) throws(StepError) -> [Element] {
        var elements: [Element] = []
        for item in try value.items("\"\(key)\" must be a list, such as [\(example(key))]") {
            elements.append(try element(item))
        }
        return elements
    }

    private static func map<Element>(
        _ value: PositionedValue, _ key: String,
        _ element: (PositionedValue.Member) throws(StepError) -> Element
    ) throws(StepError) -> [Element] {
        var elements: [Element] = []
        for member in try value.members("\"\(key)\" must be an object, such as {\(example(key))}") {
            elements.append(try element(member))
        }
        return elements
    }

    private static func example(_ key: String) -> String {
        switch key {
        case "unheard": "game/effect: R-SW-1"
        case "outputs": "headphones"
        case "events": "{to: nav, name: interruption, type: began}"
        case "phases": "nav: active"
        case "rules": "R-DK-1"
        case "gainDB": "ipod/song: -6"
        case "heardOn": "ringtone: [builtInSpeaker, headphones]"
        default: "ipod/song"
        }
    }

    private static func word(_ value: PositionedValue, _ key: String, _ words: [String]) throws(StepError) -> String {
        if let word = value.string, let place = words.place(of: word) { return words[place] }
        throw StepError(
            value.position, "\"\(key)\" takes only \(words.joined(separator: ", ")); found \(value.kind)")
    }

    private static func port(_ value: PositionedValue) throws(StepError) -> String {
        try word(value, "outputs", Port.names)
    }

    private static func phase(_ member: PositionedValue.Member) throws(StepError) -> (app: String, phase: String) {
        (member.key, try word(member.value, "phases", SessionPhase.names))
    }

    private static func unheard(_ member: PositionedValue.Member) throws(StepError) -> ExpectedSound {
        let (sound, rule) = (try key(member), try rule(member.value))
        return ExpectedSound(sound: sound, text: "\(sound.text) by \(rule.id)") { reply in
            reply.unheard.contains { $0.sound == sound && $0.rule.hasBytes(of: rule.id) }
        }
    }

    private static func gain(_ member: PositionedValue.Member) throws(StepError) -> ExpectedSound {
        guard case .number(let number) = member.value.content, number.isFinite else {
            throw StepError(
                member.value.position, "\"gainDB\" takes only numbers, in decibels; found \(member.value.kind)")
        }
        let sound = try key(member)
        return ExpectedSound(sound: sound, text: "\(sound.text) at \(plainText(number)) dB") { reply in
            // Slightly more than a tenth, so that a difference of exactly a tenth is accepted.
            reply.heard.contains { $0.name == sound && abs($0.decibels - number) < 0.1 + 1e-9 }
        }
    }

    private static func heardOn(_ member: PositionedValue.Member) throws(StepError) -> ExpectedSound {
        let (sound, ports) = (try key(member), try list(member.value, "outputs", port))
        return ExpectedSound(sound: sound, text: "\(sound.text) on \(Mismatch.list(ports))") { reply in
            reply.heard.contains { $0.name == sound && Mismatch.areSame($0.outputs, ports) }
        }
    }

    private static func sound(_ value: PositionedValue) throws(StepError) -> SoundName {
        guard let text = value.string else { throw soundError(value.position, found: value.kind) }
        return try sound(text, at: value.position)
    }

    private static func key(_ member: PositionedValue.Member) throws(StepError) -> SoundName {
        try sound(member.key, at: member.keyPosition)
    }

    private static func sound(_ text: String, at position: SourcePosition) throws(StepError) -> SoundName {
        if let name = SoundName(text) { return name }
        if text.utf8.count(where: { $0 == UInt8(ascii: "/") }) > 1 {
            throw StepError(
                position,
                "\"\(text.shortened)\" may be more than one sound; put a name that has a slash in double quotes, such as "
                    + "'\"a/b\"/c'")
        }
        throw soundError(position, found: "\"\(text.shortened)\"")
    }

    private static func soundError(_ position: SourcePosition, found: String) -> StepError {
        let own = SoundKind.allCases.map { $0.name }
        return StepError(
            position,
            "a sound is app/sound, or for a device's own sound one of \(own.joined(separator: ", ")); found \(found)")
    }

    private static let rules = Dictionary(uniqueKeysWithValues: RuleID.allCases.map { (ByteText($0.id), $0) })

    static func rule(_ value: PositionedValue) throws(StepError) -> RuleID {
        if let text = value.string, let rule = rules[ByteText(text)] { return rule }
        throw StepError(
            value.position,
            "there is no rule \(value.kind); a rule is such as R-DK-1, and audiosession rules lists them")
    }

    private static let eventNames = [
        "interruption", "routeChange", "silenceSecondaryAudioHint", "mediaServicesWereLost", "mediaServicesWereReset",
        "outputVolume", "soundFinished", "terminated", "didActivate", "didDeactivate", "inputMuteStateChange",
        "remoteCommand", "availableInputsChange", "userIntentToUnmuteOutput", "outputMuteStateChange",
        "didBecomeActive", "didBecomeInactive", "resumptionRecommendation", "proximityStateChange",
    ]
    private static let eventKeys = [
        "to", "name", "type", "shouldResume", "reason", "value", "sound", "previousRoute", "muted", "command", "source",
        "recommendation", "state",
    ]

    private static func event(_ value: PositionedValue) throws(StepError) -> PositionedValue {
        let members = try value.members("an event is an object, such as {\(example("events"))}")
        if let error = members.unknownKeys(but: eventKeys, of: "an event").first { throw error }
        if let name = value["name"] { _ = try word(name, "name", eventNames) }
        return value
    }
}
