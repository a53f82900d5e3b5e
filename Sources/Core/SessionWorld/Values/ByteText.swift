// Texts are compared as bytes. Swift's comparison also equates texts that are canonically equivalent in Unicode, such
// as é in one or two scalars.

extension String {
    /// Whether both texts have equal bytes.
    package func hasBytes(of other: String) -> Bool {
        // Texts that differ for Swift differ in bytes, and Swift's comparison is faster.
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
