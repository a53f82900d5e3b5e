import Glibc

/// Files that are written immediately: each whole, all of a call or none, and what stands under their names stays until
/// then.
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
}
