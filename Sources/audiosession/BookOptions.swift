import ArgumentParser
import SessionPolicy
import SessionScenario

/// The rule book of a command that has one of its own.
struct BookOptions: ParsableArguments {
    @Option(help: "The rule book, or the file of one of one's own, which ends in .yaml.")
    var rules = BookName.iPhoneOS3

    @Option(name: .customLong("set"), help: RuleBook.Change.help, transform: RuleBook.Change.read)
    var changes: [RuleBook.Change] = []

    mutating func validate() throws { try rules.validate() }

    /// The book with what is to be otherwise.
    var book: RuleBook { rules.book.with(changes) }

    /// The files that were read for it.
    var files: [String] { rules.files }
}

/// The rule book of a command that reads scenarios, which name theirs.
struct ScenarioBookOptions: ParsableArguments {
    @Option(help: "The rule book in place of the scenarios' own, or the file of one of one's own, which ends in .yaml.")
    var rules: BookName?

    @Option(name: .customLong("set"), help: RuleBook.Change.help, transform: RuleBook.Change.read)
    var changes: [RuleBook.Change] = []

    mutating func validate() throws { try rules?.validate() }

    /// The book in place of the scenarios' own; nil where they keep theirs.
    var book: RuleBook? { rules?.book.with(changes) }

    /// The files that were read for it.
    var files: [String] { rules?.files ?? [] }

    /// A scenario with what is to be otherwise in its books; unchanged where another book takes their place.
    func applied(to scenario: Scenario) -> Scenario { scenario.with(changes) }

    /// The scenarios as they are to be told: each under every one of its books, or all under the one that takes their place,
    /// then once.
    func tellings(of scenarios: [Scenario]) -> [Scenario] {
        let scenarios = scenarios.map(applied)
        return rules == nil ? scenarios.flatMap(\.tellings) : scenarios
    }
}

/// What is to be otherwise in a rule book, as `--set` has it. No group of options by itself: ArgumentParser looks at each
/// group by reflection, at every start.
extension RuleBook.Change {
    static let help = ArgumentHelp(
        "A contested point, a setting or a number that is to be otherwise, such as C3=headphones; `rules` has all.",
        valueName: "name=value")

    /// Reads one word of the command line.
    ///
    /// - Throws: What is wrong with it, and how it is written.
    @Sendable
    static func read(_ text: String) throws -> RuleBook.Change {
        guard let change = RuleBook.Change(text) else {
            throw ValidationError("it has no value; write NAME=VALUE, such as C3=headphones")
        }
        if let objection = change.objection { throw ValidationError(objection) }
        return change
    }
}

/// A rule book that a person names, or the file of one of his own.
struct BookName: ExpressibleByArgument {
    let name: String
    /// What the file holds and which files were read for it, or what is wrong with it; nil where a name stands.
    private let read: Result<(book: RuleBook, files: [String]), BookError>?

    static let iPhoneOS3 = BookName(name: "iPhoneOS3", read: nil)

    private init(name: String, read: Result<(book: RuleBook, files: [String]), BookError>?) {
        (self.name, self.read) = (name, read)
    }

    init?(argument: String) {
        if argument.hasSuffix(".yaml") || argument.hasSuffix(".yml") {
            self.init(name: argument, read: Result { () throws(BookError) in try RuleBook.reading(argument) })
        } else {
            guard RuleBook.names.contains(argument) else { return nil }
            self.init(name: argument, read: nil)
        }
    }

    // Written out because ArgumentParser asks each time a command with this option is parsed, and what it would answer
    // itself asks the runtime how to print a string.
    static var allValueStrings: [String] { RuleBook.names }
    static var allValueDescriptions: [String: String] { [:] }
    var defaultValueDescription: String { name }

    /// Whether it is a file's.
    var isFile: Bool { read != nil }

    /// Says what is wrong with the file, if something is.
    func validate() throws {
        guard case .failure(let error) = read else { return }
        Output.complain(lines: error.description)
        throw ExitCode.refused
    }

    /// The book.
    var book: RuleBook {
        if case .success(let read) = read { return read.book }
        return RuleBook.named(name) ?? .iPhoneOS3
    }

    /// The files that were read for it: its own, and those that it is based on.
    var files: [String] { if case .success(let read) = read { read.files } else { [] } }
}
