/// A message of D-Bus, as far as asking a service a question needs it.
///
/// Source: D-Bus Specification 0.41, "Message Protocol". Written in little-endian order; read in that order only, as a
/// bus of this machine answers in its own.
package struct BusMessage: Equatable, Sendable {
    /// The kind of a message.
    package enum Kind: UInt8, Sendable {
        case call = 1
        case answer, failure, signal
    }

    /// A value in a message's body.
    package enum Value: Equatable, Sendable {
        case text(String)
        case signed32(Int32)
        case unsigned32(UInt32)
        case signed64(Int64)
        case unsigned64(UInt64)
        indirect case variant(Value)

        var signature: String {
            switch self {
            case .text: "s"
            case .signed32: "i"
            case .unsigned32: "u"
            case .signed64: "x"
            case .unsigned64: "t"
            case .variant: "v"
            }
        }
    }

    package var kind: Kind
    package var serial: UInt32
    /// Header fields that are text: 1 path, 2 interface, 3 member, 4 error name, 6 destination.
    package var fields: [UInt8: String]
    /// The message that an answer answers.
    package var answered: UInt32?
    package var body: [Value]

    /// Describes a message.
    package init(
        _ kind: Kind, serial: UInt32, fields: [UInt8: String] = [:], answered: UInt32? = nil, body: [Value] = []
    ) {
        (self.kind, self.serial, self.fields, self.answered, self.body) = (kind, serial, fields, answered, body)
    }

    /// A call of a method; `path` is an object of the service `name`.
    package static func call(
        _ name: String, _ path: String, _ interface: String, _ member: String, _ body: [Value] = [], serial: UInt32
    ) -> BusMessage {
        BusMessage(.call, serial: serial, fields: [1: path, 2: interface, 3: member, 6: name], body: body)
    }

    /// The message as it goes over the bus.
    package var bytes: [UInt8] {
        var body = BusWriter()
        for value in self.body { body.write(value) }
        var header = BusWriter()
        header.write([UInt8(ascii: "l"), kind.rawValue, 0, 1])
        header.write(UInt32(body.bytes.count))
        header.write(serial)
        var list = BusWriter()
        for (code, text) in fields.sorted(by: { $0.key < $1.key }) {
            list.beginField(code, code == 1 ? "o" : "s")
            list.write(.text(text))
        }
        if let answered {
            list.beginField(5, "u")
            list.write(answered)
        }
        if !self.body.isEmpty {
            list.beginField(8, "g")
            list.writeSignature(self.body.map(\.signature).joined())
        }
        header.write(UInt32(list.bytes.count))
        header.write(list.bytes)
        header.align(8)
        return header.bytes + body.bytes
    }

    /// The length of a message that begins with these 16 bytes; nil where they begin none.
    package static func length(of start: [UInt8]) -> Int? {
        var reader = BusReader(start)
        guard start.count >= 16, start[0] == UInt8(ascii: "l"), start[3] == 1, reader.skip(4) != nil,
            let body = reader.number(UInt32.self), reader.skip(4) != nil, let list = reader.number(UInt32.self),
            body < 1 << 20, list < 1 << 16
        else { return nil }
        return (16 + Int(list) + 7) / 8 * 8 + Int(body)
    }

    /// Reads a whole message; nil where it is none. A body of types that no caller here reads counts as empty.
    package init?(_ bytes: [UInt8]) {
        guard bytes.count >= 16, Self.length(of: bytes) == bytes.count, let kind = Kind(rawValue: bytes[1]) else {
            return nil
        }
        var reader = BusReader(bytes)
        _ = reader.skip(8)
        guard let serial = reader.number(UInt32.self), let list = reader.number(UInt32.self) else { return nil }
        self.init(kind, serial: serial)
        var signature = ""
        let end = 16 + Int(list)
        while reader.offset < end {
            reader.align(8)
            guard let code = reader.number(UInt8.self), let type = reader.signature() else { return nil }
            switch type {
            case "u":
                guard let number = reader.number(UInt32.self) else { return nil }
                if code == 5 { answered = number }
            case "g":
                guard let text = reader.signature() else { return nil }
                if code == 8 { signature = text }
            default:
                guard type == "s" || type == "o", let text = reader.text() else { return nil }
                fields[code] = text
            }
        }
        reader.align(8)
        for type in signature {
            guard let value = reader.value(String(type)) else {
                body = []
                return
            }
            body.append(value)
        }
    }
}

/// Writes values at their alignments.
private struct BusWriter {
    private(set) var bytes: [UInt8] = []

    mutating func align(_ size: Int) { while bytes.count % size != 0 { bytes.append(0) } }

    mutating func write(_ more: [UInt8]) { bytes += more }

    mutating func write(_ number: some FixedWidthInteger) {
        align(number.bitWidth / 8)
        withUnsafeBytes(of: number.littleEndian) { bytes += $0 }
    }

    mutating func writeSignature(_ text: String) {
        bytes.append(UInt8(text.utf8.count))
        bytes += Array(text.utf8) + [0]
    }

    mutating func beginField(_ code: UInt8, _ signature: String) {
        // The list begins at offset 16 of the message, so that its own count is aligned like the message's.
        align(8)
        bytes.append(code)
        writeSignature(signature)
    }

    mutating func write(_ value: BusMessage.Value) {
        switch value {
        case .text(let text):
            write(UInt32(text.utf8.count))
            bytes += Array(text.utf8) + [0]
        case .signed32(let number): write(number)
        case .unsigned32(let number): write(number)
        case .signed64(let number): write(number)
        case .unsigned64(let number): write(number)
        case .variant(let value):
            writeSignature(value.signature)
            write(value)
        }
    }
}

/// Reads values at their alignments; nil where the bytes end before the value does.
private struct BusReader {
    private let bytes: [UInt8]
    private(set) var offset = 0

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    mutating func align(_ size: Int) { offset = (offset + size - 1) / size * size }

    mutating func skip(_ count: Int) -> ArraySlice<UInt8>? {
        guard count >= 0, offset + count <= bytes.count else { return nil }
        defer { offset += count }
        return bytes[offset..<offset + count]
    }

    mutating func number<Number: FixedWidthInteger>(_ type: Number.Type) -> Number? {
        align(Number.bitWidth / 8)
        guard let slice = skip(Number.bitWidth / 8) else { return nil }
        return slice.reversed().reduce(0) { $0 << 8 | Number(truncatingIfNeeded: $1) }
    }

    mutating func signature() -> String? { number(UInt8.self).flatMap { terminated(Int($0)) } }

    mutating func text() -> String? { number(UInt32.self).flatMap { terminated(Int($0)) } }

    private mutating func terminated(_ count: Int) -> String? {
        guard let slice = skip(count), skip(1)?.first == 0 else { return nil }
        return String(decoding: slice, as: UTF8.self)
    }

    mutating func value(_ type: String) -> BusMessage.Value? {
        switch type {
        case "s", "o": text().map { .text($0) }
        case "i": number(Int32.self).map { .signed32($0) }
        case "u": number(UInt32.self).map { .unsigned32($0) }
        case "x": number(Int64.self).map { .signed64($0) }
        case "t": number(UInt64.self).map { .unsigned64($0) }
        case "v":
            switch signature() {
            // No caller here reads a variant in a variant.
            case let inner? where inner != "v": value(inner).map { .variant($0) }
            default: nil
            }
        default: nil
        }
    }
}
