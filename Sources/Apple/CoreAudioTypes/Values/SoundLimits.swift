/// The limits of numbers in Apple's interfaces. Every initializer, property and function with a numeric parameter checks them
/// before it allocates or converts.
package enum SoundLimits {
    /// The range of sample rates in hertz.
    package static let rates = 1.0...768_000.0
    package static let channels: ClosedRange<UInt32> = 1...64
    /// The maximum size of a buffer in bytes: buffer lists store it in 32 bits.
    package static let bytes = Int(UInt32.max)
    /// The maximum number of frames of a rendering call.
    package static let slice: UInt32 = 1 << 20
    /// The range of positions and delays in seconds: thirty years.
    package static let seconds = 0.0...1e9

    /// Returns a number, or the previous one if it is NaN.
    package static func number<Value: BinaryFloatingPoint>(_ value: Value, else before: Value) -> Value {
        value.isFinite ? value : before
    }

    /// Returns a number clamped to a range, or the previous one if it is NaN.
    package static func number<Value: BinaryFloatingPoint>(
        _ value: Value, in range: ClosedRange<Value>, else before: Value
    ) -> Value {
        value.isFinite ? min(max(value, range.lowerBound), range.upperBound) : before
    }

    /// Returns seconds clamped to the range; NaN becomes 0.
    package static func seconds(_ value: Double) -> Double {
        value == .infinity ? seconds.upperBound : number(value, in: seconds, else: 0)
    }

    /// Returns the size of a number of units in bytes, or nil if it exceeds a buffer's limit.
    package static func bytes(_ units: Int, of size: Int) -> Int? {
        let (bytes, isTooMany) = units.multipliedReportingOverflow(by: size)
        return isTooMany || !(0...Self.bytes).contains(bytes) ? nil : bytes
    }
}
