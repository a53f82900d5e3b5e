public import SessionPolicy
import SessionWorld

/// What a page must know to offer steps: the words of the vocabulary, the rules in words, and the sounds.
public enum Vocabulary {
    /// All of it as one line of JSON, the first that a page is told.
    ///
    /// - Parameters:
    ///   - book: The rules in force.
    ///   - sounds: The sounds that apps can play, and the device's own.
    ///   - isHost: Whether the device is a host's, with real programs.
    public static func message(of book: RuleBook, sounds: [TableSound], isHost: Bool) -> String {
        let rules = RuleID.allCases.map { id -> String in
            let rule = id.rule
            return #"\#(id.id.quoted): {"title": \#(rule.title.quoted), "says": \#(rule.statement.quoted), "#
                + #""source": \#(rule.source.quoted)}"#
        }
        let members = [
            #""hello": 1"#, #""host": \#(isHost)"#, #""book": \#(book.name.quoted)"#,
            #""books": \#(list(RuleBook.all.map { $0.name }))"#,
            #""categories": \#(list(Category.allCases.map { $0.name }))"#,
            #""modes": \#(list(Mode.allCases.map { $0.name }))"#,
            #""options": \#(list(CategoryOptions.named.map { $0.name }))"#,
            #""wired": \#(list(Accessory.Kind.allCases.filter { $0.isWired }.map { $0.name }))"#,
            #""wireless": \#(list(Accessory.Kind.allCases.filter { !$0.isWired }.map { $0.name }))"#,
            #""sounds": {\#(sounds.map { $0.vocabulary }.joined(separator: ", "))}"#,
            #""rules": {\#(rules.joined(separator: ", "))}"#,
        ]
        return "{" + members.joined(separator: ", ") + "}"
    }

    private static func list(_ words: [String]) -> String {
        "[" + words.map { $0.quoted }.joined(separator: ", ") + "]"
    }
}
