import Testing

/// A number as programs hand it over by mistake: as a fraction, and as a whole number of any size.
struct DrawnNumber: Sendable, CustomTestStringConvertible {
    let real: Double
    let whole: Int64

    var float: Float { Float(real) }
    var int: Int { Int(whole) }
    var word: UInt32 { UInt32(truncatingIfNeeded: whole) }
    var int32: Int32 { Int32(truncatingIfNeeded: whole) }
    var unsigned: UInt64 { UInt64(bitPattern: whole) }
    var testDescription: String { "\(real), \(whole)" }

    static let all = zip(
        OnePhone.NumberTests.numbers,
        [
            Int64.min, .max, -1, 0, 1, Int64(Int32.max), Int64(Int32.min), Int64(UInt32.max), Int64(UInt32.max) + 1,
            65_536, 4_096,
        ]
    ).map { DrawnNumber(real: $0, whole: $1) }
}

/// A name of the public interface that takes a number, and a call that hands it one.
struct NumberDraw {
    /// The name, as the compiler's symbol graph has it.
    let symbol: String
    private let work: (DrawnNumber) async throws -> Void

    init(_ symbol: String, _ work: @escaping (DrawnNumber) async throws -> Void) {
        (self.symbol, self.work) = (symbol, work)
    }

    /// A property of a fraction, which is a number whatever was set.
    init<Root: AnyObject, Value: BinaryFloatingPoint>(
        _ symbol: String, _ object: Root, _ property: ReferenceWritableKeyPath<Root, Value>
    ) {
        self.init(symbol) { number in
            object[keyPath: property] = Value(number.real)
            #expect(!object[keyPath: property].isNaN, "\(symbol)")
        }
    }

    /// A property of a whole number.
    init<Root: AnyObject, Value: FixedWidthInteger>(
        _ symbol: String, _ object: Root, _ property: ReferenceWritableKeyPath<Root, Value>
    ) {
        self.init(symbol) { object[keyPath: property] = Value(truncatingIfNeeded: $0.whole) }
    }

    /// Hands over a number; an error is a refusal, and as good as an answer.
    func draw(_ number: DrawnNumber) async { try? await work(number) }
}
