/// An error in a message, as the end of a sentence.
struct WireFault: Error, Hashable, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}

/// Reads one message. Throws on invalid bytes and never reads beyond them.
struct WireReader {
    private let bytes: UnsafeRawBufferPointer
    private var place = 0

    init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

    /// The number of bytes that are left.
    var left: Int { bytes.count - place }

    mutating func head() throws(WireFault) -> (kind: UInt16, number: UInt32) {
        guard left >= WireFormat.headSize else {
            throw WireFault("it is shorter than its head of 8 bytes")
        }
        let kind = try whole(UInt16.self)
        guard try whole(UInt16.self) == 0 else {
            throw WireFault("the two bytes behind its kind are not zero")
        }
        return (kind, try whole(UInt32.self))
    }

    mutating func whole<Number: FixedWidthInteger>(_ type: Number.Type) throws(WireFault) -> Number {
        let size = MemoryLayout<Number>.size
        guard left >= size else { throw WireFault("it ends too early") }
        defer { place += size }
        return Number(littleEndian: bytes.loadUnaligned(fromByteOffset: place, as: Number.self))
    }

    /// Reads an optional text of at most `limit` bytes.
    mutating func text(limit: Int) throws(WireFault) -> String? {
        let count = try whole(UInt16.self)
        guard count != .max else { return nil }
        guard count <= limit else { throw WireFault("a text is longer than \(limit) bytes") }
        guard left >= Int(count) else { throw WireFault("it ends too early") }
        let bytes = UnsafeRawBufferPointer(rebasing: bytes[place..<place + Int(count)])
        place += Int(count)
        guard !bytes.contains(0), let text = String(validating: bytes, as: UTF8.self) else {
            throw WireFault("a text is not UTF-8")
        }
        return text
    }

    func end() throws(WireFault) {
        guard left == 0 else { throw WireFault("it has \(left) bytes too many") }
    }
}
