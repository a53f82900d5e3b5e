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
    /// Frames written so far.
    public private(set) var frames = 0

    /// The largest number of frames that the file can tell; no limit where it began as a larger one.
    public var limitInFrames: Int { header.isRoomy ? .max : header.limitInFrames }

    private static let largestBuffer = 256 * 1024

    private let header: WAVHeader
    private let file: UnfinishedFile
    private let buffer: UnsafeMutableRawBufferPointer
    private var buffered = 0

    /// Begins a file that `finish()` will put at `path`, replacing what is there.
    ///
    /// - Parameters:
    ///   - path: The path.
    ///   - rate: Frames per second, 1 to 768,000.
    ///   - channels: Samples per frame, 1 to 1024.
    ///   - frames: How long it will be, where that is known: room for it is then there before anything is written, and a
    ///     file beyond 4 GiB is written as RF64. Where it is not, 4 GiB are the limit.
    /// - Throws: `SoundFileError` if the folder is missing or may not be written, `path` is no regular file, or there is no
    ///   room for it.
    public convenience init(
        path: String, rate: Int = 48_000, channels: Int = 2, frames: Int? = nil
    ) throws(SoundFileError) {
        try self.init(path: path, rate: rate, channels: channels, frames: frames, avoidsName: true)
    }

    /// - Parameters:
    ///   - avoidsName: Whether the unfinished file is to have no name where the file system knows such files.
    ///   - bufferBytes: The number of bytes that are written at a time.
    package init(
        path: String, rate: Int, channels: Int, frames: Int? = nil, avoidsName: Bool,
        bufferBytes: Int = WAVWriter.largestBuffer
    ) throws(SoundFileError) {
        precondition((1...768_000).contains(rate) && (1...1024).contains(channels), "format out of range")
        self.path = path
        let small = WAVHeader(rate: rate, channels: channels, isRoomy: false)
        let isLarge = frames.map { $0 > small.limitInFrames } ?? false
        header = isLarge ? WAVHeader(rate: rate, channels: channels, isRoomy: true) : small
        file = try UnfinishedFile(path: path, avoidsName: avoidsName)
        if let frames {
            let (bytes, overflow) = frames.multipliedReportingOverflow(by: header.bytesPerFrame)
            try file.reserve(overflow ? .max : bytes + header.byteCount)
        }
        buffer = .allocate(byteCount: bufferBytes, alignment: 4096)
        append(header.bytes(frames: 0))
    }

    deinit { buffer.deallocate() }

    /// Appends `count` interleaved frames.
    ///
    /// - Throws: `SoundFileError` if the disk is full, the file would exceed its limit or the system fails to write; the
    ///   unfinished file is then already removed and further calls fail in the same way.
    public func write(_ samples: UnsafePointer<Float>, count: Int) throws(SoundFileError) {
        guard file.descriptor >= 0 else { throw .writing(path, errno: EBADF) }
        guard count <= limitInFrames - frames else {
            abandon()
            throw SoundFileError(path: path, kind: .tooLarge(limit: limitInFrames))
        }
        var source = UnsafeRawPointer(samples)
        var left = count * header.bytesPerFrame
        while left > 0 {
            let piece = min(left, buffer.count - buffered)
            (buffer.baseAddress! + buffered).copyMemory(from: source, byteCount: piece)
            buffered += piece
            source += piece
            left -= piece
            if buffered == buffer.count { try flush() }
        }
        frames += count
    }

    /// Completes the file and puts it under its name.
    ///
    /// - Throws: `SoundFileError` if the last bytes cannot be written or the name not be taken; nothing is left then.
    public func finish() throws(SoundFileError) { try Self.finish([self]) }

    /// Completes files and puts them under their names: all of them, or none, and then what stood there stays.
    ///
    /// - Parameters:
    ///   - writers: The sounds, each of which has been given all its frames.
    ///   - documents: Files that are written together with them.
    /// - Throws: `SoundFileError` about the first whose last bytes cannot be written or whose name cannot be taken.
    public static func finish(
        _ writers: [WAVWriter], beside documents: [WholeFiles.File] = []
    ) throws(SoundFileError) {
        var files = writers.map(\.file)
        do throws(SoundFileError) {
            for writer in writers { try writer.complete() }
            for document in documents { files.append(try document.begun()) }
        } catch {
            for writer in writers { writer.abandon() }
            throw error
        }
        try UnfinishedFile.place(files)
    }

    /// Gives up: removes what was written. Nothing appears under the name.
    public func abandon() { file.abandon() }

    private func complete() throws(SoundFileError) {
        try flush()
        guard UnfinishedFile.overwriteBeginning(of: file.descriptor, with: header.bytes(frames: frames)) else {
            throw failure()
        }
        // A file that ends before what was reserved for it keeps nothing of that.
        guard ftruncate(file.descriptor, off_t(header.byteCount + frames * header.bytesPerFrame)) == 0 else {
            throw failure()
        }
    }

    private func failure() -> SoundFileError {
        let error = SoundFileError.writing(path, errno: errno)
        abandon()
        return error
    }

    private func flush() throws(SoundFileError) {
        guard file.descriptor >= 0 else { throw .writing(path, errno: EBADF) }
        guard file.append(UnsafeRawBufferPointer(rebasing: buffer[..<buffered])) == buffered else { throw failure() }
        buffered = 0
    }

    private func append(_ bytes: [UInt8]) {
        bytes.withUnsafeBytes {
            (buffer.baseAddress! + buffered).copyMemory(from: $0.baseAddress!, byteCount: $0.count)
        }
        buffered += bytes.count
    }
}
