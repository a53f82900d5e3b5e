/// A set of apps that may grow for as long as the world lasts: those that have ended, and those whose alerts are off.
///
/// It has a bit for each name, in chunks: to look an app up costs the same however many there are, and a change copies one
/// chunk and a word for each of the others.
public struct AppIDSet: Hashable, Sendable, Sequence {
    /// A chunk without a member is empty, and the last one never is: equal sets are equal bit by bit.
    private var chunks: [[UInt64]] = []
    /// The number of apps in the set.
    public private(set) var count = 0

    private static let wordsPerChunk = 64
    private static let namesPerChunk = 64 * wordsPerChunk

    /// Creates an empty set.
    public init() {}

    /// Whether the app is in the set.
    public func contains(_ app: AppID) -> Bool {
        let (chunk, word, bit) = Self.place(of: app)
        return chunk < chunks.count && !chunks[chunk].isEmpty && chunks[chunk][word] & bit != 0
    }

    /// Puts the app into the set, where it may be already.
    mutating func insert(_ app: AppID) {
        guard !contains(app) else { return }
        let (chunk, word, bit) = Self.place(of: app)
        while chunks.count <= chunk { chunks.append([]) }
        if chunks[chunk].isEmpty { chunks[chunk] = Array(repeating: 0, count: Self.wordsPerChunk) }
        chunks[chunk][word] |= bit
        count += 1
    }

    /// Takes the app out of the set, where it may not be.
    mutating func remove(_ app: AppID) {
        guard contains(app) else { return }
        let (chunk, word, bit) = Self.place(of: app)
        chunks[chunk][word] &= ~bit
        count -= 1
        if chunks[chunk].allSatisfy({ $0 == 0 }) { chunks[chunk] = [] }
        while chunks.last?.isEmpty == true { chunks.removeLast() }
    }

    /// The set with lists of its own.
    var separate: AppIDSet {
        var set = self
        set.chunks = chunks.map { $0.map { $0 } }
        return set
    }

    /// The apps in the order of the numbers of their names.
    public func makeIterator() -> IndexingIterator<[AppID]> {
        var apps: [AppID] = []
        walk { apps.append($0) }
        return apps.makeIterator()
    }

    /// Takes each app in the same order, and allocates nothing.
    package func walk(_ body: (AppID) -> Void) {
        var left = count
        for chunk in chunks.indices where !chunks[chunk].isEmpty {
            for word in 0..<Self.wordsPerChunk {
                var rest = chunks[chunk][word]
                guard rest != 0 else { continue }
                let first = chunk * Self.namesPerChunk + word * 64
                while rest != 0 {
                    body(AppID(Name(UInt32(first + rest.trailingZeroBitCount))))
                    rest &= rest - 1
                    left -= 1
                }
                if left == 0 { return }
            }
        }
    }

    private static func place(of app: AppID) -> (chunk: Int, word: Int, bit: UInt64) {
        let (chunk, rest) = Int(app.name.number).quotientAndRemainder(dividingBy: namesPerChunk)
        return (chunk, rest / 64, 1 << UInt64(rest % 64))
    }
}
