public import SessionPolicy

/// The texts behind the numbers that the policy knows: each distinct text has one number.
///
/// Two texts are the same if their bytes are. A table is a value; a branch of a world takes its own along.
public struct NameTable: Sendable {
    /// A name may be this long, in bytes, where it comes from outside.
    public static let lengthLimit = 256

    private var entries: [Entry] = []
    /// The texts one after the other, with JSON's escapes and in double quotes.
    private var quotedTexts: [UInt8] = []
    /// Open addressing: a slot holds the number of an entry plus one, or zero.
    private var slots: [UInt32] = Array(repeating: 0, count: 64)

    /// The numbers of texts that have been forgotten, for texts to come.
    private var unused: [UInt32] = []

    private struct Entry: Sendable {
        let text: String
        /// Whether it may be forgotten: only programs have used it.
        var isPassing: Bool
        /// The place of the quoted text in `quotedTexts`.
        var quoted: Range<Int>
        let hash: UInt64
        /// The first eight bytes, so that most comparisons need no more.
        let prefix: UInt64
    }

    /// Creates an empty table.
    public init() {}

    /// The number of texts in the table.
    public var count: Int { entries.count - unused.count }

    /// The number of a text; a new text gets the next one.
    public mutating func name(_ text: String) -> Name {
        let name = name(text, isPassing: false)
        if entries[Int(name.number)].isPassing { entries[Int(name.number)].isPassing = false }
        return name
    }

    /// The number of a text that may be forgotten once nothing refers to it, unless `name` is asked for it, too.
    mutating func passingName(_ text: String) -> Name { name(text, isPassing: true) }

    private mutating func name(_ text: String, isPassing: Bool) -> Name {
        let hash = Self.hash(text)
        var slot = Int(truncatingIfNeeded: hash) & (slots.count - 1)
        while slots[slot] != 0 {
            let number = slots[slot] - 1
            if entries[Int(number)].hash == hash, entries[Int(number)].text.hasBytes(of: text) {
                return Name(number)
            }
            slot = (slot + 1) & (slots.count - 1)
        }
        let start = quotedTexts.count
        quotedTexts += Self.quoted(text)
        let entry = Entry(
            text: text, isPassing: isPassing, quoted: start..<quotedTexts.count, hash: hash, prefix: Self.prefix(text))
        let number = unused.popLast() ?? UInt32(entries.count)
        if Int(number) < entries.count { entries[Int(number)] = entry } else { entries.append(entry) }
        slots[slot] = number + 1
        if entries.count * 2 > slots.count { fill(slots.count * 2) }
        return Name(number)
    }

    /// Forgets the passing names that nothing refers to; their numbers are given to other texts.
    ///
    /// - Parameter isUsed: Whether something refers to a name.
    /// - Returns: What is forgotten.
    mutating func forget(unless isUsed: (Name) -> Bool) -> Set<Name> {
        let before = Set(unused)
        var forgotten: Set<Name> = []
        var texts: [UInt8] = []
        for number in entries.indices where !before.contains(UInt32(number)) {
            let name = Name(UInt32(number))
            if entries[number].isPassing, !isUsed(name) {
                forgotten.insert(name)
                unused.append(UInt32(number))
                entries[number] = Entry(text: "", isPassing: true, quoted: 0..<0, hash: 0, prefix: 0)
            } else {
                let start = texts.count
                texts += quotedTexts[entries[number].quoted]
                entries[number].quoted = start..<texts.count
            }
        }
        quotedTexts = texts
        fill(slots.count)
        return forgotten
    }

    /// The text behind a name of this table.
    public subscript(name: Name) -> String { entries[Int(name.number)].text }

    /// Appends the text behind a name with JSON's escapes.
    ///
    /// - Parameter isQuoted: Whether it stands in double quotes.
    func append(_ name: Name, isQuoted: Bool = true, to buffer: inout ByteBuffer) {
        var place = entries[Int(name.number)].quoted
        if !isQuoted { place = place.lowerBound + 1..<place.upperBound - 1 }
        quotedTexts.withUnsafeBufferPointer { buffer.append(UnsafeBufferPointer(rebasing: $0[place])) }
    }

    /// Whether one name's text comes before another's, compared byte by byte.
    public func ordersBefore(_ one: Name, _ other: Name) -> Bool {
        let first = entries[Int(one.number)].prefix
        let second = entries[Int(other.number)].prefix
        if first != second { return first < second }
        return entries[Int(one.number)].text.utf8.lexicographicallyPrecedes(entries[Int(other.number)].text.utf8)
    }

    /// Puts all entries into so many slots.
    private mutating func fill(_ count: Int) {
        slots = Array(repeating: 0, count: count)
        let unused = Set(unused)
        for (number, entry) in entries.enumerated() where !unused.contains(UInt32(number)) {
            var slot = Int(truncatingIfNeeded: entry.hash) & (slots.count - 1)
            while slots[slot] != 0 { slot = (slot + 1) & (slots.count - 1) }
            slots[slot] = UInt32(number + 1)
        }
    }

    /// FNV-1a with a final mix: the same in every run, unlike the standard library's.
    private static func hash(_ text: String) -> UInt64 {
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325
        for byte in text.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
        return hash ^ (hash >> 32)
    }

    private static func prefix(_ text: String) -> UInt64 {
        var prefix: UInt64 = 0
        var count = 0
        for byte in text.utf8.prefix(8) {
            prefix = prefix << 8 | UInt64(byte)
            count += 1
        }
        return count == 0 ? 0 : prefix << (8 * UInt64(8 - count))
    }

    private static func quoted(_ text: String) -> [UInt8] {
        var buffer = ByteBuffer(capacity: text.utf8.count + 2)
        buffer.append(quoting: text)
        return buffer.bytes
    }
}
