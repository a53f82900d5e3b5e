internal import SessionOracle
internal import SessionPolicy

/// The state of a walk: the fingerprints of what it has seen and the paths to what it has still to leave, as bytes that
/// go into a file.
///
/// It names the walk that it is of: the rules, the letters, what is forgotten, what is checked and the build that walked. No
/// state stands in it; each is reached once more by its path when the walk is taken up, and must then be one that was seen.
public struct Checkpoint: Sendable {
    /// The bytes of the file.
    public let bytes: [UInt8]

    /// Takes what a file held; whether it is a checkpoint at all shows when a walk is taken up with it.
    public init(bytes: [UInt8]) { self.bytes = bytes }

    /// The facts by which a walk is taken up again.
    struct Standing {
        /// The number of letters that lead to the states that are left.
        var depth: Int
        var deepest: Int
        var transitions: Int
        /// The paths to the states of this depth that were not left.
        var left: [UInt16]
        var leftCount: Int
        /// The paths to the states of the next depth.
        var found: [UInt16]
        var foundCount: Int
        var objections: [Walk.Objection]
        var visited: VisitedSet
    }

    private static let magic = Array("audiosession walk 2\n".utf8)
    /// The beginning of earlier checkpoints, of which some counted the last steps of a walk twice.
    private static let earlierMagic = Array("audiosession walk 1\n".utf8)

    init(of exploration: Exploration, _ standing: Standing) {
        var writer = ByteWriter(bytes: Checkpoint.magic)
        let digest = exploration.digest
        writer.add(digest.high)
        writer.add(digest.low)
        for number in [
            standing.depth, standing.deepest, standing.transitions, standing.leftCount, standing.foundCount,
            standing.objections.count,
        ] {
            writer.add(UInt64(number))
        }
        for objection in standing.objections {
            writer.add(Array(objection.invariant.utf8))
            writer.add(Array(objection.text.utf8))
            writer.add(objection.path)
        }
        writer.add(standing.left)
        writer.add(standing.found)
        writer.add(standing.visited.words)
        writer.add(CheckValue(of: writer.bytes).word)
        bytes = writer.bytes
    }

    /// - Throws: `CheckpointError` where this is none, or is of another walk.
    func standing(of exploration: Exploration) throws(CheckpointError) -> Standing {
        guard bytes.starts(with: Checkpoint.magic) else {
            throw bytes.starts(with: Checkpoint.earlierMagic) ? .earlierVersion : .noCheckpoint
        }
        var reader = ByteReader(rest: bytes.dropFirst(Checkpoint.magic.count).dropLast(8))
        var end = ByteReader(rest: bytes.suffix(8))
        guard let fold = end.word(), fold == CheckValue(of: bytes.dropLast(8)).word else { throw .damaged }
        let digest = exploration.digest
        guard reader.word() == digest.high, reader.word() == digest.low else { throw .otherWalk }
        guard let depth = reader.number(), let deepest = reader.number(), let transitions = reader.number(),
            let leftCount = reader.number(), let foundCount = reader.number(), let objectionCount = reader.number()
        else { throw .damaged }
        var objections: [Walk.Objection] = []
        for _ in 0..<objectionCount {
            guard let invariant = reader.text(), let text = reader.text(), let path = reader.letters() else {
                throw .damaged
            }
            objections.append(Walk.Objection(invariant: invariant, text: text, path: path))
        }
        // At every depth some state is known, and whatever waits is.
        guard let left = reader.letters(), let found = reader.letters(), let words = reader.words(),
            let visited = VisitedSet(words: words[...]), max(depth, leftCount, foundCount) <= visited.count,
            left.count == leftCount * depth, found.count == foundCount * (depth + 1)
        else { throw .damaged }
        return Standing(
            depth: depth, deepest: deepest, transitions: transitions, left: left, leftCount: leftCount, found: found,
            foundCount: foundCount, objections: objections, visited: visited)
    }
}

/// The reason for which a walk cannot be taken up again.
public enum CheckpointError: Error, Hashable, Sendable, CustomStringConvertible {
    case noCheckpoint, earlierVersion, damaged, otherWalk, otherRules

    public var description: String {
        switch self {
        case .noCheckpoint: "this is no checkpoint of an exploration; name another file, or begin anew without one"
        case .earlierVersion: "the checkpoint is of an earlier version of audiosession; remove it and begin anew"
        case .damaged: "the checkpoint was cut short or changed; remove it and begin anew"
        case .otherWalk:
            "the checkpoint is of other rules or invariants, another slice, other limits of what is tried or another build of "
                + "audiosession; explore as then, or begin anew"
        case .otherRules:
            "a state in the checkpoint is reached no longer: it is of another version of audiosession; begin anew"
        }
    }
}

extension Exploration {
    /// The identity of this walk, as 32 hexadecimal digits: rules, letters, what is forgotten, what is checked, and the
    /// build of the program that walks.
    public var identity: String { digest.text }

    /// The identity of this walk: rules, letters, abstraction, invariants and build; not its limits, nor the number of
    /// its threads.
    var digest: Fingerprint { digest(holdingTo: Invariant.all, by: Build.fingerprint) }

    /// Returns the identity for these invariants and that build: a walk that was held to others, or by another, is not
    /// proved.
    func digest(holdingTo invariants: [Invariant], by build: Fingerprint) -> Fingerprint {
        var text = Array(book.json().utf8)
        for event in alphabet.preamble + alphabet.events { text += Array("\(event)\n".utf8) }
        for invariant in invariants where scopes.contains(invariant.scope) {
            text += Array("\(invariant.id): \(invariant.sentence)\n".utf8)
        }
        text += Array("\(abstraction.rawValue) \(scopes.map(\.rawValue)) \(trialStride) \(build.text)".utf8)
        return Fingerprint(of: text)
    }
}

/// Numbers as bytes, the lowest first.
private struct ByteWriter {
    private(set) var bytes: [UInt8]

    mutating func add(_ word: some FixedWidthInteger) {
        for place in stride(from: 0, to: word.bitWidth, by: 8) {
            bytes.append(UInt8(truncatingIfNeeded: word >> place))
        }
    }

    mutating func add(_ words: [some FixedWidthInteger]) {
        add(UInt64(words.count))
        for word in words { add(word) }
    }
}

/// Reads what the writer wrote; nil where the bytes end before.
private struct ByteReader {
    var rest: ArraySlice<UInt8>

    mutating func integer<Number: FixedWidthInteger>(_ type: Number.Type) -> Number? {
        let length = Number.bitWidth / 8
        guard rest.count >= length else { return nil }
        var number: Number = 0
        for byte in rest.prefix(length).reversed() { number = number << 8 | Number(truncatingIfNeeded: byte) }
        rest = rest.dropFirst(length)
        return number
    }

    mutating func word() -> UInt64? { integer(UInt64.self) }

    /// A number that counts something: no more than there could be bytes on any disk.
    mutating func number() -> Int? { word().flatMap { $0 < 1 << 48 ? Int($0) : nil } }

    private mutating func list<Number: FixedWidthInteger>(_ type: Number.Type) -> [Number]? {
        guard let count = number(), count <= rest.count / (Number.bitWidth / 8) else { return nil }
        var list: [Number] = []
        list.reserveCapacity(count)
        for _ in 0..<count {
            guard let number = integer(type) else { return nil }
            list.append(number)
        }
        return list
    }

    mutating func letters() -> [UInt16]? { list(UInt16.self) }
    mutating func words() -> [UInt32]? { list(UInt32.self) }
    mutating func text() -> String? { list(UInt8.self).map { String(decoding: $0, as: UTF8.self) } }
}
