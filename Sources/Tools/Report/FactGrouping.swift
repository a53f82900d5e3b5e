/// Combines facts that differ only in their names into one sentence.
enum FactGrouping {
    /// Returns the sentences of facts, combining those that differ only in the name.
    static func lines(of facts: [Chart.Snapshot.Fact]) -> [String] {
        gathered(facts.map { ($0.about, $0.sentence, $0) }).map { line($0[0].sentence, of: $0.map(\.about)) }
    }

    /// Returns the sentence about the first name with the others added.
    static func line(_ sentence: String, of names: [String]) -> String {
        names.count == 1 ? sentence : "\(sentence); likewise \(names.dropFirst().joined(separator: ", "))"
    }

    /// Groups the values whose sentences differ only in their names, in the order of the first ones.
    /// - Parameter values: Each with the name that its sentence is about, and the sentence.
    static func gathered<Value>(_ values: [(name: String, sentence: String, value: Value)]) -> [[Value]] {
        var groups: [[Value]] = []
        var places: [String: Int] = [:]
        for (name, sentence, value) in values {
            let shape = shape(of: sentence, without: name)
            if let place = places[shape] {
                groups[place].append(value)
            } else {
                places[shape] = groups.count
                groups.append([value])
            }
        }
        return groups
    }

    /// Returns a sentence with its name replaced by a placeholder.
    private static func shape(of sentence: String, without name: String) -> String {
        func isWord(_ character: Character?) -> Bool { character.map { $0.isLetter || $0.isNumber } ?? false }
        var shape = ""
        var rest = sentence[...]
        for found in sentence.ranges(of: name) {
            guard !isWord(sentence[..<found.lowerBound].last), !isWord(sentence[found.upperBound...].first) else {
                continue
            }
            shape += rest[..<found.lowerBound] + "\0"
            rest = sentence[found.upperBound...]
        }
        return shape + rest
    }
}
