import CAudioSession
import CAudioSession.Place
import SessionPolicy
import Testing

@Suite("The names that the library takes")
struct NameTests {
    /// Whether a host accepts a scalar in an app's name.
    private static func isOfNames(_ scalar: Unicode.Scalar) -> Bool { scalar != "/" && scalar.isPrintable }

    @Test("Every Unicode scalar may stand in a name for the library exactly if it may for a host")
    func everyScalar() {
        var count = 0
        var differing: [Unicode.Scalar] = []
        // From 1 on: no text of C has the scalar 0 in it.
        for value in 1...0x10FFFF as ClosedRange<UInt32> {
            guard let scalar = Unicode.Scalar(value), let bytes = UTF8.encode(scalar) else { continue }
            count += 1
            let isName = place_is_name(bytes.map { CChar(bitPattern: $0) } + [0]) != 0
            if isName != Self.isOfNames(scalar) { differing.append(scalar) }
        }
        #expect(count == 0x10FFFF - 0x800)
        #expect(Array(differing.prefix(10)) == [])
    }

    @Test("Bytes that are no UTF-8 are no name")
    func noUTF8() {
        let names: [[UInt8]] = [
            [0x80], [0xC0, 0xAF], [0xE0, 0x80, 0x80], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80], [0xF8], [0xFF],
            [0xC3],
            [0xE2, 0x82], [0xF0, 0x9F, 0x8E],
        ]
        for name in names {
            let text = name.map { CChar(bitPattern: $0) } + [0]
            #expect(place_is_name(text) == 0, "\(name)")
            #expect(place_fitting(text, 256) == -1, "\(name)")
        }
    }

    @Test("A text is cut where a character ends")
    func cut() {
        #expect(place_fitting("", 4) == 0)
        #expect(place_fitting("abc", 4) == 3)
        #expect(place_fitting("abcde", 4) == 4)
        #expect(place_fitting("ab\u{20AC}", 4) == 2)
        #expect(place_fitting("ab\u{20AC}", 5) == 5)
        #expect(place_fitting("\u{1F3B5}\u{1F3B5}", 7) == 4)
    }
}
