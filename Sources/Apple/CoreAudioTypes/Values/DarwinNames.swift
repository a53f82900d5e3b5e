internal import Glibc

// Names of Swift on Apple's systems that Linux lacks.

/// A one-byte C Boolean, as used by Apple's C interfaces.
public struct DarwinBoolean: ExpressibleByBooleanLiteral, Hashable, Sendable {
    private var byte: UInt8

    /// Creates a value.
    public init(_ value: Bool) { byte = value ? 1 : 0 }
    /// Creates a value from a literal.
    public init(booleanLiteral value: Bool) { self.init(value) }
    /// The value.
    public var boolValue: Bool { byte != 0 }
}

/// Runs a closure. There are no autoreleased objects here.
public func autoreleasepool<Result>(invoking body: () throws -> Result) rethrows -> Result { try body() }

// Clients pass `mData`, which is optional, to these functions. Apple's versions accept it; glibc declares that they never
// receive null.

/// Sets bytes unless the pointer is nil.
@_disfavoredOverload
@discardableResult
public func memset(_ bytes: UnsafeMutableRawPointer?, _ value: Int32, _ count: Int) -> UnsafeMutableRawPointer? {
    bytes.map { Glibc.memset($0, value, count) }
}

/// Copies non-overlapping bytes unless a pointer is nil.
@_disfavoredOverload
@discardableResult
public func memcpy(
    _ destination: UnsafeMutableRawPointer?, _ source: UnsafeRawPointer?, _ count: Int
) -> UnsafeMutableRawPointer? {
    guard let destination, let source else { return destination }
    return Glibc.memcpy(destination, source, count)
}

/// Copies possibly overlapping bytes unless a pointer is nil.
@_disfavoredOverload
@discardableResult
public func memmove(
    _ destination: UnsafeMutableRawPointer?, _ source: UnsafeRawPointer?, _ count: Int
) -> UnsafeMutableRawPointer? {
    guard let destination, let source else { return destination }
    return Glibc.memmove(destination, source, count)
}
