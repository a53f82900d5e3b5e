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
