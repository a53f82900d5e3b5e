/// Sentences for a person, each said once until there is reason to say it again.
///
/// Used by one thread at a time.
public final class OneTimeWarnings {
    private var said: Set<String> = []
    private let line: (String) -> Void

    /// Says nothing yet.
    ///
    /// - Parameter line: Takes each sentence, without line end.
    public init(_ line: @escaping (String) -> Void) { self.line = line }

    /// Says a sentence, unless it has been said and nothing has been heard of it since.
    public func say(_ sentence: String) {
        if said.insert(sentence).inserted { line(sentence) }
    }

    /// Says a sentence each time.
    public func sayEachTime(_ sentence: String) {
        say(sentence)
        unsay(sentence)
    }

    /// Lets a sentence be said again.
    public func unsay(_ sentence: String) { said.remove(sentence) }
}
