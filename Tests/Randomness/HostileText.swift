extension SplitMix {
    /// A text of at most so many scalars, of those that writers trip over: marks of every language that is written here,
    /// controls, what turns the direction of writing, what is no character, and what is longer than it looks.
    public mutating func hostileText(atMost count: Int = 12) -> String {
        var text = String.UnicodeScalarView()
        for _ in 0..<Int.random(in: 0...count, using: &self) {
            switch Int.random(in: 0..<5, using: &self) {
            case 0: text.append(pick(Self.marks))
            case 1: text.append(pick(Self.unprintable))
            case 2: text.append(Unicode.Scalar(UInt8.random(in: 0...0xFF, using: &self)))
            case 3: text.append(Unicode.Scalar(UInt32.random(in: 0x2000...0x20FF, using: &self)) ?? "?")
            default: text.append(Unicode.Scalar(UInt32.random(in: 0...0x10_FFFF, using: &self)) ?? "?")
            }
        }
        return String(text)
    }

    private static let marks: [Unicode.Scalar] = [
        "a", "B", "7", " ", "\"", "'", "`", "\\", "/", "#", "$", "{", "}", "(", ")", "[", "]", "<", ">", "&", ";", ":",
        ",", "-",
        "*", "%", "@", "!", "é", "\u{301}", "日", "😀", "\u{E0001}", "\u{10FFFF}",
    ]

    /// Characters that no writer may write as they are: they move a cursor, begin a line, turn the writing around, or
    /// cannot be seen.
    public static let unprintable: [Unicode.Scalar] =
        (Array(0..<0x20) + Array(0x7F..<0xA0) + [0x61C, 0x200E, 0x200F, 0x2028, 0x2029] + Array(0x202A...0x202E)
        + Array(0x2066...0x2069) + [0xFEFF, 0xFFF9, 0xFFFA, 0xFFFB, 0xFFFE, 0xFFFF] as [UInt32]).compactMap {
            Unicode.Scalar($0)
        }

    /// Returns those of them that are in a text as they are, except for the ends of its lines.
    public static func unprintable(in text: String) -> [Unicode.Scalar] {
        let known = Set(unprintable)
        return text.unicodeScalars.filter { $0 != "\n" && known.contains($0) }
    }
}
