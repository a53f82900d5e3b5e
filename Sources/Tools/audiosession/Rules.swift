import ArgumentParser
import DeviceArguments
import SessionPolicy

/// Prints a rule book, or what two of them differ in.
struct Rules: ParsableCommand {
    static let configuration = CommandConfiguration(
        .rules,
        abstract: "Prints a rule book: its tables, every rule with its source, and the contested points.",
        discussion: """
              audiosession rules --rules 'iOS 14.5' | less
              audiosession rules --format json | jq .

            What has changed between two systems, row by row, with the sources:
              audiosession rules --diff iOS13 modern
            What a switch changes in a book:
              audiosession rules --diff modern modern --set C3=headphones
            """)

    @OptionGroup var bookOptions: BookOptions

    @Option(
        parsing: .upToNextOption,
        help: ArgumentHelp("Two rule books: print only what the second has otherwise.", valueName: "book book"),
        completion: .list(RuleBook.names), transform: BookName.init(argument:))
    var diff: [BookName] = []

    @Option(help: "How it is written.")
    var format = Format.text

    enum Format: String, ExpressibleByArgument, CaseIterable {
        case text, markdown, json
    }

    func validate() throws {
        for book in diff { try book.validate() }
        guard diff.isEmpty || diff.count == 2 else {
            throw ValidationError("--diff takes two rule books, such as --diff iOS13 modern")
        }
    }

    func run() throws {
        Output.prepare()
        guard let first = diff.first, let last = diff.last else {
            let book = bookOptions.book
            switch format {
            case .text: try Output.write(book.text())
            case .markdown: try Output.write(book.markdown())
            case .json: try Output.write(book.json())
            }
            return
        }
        let difference = BookDifference(from: first.book, to: last.book.with(bookOptions.changes))
        switch format {
        case .text: try Output.write(difference.text)
        case .markdown: try Output.write(difference.markdown)
        case .json: try Output.write(difference.json)
        }
    }
}
