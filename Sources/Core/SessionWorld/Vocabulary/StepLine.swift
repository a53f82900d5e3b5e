public import SessionPolicy

/// A step as a line of YAML in a scenario file.
public struct StepLine: Sendable {
    /// The keys with their values, in the order in which they are written.
    let keys: [(key: String, value: String)]

    /// Creates the step for an event.
    ///
    /// - Parameters:
    ///   - event: What happens; `deadlineReached` becomes `wait`.
    ///   - moment: When.
    ///   - name: The text behind a name.
    public init(_ event: Event, at moment: Instant, name: @escaping (Name) -> String) {
        keys = [(key: "at", value: moment.secondsText)] + StepLine.keys(of: event, name)
    }

    private static func keys(of event: Event, _ name: (Name) -> String) -> [(key: String, value: String)] {
        var step = event.said
        // What a program alone can say is time that passes.
        if case .app(_, .answeredRemoteCommand) = event { step.verb = .wait }
        var keys = [(key: "do", value: step.verb.name)]
        if case .app(let app, _) = event, step.verb != .wait {
            keys.append((key: StepKey.app.text, value: quoted(name(app.name))))
        }
        for (key, value) in step.values {
            if let value { keys.append((key: key.text, value: value.text(name))) }
        }
        return keys
    }

    /// The line, such as `{at: 3, do: setActive, app: nav, to: true}`.
    public var text: String {
        "{" + keys.map { "\($0.key): \($0.value)" }.joined(separator: ", ") + "}"
    }

    /// The step for people, without the time: `setActive nav to true`.
    public var phrase: String {
        keys.dropFirst().map { entry in
            switch entry.key {
            case "do", "app", "sound": entry.value
            default: "\(entry.key) \(entry.value)"
            }
        }.joined(separator: " ")
    }

    /// A text as YAML: unquoted if it is plainly a word.
    package static func quoted(_ text: String) -> String {
        let reserved = ["true", "false", "null", "yes", "no", "on", "off", "y", "n"]
        let isWord =
            text.utf8.first.map(isLetter) == true
            && text.utf8.allSatisfy { isLetter($0) || (0x30...0x39).contains($0) || $0 == 0x2D || $0 == 0x5F }
            && !reserved.contains(text.lowercased())
        return isWord ? text : text.quoted
    }

    private static func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte | 0x20) }
}

extension StepValue {
    fileprivate func text(_ name: (Name) -> String) -> String {
        switch self {
        case .word(let word): word
        case .words(let words): "[" + words.joined(separator: ", ") + "]"
        case .flag(let flag): flag ? "true" : "false"
        case .whole(let number): String(number)
        case .number(let number): "\(number)"
        case .seconds(let length): length.secondsText
        case .name(let text): StepLine.quoted(name(text))
        }
    }
}
