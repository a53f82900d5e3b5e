import CSndFile
import Glibc

/// A sound file's description in its header.
public struct SoundFileInfo: Hashable, Sendable {
    /// Frames the header promises, at `rate`, or nil if the format does not say.
    public let frames: Int?
    /// Frames per second.
    public let rate: Int
    /// Samples per frame.
    public let channels: Int
    /// The encoding of one sample.
    public let encoding: SampleEncoding

    /// Creates a description of a sound file.
    public init(frames: Int?, rate: Int, channels: Int, encoding: SampleEncoding = .float(bits: 32)) {
        self.frames = frames
        self.rate = rate
        self.channels = channels
        self.encoding = encoding
    }

    /// Length in seconds, nil if the format does not say.
    public var seconds: Double? { frames.map { Double($0) / Double(rate) } }
}

/// Reads the header of the sound file at `path`, decoding nothing.
///
/// - Throws: `SoundFileError` if the file cannot be opened, is empty, is cut off as far as its container shows, or is
///   not a sound. May be called from any thread but a real-time one.
public func probe(_ path: String) throws(SoundFileError) -> SoundFileInfo {
    try openSource(path).info
}

/// A sound file open for decoding by libsndfile or libavcodec, closed when released.
protocol SourceFile: AnyObject {
    var path: String { get }
    /// The file's description from its header.
    var info: SoundFileInfo { get }
    /// The speaker positions of the channels as the file gives them, nil if it gives none.
    var channelMap: [CInt]? { get }
    /// Decodes up to `count` frames of all the file's channels; fewer only if no more can be decoded.
    func read(into output: UnsafeMutablePointer<Float>, count: Int) -> Int
    /// Places the next read at `frame`, at the file's own rate.
    func seek(to frame: Int) throws(SoundFileError)
    /// Why no more can be decoded after `present` frames; nil if the decoder reports no error.
    func failure(after present: Int) -> SoundFileError?
}

/// Source rates libsoxr can be asked to leave for a usual output rate, in hertz.
let sourceRates = 1_000...768_000

func openSource(_ path: String) throws(SoundFileError) -> any SourceFile {
    do throws(SoundFileError) { return try SndFileSource(path) } catch {
        guard case .notASound = error.kind, AVCodecSource.claims(path) else { throw error }
        return try AVCodecSource(path)
    }
}

/// A sound file open for decoding by libsndfile, closed when released.
private final class SndFileSource: SourceFile {
    let path: String
    let info: SoundFileInfo
    private let descriptor: CInt
    private let file: SndFile

    init(_ path: String) throws(SoundFileError) {
        // Without O_NONBLOCK, opening a pipe would wait here for a writer.
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { throw .reading(path, errno: errno) }
        do throws(SoundFileError) { (file, info) = try Self.readHeader(path, descriptor) } catch {
            close(descriptor)
            throw error
        }
        (self.path, self.descriptor) = (path, descriptor)
    }

    deinit {
        file.close()
        close(descriptor)
    }

    private static func readHeader(
        _ path: String, _ descriptor: CInt
    ) throws(SoundFileError) -> (SndFile, SoundFileInfo) {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw .reading(path, errno: errno) }
        guard status.st_mode & S_IFMT == S_IFREG else { throw SoundFileError(path: path, kind: .notAFile) }
        guard status.st_size > 0 else { throw SoundFileError(path: path, kind: .zeroLength) }
        let file = try SndFile(descriptor, size: Int(status.st_size), mode: Int(SFM_READ), path: path)
        let (header, rate) = (file.info, Int(file.info.samplerate))
        guard !file.isCutOff else { throw SoundFileError(path: path, kind: .truncated(promised: nil, present: nil)) }
        guard sourceRates.contains(rate) else {
            let range = "\(sourceRates.lowerBound) to \(sourceRates.upperBound) Hz"
            throw SoundFileError(path: path, kind: .notASound(detail: "its rate of \(rate) Hz is outside \(range)"))
        }
        guard header.frames != 0 else { throw SoundFileError(path: path, kind: .zeroLength) }
        // libsndfile answers with its largest count where a stream of unknown length was encoded.
        let isLengthKnown = header.frames > 0 && header.frames < Int64.max / 2
        let info = SoundFileInfo(
            frames: isLengthKnown ? Int(header.frames) : nil, rate: rate, channels: Int(header.channels),
            encoding: SampleEncoding(format: Int(header.format)))
        return (file, info)
    }

    func read(into output: UnsafeMutablePointer<Float>, count: Int) -> Int { file.read(into: output, frames: count) }

    func seek(to frame: Int) throws(SoundFileError) {
        guard file.seek(to: frame) else {
            throw SoundFileError(path: path, kind: .notASound(detail: "seeking: \(file.reason)"))
        }
    }

    func failure(after present: Int) -> SoundFileError? {
        file.errno == 0 ? nil : .reading(path, errno: file.errno)
    }

    var channelMap: [CInt]? {
        var map = [CInt](repeating: 0, count: info.channels)
        return file.command(Int(SFC_GET_CHANNEL_MAP_INFO), &map, map.count * MemoryLayout<CInt>.size) ? map : nil
    }
}
