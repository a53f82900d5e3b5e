import SessionPolicy

/// The form of a value on the wire, used for writing and reading.
struct WireField<Value>: Sendable {
    let write: @Sendable (Value, inout WireWriter) -> Void
    let read: @Sendable (inout WireReader) throws(WireFault) -> Value

    init(
        _ write: @escaping @Sendable (Value, inout WireWriter) -> Void,
        _ read: @escaping @Sendable (inout WireReader) throws(WireFault) -> Value
    ) { (self.write, self.read) = (write, read) }

    init<each Part>(
        _ parts: repeat WireField<each Part>,
        as make: @escaping @Sendable (repeat each Part) throws(WireFault) -> Value,
        split: @escaping @Sendable (Value) -> (repeat each Part)
    ) {
        write = { value, writer in
            let values = split(value)
            repeat (each parts).write(each values, &writer)
        }
        read = { reader throws(WireFault) in try make(repeat try (each parts).read(&reader)) }
    }

    init(cases: WireCases<Value>) {
        write = { value, writer in
            let (row, writeFields) = cases.row(of: value)
            writer.put(UInt8(row.code))
            writeFields(&writer)
        }
        read = { reader throws(WireFault) in
            let code = try reader.whole(UInt8.self)
            guard let row = cases[UInt16(code)] else {
                throw WireFault("there is no \(Value.self) \(code)")
            }
            return try row.read(&reader)
        }
    }

    /// An additional field that older hosts omit.
    /// - Parameter absent: The value for older hosts.
    func ifPresent(else absent: Value) -> WireField where Value: Sendable {
        let read = read
        return WireField(write) { reader throws(WireFault) in
            reader.left > 0 ? try read(&reader) : absent
        }
    }

    func ifPresent(size: Int) -> WireField<Value?> {
        let (write, read) = (write, read)
        return WireField<Value?> { value, writer in
            if let value { write(value, &writer) }
        } _: { reader throws(WireFault) in
            reader.left >= size ? try read(&reader) : nil
        }
    }

    /// A list with a count in front.
    /// - Parameter type: The type of the count, which limits the length.
    func list<Count: FixedWidthInteger & Sendable>(_ type: Count.Type = UInt8.self) -> WireField<[Value]> {
        let (write, read) = (write, read)
        return WireField<[Value]> { values, writer in
            let count = Count(clamping: values.count)
            writer.put(count)
            for value in values.prefix(Int(count)) { write(value, &writer) }
        } _: { reader throws(WireFault) in
            var values: [Value] = []
            for _ in 0..<(try reader.whole(Count.self)) { values.append(try read(&reader)) }
            return values
        }
    }

    /// A flag, followed by the value if set.
    var optional: WireField<Value?> {
        let (write, read) = (write, read)
        return WireField<Value?> { value, writer in
            writer.put(value != nil)
            if let value { write(value, &writer) }
        } _: { reader throws(WireFault) in
            try reader.flag() ? try read(&reader) : nil
        }
    }
}

/// One case of an enumeration on the wire: its code and its fields.
struct WireCase<Whole>: Sendable {
    let code: UInt16
    /// Returns a closure that writes the fields, or nil for another case.
    let write: @Sendable (Whole) -> ((inout WireWriter) -> Void)?
    let read: @Sendable (inout WireReader) throws(WireFault) -> Whole

    init<each Part>(
        _ code: UInt16, _ parts: repeat WireField<each Part>, as make: @escaping @Sendable (repeat each Part) -> Whole,
        split: @escaping @Sendable (Whole) -> (repeat each Part)?
    ) {
        self.code = code
        write = { whole in
            split(whole).map { values in { writer in repeat (each parts).write(each values, &writer) } }
        }
        read = { reader throws(WireFault) in make(repeat try (each parts).read(&reader)) }
    }

    /// Describes a case without fields.
    init(_ code: UInt16, _ whole: Whole) where Whole: Equatable & Sendable {
        self.init(code, as: { whole }, split: { $0 == whole ? () : nil })
    }

    static func flag(_ code: UInt16, _ make: @escaping @Sendable (Bool) -> Whole) -> WireCase
    where Whole: Equatable & Sendable {
        WireCase(code, .flag, as: make) { $0 == make(true) ? true : $0 == make(false) ? false : nil }
    }
}

/// The cases of an enumeration, by their codes and by their values.
struct WireCases<Whole>: Sendable {
    let rows: [WireCase<Whole>]
    private let rowsByCode: [UInt16: WireCase<Whole>]

    init(_ rows: [WireCase<Whole>]) {
        self.rows = rows
        rowsByCode = Dictionary(uniqueKeysWithValues: rows.map { ($0.code, $0) })
    }

    /// The case with a code, or nil.
    subscript(code: UInt16) -> WireCase<Whole>? { rowsByCode[code] }

    /// Returns the row of a value, and a closure that writes its fields.
    func row(of whole: Whole) -> (row: WireCase<Whole>, writeFields: (inout WireWriter) -> Void) {
        for row in rows {
            if let writeFields = row.write(whole) { return (row, writeFields) }
        }
        preconditionFailure("no message says \(whole)")
    }
}

/// Lists rows that the compiler type-checks one by one.
@resultBuilder enum WireCaseBuilder<Whole> {
    static func buildExpression(_ row: WireCase<Whole>) -> WireCase<Whole> { row }
    static func buildBlock(_ rows: WireCase<Whole>...) -> [WireCase<Whole>] { rows }
}

// MARK: Numbers and texts

extension WireField where Value == Bool {
    static var flag: WireField { WireField({ $1.put($0) }, { r throws(WireFault) in try r.flag() }) }
}

extension WireField where Value: FixedWidthInteger & Sendable {
    static var whole: WireField {
        WireField({ $1.put($0) }, { r throws(WireFault) in try r.whole(Value.self) })
    }
}

extension WireField where Value == Double {
    static func number(_ range: ClosedRange<Double>) -> WireField {
        WireField(
            { $1.put(min(range.upperBound, max(range.lowerBound, $0))) },
            { r throws(WireFault) in try r.double(in: range) })
    }

    static var unit: WireField { number(0...1) }
}

extension WireField where Value == MachineTime {
    static var time: WireField {
        WireField({ $1.put($0.nanoseconds) }, { r throws(WireFault) in try r.time() })
    }
}

extension WireField where Value == Length? {
    static var length: WireField {
        WireField({ $1.put($0) }, { r throws(WireFault) in try r.optionalLength() })
    }
}

extension WireField where Value == Length {
    static var length: WireField {
        WireField({ $1.put($0) }, { r throws(WireFault) in try r.length() })
    }
}

extension WireField where Value == String {
    static var text: WireField { WireField({ $1.put($0) }, { r throws(WireFault) in try r.text() }) }

    static var sentence: WireField {
        WireField(
            { $1.put(sentence: $0) }, { r throws(WireFault) in try r.text(limit: WireFormat.sentenceLimit) })
    }

    /// A text that is not empty.
    static var name: WireField {
        WireField(
            { $1.put($0) },
            { r throws(WireFault) in
                let name = try r.text()
                guard !name.isEmpty else { throw WireFault("a name is empty") }
                return name
            })
    }
}

extension WireField where Value == String? {
    static var text: WireField {
        WireField({ $1.put(optional: $0) }, { r throws(WireFault) in try r.optionalText() })
    }

    static var name: WireField {
        WireField(
            { $1.put(optional: $0) },
            { r throws(WireFault) in
                let name = try r.optionalText()
                guard name?.isEmpty != true else { throw WireFault("a name is empty") }
                return name
            })
    }
}

// MARK: Codes

extension WireField where Value: RawRepresentable & Sendable, Value.RawValue: FixedWidthInteger & Sendable {
    static var code: WireField {
        WireField({ $1.put($0.rawValue) }, { r throws(WireFault) in try r.code(Value.self) })
    }
}

extension WireField {
    /// A code, or 255 for none.
    static func optionalCode<Code: RawRepresentable & Sendable>() -> WireField
    where Value == Code?, Code.RawValue == UInt8 {
        WireField(
            { $1.put($0?.rawValue ?? 255) }, { r throws(WireFault) in try r.optionalCode(Code.self) })
    }
}

extension WireField where Value == CategoryOptions {
    static var options: WireField {
        WireField(
            { $1.put($0.rawValue & WireFormat.optionBits) },
            { r throws(WireFault) in
                let bits = try r.whole(UInt32.self)
                guard bits & ~WireFormat.optionBits == 0 else {
                    throw WireFault("there are no options with the bits \(bits)")
                }
                return CategoryOptions(rawValue: bits)
            })
    }

    static var option: WireField {
        WireField(
            { $1.put($0.rawValue) },
            { r throws(WireFault) in
                let option = CategoryOptions(rawValue: try r.whole(UInt32.self))
                guard CategoryOptions.named.contains(where: { $0.option == option }) else {
                    throw WireFault("there is no option with the bits \(option.rawValue)")
                }
                return option
            })
    }
}

extension WireField where Value == CategoryOptions? {
    /// All options of a category; without them flag and bits are zero.
    static var options: WireField {
        WireField(
            WireField<Bool>.flag, WireField<CategoryOptions>.options,
            as: { areGiven, options throws(WireFault) in
                guard areGiven || options.isEmpty else {
                    throw WireFault("there are options where they are to be kept")
                }
                return areGiven ? options : nil
            }, split: { ($0 != nil, $0 ?? []) })
    }
}

extension WireField where Value == RuleID? {
    /// A rule by its identifier; an unknown one becomes the rule for unreadable input.
    static var rule: WireField {
        WireField({ $1.put(optional: $0?.id) }, { r throws(WireFault) in try r.optionalRule() })
    }
}

extension WireField where Value == RuleID {
    static var rule: WireField {
        WireField(
            { $1.put($0.id) },
            { r throws(WireFault) in
                guard let rule = try r.optionalRule() else { throw WireFault("a rule is missing") }
                return rule
            })
    }
}
