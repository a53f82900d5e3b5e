/// The numbers that sounds are made of, and what becomes of those that no sound has: every initializer, property and
/// function that takes a number asks here before it allocates or converts.
package enum SoundLimits {
    /// Frames per second that a sound or a file can have.
    package static let rates = 1.0...768_000.0
    /// The numbers of channels that a sound or a file can have.
    package static let channels: ClosedRange<UInt32> = 1...64
    /// Bytes of one buffer at most: a buffer list tells them in 32 bits.
    package static let bytes = Int(UInt32.max)
    /// Frames that are rendered at a time at most; what asks for more is refused.
    package static let slice: UInt32 = 1 << 20
    /// Seconds that a place in a sound or a wait can have: thirty years.
    package static let seconds = 0.0...1e9

    /// A number of a program's, or the one before where it is no number.
    package static func number<Value: BinaryFloatingPoint>(_ value: Value, else before: Value) -> Value {
        value.isFinite ? value : before
    }

    /// A number of a program's within a range, or the one before where it is no number.
    package static func number<Value: BinaryFloatingPoint>(
        _ value: Value, in range: ClosedRange<Value>, else before: Value
    ) -> Value {
        value.isFinite ? min(max(value, range.lowerBound), range.upperBound) : before
    }

    /// Seconds of a program's within the range; what is no number is 0.
    package static func seconds(_ value: Double) -> Double {
        value == .infinity ? seconds.upperBound : number(value, in: seconds, else: 0)
    }

    /// Bytes of so many units of a size, or nil if no buffer has so many.
    package static func bytes(_ units: Int, of size: Int) -> Int? {
        let (bytes, isTooMany) = units.multipliedReportingOverflow(by: size)
        return isTooMany || !(0...Self.bytes).contains(bytes) ? nil : bytes
    }
}
