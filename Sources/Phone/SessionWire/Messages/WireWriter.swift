import SessionPolicy

/// One message on its way out: whole numbers in little endian, one after the other without gaps.
struct WireWriter {
    private(set) var bytes: [UInt8]

    /// Begins a message.
    ///
    /// - Parameters:
    ///   - number: The number of the question, that its answer repeats; zero for what is no answer and wants none.
    init(_ kind: UInt16, _ number: UInt32, capacity: Int = 64) {
        bytes = []
        bytes.reserveCapacity(capacity)
        put(kind)
        put(UInt16(0))
        put(number)
    }

    /// Returns a message as bytes.
    static func message(
        _ kind: UInt16, _ number: UInt32, capacity: Int = 64,
        _ writeFields: (inout WireWriter) -> Void = { _ in }
    ) -> [UInt8] {
        var writer = WireWriter(kind, number, capacity: capacity)
        writeFields(&writer)
        return writer.bytes
    }

    mutating func put<Number: FixedWidthInteger>(_ number: Number) {
        withUnsafeBytes(of: number.littleEndian) { bytes.append(contentsOf: $0) }
    }

    mutating func put(_ number: Double) { put(number.bitPattern) }

    mutating func put(_ flag: Bool) { put(UInt8(flag ? 1 : 0)) }

    /// Puts a text of at most so many bytes, without NUL; of a longer one the beginning, up to a character's end.
    mutating func put(_ text: String, limit: Int = WireFormat.nameLimit) {
        // A reader refuses NUL, which tags of files may hold.
        let text = text.utf8.contains(0) ? text.filter { $0 != "\0" } : text
        let utf8 = text.utf8
        var count = utf8.count
        if count > limit {
            var end = utf8.index(utf8.startIndex, offsetBy: limit)
            // Not in the middle of a character, where the next byte begins with the bits 10.
            while end > utf8.startIndex, utf8[end] & 0xC0 == 0x80 { end = utf8.index(before: end) }
            count = utf8.distance(from: utf8.startIndex, to: end)
        }
        put(UInt16(count))
        bytes.append(contentsOf: utf8.prefix(count))
    }

    mutating func put(optional text: String?, limit: Int = WireFormat.nameLimit) {
        if let text { put(text, limit: limit) } else { put(UInt16.max) }
    }

    mutating func put(sentence: String) { put(sentence, limit: WireFormat.sentenceLimit) }

    /// Puts a length; a length below zero is put as zero, because a negative number stands for none.
    mutating func put(_ length: Length?) { put(length.map { max(0, $0.nanoseconds) } ?? -1) }

    /// Puts a number in the place of one that was put there before.
    mutating func replace(at place: Int, with number: UInt16) {
        bytes[place] = UInt8(truncatingIfNeeded: number)
        bytes[place + 1] = UInt8(truncatingIfNeeded: number >> 8)
    }
}
