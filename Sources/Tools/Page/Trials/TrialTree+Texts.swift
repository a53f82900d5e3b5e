import SessionPolicy
import SessionWorld

/// The export formats of a trial: each repeats the steps and expects their outcomes.
enum TrialText: String, CaseIterable, Sendable {
    /// A scenario file, for `audiosession check` and `replay`.
    case scenario
    /// A test for Swift Testing, with the product `SessionOracle`.
    case swift
    /// A scenario without expectations and sounds, short enough for a link.
    case link
}

extension TrialTree {
    /// Exports the steps up to the current trial.
    /// - Parameters:
    ///   - form: A scenario, or a test in a language.
    ///   - sounds: The scenario entry of a sound by id, as the text of an object of `sounds`.
    func text(as form: TrialText, sounds: [String: String] = [:]) -> String {
        switch form {
        case .scenario: scenario(sounds)
        case .swift: swiftTest
        case .link: scenario([:], expects: false)
        }
    }

    private var tried: [(step: PositionedValue, reply: Reply)] {
        path.compactMap { trial in trial.step.flatMap { step in trial.reply.map { (step, $0) } } }
    }

    // MARK: A scenario

    private func scenario(_ sounds: [String: String], expects: Bool = true) -> String {
        let steps = tried.map { step, reply in
            "  - {" + step.members.map { "\($0.key): \($0.value.yaml)" }.joined(separator: ", ")
                + (expects ? ", expect: {\(reply.expectations.joined(separator: ", "))}}" : "}")
        }
        // A scenario may also describe the device's own sounds.
        let kinds = SoundKind.allCases.map { $0.name }
        let used = Set(tried.compactMap { $0.step["sound"]?.string } + kinds).sorted().compactMap { id in
            sounds[id].map { "  \(StepLine.quoted(id)): \($0)" }
        }
        return """
            scenario: \(StepLine.quoted(title))
            \(rules)
            \(settings.map { "set: \($0.yaml)\n" } ?? "")\(used.isEmpty ? "" : "sounds:\n" + used.joined(separator: "\n") + "\n")steps:\(steps.isEmpty ? " []" : "")
            \(steps.joined(separator: "\n"))

            """
    }

    /// The line that names the book. A scenario cannot name a file; `--rules` does.
    private var rules: String {
        guard let bookFile else { return "rules: \(book.name)" }
        return "# Tried under \(StepLine.quoted(book.name)); take it along: --rules \(StepLine.quoted(bookFile))"
    }

    // MARK: Tests

    /// The step that applies the book's changes, or none if there are none or a step does it.
    private var opening: [PositionedValue] {
        guard let settings, tried.first?.step["do"]?.string != Verb.rules.rawValue else { return [] }
        var step = PositionedValue(.object([]), at: .nowhere).adding("do", .string(Verb.rules.rawValue))
        // A device created with a book from a file keeps it if the step names none.
        if bookFile == nil { step = step.adding("to", .string(book.name)) }
        return [step.adding("set", settings.content)]
    }

    /// The book in Swift test code: a custom one is read from its file.
    private var swiftBook: String {
        guard let bookFile else { return "." + book.name }
        return "try RuleBook(file: \(bookFile.quotedForSwift))"
    }

    private var swiftTest: String {
        func list(_ names: [String]) -> String { "[" + names.map { $0.quotedForSwift }.joined(separator: ", ") + "]" }
        func step(_ value: PositionedValue) -> String {
            let json = value.json
            return
                "    try phone.step(\(json.utf8.contains(UInt8(ascii: "#")) ? json.quotedForSwift : "#\"\(json)\"#"))"
        }
        var (lines, before) = ([String](), (at: Int64(0), heard: [String](), ducked: [String]()))
        for (said, reply) in tried {
            let now = (at: reply.moment.at.nanoseconds, heard: reply.heardNames, ducked: reply.duckedNames)
            if reply.outcome.name == "ok", let call = said.swiftCall {
                let passed = now.at - before.at
                if passed > 0 { lines.append("    phone.advance(by: \(Self.duration(passed)))") }
                if !call.isEmpty { lines.append("    phone.\(call)") }
            } else {
                lines.append(step(said))
            }
            // What stays as it was need not be expected again.
            if now.heard != before.heard { lines.append("    try phone.expect(heard: \(list(now.heard)))") }
            if now.ducked != before.ducked { lines.append("    try phone.expect(ducked: \(list(now.ducked)))") }
            before = now
        }
        return """
            import SessionOracle
            \(bookFile == nil ? "" : "import SessionScenario\n")import Testing

            @Test("What was tried on the table")
            func triedOnTheTable() throws {
                var phone = Device(rules: \(swiftBook))
            \((opening.map(step) + lines).joined(separator: "\n"))
            }

            """
    }

    private static func duration(_ nanoseconds: Int64) -> String {
        let units: [(Int64, String)] = [(1_000_000_000, "seconds"), (1_000_000, "milliseconds"), (1, "nanoseconds")]
        let unit = units.first { nanoseconds % $0.0 == 0 } ?? units[2]
        return ".\(unit.1)(\(nanoseconds / unit.0))"
    }
}

extension Reply {
    fileprivate var heardNames: [String] { moment.heard.map { text(of: $0.reference) } }
    fileprivate var duckedNames: [String] { moment.heard.filter { $0.isDucked }.map { text(of: $0.reference) } }

    /// The scenario expectations that this reply meets.
    fileprivate var expectations: [String] {
        func list(_ names: [String]) -> String { "[" + names.map(StepLine.quoted).joined(separator: ", ") + "]" }
        let unheard = moment.unheard.map { "\(StepLine.quoted(text(of: $0.reference))): \($0.rule.id)" }
        return ["result: \(outcome.name)", "heard: \(list(heardNames))", "ducked: \(list(duckedNames))"]
            + (unheard.isEmpty ? [] : ["unheard: {\(unheard.joined(separator: ", "))}"])
    }
}

extension PositionedValue {
    /// The step as a call of a device's function; nil if it needs more than the function accepts. Empty if only time passes.
    fileprivate var swiftCall: String? {
        let keys = Set(members.map { $0.key }).subtracting(["do", "at", "note"])
        func word(_ key: String) -> String { self[key]?.string ?? "" }
        func flag(_ key: String) -> Bool { if case .bool(true)? = self[key]?.content { true } else { false } }
        func call(_ name: String, _ accepted: Set<String>, _ rest: String...) -> String? {
            guard keys.isSubset(of: accepted) else { return nil }
            let names = ["app", "sound"].compactMap { self[$0]?.string?.quotedForSwift }
            return "\(name)(\((names + rest.filter { !$0.isEmpty }).joined(separator: ", ")))"
        }
        let verb = word("do")
        switch verb {
        case "wait": return keys.isEmpty ? "" : nil
        case "lock", "unlock": return call(verb, [])
        case "keyClick": return call("clickKey", [])
        case "foreground", "background", "quit", "crash": return call(verb, ["app"])
        case "pause", "stop": return call(verb, ["app", "sound"])
        case "play":
            var length = ""
            if case .number(let seconds)? = self["seconds"]?.content { length = "for: .seconds(\(plainText(seconds)))" }
            return call(verb, ["app", "sound", "seconds"], length)
        case "ringSwitch": return call("moveSwitch", ["to"], "to: .\(word("to"))")
        case "volumeButton": return call("pressVolume", ["press"], ".\(word("press"))")
        case "alarm": return call(verb, ["phase"], ".\(word("phase"))")
        case "plug", "connect": return call("plug", ["port"], ".\(word("port"))")
        case "unplug", "disconnect": return call("unplug", ["port"], ".\(word("port"))")
        case "record": return call(verb, ["app", "phase"], word("phase") == "stop" ? "starts: false" : "")
        case "call":
            let names = [
                "incoming": "ring", "answered": "answer", "declined": "decline", "missed": "missCall",
                "ended": "hangUp",
            ]
            return names[word("phase")].flatMap { call($0, ["phase"]) } ?? call(verb, ["phase"], ".\(word("phase"))")
        case "launch":
            let kind = self["kind"] == nil || word("kind") == "app" ? "" : ".\(word("kind"))"
            return call(
                verb, ["app", "kind", "backgroundAudio"], kind, flag("backgroundAudio") ? "backgroundAudio: true" : "")
        case "setActive" where flag("to"): return call("activate", ["app", "to"])
        case "setActive":
            return call("deactivate", ["app", "to", "notifyOthers"], flag("notifyOthers") ? "notifyOthers: true" : "")
        case "setCategory":
            var options: [String] = []
            if case .array(let items)? = self["options"]?.content {
                options = items.compactMap { $0.string.map { ".\($0)" } }
            }
            let mode = word("mode").isEmpty || word("mode") == "default" ? "" : "mode: .\(word("mode"))"
            return call(
                verb, ["app", "category", "mode", "options"], ".\(word("category"))", mode,
                options.isEmpty ? "" : "options: [\(options.joined(separator: ", "))]")
        default: return nil
        }
    }

    fileprivate var members: [Member] { if case .object(let members) = content { members } else { [] } }

    fileprivate var yaml: String {
        switch content {
        case .string(let text): StepLine.quoted(text)
        case .number(let number): plainText(number)
        case .array(let items): "[" + items.map { $0.yaml }.joined(separator: ", ") + "]"
        case .object(let members):
            "{" + members.map { "\(StepLine.quoted($0.key)): \($0.value.yaml)" }.joined(separator: ", ") + "}"
        case .null, .bool: json
        }
    }
}
