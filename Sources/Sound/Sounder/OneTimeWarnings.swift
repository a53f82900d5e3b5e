import Synchronization

/// Sentences for a person, each said once until there is reason to say it again. May be used from any thread.
final class OneTimeWarnings: Sendable {
    private static let most = 256
    private let said = Mutex<Set<String>>([])
    private let line: @Sendable (String) -> Void

    /// Says nothing yet.
    ///
    /// - Parameter line: Gets each sentence, without line end.
    init(_ line: @escaping @Sendable (String) -> Void) { self.line = line }

    /// The sentences that have been said, in the order of their letters; no more than some hundred are kept.
    var all: [String] { said.withLock { $0.sorted() } }

    /// Says a sentence, unless it has been said and nothing has been heard of it since.
    func say(_ sentence: String) {
        let isNew = said.withLock { said in
            if said.count >= Self.most { said = [] }
            return said.insert(sentence).inserted
        }
        if isNew { line(sentence) }
    }

    /// Says a sentence each time.
    func sayEachTime(_ sentence: String) {
        say(sentence)
        unsay(sentence)
    }

    /// Lets a sentence be said again.
    func unsay(_ sentence: String) { _ = said.withLock { $0.remove(sentence) } }
}
