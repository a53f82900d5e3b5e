import CSndFile
import Glibc

/// A sound file that libsndfile writes: linear PCM that grows under its own name (WAVE, AIFF, AIFF-C or CAF), or FLAC and Opus.
///
/// The header of linear PCM is valid after every write, so that a file is readable after a crash. libsndfile pads an
/// AIFF file with one byte per frame to an even number of frames. One thread at a time.
public final class SoundFileWriter {
    /// The container around the samples.
    public enum Container: Hashable, Sendable { case wave, aiff, aifc, caf }
    /// The encoding of one sample; 8 bits have no sign in WAVE, and one elsewhere.
    public enum Samples: Hashable, Sendable { case int8, int16, int24, int32, float32, float64 }

    private let path: String
    private let channels: Int
    private let frameBytes: Int
    private let file: SndFile
    private let descriptor: CInt
    private var isFinished = false
    private let isReadable: Bool

    /// Creates or truncates the file.
    ///
    /// - Parameters:
    ///   - rate: Frames per second, 1 to 768,000.
    ///   - channels: 1 to 64.
    ///   - isBigEndian: Whether the high byte of a sample comes first; for CAF and AIFF-C only.
    /// - Throws: `SoundFileError` if it cannot be written, or libsndfile is missing or cannot keep such samples.
    public convenience init(
        path: String, rate: Int, channels: Int, samples: Samples, container: Container, isBigEndian: Bool
    ) throws(SoundFileError) {
        let format = container.code(samples, isBigEndian) | samples.code(container)
        try self.init(path, rate: rate, channels: channels, format, frameBytes: channels * samples.bytes)
        file.updatesHeader()
    }

    /// - Parameters:
    ///   - format: libsndfile's number of the format.
    ///   - frameBytes: The bytes of a frame; 0 for a format that can only be appended to.
    init(
        _ path: String, rate: Int, channels: Int, _ format: CInt, frameBytes: Int
    ) throws(SoundFileError) {
        guard (1...768_000).contains(rate), (1...64).contains(channels) else {
            throw SoundFileError(path: path, kind: .notASound(detail: "\(rate) Hz and \(channels) channels"))
        }
        (self.path, self.channels, self.frameBytes, isReadable) = (path, channels, frameBytes, frameBytes > 0)
        descriptor = open(path, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else { throw .writing(path, errno: errno) }
        var info = SF_INFO()
        (info.samplerate, info.channels, info.format) = (CInt(rate), CInt(channels), format)
        do throws(SoundFileError) {
            file = try SndFile(descriptor, mode: Int(isReadable ? SFM_RDWR : SFM_WRITE), info: info, path: path)
        } catch {
            close(descriptor)
            unlink(path)
            throw error
        }
        // Without this, samples beyond full scale would wrap around.
        _ = file.command(Int(SFC_SET_CLIPPING), nil, Int(SF_TRUE))
    }

    deinit { try? finish() }

    /// Sets Opus's compression, from 0 (256,000 bits per second and channel) to 1 (6,000).
    func setCompression(_ level: Double) {
        var level = level
        _ = file.command(Int(SFC_SET_COMPRESSION_LEVEL), &level, MemoryLayout<Double>.size)
    }

    /// Appends interleaved samples; NaN becomes silence.
    public func write(_ samples: UnsafePointer<Float>, frames: Int) throws(SoundFileError) {
        try requireOpen()
        var clean: [Float] = []
        var done = 0
        guard !isReadable || file.seek(to: 0, SEEK_END | CInt(SFM_WRITE)) else { throw failure() }
        while done < frames {
            let count = min(frames - done, 4_096)
            let piece = UnsafeBufferPointer(start: samples + done * channels, count: count * channels)
            clean.removeAll(keepingCapacity: true)
            clean.append(contentsOf: piece.lazy.map { $0.isFinite ? $0 : 0 })
            guard file.write(clean, frames: count) else { throw failure() }
            done += count
        }
    }

    /// Writes whole frames in the file's format at a byte offset from the first sample.
    ///
    /// - Parameter place: A multiple of a frame's bytes, not beyond the end.
    public func write(_ bytes: UnsafeRawBufferPointer, at place: Int) throws(SoundFileError) {
        try requireOpen()
        guard bytes.count % frameBytes == 0, place % frameBytes == 0 else { throw .writing(path, errno: EINVAL) }
        guard bytes.count > 0 else { return }
        guard file.seek(to: place / frameBytes, SEEK_SET | CInt(SFM_WRITE)), file.writeRaw(bytes) else {
            throw failure()
        }
    }

    /// Completes the file; nothing can be written after that.
    public func finish() throws(SoundFileError) {
        guard !isFinished else { return }
        isFinished = true
        file.errno = 0
        file.close()
        guard close(descriptor) == 0, file.errno == 0 else { throw failure() }
    }

    private func requireOpen() throws(SoundFileError) {
        guard !isFinished else { throw .writing(path, errno: EBADF) }
        file.errno = 0
    }

    private func failure() -> SoundFileError {
        .writing(path, errno: file.errno != 0 ? file.errno : errno != 0 ? errno : EIO)
    }
}

extension SoundFileWriter.Container {
    fileprivate func code(_ samples: SoundFileWriter.Samples, _ isBigEndian: Bool) -> CInt {
        // libsndfile writes integers as AIFF-C if a byte order is requested, and floats if none is.
        let order = CInt(isBigEndian ? SF_ENDIAN_BIG : SF_ENDIAN_LITTLE)
        let isFloat = [.float32, .float64].contains(samples)
        return switch self {
        case .wave: CInt(SF_FORMAT_WAV)
        case .aiff: CInt(SF_FORMAT_AIFF)
        case .aifc: CInt(SF_FORMAT_AIFF) | (isFloat ? 0 : order)
        case .caf: CInt(SF_FORMAT_CAF) | order
        }
    }
}

extension SoundFileWriter.Samples {
    fileprivate func code(_ container: SoundFileWriter.Container) -> CInt {
        switch self {
        case .int8: CInt(container == .wave ? SF_FORMAT_PCM_U8 : SF_FORMAT_PCM_S8)
        case .int16: CInt(SF_FORMAT_PCM_16)
        case .int24: CInt(SF_FORMAT_PCM_24)
        case .int32: CInt(SF_FORMAT_PCM_32)
        case .float32: CInt(SF_FORMAT_FLOAT)
        case .float64: CInt(SF_FORMAT_DOUBLE)
        }
    }

    fileprivate var bytes: Int {
        switch self {
        case .int8: 1
        case .int16: 2
        case .int24: 3
        case .int32, .float32: 4
        case .float64: 8
        }
    }
}
