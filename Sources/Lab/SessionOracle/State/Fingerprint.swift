package import SessionPolicy

/// 127 bits that stand for a state: two multiplicative hashes of its canonical words, with fixed seeds.
///
/// `Hashable` would do within one run, but its seed changes with the process; counts of states must not.
package struct Fingerprint: Hashable, Comparable, Sendable {
    package private(set) var high: UInt64
    /// Odd for every state, so that a place of all zeros can stand for none.
    package private(set) var low: UInt64

    /// Before the first word.
    package static let start = Fingerprint(high: 0x9E37_79B9_7F4A_7C15, low: 0xC2B2_AE3D_27D4_EB4F)

    private init(high: UInt64, low: UInt64) {
        self.high = high
        self.low = low
    }

    /// The fingerprint as 32 hexadecimal digits.
    package var text: String { high.digits + low.digits }

    /// Some order, the same in every run.
    package static func < (one: Fingerprint, other: Fingerprint) -> Bool {
        (one.high, one.low) < (other.high, other.low)
    }

    /// The fingerprint of a state; the same in every run.
    package init(_ state: PolicyState) {
        self = Fingerprint.start
        state.write(to: &self)
        low |= 1
    }

    /// The fingerprint of bytes.
    package init(of bytes: [UInt8]) {
        self = Fingerprint.start
        for byte in bytes { add(UInt64(byte)) }
    }
}

extension Fingerprint: WordSink {
    @inline(__always)
    package mutating func add(_ word: UInt64) {
        high = Fingerprint.fold(high ^ word, 0xA076_1D64_78BD_642F)
        low = Fingerprint.fold(low &+ word &+ 0xE703_7ED1_A0B4_28DB, 0x8EBC_6AF0_9C88_C6E3)
    }

    @inline(__always)
    private static func fold(_ word: UInt64, _ factor: UInt64) -> UInt64 {
        let product = word.multipliedFullWidth(by: factor)
        return product.high ^ product.low
    }
}

extension UInt64 {
    /// All its 16 hexadecimal digits.
    package var digits: String {
        let digits = String(self, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }
}
