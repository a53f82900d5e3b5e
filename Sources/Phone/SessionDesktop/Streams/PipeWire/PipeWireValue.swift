/// A value of PipeWire's protocol, limited to the types that a client of nodes needs. Each value is preceded by its
/// size and type and padded to a multiple of 8 bytes. Numbers are in native byte order.
enum PipeWireValue: Hashable {
    case none
    case bool(Bool)
    case id(UInt32)
    case int(Int32)
    case text(String)
    case floats([Float])
    case ids([UInt32])
    indirect case structure([PipeWireValue])
    /// An object of properties by their keys.
    indirect case object(type: UInt32, id: UInt32, [UInt32: PipeWireValue])
    case other

    /// Encodes a dictionary: the number of its items, then their keys and values.
    static func dictionary(_ items: [(String, String)]) -> PipeWireValue {
        .structure([.int(Int32(items.count))] + items.flatMap { [.text($0.0), .text($0.1)] })
    }

    var number: Int64? {
        switch self {
        case .id(let value): Int64(value)
        case .int(let value): Int64(value)
        default: nil
        }
    }

    var text: String? { if case .text(let text) = self { text } else { nil } }
    var isTrue: Bool? { if case .bool(let value) = self { value } else { nil } }
    var numbers: [UInt32]? { if case .ids(let values) = self { values } else { nil } }
    var floats: [Float]? { if case .floats(let values) = self { values } else { nil } }
    var items: [PipeWireValue] { if case .structure(let items) = self { items } else { [] } }

    var dictionary: [String: String] {
        var found: [String: String] = [:]
        let items = items.dropFirst()
        var place = items.startIndex
        while place + 1 < items.endIndex {
            if let key = items[place].text, let value = items[place + 1].text { found[key] = value }
            place += 2
        }
        return found
    }

    private enum ValueType {
        static let none: UInt32 = 1
        static let bool: UInt32 = 2
        static let id: UInt32 = 3
        static let int: UInt32 = 4
        static let float: UInt32 = 6
        static let text: UInt32 = 8
        static let array: UInt32 = 13
        static let structure: UInt32 = 14
        static let object: UInt32 = 15
    }

    // MARK: Writing

    var bytes: [UInt8] {
        var bytes: [UInt8] = []
        write(to: &bytes)
        return bytes
    }

    private func write(to bytes: inout [UInt8]) {
        switch self {
        case .none, .other: Self.write(ValueType.none, [], to: &bytes)
        case .bool(let value): Self.write(ValueType.bool, Self.raw(UInt32(value ? 1 : 0)), to: &bytes)
        case .id(let value): Self.write(ValueType.id, Self.raw(value), to: &bytes)
        case .int(let value): Self.write(ValueType.int, Self.raw(value), to: &bytes)
        case .text(let text): Self.write(ValueType.text, Array(text.utf8) + [0], to: &bytes)
        case .floats(let values):
            Self.write(
                ValueType.array,
                Self.raw(UInt32(4)) + Self.raw(ValueType.float) + values.flatMap { Self.raw($0.bitPattern) },
                to: &bytes)
        case .ids(let values):
            Self.write(
                ValueType.array, Self.raw(UInt32(4)) + Self.raw(ValueType.id) + values.flatMap(Self.raw), to: &bytes)
        case .structure(let items): Self.write(ValueType.structure, items.flatMap(\.bytes), to: &bytes)
        case .object(let type, let id, let properties):
            let members = properties.sorted { $0.key < $1.key }.flatMap { key, value in
                Self.raw(key) + Self.raw(UInt32(0)) + value.bytes
            }
            Self.write(ValueType.object, Self.raw(type) + Self.raw(id) + members, to: &bytes)
        }
    }

    private static func write(_ kind: UInt32, _ body: [UInt8], to bytes: inout [UInt8]) {
        bytes += raw(UInt32(body.count))
        bytes += raw(kind)
        bytes += body
        bytes += [UInt8](repeating: 0, count: (8 - body.count % 8) % 8)
    }

    private static func raw<Number: FixedWidthInteger>(_ number: Number) -> [UInt8] {
        withUnsafeBytes(of: number) { Array($0) }
    }

    // MARK: Reading

    /// The object properties that are read. A node has about fifty others, which are sent with each change of its
    /// volume.
    private static let neededProperties: Set = [
        PipeWireNode.mute, PipeWireNode.channelVolumes, PipeWireNode.channelMap, PipeWireNode.softMute,
        PipeWireNode.softVolumes,
    ]

    /// Decodes a value from the beginning of some bytes.
    /// - Parameter depth: The allowed nesting depth.
    /// - Returns: The value and its size in bytes, or nil if the bytes are not a complete value.
    static func read(_ bytes: ArraySlice<UInt8>, depth: Int = 16) -> (value: PipeWireValue, length: Int)? {
        guard depth > 0, let size = number(UInt32.self, bytes, 0), let kind = number(UInt32.self, bytes, 4),
            Int(size) <= bytes.count - 8
        else { return nil }
        let start = bytes.startIndex + 8
        let body = bytes[start..<start + Int(size)]
        guard let value = value(kind, body, depth) else { return nil }
        // The last value of a message may lack its padding.
        return (value, min(bytes.count, 8 + (Int(size) + 7) / 8 * 8))
    }

    private static func value(_ kind: UInt32, _ body: ArraySlice<UInt8>, _ depth: Int) -> PipeWireValue? {
        switch kind {
        case ValueType.none: return PipeWireValue.none
        case ValueType.bool: return number(UInt32.self, body, 0).map { .bool($0 != 0) }
        case ValueType.id: return number(UInt32.self, body, 0).map { .id($0) }
        case ValueType.int: return number(Int32.self, body, 0).map { .int($0) }
        case ValueType.text: return .text(String(decoding: body.prefix { $0 != 0 }, as: UTF8.self))
        case ValueType.array:
            guard number(UInt32.self, body, 0) == 4, let kind = number(UInt32.self, body, 4) else { return .other }
            let values = stride(from: 8, to: body.count - 3, by: 4).compactMap { number(UInt32.self, body, $0) }
            switch kind {
            case ValueType.float: return .floats(values.map { Float(bitPattern: $0) })
            case ValueType.id: return .ids(values)
            default: return .other
            }
        case ValueType.structure:
            var items: [PipeWireValue] = []
            var rest = body
            while !rest.isEmpty {
                guard let (item, length) = read(rest, depth: depth - 1) else { return nil }
                items.append(item)
                rest = rest.dropFirst(length)
            }
            return .structure(items)
        case ValueType.object:
            guard let type = number(UInt32.self, body, 0), let id = number(UInt32.self, body, 4) else { return nil }
            var properties: [UInt32: PipeWireValue] = [:]
            var rest = body.dropFirst(8)
            while !rest.isEmpty {
                guard let key = number(UInt32.self, rest, 0), let size = number(UInt32.self, rest, 8),
                    Int(size) <= rest.count - 16
                else { return nil }
                if neededProperties.contains(key) {
                    guard let (value, _) = read(rest.dropFirst(8), depth: depth - 1) else { return nil }
                    properties[key] = value
                }
                rest = rest.dropFirst(16 + (Int(size) + 7) / 8 * 8)
            }
            return .object(type: type, id: id, properties)
        default: return .other
        }
    }

    static func number<Number: FixedWidthInteger>(
        _: Number.Type, _ bytes: ArraySlice<UInt8>, _ offset: Int
    ) -> Number? {
        guard bytes.count >= offset + MemoryLayout<Number>.size else { return nil }
        return bytes.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: offset, as: Number.self) }
    }
}
