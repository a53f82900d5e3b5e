import ArgumentParser
import SessionPolicy

/// Prints a rule book.
struct Rules: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rules",
        abstract: "Prints a rule book: its tables, every rule with its source, and the contested points.",
        discussion: """
              audiosession rules --rules modern | less
              audiosession rules --format json | jq .
            """)

    @Option(help: "The rule book.")
    var rules = BookName.iPhoneOS3

    @OptionGroup var bookOptions: BookOptions

    @Option(help: "How it is written.")
    var format = Format.text

    enum Format: String, ExpressibleByArgument, CaseIterable {
        case text, markdown, json
    }

    func run() throws {
        Output.prepare()
        let book = bookOptions.applied(to: rules.book)
        switch format {
        case .text: try Output.write(book.text())
        case .markdown: try Output.write(book.markdown())
        case .json: try Output.write(book.json())
        }
    }
}
