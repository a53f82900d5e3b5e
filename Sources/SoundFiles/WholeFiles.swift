import Glibc

/// Documents beside sounds: written whole, and all of them or none.
public enum WholeFiles {
    /// One file to be written.
    public struct File {
        let path: String
        let bytes: [UInt8]

        /// Describes a file.
        ///
        /// - Parameters:
        ///   - path: Where it will stand.
        ///   - text: What it will hold, as UTF-8.
        public init(path: String, text: String) { (self.path, bytes) = (path, Array(text.utf8)) }
    }

    /// Writes files and puts them under their names.
    ///
    /// - Parameters:
    ///   - files: The files.
    ///   - inputs: The paths of files that must not be written over.
    /// - Throws: `SoundFileError` about the first that cannot be written; then none is, and what stood there stands there.
    public static func write(_ files: [File], inputs: [String]) throws(SoundFileError) {
        _ = try OutputPlan(files.map(\.path), inputs: inputs)
        var unfinished: [UnfinishedFile] = []
        for file in files {
            let begun = try UnfinishedFile(path: file.path, avoidsName: true)
            let written = file.bytes.withUnsafeBytes { begun.append($0) }
            guard written == file.bytes.count else { throw .writing(file.path, errno: errno) }
            unfinished.append(begun)
        }
        try UnfinishedFile.place(unfinished)
    }
}
