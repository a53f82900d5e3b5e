// Text is bytes here: two texts are the same if their bytes are. Swift's own comparison also takes texts for the same that
// Unicode calls equivalent, such as é in one character or in two, and the Kelvin sign and K.

extension String {
    /// Whether both are the same bytes.
    package func hasBytes(of other: String) -> Bool {
        // What differs for Swift differs in bytes, and this comparison is the fast one.
        self == other && utf8.count == other.utf8.count && utf8.elementsEqual(other.utf8)
    }
}

extension [String] {
    /// The place of a text, byte by byte.
    package func place(of text: String) -> Int? { firstIndex { $0.hasBytes(of: text) } }
}

/// A text as a key of sets and dictionaries: compared, hashed and ordered by its bytes.
package struct ByteText: Hashable, Comparable, Sendable {
    package let text: String

    /// Creates a key.
    package init(_ text: String) { self.text = text }

    package static func == (one: ByteText, other: ByteText) -> Bool { one.text.hasBytes(of: other.text) }

    package static func < (one: ByteText, other: ByteText) -> Bool {
        one.text.utf8.lexicographicallyPrecedes(other.text.utf8)
    }

    package func hash(into hasher: inout Hasher) {
        var text = text
        text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
        hasher.combine(text.utf8.count)
    }
}
