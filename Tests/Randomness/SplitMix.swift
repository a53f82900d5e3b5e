/// A generator of random numbers for tests. It has a seed, so that whatever one test run found can be found again: put its
/// description into the comment of each expectation.
public struct SplitMix: RandomNumberGenerator, Sendable, CustomStringConvertible {
    /// Seeds for the arguments of a test over random input: some that are the same at each run, and one that is new.
    public static let seeds: [UInt64] = [1, 2, .random(in: 3...999_999)]

    private let seed: UInt64
    private var state: UInt64

    /// Creates a generator.
    ///
    /// - Parameter seed: The same seed draws the same numbers, everywhere; another one at each run where none is given.
    public init(seed: UInt64 = UInt64.random(in: 0...UInt64.max)) { (self.seed, state) = (seed, seed) }

    public var description: String { "seed \(seed)" }

    public mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    /// True this often, in a hundred.
    public mutating func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &self) < percent }

    /// One of some values, of which there is at least one.
    public mutating func pick<T>(_ items: [T]) -> T { items[Int.random(in: 0..<items.count, using: &self)] }
}
