import SessionPolicy

/// Bytes on their way out, in storage that is used again and again.
public struct ByteBuffer: ~Copyable {
    private var base: UnsafeMutablePointer<UInt8>
    private var capacity: Int
    public private(set) var count = 0

    /// Creates an empty buffer with room for some bytes; it grows as needed.
    public init(capacity: Int = 65_536) {
        self.capacity = max(16, capacity)
        base = .allocate(capacity: self.capacity)
    }

    deinit { base.deallocate() }

    /// Forgets the bytes and keeps the storage.
    public mutating func removeAll() { count = 0 }

    /// The bytes, for as long as the closure runs.
    public func withBytes<Result: ~Copyable, Failure: Error>(
        _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try body(UnsafeRawBufferPointer(start: base, count: count))
    }

    /// A copy of the bytes.
    public var bytes: [UInt8] { Array(UnsafeBufferPointer(start: base, count: count)) }

    /// The bytes as text.
    public var text: String { String(decoding: UnsafeBufferPointer(start: base, count: count), as: UTF8.self) }

    @inline(__always)
    private mutating func reserve(_ more: Int) {
        if count + more > capacity { grow(by: more) }
    }

    @inline(never)
    private mutating func grow(by more: Int) {
        let larger = max(capacity * 2, count + more)
        let moved = UnsafeMutablePointer<UInt8>.allocate(capacity: larger)
        moved.update(from: base, count: count)
        base.deallocate()
        base = moved
        capacity = larger
    }

    @inline(__always)
    mutating func append(byte: UInt8) {
        reserve(1)
        base[count] = byte
        count += 1
    }

    @inline(__always)
    mutating func append(_ text: StaticString) {
        reserve(text.utf8CodeUnitCount)
        (base + count).update(from: text.utf8Start, count: text.utf8CodeUnitCount)
        count += text.utf8CodeUnitCount
    }

    @inline(__always)
    mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) {
        reserve(bytes.count)
        if let start = bytes.baseAddress { (base + count).update(from: start, count: bytes.count) }
        count += bytes.count
    }

    @inline(__always)
    mutating func append(plain text: String) {
        var text = text
        text.withUTF8 { append($0) }
    }

    mutating func append(integer: Int) {
        if integer < 0 { append(byte: UInt8(ascii: "-")) }
        append(digits: integer.magnitude)
    }

    private mutating func append(digits value: UInt) {
        reserve(20)
        var length = 1
        var rest = value / 10
        while rest > 0 {
            length += 1
            rest /= 10
        }
        rest = value
        for place in stride(from: count + length - 1, through: count, by: -1) {
            base[place] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
            rest /= 10
        }
        count += length
    }

    /// Appends a finite number in the fewest digits that read back as the same number, always with a decimal point or
    /// an exponent.
    mutating func append(number: Double) {
        let magnitude = number.magnitude
        let millionths = (magnitude * 1e6).rounded()
        // Up to fifteen digits name one double at most, so what divides back to it is the shortest.
        guard millionths < 1e15, millionths / 1e6 == magnitude else {
            for byte in number.description.utf8 { append(byte: byte) }
            return
        }
        if number < 0 { append(byte: UInt8(ascii: "-")) }
        let (whole, fraction) = UInt(millionths).quotientAndRemainder(dividingBy: 1_000_000)
        append(digits: whole)
        append(byte: UInt8(ascii: "."))
        var rest = fraction
        var unit: UInt = 100_000
        repeat {
            append(byte: UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest / unit))
            rest %= unit
            unit /= 10
        } while rest > 0
    }

    mutating func append(quoting text: String) {
        append("\"")
        append(escaping: text)
        append("\"")
    }

    /// Appends a text with JSON's escapes, without quotes.
    mutating func append(escaping text: String) {
        var text = text
        text.withUTF8 { append(escaping: $0) }
    }

    /// Appends UTF-8 with JSON's escapes, without quotes.
    mutating func append(escaping bytes: UnsafeBufferPointer<UInt8>) {
        // Nearly always there is nothing to escape. Without branches, many bytes are looked at together.
        var escapes: UInt8 = 0
        for byte in bytes { escapes |= Self.mayNeedEscape(byte) }
        guard escapes != 0 else { return append(bytes) }
        // The one place that knows all escapes; the bytes are valid UTF-8.
        var quoted = String(decoding: bytes, as: UTF8.self).quoted
        quoted.withUTF8 { append(UnsafeBufferPointer(rebasing: $0.dropFirst().dropLast())) }
    }

    /// 1 for a byte that may belong to a scalar that stands as its escape: one of JSON, or any beyond printable ASCII.
    @inline(__always)
    private static func mayNeedEscape(_ byte: UInt8) -> UInt8 {
        (byte < 0x20 ? 1 : 0) | (byte >= 0x7F ? 1 : 0) | (byte == UInt8(ascii: "\"") ? 1 : 0)
            | (byte == UInt8(ascii: "\\") ? 1 : 0)
    }
}

extension UnsafeBufferPointer<UInt8> {
    /// The first place of a byte from another place on; eight bytes are looked at together.
    func firstIndex(of byte: UInt8, from start: Int) -> Int? {
        guard let base = UnsafeRawPointer(baseAddress) else { return nil }
        let pattern = UInt64(byte) &* 0x0101_0101_0101_0101
        var place = start
        while place + 8 <= count {
            let word = UInt64(littleEndian: base.loadUnaligned(fromByteOffset: place, as: UInt64.self)) ^ pattern
            // The lowest bit of these belongs to the first byte of the word that is zero; above it nothing is sure.
            let zeros = (word &- 0x0101_0101_0101_0101) & ~word & 0x8080_8080_8080_8080
            if zeros != 0 { return place + zeros.trailingZeroBitCount / 8 }
            place += 8
        }
        while place < count {
            if self[place] == byte { return place }
            place += 1
        }
        return nil
    }
}
