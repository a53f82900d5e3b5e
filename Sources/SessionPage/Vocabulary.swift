import SessionPolicy
import SessionWorld

/// What a page must know to offer steps: the words of the vocabulary, the rules in words, and the sounds.
enum Vocabulary {
    /// All of it as one line of JSON, the first that a page is told.
    static func message(of book: RuleBook, sounds: PageSounds?, isHost: Bool) -> String {
        let rules = RuleID.allCases.map { id -> String in
            let rule = id.rule
            return #"\#(id.id.quoted): {"title": \#(rule.title.quoted), "says": \#(rule.statement.quoted), "#
                + #""source": \#(rule.source.quoted)}"#
        }
        let members = [
            #""hello": 1"#, #""host": \#(isHost)"#, #""book": \#(book.name.quoted)"#,
            #""books": \#(list(RuleBook.all.map(\.name)))"#,
            #""categories": \#(list(Category.allCases.map(\.name)))"#, #""modes": \#(list(Mode.allCases.map(\.name)))"#,
            #""options": \#(list(CategoryOptions.named.map(\.name)))"#,
            #""wired": \#(list(Accessory.Kind.allCases.filter(\.isWired).map(\.name)))"#,
            #""wireless": \#(list(Accessory.Kind.allCases.filter { !$0.isWired }.map(\.name)))"#,
            #""sounds": {\#(sounds?.json ?? "")}"#, #""rules": {\#(rules.joined(separator: ", "))}"#,
        ]
        return "{" + members.joined(separator: ", ") + "}"
    }

    private static func list(_ words: [String]) -> String {
        "[" + words.map(\.quoted).joined(separator: ", ") + "]"
    }
}
