/// The beginning of a WAV file of 32-bit float: RIFF, or RF64 (EBU Tech 3306) where 32 bits cannot tell the sizes.
///
/// The chunks are what the format asks of anything but 16-bit PCM: fmt (18 bytes, IEEE float), fact, data.
struct WAVHeader {
    /// Frames per second.
    let rate: Int
    /// Samples per frame.
    let channels: Int
    /// Whether there is room for sizes of 64 bits: a chunk that readers pass over until it is needed.
    let isRoomy: Bool
    /// The largest size that 32 bits tell; smaller in tests.
    var largestSmallSize = Int(UInt32.max)

    /// The length of the header, in bytes; the samples follow.
    var byteCount: Int { isRoomy ? 94 : 58 }
    var bytesPerFrame: Int { channels * MemoryLayout<Float>.size }
    /// The largest number of frames whose sizes 32 bits can tell.
    var limitInFrames: Int { (largestSmallSize - byteCount) / bytesPerFrame }

    /// The header of a file with so many frames.
    func bytes(frames: Int) -> [UInt8] {
        let dataBytes = frames * bytesPerFrame
        let isLarge = frames > limitInFrames
        precondition(isRoomy || !isLarge, "more frames than a header without room can tell")
        let small = { (size: Int) in isLarge ? UInt32.max : UInt32(size) }
        var bytes: [UInt8] = []
        bytes.append(isLarge ? "RF64" : "RIFF")
        bytes.append(small(byteCount - 8 + dataBytes))
        bytes.append("WAVE")
        if isRoomy {
            bytes.append(isLarge ? "ds64" : "JUNK")
            bytes.append(UInt32(28))
            bytes.append(UInt64(isLarge ? byteCount - 8 + dataBytes : 0))
            bytes.append(UInt64(isLarge ? dataBytes : 0))
            bytes.append(UInt64(isLarge ? frames : 0))
            bytes.append(UInt32(0))
        }
        bytes.append("fmt ")
        bytes.append(UInt32(18))
        bytes.append(UInt16(3))
        bytes.append(UInt16(channels))
        bytes.append(UInt32(rate))
        bytes.append(UInt32(rate * bytesPerFrame))
        bytes.append(UInt16(bytesPerFrame))
        bytes.append(UInt16(32))
        bytes.append(UInt16(0))
        bytes.append("fact")
        bytes.append(UInt32(4))
        bytes.append(small(frames))
        bytes.append("data")
        bytes.append(small(dataBytes))
        return bytes
    }
}

extension [UInt8] {
    fileprivate mutating func append(_ text: StaticString) {
        append(contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }

    fileprivate mutating func append<Value: FixedWidthInteger>(_ value: Value) {
        Swift.withUnsafeBytes(of: value.littleEndian) { append(contentsOf: $0) }
    }
}
