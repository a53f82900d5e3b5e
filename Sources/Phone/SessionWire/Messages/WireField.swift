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
            guard let row = cases[UInt16(code)] else { throw WireFault("there is no \(Value.self) \(code)") }
            return try row.read(&reader)
        }
    }

    /// The form of another value that is written as one of this type.
    /// - Parameters:
    ///   - make: Returns the value, or nil for an invalid one.
    ///   - fault: The error for an invalid one.
    func mapped<Other>(
        as make: @escaping @Sendable (Value) -> Other?, split: @escaping @Sendable (Other) -> Value,
        or fault: @escaping @Sendable (Value) -> String = { "\($0) is invalid" }
    ) -> WireField<Other> {
        let (write, read) = (write, read)
        return WireField<Other> {
            write(split($0), &$1)
        } _: { reader throws(WireFault) in
            let value = try read(&reader)
            guard let other = make(value) else { throw WireFault(fault(value)) }
            return other
        }
    }

    /// The form of a value that must not be missing.
    /// - Parameter fault: The error for a missing one.
    func required<Wrapped>(_ fault: String) -> WireField<Wrapped> where Value == Wrapped? {
        mapped(as: { $0 }, split: { $0 }, or: { _ in fault })
    }

    /// An additional field that older hosts omit.
    /// - Parameter absent: The value for older hosts.
    func ifPresent(else absent: Value) -> WireField where Value: Sendable {
        let read = read
        return WireField(write) { reader throws(WireFault) in reader.left > 0 ? try read(&reader) : absent }
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
        let (write, read, flag) = (write, read, WireField<Bool>.flag)
        return WireField<Value?> { value, writer in
            flag.write(value != nil, &writer)
            if let value { write(value, &writer) }
        } _: { reader throws(WireFault) in
            try flag.read(&reader) ? try read(&reader) : nil
        }
    }
}

/// One case of an enumeration on the wire: its code and its fields.
struct WireCase<Whole>: Sendable {
    let code: UInt16
    /// Returns a closure that writes the fields, or nil for another case.
    let write: @Sendable (Whole) -> ((inout WireWriter) -> Void)?
    let read: @Sendable (inout WireReader) throws(WireFault) -> Whole
}

extension WireCase {
    init<each Part>(
        _ code: UInt16, _ parts: repeat WireField<each Part>, as make: @escaping @Sendable (repeat each Part) -> Whole,
        split: @escaping @Sendable (Whole) -> (repeat each Part)?
    ) {
        self.init(code: code) { whole in
            split(whole).map { values in { writer in repeat (each parts).write(each values, &writer) } }
        } read: { reader throws(WireFault) in
            make(repeat try (each parts).read(&reader))
        }
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

    /// Returns a value as a message, whose kind is the code of its case.
    func message(_ whole: Whole, _ number: UInt32, capacity: Int) -> [UInt8] {
        let (row, writeFields) = row(of: whole)
        var writer = WireWriter(row.code, number, capacity: capacity)
        writeFields(&writer)
        return writer.bytes
    }
}

/// Lists rows that the compiler type-checks one by one.
@resultBuilder enum WireCaseBuilder<Whole> {
    static func buildExpression(_ row: WireCase<Whole>) -> WireCase<Whole> { row }
    static func buildBlock(_ rows: WireCase<Whole>...) -> [WireCase<Whole>] { rows }
}

// MARK: Numbers and texts

extension WireField where Value: FixedWidthInteger & Sendable {
    static var whole: WireField { WireField({ $1.put($0) }, { r throws(WireFault) in try r.whole(Value.self) }) }
}

extension WireField where Value == Bool {
    static var flag: WireField {
        WireField<UInt8>.whole.mapped(
            as: { $0 > 1 ? nil : $0 == 1 }, split: { $0 ? 1 : 0 }, or: { _ in "a flag is neither 0 nor 1" })
    }
}

extension WireField where Value == Double {
    /// A number in a range; -0 is read as 0.
    static func number(_ range: ClosedRange<Double>) -> WireField {
        WireField<UInt64>.whole.mapped(
            // NaN is in no range.
            as: { range.contains(Double(bitPattern: $0)) ? Double(bitPattern: $0) + 0 : nil },
            split: { min(range.upperBound, max(range.lowerBound, $0)).bitPattern },
            or: { _ in "a number is not from \(range.lowerBound) to \(range.upperBound)" })
    }

    static var unit: WireField { number(0...1) }
}

extension WireField where Value == MachineTime {
    /// A machine time of 0 to 146 years, so that adding a length cannot overflow.
    static var time: WireField {
        WireField<Int64>.whole.mapped(
            as: { (0...Int64.max / 2).contains($0) ? MachineTime(nanoseconds: $0) : nil }, split: { $0.nanoseconds },
            or: { _ in "a time is none of the machine's" })
    }
}

extension WireField where Value == Length? {
    /// An optional length in nanoseconds; -1 is none, so a negative one is written as zero.
    static var length: WireField {
        WireField<Int64>.whole.mapped(
            as: { $0 < -1 ? nil : .some($0 == -1 ? nil : Length(nanoseconds: $0)) },
            split: { $0.map { max(0, $0.nanoseconds) } ?? -1 }, or: { _ in "a length is less than zero" })
    }
}

extension WireField where Value == Length {
    static var length: WireField { WireField<Length?>.length.required("a length is less than zero") }
}

extension WireField where Value == String? {
    static var text: WireField { text(limit: WireFormat.nameLimit) }

    /// - Parameter limit: The longest text, in bytes; a longer one is cut.
    static func text(limit: Int) -> WireField {
        WireField({ $1.put($0, limit: limit) }, { r throws(WireFault) in try r.text(limit: limit) })
    }

    /// A text that is not empty.
    static var name: WireField {
        text.mapped(as: { $0 == "" ? nil : .some($0) }, split: { $0 }, or: { _ in "a name is empty" })
    }
}

extension WireField where Value == String {
    static var text: WireField { WireField<String?>.text.required("a text is missing") }
    static var name: WireField { WireField<String?>.name.required("a text is missing") }
    static var sentence: WireField {
        WireField<String?>.text(limit: WireFormat.sentenceLimit).required("a text is missing")
    }
}

// MARK: Codes

extension WireField where Value: RawRepresentable & Sendable, Value.RawValue: FixedWidthInteger & Sendable {
    static var code: WireField {
        WireField {
            $1.put($0.rawValue)
        } _: { reader throws(WireFault) in
            let number = try reader.whole(Value.RawValue.self)
            guard let code = Value(rawValue: number) else { throw WireFault("there is no \(Value.self) \(number)") }
            return code
        }
    }
}

extension WireField {
    /// A code, or 255 for none.
    static func optionalCode<Code: RawRepresentable & Sendable>() -> WireField
    where Value == Code?, Code.RawValue == UInt8 {
        WireField<UInt8>.whole.mapped(
            as: { $0 == 255 ? .some(nil) : Code(rawValue: $0).map { .some($0) } }, split: { $0?.rawValue ?? 255 },
            or: { "there is no \(Code.self) \($0)" })
    }
}

extension WireField where Value == CategoryOptions {
    static var options: WireField {
        code.mapped(
            as: { $0.rawValue & ~WireFormat.optionBits == 0 ? $0 : nil },
            split: { CategoryOptions(rawValue: $0.rawValue & WireFormat.optionBits) },
            or: { "there are no options with the bits \($0.rawValue)" })
    }

    static var option: WireField {
        code.mapped(
            as: { option in CategoryOptions.named.first { $0.option == option }?.option }, split: { $0 },
            or: { "there is no option with the bits \($0.rawValue)" })
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
        WireField<String?>.text.mapped(as: { .some($0.map { RuleID.named[$0] ?? .step1 }) }, split: { $0?.id })
    }
}

extension WireField where Value == RuleID {
    static var rule: WireField { WireField<RuleID?>.rule.required("a rule is missing") }
}

extension RuleID {
    fileprivate static let named = Dictionary(uniqueKeysWithValues: allCases.map { ($0.id, $0) })
}
