package import CSDBus
import Glibc

/// A value in the body of a D-Bus message, with the types that media players and hosts use.
package enum BusValue: Hashable, Sendable {
    case text(String)
    case path(String)
    case flag(Bool)
    case signed(Int32)
    case unsigned(UInt32)
    case long(Int64)
    case unsignedLong(UInt64)
    case number(Double)
    case texts([String])
    case dictionary([String: BusValue])
    indirect case variant(BusValue)
    /// A value of another type, skipped when reading and never written.
    case other

    /// The D-Bus signature, or nil for `other`.
    package var signature: String? {
        switch self {
        case .text: "s"
        case .path: "o"
        case .flag: "b"
        case .signed: "i"
        case .unsigned: "u"
        case .long: "x"
        case .unsignedLong: "t"
        case .number: "d"
        case .texts: "as"
        case .dictionary: "a{sv}"
        case .variant: "v"
        case .other: nil
        }
    }

    /// The text, or nil for other values.
    package var text: String? {
        if case .text(let text) = self { text } else { nil }
    }

    /// The entries, or nil for other values.
    package var dictionary: [String: BusValue]? {
        if case .dictionary(let entries) = self { entries } else { nil }
    }

    /// The number of any numeric type, or nil for other values.
    package var number: Double? {
        switch self {
        case .signed(let number): Double(number)
        case .unsigned(let number): Double(number)
        case .long(let number): Double(number)
        case .unsignedLong(let number): Double(number)
        case .number(let number): number
        default: nil
        }
    }
}

extension csdbus {
    package func append(_ values: [BusValue], to message: OpaquePointer) {
        for value in values { append(value, to: message) }
    }

    private func append(_ value: BusValue, to message: OpaquePointer) {
        switch value {
        case .text(let text): append(text, "s", to: message)
        case .path(let path): append(path, "o", to: message)
        // Sd-bus uses int for booleans.
        case .flag(let flag): append(CInt(flag ? 1 : 0), "b", to: message)
        case .signed(let number): append(number, "i", to: message)
        case .unsigned(let number): append(number, "u", to: message)
        case .long(let number): append(number, "x", to: message)
        case .unsignedLong(let number): append(number, "t", to: message)
        case .number(let number): append(number, "d", to: message)
        case .texts(let texts):
            within("a", "s", of: message) { for text in texts { append(text, "s", to: message) } }
        case .dictionary(let entries):
            within("a", "{sv}", of: message) {
                for (key, value) in entries.sorted(by: { $0.key < $1.key }) where value.signature != nil {
                    within("e", "sv", of: message) {
                        append(key, "s", to: message)
                        append(.variant(value), to: message)
                    }
                }
            }
        case .variant(.variant(let value)): append(.variant(value), to: message)
        case .variant(let value):
            guard let signature = value.signature else { return }
            within("v", signature, of: message) { append(value, to: message) }
        case .other: break
        }
    }

    private func append(_ text: String, _ type: Unicode.Scalar, to message: OpaquePointer) {
        _ = text.withCString { sd_bus_message_append_basic(message, CChar(type.value), $0) }
    }

    private func append<Number: BitwiseCopyable>(_ number: Number, _ type: Unicode.Scalar, to message: OpaquePointer) {
        _ = withUnsafePointer(to: number) { sd_bus_message_append_basic(message, CChar(type.value), $0) }
    }

    private func within(_ type: Unicode.Scalar, _ contents: String, of message: OpaquePointer, _ body: () -> Void) {
        guard sd_bus_message_open_container(message, CChar(type.value), contents) >= 0 else { return }
        body()
        _ = sd_bus_message_close_container(message)
    }

    /// The body of a received message, which the library has validated against its signature.
    package func body(of message: OpaquePointer) -> [BusValue] {
        var values: [BusValue] = []
        while let value = value(in: message) { values.append(value) }
        return values
    }

    private func value(in message: OpaquePointer) -> BusValue? {
        var (type, contents) = (CChar(0), UnsafePointer<CChar>?.none)
        guard sd_bus_message_peek_type(message, &type, &contents) > 0 else { return nil }
        switch UnicodeScalar(UInt8(bitPattern: type)) {
        case "s", "g": return text(type, in: message).map { .text($0) }
        case "o": return text(type, in: message).map { .path($0) }
        case "b": return read(CInt(0), type, in: message).map { .flag($0 != 0) }
        case "i": return read(Int32(0), type, in: message).map { .signed($0) }
        case "u": return read(UInt32(0), type, in: message).map { .unsigned($0) }
        case "x": return read(Int64(0), type, in: message).map { .long($0) }
        case "t": return read(UInt64(0), type, in: message).map { .unsignedLong($0) }
        case "d": return read(Double(0), type, in: message).map { .number($0) }
        case "v": return inside(type, contents, of: message) { value(in: message) ?? .other }
        case "a":
            switch contents.map({ String(cString: $0) }) {
            case "s":
                return inside(type, contents, of: message) {
                    .texts(body(of: message).compactMap(\.text))
                }
            case "{sv}": return inside(type, contents, of: message) { .dictionary(entries(in: message)) }
            default: break
            }
        default: break
        }
        // Skip a value of another type.
        guard sd_bus_message_skip(message, nil) >= 0 else { return nil }
        return .other
    }

    private func entries(in message: OpaquePointer) -> [String: BusValue] {
        var entries: [String: BusValue] = [:]
        while sd_bus_message_enter_container(message, CChar(UInt8(ascii: "e")), "sv") > 0 {
            if let key = value(in: message)?.text { entries[key] = value(in: message) }
            _ = sd_bus_message_exit_container(message)
        }
        return entries
    }

    private func inside(
        _ type: CChar, _ contents: UnsafePointer<CChar>?, of message: OpaquePointer, _ body: () -> BusValue
    ) -> BusValue? {
        guard sd_bus_message_enter_container(message, type, contents) > 0 else { return nil }
        let value = body()
        return sd_bus_message_exit_container(message) >= 0 ? value : nil
    }

    private func text(_ type: CChar, in message: OpaquePointer) -> String? {
        read(UnsafePointer<CChar>?.none, type, in: message).flatMap { $0.map { String(cString: $0) } }
    }

    private func read<Value: BitwiseCopyable>(_ empty: Value, _ type: CChar, in message: OpaquePointer) -> Value? {
        var value = empty
        return sd_bus_message_read_basic(message, type, &value) > 0 ? value : nil
    }
}
