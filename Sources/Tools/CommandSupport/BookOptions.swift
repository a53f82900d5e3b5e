package import ArgumentParser
package import SessionPolicy
package import SessionScenario
import SystemSupport

/// The rule book option of a command that needs one book.
package struct BookOptions: ParsableArguments {
    @Option(help: "The rule book: its name, a version that it covers, or the file of your own (.yaml).")
    package var rules = BookName.usual

    @Option(name: .customLong("set"), help: RuleBook.Change.help, transform: RuleBook.Change.read)
    package var changes: [RuleBook.Change] = []

    package mutating func validate() throws { try rules.validate() }

    package var book: RuleBook { rules.book.with(changes) }

    /// The book with its changes, or nil if the command line names none, in which case the first step may.
    package var named: RuleBook? { rules.isGiven || !changes.isEmpty ? book : nil }

    package var files: [String] { rules.files }

    package init() {}
}

/// The rule book option of a command whose scenarios name their own books.
package struct ScenarioBookOptions: ParsableArguments {
    @Option(
        help: """
            The rule book instead of the scenarios' own: its name, a version that it covers, or the file of your own \
            (.yaml).
            """)
    package var rules: BookName?

    @Option(name: .customLong("set"), help: RuleBook.Change.help, transform: RuleBook.Change.read)
    package var changes: [RuleBook.Change] = []

    package mutating func validate() throws { try rules?.validate() }

    /// The book that replaces the scenarios' own, or nil.
    package var book: RuleBook? { rules?.book.with(changes) }

    package var files: [String] { rules?.files ?? [] }

    /// Returns the scenario with the changes of its books; unchanged if another book replaces them.
    package func applied(to scenario: Scenario) -> Scenario { scenario.with(changes) }

    /// Returns the runs of the scenarios: each under all of its books, or once under the book that replaces them.
    package func tellings(of scenarios: [Scenario]) -> [Scenario] {
        let scenarios = scenarios.map(applied)
        return rules == nil ? scenarios.flatMap(\.tellings) : scenarios
    }

    package init() {}
}

/// A change to a rule book, as given with `--set`. Not an option group of its own: ArgumentParser inspects each group
/// by reflection at every start.
extension RuleBook.Change {
    package static let help = ArgumentHelp(
        "Change a contested point, a setting or a number, such as C3=headphones; `rules` lists them.",
        valueName: "name=value")

    /// Parses one word of the command line.
    /// - Throws: A message with the problem and the correct form.
    @Sendable
    package static func read(_ text: String) throws -> RuleBook.Change {
        guard let change = RuleBook.Change(text) else {
            throw ValidationError("it has no value; write NAME=VALUE, such as C3=headphones")
        }
        if let objection = change.objection { throw ValidationError(objection) }
        return change
    }
}

/// A rule book, named by itself, by a version that it covers, or by a file.
package struct BookName: ExpressibleByArgument {
    /// The book's own name, such as `modern` for `iOS 18.2`, or the path of its file.
    package let name: String
    /// Whether it is read from a file.
    package let isFile: Bool
    /// The book and its files, or the problem with the option's value; nil for the default, which is created on demand.
    private let found: Result<(book: RuleBook, files: [String]), Failure>?

    /// Whether the command line names it.
    package var isGiven: Bool { found != nil }

    private enum Failure: Error {
        case noBook
        case badFile(BookError)
    }

    /// The default book.
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

    // Implemented because ArgumentParser calls it whenever a command with this option is parsed, and its default
    // implementation is slow.
    package static var allValueStrings: [String] { RuleBook.names }
    package static var allValueDescriptions: [String: String] {
        Dictionary(uniqueKeysWithValues: RuleBook.names.map { ($0, RuleBook.versions(coveredBy: $0)!) })
    }
    package var defaultValueDescription: String { name }

    /// Reports a problem with the name or the file.
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

    package var book: RuleBook {
        if case .success(let found) = found { return found.book }
        return .default
    }

    /// The path of its file, or nil for a built-in book.
    package var file: String? { isFile ? name : nil }

    /// The files from which it was read: its own, and those that it is based on.
    package var files: [String] { if case .success(let found) = found { found.files } else { [] } }
}
