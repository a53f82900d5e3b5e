import CSndFile
import Glibc
import SystemSupport

/// A file read or written by libsndfile through virtual I/O: with a descriptor it closes it on some failures only, and
/// it looks for resource forks in neighbouring files. One thread at a time.
final class SndFile {
    let library: csndfile
    /// The file's description, once it is open.
    private(set) var info: SF_INFO
    private var handle: OpaquePointer?
    private let file: UnsafeMutablePointer<VirtualFile>

    /// Opens a file.
    /// - Parameters:
    ///   - descriptor: The file; it stays open when this object is released.
    ///   - size: The number of bytes in it that libsndfile sees.
    ///   - mode: `SFM_READ`, `SFM_WRITE` or `SFM_RDWR`.
    ///   - info: What is written; empty for a file that is read.
    ///   - path: The path that errors name.
    init(
        _ descriptor: CInt, size: Int = 0, mode: Int, info: SF_INFO = SF_INFO(), path: String
    ) throws(SoundFileError) {
        library = try LoadedLibraries.sndfile.functions(for: path)
        self.info = info
        file = .allocate(capacity: 1)
        file.initialize(to: VirtualFile(descriptor: descriptor, size: size))
        var functions = VirtualFile.functions
        handle = library.sf_open_virtual(&functions, CInt(mode), &self.info, file)
        guard handle == nil else { return }
        let number = file.pointee.errno
        if number != 0 {
            throw mode == Int(SFM_READ) ? .reading(path, errno: number) : .writing(path, errno: number)
        }
        throw SoundFileError(
            path: path, kind: isCutOff ? .truncated(promised: nil, present: nil) : .notASound(detail: reason))
    }

    deinit {
        close()
        file.deallocate()
    }

    /// More bytes than the header of a WAV file that this writes.
    static let headerBytes = 256

    /// Begins a WAV file of 32-bit floats.
    ///
    /// A file of unknown length becomes RF64 (EBU Tech 3306) once its sizes exceed 32 bits. None has a PEAK chunk, which
    /// would contain the time of day.
    /// - Parameters:
    ///   - descriptor: The empty file, open for writing; it stays open when this object is released.
    ///   - frames: The length, if known.
    convenience init(
        wav descriptor: CInt, rate: Int, channels: Int, frames: Int? = nil, path: String
    ) throws(SoundFileError) {
        let most = (Int(UInt32.max) - Self.headerBytes) / (channels * MemoryLayout<Float>.size)
        let isSmall = frames.map { $0 <= most } ?? false
        var info = SF_INFO()
        info.format = CInt(SF_FORMAT_FLOAT) | CInt(isSmall ? SF_FORMAT_WAV : SF_FORMAT_RF64)
        (info.samplerate, info.channels) = (CInt(rate), CInt(channels))
        try self.init(descriptor, mode: Int(SFM_WRITE), info: info, path: path)
        guard !isSmall else {
            _ = command(Int(SFC_SET_ADD_PEAK_CHUNK), nil, Int(SF_FALSE))
            return
        }
        _ = command(Int(SFC_RF64_AUTO_DOWNGRADE), nil, Int(SF_TRUE))
        _ = command(Int(SFC_UPDATE_HEADER_NOW), nil, 0)
    }

    /// Keeps the header valid after every write, so that the file is readable after a crash.
    func updatesHeader() { _ = command(Int(SFC_SET_UPDATE_HEADER_AUTO), nil, Int(SF_TRUE)) }

    /// The last error number of the system, or 0.
    var errno: CInt {
        get { file.pointee.errno }
        set { file.pointee.errno = newValue }
    }

    /// The number of bytes of the file.
    var size: Int { file.pointee.size }

    var reason: String { library.sf_strerror(handle).map { String(cString: $0) } ?? "libsndfile gives no reason" }

    func close() {
        guard let handle else { return }
        self.handle = nil
        _ = library.sf_close(handle)
    }

    /// Completes a written file, and truncates it after its last byte. Returns false, with `errno`, on failure.
    func finish() -> Bool {
        errno = 0
        close()
        if errno == 0, ftruncate(file.pointee.descriptor, off_t(size)) != 0 { errno = Glibc.errno }
        return errno == 0
    }

    func command(_ number: Int, _ data: UnsafeMutableRawPointer? = nil, _ size: Int) -> Bool {
        library.sf_command(handle, CInt(number), data, CInt(size)) == CInt(SF_TRUE)
    }

    func seek(to frame: Int, _ whence: CInt = SEEK_SET) -> Bool {
        let place = library.sf_seek(handle, sf_count_t(frame), whence)
        return place >= 0 && (whence & SEEK_END != 0 || place == sf_count_t(frame))
    }

    func read(into output: UnsafeMutablePointer<Float>, frames: Int) -> Int {
        Int(library.sf_readf_float(handle, output, sf_count_t(frames)))
    }

    /// Appends frames. Returns false, with `errno`, on failure.
    func write(_ samples: UnsafePointer<Float>, frames: Int) -> Bool {
        errno = 0
        let isWritten = library.sf_writef_float(handle, samples, sf_count_t(frames)) == sf_count_t(frames)
        if !isWritten, errno == 0 { errno = EIO }
        return isWritten && errno == 0
    }

    func writeRaw(_ bytes: UnsafeRawBufferPointer) -> Bool {
        library.sf_write_raw(handle, bytes.baseAddress, sf_count_t(bytes.count)) == sf_count_t(bytes.count)
    }

    /// Whether the file is truncated. libsndfile reports that only in its log, and takes the last whole page of an Ogg
    /// file for the end.
    var isCutOff: Bool {
        if Int(info.format) & Int(SF_FORMAT_TYPEMASK) == Int(SF_FORMAT_OGG), isOggCutOff { return true }
        var log = [CChar](repeating: 0, count: 16_384)
        _ = library.sf_command(handle, CInt(SFC_GET_LOG_INFO), &log, CInt(log.count))
        let text = String(decoding: log.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        let signs = [
            "without an End-Of-Stream flag", "does not match value from 'ds64'", "could not find 'data' chunk",
        ]
        return text.split(separator: "\n").contains { line in
            if signs.contains(where: { line.contains($0) }) { return true }
            // "data : 80000 (should be 39956)"; a writer that cannot seek back leaves a size that promises nothing.
            let words = line.split { " :()".contains($0) }
            guard let name = words.first, ["data", "Data", "SSND", "riff"].contains(name), words.count >= 5,
                words[words.count - 3] == "should", let promised = Int(words[words.count - 4]),
                let present = Int(words[words.count - 1])
            else { return false }
            return promised > present && promised < 0x7FFF_0000
        }
    }

    /// The last page of an Ogg file (RFC 3533) must be whole and carry the end-of-stream flag.
    private var isOggCutOff: Bool {
        // A page is at most 27 + 255 + 255 × 255 bytes long, so the last one begins within this tail.
        var tail = [UInt8](repeating: 0, count: min(size, 65_307))
        guard pread(file.pointee.descriptor, &tail, tail.count, off_t(size - tail.count)) == tail.count,
            let begin = (0...max(0, tail.count - 27)).last(where: { tail[$0...].starts(with: "OggS".utf8) }),
            let segments = tail[begin...].dropFirst(26).first.map(Int.init), begin + 27 + segments <= tail.count
        else { return true }
        let body = tail[(begin + 27)...].prefix(segments).reduce(0) { $0 + Int($1) }
        return tail[begin + 5] & 4 == 0 || begin + 27 + segments + body > tail.count
    }

    private struct VirtualFile {
        let descriptor: CInt
        var size: Int
        var position = 0
        var errno: CInt = 0

        init(descriptor: CInt, size: Int) { (self.descriptor, self.size) = (descriptor, size) }

        mutating func read(into target: UnsafeMutableRawPointer, count: Int) -> Int {
            var done = 0
            while done < count {
                let got = pread(descriptor, target + done, count - done, off_t(position))
                if got < 0, Glibc.errno == EINTR { continue }
                if got < 0, errno == 0 { errno = Glibc.errno }
                guard got > 0 else { break }
                done += got
                position += got
            }
            return done
        }

        /// Writes all of the bytes or none: a partial write on a full disk is undone.
        mutating func write(_ bytes: UnsafeRawBufferPointer) -> Int {
            guard SignalGuard.write(bytes, to: descriptor, at: position) == bytes.count else {
                errno = Glibc.errno
                _ = ftruncate(descriptor, off_t(size))
                return 0
            }
            position += bytes.count
            size = max(size, position)
            return bytes.count
        }

        mutating func seek(by offset: Int, from origin: CInt) -> Int {
            let base = origin == SEEK_SET ? 0 : origin == SEEK_CUR ? position : size
            let (target, overflow) = base.addingReportingOverflow(offset)
            guard !overflow, target >= 0 else { return -1 }
            position = target
            return position
        }

        private static func at(_ context: UnsafeMutableRawPointer?) -> UnsafeMutablePointer<VirtualFile> {
            context!.assumingMemoryBound(to: VirtualFile.self)
        }

        /// The functions that libsndfile calls, each with a pointer to a `VirtualFile`.
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
}
