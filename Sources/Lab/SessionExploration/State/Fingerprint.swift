import SessionPolicy

/// A 128-bit fingerprint of a state: two multiplicative hashes of its canonical words, with fixed seeds. `Hashable`
/// would not do, because its seed differs between processes, and counts of states must not.
struct Fingerprint: Hashable, Comparable, Sendable {
    private(set) var high: UInt64
    private(set) var low: UInt64

    private static let start = Fingerprint(high: 0x9E37_79B9_7F4A_7C15, low: 0xC2B2_AE3D_27D4_EB4F)

    private init(high: UInt64, low: UInt64) {
        self.high = high
        self.low = low
    }

    var text: String { high.digits + low.digits }

    static func < (one: Fingerprint, other: Fingerprint) -> Bool {
        (one.high, one.low) < (other.high, other.low)
    }

    /// Creates the fingerprint of a state, the same in every run.
    init(_ state: PolicyState) {
        self = Fingerprint.start
        state.write(to: &self)
    }
}

extension Fingerprint {
    @inline(__always)
    mutating func add(_ word: UInt64) {
        high = Fingerprint.fold(high ^ word, 0xA076_1D64_78BD_642F)
        low = Fingerprint.fold(low &+ word &+ 0xE703_7ED1_A0B4_28DB, 0x8EBC_6AF0_9C88_C6E3)
    }

    mutating func add(_ name: Name) { add(UInt64(name.number)) }

    mutating func add(optional name: Name?) {
        add(name == nil ? 0 : 1)
        if let name { add(name) }
    }

    mutating func add(unordered apps: some Sequence<AppID>) {
        for number in apps.map(\.name.number).sorted() { add(UInt64(number)) }
    }

    @inline(__always)
    private static func fold(_ word: UInt64, _ factor: UInt64) -> UInt64 {
        let product = word.multipliedFullWidth(by: factor)
        return product.high ^ product.low
    }
}

extension UInt64 {
    var digits: String {
        let digits = String(self, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }
}
