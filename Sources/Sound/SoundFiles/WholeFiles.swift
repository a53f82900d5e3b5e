import Glibc

/// Writes complete files: all files of a call or none, keeping existing ones until then.
public enum WholeFiles {
    /// A file to write.
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

        /// Returns the file with all its bytes, not yet under its name.
        func begun() throws(SoundFileError) -> UnfinishedFile {
            let file = try UnfinishedFile(path: path, avoidsName: true)
            guard bytes.withUnsafeBytes({ file.append($0) }) == bytes.count else { throw .writing(path, errno: errno) }
            return file
        }
    }

    /// Writes files under their names.
    ///
    /// - Parameters:
    ///   - files: The files.
    ///   - inputs: The paths of files that must not be overwritten.
    /// - Throws: `SoundFileError` about the first that cannot be written; then none is, and existing files are
    ///   unchanged.
    public static func write(_ files: [File], inputs: [String]) throws(SoundFileError) {
        _ = try OutputPlan([], besides: files.map(\.path), inputs: inputs)
        var unfinished: [UnfinishedFile] = []
        for file in files { unfinished.append(try file.begun()) }
        try UnfinishedFile.place(unfinished)
    }
}
