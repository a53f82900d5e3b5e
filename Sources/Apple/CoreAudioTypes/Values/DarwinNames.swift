internal import Glibc

// What the Swift of a phone has beside its frameworks, and that of Linux has not.

/// A truth value of C, one byte, as Apple's C interfaces take it.
public struct DarwinBoolean: ExpressibleByBooleanLiteral, Hashable, Sendable {
    private var byte: UInt8

    /// Takes a truth value.
    public init(_ value: Bool) { byte = value ? 1 : 0 }
    /// Takes a literal.
    public init(booleanLiteral value: Bool) { self.init(value) }
    /// The value.
    public var boolValue: Bool { byte != 0 }
}

/// Does something; on the phone it also gives back what Objective-C has handed out meanwhile, which there is none of here.
public func autoreleasepool<Result>(invoking body: () throws -> Result) rethrows -> Result { try body() }

// Clients of buffer lists fill and copy what `mData` points to, which is optional. On the phone these functions take it as
// it is; glibc promises its compiler that they never get null.

/// Sets bytes, if there are any to be set.
@_disfavoredOverload
@discardableResult
public func memset(_ bytes: UnsafeMutableRawPointer?, _ value: Int32, _ count: Int) -> UnsafeMutableRawPointer? {
    bytes.map { Glibc.memset($0, value, count) }
}

/// Copies bytes, if there are both a source and a destination, which do not overlap.
@_disfavoredOverload
@discardableResult
public func memcpy(
    _ destination: UnsafeMutableRawPointer?, _ source: UnsafeRawPointer?, _ count: Int
) -> UnsafeMutableRawPointer? {
    guard let destination, let source else { return destination }
    return Glibc.memcpy(destination, source, count)
}

/// Copies bytes, if there are both a source and a destination, which may overlap.
@_disfavoredOverload
@discardableResult
public func memmove(
    _ destination: UnsafeMutableRawPointer?, _ source: UnsafeRawPointer?, _ count: Int
) -> UnsafeMutableRawPointer? {
    guard let destination, let source else { return destination }
    return Glibc.memmove(destination, source, count)
}
