import ArgumentParser
import SessionPolicy

/// What is to be otherwise in a rule book.
struct BookOptions: ParsableArguments {
    @Option(
        name: .customLong("set"),
        help: ArgumentHelp(
            "A contested point, a setting or a number that is to be otherwise, such as C3=headphones; `rules` has all.",
            valueName: "name=value"))
    var changes: [String] = []

    mutating func validate() throws {
        for text in changes {
            guard let change = RuleBook.Change(text) else {
                throw ValidationError("--set \(text) has no value; write NAME=VALUE, such as C3=headphones.")
            }
            if let objection = change.objection { throw ValidationError("--set \(text): \(objection).") }
        }
    }

    /// A book with what is to be otherwise.
    func applied(to book: RuleBook) -> RuleBook { book.with(changes.compactMap { RuleBook.Change($0) }) }
}
