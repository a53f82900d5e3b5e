import Glibc
import Scratch
import Testing

/// A WAV file of 16 bits, mono, 8,000 frames per second and one level; removed with the last reference.
final class LevelFile {
    let path = Scratch.shared.fresh("level.wav")
    let bytes: [UInt8]
    static let headerBytes = 44

    init(seconds: Int) throws {
        let count = UInt32(2 * 8_000 * seconds)
        func bytes(_ number: UInt32, _ count: Int = 4) -> [UInt8] {
            withUnsafeBytes(of: number.littleEndian) { Array($0.prefix(count)) }
        }
        var file = Array("RIFF".utf8) + bytes(36 + count) + Array("WAVEfmt ".utf8) + bytes(16)
        file += bytes(1, 2) + bytes(1, 2) + bytes(8_000) + bytes(16_000) + bytes(2, 2) + bytes(16, 2)
        file += Array("data".utf8) + bytes(count)
        file += [UInt8](repeating: 0x20, count: Int(count))
        let descriptor = open(path, O_WRONLY | O_CREAT, 0o600)
        try #require(descriptor >= 0 && write(descriptor, file, file.count) == file.count)
        close(descriptor)
        self.bytes = file
    }

    deinit { unlink(path) }
}
