import ArgumentParser
import CommandSupport
import SessionPolicy
import SessionScenario
import SessionWorld

/// Prints a rule book, or the differences between two.
struct Rules: ParsableCommand {
    static let configuration = CommandConfiguration(
        .rules,
        abstract: "Prints a rule book: its tables, every rule with its source, and the contested points.",
        discussion: """
              audiosession rules --rules 'iOS 14.5'
              audiosession rules --format json | jq .

            What does one rule say?
              audiosession rules R-DK-1

            What has changed between two systems, row by row, with the sources:
              audiosession rules --diff iOS13 modern
            What a switch changes in a book:
              audiosession rules --diff modern modern --set C3=headphones
            """)

    @Argument(
        help: "Print only these rules, with their text and sources.",
        completion: .list(RuleID.allCases.map(\.id)))
    var ids: [String] = []

    @OptionGroup var bookOptions: BookOptions

    @Option(
        parsing: .upToNextOption,
        help: ArgumentHelp("Two rule books: print only how the second differs.", valueName: "book book"),
        completion: .list(RuleBook.names), transform: BookName.init(argument:))
    var diff: [BookName] = []

    @Option(help: "The output format.")
    var format = Format.text

    enum Format: String, ExpressibleByArgument, CaseIterable {
        case text, json
    }

    func validate() throws {
        for book in diff { try book.validate() }
        if !ids.isEmpty, !diff.isEmpty || format != .text {
            throw ValidationError("rules are printed as text, and by themselves; leave out --diff and --format")
        }
        guard diff.isEmpty || diff.count == 2 else {
            throw ValidationError("--diff takes two rule books, such as --diff iOS13 modern")
        }
    }

    func run() throws {
        Output.prepare()
        let width = Terminal.documentWidth
        if !ids.isEmpty { return try Terminal.show(try named().map { $0.text(width: width) }.joined()) }
        guard let first = diff.first, let last = diff.last else {
            let book = bookOptions.book
            switch format {
            case .text: try Terminal.show(book.text(width: width))
            case .json: try Output.write(book.json())
            }
            return
        }
        let difference = BookDifference(from: first.book, to: last.book.with(bookOptions.changes))
        switch format {
        case .text: try Terminal.show(difference.text(width: width))
        case .json: try Output.write(difference.json)
        }
    }

    /// Returns the named rules, ignoring case.
    private func named() throws -> [Rule] {
        try ids.map { name in
            guard let id = RuleID.allCases.first(where: { $0.id.lowercased() == name.lowercased() }) else {
                throw CommandFailure("there is no rule \(name); audiosession rules prints all of them")
            }
            return id.rule
        }
    }
}
