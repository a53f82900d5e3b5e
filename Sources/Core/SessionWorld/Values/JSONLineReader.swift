import SessionPolicy

/// Parses one line of JSON strictly by RFC 8259 and records the position of each value. Also rejects duplicate keys,
/// numbers that are not finite as doubles, and nesting beyond `depthLimit`.
struct JSONLineReader {
    static let depthLimit = 64

    private let bytes: UnsafeBufferPointer<UInt8>
    private let line: Int
    private var offset = 0
    /// The UTF-8 continuation bytes so far, which do not count as columns.
    private var continuations = 0

    /// Parses the only value of a line.
    /// - Parameters:
    ///   - bytes: The line without its end.
    ///   - line: The number of the line, from 1.
    static func read(_ bytes: UnsafeBufferPointer<UInt8>, line: Int) throws(StepError) -> PositionedValue {
        var reader = JSONLineReader(bytes: bytes, line: line)
        reader.skipSpace()
        let value = try reader.value(depth: 0)
        reader.skipSpace()
        if reader.offset < bytes.count {
            throw reader.error("there is more after the end of the object; put one step on one line")
        }
        return value
    }

    private init(bytes: UnsafeBufferPointer<UInt8>, line: Int) {
        self.bytes = bytes
        self.line = line
    }

    private var position: SourcePosition { SourcePosition(line: line, column: offset - continuations + 1) }

    private func error(_ says: String) -> StepError { StepError(position, says) }

    private var byte: UInt8? { offset < bytes.count ? bytes[offset] : nil }

    private mutating func skipSpace() {
        while offset < bytes.count {
            let byte = bytes[offset]
            guard byte == 0x20 || byte == 0x09 || byte == 0x0D || byte == 0x0A else { return }
            offset += 1
        }
    }

    private mutating func value(depth: Int) throws(StepError) -> PositionedValue {
        let start = position
        guard let byte else { throw error("the line ends where a value should stand; complete the object") }
        switch byte {
        case UInt8(ascii: "{"): return PositionedValue(.object(try object(depth: depth)), at: start)
        case UInt8(ascii: "["): return PositionedValue(.array(try array(depth: depth)), at: start)
        case UInt8(ascii: "\""): return PositionedValue(.string(try string()), at: start)
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
            return PositionedValue(.number(try number()), at: start)
        case UInt8(ascii: "t"): return PositionedValue(try word("true", .bool(true)), at: start)
        case UInt8(ascii: "f"): return PositionedValue(try word("false", .bool(false)), at: start)
        case UInt8(ascii: "n"): return PositionedValue(try word("null", .null), at: start)
        default: throw error("this is not JSON; write one object, such as {\"do\": \"lock\"}")
        }
    }

    private mutating func word(
        _ word: StaticString, _ content: PositionedValue.Content
    ) throws(StepError) -> PositionedValue.Content {
        let end = offset + word.utf8CodeUnitCount
        guard end <= bytes.count, (offset..<end).allSatisfy({ bytes[$0] == word.utf8Start[$0 - offset] }) else {
            throw error("this is not JSON; the words of JSON are true, false and null")
        }
        offset = end
        return content
    }

    private mutating func object(depth: Int) throws(StepError) -> [PositionedValue.Member] {
        guard depth < Self.depthLimit else { throw tooDeep() }
        offset += 1
        var members: [PositionedValue.Member] = []
        skipSpace()
        if byte == UInt8(ascii: "}") {
            offset += 1
            return members
        }
        members.reserveCapacity(8)
        var seen = SeenKeys()
        while true {
            let keyPosition = position
            guard byte == UInt8(ascii: "\"") else { throw error("a key must stand here, in double quotes") }
            let key = try string()
            guard seen.insert(key, after: members) else {
                throw StepError(keyPosition, "the key \"\(key.shortened)\" stands twice; keep one of them")
            }
            skipSpace()
            guard byte == UInt8(ascii: ":") else { throw error("a colon must follow the key") }
            offset += 1
            skipSpace()
            members.append(.init(key: key, keyPosition: keyPosition, value: try value(depth: depth + 1)))
            guard try goesOn(until: UInt8(ascii: "}"), "a comma or the closing brace must stand here") else {
                return members
            }
        }
    }

    private mutating func array(depth: Int) throws(StepError) -> [PositionedValue] {
        guard depth < Self.depthLimit else { throw tooDeep() }
        offset += 1
        var values: [PositionedValue] = []
        skipSpace()
        if byte == UInt8(ascii: "]") {
            offset += 1
            return values
        }
        while true {
            values.append(try value(depth: depth + 1))
            guard try goesOn(until: UInt8(ascii: "]"), "a comma or the closing bracket must stand here") else {
                return values
            }
        }
    }

    private func tooDeep() -> StepError {
        error("values are nested more than \(Self.depthLimit) deep; a step is flat")
    }

    /// Takes a comma, or the end of an object or array.
    private mutating func goesOn(until end: UInt8, _ says: String) throws(StepError) -> Bool {
        skipSpace()
        if byte == UInt8(ascii: ",") {
            offset += 1
            skipSpace()
            return true
        }
        guard byte == end else { throw error(byte == nil ? "the line ends too early; \(says)" : says) }
        offset += 1
        return false
    }
}

// Numbers.
extension JSONLineReader {
    private mutating func number() throws(StepError) -> Double {
        let (start, startPosition) = (offset, position)
        if byte == UInt8(ascii: "-") { offset += 1 }
        let first = offset
        guard skipDigits(), offset == first + 1 || bytes[first] != UInt8(ascii: "0") else {
            throw StepError(startPosition, "this is not a number of JSON; write it such as 0.5 or 12")
        }
        if byte == UInt8(ascii: ".") {
            offset += 1
            guard skipDigits() else { throw error("a digit must follow the decimal point") }
        }
        if byte == UInt8(ascii: "e") || byte == UInt8(ascii: "E") {
            offset += 1
            if byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-") { offset += 1 }
            guard skipDigits() else { throw error("a digit must follow the exponent's sign") }
        }
        guard let number = Double(String(decoding: bytes[start..<offset], as: UTF8.self)), number.isFinite else {
            throw StepError(startPosition, "the number is too large; the largest is about 1.8e308")
        }
        return number
    }

    /// Whether there was a digit at least.
    private mutating func skipDigits() -> Bool {
        let start = offset
        while let byte, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) { offset += 1 }
        return offset > start
    }
}

// Strings.
extension JSONLineReader {
    private mutating func string() throws(StepError) -> String {
        let startPosition = position
        offset += 1
        // What stands before `start` is in the text already: it ends with an escape.
        var (text, start): ([UInt8], Int) = ([], offset)
        while offset < bytes.count {
            let byte = bytes[offset]
            switch byte {
            case UInt8(ascii: "\""):
                let rest = bytes[start..<offset]
                offset += 1
                return text.isEmpty
                    ? try decoded(rest, at: startPosition) : try decoded(text + rest, at: startPosition)
            case UInt8(ascii: "\\"):
                text += bytes[start..<offset]
                text += UTF8.encode(try escape())!
                start = offset
            case ..<0x20: throw error("a control character stands in a string; write it as \\u00XX")
            default:
                if byte & 0xC0 == 0x80 { continuations += 1 }
                offset += 1
            }
        }
        throw StepError(startPosition, "the string has no end; close it with a double quote")
    }

    private func decoded(_ text: some Collection<UInt8>, at position: SourcePosition) throws(StepError) -> String {
        guard text.isValidUTF8 else { throw StepError(position, "the string is not UTF-8; save the input as UTF-8") }
        return String(decoding: text, as: UTF8.self)
    }

    private mutating func escape() throws(StepError) -> Unicode.Scalar {
        let start = position
        offset += 1
        guard let byte else { throw StepError(start, "the line ends in an escape; complete it") }
        offset += 1
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return Unicode.Scalar(byte)
        case UInt8(ascii: "b"): return "\u{8}"
        case UInt8(ascii: "f"): return "\u{C}"
        case UInt8(ascii: "n"): return "\n"
        case UInt8(ascii: "r"): return "\r"
        case UInt8(ascii: "t"): return "\t"
        case UInt8(ascii: "u"):
            let high = try hexadecimals(at: start)
            if let scalar = Unicode.Scalar(high) { return scalar }
            guard high < 0xDC00, byteAhead(0) == UInt8(ascii: "\\"), byteAhead(1) == UInt8(ascii: "u") else {
                throw StepError(start, "half of a surrogate pair stands alone; write both halves")
            }
            offset += 2
            let low = try hexadecimals(at: start)
            guard (0xDC00...0xDFFF).contains(low) else {
                throw StepError(start, "half of a surrogate pair stands alone; write both halves")
            }
            return Unicode.Scalar(0x10000 + (high - 0xD800) << 10 + (low - 0xDC00))!
        default: throw StepError(start, "JSON has no such escape; it has \\\" \\\\ \\/ \\b \\f \\n \\r \\t and \\uXXXX")
        }
    }

    private func byteAhead(_ distance: Int) -> UInt8? {
        offset + distance < bytes.count ? bytes[offset + distance] : nil
    }

    private mutating func hexadecimals(at start: SourcePosition) throws(StepError) -> UInt32 {
        var value: UInt32 = 0
        for _ in 0..<4 {
            guard let byte, let digit = Character(Unicode.Scalar(byte)).hexDigitValue else {
                throw StepError(start, "four hexadecimal digits must follow \\u")
            }
            value = value << 4 | UInt32(digit)
            offset += 1
        }
        return value
    }
}

extension Collection<UInt8> {
    /// Whether the bytes are well-formed UTF-8. `String(validating:as:)` says the same, from macOS 15 and iOS 18 on.
    var isValidUTF8: Bool {
        // Usually the bytes are ASCII and need no decoder.
        if allSatisfy({ $0 < 0x80 }) { return true }
        var decoder = UTF8()
        var bytes = makeIterator()
        while true {
            switch decoder.decode(&bytes) {
            case .scalarValue: continue
            case .emptyInput: return true
            case .error: return false
            }
        }
    }
}
