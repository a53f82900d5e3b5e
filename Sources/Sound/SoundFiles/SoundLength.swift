import Glibc

/// A sound file's rate and exact length.
public struct SoundLength: Hashable, Sendable {
    /// Frames, at `rate`.
    public let frames: Int
    /// Frames per second.
    public let rate: Int

    /// Length in seconds.
    public var seconds: Double { Double(frames) / Double(rate) }

    /// The number of frames once it has been brought to another rate.
    public func frames(at rate: Int) -> Int { SoundFileReader.scale(frames, from: self.rate, to: rate) }
}

/// Returns the length of a sound file. If its header does not say, the file is decoded and counted. FLAC headers are read
/// without libsndfile.
///
/// - Throws: `SoundFileError` as `probe(_:)` does, and where a file without a length cannot be decoded to its end. May be
///   called from any thread but a real-time one; takes as long as decoding where it has to count.
public func probeLength(_ path: String) throws(SoundFileError) -> SoundLength {
    let info: SoundFileInfo
    do throws(SoundFileError) {
        info = try probe(path)
    } catch {
        guard case .noLibrary = error.kind, let length = SoundLength(ofFLAC: path) else { throw error }
        return length
    }
    if let frames = info.frames { return SoundLength(frames: frames, rate: info.rate) }
    let reader = try SoundFileReader(path: path, rate: info.rate)
    let block = 8_192
    let samples = UnsafeMutablePointer<Float>.allocate(capacity: 2 * block)
    defer { samples.deallocate() }
    var frames = 0
    while true {
        let count = try reader.read(into: samples, count: block)
        guard count > 0 else { break }
        frames += count
    }
    guard frames > 0 else { throw SoundFileError(path: path, kind: .zeroLength) }
    return SoundLength(frames: frames, rate: info.rate)
}

extension SoundLength {
    /// Reads the header of a FLAC file, or nil if the file is none, or its header does not say how long it is. The file
    /// begins with `fLaC` and a block of 34 bytes, STREAMINFO; the rate is in 20 bits from byte 18 on, and the frames
    /// in the 36 bits up to byte 25 (RFC 9639, section 8.2).
    init?(ofFLAC path: String) {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var header = [UInt8](repeating: 0, count: 26)
        guard pread(descriptor, &header, header.count, 0) == header.count,
            header[..<4].elementsEqual("fLaC".utf8), header[4] & 0x7F == 0, header[5..<8].elementsEqual([0, 0, 34])
        else { return nil }
        let numbers = header[18...].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        let (frames, rate) = (Int(numbers & (1 << 36 - 1)), Int(numbers >> 44))
        guard frames > 0, sourceRates.contains(rate) else { return nil }
        self.init(frames: frames, rate: rate)
    }
}
