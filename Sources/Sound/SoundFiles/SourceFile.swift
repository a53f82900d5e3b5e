import CSndFile
import Glibc

/// A sound file's own account of itself in its header.
public struct SoundFileInfo: Hashable, Sendable {
    /// Frames the header promises, at `rate`; nil where the format does not say.
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

/// A sound file open for decoding, closed when released: by libsndfile, or where that does not know the file's kind by
/// libavcodec.
final class SourceFile {
    /// Source rates libsoxr can be asked to leave for a usual output rate, in hertz.
    static let rates = 1_000...768_000

    let path: String
    private let decoder: any SourceDecoder

    /// Opens the file and reads its header.
    init(_ path: String) throws(SoundFileError) {
        self.path = path
        do throws(SoundFileError) { decoder = try SndFileSource(path) } catch {
            guard case .notASound = error.kind, AVCodecSource.claims(path) else { throw error }
            decoder = try AVCodecSource(path)
        }
    }

    /// The file's own account of itself.
    var info: SoundFileInfo { decoder.info }

    /// Decodes up to `count` frames of all the file's channels; fewer only where no more can be decoded.
    func read(into output: UnsafeMutablePointer<Float>, count: Int) -> Int { decoder.read(into: output, count: count) }

    /// Places the next read at `frame`, at the file's own rate.
    func seek(to frame: Int) throws(SoundFileError) { try decoder.seek(to: frame) }

    /// The reason for which reading stopped after `present` frames; nil if that is the end.
    func shortfall(present: Int) -> SoundFileError? { decoder.shortfall(present: present) }

    /// The speaker positions of the channels as the file gives them, nil where it gives none.
    var channelMap: [CInt]? { decoder.channelMap }
}

/// A decoder of one file; `SourceFile` says what its members do.
protocol SourceDecoder: AnyObject {
    var info: SoundFileInfo { get }
    var channelMap: [CInt]? { get }
    func read(into output: UnsafeMutablePointer<Float>, count: Int) -> Int
    func seek(to frame: Int) throws(SoundFileError)
    func shortfall(present: Int) -> SoundFileError?
}

/// A sound file open for decoding by libsndfile, closed when released.
///
/// libsndfile reads through functions of ours: given a descriptor it closes it in some failures and not in others, and
/// it looks for resource forks in files beside ours.
private final class SndFileSource: SourceDecoder {
    let path: String
    let info: SoundFileInfo
    private let library: csndfile
    private let handle: OpaquePointer
    private let input: UnsafeMutablePointer<SourceInput>

    init(_ path: String) throws(SoundFileError) {
        // Without O_NONBLOCK, opening a pipe would wait here for a writer.
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { throw .reading(path, errno: errno) }
        let input = UnsafeMutablePointer<SourceInput>.allocate(capacity: 1)
        input.initialize(to: SourceInput(descriptor: descriptor))
        do throws(SoundFileError) {
            library = try LoadedLibraries.sndfile.functions(for: path)
            (handle, info) = try Self.readHeader(path, input, library)
        } catch {
            input.deallocate()
            close(descriptor)
            throw error
        }
        self.path = path
        self.input = input
    }

    deinit {
        _ = library.sf_close(handle)
        close(input.pointee.descriptor)
        input.deallocate()
    }

    private static func readHeader(
        _ path: String, _ input: UnsafeMutablePointer<SourceInput>, _ library: csndfile
    ) throws(SoundFileError) -> (OpaquePointer, SoundFileInfo) {
        let descriptor = input.pointee.descriptor
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw .reading(path, errno: errno) }
        guard status.st_mode & S_IFMT == S_IFREG else { throw SoundFileError(path: path, kind: .notAFile) }
        guard status.st_size > 0 else { throw SoundFileError(path: path, kind: .zeroLength) }
        guard !Container(descriptor: descriptor, size: Int(status.st_size)).isCutOff else {
            throw SoundFileError(path: path, kind: .truncated(promised: nil, present: nil))
        }
        input.pointee.size = sf_count_t(status.st_size)
        var functions = SourceInput.functions
        var header = SF_INFO()
        guard let handle = library.sf_open_virtual(&functions, CInt(SFM_READ), &header, input) else {
            if input.pointee.errno != 0 { throw .reading(path, errno: input.pointee.errno) }
            throw SoundFileError(path: path, kind: .notASound(detail: library.reason()))
        }
        let rate = Int(header.samplerate)
        var reason: SoundFileError.Kind?
        if !SourceFile.rates.contains(rate) {
            let range = "\(SourceFile.rates.lowerBound) to \(SourceFile.rates.upperBound) Hz"
            reason = .notASound(detail: "its rate of \(rate) Hz is outside \(range)")
        } else if header.frames == 0 {
            reason = .zeroLength
        }
        if let reason {
            _ = library.sf_close(handle)
            throw SoundFileError(path: path, kind: reason)
        }
        // libsndfile answers with its largest count where a stream of unknown length was encoded.
        let isLengthKnown = header.frames > 0 && header.frames < Int64.max / 2
        let info = SoundFileInfo(
            frames: isLengthKnown ? Int(header.frames) : nil, rate: rate, channels: Int(header.channels),
            encoding: SampleEncoding(format: Int(header.format)))
        return (handle, info)
    }

    func read(into output: UnsafeMutablePointer<Float>, count: Int) -> Int {
        Int(library.sf_readf_float(handle, output, sf_count_t(count)))
    }

    func seek(to frame: Int) throws(SoundFileError) {
        guard library.sf_seek(handle, sf_count_t(frame), SEEK_SET) == sf_count_t(frame) else {
            throw SoundFileError(
                path: path, kind: .notASound(detail: "seeking: \(library.reason(handle))"))
        }
    }

    func shortfall(present: Int) -> SoundFileError? {
        if input.pointee.errno != 0 { return .reading(path, errno: input.pointee.errno) }
        guard let promised = info.frames, present < promised else { return nil }
        return SoundFileError(path: path, kind: .truncated(promised: promised, present: present))
    }

    var channelMap: [CInt]? {
        var map = [CInt](repeating: 0, count: info.channels)
        let bytes = CInt(map.count * MemoryLayout<CInt>.size)
        let answer = library.sf_command(handle, CInt(SFC_GET_CHANNEL_MAP_INFO), &map, bytes)
        return answer == CInt(SF_TRUE) ? map : nil
    }
}

extension csndfile {
    /// The reason for a failure: with an open file, or without one where it could not be opened.
    fileprivate func reason(_ handle: OpaquePointer? = nil) -> String {
        sf_strerror(handle).map { String(cString: $0) } ?? "libsndfile gives no reason"
    }
}

/// The file as libsndfile sees it.
private struct SourceInput {
    let descriptor: CInt
    var size: sf_count_t = 0
    private var position: sf_count_t = 0
    /// The first error the system reported.
    private(set) var errno: CInt = 0

    init(descriptor: CInt) { self.descriptor = descriptor }

    private mutating func read(into target: UnsafeMutableRawPointer, count: sf_count_t) -> sf_count_t {
        var done: sf_count_t = 0
        while done < count {
            let got = pread(descriptor, target + Int(done), Int(count - done), off_t(position))
            if got < 0 {
                if Glibc.errno == EINTR { continue }
                if errno == 0 { errno = Glibc.errno }
            }
            guard got > 0 else { break }
            done += sf_count_t(got)
            position += sf_count_t(got)
        }
        return done
    }

    private mutating func seek(by offset: sf_count_t, from origin: CInt) -> sf_count_t {
        let base = origin == SEEK_SET ? 0 : origin == SEEK_CUR ? position : size
        let (target, overflow) = base.addingReportingOverflow(offset)
        guard !overflow, target >= 0 else { return -1 }
        position = target
        return position
    }

    private static func at(_ context: UnsafeMutableRawPointer?) -> UnsafeMutablePointer<SourceInput> {
        context!.assumingMemoryBound(to: SourceInput.self)
    }

    /// The functions that libsndfile calls, each with a pointer to a `SourceInput`.
    static let functions = SF_VIRTUAL_IO(
        get_filelen: { at($0).pointee.size },
        seek: { at($2).pointee.seek(by: $0, from: $1) },
        read: { target, count, context in target.map { at(context).pointee.read(into: $0, count: count) } ?? 0 },
        write: { _, _, _ in 0 },
        tell: { at($0).pointee.position })
}
