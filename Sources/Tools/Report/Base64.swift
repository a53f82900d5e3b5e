/// Base64 text, for data URLs (RFC 4648, section 4).
public enum Base64 {
    private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

    /// Encodes bytes.
    public static func text(of bytes: [UInt8]) -> String {
        var text: [UInt8] = []
        text.reserveCapacity((bytes.count + 2) / 3 * 4)
        for start in stride(from: 0, to: bytes.count, by: 3) {
            let rest = bytes.count - start
            let word =
                UInt32(bytes[start]) << 16 | (rest > 1 ? UInt32(bytes[start + 1]) << 8 : 0)
                | (rest > 2 ? UInt32(bytes[start + 2]) : 0)
            text.append(alphabet[Int(word >> 18)])
            text.append(alphabet[Int(word >> 12 & 63)])
            text.append(rest > 1 ? alphabet[Int(word >> 6 & 63)] : UInt8(ascii: "="))
            text.append(rest > 2 ? alphabet[Int(word & 63)] : UInt8(ascii: "="))
        }
        return String(decoding: text, as: UTF8.self)
    }
}
