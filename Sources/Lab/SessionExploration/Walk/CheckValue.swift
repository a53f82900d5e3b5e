import SessionOracle

/// The check value of bytes that are read again: FNV-1a of 64 bits.
///
/// Each of its steps can be undone, so bytes that differ in one place never have the same; other bytes have it with a chance
/// of 5 in 10²⁰. It is no seal: bytes that fit can be made.
struct CheckValue: Hashable {
    private(set) var word: UInt64 = 0xCBF2_9CE4_8422_2325

    init(of bytes: some Sequence<UInt8>) {
        for byte in bytes { word = (word ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
    }

    /// The value as 16 hexadecimal digits.
    var text: String { word.digits }
}
