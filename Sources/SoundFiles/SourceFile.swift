import CSndFile
import Glibc

/// What a sound file says about itself in its header.
public struct SoundFileInfo: Hashable, Sendable {
    /// Frames the header promises, at `rate`; nil where the format does not say.
    public let frames: Int?
    /// Frames per second.
    public let rate: Int
    /// Samples per frame.
    public let channels: Int

    /// Creates a description of a sound file.
    public init(frames: Int?, rate: Int, channels: Int) {
        self.frames = frames
        self.rate = rate
        self.channels = channels
    }

    /// Length in seconds, nil where the format does not say.
    public var seconds: Double? { frames.map { Double($0) / Double(rate) } }
}

/// Reads the header of the sound file at `path`, decoding nothing.
///
/// - Throws: `SoundFileError` if the file cannot be opened, is empty, is cut off as far as its container shows, or is
///   not a sound. May be called from any thread but a real-time one.
public func probe(_ path: String) throws(SoundFileError) -> SoundFileInfo {
    try SourceFile(path).info
}

/// A sound file open for decoding by libsndfile, closed when released.
final class SourceFile {
    /// Source rates libsoxr can be asked to leave for a usual output rate, in hertz.
    static let rates = 1_000...768_000

    let path: String
    let info: SoundFileInfo
    private let handle: OpaquePointer
    private let descriptor: CInt

    /// Opens the file and reads its header.
    init(_ path: String) throws(SoundFileError) {
        // Not O_NONBLOCK, a pipe would hang here until somebody writes to it.
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { throw .reading(path, errno: errno) }
        do throws(SoundFileError) {
            (handle, info) = try Self.readHeader(path, descriptor)
        } catch {
            close(descriptor)
            throw error
        }
        self.path = path
        self.descriptor = descriptor
    }

    deinit {
        sf_close(handle)
        close(descriptor)
    }

    private static func readHeader(
        _ path: String, _ descriptor: CInt
    ) throws(SoundFileError) -> (OpaquePointer, SoundFileInfo) {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw .reading(path, errno: errno) }
        guard status.st_mode & S_IFMT == S_IFREG else { throw SoundFileError(path: path, kind: .notAFile) }
        guard status.st_size > 0 else { throw SoundFileError(path: path, kind: .zeroLength) }

        let container = Container(descriptor: descriptor, size: Int(status.st_size))
        guard !container.isCutOff else {
            throw SoundFileError(path: path, kind: .truncated(promised: nil, present: nil))
        }
        lseek(descriptor, 0, SEEK_SET)
        var header = SF_INFO()
        guard let handle = sf_open_fd(descriptor, CInt(SFM_READ), &header, CInt(SF_FALSE)) else {
            throw SoundFileError(path: path, kind: .notASound(detail: String(cString: sf_strerror(nil))))
        }
        let rate = Int(header.samplerate)
        var reason: SoundFileError.Kind?
        if !Self.rates.contains(rate) {
            let range = "\(Self.rates.lowerBound) to \(Self.rates.upperBound) Hz"
            reason = .notASound(detail: "its rate of \(rate) Hz is outside \(range)")
        } else if header.frames == 0 {
            reason = .zeroLength
        }
        if let reason {
            sf_close(handle)
            throw SoundFileError(path: path, kind: reason)
        }
        // libsndfile answers with its largest count where a stream of unknown length was encoded.
        let isLengthKnown = header.frames > 0 && header.frames < Int64.max / 2
        let info = SoundFileInfo(
            frames: isLengthKnown ? Int(header.frames) : nil, rate: rate, channels: Int(header.channels))
        return (handle, info)
    }

    /// Decodes up to `count` frames of all the file's channels; fewer only where no more can be decoded.
    func read(into output: UnsafeMutablePointer<Float>, count: Int) -> Int {
        Int(sf_readf_float(handle, output, sf_count_t(count)))
    }

    /// Places the next read at `frame`, at the file's own rate.
    func seek(to frame: Int) throws(SoundFileError) {
        guard sf_seek(handle, sf_count_t(frame), SEEK_SET) == sf_count_t(frame) else {
            throw SoundFileError(path: path, kind: .notASound(detail: "seeking: \(lastMessage)"))
        }
    }

    /// The error that explains why reading stopped after `present` frames.
    func shortRead(present: Int) -> SoundFileError {
        if sf_error(handle) == CInt(SF_ERR_SYSTEM) {
            return .reading(path, errno: errno == 0 ? EIO : errno)
        }
        return SoundFileError(path: path, kind: .truncated(promised: info.frames, present: present))
    }

    /// The speaker positions of the channels as the file gives them, nil where it gives none.
    var channelMap: [CInt]? {
        var map = [CInt](repeating: 0, count: info.channels)
        let bytes = CInt(map.count * MemoryLayout<CInt>.size)
        return sf_command(handle, CInt(SFC_GET_CHANNEL_MAP_INFO), &map, bytes) == CInt(SF_TRUE) ? map : nil
    }

    private var lastMessage: String { String(cString: sf_strerror(handle)) }
}
