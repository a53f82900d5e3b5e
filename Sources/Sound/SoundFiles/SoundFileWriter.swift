import CSndFile
import Glibc
import System

/// A sound file of linear PCM that grows under its own name: WAVE, AIFF, AIFF-C or CAF, written by libsndfile.
///
/// Its header is right after every piece, so that what a crash leaves can be read. libsndfile fills an AIFF file of single
/// bytes a frame up to an even number of frames. One thread at a time.
public final class SoundFileWriter {
    /// The container around the samples.
    public enum Container: Hashable, Sendable { case wave, aiff, aifc, caf }
    /// The encoding of one sample; 8 bits have no sign in WAVE, and one elsewhere.
    public enum Samples: Hashable, Sendable { case int8, int16, int24, int32, float32, float64 }

    private let path: String
    private let channels: Int
    private let frameBytes: Int
    private let library: csndfile
    private let output: UnsafeMutablePointer<Output>
    private var handle: OpaquePointer?

    /// Makes the file, or empties the one that is there.
    ///
    /// - Parameters:
    ///   - rate: Frames per second, 1 to 768,000.
    ///   - channels: 1 to 64.
    ///   - isBigEndian: Whether the high byte of a sample comes first; asked for CAF and AIFF-C alone.
    /// - Throws: `SoundFileError` where it cannot be written, or libsndfile is missing or cannot keep such samples.
    public init(
        path: String, rate: Int, channels: Int, samples: Samples, container: Container, isBigEndian: Bool
    ) throws(SoundFileError) {
        guard (1...768_000).contains(rate), (1...64).contains(channels) else {
            throw SoundFileError(path: path, kind: .notASound(detail: "\(rate) Hz and \(channels) channels"))
        }
        library = try LoadedLibraries.sndfile.functions(for: path)
        (self.path, self.channels, frameBytes) = (path, channels, channels * samples.bytes)
        let descriptor = open(path, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else { throw .writing(path, errno: errno) }
        output = .allocate(capacity: 1)
        output.initialize(to: Output(descriptor: descriptor))
        var info = SF_INFO()
        (info.samplerate, info.channels) = (CInt(rate), CInt(channels))
        info.format = container.code(samples, isBigEndian) | samples.code(container)
        var functions = Output.functions
        handle = library.sf_open_virtual(&functions, CInt(SFM_RDWR), &info, output)
        guard handle != nil else {
            let (number, reason) = (output.pointee.errno, library.sf_strerror(nil).map { String(cString: $0) })
            close(descriptor)
            unlink(path)
            if number != 0 { throw .writing(path, errno: number) }
            throw SoundFileError(path: path, kind: .notASound(detail: reason ?? "libsndfile gives no reason"))
        }
        // Without the first a sample beyond full scale would come out with the opposite sign.
        _ = library.sf_command(handle, CInt(SFC_SET_CLIPPING), nil, CInt(SF_TRUE))
        _ = library.sf_command(handle, CInt(SFC_SET_UPDATE_HEADER_AUTO), nil, CInt(SF_TRUE))
    }

    deinit {
        try? finish()
        output.deallocate()
    }

    /// Appends interleaved samples; what is no number is silence.
    public func write(_ samples: UnsafePointer<Float>, frames: Int) throws(SoundFileError) {
        let handle = try usable()
        var clean: [Float] = []
        var done = 0
        guard library.sf_seek(handle, 0, SEEK_END | CInt(SFM_WRITE)) >= 0 else { throw failure() }
        while done < frames {
            let count = min(frames - done, 4_096)
            let piece = UnsafeBufferPointer(start: samples + done * channels, count: count * channels)
            clean.removeAll(keepingCapacity: true)
            clean.append(contentsOf: piece.lazy.map { $0.isFinite ? $0 : 0 })
            guard library.sf_writef_float(handle, clean, sf_count_t(count)) == count else { throw failure() }
            done += count
        }
    }

    /// Puts bytes of whole frames, laid out as the file keeps them, so many bytes behind the first sample.
    ///
    /// - Parameter place: A multiple of a frame's bytes, not beyond the end.
    public func write(_ bytes: UnsafeRawBufferPointer, at place: Int) throws(SoundFileError) {
        let handle = try usable()
        guard bytes.count % frameBytes == 0, place % frameBytes == 0 else { throw .writing(path, errno: EINVAL) }
        guard let base = bytes.baseAddress, bytes.count > 0 else { return }
        guard library.sf_seek(handle, sf_count_t(place / frameBytes), SEEK_SET | CInt(SFM_WRITE)) >= 0,
            library.sf_write_raw(handle, base, sf_count_t(bytes.count)) == bytes.count
        else { throw failure() }
    }

    /// Reads bytes of whole frames as they were written.
    ///
    /// - Returns: How many; fewer only at the end.
    public func read(into bytes: UnsafeMutableRawBufferPointer, at place: Int) throws(SoundFileError) -> Int {
        let handle = try usable()
        let wanted = bytes.count / frameBytes * frameBytes
        guard wanted > 0, let base = bytes.baseAddress,
            library.sf_seek(handle, sf_count_t(place / frameBytes), SEEK_SET | CInt(SFM_READ)) >= 0
        else { return 0 }
        return Int(library.sf_read_raw(handle, base, sf_count_t(wanted)))
    }

    /// Completes the file; nothing can be written after that.
    public func finish() throws(SoundFileError) {
        guard let handle else { return }
        self.handle = nil
        output.pointee.errno = 0
        _ = library.sf_close(handle)
        guard close(output.pointee.descriptor) == 0, output.pointee.errno == 0 else { throw failure() }
    }

    private func usable() throws(SoundFileError) -> OpaquePointer {
        guard let handle else { throw .writing(path, errno: EBADF) }
        output.pointee.errno = 0
        return handle
    }

    private func failure() -> SoundFileError {
        let number = output.pointee.errno
        return .writing(path, errno: number == 0 ? (errno == 0 ? EIO : errno) : number)
    }
}

extension SoundFileWriter.Container {
    fileprivate func code(_ samples: SoundFileWriter.Samples, _ isBigEndian: Bool) -> CInt {
        // libsndfile makes AIFF-C of whole numbers where the order of bytes is asked for, and of floats where it is not.
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

/// The file as libsndfile sees it.
private struct Output {
    let descriptor: CInt
    private var position: Int = 0
    private var size: Int = 0
    /// The last error that the system reported.
    var errno: CInt = 0

    init(descriptor: CInt) { self.descriptor = descriptor }

    private mutating func read(into target: UnsafeMutableRawPointer, count: Int) -> Int {
        var done = 0
        while done < count {
            let got = pread(descriptor, target + done, count - done, off_t(position))
            if got < 0, Glibc.errno == EINTR { continue }
            if got < 0 { errno = Glibc.errno }
            guard got > 0 else { break }
            done += got
            position += got
        }
        return done
    }

    /// Writes all of the bytes, or none: what a full disk took of them is taken away again.
    private mutating func write(_ bytes: UnsafeRawBufferPointer) -> Int {
        guard SignalGuard.write(bytes, to: descriptor, at: position) == bytes.count else {
            errno = Glibc.errno
            _ = ftruncate(descriptor, off_t(size))
            return 0
        }
        position += bytes.count
        size = max(size, position)
        return bytes.count
    }

    private mutating func seek(by offset: Int, from origin: CInt) -> Int {
        let base = origin == SEEK_SET ? 0 : origin == SEEK_CUR ? position : size
        position = max(0, base + offset)
        return position
    }

    private static func at(_ context: UnsafeMutableRawPointer?) -> UnsafeMutablePointer<Output> {
        context!.assumingMemoryBound(to: Output.self)
    }

    /// The functions that libsndfile calls, each with a pointer to an `Output`.
    static let functions = SF_VIRTUAL_IO(
        get_filelen: { sf_count_t(at($0).pointee.size) },
        seek: { sf_count_t(at($2).pointee.seek(by: Int($0), from: $1)) },
        read: { target, count, context in
            target.map { sf_count_t(at(context).pointee.read(into: $0, count: Int(count))) } ?? 0
        },
        write: { source, count, context in
            sf_count_t(at(context).pointee.write(UnsafeRawBufferPointer(start: source, count: Int(count))))
        },
        tell: { sf_count_t(at($0).pointee.position) })
}
