/// The words in which two texts differ, found as their longest common subsequence.
enum WordDifference {
    /// A part of a text; the parts in their order are the text.
    struct Part: Equatable {
        var text: String
        /// Whether the other text lacks it.
        let isOwn: Bool
    }

    /// The greatest number of pairs of words that are compared; above it, all words between the equal beginnings and
    /// the equal ends count as different.
    private static let mostPairs = 250_000

    /// Returns the parts of both texts.
    static func parts(_ one: String, _ other: String) -> (one: [Part], other: [Part]) {
        let (left, right) = (words(of: one), words(of: other))
        let common = common(left, right)
        return (joined(left, common.left), joined(right, common.right))
    }

    /// Splits a text into words, and into the single characters between them.
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

    /// Returns for each word whether it belongs to the longest common subsequence.
    private static func common(_ left: [Substring], _ right: [Substring]) -> (left: [Bool], right: [Bool]) {
        let begin = zip(left, right).prefix { $0 == $1 }.count
        let end = zip(left.dropFirst(begin).reversed(), right.dropFirst(begin).reversed()).prefix { $0 == $1 }.count
        func isOuter(_ count: Int) -> [Bool] { (0..<count).map { $0 < begin || $0 >= count - end } }
        var marks = (left: isOuter(left.count), right: isOuter(right.count))
        let (rows, columns) = (left.count - begin - end, right.count - begin - end)
        guard rows > 0, columns > 0, rows * columns <= mostPairs else { return marks }
        // lengths[row][column] is the length of the longest one behind these places.
        var lengths = Array(repeating: Array(repeating: 0, count: columns + 1), count: rows + 1)
        for row in (0..<rows).reversed() {
            for column in (0..<columns).reversed() {
                lengths[row][column] =
                    left[begin + row] == right[begin + column]
                    ? lengths[row + 1][column + 1] + 1 : max(lengths[row + 1][column], lengths[row][column + 1])
            }
        }
        var (row, column) = (0, 0)
        while row < rows, column < columns {
            if left[begin + row] == right[begin + column] {
                (marks.left[begin + row], marks.right[begin + column]) = (true, true)
                (row, column) = (row + 1, column + 1)
            } else if lengths[row + 1][column] >= lengths[row][column + 1] {
                row += 1
            } else {
                column += 1
            }
        }
        return marks
    }

    /// Joins neighbours of a kind. What stands between two words that are a text's own is its own, too; a separator by
    /// itself never is.
    private static func joined(_ words: [Substring], _ isCommon: [Bool]) -> [Part] {
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
        for (word, isCommon) in zip(words, isCommon) {
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
