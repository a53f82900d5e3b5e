package import SessionPolicy

/// Parses a step from a JSON or YAML object, with errors that have a position and a remedy.
package struct StepReader {
    /// The lengths of the scenario's sounds, without endless ones.
    package var soundLengths: [Name: Length] = [:]

    /// The time of the previous step, which is the earliest for the next.
    package var earliest = StepTime.zero

    /// Whether `wait` needs a time; not if time passes by itself.
    package var needsTime = true

    /// Creates a reader without lengths.
    package init() {}

    /// Reads a step.
    /// - Parameter names: The table for the step's names; unchanged by an invalid step.
    package func read(_ value: PositionedValue, names: inout NameTable) throws(StepError) -> TimedStep {
        var parsed = try parse(value)
        return parsed.step(names: &names) { soundLengths[$0] }
    }

    /// Parses and checks a whole step without a table of names.
    package func parse(_ value: PositionedValue) throws(StepError) -> ParsedStep {
        guard case .object(let members) = value.content else {
            throw StepError(value.position, "a step is an object, such as {\"do\": \"lock\"}; found \(value.kind)")
        }
        let row = try Self.row(of: members, at: value.position)
        var arguments = Arguments()
        var at: StepTime?
        var timePosition = value.position
        for (place, member) in members.enumerated() {
            // These words have no canonically equivalent spellings.
            switch member.key {
            case "do", "expect", "note": continue
            case "at":
                at = try Self.time(member.value)
                timePosition = member.value.position
            default:
                guard let rule = row.keys.first(where: { $0.key.text.hasBytes(of: member.key) }) else {
                    throw Self.unknownKey(member, of: row)
                }
                arguments[rule.key] = try Self.argument(member.value, at: place, rule)
            }
        }
        if needsTime, row.verb == .wait, at == nil {
            throw StepError(value.position, "wait lacks \"at\"; say until when, such as \"at\": 2")
        }
        for rule in row.keys {
            let isThere = arguments[rule.key] != nil
            try Self.checkPresence(of: rule, isThere: isThere, in: members, value.position, row.verb)
        }
        if let error = at?.error(after: earliest, at: timePosition) { throw error }
        return ParsedStep(
            row: row, arguments: arguments, members: members, at: at, position: value.position,
            timePosition: timePosition)
    }

    private static func row(
        of members: [PositionedValue.Member], at position: SourcePosition
    ) throws(StepError) -> VerbRule {
        guard let verb = members.first(where: { $0.key.hasBytes(of: "do") })?.value else {
            throw StepError(position, "the step lacks \"do\"; name a verb, such as {\"do\": \"lock\"}")
        }
        guard case .string(let name) = verb.content else {
            throw StepError(verb.position, "\"do\" must be a string, the name of a verb; found \(verb.kind)")
        }
        guard let row = VerbRule.row(name) else { throw VerbRule.isMissing(verb) }
        return row
    }

    private static func time(_ value: PositionedValue) throws(StepError) -> StepTime {
        guard case .number(let seconds) = value.content, seconds >= 0, seconds <= Instant.latest.seconds else {
            throw StepError(
                value.position,
                "\"at\" must be a number from 0 to \(Instant.latest.secondsText), in seconds; found \(value.kind)")
        }
        return StepTime(seconds: seconds + 0)  // Turns -0 into 0.
    }

    private static func unknownKey(_ member: PositionedValue.Member, of row: VerbRule) -> StepError {
        let keys = (["do", "at"] + row.keys.map { $0.key.text } + ["expect", "note"]).joined(separator: ", ")
        return StepError(
            member.keyPosition, "\(row.verb.name) has no key \"\(member.key.shortened)\"; its keys are \(keys)")
    }

    private static func argument(
        _ value: PositionedValue, at place: Int, _ rule: KeyRule
    ) throws(StepError) -> Arguments.Argument {
        switch (rule.value, value.content) {
        case (.word(let words), .string(let text)):
            if let place = words.place(of: text) { return .word(UInt8(place)) }
        case (.words(let words), .array(let items)):
            return .words(try bits(of: items, words, rule))
        case (.number(let range), .number(let number)) where range.contains(number):
            return .number(number + 0)  // Turns -0 into 0.
        case (.whole(let range), .number(let number)):
            if let whole = Int(exactly: number), range.contains(whole) { return .whole(whole) }
        case (.book, _): if let book = RuleBook.named(value) { return .book(book) }
        case (.settings, .object(let members)): return .settings(try settings(members))
        case (.flag, .bool(let flag)): return .flag(flag)
        case (.name, .string(let text)):
            if text.utf8.count <= NameTable.lengthLimit { return .text(place) }
            throw StepError(
                value.position,
                "\"\(rule.key.text)\" \(rule.value.wanted) of at most \(NameTable.lengthLimit) bytes; "
                    + "found one of \(text.utf8.count)")
        default: break
        }
        throw mismatch(value, rule)
    }

    package static func settings(_ members: [PositionedValue.Member]) throws(StepError) -> [RuleBook.Change] {
        var changes: [RuleBook.Change] = []
        for member in members {
            let value: RuleBook.Change.Value
            switch member.value.content {
            case .string(let word): value = .word(word)
            case .bool(let flag): value = .flag(flag)
            case .number(let number): value = .number(number)
            default:
                throw StepError(
                    member.value.position,
                    "\"\(member.key.shortened)\" must be a word, a flag or a number; found \(member.value.kind)")
            }
            let change = RuleBook.Change(member.key, value)
            if let objection = change.objection {
                let isThere = RuleBook.Change.domain(change.name) != nil
                throw StepError(isThere ? member.value.position : member.keyPosition, objection)
            }
            changes.append(change)
        }
        return changes
    }

    private static func bits(
        of items: [PositionedValue], _ words: [String], _ rule: KeyRule
    ) throws(StepError) -> UInt32 {
        var bits: UInt32 = 0
        for item in items {
            guard let place = item.string.flatMap({ words.place(of: $0) }) else { throw mismatch(item, rule) }
            bits |= 1 << UInt32(place)
        }
        return bits
    }

    private static func mismatch(_ value: PositionedValue, _ rule: KeyRule) -> StepError {
        StepError(value.position, "\"\(rule.key.text)\" \(rule.value.wanted); found \(value.kind)")
    }

    private static func checkPresence(
        of rule: KeyRule, isThere: Bool, in members: [PositionedValue.Member], _ position: SourcePosition, _ verb: Verb
    ) throws(StepError) {
        switch rule.presence {
        case .optional: return
        case .required:
            if !isThere {
                throw StepError(position, "\(verb.name) lacks \"\(rule.key.text)\"; it \(rule.value.wanted)")
            }
        case .onlyWith(let other, let word):
            let isDue = members.contains { member in
                member.key.hasBytes(of: other.text) && member.value.string?.hasBytes(of: word) == true
            }
            if isDue, !isThere {
                throw StepError(
                    position,
                    "\(verb.name) with \(other.text) \(word) lacks \"\(rule.key.text)\"; it \(rule.value.wanted)")
            }
            if !isDue, let extra = members.first(where: { $0.key.hasBytes(of: rule.key.text) }) {
                throw StepError(
                    extra.keyPosition,
                    "\(verb.name) has \"\(rule.key.text)\" only with \(other.text) \(word); leave it out")
            }
        }
    }
}

/// A checked step with textual names.
package struct ParsedStep {
    fileprivate let row: VerbRule
    fileprivate var arguments: Arguments
    fileprivate let members: [PositionedValue.Member]
    /// The time of the step, or nil if its text has none.
    package let at: StepTime?
    fileprivate let position: SourcePosition
    fileprivate let timePosition: SourcePosition

    /// The sound that it starts without a length, if any.
    package var soundOfUnknownLength: String? {
        guard row.verb.startsSound, arguments[.seconds] == nil, case .text(let place) = arguments[.sound] else {
            return nil
        }
        return members[place].value.string
    }

    /// Returns the step with its names in a table. Call once.
    /// - Parameter length: Returns the length of a sound if the step has none, or nil for an endless sound.
    package mutating func step(names: inout NameTable, length: (Name) -> Length? = { _ in nil }) -> TimedStep {
        for rule in row.keys {
            guard case .text(let place) = arguments[rule.key], let text = members[place].value.string else { continue }
            arguments[rule.key] = .name(names.name(text))
        }
        if row.verb.startsSound, arguments[.seconds] == nil, let length = arguments.name(.sound).flatMap(length) {
            arguments[.seconds] = .length(length)
        }
        return TimedStep(
            verb: row.verb, at: at, app: arguments.app, action: Self.action(row, arguments), position: position,
            timePosition: timePosition)
    }

    private static func action(_ row: VerbRule, _ arguments: Arguments) -> TimedStep.Action {
        switch row.meaning {
        case .device(let event): .event(event(arguments))
        case .app(let event): .event(.app(arguments.app!, event(arguments)))
        case .ruleBook:
            .rules(arguments.book(.to), set: arguments.settings, version: arguments.whole(.version))
        }
    }
}

extension RuleBook {
    /// The rule book that a text names or a number covers, such as 17 or 18.2, or nil if none does.
    package static func named(_ value: PositionedValue) -> RuleBook? {
        switch value.content {
        case .string(let name): named(name)
        case .number(let version): named("\(version)")
        default: nil
        }
    }
}
