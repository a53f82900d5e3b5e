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

    private static func words(of text: String) -> [Substring] {
        var words: [Substring] = []
        var start = text.startIndex
        for place in text.indices where !isInWord(text[place]) {
            if start < place { words.append(text[start..<place]) }
            words.append(text[place...place])
            start = text.index(after: place)
        }
        if start < text.endIndex { words.append(text[start...]) }
        return words
    }

    private static func isInWord(_ character: Character) -> Bool {
        !character.isWhitespace && !",;:(){}[]".contains(character)
    }

    /// Joins neighbours of the same kind. A separator between two words of one text belongs to that text; a separator
    /// alone never does.
    private static func joined(_ words: [Substring], _ own: Set<Int>) -> [Part] {
        var parts: [Part] = []
        func append(_ text: Substring, _ isOwn: Bool) {
            if parts.last?.isOwn == isOwn {
                parts[parts.count - 1].text += text
            } else {
                parts.append(Part(text: String(text), isOwn: isOwn))
            }
        }
        var between: [Substring] = []
        var wasOwn = false
        for (place, word) in words.enumerated() {
            let isCommon = !own.contains(place)
            guard word.count > 1 || word.allSatisfy(isInWord) else {
                between.append(word)
                continue
            }
            for separator in between { append(separator, wasOwn && !isCommon) }
            between = []
            append(word, !isCommon)
            wasOwn = !isCommon
        }
        for separator in between { append(separator, false) }
        return parts
    }
}
