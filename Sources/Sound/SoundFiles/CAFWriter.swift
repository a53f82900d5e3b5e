import Glibc

/// A CAF file with the packets of a codec, for AAC, which FFmpeg cannot write into one.
final class CAFWriter {
    private let file: UnsafeMutablePointer<FILE>
    /// The sizes of the packets, as the packet table has them.
    private var sizes: [UInt8] = []
    private var packets = 0
    private var bytes = 0

    /// Creates the file and writes the chunks before its packets, or returns nil if it cannot be written.
    /// - Parameters:
    ///   - codec: Four letters as a number.
    ///   - flags: The codec's flags.
    ///   - cookie: The codec's own description.
    init?(_ path: String, codec: UInt32, flags: UInt32, rate: Int, channels: Int, packetFrames: Int, cookie: [UInt8]) {
        guard !cookie.isEmpty, let file = fopen(path, "w+be") else { return nil }
        self.file = file
        // The zeros: packets vary in size, and the codec determines the bits of a sample.
        let description =
            Self.big(Double(rate).bitPattern)
            + [codec, flags, 0, UInt32(packetFrames), UInt32(channels), 0].flatMap(Self.big)
        let head = Array("caff".utf8) + [0, 1, 0, 0] + Self.chunk("desc", description) + Self.chunk("kuki", cookie)
        // The length of the data is written at the end; their first four bytes count edits.
        guard write(head + Array("data".utf8) + Self.big(Int64(-1)) + [0, 0, 0, 0]) else {
            fclose(file)
            return nil
        }
    }

    /// Appends a packet; returns whether it is written.
    func append(_ packet: UnsafeBufferPointer<UInt8>) -> Bool {
        // Seven bits per byte, highest first; all bytes but the last have their high bit set.
        for place in (1..<5).reversed() where packet.count >> (7 * place) > 0 {
            sizes.append(UInt8(packet.count >> (7 * place) & 0x7F) | 0x80)
        }
        sizes.append(UInt8(packet.count & 0x7F))
        packets += 1
        bytes += packet.count
        return fwrite(packet.baseAddress, 1, packet.count, file) == packet.count
    }

    /// Writes the table of packets and closes the file; returns whether it is complete.
    /// - Parameters:
    ///   - frames: The frames of the sound.
    ///   - priming: The frames that the encoder has added before them.
    func end(frames: Int, priming: Int, packetFrames: Int) -> Bool {
        let rest = max(0, packets * packetFrames - priming - frames)
        let table =
            Self.big(Int64(packets)) + Self.big(Int64(frames)) + Self.big(Int32(priming)) + Self.big(Int32(rest))
        let end = ftello(file)
        let isWritten =
            end >= 0 && write(Self.chunk("pakt", table + sizes)) && fseeko(file, end - off_t(bytes) - 12, SEEK_SET) == 0
            && write(Self.big(Int64(bytes + 4)))
        return fclose(file) == 0 && isWritten
    }

    private func write(_ bytes: [UInt8]) -> Bool { fwrite(bytes, 1, bytes.count, file) == bytes.count }

    private static func chunk(_ type: String, _ content: [UInt8]) -> [UInt8] {
        Array(type.utf8) + big(Int64(content.count)) + content
    }

    private static func big(_ value: some FixedWidthInteger) -> [UInt8] {
        withUnsafeBytes(of: value.bigEndian, Array.init)
    }
}
