/// A value of PipeWire's protocol: its type and its bytes, which are decoded when they are needed. In a message each value
/// is preceded by its size and type and padded to a multiple of 8 bytes. Numbers are in native byte order.
struct PipeWireValue: Hashable {
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

    private let type: UInt32
    private let body: ArraySlice<UInt8>

    private init(_ type: UInt32, _ body: [UInt8]) { (self.type, self.body) = (type, body[...]) }

    // MARK: Writing

    static let none = Self(ValueType.none, [])
    static func bool(_ value: Bool) -> Self { Self(ValueType.bool, bytes(of: [value ? 1 : 0])) }
    static func id(_ value: UInt32) -> Self { Self(ValueType.id, bytes(of: [value])) }
    static func int(_ value: Int32) -> Self { Self(ValueType.int, bytes(of: [UInt32(bitPattern: value)])) }
    static func text(_ text: String) -> Self { Self(ValueType.text, Array(text.utf8) + [0]) }
    static func ids(_ values: [UInt32]) -> Self { Self(ValueType.array, bytes(of: [4, ValueType.id] + values)) }

    static func floats(_ values: [Float]) -> Self {
        Self(ValueType.array, bytes(of: [4, ValueType.float] + values.map(\.bitPattern)))
    }

    static func structure(_ items: [Self]) -> Self { Self(ValueType.structure, items.flatMap(\.bytes)) }

    /// Encodes an object of properties by their keys.
    static func object(type: UInt32, id: UInt32, _ properties: [UInt32: Self]) -> Self {
        let members = properties.sorted { $0.key < $1.key }.flatMap { bytes(of: [$0.key, 0]) + $0.value.bytes }
        return Self(ValueType.object, bytes(of: [type, id]) + members)
    }

    /// Encodes a dictionary: the number of its items, then their keys and values.
    static func dictionary(_ items: [(String, String)]) -> Self {
        .structure([.int(Int32(items.count))] + items.flatMap { [.text($0.0), .text($0.1)] })
    }

    /// The value with its size, type and padding.
    var bytes: [UInt8] {
        let padding = [UInt8](repeating: 0, count: (8 - body.count % 8) % 8)
        return Self.bytes(of: [UInt32(body.count), type]) + body + padding
    }

    static func bytes(of words: [UInt32]) -> [UInt8] { words.withUnsafeBytes { Array($0) } }

    // MARK: Reading

    /// Reads a value from the beginning of some bytes.
    /// - Returns: The value and its size in bytes, or nil if the bytes are not a complete value.
    static func read(_ bytes: ArraySlice<UInt8>) -> (value: Self, length: Int)? {
        guard let size = word(of: bytes, at: 0).map(Int.init), let type = word(of: bytes, at: 4),
            size <= bytes.count - 8
        else { return nil }
        // The last value of a message may lack its padding.
        return (Self(type, bytes.dropFirst(8).prefix(size)), min(bytes.count, 8 + (size + 7) / 8 * 8))
    }

    private init(_ type: UInt32, _ body: ArraySlice<UInt8>) { (self.type, self.body) = (type, body) }

    static func word(of bytes: ArraySlice<UInt8>, at offset: Int) -> UInt32? {
        guard bytes.count >= offset + 4 else { return nil }
        return bytes.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: offset, as: UInt32.self) }
    }

    /// The first number of a value of a type.
    private func word(_ type: UInt32) -> UInt32? { self.type == type ? Self.word(of: body, at: 0) : nil }

    var number: Int64? {
        word(ValueType.id).map { Int64($0) } ?? word(ValueType.int).map { Int64(Int32(bitPattern: $0)) }
    }

    var isTrue: Bool? { word(ValueType.bool).map { $0 != 0 } }
    var text: String? {
        type == ValueType.text ? String(decoding: body.prefix { $0 != 0 }, as: UTF8.self) : nil
    }
    var numbers: [UInt32]? { elements(ValueType.id) }
    var floats: [Float]? { elements(ValueType.float)?.map { Float(bitPattern: $0) } }

    private func elements(_ element: UInt32) -> [UInt32]? {
        guard word(ValueType.array) == 4, Self.word(of: body, at: 4) == element else { return nil }
        return stride(from: 8, to: body.count - 3, by: 4).compactMap { Self.word(of: body, at: $0) }
    }

    var items: [Self] {
        var (items, rest) = ([Self](), type == ValueType.structure ? body : [])
        while let (item, length) = Self.read(rest) {
            items.append(item)
            rest = rest.dropFirst(length)
        }
        return items
    }

    /// Returns the properties of an object by their keys, or nil for an object of another type.
    func properties(ofType type: UInt32) -> [UInt32: Self]? {
        guard word(ValueType.object) == type else { return nil }
        var (properties, rest) = ([UInt32: Self](), body.dropFirst(8))
        while let key = Self.word(of: rest, at: 0), let (value, length) = Self.read(rest.dropFirst(8)) {
            properties[key] = value
            rest = rest.dropFirst(8 + length)
        }
        return properties
    }

    var dictionary: [String: String] {
        let texts = items.dropFirst().map(\.text)
        let pairs = stride(from: 0, to: texts.count - 1, by: 2).compactMap { place in
            texts[place].flatMap { key in texts[place + 1].map { (key, $0) } }
        }
        return Dictionary(pairs) { $1 }
    }
}
