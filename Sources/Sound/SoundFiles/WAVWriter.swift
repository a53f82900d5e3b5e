import Glibc

/// Writes a 32-bit float WAV file as a stream; the file appears under its name once it is complete.
///
/// Until `finish()` the bytes are in a nameless file in the same folder, which disappears with the process; on file
/// systems without such files in a hidden one, which `deinit` removes. The bytes depend only on the samples. One thread
/// at a time, not a real-time thread.
public final class WAVWriter {
    /// The file as the caller named it.
    public let path: String
    /// Frames written so far.
    public private(set) var frames = 0

    private let file: UnfinishedFile
    private let sound: SndFile

    /// Begins a file that `finish()` will put at `path`, replacing an existing one.
    ///
    /// - Parameters:
    ///   - path: The path.
    ///   - rate: Frames per second, 1 to 768,000.
    ///   - channels: Samples per frame, 1 to 1024.
    ///   - frames: The length, if known, to reserve space before writing.
    /// - Throws: `SoundFileError` if the folder is missing or may not be written, `path` is no regular file, there is no
    ///   room for it, or libsndfile is missing.
    public convenience init(
        path: String, rate: Int = 48_000, channels: Int = 2, frames: Int? = nil
    ) throws(SoundFileError) {
        try self.init(path: path, rate: rate, channels: channels, frames: frames, avoidsName: true)
    }

    /// - Parameter avoidsName: Whether to prefer a nameless unfinished file.
    package init(
        path: String, rate: Int, channels: Int, frames: Int? = nil, avoidsName: Bool
    ) throws(SoundFileError) {
        precondition((1...768_000).contains(rate) && (1...1024).contains(channels), "format out of range")
        self.path = path
        file = try UnfinishedFile(path: path, avoidsName: avoidsName)
        if let frames {
            let (bytes, overflow) = frames.multipliedReportingOverflow(by: channels * MemoryLayout<Float>.size)
            try file.reserve(overflow ? .max : bytes + SndFile.headerBytes)
        }
        sound = try SndFile(wav: file.descriptor, rate: rate, channels: channels, frames: frames, path: path)
    }

    deinit { abandon() }

    /// Appends `count` interleaved frames.
    ///
    /// - Throws: `SoundFileError` if the disk is full or the system fails to write; the unfinished file is then already removed
    ///   and further calls fail in the same way.
    public func write(_ samples: UnsafePointer<Float>, count: Int) throws(SoundFileError) {
        guard file.descriptor >= 0 else { throw .writing(path, errno: EBADF) }
        guard sound.write(samples, frames: count) else { throw failure() }
        frames += count
    }

    /// Completes the file and gives it its name.
    ///
    /// - Throws: `SoundFileError` if the last bytes cannot be written or the name is unavailable; then nothing is left.
    public func finish() throws(SoundFileError) { try Self.finish([self]) }

    /// Completes files and gives them their names: all of them, or none, keeping the existing files.
    ///
    /// - Parameters:
    ///   - writers: The sounds, with all their frames written.
    ///   - documents: Files to write together with them.
    /// - Throws: `SoundFileError` about the first file that fails.
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

    /// Discards the file.
    public func abandon() {
        // Completes the header, so the descriptor must be open.
        sound.close()
        file.abandon()
    }

    /// Writes the header, and frees unused reserved space.
    private func complete() throws(SoundFileError) {
        guard file.descriptor >= 0 else { throw .writing(path, errno: EBADF) }
        guard sound.finish() else { throw failure() }
    }

    private func failure() -> SoundFileError {
        let error = SoundFileError.writing(path, errno: sound.errno)
        abandon()
        return error
    }
}
