/// A set of cases of a small enumeration, one bit each: cheap to test, and without a hash order.
public struct Members<Case>: Hashable, Sendable, ExpressibleByArrayLiteral
where Case: RawRepresentable<UInt8> & CaseIterable & Hashable & Sendable {
    /// Bit *i* is the case whose raw value is *i*.
    public private(set) var bits: UInt32

    /// Creates the set of the cases whose bits are set; bits that stand for no case are left out.
    public init(bits: UInt32) { self.bits = bits & Members(Case.allCases).bits }

    /// Creates the set of these cases.
    public init(arrayLiteral cases: Case...) { self.init(cases) }

    /// Creates the set of these cases.
    public init(_ cases: some Sequence<Case>) {
        bits = cases.reduce(0) { $0 | 1 << UInt32($1.rawValue) }
    }

    /// Whether the case is in the set.
    public func contains(_ member: Case) -> Bool { bits & (1 << UInt32(member.rawValue)) != 0 }

    /// The set with these cases added.
    public func union(_ other: Members) -> Members {
        var union = self
        union.bits |= other.bits
        return union
    }

    func intersection(_ other: Members) -> Members {
        var both = self
        both.bits &= other.bits
        return both
    }

    mutating func insert(_ member: Case) { bits |= 1 << UInt32(member.rawValue) }

    /// The cases in the order of their declaration.
    public var cases: [Case] { Case.allCases.filter(contains) }
}
