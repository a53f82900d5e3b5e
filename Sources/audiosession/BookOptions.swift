import ArgumentParser
import SessionPolicy
import SessionScenario

/// The rule book of a command that has one of its own.
struct BookOptions: ParsableArguments {
    @Option(help: "The rule book.")
    var rules = BookName.iPhoneOS3

    @OptionGroup var changes: ChangeOptions

    /// The book with what is to be otherwise.
    var book: RuleBook { rules.book.with(changes.all) }
}

/// The rule book of a command that reads scenarios, which name theirs.
struct ScenarioBookOptions: ParsableArguments {
    @Option(help: "The rule book, in place of the scenarios' own.")
    var rules: BookName?

    @OptionGroup var changes: ChangeOptions

    /// The book in place of the scenarios' own; nil where they keep theirs.
    var book: RuleBook? { rules?.book.with(changes.all) }

    /// A scenario with what is to be otherwise in its books; unchanged where another book takes their place.
    func applied(to scenario: Scenario) -> Scenario { scenario.with(changes.all) }
}

/// What is to be otherwise in a rule book.
struct ChangeOptions: ParsableArguments {
    @Option(
        name: .customLong("set"),
        help: ArgumentHelp(
            "A contested point, a setting or a number that is to be otherwise, such as C3=headphones; `rules` has all.",
            valueName: "name=value"))
    var texts: [String] = []

    mutating func validate() throws {
        for text in texts {
            guard let change = RuleBook.Change(text) else {
                throw ValidationError("--set \(text) has no value; write NAME=VALUE, such as C3=headphones.")
            }
            if let objection = change.objection { throw ValidationError("--set \(text): \(objection).") }
        }
    }

    /// The changes in the order of the command line.
    var all: [RuleBook.Change] { texts.compactMap { RuleBook.Change($0) } }
}

/// A rule book that a person names.
struct BookName: ExpressibleByArgument {
    let name: String

    static let iPhoneOS3 = BookName(name: "iPhoneOS3")

    private init(name: String) { self.name = name }

    init?(argument: String) {
        guard RuleBook.names.contains(argument) else { return nil }
        name = argument
    }

    // Written out because ArgumentParser asks each time a command with this option is parsed, and what it would answer
    // itself asks the runtime how to print a string.
    static var allValueStrings: [String] { RuleBook.names }
    static var allValueDescriptions: [String: String] { [:] }
    var defaultValueDescription: String { name }

    /// The book.
    var book: RuleBook { RuleBook.named(name) ?? .iPhoneOS3 }
}
