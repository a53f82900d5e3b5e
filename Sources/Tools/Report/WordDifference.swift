/// The words in which two texts differ, found as the shortest edit.
enum WordDifference {
    /// A part of a text; the parts in order form the text.
    struct Part: Equatable {
        var text: String
        let isOwn: Bool
    }

    /// The largest number of word pairs to compare; beyond it, everything between the common prefix and suffix counts
    /// as different.
    private static let mostPairs = 250_000

    static func parts(_ one: String, _ other: String) -> (one: [Part], other: [Part]) {
        let (left, right) = (words(of: one), words(of: other))
        let begin = zip(left, right).prefix { $0 == $1 }.count
        let end = zip(left.dropFirst(begin).reversed(), right.dropFirst(begin).reversed()).prefix { $0 == $1 }.count
        var own = (left: Set(begin..<left.count - end), right: Set(begin..<right.count - end))
        if own.left.count * own.right.count <= mostPairs {
            own = ([], [])
            for change in right.difference(from: left) {
                switch change {
                case .remove(let place, _, _): own.left.insert(place)
                case .insert(let place, _, _): own.right.insert(place)
                }
            }
        }
        return (joined(left, own.left), joined(right, own.right))
    }

    /// The words, and each character between them.
    private static func words(of text: String) -> [Substring] {
        text.matches(of: #/[^\s,;:(){}\[\]]+|[\s\S]/#).map(\.output)
    }

    /// Joins neighbours of the same kind. A separator between two words of one text belongs to that text; a separator
    /// alone never does.
    private static func joined(_ words: [Substring], _ own: Set<Int>) -> [Part] {
        let isWord = words.map { $0.count > 1 || $0.allSatisfy { !$0.isWhitespace && !",;:(){}[]".contains($0) } }
        return words.indices.reduce(into: []) { parts, place in
            let (before, after) = (isWord[...place].lastIndex(of: true), isWord[place...].firstIndex(of: true))
            let isOwn = [before, after].allSatisfy { $0.map(own.contains) ?? false }
            if parts.last?.isOwn == isOwn {
                parts[parts.count - 1].text += words[place]
            } else {
                parts.append(Part(text: String(words[place]), isOwn: isOwn))
            }
        }
    }
}
