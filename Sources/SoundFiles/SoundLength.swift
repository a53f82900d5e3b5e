import Glibc
import Synchronization

/// What a sound file says about itself, and its length in any case.
public struct SoundLength: Hashable, Sendable {
    /// Frames, at `rate`.
    public let frames: Int
    /// Frames per second.
    public let rate: Int

    /// Length in seconds.
    public var seconds: Double { Double(frames) / Double(rate) }

    /// How many frames it has once it has been brought to another rate.
    public func frames(at rate: Int) -> Int { SoundFileReader.scale(frames, from: self.rate, to: rate) }
}

/// Finds out how long the sound file at `path` is. Where its header does not say, it is decoded piece by piece and counted,
/// once as long as the file stays what it is.
///
/// - Throws: `SoundFileError` as `probe(_:)` does, and where a file without a length cannot be decoded to its end. May be
///   called from any thread but a real-time one; takes as long as decoding where it has to count.
public func probeLength(_ path: String) throws(SoundFileError) -> SoundLength {
    let info = try probe(path)
    if let frames = info.frames { return SoundLength(frames: frames, rate: info.rate) }
    let version = FileVersion(path)
    if let version, let known = Counted.lengths.withLock({ $0[version] }) { return known }
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
    let length = SoundLength(frames: frames, rate: info.rate)
    if let version { Counted.lengths.withLock { $0[version] = length } }
    return length
}

/// The lengths that had to be counted.
private enum Counted {
    static let lengths = Mutex<[FileVersion: SoundLength]>([:])
}

/// Tells whether a file is the one that it was.
public struct FileVersion: Hashable, Sendable {
    private let device, inode: UInt64
    private let size: Int
    private let seconds, nanoseconds: Int

    /// Looks at a file; nil where there is none.
    public init?(_ path: String) {
        var found = stat()
        guard stat(path, &found) == 0 else { return nil }
        (device, inode, size) = (UInt64(found.st_dev), UInt64(found.st_ino), Int(found.st_size))
        (seconds, nanoseconds) = (found.st_mtim.tv_sec, found.st_mtim.tv_nsec)
    }
}
