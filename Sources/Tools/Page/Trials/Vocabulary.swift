import SessionPolicy
import SessionWorld

/// Everything that a page needs to offer steps: the vocabulary, the rules in words, and the sounds.
enum Vocabulary {
    /// Returns all of it as a JSON line, the first that a page receives.
    /// - Parameters:
    ///   - words: The words that the current rule book accepts.
    ///   - book: The display name of that book, or nil for its own.
    ///   - books: The names of the rule books that the page can choose.
    ///   - sounds: The sounds that apps can play, and the device's own.
    ///   - isHost: Whether the device is a host's, with real programs.
    static func message(
        of words: BookVocabulary, book: String? = nil, books: [String], sounds: [TrialSound], isHost: Bool
    ) -> String {
        let rules = RuleID.allCases.map { id -> String in
            let rule = id.rule
            return #"\#(id.id.quoted): {"title": \#(rule.title.quoted), "says": \#(rule.statement.quoted), "#
                + #""source": \#(rule.source.quoted)}"#
        }
        let members =
            [
                #""hello": 1"#, #""host": \#(isHost)"#, #""book": \#((book ?? words.book).quoted)"#,
                #""books": [\#(books.map { $0.quoted }.joined(separator: ", "))]"#,
            ] + words.jsonMembers + [
                #""sounds": {\#(sounds.map { $0.vocabulary }.joined(separator: ", "))}"#,
                #""rules": {\#(rules.joined(separator: ", "))}"#,
                #""labels": {\#(Telling.labels.sorted { $0.key < $1.key }.map { "\($0.key.quoted): \($0.value.quoted)" }.joined(separator: ", "))}"#,
            ]
        return "{" + members.joined(separator: ", ") + "}"
    }
}
