package import ArgumentParser
package import SessionPolicy
package import SessionScenario
import SystemSupport

/// The rule book of a command that has one of its own.
package struct BookOptions: ParsableArguments {
    @Option(help: "The rule book, by its name or a version that it covers, or the file of one of your own (.yaml).")
    package var rules = BookName.usual

    @Option(name: .customLong("set"), help: RuleBook.Change.help, transform: RuleBook.Change.read)
    package var changes: [RuleBook.Change] = []

    package mutating func validate() throws { try rules.validate() }

    /// The book with the changes that `--set` made.
    package var book: RuleBook { rules.book.with(changes) }

    /// The book with its changes, or nil if the command line names no book, so that the first step may.
    package var named: RuleBook? { rules.isGiven || !changes.isEmpty ? book : nil }

    /// The files that were read for it.
    package var files: [String] { rules.files }

    package init() {}
}

/// The rule book of a command that reads scenarios, which name theirs.
package struct ScenarioBookOptions: ParsableArguments {
    @Option(
        help: """
            The rule book in place of the scenarios' own, by its name or a version that it covers, or the file of one of \
            your own (.yaml).
            """)
    package var rules: BookName?

    @Option(name: .customLong("set"), help: RuleBook.Change.help, transform: RuleBook.Change.read)
    package var changes: [RuleBook.Change] = []

    package mutating func validate() throws { try rules?.validate() }

    /// The book in place of the scenarios' own, or nil if they keep theirs.
    package var book: RuleBook? { rules?.book.with(changes) }

    /// The files that were read for it.
    package var files: [String] { rules?.files ?? [] }

    /// A scenario with the changes in its books; unchanged where another book takes their place.
    package func applied(to scenario: Scenario) -> Scenario { scenario.with(changes) }

    /// The scenarios as they are to be told: each under every one of its books, or all under the one that takes their place,
    /// then once.
    package func tellings(of scenarios: [Scenario]) -> [Scenario] {
        let scenarios = scenarios.map(applied)
        return rules == nil ? scenarios.flatMap(\.tellings) : scenarios
    }

    package init() {}
}

/// A change of a rule book, as `--set` has it. No group of options by itself: ArgumentParser looks at each group by
/// reflection, at every start.
extension RuleBook.Change {
    package static let help = ArgumentHelp(
        "A contested point, a setting or a number that is to be otherwise, such as C3=headphones; `rules` has all.",
        valueName: "name=value")

    /// Reads one word of the command line.
    /// - Throws: A sentence with the fault and the right form.
    @Sendable
    package static func read(_ text: String) throws -> RuleBook.Change {
        guard let change = RuleBook.Change(text) else {
            throw ValidationError("it has no value; write NAME=VALUE, such as C3=headphones")
        }
        if let objection = change.objection { throw ValidationError(objection) }
        return change
    }
}

/// A rule book, by its name, by a version that it covers, or by the file of one of the person's own.
package struct BookName: ExpressibleByArgument {
    /// The book's own name, such as `modern` for `iOS 18.2`; of a file, its path.
    package let name: String
    /// Whether it is a file's.
    package let isFile: Bool
    /// The book and the files that were read for it, or the fault of the option's value, or nil for the default, which
    /// is made when it is asked for.
    private let found: Result<(book: RuleBook, files: [String]), Failure>?

    /// Whether the command line has it.
    package var isGiven: Bool { found != nil }

    private enum Failure: Error {
        case noBook
        case badFile(BookError)
    }

    /// The book of a command that is told none.
    package static let usual = BookName(name: RuleBook.defaultName, isFile: false, found: nil)

    private init(name: String, isFile: Bool, found: Result<(book: RuleBook, files: [String]), Failure>?) {
        (self.name, self.isFile, self.found) = (name, isFile, found)
    }

    package init(argument: String) {
        if argument.hasSuffix(".yaml") || argument.hasSuffix(".yml") {
            let read = Result { () throws(BookError) in try RuleBook.reading(argument) }
            self.init(name: argument, isFile: true, found: read.mapError { .badFile($0) })
        } else {
            let book = RuleBook.named(argument)
            self.init(
                name: book?.name ?? argument, isFile: false, found: book.map { .success(($0, [])) } ?? .failure(.noBook)
            )
        }
    }

    // Written out because ArgumentParser asks each time a command with this option is parsed, and what it would answer
    // itself asks the runtime how to print a string.
    package static var allValueStrings: [String] { RuleBook.names }
    package static var allValueDescriptions: [String: String] {
        Dictionary(uniqueKeysWithValues: RuleBook.names.map { ($0, RuleBook.versions(coveredBy: $0)!) })
    }
    package var defaultValueDescription: String { name }

    /// Says what is wrong with the name or the file, if something is.
    package func validate() throws {
        switch found {
        case nil, .success: return
        case .failure(.noBook):
            throw ValidationError(
                "There is no rule book '\(name)'; name one, a version that one covers, or a file that ends in .yaml. "
                    + "There are \(RuleBook.choices).")
        case .failure(.badFile(let error)):
            for line in error.description.split(separator: "\n", omittingEmptySubsequences: false) {
                StandardError.write(line: String(line))
            }
            throw ExitCode(2)
        }
    }

    /// The book.
    package var book: RuleBook {
        if case .success(let found) = found { return found.book }
        return .default
    }

    /// The path of its file, or nil for a book that every command knows by name.
    package var file: String? { isFile ? name : nil }

    /// The files that were read for it: its own, and those that it is based on.
    package var files: [String] { if case .success(let found) = found { found.files } else { [] } }
}
