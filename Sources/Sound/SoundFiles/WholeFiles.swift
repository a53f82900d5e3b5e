import Glibc

/// Files that are written at once: each whole, all of a call or none, and what stands under their names stays until then.
public enum WholeFiles {
    /// One file to be written.
    public struct File {
        let path: String
        let bytes: [UInt8]

        /// Describes a file.
        ///
        /// - Parameters:
        ///   - path: The path of the file.
        ///   - text: The content, as UTF-8.
        public init(path: String, text: String) { self.init(path: path, bytes: Array(text.utf8)) }

        /// Describes a file.
        ///
        /// - Parameters:
        ///   - path: The path of the file.
        ///   - bytes: The content.
        public init(path: String, bytes: [UInt8]) { (self.path, self.bytes) = (path, bytes) }

        /// The file with all its bytes, and without its name.
        func begun() throws(SoundFileError) -> UnfinishedFile {
            let file = try UnfinishedFile(path: path, avoidsName: true)
            guard bytes.withUnsafeBytes({ file.append($0) }) == bytes.count else { throw .writing(path, errno: errno) }
            return file
        }
    }

    /// Writes files and puts them under their names.
    ///
    /// - Parameters:
    ///   - files: The files.
    ///   - inputs: The paths of files that must not be written over.
    /// - Throws: `SoundFileError` about the first that cannot be written; then none is, and what stood there stands there.
    public static func write(_ files: [File], inputs: [String]) throws(SoundFileError) {
        _ = try OutputPlan([], besides: files.map(\.path), inputs: inputs)
        var unfinished: [UnfinishedFile] = []
        for file in files { unfinished.append(try file.begun()) }
        try UnfinishedFile.place(unfinished)
    }

    /// Puts bytes in the place of a file. They are on the disk, and locked against other programs, before they have its name.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - bytes: The content.
    /// - Returns: The file, open for writing behind the bytes; its lock (`flock`) is held until it is closed.
    /// - Throws: `SoundFileError` where it cannot be written; what stood there stands there.
    package static func replace(_ path: String, with bytes: [UInt8]) throws(SoundFileError) -> CInt {
        let file = try File(path: path, bytes: bytes).begun()
        guard fsync(file.descriptor) == 0 else { throw .writing(path, errno: errno) }
        // A duplicate, which keeps the lock: placing closes the file to hear of the last errors.
        let held = fcntl(file.descriptor, F_DUPFD_CLOEXEC, 0)
        guard held >= 0 else { throw .writing(path, errno: errno) }
        _ = flock(held, LOCK_EX | LOCK_NB)
        do throws(SoundFileError) {
            try UnfinishedFile.place([file])
        } catch {
            close(held)
            throw error
        }
        return held
    }
}
