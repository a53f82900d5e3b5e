import Synchronization

/// Warnings, each reported once until there is reason to repeat it. Any thread.
final class OneTimeWarnings: Sendable {
    private static let most = 256
    private let said = Mutex<Set<String>>([])
    private let line: @Sendable (String) -> Void

    /// Creates an instance that has reported nothing.
    /// - Parameter line: Receives each sentence, without a line end.
    init(_ line: @escaping @Sendable (String) -> Void) { self.line = line }

    /// The reported sentences, sorted; limited to a few hundred.
    var all: [String] { said.withLock { $0.sorted() } }

    /// Reports a sentence, unless it was reported before.
    func say(_ sentence: String) {
        let isNew = said.withLock { said in
            if said.count >= Self.most { said = [] }
            return said.insert(sentence).inserted
        }
        if isNew { line(sentence) }
    }

    func sayEachTime(_ sentence: String) {
        say(sentence)
        unsay(sentence)
    }

    func unsay(_ sentence: String) { _ = said.withLock { $0.remove(sentence) } }
}
