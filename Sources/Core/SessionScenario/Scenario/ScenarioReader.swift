import SessionPolicy
import SessionWorld

extension Scenario {
    /// Parses a scenario.
    ///
    /// - Parameters:
    ///   - text: The document.
    ///   - file: The path for errors, to which sound files are relative.
    ///   - duration: Looks up the length of a sound file; nil leaves the files unopened and without a length.
    /// - Throws: All problems of the text.
    public init(text: String, file: String, duration: SoundDuration?) throws(ScenarioError) {
        let root: PositionedValue
        do throws(StepError) {
            root = try YAMLReader.read(text)
        } catch {
            throw ScenarioError(file: file, problems: [error])
        }
        var reader = ScenarioReader(file: file, duration: duration)
        let scenario = reader.scenario(root)
        guard let scenario, reader.problems.isEmpty else {
            throw ScenarioError(
                file: file, problems: reader.problems.sorted { $0.position < $1.position }, others: reader.others)
        }
        self = scenario
    }
}

/// Builds a scenario from parsed values and collects the problems.
struct ScenarioReader {
    let file: String
    let duration: SoundDuration?
    var problems: [StepError] = []
    /// The number of problems beyond the limit, which are not recorded.
    var others = 0
    var names = NameTable()
    private var steps = StepReader()

    init(file: String, duration: SoundDuration?) {
        self.file = file
        self.duration = duration
    }

    /// Reads the whole scenario, which is valid only if `problems` stays empty.
    mutating func scenario(_ root: PositionedValue) -> Scenario? {
        let wanted = "a scenario is an object with the keys \(Self.keys.joined(separator: ", "))"
        guard let members = reporting({ () throws(StepError) in try root.members(wanted) }) else { return nil }
        for error in members.unknownKeys(but: Self.keys, of: "a scenario") { report(error) }
        let title = text(root["scenario"], "scenario")
        let source = text(root["source"], "source")
        _ = text(root["note"], "note")
        let test = foreignTest(root["test"])
        let rules = citedRules(root["rule"])
        let changed = part(root["set"], Self.changes) ?? []
        let named = part(root["rules"], Self.ruleBooks)
        // Steps need the lengths of sounds, so the sounds come first.
        let sounds = soundEntries(root["sounds"])
        let microphone = microphoneFile(root["microphone"])
        let steps = scenarioSteps(root["steps"], at: root.position)
        let books = (named ?? [Self.book(asOf: steps)]).map { $0.with(changed) }
        return Scenario(
            file: file, title: title ?? Scenario.shortName(of: file), source: source, test: test, rules: rules,
            books: books, sounds: sounds, microphone: microphone, steps: steps, names: names)
    }

    private static let keys = [
        "scenario", "rule", "source", "test", "rules", "set", "note", "sounds", "microphone", "steps",
    ]

    private mutating func report(_ problem: StepError) {
        if problems.count < [StepError].told { problems.append(problem) } else { others += 1 }
    }

    /// Returns what can be read, or reports why it cannot.
    private mutating func reporting<Value>(_ read: () throws(StepError) -> Value) -> Value? {
        do throws(StepError) {
            return try read()
        } catch {
            report(error)
            return nil
        }
    }

    private mutating func part<Part>(
        _ value: PositionedValue?, _ read: (PositionedValue) throws(StepError) -> Part
    ) -> Part? {
        value.flatMap { value in reporting { () throws(StepError) in try read(value) } }
    }

    /// The items of a list; any other value counts as a list of one.
    private static func items(_ value: PositionedValue) -> [PositionedValue] {
        if case .array(let items) = value.content { items } else { [value] }
    }

    private mutating func text(_ value: PositionedValue?, _ key: String) -> String? {
        guard let value else { return nil }
        if case .string(let text) = value.content { return text }
        report(StepError(value.position, "\"\(key)\" must be a string; found \(value.kind)"))
        return nil
    }

    private mutating func foreignTest(_ value: PositionedValue?) -> ForeignTest? {
        guard let value else { return nil }
        let keys = ["repository", "file", "name"]
        let wanted = "\"test\" must be an object with the keys \(keys.joined(separator: ", "))"
        guard let members = reporting({ () throws(StepError) in try value.members(wanted) }) else { return nil }
        for error in members.unknownKeys(but: keys, of: "test") { report(error) }
        for key in keys where value[key] == nil {
            report(StepError(value.position, "test lacks \"\(key)\"; name the \(key) in which the test stands"))
        }
        guard let repository = text(value["repository"], "repository"), let file = text(value["file"], "file"),
            let name = text(value["name"], "name")
        else { return nil }
        return ForeignTest(repository: repository, file: file, name: name)
    }

    private mutating func citedRules(_ value: PositionedValue?) -> [RuleID] {
        guard let value else { return [] }
        var rules: [RuleID?] = []
        for item in Self.items(value) {
            rules.append(reporting { () throws(StepError) in try ExpectationReader.rule(item) })
        }
        return rules.compactMap { $0 }
    }

    /// Reads one rule book, or a list of those under which the scenario holds.
    private static func ruleBooks(_ value: PositionedValue) throws(StepError) -> [RuleBook] {
        var books: [RuleBook] = []
        for item in items(value) {
            guard let book = RuleBook.named(item) else {
                throw StepError(
                    item.position,
                    "\"rules\" must be a rule book or a version that one covers, or a list of such; found "
                        + "\(item.kind), and there are \(RuleBook.choices)")
            }
            guard !books.contains(book) else {
                throw StepError(item.position, "\"rules\" has the book \(book.name) twice; name it once")
            }
            books.append(book)
        }
        guard books.isEmpty else { return books }
        throw StepError(value.position, "\"rules\" is an empty list; name a rule book, or leave it out")
    }

    /// The rule book of a scenario that names none: the default of the protocol version that its first step selects.
    private static func book(asOf steps: [ScenarioStep]) -> RuleBook {
        guard case .rules(_, _, let version)? = steps.first?.step.action else { return .default }
        return Reply.book(asOf: version)
    }

    private static func changes(_ value: PositionedValue) throws(StepError) -> [RuleBook.Change] {
        try StepReader.settings(try value.members("\"set\" must be an object, such as {C3: headphones}"))
    }

    private mutating func soundEntries(_ value: PositionedValue?) -> [SoundEntry] {
        let members = part(value) { value throws(StepError) in
            try value.members("\"sounds\" must be an object, such as {ping: {tone: 880, seconds: 1}}")
        }
        let reader = SoundReader(scenarioFile: file, duration: duration)
        var entries: [SoundEntry] = []
        for member in members ?? [] {
            do throws(StepError) {
                let sound = try reader.read(member)
                let name = names.name(member.key)
                steps.soundLengths[name] = sound.seconds.map { Length(seconds: $0) }
                entries.append(
                    SoundEntry(id: member.key, name: name, sound: sound.source, position: member.keyPosition))
            } catch {
                report(error)
            }
        }
        return entries
    }

    /// Reads the path of the file that is heard in place of a microphone.
    private mutating func microphoneFile(_ value: PositionedValue?) -> String? {
        guard let value, let name = text(value, "microphone") else { return nil }
        let reader = SoundReader(scenarioFile: file, duration: duration)
        return reporting { () throws(StepError) in try reader.soundFile(name, at: value.position).path }
    }

    private mutating func scenarioSteps(_ value: PositionedValue?, at position: SourcePosition) -> [ScenarioStep] {
        guard let value else {
            report(StepError(position, "the scenario lacks \"steps\"; list what happens, such as [{at: 0, do: lock}]"))
            return []
        }
        let items = reporting { () throws(StepError) in try value.items("\"steps\" must be a list of steps") }
        var read: [ScenarioStep] = []
        for (index, item) in (items ?? []).enumerated() {
            do throws(StepError) {
                let step = try steps.read(item, names: &names)
                if case .rules = step.action, index > 0 {
                    throw StepError(item.position, "the rule book can be changed by the first step only; move it there")
                }
                steps.earliest = step.at ?? steps.earliest
                let note = text(item["note"], "note")
                read.append(
                    ScenarioStep(
                        number: index + 1, step: step, note: note, expectations: expectations(item["expect"]),
                        source: item))
            } catch {
                report(error)
            }
        }
        return read
    }

    private mutating func expectations(_ value: PositionedValue?) -> [Expectation] {
        let members = part(value) { value throws(StepError) in
            try value.members("\"expect\" must be an object, such as {heard: [ipod/song]}")
        }
        var read: [Expectation?] = []
        for member in members ?? [] {
            read.append(reporting { () throws(StepError) in try ExpectationReader.read(member) })
        }
        return read.compactMap { $0 }
    }
}
