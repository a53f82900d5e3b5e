import Glibc

#if _endian(big)
    #error("Samples are written as they lie in memory, which is right on little-endian machines only.")
#endif

/// Writes a 32-bit float WAV file as a stream; the file appears under its name only when it is whole.
///
/// Until `finish()` the bytes lie in a file without a name in the same folder, which is gone with the process however it
/// ends; where the file system has none such, in a hidden one, which `deinit` removes. The bytes depend on nothing but
/// the samples. To be used by one thread at a time; not by a real-time thread.
public final class WAVWriter {
    /// The file as the caller named it.
    public let path: String
    /// Frames per second.
    public let rate: Int
    /// Samples per frame.
    public let channels: Int
    /// Frames written so far.
    public private(set) var frames = 0

    /// The largest number of frames that the 32-bit sizes of a WAV file can tell.
    public var limitInFrames: Int { (Int(UInt32.max) - Self.headerBytes) / bytesPerFrame }

    private static let headerBytes = 58
    private static let bufferBytes = 256 * 1024

    private let finalPath: String
    /// The name that the unfinished file has; nil while it has none.
    private var temporaryPath: String?
    private var descriptor: CInt
    private let buffer: UnsafeMutableRawPointer
    private var buffered = 0
    private var bytesPerFrame: Int { channels * MemoryLayout<Float>.size }

    /// Begins a file that `finish()` will put at `path`, replacing what is there.
    ///
    /// - Parameters:
    ///   - rate: Frames per second, 1 to 768,000.
    ///   - channels: Samples per frame, 1 to 1024.
    /// - Throws: `SoundFileError` if the folder is missing or may not be written, or `path` is no regular file.
    public convenience init(path: String, rate: Int = 48_000, channels: Int = 2) throws(SoundFileError) {
        try self.init(path: path, rate: rate, channels: channels, avoidsName: true)
    }

    /// - Parameter avoidsName: Whether the unfinished file is to have no name where the file system knows such files.
    package init(path: String, rate: Int, channels: Int, avoidsName: Bool) throws(SoundFileError) {
        precondition((1...768_000).contains(rate) && (1...1024).contains(channels), "format out of range")
        self.path = path
        self.rate = rate
        self.channels = channels
        finalPath = try Self.destination(of: path)
        (descriptor, temporaryPath) = try Self.createUnfinishedFile(
            beside: finalPath, for: path, avoidsName: avoidsName)
        buffer = .allocate(byteCount: Self.bufferBytes, alignment: 4096)
        appendHeader()
    }

    deinit {
        if descriptor >= 0 { abandon() }
        buffer.deallocate()
    }

    /// Appends `count` interleaved frames.
    ///
    /// - Throws: `SoundFileError` if the disk is full, the file would exceed 4 GiB or the system fails to write; the
    ///   unfinished file is then already removed and further calls fail in the same way.
    public func write(_ samples: UnsafePointer<Float>, count: Int) throws(SoundFileError) {
        guard descriptor >= 0 else { throw .writing(path, errno: EBADF) }
        guard frames + count <= limitInFrames else {
            abandon()
            throw SoundFileError(path: path, kind: .tooLarge(limit: limitInFrames))
        }
        var source = UnsafeRawPointer(samples)
        var left = count * bytesPerFrame
        while left > 0 {
            let piece = min(left, Self.bufferBytes - buffered)
            (buffer + buffered).copyMemory(from: source, byteCount: piece)
            buffered += piece
            source += piece
            left -= piece
            if buffered == Self.bufferBytes { try flush() }
        }
        frames += count
    }

    /// Completes the file and puts it under its name.
    ///
    /// - Throws: `SoundFileError` if the last bytes cannot be written or the name not be taken; nothing is left then.
    public func finish() throws(SoundFileError) {
        try flush()
        appendHeader()
        let patched = SignalGuard.whileWriting { [self] in
            pwrite(descriptor, buffer, Self.headerBytes, 0) == Self.headerBytes
        }
        guard patched, let name = nameForRenaming() else { throw failure() }
        // Network file systems and quotas may refuse only now.
        let closed = close(descriptor)
        descriptor = -1
        guard closed == 0, rename(name, finalPath) == 0 else {
            let error = SoundFileError.writing(path, errno: errno)
            unlink(name)
            throw error
        }
    }

    /// The hidden name of the finished file; a file without a name gets one, as no call puts it in another's place.
    private func nameForRenaming() -> String? {
        if let temporaryPath { return temporaryPath }
        let descriptor = descriptor
        temporaryPath = Self.firstFreeName(beside: finalPath) { name in
            linkat(AT_FDCWD, "/proc/self/fd/\(descriptor)", AT_FDCWD, name, AT_SYMLINK_FOLLOW) == 0
        }
        return temporaryPath
    }

    /// Gives up: removes what was written. Nothing appears under the name.
    public func abandon() {
        guard descriptor >= 0 else { return }
        close(descriptor)
        descriptor = -1
        if let temporaryPath { unlink(temporaryPath) }
    }

    private func failure() -> SoundFileError {
        let error = SoundFileError.writing(path, errno: errno)
        abandon()
        return error
    }

    private func flush() throws(SoundFileError) {
        guard descriptor >= 0 else { throw .writing(path, errno: EBADF) }
        var written = 0
        while written < buffered {
            let got = SignalGuard.whileWriting { [self] in
                Glibc.write(descriptor, buffer + written, buffered - written)
            }
            if got < 0, errno == EINTR { continue }
            guard got > 0 else { throw failure() }
            written += got
        }
        buffered = 0
    }

    /// Puts the RIFF header for the frames written so far into the empty buffer.
    ///
    /// The order is RIFF, fmt (18 bytes, IEEE float), fact, data: what the format asks of anything but 16-bit PCM.
    private func appendHeader() {
        let dataBytes = frames * bytesPerFrame
        append("RIFF")
        append(UInt32(Self.headerBytes - 8 + dataBytes))
        append("WAVEfmt ")
        append(UInt32(18))
        append(UInt16(3))
        append(UInt16(channels))
        append(UInt32(rate))
        append(UInt32(rate * bytesPerFrame))
        append(UInt16(bytesPerFrame))
        append(UInt16(32))
        append(UInt16(0))
        append("fact")
        append(UInt32(4))
        append(UInt32(frames))
        append("data")
        append(UInt32(dataBytes))
    }

    private func append(_ text: StaticString) {
        (buffer + buffered).copyMemory(from: text.utf8Start, byteCount: text.utf8CodeUnitCount)
        buffered += text.utf8CodeUnitCount
    }

    private func append<Value: FixedWidthInteger>(_ value: Value) {
        buffer.storeBytes(of: value, toByteOffset: buffered, as: Value.self)
        buffered += MemoryLayout<Value>.size
    }

    /// Where the file will stand: `path`, or what it links to.
    private static func destination(of path: String) throws(SoundFileError) -> String {
        var status = stat()
        guard stat(path, &status) == 0 else {
            guard errno == ENOENT else { throw .writing(path, errno: errno) }
            return path
        }
        guard status.st_mode & S_IFMT == S_IFREG else { throw SoundFileError(path: path, kind: .notAFile) }
        guard access(path, W_OK) == 0, let resolved = realpath(path, nil) else { throw .writing(path, errno: errno) }
        defer { free(resolved) }
        return String(cString: resolved)
    }

    private static func createUnfinishedFile(
        beside destination: String, for path: String, avoidsName: Bool
    ) throws(SoundFileError) -> (CInt, String?) {
        if avoidsName {
            let folder = folder(of: destination)
            let unnamed = open(folder.isEmpty ? "." : folder, O_WRONLY | unnamedFile | O_CLOEXEC, 0o666)
            // It gets its name through /proc, which a bare root may lack.
            if unnamed >= 0, access("/proc/self/fd/\(unnamed)", F_OK) == 0 { return (unnamed, nil) }
            if unnamed >= 0 { close(unnamed) }
        }
        var descriptor: CInt = -1
        let name = firstFreeName(beside: destination) { name in
            descriptor = open(name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
            return descriptor >= 0
        }
        guard let name else { throw .writing(path, errno: errno) }
        return (descriptor, name)
    }

    /// The first hidden name in the folder of `destination` that `take` can have; nil, with `errno`, if it can have none.
    private static func firstFreeName(beside destination: String, take: (String) -> Bool) -> String? {
        // A name of its own length, as the destination's may already be the longest allowed.
        for attempt in 0..<10_000 {
            let name = "\(folder(of: destination)).audiosession-\(getpid())-\(attempt).part"
            if take(name) { return name }
            guard errno == EEXIST || errno == EINTR else { break }
        }
        return nil
    }

    /// The folder of a path, with the slash at its end; empty for the current one.
    private static func folder(of path: String) -> String { path.lastIndex(of: "/").map { String(path[...$0]) } ?? "" }

    /// `O_TMPFILE`, a macro that Swift cannot read.
    private static let unnamedFile: CInt = 0o20_000_000 | O_DIRECTORY
}

/// Keeps the signal that the kernel sends with "file too large" from ending the process, so that the error is reported.
private enum SignalGuard {
    /// Runs `body` with SIGXFSZ held back in this thread; `errno` is as `body` left it.
    static func whileWriting<Result>(_ body: () -> Result) -> Result {
        var limit = sigset_t()
        var before = sigset_t()
        sigemptyset(&limit)
        sigaddset(&limit, SIGXFSZ)
        pthread_sigmask(SIG_BLOCK, &limit, &before)
        let result = body()
        let number = errno
        if number == EFBIG, sigismember(&before, SIGXFSZ) == 0 {
            var none = timespec()
            sigtimedwait(&limit, nil, &none)
        }
        pthread_sigmask(SIG_SETMASK, &before, nil)
        errno = number
        return result
    }
}
