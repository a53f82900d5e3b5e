public import SessionPolicy

/// The texts of the policy's names: each distinct text has a number.
///
/// Texts are compared as bytes. A table is a value, copied with each branch of a world.
public struct NameTable: Sendable {
    /// The maximum length of a name from outside, in bytes.
    public static let lengthLimit = 256

    private var entries: [Entry] = []
    private var numbers: [ByteText: UInt32] = [:]
    /// The numbers of forgotten texts, for reuse.
    private var unused: [UInt32] = []

    private struct Entry: Sendable {
        let text: String
        /// Whether it may be forgotten because only programs have used it.
        var isPassing: Bool
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

    /// The number of a text that may be forgotten once unreferenced, unless `name` is called for it as well.
    mutating func passingName(_ text: String) -> Name { name(text, isPassing: true) }

    private mutating func name(_ text: String, isPassing: Bool) -> Name {
        let key = ByteText(text)
        if let number = numbers[key] { return Name(number) }
        let entry = Entry(text: text, isPassing: isPassing)
        let number = unused.popLast() ?? UInt32(entries.count)
        if Int(number) < entries.count { entries[Int(number)] = entry } else { entries.append(entry) }
        numbers[key] = number
        return Name(number)
    }

    /// Forgets unreferenced passing names and reuses their numbers.
    /// - Parameter isUsed: Whether something refers to a name.
    mutating func forget(unless isUsed: (Name) -> Bool) -> Set<Name> {
        let before = Set(unused)
        var forgotten: Set<Name> = []
        for number in UInt32(0)..<UInt32(entries.count) where !before.contains(number) {
            let entry = entries[Int(number)]
            guard entry.isPassing, !isUsed(Name(number)) else { continue }
            forgotten.insert(Name(number))
            unused.append(number)
            numbers[ByteText(entry.text)] = nil
            entries[Int(number)] = Entry(text: "", isPassing: true)
        }
        return forgotten
    }

    /// The text behind a name of this table.
    public subscript(name: Name) -> String { entries[Int(name.number)].text }

    /// Whether one name's text comes before another's, compared byte by byte.
    public func ordersBefore(_ one: Name, _ other: Name) -> Bool {
        entries[Int(one.number)].text.utf8.lexicographicallyPrecedes(entries[Int(other.number)].text.utf8)
    }
}
