/// Writes one message: little-endian integers without gaps.
struct WireWriter {
    private(set) var bytes: [UInt8]

    /// Begins a message.
    /// - Parameters:
    ///   - number: The number of the question or answer, or 0.
    init(_ kind: UInt16, _ number: UInt32, capacity: Int = 64) {
        bytes = []
        bytes.reserveCapacity(capacity)
        put(kind)
        put(UInt16(0))
        put(number)
    }

    mutating func put<Number: FixedWidthInteger>(_ number: Number) {
        withUnsafeBytes(of: number.littleEndian) { bytes.append(contentsOf: $0) }
    }

    /// Writes an optional text without NUL, truncated at a character boundary.
    mutating func put(_ text: String?, limit: Int) {
        guard let text else { return put(UInt16.max) }
        // Readers refuse NUL, which tags of files may contain.
        let utf8 = (text.utf8.contains(0) ? text.filter { $0 != "\0" } : text).utf8
        var count = utf8.count
        if count > limit {
            var end = utf8.index(utf8.startIndex, offsetBy: limit)
            // Do not split a character: continuation bytes begin with the bits 10.
            while end > utf8.startIndex, utf8[end] & 0xC0 == 0x80 { end = utf8.index(before: end) }
            count = utf8.distance(from: utf8.startIndex, to: end)
        }
        put(UInt16(count))
        bytes.append(contentsOf: utf8.prefix(count))
    }

    mutating func replace(at place: Int, with number: UInt16) {
        bytes[place] = UInt8(truncatingIfNeeded: number)
        bytes[place + 1] = UInt8(truncatingIfNeeded: number >> 8)
    }
}
