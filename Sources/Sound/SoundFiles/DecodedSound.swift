import Glibc

/// A whole sound in memory: immutable interleaved stereo 32-bit float.
///
/// Any thread may read the samples, including real-time threads, while holding a reference.
public final class DecodedSound: @unchecked Sendable {
    /// The default limit for decoding into memory: an hour at 48 kHz, 1.4 GB.
    public static let defaultLimitInFrames = 48_000 * 3600

    /// The file as the caller named it.
    public let path: String
    /// The file's description from its header, before conversion.
    public let source: SoundFileInfo
    /// `2 * frames` finite samples, left and right in turn.
    public let samples: UnsafePointer<Float>
    /// Frames at `rate`, at least 1.
    public let frames: Int
    /// Frames per second.
    public let rate: Int
    /// The number of samples that were NaN, infinite or absurdly large and were replaced by zero.
    public let replacedSampleCount: Int
    /// A remark about the file, as a sentence, if any.
    public let remark: String?

    /// Decodes a whole file at `rate` frames per second.
    ///
    /// - Parameters:
    ///   - rate: 1,000 to 768,000 Hz.
    ///   - limitInFrames: The longest sound allowed, counted at `rate`.
    /// - Throws: `SoundFileError` if it cannot be read completely. Do not call from a real-time thread.
    public init(path: String, rate: Int, limitInFrames: Int = defaultLimitInFrames) throws(SoundFileError) {
        let reader = try SoundFileReader(path: path, rate: rate)
        let storage = try Self.readAll(reader, path: path, limit: limitInFrames)
        self.path = path
        self.rate = rate
        source = reader.info
        samples = UnsafePointer(storage.samples)
        frames = storage.frames
        replacedSampleCount = reader.replacedSampleCount
        remark = reader.remark
    }

    deinit { free(UnsafeMutableRawPointer(mutating: samples)) }

    private typealias Storage = (samples: UnsafeMutablePointer<Float>, frames: Int)

    private static func readAll(
        _ reader: SoundFileReader, path: String, limit: Int
    ) throws(SoundFileError) -> Storage {
        if let promised = reader.frames, promised > limit {
            throw SoundFileError(path: path, kind: .tooLong(frames: promised, limit: limit))
        }
        // If the length is unknown, the buffer doubles; one frame above the limit detects the excess.
        var capacity = reader.frames ?? min(limit + 1, reader.rate)
        var samples = try allocate(capacity, path)
        var frames = 0
        do throws(SoundFileError) {
            while true {
                let got = try reader.read(into: samples + 2 * frames, count: capacity - frames)
                frames += got
                if frames > limit { throw SoundFileError(path: path, kind: .tooLong(frames: frames, limit: limit)) }
                if frames < capacity || frames == reader.frames { break }
                capacity = min(limit + 1, 2 * capacity)
                let larger = try allocate(capacity, path)
                larger.update(from: samples, count: 2 * frames)
                free(samples)
                samples = larger
            }
            if frames == 0 { throw SoundFileError(path: path, kind: .zeroLength) }
        } catch {
            free(samples)
            throw error
        }
        return (samples, frames)
    }

    /// Room for `frames` stereo frames that begins on a cache line: mixing reads it a quarter faster.
    private static func allocate(_ frames: Int, _ path: String) throws(SoundFileError) -> UnsafeMutablePointer<Float> {
        let bytes = frames.multipliedReportingOverflow(by: 2 * MemoryLayout<Float>.stride)
        var room: UnsafeMutableRawPointer?
        guard !bytes.overflow, posix_memalign(&room, 64, max(1, bytes.partialValue)) == 0, let room else {
            throw SoundFileError(path: path, kind: .inputOutput(errno: ENOMEM))
        }
        return room.assumingMemoryBound(to: Float.self)
    }
}
