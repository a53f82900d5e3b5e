import Glibc
import SystemSupport

/// The header of a 32-bit float WAV file: RIFF, or RF64 (EBU Tech 3306) if the sizes exceed 32 bits. Its chunks are
/// those that the format requires for anything but 16-bit PCM: fmt (18 bytes, IEEE float), fact, data.
struct WAVHeader {
    let rate: Int
    let channels: Int
    /// Whether there is room for 64-bit sizes: a chunk that readers skip until it is needed.
    let isRoomy: Bool
    /// The largest 32-bit size; smaller in tests.
    var largestSmallSize = Int(UInt32.max)

    /// The length of the header, in bytes; the samples follow.
    var byteCount: Int { isRoomy ? 94 : 58 }
    var bytesPerFrame: Int { channels * MemoryLayout<Float>.size }
    var limitInFrames: Int { (largestSmallSize - byteCount) / bytesPerFrame }

    /// Returns the header of a file with so many frames.
    func bytes(frames: Int) -> [UInt8] {
        let dataBytes = frames * bytesPerFrame
        let isLarge = frames > limitInFrames
        precondition(isRoomy || !isLarge, "more frames than a header without room can tell")
        let small = { (size: Int) in isLarge ? UInt32.max : UInt32(size) }
        var bytes: [UInt8] = []
        func put(_ text: String) { bytes += text.utf8 }
        func put(_ number: some FixedWidthInteger) {
            withUnsafeBytes(of: number.littleEndian) { bytes += $0 }
        }
        put(isLarge ? "RF64" : "RIFF")
        put(small(byteCount - 8 + dataBytes))
        put("WAVE")
        if isRoomy {
            put(isLarge ? "ds64" : "JUNK")
            put(UInt32(28))
            for size in [byteCount - 8 + dataBytes, dataBytes, frames] { put(UInt64(isLarge ? size : 0)) }
            put(UInt32(0))
        }
        put("fmt ")
        put(UInt32(18))
        for number in [3, channels] { put(UInt16(number)) }
        for number in [rate, rate * bytesPerFrame] { put(UInt32(number)) }
        for number in [bytesPerFrame, 32, 0] { put(UInt16(number)) }
        put("fact")
        put(UInt32(4))
        put(small(frames))
        put("data")
        put(small(dataBytes))
        return bytes
    }

    /// Overwrites the header of an open file. Returns false, with `errno`, on failure.
    func write(over descriptor: CInt, frames: Int) -> Bool {
        let bytes = bytes(frames: frames)
        return bytes.withUnsafeBytes { SignalGuard.write($0, to: descriptor, at: 0) } == bytes.count
    }

    /// Truncates an open file after its last whole frame, and updates its header.
    func settle(_ descriptor: CInt, frames: Int) -> Bool {
        let isCut = ftruncate(descriptor, off_t(byteCount + frames * bytesPerFrame)) == 0
        return write(over: descriptor, frames: frames) && isCut
    }
}
