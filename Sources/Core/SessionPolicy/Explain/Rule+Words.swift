// The words in which the catalogue is printed.

struct RuleGroup {
    /// The beginning that the identifiers have in common, such as `R-SW-`.
    let prefix: String
    let name: String

    var title: String { "\(prefix)n: \(name)" }
    var rules: [Rule] { Rule.catalog.filter { $0.id.id.hasPrefix(prefix) } }

    static let all: [RuleGroup] = [
        RuleGroup(prefix: "R-SW-", name: "the Ring/Silent switch"),
        RuleGroup(prefix: "R-LK-", name: "the lock"),
        RuleGroup(prefix: "R-ACT-", name: "activation, mixing, and interruption between apps"),
        RuleGroup(prefix: "R-DK-", name: "ducking"),
        RuleGroup(prefix: "R-SP-", name: "spoken audio"),
        RuleGroup(prefix: "R-BG-", name: "foreground and background"),
        RuleGroup(prefix: "R-RTE-", name: "routes"),
        RuleGroup(prefix: "R-VOL-", name: "volume"),
        RuleGroup(prefix: "R-INT-", name: "interruptions"),
        RuleGroup(prefix: "R-AL-", name: "alarms, alerts and rings"),
        RuleGroup(prefix: "R-HINT-", name: "questions about other audio"),
        RuleGroup(prefix: "R-MS-", name: "the media server"),
        RuleGroup(prefix: "R-PRM-", name: "permission"),
        RuleGroup(prefix: "R-RC-", name: "remote commands"),
        RuleGroup(prefix: "R-ERR-", name: "errors"),
        RuleGroup(prefix: "R-CAT-", name: "directions of a category"),
        RuleGroup(prefix: "R-SYS-", name: "System Sound Services"),
        RuleGroup(prefix: "R-SET-", name: "Settings"),
        RuleGroup(prefix: "R-APP-", name: "life cycle of apps"),
        RuleGroup(prefix: "R-STEP-", name: "steps"),
        RuleGroup(prefix: "R-OM-", name: "muting an app's own output"),
        RuleGroup(prefix: "R-SFV-", name: "short-form video"),
        RuleGroup(prefix: "R-DR-", name: "two devices at once"),
        RuleGroup(prefix: "R-MR-", name: "options of MultiRoute"),
        RuleGroup(prefix: "R-BT-", name: "recording over Bluetooth"),
        RuleGroup(prefix: "R-FF-", name: "far-field input"),
        RuleGroup(prefix: "R-EC-", name: "echo cancellation"),
        RuleGroup(prefix: "R-PS-", name: "style of prompts"),
        RuleGroup(prefix: "R-IN-", name: "the list of inputs"),
        RuleGroup(prefix: "R-LC-", name: "the life cycle of a session"),
        RuleGroup(prefix: "R-SIRI-", name: "Siri in headphones"),
    ]
}

extension Rule {
    /// The systems that go by the rule, such as "all" or "iOS 4 and later".
    var era: String {
        switch (since, until) {
        case (nil, nil): "all"
        case (let since?, nil): "\(since.name) and later"
        case (nil, let until?): "before \(until.name)"
        case (let since?, let until?): "\(since.name) and later, before \(until.name)"
        }
    }

    var facts: String {
        let evidence = evidence.map { $0.name }.joined(separator: ", ")
        return "Era: \(era). Evidence: \(evidence). Source: \(source). \(standing.words)."
    }
}

extension Rule.Standing {
    var words: String {
        switch self {
        case .tables(let tables):
            (tables.count == 1 ? "Table: " : "Tables: ") + tables.map { $0.rawValue }.joined(separator: ", ")
        case .reducer(let moment): "In the reducer, \(moment)"
        case .notEmulated(let reason): "Not emulated: \(reason)"
        }
    }

    var json: JSONText {
        switch self {
        case .tables(let tables): .members(["tables": .array(tables.map { .string($0.rawValue) })])
        case .reducer(let moment): .members(["reducer": .string(moment)])
        case .notEmulated(let reason): .members(["notEmulated": .string(reason)])
        }
    }
}

extension Rule.Difference {
    func words(for book: RuleBook) -> String { words(for: book.system) }
}

extension ContestedPoint.Choice {
    var words: String {
        switch self {
        case .setting(let name): "Setting: \(name)"
        case .rows(let table): "Table: \(table.rawValue)"
        case .fixed: "In the code"
        case .absent: "Nothing to choose"
        }
    }
}

extension ContestedPoint {
    /// The words by which the point is switched from outside, such as `C3=speaker or C3=headphones`.
    var switchWords: String {
        words.isEmpty ? "–" : words.map { "\(id)=\($0)" }.joined(separator: " or ")
    }

    var json: JSONText {
        .members([
            "id": .string(id), "question": .string(question), "answer": .string(answer),
            "choice": .string(choice.words), "words": .array(words.map { .string($0) }), "sources": .string(source),
            "rules": .array(rules.map { .string($0.id) }),
        ])
    }
}
