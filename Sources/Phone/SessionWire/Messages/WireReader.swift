import SessionPolicy

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

    mutating func flag() throws(WireFault) -> Bool {
        switch try whole(UInt8.self) {
        case 0: return false
        case 1: return true
        default: throw WireFault("a flag is neither 0 nor 1")
        }
    }

    mutating func double(in range: ClosedRange<Double>) throws(WireFault) -> Double {
        let number = Double(bitPattern: try whole(UInt64.self))
        // NaN is in no range.
        guard range.contains(number) else {
            throw WireFault("a number is not from \(range.lowerBound) to \(range.upperBound)")
        }
        return number + 0  // Turns -0 into 0.
    }

    /// Reads a machine time of 0 to 146 years, so that adding a length cannot overflow.
    mutating func time() throws(WireFault) -> MachineTime {
        let nanoseconds = try whole(Int64.self)
        guard (0...Int64.max / 2).contains(nanoseconds) else {
            throw WireFault("a time is none of the machine's")
        }
        return MachineTime(nanoseconds: nanoseconds)
    }

    mutating func code<Code: RawRepresentable>(
        _ type: Code.Type
    ) throws(WireFault) -> Code where Code.RawValue: FixedWidthInteger {
        let number = try whole(Code.RawValue.self)
        guard let code = Code(rawValue: number) else {
            throw WireFault("there is no \(type) \(number)")
        }
        return code
    }

    /// Reads an optional code; 255 is none.
    mutating func optionalCode<Code: RawRepresentable>(
        _ type: Code.Type
    ) throws(WireFault) -> Code? where Code.RawValue == UInt8 {
        guard left >= 1, bytes[place] == 255 else { return try code(type) }
        place += 1
        return nil
    }

    mutating func text(limit: Int = WireFormat.nameLimit) throws(WireFault) -> String {
        guard let text = try optionalText(limit: limit) else { throw WireFault("a text is missing") }
        return text
    }

    mutating func optionalText(limit: Int = WireFormat.nameLimit) throws(WireFault) -> String? {
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

    /// Reads an optional length in nanoseconds; -1 is none.
    mutating func optionalLength() throws(WireFault) -> Length? {
        let nanoseconds = try whole(Int64.self)
        guard nanoseconds >= -1 else { throw WireFault("a length is less than zero") }
        return nanoseconds == -1 ? nil : Length(nanoseconds: nanoseconds)
    }

    mutating func length() throws(WireFault) -> Length {
        guard let length = try optionalLength() else { throw WireFault("a length is less than zero") }
        return length
    }

    /// A rule by its identifier; an unknown one becomes the rule for unreadable input.
    mutating func optionalRule() throws(WireFault) -> RuleID? {
        try optionalText().map { RuleID.named[$0] ?? .step1 }
    }

    func end() throws(WireFault) {
        guard left == 0 else { throw WireFault("it has \(left) bytes too many") }
    }
}

extension RuleID {
    fileprivate static let named = Dictionary(uniqueKeysWithValues: allCases.map { ($0.id, $0) })
}
